package verifycmd

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// where is the place that the next command runs in, and what it finds there.
type where struct {
	*outlook
	root string   // of the project
	dirs []string // where the command may run, relative to the root; none if nobody knows
	lost bool     // a directory that is not there was entered
	made []string // words of earlier commands that may be files which they make
}

// maxDirs is how many directories a command is looked for in.
const maxDirs = 8

// maxMade is how many files earlier commands may make before it is open what they made.
const maxMade = 200

// make notes a file that a command may make.
func (w *where) make(file string) {
	if len(w.made) < maxMade {
		w.made = append(w.made, file)
	}
}

// remember notes what a command may make: any word could be a file that it writes, if it is a command that writes at
// all.
func (w *where) remember(c command) {
	if c.words[0].fixed && readers[c.words[0].text] {
		return
	}
	w.made = slices.Grow(w.made, len(c.words))
	for _, word := range c.words {
		if word.fixed {
			_, value, has := strings.Cut(word.text, "=")
			if !has {
				value = word.text
			}
			w.make(value)
		}
	}
}

// readers make no file.
var readers = set("cat ls test [ grep rg head tail wc stat file find diff cmp cd pushd echo printf true node source " +
	". chmod which")

// outputs are the directories that builds fill.
var outputs = set("dist build out output target .next .output obj _build public tmp coverage release Release debug " +
	"Debug generated gen es esm cjs")

// builder finds words of commands that build, install or generate something.
var builder = memo.Regexp(`(?i)build|compile|bundle|make|install|package|publish|generate|assemble|release|dist|` +
	`\b(?:tsc|webpack|vite|rollup|esbuild|swc|babel|parcel|cargo|gradlew?|mvnw?|stack|cabal|ninja|ci|sync)\b`)

// comes reports whether a path that is absent may be there when the command runs: an earlier command may make it, or
// a task of a plan does.
func (w *where) comes(file string) bool {
	for _, made := range w.made {
		if made = path.Clean(made); made == file || made != "." && strings.HasPrefix(file, made+"/") {
			return true
		}
	}
	for part := range strings.SplitSeq(path.Dir(file), "/") {
		if outputs[part] && slices.ContainsFunc(w.made, builder().MatchString) {
			return true
		}
	}
	return len(w.made) == maxMade || w.makes(file, false)
}

// brings reports whether a task makes a file with a name that may declare anything.
func (w *where) brings(name string) bool {
	return w.names(func(file string) bool {
		return path.Base(file) == name && w.set.Files.Look(w.root, file) == document.Absent
	})
}

// unmade tells in a message why a file that is not there does not come.
func (w *where) unmade(file string) string {
	for _, dir := range append(w.dirs, ".") {
		if w.makes(path.Join(dir, file), true) {
			return "only a task of a later slice plans to make it"
		}
	}
	return "no task plans to make it"
}

// arrives reports whether a file that is absent may be there when the command runs.
func (w *where) arrives(file string) bool {
	return w.set.Files.Look(w.root, file) == document.Absent && w.comes(file)
}

// look says what is at a path in any of the directories that the command may run in. What cannot be known counts as a
// file.
func (w *where) look(file string) document.Entry {
	if len(w.dirs) == 0 || path.IsAbs(file) || strings.HasPrefix(file, "~") {
		return document.File
	}
	for _, dir := range w.dirs {
		full := path.Join(dir, file)
		if full == ".." || strings.HasPrefix(full, "../") {
			return document.File
		}
		if entry := w.set.Files.Look(w.root, full); entry != document.Absent {
			return entry
		}
	}
	for _, dir := range w.dirs {
		if w.comes(path.Join(dir, file)) || w.comes(path.Clean(file)) {
			return document.File
		}
	}
	return document.Absent
}

// alone reports whether no project is around the document: then nothing says that a file is missing which is not
// there.
func (w *where) alone() bool { return w.set.Files.Look(w.root, place.Home) != document.Dir }

// place names in a message where commands are looked for.
func (w *where) place() string {
	if len(w.dirs) == 0 || w.dirs[0] == "." {
		return "the project"
	}
	return w.dirs[0]
}

// provides reports whether a bare name is that of a program that the project provides, depends on or has installed.
func (w *where) provides(name string) bool {
	if strings.ContainsAny(name, "/\x00") {
		return false
	}
	for _, dir := range w.dirs {
		for _, bin := range []string{"node_modules/.bin", "vendor/bin", ".venv/bin", "venv/bin"} {
			if w.set.Files.Look(w.root, path.Join(dir, bin, name)) != document.Absent {
				return true
			}
		}
		if m := packageJSON(w.facts, w.root, dir); m != nil && m.programs[name] {
			return true
		}
		if m := pyproject(w.facts, w.root, dir); m != nil && (m.broken || m.names[name]) {
			return true
		}
	}
	files, _ := w.files(w.root)
	return slices.ContainsFunc(files, func(file string) bool { // a part of the project may declare it
		switch path.Base(file) {
		case "pyproject.toml":
			m := pyproject(w.facts, w.root, path.Dir(file))
			return m != nil && m.names[name]
		case "package.json":
			m := packageJSON(w.facts, w.root, path.Dir(file))
			return m != nil && m.programs[name]
		}
		return false
	})
}

// within judges a command that options may send to another directory, where nobody looks.
func (w *where) within(a arguments, judge func()) {
	if dirs := w.dirs; a.option(moving...) != nil {
		w.dirs = nil
		defer func() { w.dirs = dirs }()
	}
	judge()
}

// moving are the options by which programs run something in another directory.
var moving = []string{"--prefix", "-C", "--dir", "--cwd", "--directory", "--project", "-w", "--workspace",
	"--workspaces", "-ws", "--filter", "-F", "--filter-prod", "-r", "--recursive"}
