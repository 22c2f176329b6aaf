package state

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
)

// historyFile judges the cycles that are done.
type historyFile struct{ *stateFile }

// history judges .nexus/history.json.
func (s *historyFile) history() {
	cycles := document.Items(s.root.Get("cycles"))
	archived := map[float64]bool{}
	var highest float64
	for i, cycle := range cycles {
		if cycle.Type != document.Map {
			continue
		}
		at := document.Index("$.cycles", i)
		if s.project.IsNewest() || model.Shape(cycle) == model.Newest {
			s.cycle(cycle, at, i == len(cycles)-1)
			continue
		}
		plan := cycle.Get("plan")
		s.issues(plan.Get("issues"), at+".plan.issues", false)
		if p := plan.Pair("schema_version"); p != nil {
			s.Report(document.Finding{Rule: "nx-history-plan-version", Span: p.KeySpan,
				At:    at + ".plan.schema_version",
				Fixes: document.Replace("remove the key", p.Line, ""),
				Message: "an archived plan has no `schema_version`, though plan.json has: the cycle around it " +
					"bears the version, and readers refuse the second; remove the key"})
		}
		if id := plan.Get("id"); isNumber(id) {
			switch {
			case archived[id.Num]:
				s.Reportf("nx-history-order", id.Span, at+".plan.id",
					"a plan with the id %s is in the history already, so whoever names it may mean either; "+
						"a new plan has the highest archived id plus one, %s", id.Text, number(highest+1))
			case highest > 0 && id.Num != highest+1:
				s.Reportf("nx-history-order", id.Span, at+".plan.id",
					"the plan has the id %s, and a new plan has the highest archived id plus one, %s; "+
						"readers look for what is missing between them", id.Text, number(highest+1))
			}
			archived[id.Num] = true
			highest = max(highest, id.Num)
		}
		s.list(cycle.Get("tasks"), at+".tasks")
		if i > 0 {
			s.order(cycles[i-1], cycle, at)
		}
	}
	s.appendOnly(cycles)
}

// order reports a cycle that was completed before the one in front of it.
func (s *historyFile) order(before, cycle *document.Node, at string) {
	n := cycle.Get("completed_at")
	first, _ := timeOf(before.Get("completed_at")) // nothing is before none
	if second, ok := timeOf(n); ok && second.Before(first) {
		s.Reportf("nx-history-order", n.Span, at+".completed_at",
			"the cycle was completed at %s, before the one in front of it (%s): cycles stand in the order of their "+
				"completion, and readers take the last for the latest",
			n.Text, document.Text(before.Get("completed_at")))
	}
}

// appendOnly holds the history against the last commit: what is there stays as it is.
func (s *historyFile) appendOnly(cycles []*document.Node) {
	if s.committed == nil {
		return
	}
	committed, err := s.committed()
	if err != nil {
		s.Reportf("nx-git-unchecked", s.Doc.FirstLine(), "content",
			"it was not checked whether the history was only added to, because %v", err)
		return
	}
	if bytes.Equal(committed, s.Doc.Src) {
		return
	}
	old := document.Items(document.ParseJSON(committed).Root.Get("cycles"))
	written := func(cycle *document.Node) string { return fmt.Sprintf("%#v", cycle.Value()) } // keys are sorted in it
	var kept map[string]bool
	moved := func(cycle *document.Node) bool { // a merge puts cycles of another branch between
		if kept == nil {
			kept = map[string]bool{}
			for _, cycle := range cycles {
				kept[written(cycle)] = true
			}
		}
		return kept[written(cycle)]
	}
	for i, cycle := range old {
		if i >= len(cycles) {
			at := document.Span{Start: s.root.Span.End - 1, End: s.root.Span.End}
			s.Reportf("nx-history-append-only", at, "$.cycles",
				"the last commit has %s, and here are %d: what is in the history stays there; "+
					"put them back (`git show HEAD:%s`)",
				document.Count(len(old), "cycle"), len(cycles), s.Doc.RootPath())
			return
		}
		if !cycle.Equal(cycles[i]) && !(s.project.IsNewest() && moved(cycle)) {
			n, at := difference(cycle, cycles[i], document.Index("$.cycles", i))
			s.Reportf("nx-history-append-only", s.Doc.Start(n), at,
				"this differs from the last commit, and nothing but new cycles may be added to the history; "+
					"put it back, and tell what has changed in a new cycle")
			return // those behind it may only have moved
		}
	}
}

// difference returns the first value of now that is another one in old, and its place; now itself if something was
// added or taken away.
func difference(old, now *document.Node, at string) (*document.Node, string) {
	if len(old.Items) != len(now.Items) || len(old.Pairs) != len(now.Pairs) {
		return now, at
	}
	for i := range now.Items {
		if !old.Items[i].Equal(now.Items[i]) {
			return difference(old.Items[i], now.Items[i], document.Index(at, i))
		}
	}
	for _, p := range now.Pairs {
		if before := old.Get(p.Key); before != nil && !before.Equal(p.Value) {
			return difference(before, p.Value, at+"."+p.Key)
		}
	}
	return now, at
}

// committedHistories returns, by root, functions that return the history that the last commit has of a project, or nil.
// The error says why it cannot be known.
func committedHistories(projects *model.Projects) map[string]func() ([]byte, error) {
	paths := map[string]string{} // by root
	for _, root := range projects.StateRoots() {
		paths[root] = document.Join(root, projects.Project(root).Path("nexus/history"))
	}
	ask := model.Together(slices.Collect(maps.Values(paths)), projects.Git.Committed)
	histories := map[string]func() ([]byte, error){}
	for root, path := range paths {
		histories[root] = func() ([]byte, error) {
			content, err := ask(path)
			if errors.Is(err, document.ErrNotKept) {
				return nil, nil // there is nothing to be kept
			}
			return content, err
		}
		projects.Prefetch(func() { _, _ = ask(path) })
	}
	return histories
}

// historyDeleted reports a history that the last commit has and the working tree has not.
func historyDeleted(r *document.Reporter, p *model.Project, committed func() ([]byte, error)) {
	if p.HasKind("nexus/history") || committed == nil {
		return
	}
	if kept, _ := committed(); kept == nil { // if git cannot tell, the pass nexuslayout says so
		return
	}
	r.Reportf("nx-history-append-only", r.Doc.FirstLine(), "content",
		"%[1]s is gone, and the last commit has it: nothing is ever taken out of the history; "+
			"put it back (`git checkout HEAD -- %[1]s`)", p.Path("nexus/history"))
}
