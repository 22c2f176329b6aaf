package notation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// maxWords is how many bytes are looked at before an id.
const maxWords = 200

// Listed reports whether a word of a text without remarks, by where it starts, is one of a list: only ids stand between
// it and the comma before it. Others are words of a sentence.
func Listed(text string, at int) bool {
	before := text[:at]
	if i := strings.LastIndexAny(before[max(0, len(before)-maxWords):], ",;"); i >= 0 {
		before = before[max(0, len(before)-maxWords)+i+1:]
	}
	return len(before) <= maxWords && onlyIDs(before)
}

// WithoutRemarks returns a text with blanks for what stands in parentheses, unless that is ids.
func WithoutRemarks(text string) string {
	var bare []byte
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			if depth++; depth == 1 {
				start = i
			}
		case ')':
			if depth--; depth == 0 && !onlyIDs(text[start:i+1]) {
				if bare == nil {
					bare = []byte(text)
				}
				for k := start; k <= i; k++ {
					bare[k] = ' '
				}
			}
			depth = max(depth, 0)
		}
	}
	if bare == nil {
		return text
	}
	return string(bare)
}

// onlyIDs reports whether a text is ids, ranges of them and words between them.
func onlyIDs(text string) bool {
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(", \t()[]`*;\"'", c) })
	return !slices.ContainsFunc(words, func(word string) bool {
		return !slices.Contains([]string{"and", "to", "thru", "through", "&", "+", "/"}, word) &&
			!IsID(strings.TrimRight(word, ".:")) && !idRange().MatchString(word) && strings.Trim(word, ".…‐‑‒–—―−-") != ""
	})
}

// Family returns what stands before the hyphen of an id, in capitals: REM of REM-02.
func Family(id string) string {
	prefix, _, _ := strings.Cut(id, "-")
	return strings.ToUpper(prefix)
}

// LikeDecision reports whether an id is written as those of decisions, such as D-07.
func LikeDecision(id string) bool { return decisionForm().MatchString(id) }

var decisionForm = memo.Regexp(`^D\d*-\d+$`)

var (
	idRange = memo.Regexp(`\b([A-Z][A-Z0-9]*-)(\d+)(?:\s*(?:\.{2,}|…|\b(?:to|thru|through)\b)\s*([A-Z][A-Z0-9]*-)?` +
		`|\s*[-‐‑‒–—―−]\s*([A-Z][A-Z0-9]*-))(\d+)\b`)
	rangeMarks = []string{"..", "…", "‐", "‑", "‒", "–", "—", "―", "−", " to ", "thr"}
)

// Range is a text that stands for the ids between two.
type Range struct {
	Span document.Span
	IDs  []string
}

// maxRange is how many ids one range stands for.
const maxRange = 200

// maxRanged is how many ids the ranges of one file stand for: whoever names more names none.
const maxRanged = 2000

// Ranges expands the ranges of one file. The zero value has expanded none.
type Ranges struct{ ids int }

// Unlisted finds ranges without the ids in them.
func Unlisted() *Ranges { return &Ranges{ids: maxRanged} }

// In returns the ranges of ids in a text that starts at an offset. Those beyond maxRanged ids stand for none.
func (r *Ranges) In(text string, offset int) []Range {
	var found []Range
	if !mayRange(text) {
		return nil
	}
	for _, m := range idRange().FindAllStringSubmatchIndex(text, maxRanged) {
		prefix, second := text[m[2]:m[3]], ""
		for _, g := range []int{6, 8} {
			if m[g] >= 0 {
				second = text[m[g]:m[g+1]]
			}
		}
		from, _ := ParseInt(text[m[4]:m[5]])
		to, _ := ParseInt(text[m[10]:m[11]])
		n := min(to-from+1, maxRange)
		if second != "" && second != prefix || n < 3 && second != "" && strings.Contains(text[m[5]:m[10]], " ") || n < 2 {
			continue
		}
		var ids []string
		if r.ids += n; r.ids <= maxRanged {
			for i := range n {
				ids = append(ids, fmt.Sprintf("%s%0*d", prefix, m[5]-m[4], from+i))
			}
		}
		found = append(found, Range{Span: document.Span{Start: offset + m[0], End: offset + m[1]}, IDs: ids})
	}
	return found
}

// IsID reports whether a word is the id of a requirement, and not the word of the template.
func IsID(word string) bool {
	family, rest, _ := strings.Cut(word, "-")
	if word == "REQ-ID" || family == "" || family[0] <= '9' || rest == "" {
		return false
	}
	for i := range len(family) {
		if c := family[i]; (c < 'A' || 'Z' < c) && (c < '0' || '9' < c) {
			return false
		}
	}
	for i := range len(rest) {
		if rest[i] != '-' && !document.IsWordByte(rest[i]) {
			return false
		}
	}
	return true
}

// Split returns the ids in a text that starts at an offset of the document: words between blanks and commas, brackets
// dropped, ranges expanded (normalizePhaseReqIds of gap-checker.cjs). Ids of a range have its place.
func (r *Ranges) Split(text string, offset int) []Word {
	var ids []Word
	found := r.In(text, offset)
	for _, in := range found {
		for _, id := range in.IDs {
			ids = append(ids, Word{id, in.Span})
		}
	}
	text = Without(text, offset, found)
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

// Without returns a text that starts at an offset with blanks in the place of its ranges.
func Without(text string, offset int, ranges []Range) string {
	if len(ranges) == 0 {
		return text
	}
	blanked := []byte(text)
	for _, r := range ranges {
		for i := r.Span.Start; i < r.Span.End; i++ {
			blanked[i-offset] = ' '
		}
	}
	return string(blanked)
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

// Mentions adds the ids of requirements and decisions in a text to a set: capitals and digits, a hyphen, and what belongs
// to the word behind it.
func Mentions(s string, ids map[string]bool) {
	capital := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	for at := 0; ; {
		i := strings.IndexByte(s[at:], '-')
		if i < 0 {
			return
		}
		start, end := at+i, at+i+1
		for start > at && (capital(s[start-1]) || '0' <= s[start-1] && s[start-1] <= '9') {
			start--
		}
		for end < len(s) && (s[end] == '-' || document.IsWordByte(s[end])) {
			end++
		}
		start = at + i - len(strings.TrimLeft(s[start:at+i], "0123456789"))
		id := strings.TrimRight(s[start:end], "-")
		if start < at+i && len(id) > at+i+1-start && (start == 0 || !document.IsWordByte(s[start-1])) {
			ids[strings.Clone(id)] = true
		}
		at = end
	}
}
