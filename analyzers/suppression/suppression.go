// Package suppression reads the comments by which an author says that a finding is to be let stand: nplint-ignore and its kin. It
// reports those that cannot work as they are written. What they suppress, and which suppress nothing, only the driver can tell, since no
// pass sees the findings of another.
package suppression

import (
	"path"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// Analyzer reads the suppressions of every artefact. Its result is a *Result.
var Analyzer = &analysis.Analyzer{
	Name:       "suppression",
	Doc:        "read the comments that suppress findings, and report those that cannot work",
	Requires:   []*analysis.Analyzer{document.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// Result is what suppresses findings. It is complete when all documents have been judged.
type Result struct {
	mutex  sync.Mutex
	byPath map[string][]*Directive
}

// In returns the directives in the artefact with the given path relative to the run's base, in the order of the file. The caller may set Used
// in them.
func (r *Result) In(path string) []*Directive { return r.byPath[path] }

// All returns the directives of all artefacts by their paths.
func (r *Result) All() map[string][]*Directive { return r.byPath }

// Directive is a comment that suppresses findings.
type Directive struct {
	Names []Name
	Reach document.Span // what it suppresses starts here
	// Comments is the comment, and of a block also the one that ends it, each with the stretch that removing it removes.
	Comments []Comment
}

// Name is a rule that a directive names.
type Name struct {
	Text string // a rule's id, or "contract/id"
	Used bool   // a finding was suppressed by it
}

// Comment is where a directive is written.
type Comment struct {
	Span  document.Span // of the comment with its marks
	List  document.Span // of the rules that it names
	Whole document.Span // of what has no use without it: the comment, and its line if nothing else stands there
}

// Covers reports whether a directive speaks of a finding of the rule that starts at the offset of an artefact of the kind, and notes that it is used.
func (d *Directive) Covers(rule, kind string, offset int) bool {
	if offset < d.Reach.Start || offset >= d.Reach.End {
		return false
	}
	covers := false
	for i := range d.Names {
		if Matches(d.Names[i].Text, rule, kind) {
			d.Names[i].Used, covers = true, true
		}
	}
	return covers
}

// Without returns the fix that takes the names for which drop is true out of a directive, or the directive out of the file if none is left.
func (d *Directive) Without(drop func(Name) bool) []document.Fix {
	var kept []string
	for _, n := range d.Names {
		if !drop(n) {
			kept = append(kept, n.Text)
		}
	}
	fix := document.Fix{Title: "remove the suppression"}
	for _, c := range d.Comments {
		if len(kept) == 0 {
			fix.Edits = append(fix.Edits, document.Edit{Span: c.Whole})
		} else {
			fix.Edits = append(fix.Edits, document.Edit{Span: c.List, Text: strings.Join(kept, ", ")})
		}
	}
	return []document.Fix{fix}
}

// Matches reports whether name, a rule's id or "contract/id", names the rule in artefacts of the kind.
func Matches(name, rule, kind string) bool {
	contract, qualified := strings.CutSuffix(name, "/"+rule)
	return name == rule || qualified && kind != "" && (contract == kind || contract == path.Base(kind))
}

// Suppressible reports whether findings of a rule can be suppressed at all. Who could suppress that something was not judged, or that a suppression does
// not work, would be told that all is well.
func Suppressible(rule string) bool {
	return rule != "internal-error" && rule != "file-unreadable" && !strings.HasPrefix(rule, "suppression-")
}

func run(pass *analysis.Pass) (any, error) {
	result := &Result{byPath: map[string][]*Directive{}}
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	known, _ := set.Rules.(*rules.Catalogue) // nil is the built-in rules
	set.Each(pass, nil, func(r *document.Reporter) {
		if directives := read(r, known); len(directives) > 0 {
			result.mutex.Lock()
			defer result.mutex.Unlock()
			result.byPath[r.Doc.Path] = directives
		}
	})
	return result, nil
}
