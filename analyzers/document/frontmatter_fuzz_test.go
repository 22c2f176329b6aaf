package document_test

import (
	"encoding/json"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/dialect"
)

// FuzzNubos reads its input as frontmatter that a Markdown file starts with, in the nubos dialect.
func FuzzNubos(f *testing.F) {
	document.AddExamples(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		checkFrontmatter(t, src)
		checkFrontmatter(t, []byte("---\n"+string(src)+"\n---\nbody\n"))
	})
}

func checkFrontmatter(t *testing.T, src []byte) {
	t.Helper()
	f, whole := document.ParseFrontmatter(src, dialect.Read), document.Span{Start: 0, End: len(src)}
	if (f.Root == nil) == (f.Fault == nil) {
		t.Fatalf("%q: root %v and fault %v", src, f.Root, f.Fault)
	}
	document.Inside(t, src, "the opening fence", f.Open, whole)
	document.Inside(t, src, "the body", document.Span{Start: f.End, End: len(src)}, whole)
	if f.Root != nil {
		parts := []int{f.Open.Start, f.Open.End, f.Text.Start, f.Text.End, f.Close.Start, f.Close.End, f.End}
		for i := range parts[1:] {
			if parts[i] > parts[i+1] {
				t.Fatalf("%q: fences, text and body are not in order: %v", src, parts)
			}
		}
		document.Inside(t, src, "the root", f.Root.Span, f.Text)
		checkTree(t, src, f.Root)
		if _, err := json.Marshal(f.Root.Value()); err != nil {
			t.Fatalf("%q: the value is none that JSON knows: %v", src, err)
		}
		document.CheckFinding(t, src, document.Finding{Rule: "root", Span: f.Root.Span, At: "frontmatter", Message: "the root"})
	}
	findings := f.Notes
	if f.Fault != nil {
		findings = append(findings, *f.Fault)
	}
	for _, finding := range findings {
		document.CheckFinding(t, src, finding)
	}
}

// checkTree fails unless each part of a value lies within it, behind the part before.
func checkTree(t *testing.T, src []byte, n *document.Node) {
	t.Helper()
	rest := n.Span
	follow := func(what string, s document.Span) {
		document.Inside(t, src, what, s, rest)
		rest.Start = s.End
	}
	for _, item := range n.Items {
		follow("item", item.Span)
		checkTree(t, src, item)
	}
	for _, p := range n.Pairs {
		follow("key "+p.Key, p.KeySpan)
		follow("value of "+p.Key, p.Value.Span)
		checkTree(t, src, p.Value)
		document.Inside(t, src, "line of "+p.Key, p.Line, document.Span{End: len(src)})
		document.Inside(t, src, "value of "+p.Key, p.Value.Span, document.Span{Start: min(p.Line.Start, p.Value.Span.Start), End: p.Line.End})
	}
}
