package setup

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/paths"
)

// host is a program that runs a project's hooks or pipelines: what tells that the project has it, the file at the top
// of the repository that says what it runs, and the text that has it run nplint, with VERSION for a version of
// nplint. A file that is not nplint's alone is never written; a person adds the text.
type host struct{ sign, file, text string }

// hookManagers are those beside pre-commit that own the hooks of a repository, so that `pre-commit install` would
// fail or take them away.
var hookManagers = [...]host{
	{".husky", ".husky/pre-commit", "husky runs the hooks here; add this line to it:\nnplint --staged"},
	{"lefthook.yml", "lefthook.yml", lefthookJob},
	{"lefthook.yaml", "lefthook.yaml", lefthookJob},
	{".lefthook.yml", ".lefthook.yml", lefthookJob},
	{".lefthook.yaml", ".lefthook.yaml", lefthookJob},
}

// The hosts that run nplint where no other is found, and the pipeline of GitLab.
var (
	preCommit = host{sign: ".pre-commit-config.yaml", file: ".pre-commit-config.yaml", text: `  - repo: ` + hookRepository + `
    rev: vVERSION
    hooks:
      - id: nplint
`}
	github = host{sign: ".github", file: ".github/workflows/nplint.yml", text: `name: nplint

on:
  push:
    branches: [main, master]
  pull_request:

permissions:
  contents: read

jobs:
  nplint:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      security-events: write # to upload to code scanning
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0 # for what a pull request brings in, its merge base must be there
          persist-credentials: false
      - uses: nplint/nplint@vVERSION
        with:
          only-new: true
          sarif: true # false where code scanning is not to be had, as in private repositories without Advanced Security
`}
	gitlab = host{sign: ".gitlab-ci.yml", file: ".gitlab-ci.yml", text: `this is a project of GitLab; add this to it:
nplint:
  image: golang:1.26
  script:
    - go run github.com/nplint/nplint/cmd/nplint@vVERSION --output text --output gitlab=nplint.json
  artifacts:
    when: always
    reports:
      codequality: nplint.json`}
)

// maxHook is how many bytes of a file are read to see whether nplint runs already.
const maxHook = 4 << 20

const hookRepository = "https://github.com/nplint/nplint"

const lefthookJob = `lefthook runs the hooks here; add this to it:
pre-commit:
  commands:
    nplint:
      run: nplint --staged`

// found reports whether the repository with the given top has the host.
func (h host) found(top string) bool { return paths.Exists(filepath.Join(top, h.sign)) }

// run returns the text that runs a version of nplint.
func (h host) run(version string) string { return strings.ReplaceAll(h.text, "VERSION", version) }

// hook writes a configuration of pre-commit at the top of the repository, or tells what to add to the hooks that are
// there.
func (p Project) hook(ctx context.Context, done []File, top string) ([]File, error) {
	text, err := files.ReadBelow(top, preCommit.file, maxHook)
	if err != nil {
		for _, h := range hookManagers {
			if h.found(top) {
				return append(done, p.file(top, h.file, h.text)), nil
			}
		}
		if dir := hooksDir(ctx, top); dir != "" {
			return append(done, p.file(top, dir+"/pre-commit", "git runs this script, since core.hooksPath is set, "+
				"and `pre-commit install` would refuse; add this line to it:\nnplint --staged")), nil
		}
	}
	entry := preCommit.run(p.Version)
	done, err = p.write(done, top, preCommit.file, "repos:\n"+entry, false)
	if err != nil {
		return done, err
	}
	switch last := &done[len(done)-1]; {
	case last.Wrote:
		last.Note = "run `pre-commit install` once in every checkout"
	case strings.Contains(string(text), hookRepository):
		last.Note = "it runs nplint already"
	default:
		last.Note = "it is never replaced; add this to its `repos`:\n" + entry
	}
	return done, nil
}

// hooksDir returns the directory below the top of a repository, relative to it, that its configuration names for
// hooks, or "" if it names none.
func hooksDir(ctx context.Context, top string) string {
	dir, err := git.HooksPath(ctx, top)
	dir = filepath.FromSlash(dir)
	if filepath.IsAbs(dir) {
		if dir = paths.Real(dir); paths.Within(dir, top) {
			dir = paths.Below(dir, top)
		}
	}
	if err != nil || dir == "" || !filepath.IsLocal(dir) {
		return ""
	}
	return filepath.ToSlash(filepath.Clean(dir))
}

// pipeline writes a workflow for GitHub at the top of the repository, or tells what to add to the pipeline of GitLab.
func (p Project) pipeline(done []File, top string, force bool) ([]File, error) {
	if gitlab.found(top) && !github.found(top) {
		return append(done, p.file(top, gitlab.file, gitlab.run(p.Version))), nil
	}
	return p.write(done, top, github.file, github.run(p.Version), force)
}
