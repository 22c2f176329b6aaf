package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// IDs returns the requirements that a phase names, with their places. Ranges are expanded.
func (sec *Section) IDs() []Word {
	if sec == nil || sec.Requirements == nil {
		return nil
	}
	return SplitIDs(sec.Requirements.Text, sec.Requirements.Span.Start)
}

var (
	idForm  = memo.Regexp(`^[A-Z][A-Z0-9]*-[A-Za-z0-9_-]+$`)
	idRange = memo.Regexp(`^([A-Z][A-Z0-9]*-)(\d+)\.\.([A-Z][A-Z0-9]*-)(\d+)$`)
)

// IsID reports whether a word is the id of a requirement, and not the word of the template.
func IsID(word string) bool { return word != "REQ-ID" && idForm().MatchString(word) }

// SplitIDs returns the ids in a text that starts at an offset: words between blanks and commas, brackets dropped,
// ranges expanded.
func SplitIDs(text string, offset int) []Word {
	var ids []Word
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
		span := document.Span{Start: offset + at, End: offset + at + len(word)}
		if m := idRange().FindStringSubmatch(word); m != nil && m[1] == m[3] && len(m[2]) == len(m[4]) {
			ids = append(ids, expand(m[1], m[2], m[4], span)...)
		} else if IsID(word) {
			ids = append(ids, Word{word, span})
		}
		at = end
	}
	return ids
}

// expand returns the ids of a range, of which there are not many.
func expand(prefix, from, to string, span document.Span) []Word {
	const most = 200
	a, _ := ParseInt(from)
	b, _ := ParseInt(to)
	var ids []Word
	for n := a; n <= b && len(ids) < most; n++ {
		ids = append(ids, Word{prefix + pad(n, len(from)), span})
	}
	return ids
}

func pad(n, width int) string {
	text := ""
	for ; n > 0 || text == ""; n /= 10 {
		text = string(rune('0'+n%10)) + text
	}
	return strings.Repeat("0", max(0, width-len(text))) + text
}
