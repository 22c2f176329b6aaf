package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	putOff   = memo.Regexp(`(?i)(?:(\d+)[^\d.;]{0,40})?\bdeferred\b`)
	score    = memo.Regexp(`^\D{0,3}(\d+)\s*/\s*(\d+)`)
	bodyLine = memo.Regexp(`(?i)^\s*\*\*Score(?::\*\*|\*\*:)\s*(.*)$`)
)

const scoreRule, scoreKey = "gsd-verification-score", "frontmatter.score"

// score holds the score against the table of truths, and against itself in the body.
func (j *judge) score(root *document.Node, status string) {
	table := j.truths()
	let := 0 // rows that failed and that overrides let pass: a score counts them, or not
	if list := root.Get("overrides"); list != nil && status == "passed" {
		let = min(table.failed, len(list.Items))
		table.failed -= let
	}
	asked := status == "passed" && j.asked(root)
	if pair := root.Pair("score"); pair != nil {
		key, ok := readScore(dialect.Text(pair.Value))
		if !ok || scored(j, root, pair.Value, key, status, &table, asked, let > 0) {
			return
		}
	}
	if status != "passed" {
		return
	}
	f := document.Finding{Rule: scoreRule, At: "body",
		Related: []document.Related{{Span: root.Pair("status").Value.Span, Message: "it passed here"}}}
	switch {
	case table.failed > 0:
		const format = "the report passed, and %s of its table of truths failed; programs believe the status, " +
			"so it is never fixed; write `status: gaps_found`, or correct the table"
		f.Span, f.Message = table.at, fmt.Sprintf(format, document.Count(table.failed, "row"))
		j.denied = append(j.denied, f)
	case len(table.open) > 0 && !asked:
		const format = "the report passed, and this truth is %s, which nobody has seen to hold; programs believe the status, " +
			"so the phase is over and no person is asked; write `status: human_needed`, or what confirmed it"
		for _, row := range table.open {
			f.Span, f.Lesser = row.Span, true
			f.Message = fmt.Sprintf(format, document.Quote(row.Text))
			j.Report(f)
		}
	}
}

// scored judges the score in the key, and reports whether nothing else is to be said of it. isAsked is whether people have
// confirmed the rest, and isLet whether overrides let rows of the table pass; rows that a later phase makes up for are taken
// from those that failed.
func scored(j *judge, root, n *document.Node, key count, status string, table *truths, isAsked, isLet bool) bool {
	l, body, found := j.bodyScore()
	later := max(key.later, body.later)
	if list := root.Get("deferred"); list != nil {
		later = max(later, len(list.Items))
	}
	if status == "passed" { // what a later phase makes up for does not count against this one
		table.failed = max(0, table.failed-later)
	}
	switch {
	case key.n > key.m:
		j.Reportf(scoreRule, n.Span, scoreKey, "the score %d/%d has more good than all; correct it", key.n, key.m)
		return true
	case isAsked && key.n < key.m && table.failed == 0:
		return true // verify-work writes passed when people have confirmed the rest, and leaves the score
	case status == "passed" && key.n < key.m && key.m-key.n <= later && table.failed == 0:
		return true
	case status == "passed" && key.n < key.m && !table.doubts(key):
		const format = "the report passed with a score of %d/%d, and programs believe the status, " +
			"so what is missing is never done; write gaps_found, or correct the score"
		j.denied = append(j.denied, document.Finding{Rule: scoreRule, Span: n.Span, At: scoreKey,
			Message: fmt.Sprintf(format, key.n, key.m)})
		return true
	}
	if !table.doubts(key) && table.differs(key, body, found) && !(isAsked && table.failed == 0) && !isLet {
		const format = "the score is %d/%d, and the table of truths has %s, %d of them good; " +
			"programs believe the status, so count again"
		j.Report(document.Finding{Rule: scoreRule, Span: n.Span, At: scoreKey,
			Lesser: !table.template ||
				table.good == table.rows && (status == "passed" || key.m == table.rows || key.n == key.m),
			Message: fmt.Sprintf(format, key.n, key.m, document.Count(table.rows, "row"), table.good)})
		return true
	}
	if found && !isAsked && body.unit == key.unit && (body.n != key.n || body.m != key.m) && table.tables < 2 {
		const format = "the score here is %d/%d, and that of the frontmatter %d/%d; correct the one that is wrong"
		j.Report(document.Finding{Rule: scoreRule, Span: l.Span, At: "body", Lesser: true,
			Related: []document.Related{{Span: n.Span, Message: "the key"}},
			Message: fmt.Sprintf(format, body.n, body.m, key.n, key.m)})
	}
	return false
}

// asked reports whether a report says that people were asked, or still says what it said before they answered:
// verify-work then writes passed into the key alone.
func (j *judge) asked(root *document.Node) bool {
	for _, key := range []string{"human_verification", "behavior_unverified_items"} {
		if n := root.Get(key); n != nil && len(n.Items) > 0 {
			return true
		}
	}
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "*") {
		if m := statusLine().FindStringSubmatch(l.Text); m != nil && !l.Hidden {
			return !strings.EqualFold(m[1], "passed")
		}
	}
	return false
}

// count is a score: n of m, and what is counted, "" for truths.
type count struct {
	n, m  int
	later int // how many of those that are missing it says to be deferred
	unit  string
}

// readScore reads a score such as "4/5 must-haves verified".
func readScore(text string) (count, bool) {
	found := score().FindStringSubmatch(text)
	if found == nil {
		return count{}, false
	}
	var c count
	c.n, _ = notation.ParseInt(found[1])
	c.m, _ = notation.ParseInt(found[2])
	if m := putOff().FindStringSubmatch(text[len(found[0]):]); m != nil {
		if c.later, _ = notation.ParseInt(m[1]); m[1] == "" {
			c.later = max(0, c.m-c.n)
		}
	}
	unit, _, _ := strings.Cut(strings.ToLower(text[len(found[0]):]), "verified")
	if i := strings.IndexAny(unit, "(;,.*"); i >= 0 {
		unit = unit[:i]
	}
	c.unit = strings.TrimSpace(strings.ReplaceAll(unit, "fully", ""))
	switch strings.TrimSuffix(strings.ReplaceAll(c.unit, " ", "-"), "s") {
	case "truth", "must-have", "observable-truth":
		c.unit = ""
	}
	return c, true
}

// bodyScore returns the first score of the text, and its line.
func (j *judge) bodyScore() (l notation.Line, c count, ok bool) {
	for l := range notation.Lines(j.Doc) {
		if m := bodyLine().FindStringSubmatch(l.Text); m != nil && !l.Hidden {
			c, ok = readScore(m[1])
			return l, c, ok
		}
	}
	return l, c, false
}

// truths is what the tables of truths of a report come to.
type truths struct {
	tables, rows, good, failed int
	reserved                   int             // the good ones that a score may leave out: "VERIFIED with WARNING"
	at                         document.Span   // the first row that failed
	open                       []notation.Word // the statuses of what nobody has seen to hold
	template                   bool            // the columns are those of GSD's own template
	unclear                    bool            // a row has other columns than its table
}

// doubts reports whether rows that nobody has seen to hold are all that a score may have wrong.
func (t *truths) doubts(key count) bool {
	return len(t.open) > 0 && t.failed == 0 && t.template && !t.unclear && key.unit == "" && key.m == t.rows &&
		t.good <= key.n && t.good+len(t.open) == t.rows
}

// differs reports whether a score counts the rows of the table, and otherwise than they are. A score may count more
// than truths: then only the text, if it has a score, tells what is meant.
func (t *truths) differs(key, body count, hasBody bool) bool {
	switch {
	case t.rows == 0 || t.unclear || key.unit != "":
		return false
	case key.m == t.rows:
		return t.failed == 0 && (key.n > t.good || key.n < t.good-t.reserved)
	case !t.template || t.tables > 1:
		return false
	}
	return !hasBody || body.unit == "" && body.m == t.rows
}

// truthColumns returns the column of the status in the header of a table of truths, or 0.
func truthColumns(cells []notation.Word) int {
	titles := notation.Titles(cells)
	isTruth := func(title string) bool {
		return title == "truth" || title == "must-have" || title == "observable truth"
	}
	if !slices.ContainsFunc(titles, isTruth) {
		return 0
	}
	return max(0, slices.Index(titles, "status"))
}

// truths reads the tables of truths.
func (j *judge) truths() truths {
	column, width := 0, 0
	t := truths{template: true}
	for l := range notation.Lines(j.Doc) {
		cells := notation.Cells(l)
		switch {
		case len(cells) == 0 || l.Hidden:
			column = 0
		case column == 0:
			if column = truthColumns(cells); column > 0 {
				t.tables, width = t.tables+1, len(cells)
				t.template = t.template && len(cells) == 4 && cells[0].Text == "#" && strings.EqualFold(cells[1].Text, "Truth")
			}
		case len(cells) > column && strings.Trim(cells[column].Text, "-: ") != "":
			t.rows++
			t.unclear = t.unclear || len(cells) != width // a bar in a text
			if len(cells) != width {
				break
			}
			switch outlook(cells[column].Text) {
			case good:
				if t.good++; strings.Contains(strings.ToUpper(cells[column].Text), "WARN") {
					t.reserved++
				}
			case failed:
				if t.failed++; t.failed == 1 {
					t.at = l.Span
				}
			case open:
				t.open = append(t.open, cells[column])
			}
		}
	}
	return t
}

// What the status of a truth comes to.
const (
	unread = iota
	good
	failed
	open
)

var (
	goodWord = memo.Regexp(`^✔|\bPASS|(?:\b|_)VERIFIED\b`)
	openWord = memo.Regexp(`^\?|\b(?:\w*UNVERIFIED|(?:NOT|NEVER|TO BE)[ _]VERIFIED|UNCERTAIN|INSUFFICIENT[ _]SPEC|` +
		`(?:NEEDS?|AWAITING)[ _]HUMAN|HUMAN[ _]NEEDED)\b`)
)

// outlook reads the status of a truth. The words of GSD are VERIFIED, FAILED, UNCERTAIN, PRESENT_BEHAVIOR_UNVERIFIED,
// insufficient_spec and PASSED (override).
func outlook(status string) int {
	status = strings.ToUpper(strings.Trim(status, "*`_ "))
	switch {
	case strings.Contains(status, "DEFERRED") && !strings.HasPrefix(status, "✓") && !strings.HasPrefix(status, "✅") &&
		(openWord().MatchString(status) || !goodWord().MatchString(status)):
		return unread
	case strings.HasPrefix(status, "✗") || strings.HasPrefix(status, "❌") || strings.HasPrefix(status, "FAIL"):
		return failed
	case strings.HasPrefix(status, "✓") || strings.HasPrefix(status, "✅"):
		return good
	case openWord().MatchString(status):
		return open
	case goodWord().MatchString(status):
		return good
	}
	return unread
}
