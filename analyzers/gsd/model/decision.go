package model

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// Decision is a bullet of a context that starts like a decision.
type Decision struct {
	notation.Line
	ID      notation.Word
	Read    bool          // GSD reads it
	Bare    bool          // it is no bullet in stars, so that GSD passes over it
	Alone   bool          // no bullet starts like a decision: it is the first id of one, by which GSD sees that some are there
	Free    bool          // it is left to discretion
	Tracked bool          // a plan must name it
	Tag     notation.Word // what brackets behind its id hold
	Fix     document.Span // of what stands where a colon should, if that is plain
	said    bool          // it is a sentence, which may be about one that stands elsewhere
}

var (
	decisionID   = memo.Regexp(`^(\s*)-\s+\*\*(D(?:\d[A-Za-z0-9]*)?-(?:[A-Za-z0-9][A-Za-z0-9_-]*)?)`)
	bareDecision = memo.Regexp(`^\s*((?:(?:[-*+]|\d+[.)])\s+\W{0,2}|\*\*)(D[-_ ]?\d+)\W{0,2}[:.—–]\*{0,2})(?:\D|$)`)
	// bareSentence is a bullet whose id is followed by a sentence, as nobody writes of a decision that stands elsewhere.
	bareSentence = memo.Regexp(`^\s*((?:[-*+]|\d+[.)])\s+(D-\d+)(?:\s+-)?)\s+[A-Z]`)
	decisionOK   = memo.Regexp(`^\s*-\s+\*\*D\d*-[A-Za-z0-9][A-Za-z0-9_-]*(?:\s*\[[^\]]+\])?` +
		`(?:[^:*]*:[^:*]*|[^*—–]*[—–][^*]*)\*\*`)
	idTag       = memo.Regexp(`^\s*-\s+\*\*D\d*-[A-Za-z0-9][A-Za-z0-9_-]*\s*\[([^\]]+)\]`)
	decisionTag = memo.Regexp(`\[[^\]]*\b(?i:informational|folded|deferred)\b[^\]]*\]`)
	anyDecision = memo.Regexp(`\b(D\d*-[A-Za-z0-9][A-Za-z0-9_-]*)`)
	discretion  = memo.Regexp(`(?i)^#{2,6}\s+Claude['’]s Discretion`)
)

// Decisions returns the decisions of a context.
func (p *Planning) Decisions(d *document.Document) []Decision {
	return p.decisions.Get(p.Set, d.Path, func() []Decision {
		p.Uses(d)
		text := slices.Collect(notation.Lines(d))
		lines := decisionLines(text)
		if found := once(readDecisions(lines)); len(found) > 0 {
			return found
		}
		if lines == nil && !strings.Contains(d.Content(), "<decision") { // a tag that is wrong is told
			lines = text // which GSD searches, too
		}
		return loneDecision(lines)
	})
}

// readDecisions reads the bullets that start like decisions.
func readDecisions(lines []notation.Line) []Decision {
	var found []Decision
	free, open := false, -1 // how deep the decision stands that bullets below it explain
	for i, l := range lines {
		if level, _ := notation.Heading(l.Text); level > 0 {
			free, open = discretion().MatchString(l.Text), -1
		}
		text := strings.TrimLeft(l.Text, " \t")
		if text == "" {
			open = -1
		} else if open >= 0 && text[0] == '-' && len(l.Text)-len(text) > open {
			continue
		}
		if l.Hidden {
			continue
		}
		m := decisionID().FindStringSubmatchIndex(l.Text)
		if m == nil {
			if bare := readBare(l); bare != nil {
				found = append(found, *bare)
			}
			continue
		}
		dec := readDecision(l, m[4], m[5], wrapped(lines[i:]))
		dec.Free, dec.Tracked = free, !free && !decisionTag().MatchString(l.Text)
		if open = -1; dec.Read {
			open = m[3] - m[2]
		}
		found = append(found, dec)
	}
	return found
}

// readDecision reads a bullet whose id stands from one byte of the line to another, with the text that the bullet starts with.
func readDecision(l notation.Line, from, to int, text string) Decision {
	dec := Decision{Line: l, ID: l.Word(from, to), Read: decisionOK().MatchString(text)}
	if tag := idTag().FindStringSubmatchIndex(l.Text); tag != nil {
		dec.Tag = l.Word(tag[2], tag[3])
	}
	if rest := l.Text[to:]; strings.HasPrefix(rest, "**:") {
		dec.Fix = l.Part(to, to+len("**:"))
	} else if strings.HasPrefix(rest, "**") {
		dec.Fix = l.Part(to, to)
	}
	return dec
}

// readBare reads a line that says a decision and is no bullet in stars, or returns nil.
func readBare(l notation.Line) *Decision {
	isSaid := false
	m := bareDecision().FindStringSubmatchIndex(l.Text)
	if m == nil {
		m, isSaid = bareSentence().FindStringSubmatchIndex(l.Text), true
	}
	if m == nil {
		return nil
	}
	return &Decision{Line: l, Bare: true, said: isSaid, ID: l.Word(m[4], m[5]), Fix: l.Part(m[2], m[3])}
}

// wrapped returns the first line, with those below it over which stars go on that it opens.
func wrapped(lines []notation.Line) string {
	const most = 5 // lines below it
	text := lines[0].Text
	for next := 1; strings.Count(text, "**")%2 == 1 && next <= most; next++ {
		if next == len(lines) || strings.HasPrefix(strings.TrimSpace(lines[next].Text), "-") {
			break
		}
		text += " " + strings.TrimSpace(lines[next].Text)
	}
	return text
}

// once leaves out sentences about a decision that stands elsewhere.
func once(found []Decision) []Decision {
	known := map[string]bool{}
	for i := range found {
		known[found[i].ID.Text] = known[found[i].ID.Text] || !found[i].said
	}
	return slices.DeleteFunc(found, func(dec Decision) bool {
		again := dec.said && known[dec.ID.Text]
		known[dec.ID.Text] = true
		return again
	})
}

// loneDecision returns the first id of a decision where no bullet starts like one: one that begins a line, if there is one.
func loneDecision(lines []notation.Line) []Decision {
	var found []Decision
	for _, l := range lines {
		m := anyDecision().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden {
			continue
		}
		starts := strings.Trim(l.Text[:m[2]], "#-*+| \t") == "" // else it only mentions one
		if starts || found == nil {
			found = []Decision{{Line: l, ID: l.Word(m[2], m[3]), Alone: true}}
		}
		if starts {
			break
		}
	}
	return found
}

var decisionHead = memo.Regexp(`(?i)\bdecisions?\b`)

// decisionLines returns the lines of all <decisions> blocks, or else of the first section whose heading speaks of
// decisions. A tag that nothing closes counts only if it is the first: behind a block it is a word of the text.
func decisionLines(lines []notation.Line) []notation.Line {
	var found []notation.Line
	inside, start := false, 0
	for _, l := range lines {
		if strings.Contains(l.Text, "</decisions>") {
			inside = false
		}
		opens := strings.Contains(l.Text, "<decisions>") && !l.Hidden
		switch {
		case opens && inside:
			found = found[:start] // nothing closed the tag before
		case opens:
			inside, start = true, len(found)
		case inside:
			found = append(found, l)
		}
	}
	if inside && start > 0 {
		found = found[:start]
	}
	if found != nil {
		return found
	}
	level := 0
	for _, l := range lines {
		own, text := notation.Heading(l.Text)
		switch {
		case own > 0 && level > 0 && own <= level:
			return found
		case own > 0 && level == 0 && decisionHead().MatchString(text):
			level = own
		case level > 0:
			found = append(found, l)
		}
	}
	return found
}
