package dialect

import (
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

// FuzzRead holds that no text makes the reader crash, and that all places lie in it.
func FuzzRead(f *testing.F) {
	f.Add("---\nname: a\ndescription: b: c\n---\nYou.\n")
	f.Add("---\rname: a\r---\rYou.\r")
	f.Add("---\nname: a --- b\n# c\n")
	f.Add("\n# Title\n\n---\nname: a\n---\n")
	f.Fuzz(func(t *testing.T, text string) {
		front := Read(text)
		spans := []document.Span{front.Open, front.Close, front.Text, {Start: front.End, End: front.End}}
		found := front.Notes
		if front.Fault != nil {
			found = append(found, *front.Fault)
		}
		for _, note := range found {
			spans = append(spans, note.Span)
			for _, fix := range note.Fixes {
				for _, edit := range fix.Edits {
					spans = append(spans, edit.Span)
				}
			}
		}
		for _, span := range spans {
			if span.Start < 0 || span.End < span.Start || span.End > len(text) {
				t.Errorf("%v lies outside of the %d bytes of %q", span, len(text), text)
			}
		}
	})
}
