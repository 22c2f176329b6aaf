package discover

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Other is a file that is no artefact of a run, or a directory, with a slash at its end, in which there is none.
type Other struct {
	Path string // relative to the base
	Why  string
}

// Others returns what lies at and below the targets of a query and is no artefact, with the reason, in the order of
// names. excluding says what excludes a name, or "".
func (p *Project) Others(targets []string, excluding func(name string) string) []Other {
	o := others{walker: p.walker, excluding: excluding, within: map[string]bool{}, seen: map[string]bool{}}
	for name := range p.walker.found {
		for ; !o.within[name]; name = path.Dir(name) {
			o.within[name] = true
		}
	}
	for _, target := range targets {
		info, err := os.Stat(target)
		name := p.walker.fs.Name(target)
		if why := excluding(name); why != "" {
			o.add(name, err == nil && info.IsDir(), why)
		} else if err == nil && info.IsDir() {
			o.dir(name)
		} else if !o.within[name] {
			o.add(name, false, noKind)
		}
	}
	slices.SortStableFunc(o.found, func(a, b Other) int { return strings.Compare(a.Path, b.Path) })
	return o.found
}

const noKind = "no kind: no contract of its project has such a path"

// others collects.
type others struct {
	*walker
	excluding func(name string) string
	within    map[string]bool // names of artefacts, and of the directories that they lie in
	seen      map[string]bool
	found     []Other
}

func (o *others) add(name string, isDir bool, why string) {
	if isDir {
		name += "/"
	}
	if !o.seen[name] {
		o.seen[name] = true
		o.found = append(o.found, Other{name, why})
	}
}

// dir goes through a directory.
func (o *others) dir(name string) {
	entries, err := o.fs.ReadDir(o.fs.Abs(name))
	if err != nil {
		o.add(name, true, noAccess("directory", err).Message)
		return
	}
	at := o.ignore.At(name, entries)
	if at.Apart() {
		o.add(name, true, "another working tree of a repository, or a submodule: it holds a file named .git")
		return
	}
	for _, e := range entries {
		below := path.Join(name, e.Name())
		ignored := at.Ignored(e.Name(), e.IsDir())
		switch why := o.excluding(below); {
		case e.Name() == ".git" || !e.IsDir() && o.within[below]:
		case why != "":
			o.add(below, e.IsDir(), why)
		case e.IsDir() && slices.Contains(skipped, e.Name()) && !o.within[below]:
			o.add(below, true, "a directory of this name is never entered")
		case ignored != nil && !o.within[below]:
			const format = "ignored by git: %s in line %d of %s"
			o.add(below, e.IsDir(), fmt.Sprintf(format, ignored.Pattern, ignored.Line, ignored.File))
		case e.IsDir():
			o.dir(below)
		case e.Type()&fs.ModeSymlink != 0 && o.linksToDir(below):
			o.add(below, true, "a symbolic link to a directory: what is there is judged under its own name")
		default:
			o.add(below, false, noKind)
		}
	}
}

func (o *others) linksToDir(name string) bool {
	info, err := os.Stat(filepath.Clean(o.fs.Abs(name)))
	return err == nil && info.IsDir()
}
