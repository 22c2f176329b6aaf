package model

import (
	"regexp"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// List is what the ROADMAP.md of a milestone, which is prose, says of its slices.
type List struct {
	Slices []Item          // the ids at the start of list items and headings
	Named  map[string]bool // the ids that stand anywhere
	Span   document.Span   // the heading of the list, or else the first line
}

var (
	listed    = rules.Lazy(`^[*_]*(S\d{3,})\b`)
	sliceName = rules.Lazy(`\bS\d{3,}\b`)
)

// ReadList takes the slices from a document with a body.
func ReadList(d *document.Document) *List {
	l := &List{Named: map[string]bool{}, Span: d.FirstLine()}
	add := func(text document.Span) {
		if found := submatches(d, listed(), text); found != nil {
			l.Slices = append(l.Slices, found[1])
		}
	}
	for i := range d.Body.Headings {
		if h := &d.Body.Headings[i]; h.Level == 2 && strings.HasPrefix(h.Text, "Slices") {
			l.Span = h.Span
			for _, item := range d.Body.Items {
				if h.Below.Contains(item.Span.Start) && item.Indent == 0 {
					add(item.Text)
				}
			}
		} else {
			add(h.Title)
		}
	}
	for _, id := range sliceName().FindAllString(d.Content(), -1) {
		l.Named[id] = true
	}
	return l
}

// submatches applies a pattern to a span and returns the whole match and the groups with their places, or nil.
func submatches(d *document.Document, pattern *regexp.Regexp, s document.Span) []Item {
	found := pattern.FindStringSubmatchIndex(d.Content()[s.Start:s.End])
	if found == nil {
		return nil
	}
	items := make([]Item, len(found)/2)
	for i := range items {
		if found[2*i] >= 0 {
			items[i] = spanned(d, document.Span{Start: s.Start + found[2*i], End: s.Start + found[2*i+1]})
		}
	}
	return items
}

func spanned(d *document.Document, s document.Span) Item { return Item{d.Content()[s.Start:s.End], s} }
