package report

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

// recordable judges whether record-sc finds the criteria that are still to be judged: it looks for the heading, status
// and classifier on three lines in a row, where those who only read take them anywhere in the block.
func recordable(r *document.Reporter) {
	var lost []string
	var first document.Span
	var edits []document.Edit
	for i := range r.Doc.Body.Headings {
		h := &r.Doc.Body.Headings[i]
		number := model.CriterionNumber(h.Text)
		if h.Level != 3 || number == "" {
			continue
		}
		fields := r.Doc.Body.FieldsIn(h.Below)
		status, by := field(fields, "Status"), field(fields, "Classified by")
		if status == nil || by == nil || model.CriterionStatus(fields) == "" || status.Text == "Pass" {
			continue // what is missing is reported, and what passed is not asked again
		}
		above := document.Span{Start: h.Span.End, End: status.Span.Start}
		between := document.Span{Start: status.Span.End, End: by.Span.Start}
		if lineEnd(r.Doc.Text(above)) && lineEnd(r.Doc.Text(between)) && status.Bullet == "-" && by.Bullet == "-" {
			continue
		}
		if lost = append(lost, "SC-"+number); len(lost) == 1 {
			first = h.Span
		}
		if blank(r.Doc, above) && blank(r.Doc, between) && dashable(status) && dashable(by) {
			edits = slices.Concat(edits, oneEnd(r.Doc, above), dash(status), oneEnd(r.Doc, between), dash(by))
		}
	}
	if len(lost) == 0 {
		return
	}
	var fixes []document.Fix
	if len(edits) > 0 {
		fixes = []document.Fix{{Title: "let the lines follow one another", Edits: edits}}
	}
	r.Fixf("verification-record", first, "body.record", fixes,
		"record-sc does not find %s, and refuses an answer: it looks for `- **Status:**` and `- **Classified by:**` on the "+
			"two lines below the heading; let no blank line and nothing else stand between them",
		strings.Join(lost, ", "))
}

// blank reports whether nothing but white space stands in a span.
func blank(d *document.Document, s document.Span) bool {
	return s.Start <= s.End && strings.TrimSpace(d.Text(s)) == ""
}

// oneEnd leaves of blank lines the end of the first.
func oneEnd(d *document.Document, s document.Span) []document.Edit {
	text := d.Text(s)
	if lineEnd(text) {
		return nil
	}
	return []document.Edit{{Span: document.Span{Start: s.Start + strings.IndexByte(text, '\n') + 1, End: s.End}}}
}

// dashable reports whether the mark of a field's list item is `-` or stands for it.
func dashable(f *document.LabelField) bool { return f.Bullet == "-" || f.Bullet == "*" }

// dash writes `-` for `*`.
func dash(f *document.LabelField) []document.Edit {
	if f.Bullet == "-" {
		return nil
	}
	return []document.Edit{{Span: document.Span{Start: f.Span.Start, End: f.Span.Start + 1}, Text: "-"}}
}

// lineEnd reports whether a text is a single line end, perhaps behind blanks.
func lineEnd(text string) bool {
	return strings.TrimLeft(text, " \t\r") == "\n"
}

// field returns the first field with a label, or nil.
func field(fields []document.LabelField, label string) *document.LabelField {
	if i := slices.IndexFunc(fields, func(f document.LabelField) bool { return f.Label == label }); i >= 0 {
		return &fields[i]
	}
	return nil
}
