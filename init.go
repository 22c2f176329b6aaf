package nplint

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// InitFile is what Init did about one file.
type InitFile struct {
	Path  string // relative to the directory that Init was called for, with slashes
	Wrote bool   // else it was there and is as it was
	Note  string // what else there is to know or to do
}

// Init sets nplint up in a directory: it writes a configuration with every setting explained and, at the top of the git repository around it, a
// configuration of pre-commit and a workflow for GitHub. Where husky, lefthook or scripts of the project run the hooks, or the project is one of GitLab, it tells what to add
// instead. A file that is there stays as it is; with force the configuration and the workflow are replaced, but never what pre-commit is told, since that
// may be about other hooks too. It returns what it did, also with an error.
func Init(ctx context.Context, dir string, force bool) ([]InitFile, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	dir = realPath(dir)
	found, err := kindsIn(ctx, dir)
	if err != nil {
		return nil, err
	}
	i := &initializer{dir: dir}
	i.write(dir, ConfigName, initialConfig(found), force)
	top := repositoryOf(dir)
	if top == "" {
		return i.done, i.err
	}
	i.hook(ctx, top)
	i.workflow(top, force)
	return i.done, i.err
}

// kindsIn returns the kinds of the artefacts below a directory, sorted, each as often as there are artefacts.
func kindsIn(ctx context.Context, dir string) ([]string, error) {
	r, err := newRun(Options{Dir: dir, Paths: []string{dir}})
	if err != nil {
		return nil, err
	}
	if err := r.discover(ctx); err != nil {
		return nil, err
	}
	var kinds []string
	for _, in := range r.inputs {
		if in.Target && in.Kind != "" {
			kinds = append(kinds, in.Kind)
		}
	}
	slices.Sort(kinds)
	return kinds, nil
}

// initializer writes files until one cannot be written.
type initializer struct {
	dir  string
	done []InitFile
	err  error
}

// write writes a file below a directory, unless it is there and is to be kept. It never leaves the directory, whatever links lead out of it.
func (i *initializer) write(top, name, text string, force bool) (kept bool) {
	if i.err != nil {
		return false
	}
	shown := i.shown(top, name)
	kept, err := writeBelow(top, name, text, force)
	if err != nil {
		i.err = fmt.Errorf("%s: cannot be written: %w", shown, reason(err))
		return false
	}
	file := InitFile{Path: shown, Wrote: !kept}
	if kept {
		file.Note = "--force replaces it"
	}
	i.done = append(i.done, file)
	return kept
}

// shown returns the path of a file relative to the directory that Init was called for.
func (i *initializer) shown(top, name string) string {
	if rel, err := filepath.Rel(i.dir, filepath.Join(top, name)); err == nil {
		return filepath.ToSlash(rel)
	}
	return name
}

func writeBelow(top, name, text string, force bool) (kept bool, err error) {
	root, err := os.OpenRoot(top)
	if err != nil {
		return false, err
	}
	defer root.Close()
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return false, err
	}
	info, err := root.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return false, errors.New("there is something that is no file")
	case err == nil && !force:
		return true, nil
	case err == nil: // replaced as a whole, so that nobody reads a part
		temp := path.Join(path.Dir(name), ".nplint-"+rand.Text()+".tmp")
		if err := create(root, temp, text, info.Mode().Perm()); err != nil {
			return false, err
		}
		if err := root.Rename(temp, name); err != nil {
			_ = root.Remove(temp)
			return false, err
		}
		return false, nil
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	return false, create(root, name, text, 0o644)
}

// create writes a file that is not there yet. On an error it still is not.
func create(root *os.Root, name, text string, mode fs.FileMode) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = root.Remove(name)
	}
	return err
}

// initialConfig returns a configuration file with every key. Those that say nothing else than the defaults are comments: a # without a space behind it.
func initialConfig(kinds []string) string {
	found := "No artefact of a known framework was found when this file was written."
	if len(kinds) > 0 {
		counts := map[string]int{}
		var packs []string
		for _, kind := range kinds {
			pack, _, _ := strings.Cut(kind, "/")
			if counts[pack]++; counts[pack] == 1 {
				packs = append(packs, pack)
			}
		}
		for i, pack := range packs {
			packs[i] = fmt.Sprintf("%s (%d)", pack, counts[pack])
		}
		found = "Found when this file was written: " + strings.Join(packs, ", ") + "."
	}
	return strings.NewReplacer("FOUND", found, "PACKS", tomlValue(packNames())).Replace(configTemplate)
}

const configTemplate = `# What nplint checks here. Everything is optional; a setting behind a # without a space is one to switch on.
# "nplint config show" prints what is in force and where it comes from. Editors with Taplo complete keys after
# "nplint config schema > .nplint.schema.json", if the first line here is "#:schema ./.nplint.schema.json".
version = 1

# Settings that several projects share: files, relative to this one and within the repository. This file adds to them.
#extends = ["../base.toml"]

# No configuration in a directory above counts here. Without it this file refines the ones above, for what lies below its own directory.
#root = true

# Built-in packs to check with. Without it all are, as soon as there is something for them.
# FOUND
#packs = PACKS

# Files and directories to leave alone, as globs relative to this file's directory.
#exclude = ["archive/**"]

# The least severity that makes the exit status 1: error, warning, info or never.
#fail_level = "warning"

# The largest file that is read.
#max_file_size = "32MiB"

# Directories with contracts of your own: "nplint contract show" prints ours to start from.
#contracts.dirs = ["contracts"]

# The edition of nexus-core's contracts; without it each tree's own files tell.
#nexus.contract = "0.10"

# Severities (off, info, warning, error) and options of rules; "nplint rules" lists them, "nplint explain RULE" tells what they are for.
[rules]
#unknown-key = "off"
#"verification/block-sequence" = "error"
#agreement-score-low = { severity = "error", min = 0.6 }

# Severities for some files; of several overrides the last wins.
#[[overrides]]
#paths = ["agents/legacy/**"]
#[overrides.rules]
#agent-tools = "warning"

# Findings that are to stand, in files that can hold no comment; elsewhere a comment says so: <!-- nplint-ignore RULE -- reason -->
#[[suppressions]]
#paths = ["**/STATE.json"]
#rules = ["missing-required"]
#reason = "written by a tool that is not ours"
`

const hookRepository = "https://github.com/nplint/nplint"

const hookEntry = `  - repo: ` + hookRepository + `
    rev: v` + Version + `
    hooks:
      - id: nplint
`

const workflow = `name: nplint

on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  nplint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-go@v6
        with:
          go-version: stable
          cache: false
      - run: go install github.com/nplint/nplint/cmd/nplint@v` + Version + `
      - run: nplint run --output github
`
