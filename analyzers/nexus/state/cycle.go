package state

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/schema"
)

// cycleShapes compiles what the newest contract of the history says of a cycle that programs of its own edition wrote
// ("cycle"), and of older ones ("older"). There is none in a run without the contract.
func cycleShapes(set *document.Set) map[string]*schema.Schema {
	shapes := map[string]*schema.Schema{}
	c := contract.Of(set, "nexus/history")
	if c == nil {
		return shapes
	}
	body, _ := c.Of(model.Newest).Body() // whoever loaded it has read it before
	if body.Data == nil {
		return shapes // a contract of the user's own
	}
	defs, _ := body.Data.JSON["$defs"].(map[string]any)
	for _, name := range []string{"cycle", "older"} {
		if defs[name] == nil {
			continue
		}
		if shape, err := schema.Compile(name, map[string]any{"$ref": "#/$defs/" + name, "$defs": defs}); err == nil {
			shapes[name] = shape
		}
	}
	return shapes
}

// cycle judges a cycle by the shape that it was written in. What is wrong with the last one can be put right while
// everybody still knows it; of an older one, which stays as it is for ever, the reader is told once.
func (s *historyFile) cycle(cycle *document.Node, at string, last bool) {
	var found []document.Finding
	inner := *s.stateFile
	inner.kept = &found
	shape := "cycle"
	if model.Shape(cycle) == model.Middle {
		shape = "older"
	}
	if compiled := s.shapes()[shape]; compiled != nil {
		for _, b := range compiled.Validate(cycle) {
			message := b.Message("")
			if b.Keyword == "required" {
				message = fmt.Sprintf("the key `%s` is missing", strings.Join(b.Keys, "`, `"))
			}
			inner.Reportf("nx-history-cycle", s.Doc.Start(b.Node), b.At(at), "%s, as tools write it and "+
				"nx_history_search reads it", message)
		}
	}
	plan := cycle.Get("plan")
	inner.issues(plan.Get("issues"), at+".plan.issues", false)
	tasks := inner.list(cycle.Get("tasks"), at+".tasks")
	tasks.planIssues(plan)
	if last {
		for _, f := range found {
			s.Report(f)
		}
		return
	}
	if len(found) > 0 {
		s.past(&found[0], len(found)-1)
	}
}

// past reports a cycle that cannot be mended by the first of its faults.
func (s *historyFile) past(first *document.Finding, others int) {
	more := ""
	if others > 0 {
		more = fmt.Sprintf(" (and %s in this cycle)", document.Count(others, "other fault"))
	}
	problem, _, _ := strings.Cut(first.Message, "; ")
	s.Reportf("nx-history-past", first.Span, first.At,
		"%s%s; the history is only added to, so leave it, and do not go by this cycle", problem, more)
}
