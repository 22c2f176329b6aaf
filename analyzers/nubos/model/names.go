package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// names is the ids that a text names, such as SC-1, D-01 and REQ-AUTH-01: letters, digits and hyphens that start with
// a capital and end with a number. The zeros that the number starts with are left out.
type names map[string]bool

// read adds the ids of a text.
func (n *names) read(text string) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '-')
		if i < 0 {
			return
		}
		start, end := at+i, at+i
		for start > at && isAlphanumeric(text[start-1]) {
			start--
		}
		for end < len(text) &&
			(isAlphanumeric(text[end]) || text[end] == '-' && end+1 < len(text) && isAlphanumeric(text[end+1])) {
			end++
		}
		at = max(end, at+i+1)
		if id := text[start:end]; id != "" && id[0] >= 'A' && id[0] <= 'Z' && id[len(id)-1] >= '0' &&
			id[len(id)-1] <= '9' && (start == 0 || text[start-1] != '_') {
			if *n == nil {
				*n = names{}
			}
			(*n)[canonical(id)] = true
		}
	}
}

// canonical leaves out the zeros that the last number of an id starts with.
func canonical(id string) string {
	i := strings.LastIndexByte(id, '-') + 1
	number := strings.TrimLeft(id[i:], "0")
	if number == "" || strings.Trim(number, "0123456789") != "" {
		return id
	}
	return id[:i] + number
}

func isAlphanumeric(c byte) bool { return c != '_' && document.IsWordByte(c) }
