package plan

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// tag is what looks like a tag in a text.
type tag struct {
	at   int
	name string // up to a > or blank, with the slash of a closing tag
	end  byte   // what follows the name
}

// isElement reports whether the tag opens an element and has no attributes.
func (t tag) isElement() bool {
	for i := range len(t.name) {
		if c := t.name[i]; !document.IsWordByte(c) && c != '-' {
			return false
		}
	}
	return t.name != "" && t.end == '>'
}

// tagsOf returns the tags of a text. None that anybody asks for has a name with more than 40 bytes.
func tagsOf(body string) []tag {
	const most = 40
	var tags []tag
	for at := 0; ; at++ {
		i := strings.IndexByte(body[at:], '<')
		if i < 0 {
			return tags
		}
		at += i
		behind := body[at+1 : min(len(body), at+1+most)]
		if end := strings.IndexAny(behind, "> \t\r\n"); end >= 0 {
			tags = append(tags, tag{at, behind[:end], behind[end]})
		}
	}
}

// opens returns where an element begins that has the start of a line: elsewhere a text may speak of it. It is -1 if none
// does.
func opens(body string, tags []tag, name string) int {
	for _, t := range tags {
		if t.name != name || t.end != '>' {
			continue
		}
		if before := strings.TrimRight(body[:t.at], " \t"); before == "" || before[len(before)-1] == '\n' {
			return t.at
		}
	}
	return -1
}

// lastEnd returns where elements of a name end for the last time, or -1.
func lastEnd(tags []tag, name string) int {
	for _, t := range slices.Backward(tags) {
		if closing, ok := strings.CutPrefix(t.name, "/"); ok && closing == name && t.end == '>' {
			return t.at
		}
	}
	return -1
}

// hasElement reports whether a task holds an element as the structure check sees it: a name must be closed.
func hasElement(tags []tag, name string) bool {
	last := lastEnd(tags, name)
	return slices.ContainsFunc(tags, func(t tag) bool {
		return t.name == name && (name != "name" || t.end == '>' && t.at < last)
	})
}
