package plan

import (
	"iter"
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// prose is the content of a document, with what makes it quick to search.
type prose struct {
	content string
	body    *document.Body
	hits    []hit  // words that may be part of a phrase, by offset
	ticks   []tick // the backticks
}

func readProse(d *document.Document) *prose {
	return &prose{content: d.Content(), body: d.Body, hits: readHits(d.Content()), ticks: readTicks(d.Content())}
}

// of returns what stands in a span.
func (t *prose) of(s document.Span) string { return t.content[s.Start:s.End] }

// tick is a backtick.
type tick struct {
	offset, lineEnd int
	opens           bool // it is the first, third, fifth … of its line
}

// readTicks finds the backticks of a text.
func readTicks(text string) (ticks []tick) {
	lineEnd, opens := -1, true
	for at := 0; ; at++ {
		i := strings.IndexByte(text[at:], '`')
		if i < 0 {
			return ticks
		}
		if at += i; at > lineEnd {
			lineEnd, opens = len(text), true
			if end := strings.IndexByte(text[at:], '\n'); end >= 0 {
				lineEnd = at + end
			}
		}
		ticks = append(ticks, tick{offset: at, lineEnd: lineEnd, opens: opens})
		opens = !opens
	}
}

// quoted reports whether an offset lies in a fence, a comment or a code span of its line.
func (t *prose) quoted(offset int) bool {
	if t.body.HiddenAt(offset) != nil {
		return true
	}
	i := sort.Search(len(t.ticks), func(i int) bool { return t.ticks[i].offset >= offset }) - 1
	return i >= 0 && t.ticks[i].opens && offset < t.ticks[i].lineEnd
}

// Around a word that may be part of a phrase, so many bytes are searched for it.
const (
	windowBefore = 80
	windowBehind = 160
)

// match returns where a phrase first matches in a stretch so that accept takes it, as regexp's
// FindStringSubmatchIndex does, with offsets in the document; nil if nowhere.
func (t *prose) match(p phrase, in document.Span, accept func(m document.Span) bool) []int {
	from := sort.Search(len(t.hits), func(i int) bool { return t.hits[i].offset >= in.Start })
	done := in.Start // what lies before was refused
	for _, h := range t.hits[from:] {
		if h.offset >= in.End {
			break
		}
		if h.bits&p.bit == 0 {
			continue
		}
		start, end := max(done, h.offset-windowBefore), min(in.End, h.offset+windowBehind)
		// a window that cuts a word would make two of it
		for start > done && document.IsWordByte(t.content[start-1]) && start < h.offset {
			start++
		}
		for at := start; at < end; {
			m := p.pattern().FindStringSubmatchIndex(t.content[at:end])
			if m == nil {
				break
			}
			next := at + max(m[1], m[0]+1)
			for i := range m {
				m[i] += at
			}
			if accept(document.Span{Start: m[0], End: m[1]}) {
				return m
			}
			at, done = next, next
		}
	}
	return nil
}

// find returns the span of the first match of a phrase that stands in no fence, comment or code span and is not
// harmless; nothing is if no function says so.
func (t *prose) find(p phrase, in document.Span, harmless func(m document.Span) bool) (found document.Span, ok bool) {
	m := t.match(p, in, func(m document.Span) bool {
		return !t.quoted(m.Start) && (harmless == nil || !harmless(m))
	})
	if m == nil {
		return document.Span{}, false
	}
	return document.Span{Start: m[0], End: m[1]}, true
}

// all yields what find finds, each match behind the one before.
func (t *prose) all(p phrase, in document.Span) iter.Seq[document.Span] {
	return func(yield func(document.Span) bool) {
		for {
			m, ok := t.find(p, in, nil)
			if !ok || !yield(m) {
				return
			}
			in.Start = m.End
		}
	}
}

// sentenceEnds are the signs that a sentence or a line may end with.
const sentenceEnds = ".;:\n"

// before returns what stands before a match, back to the start of its sentence or line or a little way.
func (t *prose) before(m document.Span) string {
	text := t.content[max(0, m.Start-windowBefore):m.Start]
	return text[strings.LastIndexAny(text, sentenceEnds)+1:]
}

// sentence returns the sentence or line around a match, or as much of it as is near.
func (t *prose) sentence(m document.Span) string {
	behind := t.content[m.End:min(len(t.content), m.End+windowBehind)]
	if end := strings.IndexAny(behind, sentenceEnds); end >= 0 {
		behind = behind[:end]
	}
	return t.before(m) + t.of(m) + behind
}
