package judge

import (
	"bytes"
	"context"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// TestKeptMany holds that of a project that is kept as many findings are told as of one that is not: all, or some of each
// document while there are very many.
func TestKeptMany(t *testing.T) {
	pass := &analysis.Analyzer{Name: "many", Doc: "many", Requires: []*analysis.Analyzer{document.Analyzer}}
	pass.Run = func(p *analysis.Pass) (any, error) {
		document.Of(p).Each(nil, func(r *document.Reporter) {
			for range r.Doc.Src {
				r.Reportf("often", document.Span{}, "", "often")
			}
		})
		return nil, nil
	}
	const most = 100
	texts := map[string]int{"a.md": 30, "b.md": 70}
	project := &document.Project{
		Inputs: []document.Input{{Path: "a.md", Target: true}, {Path: "b.md", Target: true}},
		Read: func(in *document.Input) ([]byte, *document.Problem) {
			return bytes.Repeat([]byte("x"), texts[in.Path]), nil
		},
		MaxSize: 1000,
	}
	k, err := Keep(project, []*analysis.Analyzer{pass}, nil)
	if err != nil {
		t.Fatal(err)
	}
	k.most = most
	for _, c := range []struct {
		file         string
		size, want   int
		aPart, bPart bool
	}{
		{"a.md", 30, 100, false, false},
		{"a.md", 31, 2 * (maxEach + 1), true, true},
		{"b.md", 10, 41, false, false},
		{"a.md", 5000, maxEach + 1 + 10, true, false},
		{"b.md", 0, maxEach + 1, true, false},
		{"a.md", 100, 100, false, false},
	} {
		texts[c.file] = c.size
		k.Change([]string{c.file}, nil)
		d, err := k.Again(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(d.all) != c.want || d.Partly("a.md") != c.aPart || d.Partly("b.md") != c.bPart {
			t.Errorf("of %v findings %d are told, want %d; partly %v and %v", texts, len(d.all), c.want, d.Partly("a.md"), d.Partly("b.md"))
		}
	}
}
