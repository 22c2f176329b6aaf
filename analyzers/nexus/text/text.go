// Package text judges the words of nexus-core's prompts, metas and vocabulary: names that only one harness or one
// vendor knows, and the macros that harnesses expand. It knows nothing of the shape of the files.
package text

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
)

// Analyzer judges the files that the gates G6 and G7 look at, and documents for what they must not promise.
var Analyzer = &analysis.Analyzer{
	Name:     "nexustext",
	Doc:      "keep names of harnesses, models and supervisors out of prompts, and macros expandable",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

// gated are the kinds that the gates look at. capabilities.yml is not among them, since it describes tools.
var gated = []string{"nexus/agent-meta", "nexus/skill-meta", "nexus/body", "nexus/categories", "nexus/resume-tiers",
	"nexus/tags",
	"nexus/invocations", "nexus/task-exceptions", "nexus/memory-policy", "nexus/vocabulary"}

func run(pass *analysis.Pass) (any, error) {
	projects := model.Of(pass)
	newest := sync.OnceValue(func() *lists { return newLists(projects, false) })
	oldest := sync.OnceValue(func() *lists { return newLists(projects, true) })
	projects.Each(gated, func(r *document.Reporter, p *model.Project) {
		if r.Doc.Problem != nil {
			return
		}
		lists := newest
		if p.IsOldest() {
			lists = oldest
		}
		t := &text{Reporter: r, lists: lists(), project: p, body: r.Doc.Kind == "nexus/body",
			masked: &masked{text: string(r.Doc.Src)}}
		hasMacros := t.body && !p.IsOldest()
		if hasMacros {
			t.masked = mask(string(r.Doc.Src))
		}
		t.words()
		if hasMacros {
			t.macros()
			t.exceptions()
		}
		switch r.Doc.Kind {
		case "nexus/invocations":
			t.gone("invocations", "nx-macro-unknown", "{{")
		case "nexus/task-exceptions":
			t.gone("task_exceptions", "nx-exception-cited", "`")
		}
		if t.body || r.Doc.Kind == "nexus/skill-meta" {
			t.docsRefs()
		}
	})
	others := []string{"nexus/capabilities", "nexus/schema", "nexus/document", "nexus/changelog"}
	projects.Each(slices.Concat(gated, others), func(r *document.Reporter, p *model.Project) {
		if r.Doc.Problem != nil {
			return
		}
		if r.Doc.Kind != "nexus/document" || !strings.HasPrefix(r.Doc.RootPath(), "docs/") {
			supervision(r, newest())
		} else if !p.IsOldest() {
			sideEffects(r)
		}
		acp(r)
	})
	return nil, nil
}

// text judges one file.
type text struct {
	*document.Reporter
	lists   *lists
	project *model.Project
	body    bool // a body.md, whose prose may hold words that are names of tools as well
	masked  *masked
}

// writeOne introduces all words that are known, where none is near.
const writeOne = "; write one of "
