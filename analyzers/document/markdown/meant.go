package markdown

import (
	"fmt"
	"sort"
	"strings"

	"github.com/nplint/nplint/internal/spell"
)

// maxStrays is how many closing tags are looked at to find the one that was meant.
const maxStrays = 20

// Unclosed returns where an element with the name and the opening tag, which is never closed, is to be reported, and
// a hint for the message. It is the first closing tag behind it that closes nothing and has nearly its name or stands
// before any other element, since that was probably meant; else it is the opening tag, without a hint.
func (b *Body) Unclosed(name string, open Span) (span Span, hint string) {
	next := sort.Search(len(b.Elements), func(i int) bool { return b.Elements[i].Open.Start >= open.End })
	from := sort.Search(len(b.Strays), func(i int) bool { return b.Strays[i].Span.Start >= open.End })
	for _, s := range b.Strays[from:min(from+maxStrays, len(b.Strays))] {
		if before := next == len(b.Elements) || s.Span.Start < b.Elements[next].Open.Start; s.Name != name && (before || spell.Nearest(s.Name, []string{name}) != "") {
			return s.Span, fmt.Sprintf("; is `</%s>` meant for it?", s.Name)
		}
	}
	return open, ""
}

// MeantHeading returns the first heading that was probably meant to be one with the title: it has another level, or a
// title that is nearly the same. It returns nil if there is none.
func (b *Body) MeantHeading(title string) *Heading {
	for i := range b.Headings {
		h := &b.Headings[i]
		text, _, _ := strings.Cut(h.Text, ":")
		if text = strings.TrimSpace(text); strings.EqualFold(text, title) || spell.Nearest(text, []string{title}) != "" {
			return h
		}
	}
	return nil
}
