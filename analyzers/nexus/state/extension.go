package state

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// extensionFile judges what a harness adds to a common file.
type extensionFile struct{ *stateFile }

// common is the common files that harnesses extend, by the first part of the extension's name.
var common = map[string]struct {
	kind    string
	records string // the key of the list of its records
	join    string // how to join, for messages
}{
	"plan":    {"nexus/plan-state", "issues", "`extension_for_plan_id` with `issue_extensions`"},
	"tasks":   {"nexus/tasks-state", "tasks", "`task_extensions`, by the id of the task"},
	"history": {"nexus/history", "cycles", "`cycle_extensions`, each with `completed_at`"},
}

// commonFields returns the fields of a common file and its records, which no extension may have; that by which it
// joins it may.
func (s *extensionFile) commonFields(base string) []string {
	c := common[base]
	fields := append(s.project.Keys(c.kind), s.project.Keys(c.kind, c.records, "[]")...)
	return slices.DeleteFunc(fields, func(key string) bool { return key == "completed_at" })
}

// extension judges what a harness adds to a common file.
func (s *extensionFile) extension() {
	base := strings.TrimSuffix(path.Base(s.Doc.Path), ".extension.json")
	c, known := common[base]
	if !known || s.root == nil {
		return // nexuslayout says it, and the contract
	}
	if s.root.Type != document.Map {
		s.Reportf("nx-extension-extends", s.Doc.Start(s.root), "$",
			"the file holds no object, so it extends nothing; write an object with `extends`: \"%s.schema.json\"", base)
		return
	}
	s.extends(base)
	fields := s.commonFields(base)
	for _, p := range s.root.Pairs {
		if slices.Contains(fields, p.Key) {
			s.redeclared(&p, base, "$."+p.Key)
		}
	}
	if !s.joins() {
		s.Reportf("nx-extension-join", s.Doc.Start(s.root), "$",
			"nothing ties the extension to the records of %s, so nobody knows what it is about; add %s",
			s.project.Path(c.kind), c.join)
	}
	s.stale(base, c.kind)
}

func (s *extensionFile) redeclared(p *document.Pair, base, at string) {
	s.Reportf("nx-extension-redeclare", p.KeySpan, at,
		"`%s` is a field of the common %s, and with two of them nobody knows which holds; "+
			"leave it to the common file, or give yours a name of its own", p.Key, base)
}

func (s *extensionFile) extends(base string) {
	want := base + ".schema.json"
	p := s.root.Pair("extends")
	f := document.Finding{Rule: "nx-extension-extends", At: "$.extends"}
	switch {
	case p == nil:
		f.Span = s.Doc.Start(s.root)
		f.Message = fmt.Sprintf("the key `extends` is missing, so nobody knows which schema the file adds to; "+
			"add \"extends\": \"%s\"", want)
		text := fmt.Sprintf(`"extends": "%s"`, want)
		if len(s.root.Pairs) > 0 {
			text += ", "
		}
		f.Fixes = document.Replace("add `extends`",
			document.Span{Start: s.root.Span.Start + 1, End: s.root.Span.Start + 1}, text)
	case p.Value.Text == want || p.Value.Text == s.project.Dir("nexus/state-schema")+want:
		return
	default:
		f.Span = p.Value.Span
		f.Message = fmt.Sprintf("`extends` is %s, and the file's name says that it extends %s; write %q",
			shown(p.Value), base, want)
		f.Fixes = document.Replace("write "+want, p.Value.Span, `"`+want+`"`)
	}
	s.Report(f)
}

// joins reports whether a field ties the extension to records. Every name that ends like a reference counts, since
// harnesses choose their own.
func (s *extensionFile) joins() bool {
	return slices.ContainsFunc(s.root.Pairs, func(p document.Pair) bool {
		key := strings.ToLower(p.Key)
		isReference := strings.HasSuffix(key, "_id") || strings.HasSuffix(key, "_ids") ||
			strings.HasSuffix(key, "_extensions") || key == "completed_at"
		return isReference && key != "harness_id"
	})
}

// stale judges the recommended joins, and redeclared fields behind them.
func (s *extensionFile) stale(base, kind string) {
	if s.project.Standalone {
		return
	}
	if !s.project.HasKind(kind) {
		s.Reportf("nx-extension-stale", s.Doc.Start(s.root), "$",
			"there is no %s that the file could extend, so it was left behind by an earlier session; remove it",
			s.project.Path(kind))
		return
	}
	other := s.project.Data(kind)
	if other == nil {
		return // that it cannot be read is reported there
	}
	switch base {
	case "plan":
		id, own := other.Get("id"), s.root.Get("extension_for_plan_id")
		if !isNumber(id) {
			return // which is reported there
		}
		if own != nil && own.Num != id.Num {
			if own.Num != s.highestPlan()+1 { // else it is the plan's id that is wrong, which is reported there
				s.Reportf("nx-extension-stale", own.Span, "$.extension_for_plan_id",
					"the file extends plan %s, and the plan that is there has the id %s; "+
						"remove the file, or write it anew for this plan", own.Text, id.Text)
			}
			return
		}
		s.records(s.root.Get("issue_extensions"), "$.issue_extensions", other.Get("issues"), "issue", base)
	case "tasks":
		s.records(s.root.Get("task_extensions"), "$.task_extensions", other.Get("tasks"), "task", base)
	case "history":
		s.cycleExtensions(document.Items(other.Get("cycles")))
	}
}

// idsOf returns the ids of the records of a list as they are written, and whether all have one: where one has not,
// which is reported there, nobody knows whom others mean.
func idsOf(records *document.Node) (ids map[string]bool, known bool) {
	if records == nil || records.Type != document.List {
		return nil, false
	}
	ids = map[string]bool{}
	for _, record := range records.Items {
		id := record.Get("id")
		if !isNumber(id) || ids[number(id.Num)] {
			return ids, false
		}
		ids[number(id.Num)] = true
	}
	return ids, true
}

// records judges a map from ids of records to what is added to them.
func (s *extensionFile) records(extensions *document.Node, at string, records *document.Node, what, base string) {
	ids, known := idsOf(records)
	fields := s.commonFields(base)
	for _, p := range document.Pairs(extensions) {
		if known && !ids[p.Key] {
			s.Reportf("nx-extension-stale", p.KeySpan, at+"."+p.Key,
				"there is no %s %s any more that this could add to; remove the entry", what, p.Key)
		}
		for _, field := range p.Value.Pairs {
			if slices.Contains(fields, field.Key) {
				s.redeclared(&field, base, at+"."+p.Key+"."+field.Key)
			}
		}
	}
}

func (s *extensionFile) cycleExtensions(cycles []*document.Node) {
	completed := map[string]bool{}
	for _, cycle := range cycles {
		completed[document.Text(cycle.Get("completed_at"))] = true
	}
	fields := s.commonFields("history")
	for i, entry := range document.Items(s.root.Get("cycle_extensions")) {
		at := document.Index("$.cycle_extensions", i)
		n := entry.Get("completed_at")
		switch {
		case n == nil:
			s.Reportf("nx-extension-join", s.Doc.Start(entry), at,
				"the entry has no `completed_at`, so nobody knows which cycle it adds to; add that of the cycle")
		case !completed[document.Text(n)]:
			s.Reportf("nx-extension-stale", n.Span, at+".completed_at",
				"no cycle of the history was completed at %s, so this adds to none; "+
					"correct the time or remove the entry", shown(n))
		}
		for _, field := range entry.Pairs {
			if slices.Contains(fields, field.Key) {
				s.redeclared(&field, "history", at+"."+field.Key)
			}
		}
	}
}
