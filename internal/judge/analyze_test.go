package judge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// TestAnalyzeMany holds that of very many findings some of each rule in each document are told, the gravest among them,
// and how many there are besides; and that it weighs what it took.
func TestAnalyzeMany(t *testing.T) {
	const each = 100 // findings in each of two documents
	pass := &analysis.Analyzer{Name: "many", Doc: "many", Requires: []*analysis.Analyzer{document.Analyzer}}
	pass.Run = func(p *analysis.Pass) (any, error) {
		document.Of(p).Each(nil, func(r *document.Reporter) {
			for i := range each {
				r.Report(document.Finding{Rule: "rare", Lesser: i < each-1, At: fmt.Sprint(i), Message: "rare"})
			}
			for i := range each {
				r.Reportf("often", document.Span{}, fmt.Sprint(i), "often")
			}
			r.Reportf("once", document.Span{}, "", "once")
		})
		return nil, nil
	}
	project := &document.Project{
		Inputs:  []document.Input{{Path: "a.md", Target: true}, {Path: "b.md", Target: true}},
		Read:    func(*document.Input) ([]byte, *document.Problem) { return []byte("a"), nil },
		MaxSize: 10,
	}
	all := 2 * (2*each + 1)
	for _, most := range []int{0, all, all - 1, 1} {
		d, err := analyze(context.Background(), project, []*analysis.Analyzer{pass}, most)
		if err != nil {
			t.Fatal(err)
		}
		want, partly := all, false
		if most > 0 && most < all {
			want, partly = 2*(2*(maxEach+1)+1), true
		}
		if len(d.all) != want || d.Partly("a.md") != partly {
			t.Fatalf("of %d findings, with %d at most, %d are told, partly %v", all, most, len(d.all), d.Partly("a.md"))
		}
		if d.Weight < (want+most)*diagnosticWeight && partly {
			t.Errorf("it weighs %d", d.Weight)
		}
		left := fmt.Sprintf("; %d more findings of this kind, further down, are neither told nor counted", each-maxEach-1)
		for _, rule := range []string{"rare", "often"} {
			i := slices.IndexFunc(d.all, func(said diagnostic) bool {
				return said.Category == rule && strings.Contains(said.Message, left)
			})
			switch {
			case i < 0 != !partly:
				t.Errorf("it is not told how many of %s are left out", rule)
			case i >= 0 && strings.HasPrefix(d.all[i].URL, document.LesserURL):
				t.Errorf("the gravest of %s is not told", rule)
			}
		}
	}
}
