// Package suppress reads the comments by which an author says that a finding is to be let stand: nplint-ignore and its
// kin. It finds those that cannot work as they are written, and answers which findings a comment covers. It knows no
// findings: which comments suppress nothing, only who has all of them can tell.
package suppress

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/report"
)

// Directive is a comment that suppresses findings.
type Directive struct {
	Names []Name
	Reach document.Span // what it suppresses starts here
	Until string        // the last day on which it suppresses anything; "" is for ever
	// Comments is the comment, and of a block also the one that ends it, each with the stretch that removing it removes.
	Comments []Comment
}

// Name is a rule that a directive names.
type Name struct {
	Text string // a rule's id as it is today, or "contract/id"
	From string // what stands in the file, perhaps an id that the rule once had
	Used bool   // a finding was suppressed by it
}

// Comment is where a directive is written.
type Comment struct {
	Span  document.Span // of the comment with its marks
	List  document.Span // of the rules that it names
	Whole document.Span // of what has no use without it: the comment, and its line if nothing else stands there
}

// Covers reports whether a directive speaks of a finding of the rule that starts at the offset of an artefact of the
// kind, and notes that it is used.
func (d *Directive) Covers(rule, kind string, offset int) bool {
	if !d.Reach.Contains(offset) {
		return false
	}
	covers := false
	for i := range d.Names {
		if report.Matches(d.Names[i].Text, rule, kind) {
			d.Names[i].Used, covers = true, true
		}
	}
	return covers
}

// Without returns the fix that takes the names for which drop is true out of a directive, or the directive out of the
// file if none is left.
func (d *Directive) Without(drop func(Name) bool) []document.Fix {
	var kept []string
	for _, n := range d.Names {
		if !drop(n) {
			kept = append(kept, n.From)
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
