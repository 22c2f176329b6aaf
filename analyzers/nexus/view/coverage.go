// Package view shows nexus-core trees as a whole: what their conformance fixtures cover. It judges nothing.
package view

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/analyzers/pack"
)

// Coverage shows which fields, tools and events the conformance fixtures of each tree of nexus-core cover.
var Coverage = &analysis.Analyzer{
	Name:       "nexuscoverage",
	Doc:        "show what the conformance fixtures of nexus-core cover",
	Requires:   []*analysis.Analyzer{model.Analyzer},
	ResultType: reflect.TypeFor[pack.View](),
	Run: func(pass *analysis.Pass) (any, error) {
		projects := model.Of(pass)
		var v pack.View
		for _, root := range projects.Roots() {
			if p := projects.Project(root); p.Source {
				v.Sections = append(v.Sections, section(p))
			}
		}
		return v, nil
	},
}

// tree is what JSON tells of a tree of nexus-core.
type tree struct {
	Edition string   `json:"edition"` // of the contracts that hold there
	Schemas []schema `json:"schemas"`
	Tools   []use    `json:"tools"`
	Events  []use    `json:"events"`
	Silent  []silent `json:"silentParams"`
}

// schema is the fields of a state schema, named as fixtures name them: "issues[].title".
type schema struct {
	Name      string   `json:"schema"`
	Path      string   `json:"path"`
	Covered   []string `json:"covered"`
	Uncovered []string `json:"uncovered"`
}

// use is a tool or event with the ids of the fixtures that use it.
type use struct {
	Name     string   `json:"name"`
	Fixtures []string `json:"fixtures"`
}

// silent is a parameter that a fixture passes and neither asserts anything about nor excepts.
type silent struct {
	Path    string `json:"path"`
	Fixture string `json:"fixture"`
	Param   string `json:"param"`
}

func section(p *model.Project) pack.Section {
	c := p.Conformance()
	t := tree{Edition: p.Edition, Schemas: []schema{}, Silent: []silent{}}
	fields := pack.Progress{Name: "fields of state schemas", Unit: "covered"}
	for _, found := range c.Schemas {
		s := schema{Name: found.Name, Path: found.Path, Covered: []string{}, Uncovered: []string{}}
		for _, field := range found.Fields {
			if field.Covered {
				s.Covered = append(s.Covered, field.Name)
			} else {
				s.Uncovered = append(s.Uncovered, field.Name)
			}
		}
		t.Schemas = append(t.Schemas, s)
		part := pack.Progress{Name: s.Name, Done: len(s.Covered), Of: len(found.Fields), Missing: s.Uncovered}
		fields.Done, fields.Of = fields.Done+part.Done, fields.Of+part.Of
		fields.Parts = append(fields.Parts, part)
	}
	var tools, events pack.Progress
	t.Tools, tools = uses("tools", c.Tools)
	t.Events, events = uses("events", c.Events)
	params := pack.Table{Columns: []string{"silent parameter", "fixture", "file"}}
	for _, found := range c.Silent {
		s := silent{Path: found.Path, Fixture: found.Fixture.ID(), Param: found.Pair.Key}
		t.Silent = append(t.Silent, s)
		params.Rows = append(params.Rows, []string{s.Param, s.Fixture, s.Path})
	}
	s := pack.Section{Root: p.Root, Name: "nexus", Title: "nexus-core tree, contracts of " + p.Edition, Data: t}
	s.Progress = []pack.Progress{fields, tools, events, {Name: "silent parameters", Done: len(t.Silent)}}
	if len(params.Rows) > 0 {
		s.Tables = []pack.Table{params}
	}
	return s
}

// uses returns the tools or events, for programs and for people.
func uses(name string, all []model.Covered) ([]use, pack.Progress) {
	found, progress := []use{}, pack.Progress{Name: name, Of: len(all), Unit: "with a fixture"}
	for _, c := range all {
		found = append(found, use{Name: c.Name, Fixtures: append([]string{}, c.Fixtures...)})
		progress.Parts = append(progress.Parts, pack.Progress{Name: c.Name, Done: len(c.Fixtures)})
		if len(c.Fixtures) > 0 {
			progress.Done++
		}
	}
	return found, progress
}
