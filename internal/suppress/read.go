package suppress

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// reader turns the comments of one document into directives, and findings about those that cannot work.
type reader struct {
	doc      *document.Document
	rules    *rules.Catalogue
	comments []comment
	next     []document.Span // of each comment that stands alone: the line that it is about
	open     map[string][]int
	found    []*Directive
	faults   []document.Finding
	known    []string // ids of all rules, once somebody asked
}

// Rules leads to the rules that a run knows; nil is the built-in ones.
const Rules = document.Door[*rules.Catalogue]("rules")

// Read returns the directives of a document in the order of the file, and findings about comments that suppress nothing
// as they are written. They may name the rules of a catalogue; nil is the built-in rules.
func Read(d *document.Document, known *rules.Catalogue) ([]*Directive, []document.Finding) {
	comments, tooMany := comments(d)
	if len(comments) == 0 {
		return nil, nil
	}
	rd := reader{doc: d, rules: known, comments: comments, open: map[string][]int{}}
	if tooMany {
		last := len(comments) - 1
		rd.report("suppression-syntax", comments[last].Span, nil,
			"the file has more than %d suppressions, and those from here on suppress nothing; fix the cause, or name the "+
				"file below [[suppressions]] in .nplint.toml", maxNames)
		rd.comments = comments[:last]
	}
	rd.findNext()
	for i := range rd.comments {
		rd.comment(i)
	}
	for _, starts := range rd.open {
		for _, i := range starts {
			c := &rd.comments[i]
			rd.report("suppression-syntax", c.Span, nil, "the block that starts here is never ended, so it suppresses nothing; write `%s` behind its last line, or %s for the whole file",
				rd.marked(ignoreEnd+" "+d.Text(c.List)), ignoreFile)
		}
	}
	slices.SortStableFunc(rd.found, func(a, b *Directive) int { return a.Comments[0].Span.Start - b.Comments[0].Span.Start })
	return rd.found, rd.faults
}

// findNext finds the line that each comment is about that stands alone: the next that holds anything but suppressions.
func (rd *reader) findNext() {
	src := rd.doc.Content()
	rd.next = make([]document.Span, len(rd.comments))
	for i := len(rd.comments) - 1; i >= 0; i-- {
		if !rd.comments[i].alone {
			continue
		}
		rest := src[rd.comments[i].lines.End:]
		start := len(src) - len(strings.TrimLeft(rest, " \t\r\n"))
		if i+1 < len(rd.comments) && rd.comments[i+1].alone && rd.comments[i+1].Span.Start == start {
			rd.next[i] = rd.next[i+1]
			continue
		}
		_, end := document.LineEnd(src, start)
		rd.next[i] = document.Span{Start: strings.LastIndexAny(src[:start], "\r\n") + 1, End: end}
	}
}

func (rd *reader) report(rule string, span document.Span, fixes []document.Fix, format string, args ...any) {
	f := document.Finding{Rule: rule, Span: span, At: "comment", Message: fmt.Sprintf(format, args...), Fixes: fixes}
	rd.faults = append(rd.faults, f)
}

// marked returns a directive as a comment of the document's dialect.
func (rd *reader) marked(text string) string {
	if rd.doc.Data != nil {
		return "# " + text
	}
	return "<!-- " + text + " -->"
}

// comment reads the i-th comment.
func (rd *reader) comment(i int) {
	c := &rd.comments[i]
	if word := rd.doc.Text(c.word); c.meant != word {
		rd.misspelt(c, word)
		return
	}
	if c.meant == ignoreEnd && len(rd.open[rd.key(c)]) == 0 && rd.endsAnother(i) || !rd.wellFormed(c) {
		return
	}
	key := rd.key(c)
	switch c.meant {
	case ignoreStart:
		rd.open[key] = append(rd.open[key], i)
	case ignoreEnd:
		starts := rd.open[key]
		if len(starts) == 0 {
			rd.report("suppression-syntax", c.Span, nil, "no block of %s is open here, so this ends nothing; a block starts with `%s`, and its end names the same rules",
				rd.doc.Text(c.List), rd.marked(ignoreStart+" "+rd.doc.Text(c.List)+" -- reason"))
			return
		}
		start := &rd.comments[starts[len(starts)-1]]
		rd.open[key] = starts[:len(starts)-1]
		rd.add(start, document.Span{Start: start.Span.Start, End: c.Span.End}, start.Comment, c.Comment)
	case ignoreFile:
		rd.add(c, document.Span{End: len(rd.doc.Src) + 1}, c.Comment)
	default:
		reach := c.lines
		if c.alone {
			reach = rd.next[i]
		}
		if reach.End == len(rd.doc.Src) && !rd.doc.EndsLine() {
			reach.End++ // a finding may stand behind the last byte
		}
		rd.add(c, reach, c.Comment)
	}
}

// endsAnother reports whether the i-th comment, the end of a block that is not open, was meant for the last one that is
// and has no other end. It says so and takes that for ended: the two are one mistake.
func (rd *reader) endsAnother(i int) bool {
	end := &rd.comments[i]
	key, last := "", -1
	for open, starts := range rd.open {
		if n := len(starts); n > 0 && starts[n-1] > last {
			key, last = open, starts[n-1]
		}
	}
	isEnd := func(c comment) bool { return c.meant == ignoreEnd && rd.key(&c) == key }
	if last < 0 || slices.ContainsFunc(rd.comments[i+1:], isEnd) {
		return false
	}
	rd.open[key] = rd.open[key][:len(rd.open[key])-1]
	list := rd.doc.Text(rd.comments[last].List)
	line, _ := rd.doc.Position(rd.comments[last].Span.Start)
	wanted := rd.marked(ignoreEnd + " " + list)
	if end.List.Len() > 0 {
		rd.report("suppression-syntax", end.Span, nil, "no block of %s is open here, and the one of %s that starts in line %d is not ended, so neither suppresses anything; an end names the rules of its start: `%s`",
			rd.doc.Text(end.List), list, line, wanted)
		return true
	}
	rd.report("suppression-syntax", end.Span, document.Replace("name the rules of the start", end.Span, wanted),
		"the end names no rule, so the block of %s that starts in line %d suppresses nothing; write `%s`", list, line, wanted)
	return true
}

func (rd *reader) misspelt(c *comment, word string) {
	if c.meant == "" {
		rd.report("suppression-syntax", c.word, nil,
			"%q suppresses nothing; nplint knows %s, %s with %s, and %s", word, ignore, ignoreStart, ignoreEnd, ignoreFile)
		return
	}
	rd.report("suppression-syntax", c.word, document.Replace("write "+c.meant, c.word, c.meant),
		"%q suppresses nothing; did you mean %s?", word, c.meant)
}

// wellFormed reports whether a comment names rules, and nothing else where rules belong.
func (rd *reader) wellFormed(c *comment) bool {
	for _, span := range c.names {
		name := rd.doc.Text(span)
		switch {
		case c.List.Len() == 0:
			rd.report("suppression-syntax", c.Span, nil,
				"the suppression names no rule, so it suppresses nothing; write `%s`", rd.marked(c.meant+" RULE -- reason"))
			return false
		case name == "":
			rd.report("suppression-syntax", c.List, nil,
				"there is a comma with no rule beside it, so nothing is suppressed; write the ids with one comma between two "+
					"of them")
			return false
		case strings.ContainsAny(name, " \t\r\n") && strings.Contains(strings.ToLower(name), "until"):
			rd.report("suppression-syntax", span, nil,
				"%q is no rule id, so nothing is suppressed; write the last day behind the ids as until=2026-12-31",
				strings.Join(strings.Fields(name), " "))
			return false
		case strings.ContainsAny(name, " \t\r\n"):
			rd.report("suppression-syntax", span, nil,
				"%q is no rule id, so nothing is suppressed; write the ids with commas between them, and the reason behind ` -- `",
				strings.Join(strings.Fields(name), " "))
			return false
		}
	}
	return rd.day(c)
}

// day reports whether the last day of a directive is one.
func (rd *reader) day(c *comment) bool {
	if c.until == (document.Span{}) {
		return true
	}
	if c.meant == ignoreEnd {
		rd.report("suppression-syntax", c.Span, nil, "the last day of a block stands where it starts; move it there")
		return true
	}
	err := report.CheckDay(rd.doc.Text(c.until))
	if err != nil {
		rd.report("suppression-syntax", c.Span, nil, "%v, or nothing is suppressed", err)
	}
	return err == nil
}

// key returns what start and end of a block have in common: the rules.
func (rd *reader) key(c *comment) string {
	var names []string
	for _, span := range c.names {
		names = append(names, rd.doc.Text(span))
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}

// add adds the directive that a comment starts, if it has a reason, with those of its rules that there are.
func (rd *reader) add(c *comment, reach document.Span, written ...Comment) {
	d := &Directive{Reach: reach, Until: rd.doc.Text(c.until), Comments: written}
	var removed []*rules.Rule
	for _, span := range c.names {
		from := rd.doc.Text(span)
		contract, id, _ := report.CutContract(from)
		rule := rd.rules.Named(id)
		switch {
		case rule == nil:
			rd.unknown(c, span, from)
			continue
		case rule.RemovedIn != "":
			removed = append(removed, rule)
			continue
		case rule.ID != id:
			to := joinContract(contract, rule.ID)
			rd.report("suppression-outdated", span, rd.rename(c, from, to),
				"%s is called %s now; it is suppressed all the same, but write %s", id, rule.ID, to)
		}
		if name := joinContract(contract, rule.ID); rd.applies(c, span, name) {
			d.Names = append(d.Names, Name{Text: name, From: from})
		}
	}
	for _, rule := range removed {
		fixes := d.Without(func(Name) bool { return false })
		rd.report("suppression-outdated", c.List, fixes,
			"nplint no longer has the rule %s since version %s, so nothing of it is to be suppressed; take it out",
			rule.ID, rule.RemovedIn)
	}
	if !c.reason {
		rd.report("suppression-without-reason", c.Span, d.Without(func(Name) bool { return true }),
			"the suppression gives no reason, so it suppresses nothing; write ` -- ` and the reason behind the rule")
		return
	}
	if len(d.Names) > 0 {
		rd.found = append(rd.found, d)
	}
}

// joinContract is the reverse of report.CutContract.
func joinContract(contract, id string) string {
	if contract == "" {
		return id
	}
	return contract + "/" + id
}

// unknown reports a name that no rule has or had.
func (rd *reader) unknown(c *comment, span document.Span, name string) {
	contract, id, _ := report.CutContract(name)
	near := spell.Nearest(id, rd.ids())
	if near == "" {
		rd.report("suppression-unknown-rule", span, nil,
			"there is no rule %q, so nothing is suppressed; `nplint rules` lists all", id)
		return
	}
	fixes := rd.rename(c, name, joinContract(contract, near))
	rd.report("suppression-unknown-rule", span, fixes,
		"there is no rule %q, so nothing is suppressed; did you mean %s?", id, near)
}

// applies reports whether findings of a rule can be suppressed in this document, and says so if not.
func (rd *reader) applies(c *comment, span document.Span, name string) bool {
	contract, id, _ := report.CutContract(name)
	kind := rd.doc.Kind
	switch {
	case !report.Suppressible(id):
		rd.report("suppression-unknown-rule", span, nil,
			"%s cannot be suppressed, since it says that something was not judged, or that a suppression does not work; remove its cause instead", id)
		return false
	case contract != "" && !report.Matches(name, id, kind):
		fixed := path.Base(kind) + "/" + id
		rd.report("suppression-unknown-rule", span, rd.rename(c, rd.doc.Text(span), fixed),
			"%q is about files of another contract, so nothing is suppressed in this %s; write %s", name, kind, fixed)
		return false
	}
	return true
}

// rename is the fix that writes a name otherwise wherever the directive of the comment has it.
func (rd *reader) rename(c *comment, old, name string) []document.Fix {
	fix := document.Fix{Title: "write " + name}
	key := rd.key(c)
	for i := range rd.comments {
		other := &rd.comments[i]
		if other != c && (c.meant != ignoreStart || other.meant != ignoreEnd || rd.key(other) != key) {
			continue
		}
		for _, span := range other.names {
			if rd.doc.Text(span) == old {
				fix.Edits = append(fix.Edits, document.Edit{Span: span, Text: name})
			}
		}
	}
	return []document.Fix{fix}
}

// ids returns the ids of all rules.
func (rd *reader) ids() []string {
	if rd.known == nil {
		for _, rule := range rd.rules.All() {
			rd.known = append(rd.known, rule.ID)
		}
	}
	return rd.known
}
