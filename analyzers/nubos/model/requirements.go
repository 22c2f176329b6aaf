package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// Requirements is what REQUIREMENTS.md defines and where it says that it is fulfilled.
type Requirements struct {
	Path    string
	Defined []Requirement
	Rows    []Trace
	Table   document.Span // of the traceability table; empty if there is none

	byID map[string]*Requirement
	rows map[string]*Trace
}

// Requirement is one line `- [ ] **REQ-01**: text`.
type Requirement struct {
	ID, Box Item
	Done    bool
}

// Trace is one row of the traceability table.
type Trace struct{ ID, Target, Status Item }

// Requirement returns the first definition of an id, or nil.
func (r *Requirements) Requirement(id string) *Requirement {
	if r == nil {
		return nil
	}
	return r.byID[id]
}

// Trace returns the last row of an id, or nil.
func (r *Requirements) Trace(id string) *Trace {
	if r == nil {
		return nil
	}
	return r.rows[id]
}

var slicePath = rules.Lazy(`^M\d{3,}-S\d{3,}$`)

// Traced returns the full id of the slice that a requirement is traced to, or "".
func (r *Requirements) Traced(id string) string {
	if row := r.Trace(id); row != nil && slicePath().MatchString(row.Target.Text) {
		return row.Target.Text
	}
	return ""
}

// Requirements returns what the REQUIREMENTS.md of a project says, or nil if there is none. It is read when it is
// first asked for.
func (t *Tree) Requirements(root string) *Requirements {
	return t.required.Get(root, func() *Requirements {
		if d := t.peek(root, "nubos/requirements"); d != nil && d.Body != nil {
			return readRequirements(d)
		}
		return nil
	})
}

var requirement = rules.Lazy(`^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+$`)

var requirementLine = rules.Lazy(`^[-*] \[([ xX])\] \*\*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+):?\*\*`)

// readRequirements takes definitions and traceability from a document with a body.
func readRequirements(d *document.Document) *Requirements {
	r := &Requirements{Path: d.Path, byID: map[string]*Requirement{}, rows: map[string]*Trace{}}
	for i := range d.Body.Items {
		if found := submatches(d, requirementLine(), d.Body.Items[i].Span); found != nil {
			r.Defined = append(r.Defined, Requirement{ID: found[2], Box: found[1], Done: found[1].Text != " "})
		}
	}
	for _, table := range d.Body.Tables {
		if head := table.Rows[0]; len(head) < 3 || !strings.EqualFold(d.Text(head[0]), "Requirement") {
			continue
		}
		r.Table = table.Span
		for _, row := range table.Rows[1:] {
			if len(row) >= 3 && requirement().MatchString(d.Text(row[0])) {
				r.Rows = append(r.Rows, Trace{spanned(d, row[0]), spanned(d, row[1]), spanned(d, row[2])})
			}
		}
	}
	for i := range r.Defined {
		if id := r.Defined[i].ID.Text; r.byID[id] == nil {
			r.byID[id] = &r.Defined[i]
		}
	}
	for i := range r.Rows {
		r.rows[r.Rows[i].ID.Text] = &r.Rows[i]
	}
	return r
}
