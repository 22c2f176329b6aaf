package project

import (
	"fmt"
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// maxStrays is how many closing tags are looked at to find the one that was meant.
const maxStrays = 20

// Unclosed returns where an element with the name and the opening tag, which is never closed, is to be reported, and a hint for the message. It is the first
// closing tag behind it that closes nothing and has nearly its name or stands before any other element, since that was probably meant; else it is the
// opening tag, without a hint.
func Unclosed(b *document.Body, name string, open document.Span) (span document.Span, hint string) {
	next := sort.Search(len(b.Elements), func(i int) bool { return b.Elements[i].Open.Start >= open.End })
	from := sort.Search(len(b.Strays), func(i int) bool { return b.Strays[i].Span.Start >= open.End })
	for _, s := range b.Strays[from:min(from+maxStrays, len(b.Strays))] {
		if before := next == len(b.Elements) || s.Span.Start < b.Elements[next].Open.Start; s.Name != name && (before || rules.Nearest(s.Name, []string{name}) != "") {
			return s.Span, fmt.Sprintf("; is `</%s>` meant for it?", s.Name)
		}
	}
	return open, ""
}

// DidYouMean returns the end of a message about a word that is none of the known ones: "; did you mean x?" with the one that was probably meant, or ""
// if none is near.
func DidYouMean(word string, known []string) string {
	if near := rules.Nearest(word, known); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// MeantHeading returns the first heading that was probably meant to be one with the title: it has another level, or a title that is nearly the same. It
// returns nil if there is none.
func MeantHeading(b *document.Body, title string) *document.Heading {
	for i := range b.Headings {
		h := &b.Headings[i]
		text, _, _ := strings.Cut(h.Text, ":")
		if text = strings.TrimSpace(text); strings.EqualFold(text, title) || rules.Nearest(text, []string{title}) != "" {
			return h
		}
	}
	return nil
}
