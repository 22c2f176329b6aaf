package nexusstate

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// common is what each common file has, and what an extension of it joins on.
var common = map[string]struct {
	file   string
	fields []string // that no extension may have
	join   string   // how to join, for messages
}{
	"plan": {".nexus/state/plan.json", []string{"schema_version", "id", "topic", "issues", "research_summary", "created_at", "title", "status", "decision", "how_agents", "how_summary", "how_agent_ids"},
		"`extension_for_plan_id` with `issue_extensions`"},
	"tasks": {".nexus/state/tasks.json", []string{"schema_version", "goal", "decisions", "tasks", "id", "title", "context", "approach", "acceptance", "risk", "status", "deps", "plan_issue", "owner", "owner_agent_id", "owner_reuse_policy", "created_at"},
		"`task_extensions`, by the id of the task"},
	"history": {".nexus/history.json", []string{"schema_version", "cycles", "branch", "plan", "tasks"}, "`cycle_extensions`, each with `completed_at`"},
}

// extension judges what a harness adds to a common file.
func (j *judge) extension() {
	base := strings.TrimSuffix(path.Base(j.Doc.Path), ".extension.json")
	c, known := common[base]
	if !known {
		return // nexuslayout says it
	}
	if j.root.Type != document.Map {
		j.Reportf("nx-extension-extends", j.Doc.Start(j.root), "$", "the file holds no object, so it extends nothing; write an object with `extends`: \"%s.schema.json\"", base)
		return
	}
	j.extends(base)
	for _, p := range j.root.Pairs {
		if slices.Contains(c.fields, p.Key) {
			j.redeclared(&p, base, "$."+p.Key)
		}
	}
	if !j.joins(base) {
		j.Reportf("nx-extension-join", j.Doc.Start(j.root), "$", "nothing ties the extension to the records of %s, so nobody knows what it is about; add %s", c.file, c.join)
	}
	j.stale(base, c.file)
}

func (j *judge) redeclared(p *document.Pair, base, at string) {
	j.Reportf("nx-extension-redeclare", p.KeySpan, at, "`%s` is a field of the common %s, and with two of them nobody knows which holds; leave it to the common file, or give yours a name of its own", p.Key, base)
}

func (j *judge) extends(base string) {
	want := base + ".schema.json"
	p := j.root.Pair("extends")
	f := document.Finding{Rule: "nx-extension-extends", At: "$.extends"}
	switch {
	case p == nil:
		f.Span = j.Doc.Start(j.root)
		f.Message = fmt.Sprintf("the key `extends` is missing, so nobody knows which schema the file adds to; add \"extends\": \"%s\"", want)
		text := fmt.Sprintf(`"extends": "%s"`, want)
		if len(j.root.Pairs) > 0 {
			text += ", "
		}
		f.Fixes = document.Replace("add `extends`", document.Span{Start: j.root.Span.Start + 1, End: j.root.Span.Start + 1}, text)
	case p.Value.Type == document.String && (p.Value.Text == want || p.Value.Text == "conformance/state-schemas/"+want):
		return
	default:
		f.Span = p.Value.Span
		f.Message = fmt.Sprintf("`extends` is %s, and the file's name says that it extends %s; write %q", shown(p.Value), base, want)
		f.Fixes = document.Replace("write "+want, p.Value.Span, `"`+want+`"`)
	}
	j.Report(f)
}

// joins reports whether a field ties the extension to records. Every name that ends like a reference counts, since harnesses choose their own.
func (j *judge) joins(base string) bool {
	return slices.ContainsFunc(j.root.Pairs, func(p document.Pair) bool {
		key := strings.ToLower(p.Key)
		isReference := strings.HasSuffix(key, "_id") || strings.HasSuffix(key, "_ids") || strings.HasSuffix(key, "_extensions") || key == "completed_at"
		return isReference && key != "harness_id"
	})
}

// stale judges the recommended joins, and redeclared fields behind them.
func (j *judge) stale(base, file string) {
	if j.tree.Standalone {
		return
	}
	if !j.tree.HasArtefact(j.Doc.Root, file) {
		j.Reportf("nx-extension-stale", j.Doc.Start(j.root), "$", "there is no %s that the file could extend, so it was left behind by an earlier session; remove it", file)
		return
	}
	other := j.beside(file)
	if other == nil {
		return // that it cannot be read is reported there
	}
	switch base {
	case "plan":
		id, own := other.Get("id"), j.root.Get("extension_for_plan_id")
		if id == nil || id.Type != document.Number || own != nil && id.Num != own.Num && own.Num == j.highestPlan()+1 {
			return // it is the plan's id that is wrong, which is reported there
		}
		if own != nil && own.Num != id.Num {
			j.Reportf("nx-extension-stale", own.Span, "$.extension_for_plan_id", "the file extends plan %s, and the plan that is there has the id %s; remove the file, or write it anew for this plan", own.Text, id.Text)
			return
		}
		j.records(j.root.Get("issue_extensions"), "$.issue_extensions", other.Get("issues"), "issue", base)
	case "tasks":
		j.records(j.root.Get("task_extensions"), "$.task_extensions", other.Get("tasks"), "task", base)
	case "history":
		j.cycleExtensions(items(other.Get("cycles")))
	}
}

// idsOf returns the ids of the records of a list as they are written, and whether all have one: where one has not, which is reported there,
// nobody knows whom others mean.
func idsOf(records *document.Node) (ids map[string]bool, known bool) {
	if records == nil || records.Type != document.List {
		return nil, false
	}
	ids = map[string]bool{}
	for _, record := range records.Items {
		id := record.Get("id")
		if id == nil || id.Type != document.Number || ids[number(id.Num)] {
			return ids, false
		}
		ids[number(id.Num)] = true
	}
	return ids, true
}

// records judges a map from ids of records to what is added to them.
func (j *judge) records(extensions *document.Node, at string, records *document.Node, what, base string) {
	if extensions == nil {
		return
	}
	ids, known := idsOf(records)
	for i := range extensions.Pairs {
		p := &extensions.Pairs[i]
		if known && !ids[p.Key] {
			j.Reportf("nx-extension-stale", p.KeySpan, at+"."+p.Key, "there is no %s %s any more that this could add to; remove the entry", what, p.Key)
		}
		for k := range p.Value.Pairs {
			if field := &p.Value.Pairs[k]; slices.Contains(common[base].fields, field.Key) {
				j.redeclared(field, base, at+"."+p.Key+"."+field.Key)
			}
		}
	}
}

func (j *judge) cycleExtensions(cycles []*document.Node) {
	completed := map[string]bool{}
	for _, cycle := range cycles {
		completed[project.Text(cycle.Get("completed_at"))] = true
	}
	for i, entry := range items(j.root.Get("cycle_extensions")) {
		at := fmt.Sprintf("$.cycle_extensions[%d]", i)
		n := entry.Get("completed_at")
		switch {
		case n == nil:
			j.Reportf("nx-extension-join", j.Doc.Start(entry), at, "the entry has no `completed_at`, so nobody knows which cycle it adds to; add that of the cycle")
		case !completed[project.Text(n)]:
			j.Reportf("nx-extension-stale", n.Span, at+".completed_at", "no cycle of the history was completed at %s, so this adds to none; correct the time or remove the entry", shown(n))
		}
		for k := range entry.Pairs {
			if field := &entry.Pairs[k]; slices.Contains(common["history"].fields, field.Key) {
				j.redeclared(field, "history", at+"."+field.Key)
			}
		}
	}
}
