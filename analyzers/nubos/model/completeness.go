package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Doctrine is the file whose numbered rules agents and workflows must cite, relative to the project root.
const Doctrine = "templates/COMPLETENESS.md"

// Bound holds a document against the completeness lints of nubos-pilot: it has a section with the title, and names
// the doctrine anywhere. unlinked and missing are the findings to report, without their places; the one sentence of
// the section that a fix adds is the lead, such as "Bound by", with a link.
func Bound(r *document.Reporter, title, lead string, unlinked, missing document.Finding) {
	d := r.Doc
	if h := lintedSection(d.Body, title); h == nil {
		missing.Span, missing.Fixes = missingSection(d, title, lead)
		r.Report(missing)
	} else if !strings.Contains(d.Content(), "COMPLETENESS.md") {
		unlinked.Span = h.Span
		r.Report(unlinked)
	}
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

// missingSection returns where the lack of a section is to be reported, which is the heading that was probably meant
// or else the first line, and the fix that adds the section at the end of the document. Its one sentence is a lead,
// such as "Bound by", with a link to the doctrine.
func missingSection(d *document.Document, title, lead string) (document.Span, []document.Fix) {
	span := d.FirstLine()
	if h := d.Body.MeantHeading(title); h != nil {
		span = h.Span
	}
	line := d.Newline()
	return span, document.AppendBlock("add the section", d,
		"## "+title+line+line+lead+" [`"+Doctrine+"`](../"+Doctrine+")."+line)
}
