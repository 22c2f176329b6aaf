// Package conformance judges the conformance fixtures of nexus-core: what they claim to cover against what they
// assert, against the state schemas, and against the tools and events that there are.
package conformance

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges fixtures and the coverage of state schemas by them.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusconformance",
	Doc:      "hold conformance fixtures of nexus-core against state schemas, tools and themselves",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	projects := model.Of(pass)
	var all document.Memo[string, *suite] // by root
	suiteOf := func(p *model.Project) *suite {
		return all.Get(p.Set, p.Root, func() *suite { return newSuite(p) })
	}
	projects.Each([]string{"nexus/fixture"}, func(r *document.Reporter, p *model.Project) {
		if !r.Doc.Readable() {
			return
		}
		j := &fixtureFile{Reporter: r, suite: suiteOf(p)}
		for _, f := range model.Fixtures(r.Doc) {
			j.fixture(&f)
		}
		j.silentParams()
		if p.First(r.Doc) && !p.Standalone {
			j.unusedTools()
		}
	})
	projects.Each([]string{"nexus/state-schema"}, func(r *document.Reporter, p *model.Project) {
		uncovered(r,
			suiteOf(p))
	})
	projects.Each(nil, func(r *document.Reporter, p *model.Project) {
		if p.Anchor == r.Doc.Path && len(p.Paths("nexus/fixture")) == 0 && len(p.Paths("nexus/state-schema")) > 0 {
			const message = "there are state schemas and no fixtures in conformance/tools, scenarios and " +
				"lifecycle, so no consumer can test its tools; add them"
			r.Reportf("nx-fixture-tool-coverage", r.Doc.FirstLine(), "content", message)
		}
	})
	return nil, nil
}

// fields are those of a state schema.
type fields struct {
	*parts
	names []string
}

// suite is the fixtures of one project.
type suite struct {
	project  *model.Project
	coverage *model.Conformance
	fields   map[string]*fields // by the name of the schema file
	schemas  []string           // their names
	first    map[string]string  // test_id to the file and place of the fixture that bears it by right: the first, or that in a file of its name
	tools    []string
}

func newSuite(p *model.Project) *suite {
	s := &suite{project: p, coverage: p.Conformance(), fields: map[string]*fields{}, first: map[string]string{},
		tools: p.WordList("fixture_tools", "nx-fixture-tool-unknown")}
	for _, schema := range s.coverage.Schemas {
		all := &fields{parts: newParts()}
		for _, field := range schema.Fields {
			all.add(field.Name, field.Open)
			all.names = append(all.names, field.Name)
		}
		s.fields[schema.Name] = all
		s.schemas = append(s.schemas, schema.Name)
	}
	for _, file := range p.Paths("nexus/fixture") {
		for _, f := range model.Fixtures(p.Lookup(file)) {
			id := f.ID()
			other, _, _ := strings.Cut(s.first[id], "$")
			if id != "" && (other == "" || isHome(file, id) && !isHome(other, id)) {
				s.first[id] = file + f.At
			}
		}
	}
	return s
}

// isHome reports whether a fixture is named like the file that it is in: of two with one name that one bears it by
// right.
func isHome(file, id string) bool {
	stem := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return strings.HasPrefix(id, strings.ReplaceAll(stem, "-", "_"))
}

// fixtureFile judges one file with fixtures.
type fixtureFile struct {
	*document.Reporter
	*suite
}

func (j *fixtureFile) fixture(f *model.Fixture) {
	if first, known := j.first[f.ID()]; known && first != j.Doc.Path+f.At {
		file, _, _ := strings.Cut(first, "$")
		j.Reportf("nx-fixture-duplicate-id", f.Node.Get("test_id").Span, f.At+".test_id",
			"the fixture %s is in %s already, and results are reported by that name alone; give this one another",
			f.ID(), path.Base(file))
	}
	j.subject(f.Node, []string{"action", "event", "steps"}, f.At, "the fixture")
	for i, step := range document.Items(f.Node.Get("steps")) {
		j.subject(step, []string{"action", "event"}, fmt.Sprintf("%s.steps[%d]", f.At, i), "the step")
	}
	j.tool(f.Node.Get("action").Get("tool"), f.At+".action.tool")
	for i, step := range document.Items(f.Node.Get("steps")) {
		j.tool(step.Get("action").Get("tool"), fmt.Sprintf("%s.steps[%d].action.tool", f.At, i))
	}
	j.states(f)
	j.errors(f)
	j.uncoveredParams(f)
	j.covers(f)
}

// subject reports a fixture or step that does not say exactly one thing to do.
func (j *fixtureFile) subject(n *document.Node, keys []string, at, what string) {
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
		j.Reportf("nx-fixture-subject", j.Doc.Start(n), at,
			"%s has no %s, so a runner has nothing to run; add one", what, choices)
	case len(there) > 1:
		j.Reportf("nx-fixture-subject", n.Pair(there[1]).KeySpan, at+"."+there[1],
			"%s has %s, and a runner runs exactly one of %s; split it", what, strings.Join(there, " and "), choices)
	}
}

func (j *fixtureFile) tool(n *document.Node, at string) {
	if document.Text(n) == "" || slices.Contains(j.tools, n.Text) {
		return
	}
	f := document.Finding{Rule: "nx-fixture-tool-unknown", Span: n.Span, At: at}
	bare := model.BareTool(n.Text)
	if bare != n.Text && slices.Contains(j.tools, bare) {
		f.Message = fmt.Sprintf("%q has the prefix of one harness, and fixtures are run by all; write %s",
			n.Text, bare)
		f.Fixes = document.Replace("write "+bare, n.Span, `"`+bare+`"`)
	} else {
		f.Message = fmt.Sprintf("%q is no tool of the contract, so no consumer can run the fixture", n.Text)
		if near := spell.Nearest(n.Text, j.tools); near != "" {
			f.Message += "; did you mean " + near + "?"
			f.Fixes = document.Replace("write "+near, n.Span, `"`+near+`"`)
		} else {
			f.Message += "; the tools are " + strings.Join(j.tools, ", ")
		}
	}
	j.Report(f)
}

// errors reports an expected text of an error where none is expected.
func (j *fixtureFile) errors(f *model.Fixture) {
	post := f.Node.Get("postcondition")
	p := post.Pair("error_contains")
	if p == nil {
		return
	}
	if flag := post.Get("error"); flag == nil || flag.Type == document.Bool && !flag.True {
		fixes := document.Replace("add `error`", document.Span{Start: p.KeySpan.Start, End: p.KeySpan.Start},
			`"error": true, `)
		if flag != nil {
			fixes = document.Replace("write true", flag.Span, "true")
		}
		j.Report(document.Finding{Rule: "nx-fixture-error", Span: p.KeySpan, At: f.At + ".postcondition.error_contains",
			Fixes: fixes,
			Message: "`error_contains` says what an error must say, and `error` is not true, so a tool that " +
				"succeeds passes as well; write \"error\": true"})
	}
}

// silentParams reports parameters that nothing is asserted about.
func (j *fixtureFile) silentParams() {
	for _, s := range j.coverage.Silent {
		if s.Path == j.Doc.Path && s.Pair.KeySpan.End <= len(j.Doc.Src) { // else the file was read again and has become shorter
			const message = "no assertion of %s names the parameter %s, so a tool that passes over it passes as " +
				"well; assert what it does, or add it to `uncovered_params`"
			j.Report(document.Finding{Rule: "nx-fixture-silent-param", Span: s.Pair.KeySpan, At: s.At,
				Fixes:   exempt(&s),
				Message: fmt.Sprintf(message, s.Fixture.ID(), s.Pair.Key)})
		}
	}
}

// exempt is the fix that declares a parameter uncovered.
func exempt(s *model.SilentParam) []document.Fix {
	name := `"` + s.Pair.Key + `"`
	if list := s.Fixture.Node.Get("uncovered_params"); list != nil && list.Type == document.List {
		at := list.Span.End - 1
		if n := len(list.Items); n > 0 {
			at, name = list.Items[n-1].Span.End, ", "+name
		}
		return document.Replace("add it to uncovered_params", document.Span{Start: at, End: at}, name)
	}
	at := s.Fixture.Node.Span.Start + 1
	return document.Replace("add uncovered_params", document.Span{Start: at, End: at},
		`"uncovered_params": [`+name+`], `)
}

// uncoveredParams reports exceptions for parameters that there are not. Where an action or its parameters are
// missing, and another rule says so, nobody knows which there should be.
func (j *fixtureFile) uncoveredParams(f *model.Fixture) {
	list := f.Node.Get("uncovered_params")
	acts := []*document.Node{f.Node}
	if steps := document.Items(f.Node.Get("steps")); len(steps) > 0 {
		acts = steps
	}
	for _, n := range acts {
		if !n.Has("event") && n.Get("action").Get("params") == nil {
			return
		}
	}
	for i, item := range document.Items(list) {
		known := slices.ContainsFunc(acts,
			func(n *document.Node) bool { return n.Get("action").Get("params").Has(item.Text) })
		if !known && document.Text(item) != "" {
			j.Report(document.Finding{Rule: "nx-fixture-uncovered-unknown", Span: item.Span,
				At:    fmt.Sprintf("%s.uncovered_params[%d]", f.At, i),
				Fixes: document.DropItem(list, i),
				Message: fmt.Sprintf("the fixture passes no parameter %s, so there is nothing to except; remove it",
					item.Text)})
		}
	}
}

// unusedTools reports tools and events that no fixture uses, at the first file with fixtures.
func (j *fixtureFile) unusedTools() {
	if j.coverage.Partial || j.coverage.Unnamed {
		return // the cause is reported there
	}
	for what, all := range map[string][]model.Covered{"tools": j.coverage.Tools, "events": j.coverage.Events} {
		var unused []string
		for _, c := range all {
			if len(c.Fixtures) == 0 {
				unused = append(unused, c.Name)
			}
		}
		if len(unused) > 0 {
			j.Reportf("nx-fixture-tool-coverage", j.Doc.FirstLine(), "content",
				"of the %s that there are, no fixture uses %s, so consumers cannot test theirs; "+
					"add one for each below conformance", what, strings.Join(unused, ", "))
		}
	}
}

// uncovered reports fields of a state schema that no fixture claims to cover.
func uncovered(r *document.Reporter, s *suite) {
	if s.coverage.Partial {
		return // the cause is reported there
	}
	for _, schema := range s.coverage.Schemas {
		if schema.Path != r.Doc.Path || len(s.project.Paths("nexus/fixture")) == 0 {
			continue
		}
		for _, field := range schema.Fields {
			if !field.Covered {
				r.Reportf("nx-schema-field-uncovered", field.Span, "$."+field.Name,
					"no fixture lists %s under covers.state_schemas[%q], so no consumer is tested for it; "+
						"assert it in a fixture and list it there", field.Name, schema.Name)
			}
		}
	}
}
