package reference

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/internal/memo"
)

// due is what announces, in a heading or before a list, names of what nobody has made so far.
var (
	due     = memo.Regexp(`(?i)\b(?:` + dues + `)\b`)
	dueCell = memo.Regexp(`(?i)^\s*(?:` + dues + `)\s*$`) // of a table
)

const dues = `to-?dos?|planned|future|candidates?|upcoming|proposed|proposals?|coming soon|under consideration|` +
	`not (?:yet )?(?:built|written|implemented|available)|(?:could|would|will) add|implementing`

// coming is a name, of which a line break stands here, between words that tell of what nobody has made so far.
var coming = memo.Regexp("(?i)\\b(?:planned|future|upcoming|proposed|deferred)\\s+[`*_\"'(]*/?\n|" +
	"\n[`*_\"')]*\\s+(?:\\(?(?:an? )?(?:planned|future|upcoming|proposed)|[^.;|]{0,80}\\s(?:is|are|was)\\s+[*_]*(?:planned|deferred|postponed))\\b")

// isComing reports whether a line says of a name that it is one of what is to be made.
func isComing(m notation.Mention) bool {
	const around = 120
	return coming().MatchString(m.Text[max(0, m.From-around):m.From] + "\n" + m.Text[m.To:min(len(m.Text), m.To+around)])
}

// isDue reports whether a line tells what is to be made: its section is announced so, or what stands in the section
// before it and ends in a colon.
func (r *names) isDue(l notation.Line) bool {
	if r.due == nil {
		r.due = map[int]bool{}
		isAnnounced := false
		notation.Text(r.Doc, func(l notation.Line) {
			text := strings.TrimSpace(l.Text)
			switch {
			case strings.HasPrefix(text, "#"):
				isAnnounced = due().MatchString(text)
			case strings.HasSuffix(text, ":"):
				isAnnounced = isAnnounced || due().MatchString(text)
			}
			if isAnnounced || strings.HasPrefix(text, "|") && slices.ContainsFunc(strings.Split(text, "|"), dueCell().MatchString) {
				r.due[l.Start] = true
			}
		})
	}
	return r.due[l.Start]
}
