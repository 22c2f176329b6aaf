package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// IDs returns the requirements that a phase names, with their places. Ranges are expanded, and remarks in parentheses
// name none.
func (sec *Section) IDs() []Word {
	if sec == nil || sec.Requirements == nil {
		return nil
	}
	return SplitIDs(withoutRemarks(sec.Requirements.Text), sec.Requirements.Span.Start)
}

// Listed reports whether a word of the requirements of a phase is one of a list: only ids stand between it and the
// comma before it. Others are words of a text.
func (sec *Section) Listed(word Word) bool {
	before := withoutRemarks(sec.Requirements.Text)[:word.Span.Start-sec.Requirements.Span.Start]
	return onlyIDs(before[strings.LastIndexAny(before, ",;")+1:])
}

// withoutRemarks returns a text with blanks for what stands in parentheses, unless that is ids.
func withoutRemarks(text string) string {
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			if depth++; depth == 1 {
				start = i
			}
		case ')':
			if depth--; depth == 0 && !onlyIDs(text[start:i+1]) {
				text = text[:start] + strings.Repeat(" ", i+1-start) + text[i+1:]
			}
			depth = max(depth, 0)
		}
	}
	return text
}

// onlyIDs reports whether a text is ids, ranges of them and words between them.
func onlyIDs(text string) bool {
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(", \t()[]`*;\"'", c) }) {
		if between := []string{"and", "to", "thru", "through", "&", "+", "/"}; !slices.Contains(between, word) &&
			!IsID(strings.TrimRight(word, ".:")) && !idRange().MatchString(word) && strings.Trim(word, ".…‐‑‒–—―−-") != "" {
			return false
		}
	}
	return true
}

// LikeDecision reports whether an id is written as those of decisions.
func LikeDecision(id string) bool { return decisionForm().MatchString(id) }

var decisionForm = memo.Regexp(`^D\d*-\d+$`)

var (
	idForm  = memo.Regexp(`^[A-Z][A-Z0-9]*-[A-Za-z0-9_-]+$`)
	idRange = memo.Regexp(`\b([A-Z][A-Z0-9]*-)(\d+)(?:\s*(?:\.{2,}|…|\b(?:to|thru|through)\b)\s*([A-Z][A-Z0-9]*-)?` +
		`|\s*[-‐‑‒–—―−]\s*([A-Z][A-Z0-9]*-))(\d+)\b`)
	rangeMarks = []string{"..", "…", "‐", "‑", "‒", "–", "—", "―", "−", " to ", "thr"}
)

// Range is a text that stands for the ids between two.
type Range struct {
	Span     document.Span
	IDs      []string
	Expanded bool // gap-analysis of GSD knows what it stands for
}

// Ranges returns the ranges of ids in a text that starts at an offset.
func Ranges(text string, offset int) []Range {
	var found []Range
	if !mayRange(text) {
		return nil
	}
	for _, m := range idRange().FindAllStringSubmatchIndex(text, -1) {
		prefix, second := text[m[2]:m[3]], ""
		for _, g := range []int{6, 8} {
			if m[g] >= 0 {
				second = text[m[g]:m[g+1]]
			}
		}
		ids := expand(prefix, text[m[4]:m[5]], text[m[10]:m[11]])
		if second != "" && second != prefix || len(ids) < 3 && second != "" && strings.Contains(text[m[5]:m[10]], " ") ||
			len(ids) < 2 {
			continue
		}
		found = append(found, Range{Span: document.Span{Start: offset + m[0], End: offset + m[1]}, IDs: ids,
			Expanded: text[m[5]:m[10]] == ".."+prefix && m[5]-m[4] == m[11]-m[10]})
	}
	return found
}

// IsID reports whether a word is the id of a requirement, and not the word of the template.
func IsID(word string) bool { return word != "REQ-ID" && idForm().MatchString(word) }

// SplitIDs returns the ids in a text that starts at an offset: words between blanks and commas, brackets dropped,
// ranges expanded.
func SplitIDs(text string, offset int) []Word {
	var ids []Word
	for _, r := range Ranges(text, offset) {
		for _, id := range r.IDs {
			ids = append(ids, Word{id, r.Span})
		}
		at := r.Span.Start - offset
		text = text[:at] + strings.Repeat(" ", r.Span.Len()) + text[at+r.Span.Len():]
	}
	ranged := len(ids) > 0
	for at := 0; at < len(text); {
		if strings.IndexByte(", \t[]()`*;\r\n\"'", text[at]) >= 0 {
			at++
			continue
		}
		end := at
		for end < len(text) && strings.IndexByte(", \t[]()`*;\r\n\"'", text[end]) < 0 {
			end++
		}
		word := strings.TrimRight(text[at:end], ".:")
		if IsID(word) {
			ids = append(ids, Word{word, document.Span{Start: offset + at, End: offset + at + len(word)}})
		}
		at = end
	}
	if ranged {
		slices.SortStableFunc(ids, func(a, b Word) int { return a.Span.Start - b.Span.Start })
	}
	return ids
}

// mayRange reports whether a text may hold a range.
func mayRange(text string) bool {
	for i := strings.IndexByte(text, '-'); i > 0; {
		if before := strings.TrimRight(text[:i], " "); before != "" && before[len(before)-1] <= '9' {
			return true // a hyphen behind a number
		}
		next := strings.IndexByte(text[i+1:], '-')
		if next < 0 {
			break
		}
		i += next + 1
	}
	return slices.ContainsFunc(rangeMarks, func(mark string) bool {
		return strings.Contains(text, mark)
	})
}

// expand returns the ids of a range, of which there are not many; none of one that falls.
func expand(prefix, from, to string) []string {
	const most = 200
	a, _ := ParseInt(from)
	b, _ := ParseInt(to)
	var ids []string
	for n := a; n <= b && len(ids) < most; n++ {
		ids = append(ids, fmt.Sprintf("%s%0*d", prefix, len(from), n))
	}
	return ids
}
