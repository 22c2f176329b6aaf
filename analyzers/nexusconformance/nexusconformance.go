// Package nexusconformance judges the conformance fixtures of nexus-core: what they claim to cover against what they assert, against the state
// schemas, and against the tools and events that there are.
package nexusconformance

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// Analyzer judges fixtures and the coverage of state schemas by them.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusconformance",
	Doc:      "hold conformance fixtures of nexus-core against state schemas, tools and themselves",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	var all project.Memo[string, *suite] // by root
	suiteOf := func(root string) *suite {
		return all.Get(root, func() *suite { return newSuite(tree, root) })
	}
	set.Each(pass, []string{"nexus/fixture"}, func(r *document.Reporter) {
		if !r.Doc.Readable() {
			return
		}
		j := &judge{Reporter: r, suite: suiteOf(r.Doc.Root)}
		for _, f := range project.Fixtures(r.Doc) {
			j.fixture(&f)
		}
		j.silentParams()
		if tree.First(r.Doc) && !set.Standalone {
			j.unusedTools()
		}
	})
	set.Each(pass, []string{"nexus/state-schema"}, func(r *document.Reporter) { uncovered(r, suiteOf(r.Doc.Root)) })
	set.Each(pass, nil, func(r *document.Reporter) {
		if !strings.HasPrefix(r.Doc.Kind, "nexus/") {
			return
		}
		if n := tree.Nexus(r.Doc.Root); n.Anchor == r.Doc.Path && len(n.Paths("nexus/fixture")) == 0 && len(n.Paths("nexus/state-schema")) > 0 {
			r.Reportf("nx-fixture-tool-coverage", r.Doc.FirstLine(), "content", "there are state schemas and no fixtures in conformance/tools, scenarios and lifecycle, so no consumer can test its tools; add them")
		}
	})
	return nil, nil
}

// suite is the fixtures of one project.
type suite struct {
	tree     *project.Tree
	nexus    *project.Nexus
	coverage *project.Conformance
	fields   map[string][]project.Field // by the name of the schema file
	first    map[string]string          // test_id to the file and place of the fixture that bears it by right: the first, or that in a file of its name
	tools    []string
	events   []string
}

func newSuite(tree *project.Tree, root string) *suite {
	s := &suite{tree: tree, nexus: tree.Nexus(root), coverage: tree.Conformance(root), fields: map[string][]project.Field{}, first: map[string]string{},
		tools: tree.Vocabulary("nexus", "fixture_tools"), events: tree.Vocabulary("nexus", "fixture_events")}
	extra, _ := tree.Option("nx-fixture-tool-unknown", "extra").([]string)
	s.tools = slices.Concat(s.tools, extra)
	for _, schema := range s.coverage.Schemas {
		s.fields[schema.Name] = schema.Fields
	}
	for _, file := range s.nexus.Paths("nexus/fixture") {
		for _, f := range project.Fixtures(tree.Lookup(file)) {
			id := f.ID()
			other, _, _ := strings.Cut(s.first[id], "$")
			if id != "" && (other == "" || isHome(file, id) && !isHome(other, id)) {
				s.first[id] = file + f.At
			}
		}
	}
	return s
}

// isHome reports whether a fixture is named like the file that it is in: of two with one name that one bears it by right.
func isHome(file, id string) bool {
	stem := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return strings.HasPrefix(id, strings.ReplaceAll(stem, "-", "_"))
}

// judge judges one file with fixtures.
type judge struct {
	*document.Reporter
	*suite
}

func (j *judge) fixture(f *project.Fixture) {
	if first, known := j.first[f.ID()]; known && first != j.Doc.Path+f.At {
		file, _, _ := strings.Cut(first, "$")
		j.Reportf("nx-fixture-duplicate-id", f.Node.Get("test_id").Span, f.At+".test_id", "the fixture %s is in %s already, and results are reported by that name alone; give this one another", f.ID(), path.Base(file))
	}
	j.subject(f.Node, []string{"action", "event", "steps"}, f.At, "the fixture")
	for i, step := range items(f.Node.Get("steps")) {
		j.subject(step, []string{"action", "event"}, fmt.Sprintf("%s.steps[%d]", f.At, i), "the step")
	}
	j.tool(f.Node.Get("action").Get("tool"), f.At+".action.tool")
	for i, step := range items(f.Node.Get("steps")) {
		j.tool(step.Get("action").Get("tool"), fmt.Sprintf("%s.steps[%d].action.tool", f.At, i))
	}
	j.states(f)
	j.errors(f)
	j.uncoveredParams(f)
	j.covers(f)
}

// subject reports a fixture or step that does not say exactly one thing to do.
func (j *judge) subject(n *document.Node, keys []string, at, what string) {
	var there []string
	for _, key := range keys {
		if n.Has(key) {
			there = append(there, key)
		}
	}
	choices := strings.Join(keys[:len(keys)-1], ", ") + " or " + keys[len(keys)-1]
	switch {
	case n.Type != document.Map || len(there) == 0 && misspelt(n, keys...):
	case len(there) == 0:
		j.Reportf("nx-fixture-subject", j.Doc.Start(n), at, "%s has no %s, so a runner has nothing to run; add one", what, choices)
	case len(there) > 1:
		j.Reportf("nx-fixture-subject", n.Pair(there[1]).KeySpan, at+"."+there[1], "%s has %s, and a runner runs exactly one of %s; split it", what, strings.Join(there, " and "), choices)
	}
}

func (j *judge) tool(n *document.Node, at string) {
	if project.Text(n) == "" || slices.Contains(j.tools, n.Text) {
		return
	}
	f := document.Finding{Rule: "nx-fixture-tool-unknown", Span: n.Span, At: at}
	bare := project.BareTool(n.Text)
	if bare != n.Text && slices.Contains(j.tools, bare) {
		f.Message = fmt.Sprintf("%q bears the prefix of one harness, and fixtures are run by all; write %s", n.Text, bare)
		f.Fixes = document.Replace("write "+bare, n.Span, `"`+bare+`"`)
	} else {
		f.Message = fmt.Sprintf("%q is no tool of the contract, so no consumer can run the fixture", n.Text)
		if near := rules.Nearest(n.Text, j.tools); near != "" {
			f.Message += "; did you mean " + near + "?"
			f.Fixes = document.Replace("write "+near, n.Span, `"`+near+`"`)
		} else {
			f.Message += "; the tools are " + strings.Join(j.tools, ", ")
		}
	}
	j.Report(f)
}

// errors reports an expected text of an error where none is expected.
func (j *judge) errors(f *project.Fixture) {
	post := f.Node.Get("postcondition")
	p := post.Pair("error_contains")
	if p == nil {
		return
	}
	if flag := post.Get("error"); flag == nil || flag.Type == document.Bool && !flag.True {
		fixes := document.Replace("add `error`", document.Span{Start: p.KeySpan.Start, End: p.KeySpan.Start}, `"error": true, `)
		if flag != nil {
			fixes = document.Replace("write true", flag.Span, "true")
		}
		j.Report(document.Finding{Rule: "nx-fixture-error", Span: p.KeySpan, At: f.At + ".postcondition.error_contains", Fixes: fixes,
			Message: "`error_contains` says what an error must say, and `error` is not true, so a tool that succeeds passes as well; write \"error\": true"})
	}
}

// silentParams reports parameters that nothing is asserted about.
func (j *judge) silentParams() {
	for i := range j.coverage.Silent {
		s := &j.coverage.Silent[i]
		if s.Path != j.Doc.Path {
			continue
		}
		p := j.pairHere(s)
		if p == nil {
			continue
		}
		j.Report(document.Finding{Rule: "nx-fixture-silent-param", Span: p.KeySpan, At: s.At, Fixes: exempt(s),
			Message: fmt.Sprintf("no assertion of %s names the parameter %s, so a tool that passes over it passes as well; assert what it does, or add it to `uncovered_params`", s.Fixture.ID(), s.Pair.Key)})
	}
}

// pairHere returns the pair, whose span is one of this document: both were read from the same bytes.
func (j *judge) pairHere(s *project.SilentParam) *document.Pair {
	if s.Pair.KeySpan.End > len(j.Doc.Src) {
		return nil
	}
	return s.Pair
}

// exempt is the fix that declares a parameter uncovered.
func exempt(s *project.SilentParam) []document.Fix {
	name := `"` + s.Pair.Key + `"`
	if list := s.Fixture.Node.Get("uncovered_params"); list != nil && list.Type == document.List {
		at := list.Span.End - 1
		if n := len(list.Items); n > 0 {
			at, name = list.Items[n-1].Span.End, ", "+name
		}
		return document.Replace("add it to uncovered_params", document.Span{Start: at, End: at}, name)
	}
	at := s.Fixture.Node.Span.Start + 1
	return document.Replace("add uncovered_params", document.Span{Start: at, End: at}, `"uncovered_params": [`+name+`], `)
}

// uncoveredParams reports exceptions for parameters that there are not. Where an action or its parameters are missing, and another rule says so,
// nobody knows which there should be.
func (j *judge) uncoveredParams(f *project.Fixture) {
	list := f.Node.Get("uncovered_params")
	acts := []*document.Node{f.Node}
	if steps := items(f.Node.Get("steps")); len(steps) > 0 {
		acts = steps
	}
	for _, n := range acts {
		if !n.Has("event") && n.Get("action").Get("params") == nil {
			return
		}
	}
	for i, item := range items(list) {
		known := slices.ContainsFunc(acts, func(n *document.Node) bool { return n.Get("action").Get("params").Has(item.Text) })
		if !known && project.Text(item) != "" {
			j.Report(document.Finding{Rule: "nx-fixture-uncovered-unknown", Span: item.Span, At: fmt.Sprintf("%s.uncovered_params[%d]", f.At, i), Fixes: document.DropItem(list, i),
				Message: fmt.Sprintf("the fixture passes no parameter %s, so there is nothing to except; remove it", item.Text)})
		}
	}
}

// unusedTools reports tools and events that no fixture uses, at the first file with fixtures.
func (j *judge) unusedTools() {
	if j.coverage.Partial || j.coverage.Unnamed {
		return // the cause is reported there
	}
	for what, all := range map[string][]project.Covered{"tools": j.coverage.Tools, "events": j.coverage.Events} {
		var unused []string
		for _, c := range all {
			if len(c.Fixtures) == 0 {
				unused = append(unused, c.Name)
			}
		}
		if len(unused) > 0 {
			j.Reportf("nx-fixture-tool-coverage", j.Doc.FirstLine(), "content", "of the %s that there are, no fixture uses %s, so consumers cannot test theirs; add one for each below conformance", what, strings.Join(unused, ", "))
		}
	}
}

// uncovered reports fields of a state schema that no fixture claims to cover.
func uncovered(r *document.Reporter, s *suite) {
	if s.coverage.Partial {
		return // the cause is reported there
	}
	for _, schema := range s.coverage.Schemas {
		if schema.Path != r.Doc.Path || len(s.nexus.Paths("nexus/fixture")) == 0 {
			continue
		}
		for _, field := range schema.Fields {
			if !field.Covered {
				r.Reportf("nx-schema-field-uncovered", field.Span, "$."+field.Name, "no fixture lists %s under covers.state_schemas[%q], so no consumer is tested for it; assert it in a fixture and list it there", field.Name, schema.Name)
			}
		}
	}
}

func items(n *document.Node) []*document.Node {
	if n == nil || n.Type != document.List {
		return nil
	}
	return n.Items
}

func pairs(n *document.Node) []document.Pair {
	if n == nil {
		return nil
	}
	return n.Pairs
}
