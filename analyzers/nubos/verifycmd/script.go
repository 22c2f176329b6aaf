package verifycmd

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/rules"
)

// script is the commands of one <verify>, with what those that were judged tell about those that follow.
type script struct {
	*plan
	at        string          // where it stands, in the artefact's own terms
	what      string          // what it verifies: "M001-S001-T0001"
	id        string          // of the task that it verifies, "" if it is none
	aside     bool            // only what is plainly a command is judged
	functions map[string]bool // that the script itself defines
	dirs      []string        // where the next command may run, relative to the project root; none if nobody knows
	lost      bool            // a directory that is not there was entered
	made      []string        // words of earlier commands that may be files which they make
	depth     int             // of `sh -c` in one another
	fallible  bool            // a command may exit with anything but 0, or something is reported
}

func (p *plan) newScript(at, what string) *script {
	return &script{plan: p, at: at, what: what, dirs: []string{"."}}
}

// run judges the commands in lines.
func (s *script) run(lines []line) {
	for len(lines) > 0 {
		before := s.dirs
		lines = lines[s.next(lines):]
		if s.lost {
			s.lost, s.dirs = false, before
		} else if len(before) > 0 && len(s.dirs) > 0 && before[0] != s.dirs[0] && len(s.dirs) < maxDirs {
			// Each line may get a shell of its own, so a `cd` may be forgotten at its end.
			s.dirs = append(s.dirs[:len(s.dirs):len(s.dirs)], before...)
		}
	}
}

// maxDirs is how many directories a command is looked for in.
const maxDirs = 8

// next judges what starts with the first line and returns how many lines that takes.
func (s *script) next(lines []line) int {
	l := lines[0]
	if s.prose(l.s) {
		s.fallible = true
		if !s.aside {
			s.sentence(l)
		}
		return 1
	}
	return s.shell(lines)
}

func (s *script) sentence(l line) {
	s.Report(document.Finding{Rule: "verify-command-unknown", Span: document.Span{Start: l.at,
		End: l.at + len(l.s)}, At: s.at,
		Message: fmt.Sprintf("`%s` is a sentence and no command, so it cannot verify %s; write a command that exits 0 "+
			"if it holds, and put what only people can judge under <acceptance_criteria>",
			short(l.s), s.what)})
}

// broken reports shell text that cannot run as a whole.
func (s *script) broken(t *text, from, to int, why string) {
	s.fallible = true
	if !s.aside {
		s.Report(document.Finding{Rule: "verify-command-unknown", Span: t.span(from, to), At: s.at,
			Message: fmt.Sprintf("`%s` cannot verify %s: %s", short(t.s[from:to]), s.what, why)})
	}
}

// fails reports a command that will not run, for the reason that completes the sentence.
func (s *script) fails(c command, format string, args ...any) {
	s.wrong(c, word{}, "", format, args...)
}

// wrong is fails with a word of the command that is wrong and a name that it is near to, or "".
func (s *script) wrong(c command, w word, near, format string, args ...any) {
	f := document.Finding{Rule: "verify-command-unknown", Span: c.t.span(c.words[0].from,
		c.words[len(c.words)-1].to), At: s.at,
		Message: fmt.Sprintf("`%s` cannot verify %s: ", short(c.source()), s.what) + fmt.Sprintf(format, args...)}
	s.suggest(&f, c.t, w, near)
	s.Report(f)
}

// suggest adds to a finding what a word may have been meant as.
func (s *script) suggest(f *document.Finding, t *text, w word, near string) {
	if near == "" {
		return
	}
	f.Message += fmt.Sprintf("; did you mean `%s`?", near)
	if span := t.span(w.from, w.to); w.to > w.from && s.Doc.Text(span) == w.text {
		f.Fixes = document.Replace("write "+near, span, near)
	}
}

// makes notes a file that a command may make.
func (s *script) makes(file string) {
	if len(s.made) < maxMade {
		s.made = append(s.made, file)
	}
}

// maxMade is how many files earlier commands may make before it is open what they made.
const maxMade = 200

// remember notes what a command may make: any word could be a file that it writes, if it is a command that writes at
// all.
func (s *script) remember(c command) {
	if c.words[0].fixed && readers[c.words[0].text] {
		return
	}
	s.made = slices.Grow(s.made, len(c.words))
	for _, w := range c.words {
		if w.fixed {
			_, value, has := strings.Cut(w.text, "=")
			if !has {
				value = w.text
			}
			s.makes(value)
		}
	}
}

// readers make no file.
var readers = set("cat ls test [ grep rg head tail wc stat file find diff cmp cd pushd echo printf true node source . " +
	"chmod which")

// outputs are the directories that builds fill.
var outputs = set("dist build out output target .next .output obj _build public tmp coverage release Release debug " +
	"Debug generated gen es esm cjs")

// builder finds words of commands that build, install or generate something.
var builder = rules.Lazy(`(?i)build|compile|bundle|make|install|package|publish|generate|assemble|release|dist|\b(?:tsc|webpack|vite|rollup|esbuild|swc|babel|parcel|cargo|gradlew?|mvnw?|stack|cabal|ninja|ci|sync)\b`)

// installed are the directories whose content an installation or a build brings, so that many repositories do not
// keep it.
var installed = []string{"bin/", "vendor/bin/", "node_modules/", ".venv/", "venv/", "env/bin/"}

// comes reports whether a path that is absent may be there when the command runs: an earlier command may make it, or
// a task of a plan does.
func (s *script) comes(file string) bool {
	for _, made := range s.made {
		if made = path.Clean(made); made == file || made != "." && strings.HasPrefix(file, made+"/") {
			return true
		}
	}
	for part := range strings.SplitSeq(path.Dir(file), "/") {
		if outputs[part] && slices.ContainsFunc(s.made, builder().MatchString) {
			return true
		}
	}
	return len(s.made) == maxMade || s.planned(file)
}

// arrives reports whether a file that is absent may be there when the command runs.
func (s *script) arrives(file string) bool {
	return s.set.Look(s.Doc.Root, file) == document.Absent && s.comes(file)
}

// look says what is at a path in any of the directories that the command may run in. What cannot be known counts as a
// file.
func (s *script) look(file string) document.Entry {
	if len(s.dirs) == 0 || path.IsAbs(file) || strings.HasPrefix(file, "~") {
		return document.File
	}
	for _, dir := range s.dirs {
		full := path.Join(dir, file)
		if full == ".." || strings.HasPrefix(full, "../") {
			return document.File
		}
		if entry := s.set.Look(s.Doc.Root, full); entry != document.Absent {
			return entry
		}
	}
	for _, dir := range s.dirs {
		if s.comes(path.Join(dir, file)) || s.comes(path.Clean(file)) {
			return document.File
		}
	}
	return document.Absent
}

// alone reports whether no project is around the document: then nothing says that a file is missing which is not
// there.
func (s *script) alone() bool { return s.set.Look(s.Doc.Root, place.Home) != document.Dir }

// define notes a name that the script gives to a command of its own.
func (s *script) define(name string) {
	if s.functions == nil {
		s.functions = map[string]bool{}
	}
	s.functions[name] = true
}

// enter follows `cd`.
func (s *script) enter(c command) {
	if len(c.words) < 2 || !c.words[len(c.words)-1].fixed || c.words[len(c.words)-1].text == "-" || len(s.dirs) == 0 {
		s.dirs = nil
		return
	}
	dir := c.words[len(c.words)-1].text
	var entered []string
	for _, from := range s.dirs {
		if s.set.Look(s.Doc.Root, path.Join(from, dir)) == document.Dir {
			entered = append(entered, path.Join(from, dir))
		}
	}
	if len(entered) == 0 && s.look(dir) == document.Absent {
		s.lost = true
		s.fails(c, "there is no directory %s in %s", short(dir), s.place())
	}
	s.dirs = entered
}

// place names in a message where commands are looked for.
func (s *script) place() string {
	if len(s.dirs) == 0 || s.dirs[0] == "." {
		return "the project"
	}
	return s.dirs[0]
}
