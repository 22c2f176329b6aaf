package nexusstate

import (
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// history judges .nexus/history.json.
func (j *judge) history() {
	if j.root.Type != document.Map {
		return
	}
	cycles := items(j.root.Get("cycles"))
	archived := map[float64]bool{}
	var highest float64
	for i, cycle := range cycles {
		if cycle.Type != document.Map {
			continue
		}
		at := index("$.cycles", i)
		if plan := cycle.Get("plan"); plan != nil && plan.Type == document.Map {
			j.issues(plan.Get("issues"), at+".plan.issues", false)
			if p := plan.Pair("schema_version"); p != nil {
				j.Report(document.Finding{Rule: "nx-history-plan-version", Span: p.KeySpan, At: at + ".plan.schema_version", Fixes: document.Replace("remove the key", p.Line, ""),
					Message: "an archived plan has no `schema_version`, though plan.json has: the cycle around it bears the version, and readers refuse the second; remove the key"})
			}
			if id := plan.Get("id"); id != nil && id.Type == document.Number {
				switch {
				case archived[id.Num]:
					j.Reportf("nx-history-order", id.Span, at+".plan.id", "a plan with the id %s is in the history already, so whoever names it may mean either; a new plan has the highest archived id plus one, %s", id.Text, number(highest+1))
				case highest > 0 && id.Num != highest+1:
					j.Reportf("nx-history-order", id.Span, at+".plan.id", "the plan has the id %s, and a new plan has the highest archived id plus one, %s; readers look for what is missing between them", id.Text, number(highest+1))
				}
				archived[id.Num] = true
				highest = max(highest, id.Num)
			}
		}
		j.list(cycle.Get("tasks"), at+".tasks")
		if i > 0 {
			j.order(cycles[i-1], cycle, at)
		}
	}
	j.appendOnly(cycles)
}

// order reports a cycle that was completed before the one in front of it.
func (j *judge) order(before, cycle *document.Node, at string) {
	n := cycle.Get("completed_at")
	first, ok1 := timeOf(before.Get("completed_at"))
	second, ok2 := timeOf(n)
	if ok1 && ok2 && second.Before(first) {
		j.Reportf("nx-history-order", n.Span, at+".completed_at", "the cycle was completed at %s, before the one in front of it (%s): cycles stand in the order of their completion, and readers take the last for the latest", n.Text, project.Text(before.Get("completed_at")))
	}
}

// appendOnly holds the history against the last commit: what is there stays as it is.
func (j *judge) appendOnly(cycles []*document.Node) {
	if j.committed == nil {
		return
	}
	committed := j.committed()
	if committed == nil || string(committed) == string(j.Doc.Src) {
		return
	}
	old := items(document.ParseJSON(committed).Root.Get("cycles"))
	for i, cycle := range old {
		if i >= len(cycles) {
			at := document.Span{Start: j.root.Span.End - 1, End: j.root.Span.End}
			j.Reportf("nx-history-append-only", at, "$.cycles", "the last commit has %s, and here are %d: what is in the history stays there; put them back (`git show HEAD:%s`)", document.Count(len(old), "cycle"), len(cycles), project.Below(j.Doc))
			return
		}
		if string(committed[cycle.Span.Start:cycle.Span.End]) != j.Doc.Text(cycles[i].Span) && !cycle.Equal(cycles[i]) {
			n, at := difference(cycle, cycles[i], index("$.cycles", i))
			j.Reportf("nx-history-append-only", j.Doc.Start(n), at, "this differs from the last commit, and nothing but new cycles may be added to the history; put it back, and tell what has changed in a new cycle")
			return // those behind it may only have moved
		}
	}
}

// difference returns the first value of now that is another one in old, and its place; now itself if something was added or taken away.
func difference(old, now *document.Node, at string) (*document.Node, string) {
	if old.Type != now.Type || len(old.Items) != len(now.Items) || len(old.Pairs) != len(now.Pairs) {
		return now, at
	}
	for i := range now.Items {
		if !old.Items[i].Equal(now.Items[i]) {
			return difference(old.Items[i], now.Items[i], index(at, i))
		}
	}
	for _, p := range now.Pairs {
		if before := old.Get(p.Key); before != nil && !before.Equal(p.Value) {
			return difference(before, p.Value, at+"."+p.Key)
		}
	}
	return now, at
}

// committedHistory returns a function that returns the history that the last commit has of a project, or nil.
func committedHistory(tree *project.Tree, root string) func() []byte {
	return sync.OnceValue(func() []byte {
		path := project.Join(root, ".nexus/history.json")
		contents, err := tree.Committed([]string{path})
		if err != nil {
			return nil // no repository, or no commit: there is nothing to be kept
		}
		return contents[path]
	})
}

// historyDeleted reports a history that the last commit has and the working tree has not.
func historyDeleted(r *document.Reporter, tree *project.Tree, committed func() []byte) {
	if tree.HasArtefact(r.Doc.Root, ".nexus/history.json") || committed == nil || committed() == nil {
		return
	}
	r.Reportf("nx-history-append-only", r.Doc.FirstLine(), "content", ".nexus/history.json is gone, and the last commit has it: nothing is ever taken out of the history; put it back (`git checkout HEAD -- .nexus/history.json`)")
}
