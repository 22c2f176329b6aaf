package suppress

import (
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// The words that a directive starts with.
const (
	ignore      = "nplint-ignore"
	ignoreStart = "nplint-ignore-start"
	ignoreEnd   = "nplint-ignore-end"
	ignoreFile  = "nplint-ignore-file"
)

// untilMark stands in front of the last day on which a directive suppresses anything.
const untilMark = "until="

// maxNames is how many rules the directives of one file may name. Every finding is held against each, so more of them
// would cost a hostile file's reader dear.
const maxNames = 1000

var words = []string{ignore, ignoreStart, ignoreEnd, ignoreFile}

// comment is a comment that starts with the word of a directive, or with one that was probably meant to be.
type comment struct {
	Comment
	word   document.Span
	meant  string // the word of a directive, and "" for one that is like none of them
	names  []document.Span
	until  document.Span // the last day, if one is given
	reason bool          // there is one
	lines  document.Span // of the lines that it stands on, line ends included
	alone  bool          // nothing else stands on these lines
}

// comments returns the comments of a document that are directives or were meant as such, in the order of the file, and
// whether the last one is one too many.
func comments(d *document.Document) (found []comment, tooMany bool) {
	src := d.Content()
	names := 0
	add := func(span, inner document.Span) {
		if tooMany {
			return
		}
		if c, ok := parse(src, span, inner); ok {
			var last *comment
			if len(found) > 0 {
				last = &found[len(found)-1]
			}
			c.readLines(src, last)
			found = append(found, c)
			names += len(c.names)
			tooMany = names > maxNames
		}
	}
	if d.Data != nil && d.Data.Fault == nil && d.Dialect == "yaml" {
		eachYAMLComment(src, document.Span{End: len(src)}, d.Data.Root, add)
	}
	if d.Front != nil && d.Front.Fault == nil && d.Front.Comments {
		eachYAMLComment(src, d.Front.Text, d.Front.Root, add)
	}
	if part := unreadFront(d); strings.Contains(d.Text(part), "nplint") {
		if data := document.ParseYAML(d.Src, part); data.Fault == nil {
			eachYAMLComment(src, part, data.Root, add)
		}
	}
	if d.Body != nil {
		for i := range d.Body.Hidden {
			if h := &d.Body.Hidden[i]; h.Kind == document.Comment && h.Closed {
				add(h.Span, h.Inner)
			}
		}
	}
	return found, tooMany
}

// unreadFront returns what stands between the fences of frontmatter that is no part of the document's tree: a pass reads
// it.
func unreadFront(d *document.Document) document.Span {
	src := d.Content()
	if d.Front != nil || d.Body == nil {
		return document.Span{}
	}
	end, next := document.LineEnd(src, 0)
	if strings.TrimRight(src[:end], " \t") != "---" {
		return document.Span{}
	}
	for at := next; at < len(src); {
		end, behind := document.LineEnd(src, at)
		if strings.TrimRight(src[at:end], " \t") == "---" {
			return document.Span{Start: next, End: at}
		}
		at = behind
	}
	return document.Span{}
}

// eachYAMLComment calls add with every comment in a stretch of YAML, whose values are those of root.
func eachYAMLComment(src string, part document.Span, root *document.Node, add func(span, inner document.Span)) {
	texts := sync.OnceValue(func() []document.Span { return scalars(root, nil) }) // in which # is no comment
	end := part.Start                                                             // of the line
	for at := part.Start; ; {
		i := strings.IndexByte(src[at:part.End], '#')
		if i < 0 {
			return
		}
		hash := at + i
		if hash >= end {
			end, _ = document.LineEnd(src[:part.End], hash)
		}
		for at = hash + 1; at < end && src[at] == '#'; at++ { // "## nplint-ignore" is one too
		}
		if hash > part.Start && strings.IndexByte(" \t\r\n", src[hash-1]) < 0 || word(src[at:end]) == "" {
			continue
		}
		if i, _ := slices.BinarySearchFunc(texts(), hash+1, func(s document.Span, end int) int { return s.End - end }); i == len(texts()) || !texts()[i].Contains(hash) {
			add(document.Span{Start: hash, End: end}, document.Span{Start: at, End: end})
			at = end
		}
	}
}

// scalars appends the spans of all texts in a value to spans, in the order of the source.
func scalars(n *document.Node, spans []document.Span) []document.Span {
	if n == nil {
		return spans
	}
	if n.Type == document.String {
		spans = append(spans, n.Span)
	}
	for _, item := range n.Items {
		spans = scalars(item, spans)
	}
	for i := range n.Pairs {
		spans = append(spans, n.Pairs[i].KeySpan)
		spans = scalars(n.Pairs[i].Value, spans)
	}
	return spans
}

// word returns the word that the text of a comment starts with if a directive may be meant by it, else "".
func word(text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	if text == "" || text[0] != 'n' && text[0] != 'N' {
		return ""
	}
	end := strings.IndexAny(text, " \t\r\n")
	if end < 0 {
		end = len(text)
	}
	first := text[:end]
	if strings.TrimRight(strings.ToLower(first), ":") == "nplint" { // "nplint: ignore"
		rest := strings.TrimLeft(text[end:], " \t")
		for second := range strings.FieldsSeq(rest) { // of which there may be very many
			first = text[:len(text)-len(rest)+len(second)]
			break
		}
	}
	if meant(first) != "" || strange(first) {
		return first
	}
	return ""
}

// meant returns the directive that a word is most likely a misspelling of, or "". What other linters call the directive
// for a line is ours too.
func meant(word string) string {
	if lower := strings.ToLower(word); strings.HasPrefix(lower, "nplint") && strings.Contains(lower, "ignore") &&
		(strings.HasSuffix(lower, "line") || strings.HasSuffix(lower, "next")) {
		return ignore
	}
	dashed := strings.NewReplacer(": ", "-", ":", "-").Replace(word)
	if slices.Contains(words, dashed) {
		return dashed
	}
	return spell.Nearest(dashed, words)
}

// strange reports whether a word looks like a directive of nplint, though it is like none that there is.
func strange(word string) bool {
	lower := strings.ToLower(word)
	return strings.HasPrefix(lower, "nplint") &&
		slices.ContainsFunc([]string{"ignor", "disable", "enable", "suppress"}, func(verb string) bool {
			return strings.Contains(lower, verb)
		})
}

// parse reads a comment that may be a directive; inner is what stands between its marks.
func parse(src string, span, inner document.Span) (c comment, ok bool) {
	first := word(src[inner.Start:inner.End])
	if first == "" {
		return c, false
	}
	c = comment{Comment: Comment{Span: span, Whole: span}}
	c.word.Start = inner.Start + strings.Index(src[inner.Start:inner.End], first)
	c.word.End = c.word.Start + len(first)
	if c.meant = first; !slices.Contains(words, first) {
		c.meant = meant(first)
	}
	c.readNames(src, inner.End)
	return c, true
}

// readNames splits what follows the word into rules and reason.
func (c *comment) readNames(src string, end int) {
	rest := src[c.word.End:end]
	list := len(rest)
	for from := 0; ; {
		i := strings.Index(rest[from:], "--")
		if i < 0 {
			break
		}
		at := from + i
		if from = at + 2; isBlank(rest[max(0, at-1):at]) && (from == len(rest) || isBlank(rest[from:from+1])) {
			list, c.reason = at, strings.TrimSpace(rest[from:]) != ""
			break
		}
	}
	at := c.word.End
	list = c.readUntil(rest[:list])
	for name := range strings.SplitSeq(rest[:list], ",") {
		span := document.Span{Start: at, End: at + len(name)}
		at += len(name) + 1
		span.Start += len(name) - len(strings.TrimLeft(name, " \t\r\n"))
		span.End = max(span.Start, span.End-len(name)+len(strings.TrimRight(name, " \t\r\n")))
		c.names = append(c.names, span)
	}
	c.List = document.Span{Start: c.names[0].Start, End: c.names[len(c.names)-1].End}
}

// readUntil finds the last day behind the rules in what follows the word, and returns the length of what is before it.
func (c *comment) readUntil(list string) int {
	trimmed := strings.TrimRight(list, " \t\r\n")
	start := strings.LastIndexAny(trimmed, " \t\r\n,") + 1
	if !strings.HasPrefix(trimmed[start:], untilMark) {
		return len(list)
	}
	c.until = document.Span{Start: c.word.End + start + len(untilMark), End: c.word.End + len(trimmed)}
	return start
}

func isBlank(s string) bool { return strings.Trim(s, " \t\r\n") == "" }

// readLines finds out what stands beside the comment. last is the directive before it, or nil.
func (c *comment) readLines(src string, last *comment) {
	if last != nil && last.lines.Contains(c.Span.Start) {
		c.lines = last.lines // so a long line with many is looked through once
	} else {
		c.lines = document.Span{Start: strings.LastIndexAny(src[:c.Span.Start], "\r\n") + 1, End: len(src)}
		c.alone = isBlank(src[c.lines.Start:c.Span.Start])
	}
	if last == nil || c.lines != last.lines || c.Span.End > c.lines.End {
		_, c.lines.End = document.LineEnd(src, c.Span.End)
	}
	c.alone = c.alone && isBlank(src[c.Span.End:c.lines.End])
	if c.alone {
		c.Whole = c.withBlank(src)
		return
	}
	before := src[c.lines.Start:c.Span.Start]
	c.Whole.Start = c.lines.Start + len(strings.TrimRight(before, " \t"))
}

// withBlank returns the lines of the comment and, if there are blank lines before and behind it, one of these.
func (c *comment) withBlank(src string) document.Span {
	const blank = " \t\r"
	above, below := strings.TrimRight(src[:c.lines.Start], blank), strings.TrimLeft(src[c.lines.End:], blank)
	if strings.HasSuffix(strings.TrimRight(strings.TrimSuffix(above, "\n"), blank), "\n") &&
		strings.HasPrefix(below, "\n") {
		return document.Span{Start: c.lines.Start, End: len(src) - len(below) + 1}
	}
	return c.lines
}
