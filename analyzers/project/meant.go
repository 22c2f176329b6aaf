package project

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// Unclosed returns where an element with the name and the opening tag, which is never closed, is to be reported, and a hint for the message: at the first closing tag behind it that closes
// nothing and has nearly its name, which was probably meant, else at its opening tag and without a hint.
func Unclosed(b *document.Body, name string, open document.Span) (span document.Span, hint string) {
	for _, s := range b.Strays {
		if s.Span.Start >= open.End && s.Name != name && rules.Nearest(s.Name, []string{name}) != "" {
			return s.Span, fmt.Sprintf("; is `</%s>` a misspelling of it?", s.Name)
		}
	}
	return open, ""
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
