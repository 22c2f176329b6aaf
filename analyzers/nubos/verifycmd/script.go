package verifycmd

import (
	"fmt"

	"github.com/nplint/nplint/analyzers/document"
)

// script is the commands of one <verify>, with what those that were judged tell about those that follow.
type script struct {
	*plan
	where
	at        string          // where it stands, in the artefact's own terms
	what      string          // what it verifies: "M001-S001-T0001"
	id        string          // of the task that it verifies, "" if it is none
	aside     bool            // only what is plainly a command is judged
	functions map[string]bool // that the script itself defines
	depth     int             // of `sh -c` in one another
	strict    strict          // the options of the shell
	fallible  bool            // a command may exit with anything but 0, or something is reported
}

func newScript(p *plan, at, what string) *script {
	return &script{plan: p, at: at, what: what, functions: map[string]bool{},
		where: where{outlook: p.plans, root: p.Doc.Root, dirs: []string{"."}}}
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

// next judges what starts with the first line and returns how many lines that takes.
func (s *script) next(lines []line) int {
	l := lines[0]
	if !prose(l.s, s.knows) {
		return s.shell(lines)
	}
	s.fallible = true
	if !s.aside {
		s.Report(document.Finding{Rule: "verify-command-unknown", Span: document.Span{Start: l.at,
			End: l.at + len(l.s)}, At: s.at,
			Message: fmt.Sprintf("`%s` is a sentence and no command, so it cannot verify %s; write a command that exits 0 "+
				"if it holds, and put what only people can judge under <acceptance_criteria>",
				short(l.s), s.what)})
	}
	return 1
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

// perhaps is fails in a version of nubos-pilot that the project may not be of.
func (s *script) perhaps(c command, format string, args ...any) {
	s.Report(document.Finding{Rule: "verify-command-unknown", Lesser: true, At: s.at,
		Span:    c.t.span(c.words[0].from, c.words[len(c.words)-1].to),
		Message: fmt.Sprintf("`%s` may fail to verify %s: ", short(c.source()), s.what) + fmt.Sprintf(format, args...)})
}

// missing reports a file that a program is to run and that is not there.
func (s *script) missing(c command, w word, what string) {
	if w.fixed && w.text != "-" && s.look(w.text) == document.Absent {
		s.fails(c, "the %s %s does not exist, and %s", what, short(w.text), s.unmade(w.text))
	}
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
