package suppression

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// reader turns the comments of one document into directives, and reports those that cannot work.
type reader struct {
	*document.Reporter
	rules    *rules.Catalogue
	comments []comment
	next     []document.Span // of each comment that stands alone: the line that it is about
	open     map[string][]int
	found    []*Directive
	known    []string // ids of all rules, once somebody asked
}

// read returns the directives of a document, which may name the rules of a catalogue.
func read(r *document.Reporter, known *rules.Catalogue) []*Directive {
	comments, tooMany := comments(r.Doc)
	if len(comments) == 0 {
		return nil
	}
	rd := reader{Reporter: r, rules: known, comments: comments, open: map[string][]int{}}
	if tooMany {
		last := len(comments) - 1
		rd.report("suppression-syntax", comments[last].Span, nil, "the file has more than %d suppressions, and those from here on suppress nothing; mend the cause, or name the file below [[suppressions]] in .nplint.toml", maxNames)
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
				rd.marked(ignoreEnd+" "+r.Doc.Text(c.List)), ignoreFile)
		}
	}
	slices.SortFunc(rd.found, func(a, b *Directive) int { return a.Comments[0].Span.Start - b.Comments[0].Span.Start })
	return rd.found
}

// findNext finds the line that each comment is about that stands alone: the next that holds anything but suppressions.
func (rd *reader) findNext() {
	src := rd.Doc.Content()
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
		end := len(src)
		if n := strings.IndexByte(src[start:], '\n'); n >= 0 {
			end = start + n + 1
		}
		rd.next[i] = document.Span{Start: strings.LastIndexByte(src[:start], '\n') + 1, End: end}
	}
}

func (rd *reader) report(rule string, span document.Span, fixes []document.Fix, format string, args ...any) {
	rd.Report(document.Finding{Rule: rule, Span: span, At: "comment", Message: fmt.Sprintf(format, args...), Fixes: fixes})
}

// marked returns a directive as a comment of the document's dialect.
func (rd *reader) marked(text string) string {
	if rd.Doc.Data != nil {
		return "# " + text
	}
	return "<!-- " + text + " -->"
}

// comment reads the i-th comment.
func (rd *reader) comment(i int) {
	c := &rd.comments[i]
	if word := rd.Doc.Text(c.word); c.meant != word {
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
				rd.Doc.Text(c.List), rd.marked(ignoreStart+" "+rd.Doc.Text(c.List)+" -- reason"))
			return
		}
		start := &rd.comments[starts[len(starts)-1]]
		rd.open[key] = starts[:len(starts)-1]
		rd.add(start, document.Span{Start: start.Span.Start, End: c.Span.End}, start.Comment, c.Comment)
	case ignoreFile:
		rd.add(c, document.Span{End: len(rd.Doc.Src) + 1}, c.Comment)
	default:
		reach := c.lines
		if c.alone {
			reach = rd.next[i]
		}
		if reach.End == len(rd.Doc.Src) && !rd.Doc.EndsLine() {
			reach.End++ // a finding may stand behind the last byte
		}
		rd.add(c, reach, c.Comment)
	}
}

// endsAnother reports whether the i-th comment, the end of a block that is not open, was meant for the last one that is and has no other end. It says so and
// takes that for ended: the two are one mistake.
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
	list := rd.Doc.Text(rd.comments[last].List)
	line, _ := rd.Doc.Position(rd.comments[last].Span.Start)
	wanted := rd.marked(ignoreEnd + " " + list)
	if end.List.Len() > 0 {
		rd.report("suppression-syntax", end.Span, nil, "no block of %s is open here, and the one of %s that starts in line %d is not ended, so neither suppresses anything; an end names the rules of its start: `%s`",
			rd.Doc.Text(end.List), list, line, wanted)
		return true
	}
	rd.report("suppression-syntax", end.Span, document.Replace("name the rules of the start", end.Span, wanted),
		"the end names no rule, so the block of %s that starts in line %d suppresses nothing; write `%s`", list, line, wanted)
	return true
}

func (rd *reader) misspelt(c *comment, word string) {
	if c.meant == "" {
		rd.report("suppression-syntax", c.word, nil, "%q suppresses nothing; nplint knows %s, %s with %s, and %s", word, ignore, ignoreStart, ignoreEnd, ignoreFile)
		return
	}
	rd.report("suppression-syntax", c.word, document.Replace("write "+c.meant, c.word, c.meant), "%q suppresses nothing; did you mean %s?", word, c.meant)
}

// wellFormed reports whether a comment names rules, and nothing else where rules belong.
func (rd *reader) wellFormed(c *comment) bool {
	for _, span := range c.names {
		name := rd.Doc.Text(span)
		switch {
		case c.List.Len() == 0:
			rd.report("suppression-syntax", c.Span, nil, "the suppression names no rule, so it suppresses nothing; write `%s`", rd.marked(c.meant+" RULE -- reason"))
			return false
		case name == "":
			rd.report("suppression-syntax", c.List, nil, "there is a comma with no rule beside it, so nothing is suppressed; write the ids with one comma between two of them")
			return false
		case strings.ContainsAny(name, " \t\r\n"):
			rd.report("suppression-syntax", span, nil, "%q is no rule id, so nothing is suppressed; write the ids with commas between them, and the reason behind ` -- `", strings.Join(strings.Fields(name), " "))
			return false
		}
	}
	return true
}

// key returns what start and end of a block have in common: the rules.
func (rd *reader) key(c *comment) string {
	var names []string
	for _, span := range c.names {
		names = append(names, rd.Doc.Text(span))
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}

// add adds the directive that a comment starts, if it has a reason, with those of its rules that there are.
func (rd *reader) add(c *comment, reach document.Span, written ...Comment) {
	d := &Directive{Reach: reach, Comments: written}
	for _, span := range c.names {
		name := Name{Text: rd.Doc.Text(span)}
		if rd.exists(c, name.Text, span) {
			d.Names = append(d.Names, name)
		}
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

// exists reports whether a name stands for a rule that can be suppressed in this document, and says so if not.
func (rd *reader) exists(c *comment, name string, span document.Span) bool {
	contract, id := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		contract, id = name[:i], name[i+1:]
	}
	kind := rd.Doc.Kind
	const rule = "suppression-unknown-rule"
	switch {
	case rd.rules.Get(id) == nil:
		near := rules.Nearest(id, rd.ids())
		if near == "" {
			rd.report(rule, span, nil, "there is no rule %q, so nothing is suppressed; `nplint rules` lists all", id)
			return false
		}
		fixed := near
		if contract != "" {
			fixed = contract + "/" + near
		}
		rd.report(rule, span, rd.rename(c, name, fixed), "there is no rule %q, so nothing is suppressed; did you mean %s?", id, near)
		return false
	case !Suppressible(id):
		rd.report(rule, span, nil, "%s cannot be suppressed, since it says that something was not judged, or that a suppression does not work; remove its cause instead", id)
		return false
	case contract != "" && !Matches(name, id, kind):
		fixed := path.Base(kind) + "/" + id
		rd.report(rule, span, rd.rename(c, name, fixed), "%q is about files of another contract, so nothing is suppressed in this %s; write %s", name, kind, fixed)
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
			if rd.Doc.Text(span) == old {
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
