// Package project ties the documents of a run together: which files are there and what belongs to which project root. It
// reads no document by itself and reports nothing.
package project

import (
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// Analyzer provides a *Tree.
var Analyzer = &analysis.Analyzer{
	Name:       "project",
	Doc:        "tie the documents of a run together",
	Requires:   []*analysis.Analyzer{document.Analyzer},
	ResultType: reflect.TypeFor[*Tree](),
	Run: func(pass *analysis.Pass) (any, error) {
		return NewTree(pass.ResultOf[document.Analyzer].(*document.Set)), nil
	},
}

// Tree is the artefacts of a run by place.
type Tree struct {
	*document.Set
	first map[[2]string]string // root and kind to the path of the first artefact

	milestones milestones
	coverages  Memo[[2]string, *Coverage]        // by root and directory
	roadmaps   Memo[string, *Roadmap]            // by root
	required   Memo[string, *Requirements]       // by root
	views      Memo[string, *View]               // by root
	outlines   Memo[[2]string, *Outline]         // by root and directory
	writers    Memo[string, map[string][]string] // by root
	sound      Memo[[2]string, bool]             // by root and directory
	misnamed   Memo[[2]string, bool]             // by root and directory
	nexus      Memo[string, *Nexus]              // by root
}

// NewTree ties documents together without reading any.
func NewTree(set *document.Set) *Tree {
	t := &Tree{Set: set, first: map[[2]string]string{}}
	for i := range set.Inputs {
		in := &set.Inputs[i]
		if key := [2]string{in.Root, in.Kind}; t.first[key] == "" {
			t.first[key] = in.Path
		}
	}
	return t
}

// HasArtefact reports whether the project with the given root (relative to the run's base) has a file at the path relative to that root.
func (t *Tree) HasArtefact(root, path string) bool { return t.Has(Join(root, path)) }

// HasBelow reports whether there is any file below the directory at a path relative to the root, which ends with a slash.
func (t *Tree) HasBelow(root, dir string) bool {
	i := t.from(Join(root, dir))
	return i < len(t.Inputs) && strings.HasPrefix(t.Inputs[i].Path, Join(root, dir))
}

// First reports whether d is the first artefact of its kind in its project, in path order: the place for a finding about
// something that is missing beside them all.
func (t *Tree) First(d *document.Document) bool {
	return t.first[[2]string{d.Root, d.Kind}] == d.Path
}

// Join returns the path of what lies at a path relative to a project root.
func Join(root, path string) string {
	if root == "" {
		return path
	}
	return root + "/" + path
}
