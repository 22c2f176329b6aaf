package reference

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

const (
	unknownRequirement   = "requirement-unknown"
	duplicateRequirement = "requirement-duplicate"
	untraced             = "requirement-untraced"
	elsewhere            = "requirement-elsewhere"
	requirementStatus    = "requirement-status"
)

// defined returns the requirements of the project, or nil if it defines none.
func (j *judge) defined() *project.Requirements {
	if r := j.tree.Requirements(j.Doc.Root); r != nil && len(r.Defined) > 0 {
		return r
	}
	return nil
}

// known reports an id that REQUIREMENTS.md does not define.
func (j *judge) known(r *project.Requirements, item project.Item, at string) bool {
	if r.Requirement(item.Text) != nil {
		return true
	}
	if r.Trace(item.Text) != nil && j.Doc.Path != r.Path {
		return false // its definition was lost, and that is reported at its row
	}
	ids := make([]string, min(len(r.Defined), maxNear))
	for i := range ids {
		ids[i] = r.Defined[i].ID.Text
	}
	hint := ""
	if near := j.nearest(item.Text, ids); near != "" {
		hint = "; did you mean " + near + "?"
	}
	j.Reportf(unknownRequirement, item.Span, at, "REQUIREMENTS.md defines no requirement %s, so nobody knows what is to be fulfilled; define it there, or correct the id%s", document.Quote(item.Text), hint)
	return false
}

// maxNear is how many ids a misspelling is looked for among.
const maxNear = 500

// roadmapRequirements holds the requirements of each milestone against their definitions.
func (j *judge) roadmapRequirements() {
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

// planRequirements holds the requirements of a slice plan against their definitions and against where they are traced to.
func (j *judge) planRequirements() {
	r, s := j.defined(), j.slice()
	if r == nil || s == nil || s.Plan == nil || s.Plan.Path != j.Doc.Path {
		return
	}
	listed := j.milestone().List.Slice(s.ID)
	inList := map[string]bool{}
	if listed != nil {
		for _, l := range listed.Requirements {
			inList[l.Text] = true
		}
	}
	for _, item := range s.Plan.Required() {
		const at = "frontmatter.requirements"
		if !j.known(r, item, at) {
			continue
		}
		traced := r.Traced(item.Text)
		switch {
		case traced == "" || traced == s.Full:
		case listed != nil && !inList[item.Text]:
			j.Reportf(elsewhere, item.Span, at, "the plan lists %s, but REQUIREMENTS.md traces it to %s, and the milestone's ROADMAP.md does not list it for %s; it would be fulfilled in the wrong slice, so remove it or correct both", item.Text, traced, s.ID)
		}
	}
}

var requirementHeading = rules.Lazy(`^([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+)(?:\s*[:—–].*)?$`)

// requirementItem is a list item that starts with a requirement's id and says something of it.
var requirementItem = rules.Lazy("^(?:\\*\\*|`)?([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\\d+)(?::?\\*\\*|`)?(?:\\s*[:—–(-].*)?$")

// family is a requirement's id without its number.
func family(id string) string { return id[:strings.LastIndexByte(id, '-')+1] }

// validated holds the requirements that a validation lists against their definitions.
func (j *judge) validated() {
	r := j.defined()
	if r == nil || j.Doc.Body == nil {
		return
	}
	for i := range j.Doc.Body.Headings {
		h := &j.Doc.Body.Headings[i]
		if m := requirementHeading().FindStringSubmatch(h.Text); m != nil && h.Level == 3 {
			j.known(r, project.Item{Text: m[1], Span: document.Span{Start: h.Title.Start, End: h.Title.Start + len(m[1])}}, "body.requirements["+m[1]+"]")
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
			j.known(r, project.Item{Text: id, Span: document.Span{Start: item.Text.Start + m[2], End: item.Text.Start + m[3]}}, "body.requirements["+id+"]")
		}
	}
	for _, table := range j.Doc.Body.Tables {
		if !strings.EqualFold(j.Doc.Text(table.Rows[0][0]), "Requirement") {
			continue
		}
		for _, row := range table.Rows[1:] {
			if id := j.Doc.Text(row[0]); requirementHeading().MatchString(id) && !strings.ContainsAny(id, ": ") {
				j.known(r, project.Item{Text: id, Span: row[0]}, "body.requirements["+id+"]")
			}
		}
	}
}

// requirements judges REQUIREMENTS.md itself: ids, traces and boxes.
func (j *judge) requirements() {
	if j.Doc.Body == nil {
		return
	}
	r := project.ReadRequirements(j.Doc)
	c := catalogue{judge: j, Requirements: r, roadmap: j.tree.Roadmap(j.Doc.Root), planned: map[string][]string{}}
	if c.roadmap != nil {
		for _, e := range c.roadmap.Milestones {
			for _, item := range e.Requirements {
				c.planned[item.Text] = append(c.planned[item.Text], e.ID.Text)
			}
		}
	}
	c.definitions()
	c.rows()
}

// catalogue is REQUIREMENTS.md beside the roadmap.
type catalogue struct {
	*judge
	*project.Requirements
	roadmap *project.Roadmap
	planned map[string][]string // the milestones of the roadmap that list a requirement
}

func at(id string) string { return "body.requirements[" + id + "]" }

func (c *catalogue) definitions() {
	shown := map[string]bool{} // a requirement that the roadmap has lost is reported there
	if view := c.tree.View(c.Doc.Root); view != nil {
		for _, e := range view.Details {
			for _, item := range e.Requirements {
				shown[item.Text] = true
			}
		}
	}
	strange := slices.ContainsFunc(c.Rows, func(row project.Trace) bool { return c.Requirement(row.ID.Text) == nil })
	seen := map[string]bool{}
	for i := range c.Defined {
		d := &c.Defined[i]
		id := d.ID.Text
		switch {
		case seen[id]:
			c.Reportf(duplicateRequirement, d.ID.Span, at(id), "the requirement %s is defined twice, so plans that name it may mean either; give this one an id of its own", id)
			continue
		case len(c.planned) > 0 && c.planned[id] == nil && !shown[id]:
			c.Reportf(untraced, d.ID.Span, at(id), "no milestone of roadmap.yaml lists the requirement %s, so it is never planned; add it to one, or move it out of scope", id)
		case len(c.Rows) > 0 && c.Trace(id) == nil && !strange:
			c.Reportf(untraced, d.ID.Span, at(id), "the requirement %s has no row in the traceability table, so nobody sees which slice fulfils it; add one", id)
		default:
			c.box(d)
		}
		seen[id] = true
	}
}

// status returns the status of the slice that a requirement is traced to, or "".
func (c *catalogue) status(full string) string {
	milestone, slice, _ := strings.Cut(full, "-")
	e := c.roadmap.Entry(milestone)
	if s := e.Slice(slice); s != nil {
		status, _ := c.tree.SliceStatus(c.tree.Outline(c.Doc.Root, milestone), s)
		return status
	}
	return ""
}

// box holds the box of a requirement against the slice that fulfils it.
func (c *catalogue) box(d *project.Requirement) {
	full := c.Traced(d.ID.Text)
	status := c.status(full)
	if !project.IsStatus(status) || d.Done == project.Finished(status) {
		return
	}
	if d.Done {
		c.Reportf(requirementStatus, d.Box.Span, at(d.ID.Text), "%s is ticked as fulfilled, but slice %s, which fulfils it, is %s; untick it, or finish the slice", d.ID.Text, full, status)
		return
	}
	c.Reportf(requirementStatus, d.Box.Span, at(d.ID.Text), "%s is not ticked, but slice %s, which fulfils it, is %s; tick it, or say in the slice what is left", d.ID.Text, full, status)
}

// rows judges the traceability table.
func (c *catalogue) rows() {
	seen := map[string]bool{}
	lost := slices.ContainsFunc(c.Defined, func(d project.Requirement) bool { return c.planned[d.ID.Text] == nil && c.Trace(d.ID.Text) == nil })
	for i := range c.Rows {
		row := &c.Rows[i]
		id := row.ID.Text
		if seen[id] {
			c.Reportf(duplicateRequirement, row.ID.Span, at(id), "the requirement %s has two rows in the traceability table, so where it is fulfilled is open; remove one", id)
			continue
		}
		seen[id] = true
		if lost && c.Requirement(id) == nil && c.planned[id] != nil {
			continue // its definition has another id, and that is reported there
		}
		if len(c.Defined) > 0 && !c.known(c.Requirements, row.ID, at(id)) {
			continue
		}
		if c.target(row) {
			c.rowStatus(row)
		}
	}
}

var traceTarget = rules.Lazy(`^(M\d+)(?:-(S\d+))?$`)

// target holds the slice that a row names against what there is. It reports whether it is right.
func (c *catalogue) target(row *project.Trace) bool {
	m := traceTarget().FindStringSubmatch(row.Target.Text)
	if m == nil || !c.roadmap.Directories() {
		return false // to be decided, or the way of version 1
	}
	id, milestone, slice := row.ID.Text, m[1], m[2]
	e := c.roadmap.Entry(milestone)
	outline := c.tree.Outline(c.Doc.Root, milestone)
	switch {
	case e == nil && outline.First == "", slice != "" && e.Slice(slice) == nil && outline.Slice(slice) == nil:
		c.Reportf(elsewhere, row.Target.Span, at(id), "%s is traced to %s, which does not exist; correct the id", id, row.Target.Text)
		return false
	case e != nil && len(c.planned[id]) > 0 && !slices.Contains(c.planned[id], milestone):
		c.Reportf(elsewhere, row.Target.Span, at(id), "%s is traced to %s, but roadmap.yaml lists it for milestone %s; correct one of them", id, row.Target.Text, c.planned[id][0])
		return false
	case slice != "":
		return c.inPlan(row, outline, slice)
	}
	return true
}

func has(items []project.Item, text string) bool {
	return slices.ContainsFunc(items, func(i project.Item) bool { return i.Text == text })
}

// inPlan holds a trace against the plans: another slice may be the one that lists the requirement.
func (c *catalogue) inPlan(row *project.Trace, outline *project.Outline, slice string) bool {
	id := row.ID.Text
	if s := outline.Slice(slice); s == nil || !s.HasPlan || s.Required[id] {
		return true
	}
	if listed := outline.List.Slice(slice); listed != nil && has(listed.Requirements, id) {
		return true // the plan stands alone, and that is reported there
	}
	for _, s := range outline.Slices {
		if s.Required[id] {
			c.Reportf(elsewhere, row.Target.Span, at(id), "%s is traced to %s, but the plan of %s lists it; write that, or move it to the other plan", id, row.Target.Text, s.Full)
			return false
		}
	}
	return true
}

// rowStatus holds the status of a row against the slice.
func (c *catalogue) rowStatus(row *project.Trace) {
	said, status := project.Status(row.Status.Text), c.status(row.Target.Text)
	if !project.IsStatus(said) || !project.IsStatus(status) || said == status || project.Finished(said) && project.Finished(status) {
		return
	}
	c.Reportf(requirementStatus, row.Status.Span, at(row.ID.Text), "%s is given as %s, but slice %s, which fulfils it, is %s; write that", row.ID.Text, document.Quote(row.Status.Text), row.Target.Text, status)
}
