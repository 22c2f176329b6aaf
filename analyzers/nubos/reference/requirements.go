package reference

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/rules"
)

const (
	unknownRequirement   = "requirement-unknown"
	duplicateRequirement = "requirement-duplicate"
	untraced             = "requirement-untraced"
)

// defined returns the requirements of the project, or nil if it defines none.
func (j *source) defined() *model.Requirements {
	if r := j.tree.Requirements(j.Doc.Root); r != nil && len(r.Defined) > 0 {
		return r
	}
	return nil
}

// known reports an id that REQUIREMENTS.md does not define.
func (j *source) known(r *model.Requirements, item model.Item, at string) {
	if r.Requirement(item.Text) != nil {
		return
	}
	ids := make([]string, min(len(r.Defined), maxNear))
	for i := range ids {
		ids[i] = r.Defined[i].ID.Text
	}
	hint := ""
	if near := j.nearest(item.Text, ids); near != "" {
		hint = "; did you mean " + near + "?"
	}
	j.Reportf(unknownRequirement, item.Span, at,
		"REQUIREMENTS.md defines no requirement %s, so nobody knows what is to be fulfilled; define it there, or "+
			"correct the id%s",
		document.Quote(item.Text), hint)
}

// maxNear is how many ids a misspelling is looked for among.
const maxNear = 500

// roadmapRequirements holds the requirements of each milestone against their definitions.
func (j *source) roadmapRequirements() {
	r, roadmap := j.defined(), j.tree.Roadmap(j.Doc.Root)
	if r == nil || roadmap == nil {
		return
	}
	for _, e := range roadmap.Milestones {
		for _, item := range e.Requirements {
			j.known(r, item, "milestones["+e.ID.Text+"].requirements")
		}
	}
}

// planRequirements holds the requirements of a slice plan against their definitions.
func (j *source) planRequirements() {
	r, s := j.defined(), j.slice()
	if r == nil || s == nil || s.Plan == nil || s.Plan.Path != j.Doc.Path {
		return
	}
	for _, item := range s.Plan.Required {
		j.known(r, item, "frontmatter.requirements")
	}
}

var requirementHeading = rules.Lazy(`^([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+)(?:\s*[:—–].*)?$`)

// requirementItem is a list item that starts with a requirement's id and says something of it.
var requirementItem = rules.Lazy("^(?:\\*\\*|`)?([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\\d+)(?::?\\*\\*|`)?(?:\\s*[:—–(-].*)?$")

// family is a requirement's id without its number.
func family(id string) string { return id[:strings.LastIndexByte(id, '-')+1] }

// validated holds the requirements that a validation lists against their definitions.
func (j *source) validated() {
	r := j.defined()
	if r == nil || j.Doc.Body == nil {
		return
	}
	for i := range j.Doc.Body.Headings {
		h := &j.Doc.Body.Headings[i]
		if m := requirementHeading().FindStringSubmatch(h.Text); m != nil && h.Level == 3 {
			j.known(r,
				model.Item{Text: m[1], Span: document.Span{Start: h.Title.Start, End: h.Title.Start + len(m[1])}},
				"body.requirements["+m[1]+"]")
		}
	}
	families := map[string]bool{}
	for i := range r.Defined {
		families[family(r.Defined[i].ID.Text)] = true
	}
	for i := range j.Doc.Body.Items {
		item := &j.Doc.Body.Items[i]
		if m := requirementItem().FindStringSubmatchIndex(j.Doc.Text(item.Text)); m != nil {
			id := j.Doc.Text(item.Text)[m[2]:m[3]]
			if !families[family(id)] {
				continue // a decision, a standard, an algorithm
			}
			j.known(r,
				model.Item{Text: id, Span: document.Span{Start: item.Text.Start + m[2], End: item.Text.Start + m[3]}},
				"body.requirements["+id+"]")
		}
	}
	for _, table := range j.Doc.Body.Tables {
		if !strings.EqualFold(j.Doc.Text(table.Rows[0][0]), "Requirement") {
			continue
		}
		for _, row := range table.Rows[1:] {
			if id := j.Doc.Text(row[0]); requirementHeading().MatchString(id) && !strings.ContainsAny(id, ": ") {
				j.known(r, model.Item{Text: id, Span: row[0]}, "body.requirements["+id+"]")
			}
		}
	}
}

// requirements judges REQUIREMENTS.md itself: each id is there once and stands in the roadmap. Boxes and the traceability
// table are kept by nobody, so they are not held against anything.
func (j *source) requirements() {
	r := j.tree.Requirements(j.Doc.Root)
	if r == nil {
		return
	}
	planned := map[string]bool{}
	if roadmap := j.tree.Roadmap(j.Doc.Root); roadmap != nil {
		for _, e := range roadmap.Milestones {
			for _, item := range e.Requirements {
				planned[item.Text] = true
			}
		}
	}
	seen := map[string]bool{}
	for i := range r.Defined {
		d := &r.Defined[i]
		id := d.ID.Text
		switch at := "body.requirements[" + id + "]"; {
		case seen[id]:
			j.Reportf(duplicateRequirement, d.ID.Span, at,
				"the requirement %s is defined twice, so plans that name it may mean either; give this one an id of "+
					"its own",
				id)
		case len(planned) > 0 && !planned[id]:
			j.Reportf(untraced, d.ID.Span, at,
				"no milestone of roadmap.yaml lists the requirement %s yet, so nobody plans it; add it to one, or move "+
					"it out of scope",
				id)
		}
		seen[id] = true
	}
}

func has(items []model.Item, text string) bool {
	return slices.ContainsFunc(items, func(i model.Item) bool { return i.Text == text })
}
