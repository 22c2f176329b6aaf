package markdown

import (
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document/source"
)

// HiddenKind tells why a stretch of the body is no structure.
type HiddenKind uint8

// The kinds of hidden stretches.
const (
	Fence   HiddenKind = iota // a fenced code block
	Comment                   // an HTML comment
)

// Hidden is a fence or comment. For a fence, Span covers both fence lines and Info is the text behind the opening
// marks.
type Hidden struct {
	Kind   HiddenKind
	Span   Span
	Inner  Span // what stands between the marks
	Info   string
	Closed bool
	Open   Span // the opening mark: the fence line, or `<!--`
}

// fence reads a whole fenced code block and returns the offset behind it, or 0 if the line opens none.
func (sc *scanner) fence(first, end, next, indent int) int {
	mark := sc.s[first]
	length := 0
	for first+length < end && sc.s[first+length] == mark {
		length++
	}
	info := strings.TrimSpace(sc.s[first+length : end])
	if length < 3 || indent-sc.list > 3 || mark == '`' && strings.IndexByte(info, '`') >= 0 {
		return 0
	}
	open := Span{Start: first, End: end}
	h := Hidden{Kind: Fence, Span: open, Inner: Span{Start: next, End: next}, Info: info, Open: open}
	nests := sc.nests && (info == "markdown" || info == "md")
	inner, strictNext := 0, 0 // fences that are open in it, and where to go on for a strict reader
	var strict Hidden         // what it is to such a reader
	for next < sc.Span.End {
		start := next
		stop, after := source.LineEnd(sc.s, start)
		line := strings.TrimRight(sc.s[start:stop], " \t")
		bare := strings.TrimLeft(line, " \t")
		deep := columns(line[:len(line)-len(bare)])
		if bare != "" && deep < sc.list {
			break // the list item has ended, and the fence with it
		}
		next = after
		rest := strings.TrimLeft(bare, string(mark))
		isMark := len(bare)-len(rest) >= length
		if nests && isMark && rest != "" && strings.IndexByte(rest, mark) < 0 {
			inner++
		}
		if isMark && deep-sc.list <= 3 && rest == "" {
			if !strict.Closed {
				strict, strictNext = h, after
				strict.Closed, strict.Span.End = true, stop
			}
			if inner--; inner < 0 {
				h.Closed, h.Span.End = true, stop
				break
			}
		}
		h.Inner.End, h.Span.End = after, after
	}
	if !h.Closed && strict.Closed {
		h, next, sc.nests = strict, strictNext, false // the marks do not pair, and neither may those below
	}
	h.Span.End = max(h.Span.End, h.Inner.End)
	sc.Hidden = append(sc.Hidden, h)
	sc.paragraph, sc.tableOpen = Span{}, false
	return next
}

// comments finds the HTML comments that start on a line outside code spans. One that starts the line may be closed
// anywhere below, if the line is not indented as code; any other must be closed before the next blank line, or it is
// just text.
func (sc *scanner) comments(first, end int, block bool) {
	marks := marks{s: sc.s, to: end}
	for at := first; ; {
		if at = marks.next(at); at < 0 {
			return
		}
		if sc.s[at] == '`' {
			at = BehindCode(sc.s, at, end)
			continue
		}
		if !strings.HasPrefix(sc.s[at:], "<!--") {
			at++
			continue
		}
		inner := Span{Start: at + len("<!--"), End: sc.Span.End}
		h := Hidden{
			Kind: Comment, Span: Span{Start: at, End: sc.Span.End}, Inner: inner, Open: Span{Start: at, End: inner.Start},
		}
		limit, inline := sc.Span.End, at > first || !block
		if inline {
			if at < sc.unclosed {
				return
			}
			if sc.until < end {
				sc.until = paragraphEnd(sc.s, end, sc.Span.End)
			}
			limit = sc.until
		}
		closing := strings.Index(sc.s[at+2:limit], "-->") - 2 // <!--> and <!---> are whole comments
		if closing < -2 && inline {
			sc.unclosed = limit
			return
		}
		if closing >= -2 {
			h.Closed, h.Inner.End, h.Span.End = true, max(at+4, at+4+closing), at+4+closing+3
		}
		sc.Hidden = append(sc.Hidden, h)
		sc.skip, at = h.Span.End, h.Span.End
	}
}

// marks finds what may start a tag or a code span in a stretch of text.
type marks struct {
	s      string
	to     int
	opened int // there is no < between where it was last looked for and this offset
}

// next returns the offset of the first < or backtick from an offset on, or -1. Offsets may only grow.
func (m *marks) next(from int) int {
	if from >= m.to {
		return -1
	}
	if m.opened <= from {
		m.opened = m.to
		if i := strings.IndexByte(m.s[from:m.to], '<'); i >= 0 {
			m.opened = from + i
		}
	}
	if i := strings.IndexByte(m.s[from:m.opened], '`'); i >= 0 {
		return from + i
	}
	if m.opened == m.to {
		return -1
	}
	return m.opened
}

// maxTicks is how many backticks a code span may start with. Each other number of them is looked for up to the end of
// the line, so that without a limit a line of very many would be read a thousand times.
const maxTicks = 80

// BehindCode returns the offset behind the code span that starts with the backticks at offset at and ends before end,
// or behind the backticks if none does.
func BehindCode(s string, at, end int) int {
	n := 0
	for at+n < end && s[at+n] == '`' {
		n++
	}
	if n > maxTicks {
		return at + n
	}
	for from := at + n; ; {
		i := strings.Index(s[from:end], s[at:at+n])
		if i < 0 {
			return at + n
		}
		close := from + i + n
		if close == end || s[close] != '`' {
			return close
		}
		for close < end && s[close] == '`' {
			close++
		}
		from = close
	}
}

// paragraphEnd returns the offset of the first blank line behind offset, or limit.
func paragraphEnd(s string, offset, limit int) int {
	for at := offset; at < limit; {
		_, next := source.LineEnd(s, at)
		end, _ := source.LineEnd(s, next)
		if first, last := source.Trim(s, next, end); first == last {
			return min(next, limit)
		}
		at = next
	}
	return limit
}

// HiddenAt returns the fence or comment that the offset lies in, or nil.
func (b *Body) HiddenAt(offset int) *Hidden {
	i := sort.Search(len(b.Hidden), func(i int) bool { return b.Hidden[i].Span.End > offset })
	if i < len(b.Hidden) && b.Hidden[i].Span.Start <= offset {
		return &b.Hidden[i]
	}
	return nil
}

// EachLine calls f with every line of the body that no fence or comment covers, from its first visible byte, without
// line end, until f returns false.
func (b *Body) EachLine(f func(line string, start int) bool) { b.EachLineWith("", f) }

// EachLineWith is EachLine for the lines that have a word.
func (b *Body) EachLineWith(word string, f func(line string, start int) bool) {
	hidden := b.Hidden
	found := b.Span.Start - 1 // where the word is next
	for at := b.Span.Start; at < b.Span.End; {
		if word != "" && found < at {
			i := strings.Index(b.s[at:b.Span.End], word)
			if i < 0 {
				return
			}
			found = at + i
			at += strings.LastIndexAny(b.s[at:found], "\r\n") + 1
		}
		for len(hidden) > 0 && hidden[0].Span.End <= at {
			hidden = hidden[1:]
		}
		if len(hidden) > 0 && hidden[0].Span.Start <= at {
			// The rest of the line is not looked through yet: it may hold many more.
			if at = hidden[0].Span.End; at < len(b.s) && (b.s[at] == '\n' || b.s[at] == '\r') {
				_, at = source.LineEnd(b.s, at)
			}
			continue
		}
		end, next := source.LineEnd(b.s, at)
		if !f(b.s[at:end], at) {
			return
		}
		at = next
	}
}
