package suppress

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Place is where a comment may suppress a finding.
type Place struct {
	At            int // the offset
	word          string
	yaml          bool
	before, after string // of the comment
}

// WholeFile reports whether a comment at the place suppresses findings in all of the file.
func (p Place) WholeFile() bool { return p.word == ignoreFile }

// Comment returns the text that suppresses rules when it is put into the file at the place.
func (p Place) Comment(rules []string, reason string) string {
	text := p.word + " " + strings.Join(rules, ", ") + " -- " + reason
	if p.yaml {
		return p.before + "# " + text + p.after
	}
	return p.before + "<!-- " + text + " -->" + p.after
}

// Places returns where comments may suppress a finding at an offset; see Placer.
func Places(d *document.Document, offset int) []Place { return NewPlacer(d).Places(offset) }

// Placer finds places for comments in one document.
type Placer struct {
	doc              *document.Document // nil if it holds no comments
	front            document.Span      // of frontmatter that a pass reads, with its fences
	start, end, next int                // of the line that was asked for last; next is 0 at first
	filled           []filled           // sorted by place
}

// filled tells from where on a text belongs to an element that holds no other, or to none such.
type filled struct {
	from int
	is   bool
}

// NewPlacer returns the placer of a document, which may be nil.
func NewPlacer(d *document.Document) *Placer {
	if d == nil || d.Body == nil && (d.Data == nil || d.Dialect != "yaml") {
		return &Placer{}
	}
	p := &Placer{doc: d}
	if part := unreadFront(d); part.End > 0 {
		_, p.front.End = document.LineEnd(d.Content(), part.End)
	}
	if d.Body != nil {
		p.filled = filledIn(d.Body.Elements)
	}
	return p
}

// Places returns where comments may suppress a finding at an offset, the nearest first: above its line, behind it, and
// for the whole file. Whether one does, and brings nothing else, linting tells. There are none in files that hold no
// comments.
func (p *Placer) Places(offset int) []Place {
	d := p.doc
	if d == nil {
		return nil
	}
	src, end := d.Content(), d.Newline()
	if offset < p.start || offset >= p.next { // a long line is not looked through for each finding in it
		p.start = strings.LastIndexAny(src[:offset], "\r\n") + 1
		p.end, p.next = document.LineEnd(src, p.start)
	}
	start, lineEnd := p.start, p.end
	line := src[start:lineEnd]
	blanks := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	var found []Place
	if d.Body == nil || d.Front != nil && d.Front.Comments && offset < d.Front.Close.Start {
		found = []Place{
			{At: start, word: ignore, yaml: true, before: blanks, after: end},
			{At: lineEnd, word: ignore, yaml: true, before: " "},
		}
		if d.Body == nil {
			return append(found, Place{word: ignoreFile, yaml: true, after: end})
		}
	}
	add := func(place Place) {
		if !p.inText(place.At) {
			found = append(found, place)
		}
	}
	top := p.front.End
	if offset < top && start > 0 { // not behind a value: not every reader of frontmatter ends it there
		found = append(found, Place{At: start, word: ignore, yaml: true, before: blanks, after: end})
	}
	if d.Front != nil && d.Front.Fault == nil {
		top = d.Front.End
	}
	if offset >= top && (top > 0 || d.Front == nil) {
		switch {
		case strings.HasPrefix(line[len(blanks):], "|"): // a comment between two rows would end the table
		case d.Front == nil && entry().MatchString(line) && !blankAbove(src[:start]): // it may be read with the line above
		default:
			add(Place{At: start, word: ignore, before: blanks, after: end})
		}
		// A comment would become a part of the title or, where a pass reads the line, of the value.
		if !p.inHeading(lineEnd) && (d.Front != nil || !field().MatchString(line)) {
			add(Place{At: lineEnd, word: ignore, before: " "})
		}
	}
	return append(found, Place{At: top, word: ignoreFile, after: end},
		Place{At: len(src), word: ignoreFile, before: end, after: end})
}

var (
	// entry matches a line of data, such as "result: pass", and field any line with a name and a value.
	entry = memo.Regexp(`^\s*[a-z][\w-]*:(\s|$)`)
	field = memo.Regexp(`^\s*([-*] )?\**[A-Za-z][\w -]*:`)
)

// blankAbove reports whether a text that ends with a line end, or is empty, ends with a blank line.
func blankAbove(s string) bool {
	s = strings.TrimRight(strings.TrimSuffix(s, "\n"), " \t\r")
	return s == "" || s[len(s)-1] == '\n'
}

// inHeading reports whether an offset lies in a heading, or at its end.
func (p *Placer) inHeading(at int) bool {
	all := p.doc.Body.Headings
	i := sort.Search(len(all), func(i int) bool { return all[i].Span.End >= at })
	return i < len(all) && all[i].Span.Start <= at
}

// inText reports whether an offset lies in the text of an element that holds no other. Programs take all of it, such
// as a command to run, and a comment would become part of that.
func (p *Placer) inText(at int) bool {
	i := sort.Search(len(p.filled), func(i int) bool { return p.filled[i].from > at })
	return i > 0 && p.filled[i-1].is
}

// filledIn tells where the innermost element around a text holds no other. What is in another comes after it.
func filledIn(elements []document.Element) (all []filled) {
	holds := make([]bool, len(elements))
	for i := range elements {
		if parent := elements[i].Parent; parent >= 0 {
			holds[parent] = true
		}
	}
	var around []int
	leave := func(before int) {
		for len(around) > 0 && elements[around[len(around)-1]].Inner().End < before {
			end := elements[around[len(around)-1]].Inner().End
			around = around[:len(around)-1]
			all = append(all, filled{end + 1, len(around) > 0 && !holds[around[len(around)-1]]})
		}
	}
	for i := range elements {
		if inner := elements[i].Inner(); !elements[i].Hidden && inner.Len() > 0 {
			leave(inner.Start)
			around = append(around, i)
			all = append(all, filled{inner.Start, !holds[i]})
		}
	}
	leave(math.MaxInt)
	return all
}

// CheckReason returns an error if a text cannot be the reason of a suppression.
func CheckReason(reason string) error {
	switch {
	case strings.TrimSpace(reason) == "":
		return errors.New("the reason is blank; say why the findings are to stand")
	case strings.ContainsAny(reason, "\r\n"):
		return errors.New("the reason has several lines; write one")
	case strings.Contains(reason, "-->"):
		return errors.New("the reason has -->, which ends a comment; leave that out")
	case strings.Contains(reason, "--!>"):
		return errors.New("the reason has --!>, which ends a comment; leave that out")
	case !utf8.ValidString(reason):
		return errors.New("the reason is not UTF-8; write it in UTF-8")
	}
	if i := strings.IndexFunc(reason, unseen); i >= 0 {
		r, _ := utf8.DecodeRuneInString(reason[i:])
		return fmt.Errorf("the reason has %U, which nobody sees or which changes how text is shown; leave that out", r)
	}
	return nil
}

// unseen reports whether a character is none that is seen: one that controls, that orders text anew, or that ends a
// line.
func unseen(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return !unicode.IsGraphic(r) && r != nonJoiner && r != joiner
}
