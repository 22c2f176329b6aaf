// Package model tells what the files of a nexus project say of each other: agents, skills, vocabulary, versions, and
// what the conformance fixtures cover. It judges nothing.
package model

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// Analyzer provides *Projects.
var Analyzer = &analysis.Analyzer{
	Name:       "nexusmodel",
	Doc:        "tie the documents of nexus projects together",
	Requires:   []*analysis.Analyzer{document.Analyzer},
	ResultType: reflect.TypeFor[*Projects](),
	Run: func(pass *analysis.Pass) (any, error) {
		return NewProjects(document.Of(pass)), nil
	},
}

// Projects is the nexus projects of a run, as one pass sees them.
type Projects struct {
	*document.Set
	own   *document.Set // of this pass, for what is found out once
	facts *document.Memo[string, *Facts]
}

// Of returns the projects of a run. The pass must require Analyzer.
func Of(pass *analysis.Pass) *Projects {
	p := pass.ResultOf[Analyzer].(*Projects)
	return &Projects{Set: document.Of(pass), own: p.own, facts: p.facts}
}

// NewProjects ties documents together without reading any.
func NewProjects(set *document.Set) *Projects {
	return &Projects{Set: set, own: set, facts: &document.Memo[string, *Facts]{}}
}

// Project returns the project with the given root, relative to the run's base. What is known of it is read once, when
// it is first asked for.
func (p *Projects) Project(root string) *Project {
	facts := p.facts.Get(p.Set, root, func() *Facts { return readFacts(&Projects{Set: p.own}, root) })
	return &Project{Projects: p, Facts: facts}
}

// Each has call called for every document of some kinds with its project, or of all kinds of the pack if none is
// named, as Set.Each does; not for files of a tree that the project's edition does not know.
func (p *Projects) Each(kinds []string, call func(r *document.Reporter, p *Project)) {
	p.Set.Each(kinds, func(r *document.Reporter) {
		if !strings.HasPrefix(r.Doc.Kind, "nexus/") {
			return
		}
		project := p.Project(r.Doc.Root)
		if tree := p.Tree(r.Doc.Kind); tree == "" || (tree == "spec") == project.IsNewest() {
			call(r, project)
		}
	})
}

// Roots returns the roots, sorted, of the projects that have artefacts of the pack.
func (p *Projects) Roots() []string {
	roots := map[string]bool{}
	for _, in := range p.Inputs("") {
		if strings.HasPrefix(in.Kind, "nexus/") {
			roots[in.Root] = true
		}
	}
	return slices.Sorted(maps.Keys(roots))
}

// StateRoots returns the roots, sorted, of the projects that have files below .nexus; none when a file is judged alone.
func (p *Projects) StateRoots() []string {
	if p.Standalone {
		return nil
	}
	return slices.DeleteFunc(p.Roots(), func(root string) bool { return !p.HasBelow(root, p.Dir("nexus/entry")) })
}

// WordList returns a word list or the values of a type of the pack, with what the option extra of some rules adds to
// it.
func (p *Projects) WordList(list string, rules ...string) []string {
	words := slices.Clone(p.Vocabulary("nexus", list))
	for _, rule := range rules {
		words = append(words, p.Set.Options.Words(rule, "extra")...)
	}
	return words
}
