package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// Bound holds a document against the completeness lints of nubos-pilot: it has a section with the title, and names
// the doctrine anywhere. unlinked and missing are the findings to report, without their places; the one sentence of
// the section that a fix adds is the lead, such as "Bound by", with a link.
func Bound(r *document.Reporter, title, lead string, unlinked, missing document.Finding) {
	d := r.Doc
	if h := lintedSection(d.Body, title); h != nil {
		if unlinked.Span = h.Span; !strings.Contains(d.Content(), "COMPLETENESS.md") {
			r.Report(unlinked)
		}
		return
	}
	missing.Span = d.FirstLine()
	if h := d.Body.MeantHeading(title); h != nil {
		missing.Span = h.Span
	}
	missing.Fixes = document.AppendBlock("add the section", d,
		"## "+title+"\n\n"+lead+" [`"+place.Doctrine+"`](../"+place.Doctrine+").\n")
	r.Report(missing)
}

// lintedSection returns the heading that the completeness lints of nubos-pilot take for a section's: the first of
// level two that stands at the start of its line, is not underlined, and starts with the whole words of the title. It
// returns nil if there is none.
func lintedSection(b *document.Body, title string) *document.Heading {
	for i := range b.Headings {
		h := &b.Headings[i]
		rest, ok := strings.CutPrefix(h.Text, title)
		if ok && h.Level == 2 && h.Indent == 0 && !h.Setext && (rest == "" || !document.IsWordByte(rest[0])) {
			return h
		}
	}
	return nil
}
