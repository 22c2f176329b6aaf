// Package model ties the documents of a run together: which files are there and what belongs to which project root.
// It reads no document by itself and reports nothing.
package model

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// Analyzer provides a *Tree.
var Analyzer = &analysis.Analyzer{
	Name:       "nubosmodel",
	Doc:        "tie the documents of a run together",
	Requires:   []*analysis.Analyzer{document.Analyzer},
	ResultType: reflect.TypeFor[*Tree](),
	Run: func(pass *analysis.Pass) (any, error) {
		return &Tree{Set: document.Of(pass), milestones: document.Memo[[2]string, *Milestone]{Most: maxKept},
			tests: document.Memo[[3]string, bool]{Quick: true}}, nil
	},
}

// Of returns the tree of a run. The pass must require Analyzer.
func Of(pass *analysis.Pass) *Tree { return pass.ResultOf[Analyzer].(*Tree) }

// Tree is the artefacts of a run by place. What it tells is read when it is first asked for.
type Tree struct {
	*document.Set

	milestones document.Memo[[2]string, *Milestone] // by root and directory
	coverages  document.Memo[[2]string, *Coverage]  // by root and directory
	roadmaps   document.Memo[string, *Roadmap]      // by root
	entries    document.Memo[[2]string, *Entry]     // by root and id, without spans
	tests      document.Memo[[3]string, bool]       // by root, id and what is asked of the entry
	ofTwo      document.Memo[string, bool]          // by root
	lost       document.Memo[string, bool]          // by root: the roadmap is there and cannot be read
	required   document.Memo[string, *Requirements] // by root
	outlines   document.Memo[[2]string, *Outline]   // by root and directory
	consistent document.Memo[string, bool]          // by root
}
