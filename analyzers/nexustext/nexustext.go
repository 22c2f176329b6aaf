// Package nexustext judges the words of nexus-core's prompts, metas and vocabulary: names that only one harness or one vendor knows, and the
// macros that harnesses expand. It knows nothing of the shape of the files.
package nexustext

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// Analyzer judges the files that the gates G6 and G7 look at, and documents for what they must not promise.
var Analyzer = &analysis.Analyzer{
	Name:     "nexustext",
	Doc:      "keep names of harnesses, models and supervisors out of prompts, and macros expandable",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

// gated are the kinds that the gates look at. capabilities.yml is not among them, since it describes tools.
var gated = []string{"nexus/agent-meta", "nexus/skill-meta", "nexus/body", "nexus/categories", "nexus/resume-tiers", "nexus/tags",
	"nexus/invocations", "nexus/task-exceptions", "nexus/memory-policy", "nexus/vocabulary"}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	newest, oldest := sync.OnceValue(func() *lists { return newLists(set, "0.10") }), sync.OnceValue(func() *lists { return newLists(set, "0.6") })
	set.Each(pass, gated, func(r *document.Reporter) {
		if r.Doc.Problem != nil {
			return
		}
		nexus := tree.Nexus(r.Doc.Root)
		lists := newest
		if nexus.Edition == "0.6" {
			lists = oldest
		}
		t := &text{Reporter: r, lists: lists(), nexus: nexus, body: r.Doc.Kind == "nexus/body", masked: &masked{text: string(r.Doc.Src)}}
		if t.body && nexus.Edition != "0.6" {
			t.masked = mask(string(r.Doc.Src))
		}
		t.words()
		if t.body && nexus.Edition != "0.6" {
			t.macros()
			t.exceptions()
		}
		switch r.Doc.Kind {
		case "nexus/invocations":
			t.gone(set, "invocations", "nx-macro-unknown", macroSign)
		case "nexus/task-exceptions":
			t.gone(set, "task_exceptions", "nx-exception-cited", exceptionSign)
		}
		if t.body || r.Doc.Kind == "nexus/skill-meta" {
			t.docsRefs(set)
		}
	})
	set.Each(pass, slices.Concat(gated, []string{"nexus/capabilities", "nexus/schema", "nexus/document", "nexus/changelog"}), func(r *document.Reporter) {
		if r.Doc.Problem != nil {
			return
		}
		if r.Doc.Kind != "nexus/document" || !strings.HasPrefix(project.Below(r.Doc), "docs/") {
			supervision(r, newest())
		} else if tree.Nexus(r.Doc.Root).Edition != "0.6" {
			sideEffects(r)
		}
		acp(r)
	})
	return nil, nil
}

// text judges one file.
type text struct {
	*document.Reporter
	lists  *lists
	nexus  *project.Nexus
	body   bool // a body.md, whose prose may hold words that are names of tools as well
	masked *masked
}
