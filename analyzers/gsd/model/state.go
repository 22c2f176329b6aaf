package model

import (
	"cmp"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// State is STATE.md.
type State struct {
	Front *dialect.Front
	Lines []notation.Line // behind the frontmatter
	raw   string          // the milestone that the roadmap is scoped by

	// CurrentPhase returns the number of the phase that the state is at, and where it says so.
	CurrentPhase func() (number string, at document.Span)
}

var milestoneLine = memo.Regexp(`(?m)^milestone:\s*(.+)`)

// State returns the state, or nil if there is none.
func (p *Planning) State() *State {
	return p.state.Get(p.Set, true, func() *State {
		d := p.Doc("STATE.md")
		if d == nil {
			return nil
		}
		s := &State{Front: p.Front(d)}
		s.CurrentPhase = sync.OnceValues(s.currentPhase) // each of very many summaries is held against it
		for l := range notation.Lines(d) {
			if l.Span.Start >= s.Front.End {
				s.Lines = append(s.Lines, l)
			}
		}
		if m := milestoneLine().FindStringSubmatch(d.Content()); m != nil {
			s.raw = strings.Trim(strings.TrimSpace(m[1]), `"'`)
		}
		return s
	})
}

// longest is how many bytes a version or number of a phase has that anybody writes.
const longest = 100

// Milestone returns the version that scopes the roadmap, or "".
func (s *State) Milestone() string {
	if v := versionIn().FindString(s.raw); len(v) <= longest {
		return v
	}
	return ""
}

// Key returns a value of the frontmatter, also of a map in it ("progress.percent").
func (s *State) Key(path string) *document.Node {
	n := s.Front.Root
	for key := range strings.SplitSeq(path, ".") {
		n = n.Get(key)
	}
	return n
}

// Field returns a field of the body: the first `**Name:** v` at the start of a line, else `Name: v` at column 0; nil
// if there is none.
func (s *State) Field(names ...string) *Field {
	for _, bold := range []bool{true, false} {
		for _, name := range names {
			for _, l := range s.Lines {
				if at := fieldValue(l.Text, name, bold); at > 0 && at < len(l.Text) && !l.Hidden {
					start, end := document.Trim(l.Text, at, len(l.Text))
					return &Field{Text: l.Text[start:end], Span: l.Part(start, end), Line: l.Span}
				}
			}
		}
	}
	return nil
}

// fieldValue returns where the value of a field starts in a line, or 0.
func fieldValue(line, name string, bold bool) int {
	at := 0
	if bold {
		at = len(line) - len(strings.TrimLeft(line, " \t\f\r")) + len("**")
		if !strings.HasPrefix(line[at-len("**"):], "**") {
			return 0
		}
	}
	end := at + len(name)
	if end > len(line) || !strings.EqualFold(line[at:end], name) {
		return 0
	}
	switch rest := line[end:]; {
	case bold && (strings.HasPrefix(rest, ":**") || strings.HasPrefix(rest, "**:")):
		return end + len(":**")
	case !bold && strings.HasPrefix(rest, ":"):
		return end + len(":")
	}
	return 0
}

func (s *State) currentPhase() (number string, at document.Span) {
	text := ""
	if n := s.Key("current_phase"); dialect.Text(n) != "" {
		text, at = dialect.Text(n), n.Span
	} else if f := cmp.Or(s.Field("Current Phase"), s.Field("Phase")); f != nil {
		text, at = f.Text, f.Span
	}
	if number = notation.PhaseIn(text); len(number) > longest {
		return "", at
	}
	return number, at
}
