package nplint

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// hookManagers are the programs beside pre-commit that run the hooks of a repository: what tells them, the file that says what they run, and what
// to add to it. They own the hooks, so `pre-commit install` would fail or take them away.
var hookManagers = [...]struct{ sign, file, add string }{
	{".husky", ".husky/pre-commit", "husky runs the hooks here; add this line to it:\nnplint --staged"},
	{"lefthook.yml", "lefthook.yml", lefthookJob},
	{"lefthook.yaml", "lefthook.yaml", lefthookJob},
	{".lefthook.yml", ".lefthook.yml", lefthookJob},
	{".lefthook.yaml", ".lefthook.yaml", lefthookJob},
}

const lefthookJob = `lefthook runs the hooks here; add this to it:
pre-commit:
  commands:
    nplint:
      run: nplint --staged`

const gitlabJob = `this is a project of GitLab; add this to it:
nplint:
  image: golang:1.26
  script:
    - go run github.com/nplint/nplint/cmd/nplint@v` + Version + ` --output text --output gitlab=nplint.json
  artifacts:
    when: always
    reports:
      codequality: nplint.json`

// hook writes a configuration of pre-commit at the top of the repository, or tells what to add to the hooks that are there.
func (i *initializer) hook(ctx context.Context, top string) {
	const file = ".pre-commit-config.yaml"
	text, err := os.ReadFile(filepath.Join(top, file))
	if err != nil {
		for _, manager := range hookManagers {
			if existing(filepath.Join(top, manager.sign)) {
				i.tell(top, manager.file, manager.add)
				return
			}
		}
		if dir := hooksDir(ctx, top); dir != "" {
			i.tell(top, dir+"/pre-commit", "git runs this script, since core.hooksPath is set, and `pre-commit install` would refuse; add this line to it:\nnplint --staged")
			return
		}
	}
	kept := i.write(top, file, "repos:\n"+hookEntry, false)
	switch last := len(i.done) - 1; {
	case i.err != nil:
	case !kept:
		i.done[last].Note = "run `pre-commit install` once in every checkout"
	case strings.Contains(string(text), hookRepository):
		i.done[last].Note = "it runs nplint already"
	default:
		i.done[last].Note = "it is never replaced; add this to its `repos`:\n" + hookEntry
	}
}

// hooksDir returns the directory below the top of a repository, relative to it, that its configuration names for hooks, or "" if it names none.
func hooksDir(ctx context.Context, top string) string {
	g, err := newGit(top, top)
	if err != nil {
		return ""
	}
	out, err := g.run(ctx, nil, "config", "--local", "--get", "core.hooksPath") // only of this file: for nplint's own calls hooks are switched off
	dir := filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))
	if filepath.IsAbs(dir) {
		if dir = realPath(dir); within(dir, top) {
			dir = slashBelow(dir, top)
		}
	}
	if err != nil || dir == "" || !filepath.IsLocal(dir) {
		return ""
	}
	return filepath.ToSlash(filepath.Clean(dir))
}

// workflow writes a workflow for GitHub at the top of the repository, or tells what to add to the pipeline of GitLab.
func (i *initializer) workflow(top string, force bool) {
	if pipeline := ".gitlab-ci.yml"; existing(filepath.Join(top, pipeline)) && !existing(filepath.Join(top, ".github")) {
		i.tell(top, pipeline, gitlabJob)
		return
	}
	i.write(top, ".github/workflows/nplint.yml", workflow, force)
}

// tell notes what a person has to do about a file that is not ours.
func (i *initializer) tell(top, name, note string) {
	if i.err == nil {
		i.done = append(i.done, InitFile{Path: i.shown(top, name), Note: note})
	}
}
