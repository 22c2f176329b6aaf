package requirement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// unseen reports bullets that were meant for requirements and are none.
func (j lister) unseen() {
	prefixes, seen := map[string]bool{}, map[string]bool{}
	for i := range j.req.Bullets {
		if b := &j.req.Bullets[i]; b.Seen {
			prefixes[notation.Family(b.ID.Text)], seen[b.ID.Text] = true, true
		}
	}
	for i := range j.req.Rows {
		prefixes[notation.Family(j.req.Rows[i].ID.Text)] = true
	}
	for i := range j.req.Bullets {
		b := &j.req.Bullets[i]
		cause, id := cause(b, prefixes), strings.ToUpper(b.ID.Text)
		if cause == "" || seen[id] { // it tells more of one that is seen
			continue
		}
		mark := " "
		if b.Ticked {
			mark = "x"
		}
		var fixes []document.Fix
		if rest, span := j.told(b); span.Len() > 0 {
			indent := b.Text[:len(b.Text)-len(strings.TrimLeft(b.Text, " \t"))]
			fixes = document.Replace("write it as GSD reads it", span,
				fmt.Sprintf("%s- [%s] **%s**: %s", indent, mark, id, rest))
		}
		j.gathered(cause, "gsd-requirement-unseen", b.Span, j.req.Row(b.ID.Text) != nil, fixes,
			"GSD does not see this requirement, since %s, so nobody can tick or count it; write `- [%s] **%s**: …`",
			cause, mark, id)
	}
	for _, l := range j.req.Lines {
		m := partedID().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden {
			continue
		}
		id := l.Text[m[2]:m[3]] + "-" + l.Text[m[4]:m[5]]
		if j.req.Listed(id) || !prefixes[notation.Family(id)] {
			continue
		}
		j.parted[id] = true
		at := l.Word(m[2], m[5])
		j.gathered("parted", "gsd-requirement-unseen", l.Span, false, document.Replace("write "+id, at.Span, id),
			"GSD does not see this requirement, since no hyphen stands in %s, so nobody can tick or count it; write %s",
			document.Quote(at.Text), id)
	}
}

// partedID is a bullet of which the id has another sign for the hyphen, or none.
var partedID = memo.Regexp(`^\s*-\s+\[[ xX]\]\s+\*\*([A-Z][A-Z0-9]*?)[_. ‐‑–—−]?(\d+)\*\*`)

// told returns what a bullet says behind its id, without the marks that close those before it, and the lines that it
// stands on. The span is empty if marks are left over, which a line of its own may close.
func (j lister) told(b *model.Requirement) (rest string, span document.Span) {
	head, rest := b.Text[:b.ID.Span.Start-b.Span.Start], b.Text[b.ID.Span.End-b.Span.Start:]
	open := []byte(head[len(strings.TrimRight(head, "*_`")):])
	slices.Reverse(open)
	span, marks := b.Span, string(open)
	if behind := strings.TrimLeft(rest, ": \t"); strings.HasPrefix(behind, marks) {
		rest = behind[len(marks):]
	} else if before, after, ok := strings.Cut(rest, marks); ok {
		rest = before + after
	} else {
		next, _ := slices.BinarySearchFunc(j.req.Lines, b.Span.Start+1, func(l notation.Line, at int) int {
			return l.Span.Start - at
		})
		if next == len(j.req.Lines) {
			return "", document.Span{}
		}
		after, ok := strings.CutPrefix(strings.TrimLeft(j.req.Lines[next].Text, " \t"), marks)
		if !ok {
			return "", document.Span{}
		}
		rest, span.End = strings.TrimRight(rest, " \t")+after, j.req.Lines[next].Span.End
	}
	if !notation.Paired(rest) {
		return "", document.Span{}
	}
	return strings.TrimLeft(rest, ": \t"), span
}

// cause tells why a bullet is not read as the requirement that it was meant for, or "".
func cause(b *model.Requirement, prefixes map[string]bool) string {
	_, tail, _ := strings.Cut(b.ID.Text, "-")
	digit := strings.ContainsAny(tail, "0123456789")
	known := prefixes[notation.Family(b.ID.Text)]
	switch {
	case b.Seen || b.Later || b.Sign || !digit && !(known && b.Bold) || !b.Bold && !known && !b.Box:
		return ""
	case b.Odd && notation.Over(b.Text[b.ID.Span.End-b.Span.Start:]):
		return "" // its checkbox is neither on purpose
	case !notation.IsID(b.ID.Text):
		if !known {
			return ""
		}
		return "its id is not written in capitals"
	case b.Colon:
		return "the colon stands inside of the stars"
	case !b.Bold && !b.Box && !b.Apart:
		return "" // a sentence that starts with the id
	case !b.Bold:
		return "its id does not stand between stars"
	case !b.Box && known:
		return "it has no checkbox"
	case !b.Box:
		return ""
	}
	if b.Star {
		return "its bullet is no hyphen"
	} else if b.Odd {
		return "its checkbox is neither `[ ]` nor `[x]` with a space on each side"
	}
	if strings.TrimSpace(b.Text[b.ID.Span.End-b.Span.Start:]) == "" {
		return "its line ends before its stars are closed"
	}
	return "more than the id stands between the stars"
}
