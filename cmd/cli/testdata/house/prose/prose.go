// Package prose holds what agents say of themselves against the style of the house.
package prose

import (
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// Analyzer reports descriptions of agents that do not end with a full stop.
var Analyzer = &analysis.Analyzer{
	Name:     "prose",
	Doc:      "hold descriptions of agents against the style of the house",
	Requires: []*analysis.Analyzer{document.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		stop := set.Options.Word("house-full-stop", "stop")
		set.Each([]string{"nubos/agent"}, func(r *document.Reporter) { judge(r, stop) })
		return nil, nil
	},
}

func judge(r *document.Reporter, stop string) {
	if !r.Doc.Readable() {
		return // that is reported, and there is nothing to read
	}
	description := r.Doc.Front.Root.Pair("description")
	if description == nil || strings.HasSuffix(description.Value.Text, stop) {
		return
	}
	finding := document.Finding{
		Rule: "house-full-stop", Span: description.Value.Span, At: "frontmatter.description",
		Message: "`description` does not end with " + strconv.Quote(stop) + ", so it runs into the next one in the list of agents; end the sentence",
	}
	if r.Doc.Text(description.Value.Span) == description.Value.Text { // it has no quotes
		finding.Fixes = document.Replace("end the sentence", description.Value.Span, description.Value.Text+stop)
	}
	r.Report(finding)
}
