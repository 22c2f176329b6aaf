package nplint

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// Diagnosis is what is known of the projects of a run beyond findings: what is there to be judged by, and how much of it is tested.
type Diagnosis struct {
	Projects []ProjectDiagnosis `json:"projects"` // sorted by root
}

// ProjectDiagnosis is a section for each framework that a project belongs to. Those that it does not belong to are nil.
type ProjectDiagnosis struct {
	Root  string          `json:"root"` // relative to the report's base; "." is the base
	Nexus *NexusDiagnosis `json:"nexus,omitempty"`
}

// NexusDiagnosis tells what the conformance fixtures of a nexus-core tree cover.
type NexusDiagnosis struct {
	Edition string           `json:"edition"` // of the contracts that hold there
	Schemas []SchemaCoverage `json:"schemas"`
	Tools   []FixtureUse     `json:"tools"`
	Events  []FixtureUse     `json:"events"`
	Silent  []SilentParam    `json:"silentParams"`
}

// SchemaCoverage is the fields of a state schema, named as fixtures name them: "issues[].title".
type SchemaCoverage struct {
	Schema    string   `json:"schema"`
	Path      string   `json:"path"`
	Covered   []string `json:"covered"`
	Uncovered []string `json:"uncovered"`
}

// FixtureUse is a tool or event with the ids of the fixtures that use it.
type FixtureUse struct {
	Name     string   `json:"name"`
	Fixtures []string `json:"fixtures"`
}

// SilentParam is a parameter that a fixture passes and neither asserts anything about nor excepts.
type SilentParam struct {
	Path    string `json:"path"`
	Fixture string `json:"fixture"`
	Param   string `json:"param"`
}

// Doctor lints as Run does, and returns besides the report what the projects look like as a whole. Errors are those of Run.
func Doctor(ctx context.Context, o Options) (*Diagnosis, *Report, error) {
	r, err := newRun(o)
	if err != nil {
		return nil, nil, err
	}
	report, err := r.lint(ctx)
	if err != nil {
		return nil, nil, err
	}
	p, done := r.project(ctx)
	defer done()
	d := &Diagnosis{Projects: []ProjectDiagnosis{}}
	d.describe(project.NewTree(document.NewSet(p)))
	return d, report, nil
}

func (d *Diagnosis) describe(tree *project.Tree) {
	roots := map[string]bool{}
	for i := range tree.Inputs {
		if strings.HasPrefix(tree.Inputs[i].Kind, "nexus/") {
			roots[tree.Inputs[i].Root] = true
		}
	}
	for _, root := range slices.Sorted(maps.Keys(roots)) {
		if !tree.Nexus(root).Source {
			continue
		}
		name := root
		if name == "" {
			name = "."
		}
		d.Projects = append(d.Projects, ProjectDiagnosis{Root: name, Nexus: describeNexus(tree, root)})
	}
}

func describeNexus(tree *project.Tree, root string) *NexusDiagnosis {
	c := tree.Conformance(root)
	n := &NexusDiagnosis{Edition: tree.Nexus(root).Edition, Schemas: []SchemaCoverage{}, Tools: uses(c.Tools), Events: uses(c.Events), Silent: []SilentParam{}}
	for _, schema := range c.Schemas {
		s := SchemaCoverage{Schema: schema.Name, Path: schema.Path, Covered: []string{}, Uncovered: []string{}}
		for _, field := range schema.Fields {
			if field.Covered {
				s.Covered = append(s.Covered, field.Name)
			} else {
				s.Uncovered = append(s.Uncovered, field.Name)
			}
		}
		n.Schemas = append(n.Schemas, s)
	}
	for _, silent := range c.Silent {
		n.Silent = append(n.Silent, SilentParam{Path: silent.Path, Fixture: silent.Fixture.ID(), Param: silent.Pair.Key})
	}
	return n
}

func uses(all []project.Covered) []FixtureUse {
	found := []FixtureUse{}
	for _, c := range all {
		found = append(found, FixtureUse{Name: c.Name, Fixtures: append([]string{}, c.Fixtures...)})
	}
	return found
}
