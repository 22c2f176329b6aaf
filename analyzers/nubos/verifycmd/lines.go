package verifycmd

import (
	"slices"
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// region is a stretch of a <verify> that holds nothing but text.
type region struct {
	span       document.Span
	transcript bool // only lines with a prompt are commands
}

// cut is a tag, comment or fence that ends one region and starts another.
type cut struct {
	span  document.Span
	depth int           // 1 opens an <automated>, -1 closes it
	fence document.Span // what stands in a fence
	info  string        // behind the fence's opening marks
}

// regions returns the text in element i between its tags, comments and fence lines: that of the <automated> in it, if
// there is any.
func (p *plan) regions(i int) []region {
	inner := p.elements[i].Inner()
	cuts, automated := p.cuts(i)
	var found []region
	at, depth := inner.Start, 0
	add := func(from, to int, transcript bool) {
		if from < to && (depth > 0 || !automated) {
			found = append(found, region{document.Span{Start: from, End: to}, transcript})
		}
	}
	for _, c := range cuts {
		add(at, c.span.Start, false)
		if shell, transcript := shellFence(c.info); shell {
			add(c.fence.Start, c.fence.End, transcript)
		}
		at, depth = max(at, c.span.End), depth+c.depth
	}
	add(at, inner.End, false)
	return found
}

// cuts returns what divides element i, in order, and whether an <automated> stands in it.
func (p *plan) cuts(i int) (cuts []cut, automated bool) {
	inner := p.elements[i].Inner()
	for j := i + 1; j < len(p.elements) && p.elements[j].Open.Start < inner.End; j++ {
		e := &p.elements[j]
		if e.Hidden || e.Unclosed { // then it is text
			continue
		}
		depth := 0
		if e.Name == "automated" {
			automated, depth = true, 1
		}
		cuts = append(cuts, cut{span: e.Open, depth: depth}, cut{span: e.Close, depth: -depth})
	}
	for _, h := range p.hiddenIn(inner) {
		c := cut{span: h.Span}
		if h.Kind == document.Fence {
			c.fence, c.info = h.Inner, h.Info
		}
		cuts = append(cuts, c)
	}
	slices.SortStableFunc(cuts, func(a, b cut) int { return a.span.Start - b.span.Start })
	return cuts, automated
}

// hiddenIn returns the comments and fences that stand in a span.
func (p *plan) hiddenIn(span document.Span) []document.Hidden {
	all := p.Doc.Body.Hidden
	first := sort.Search(len(all), func(i int) bool { return all[i].Span.Start >= span.Start })
	last := first
	for last < len(all) && all[last].Span.End <= span.End {
		last++
	}
	return all[first:last]
}

// shellFence says of the text behind a fence's marks whether the fence holds commands, and whether output stands
// among them.
func shellFence(info string) (shell, transcript bool) {
	language, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(info)), " ")
	switch strings.Trim(language, "{}.") {
	case "", "sh", "bash", "shell", "zsh", "ksh", "dash":
		return true, false
	case "console", "shell-session", "sh-session", "shellsession", "terminal", "session":
		return true, true
	}
	return false, false
}

// line is what remains of a line without what only marks it as a command.
type line struct {
	s  string
	at int // where s starts in the document
}

// splitLines returns the lines of a text that starts at offset at in the document, without indentation, list marks,
// prompts and backticks. Lines with nothing in them, comments and fence marks are left out. If one has a prompt,
// those without are output.
func splitLines(text string, at int, transcript bool) []line {
	var lines, prompted []line
	for text != "" {
		end, next := len(text), len(text)
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			end, next = i, i+1
		}
		l, prompt := strip(line{text[:end], at})
		if prompt {
			prompted = append(prompted, l)
		}
		if l.s != "" && l.s[0] != '#' && !strings.HasPrefix(l.s, "```") && !strings.HasPrefix(l.s, "~~~") {
			lines = append(lines, l)
		}
		text, at = text[next:], at+next
	}
	if transcript || len(lines) > 0 && len(prompted) > 0 && lines[0] == prompted[0] {
		return prompted
	}
	return lines
}

// strip takes from a line what only marks it as a command, and reports whether a prompt was among it.
func strip(l line) (_ line, prompt bool) {
	l.trim(0)
	for _, mark := range []string{"- ", "* ", "+ ", "• "} {
		if strings.HasPrefix(l.s, mark) {
			l.trim(len(mark))
			break
		}
	}
	if n := numbered(l.s); n > 0 {
		l.trim(n)
	}
	for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
		if strings.HasPrefix(l.s, box) {
			l.trim(len(box))
			break
		}
	}
	if span, ok := codeSpan(l.s); ok {
		l.s, l.at = l.s[span.Start:span.End], l.at+span.Start
		l.trim(0)
	}
	if prompt = strings.HasPrefix(l.s, "$ "); prompt {
		l.trim(2)
	}
	return l, prompt
}

// trim drops n bytes from the start, and the white space around what is left.
func (l *line) trim(n int) {
	rest := strings.TrimLeft(l.s[n:], " \t\r")
	l.at += len(l.s) - len(rest)
	l.s = strings.TrimRight(rest, " \t\r")
}

// numbered returns the length of a list number such as `1. ` at the start of a line, or 0.
func numbered(s string) int {
	n := 0
	for n < len(s) && n < 3 && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	if n > 0 && n+1 < len(s) && (s[n] == '.' || s[n] == ')') && s[n+1] == ' ' {
		return n + 2
	}
	return 0
}

// codeSpan returns where the inside of the code span that a text starts with lies.
func codeSpan(s string) (document.Span, bool) {
	marks := len(s) - len(strings.TrimLeft(s, "`"))
	if marks == 0 || marks > 2 {
		return document.Span{}, false
	}
	length := strings.Index(s[marks:], s[:marks])
	if length <= 0 {
		return document.Span{}, false
	}
	return document.Span{Start: marks, End: marks + length}, true
}

// mark says where a part of a text starts, there and in the document.
type mark struct{ at, source int }

// text is shell text whose bytes stand somewhere in the document, though perhaps not side by side.
type text struct {
	s     string
	marks []mark         // in order; the first is at 0
	whole *document.Span // if set, what all parts of s stand for, since its bytes are not those of the document
}

// join puts lines together as they would stand in a script.
func join(lines []line) *text {
	t := &text{marks: make([]mark, 0, len(lines))}
	if len(lines) == 1 {
		t.s, t.marks = lines[0].s, append(t.marks, mark{0, lines[0].at})
		return t
	}
	var b strings.Builder
	for _, l := range lines {
		t.marks = append(t.marks, mark{b.Len(), l.at})
		b.WriteString(l.s)
		b.WriteByte('\n')
	}
	t.s = b.String()
	return t
}

// span returns where the bytes from one offset in s to behind another, at least one byte, stand in the document.
func (t *text) span(from, to int) document.Span {
	if t.whole != nil {
		return *t.whole
	}
	return document.Span{Start: t.source(from), End: t.source(max(from, to-1)) + 1}
}

func (t *text) source(at int) int {
	i := sort.Search(len(t.marks), func(i int) bool { return t.marks[i].at > at }) - 1
	return t.marks[i].source + at - t.marks[i].at
}

// line returns the number, from 0, of the line that an offset lies in.
func (t *text) line(at int) int {
	return sort.Search(len(t.marks), func(i int) bool { return t.marks[i].at > at }) - 1
}
