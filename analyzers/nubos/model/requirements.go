package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// Requirements is what REQUIREMENTS.md defines, and to what its traceability table says that each belongs.
type Requirements struct {
	Defined []Item // the ids in lines `- [ ] **REQ-01**: text`

	defined map[string]bool
	targets map[string]string // of the last row of each id
}

// Defines reports whether an id is defined.
func (r *Requirements) Defines(id string) bool { return r != nil && r.defined[id] }

// Lacks reports whether other requirements are defined and this one is not, which is reported.
func (r *Requirements) Lacks(id string) bool { return r != nil && len(r.Defined) > 0 && !r.defined[id] }

// Traced returns the full id of the slice that a requirement is traced to, or "".
func (r *Requirements) Traced(id string) string {
	if r == nil {
		return ""
	}
	if _, slice := place.SplitSlice(r.targets[id]); slice == "" {
		return ""
	}
	return r.targets[id]
}

// Requirements returns what the REQUIREMENTS.md of a project says, or nil if there is none.
func (t *Tree) Requirements(root string) *Requirements {
	return t.required.Get(t.Set, root,
		func() *Requirements { return readRequirements(t.only(root, "nubos/requirements")) })
}

const requirementID = `[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+`

var (
	requirement     = memo.Regexp(`^` + requirementID + `$`)
	requirementLine = memo.Regexp(`^[-*] \[[ xX]\] \*\*(` + requirementID + `):?\*\*`)
)

// readRequirements takes definitions and traceability from a document; nil if there is none or it cannot be read.
func readRequirements(d *document.Document) *Requirements {
	if d == nil || d.Problem != nil {
		return nil
	}
	r := &Requirements{defined: map[string]bool{}, targets: map[string]string{}}
	for _, item := range d.Body.Items {
		if m := requirementLine().FindStringSubmatchIndex(d.Content()[item.Span.Start:item.Span.End]); m != nil {
			id := spanned(d, document.Span{Start: item.Span.Start + m[2], End: item.Span.Start + m[3]})
			r.Defined = append(r.Defined, id)
			r.defined[id.Text] = true
		}
	}
	for _, table := range d.Body.Tables {
		if head := table.Rows[0]; len(head) < 3 || !strings.EqualFold(d.Text(head[0]), "Requirement") {
			continue
		}
		for _, row := range table.Rows[1:] {
			if len(row) >= 3 && requirement().MatchString(d.Text(row[0])) {
				r.targets[d.Text(row[0])] = d.Text(row[1])
			}
		}
	}
	return r
}

func spanned(d *document.Document, s document.Span) Item { return Item{d.Content()[s.Start:s.End], s} }
