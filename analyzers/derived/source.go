package derived

import (
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

const sourceOutvoted = "roadmap-outvoted"

// source holds roadmap.yaml against all that was made from it, and its statuses against the disk.
func (j *judge) source() {
	if j.roadmap == nil {
		return
	}
	j.forgotten()
	for _, e := range j.roadmap.Milestones {
		if e.ID.Text == "" || j.roadmap.Entry(e.ID.Text) != e {
			continue // the first of several with one id is compared
		}
		m := j.tree.Outline(j.Doc.Root, e.ID.Text)
		s := source{judge: j, e: e, m: m, copies: copies(j.tree, m), at: "milestones[" + e.ID.Text + "]"}
		s.texts()
		s.requirements()
		s.criteria()
		for _, slice := range e.Slices {
			s.slice(slice)
		}
		s.statuses()
	}
	j.completed()
}

// forgotten reports milestones and slices that have a directory and stand in a roadmap for people, but not in the one for programs.
func (j *judge) forgotten() {
	view, root := j.tree.View(j.Doc.Root), j.Doc.Root
	var missing []string
	strange := 0                             // entries that are reported, and may be those that are missing
	if view != nil && !j.roadmap.Ambiguous { // else the missing one is probably there, with the id of another
		for _, e := range view.Details {
			if j.tree.Forgotten(root, e.ID.Text, "") {
				missing = append(missing, e.ID.Text)
			}
		}
	}
	for _, e := range j.roadmap.Milestones {
		if id := e.ID.Text; !project.Usable(id, 'M') || view.Entry(id) == nil && j.tree.Outline(root, id).First == "" {
			strange++
		}
		j.forgottenSlices(e, view)
	}
	if len(missing) > strange {
		for _, id := range missing {
			j.report(sourceOutvoted, j.Doc.Data.Root.Pair("milestones").KeySpan, "milestones", nil, "milestone %s is missing here, though ROADMAP.md shows it and it has a directory, so no command works on it; write it back, or remove both", id)
		}
	}
}

// forgottenSlices reports slices of one milestone that have a directory and stand in a roadmap for people only.
func (j *judge) forgottenSlices(e *project.Entry, view *project.View) {
	m := j.tree.Outline(j.Doc.Root, e.ID.Text)
	strange := 0
	span := e.ID.Span
	for _, s := range e.Slices {
		span = s.ID.Span
		if id := s.ID.Text; !project.Usable(id, 'S') || m.Slice(id) == nil && view.Entry(e.ID.Text).Slice(id) == nil {
			strange++
		}
	}
	var missing []string
	for _, s := range m.Slices {
		if j.tree.Forgotten(j.Doc.Root, e.ID.Text, s.ID) {
			missing = append(missing, s.ID)
		}
	}
	if len(missing) <= strange {
		return // they stand there under other ids, which is reported
	}
	for _, id := range missing {
		j.report(sourceOutvoted, span, "milestones["+e.ID.Text+"].slices", nil, "slice %s is missing in milestone %s, though ROADMAP.md lists it and it has a directory, so execute-milestone never gets to it; write it back, or remove both", id, e.ID.Text)
	}
}

// source is one milestone of the roadmap beside its copies.
type source struct {
	*judge
	e      *project.Entry
	m      *project.Outline
	copies []*project.Entry
	at     string
	wrong  bool // the status stands alone, so what follows from it is not judged
}

func (s *source) texts() {
	for _, p := range parts {
		item := p.of(s.e)
		if p.key == "name" {
			s.nameless(s.e, s.roadmap.Milestones, s.at, "milestone "+s.e.ID.Text, voices(s.copies, p))
		}
		text, outvoted := project.Outvoted(item.Text, voices(s.copies, p)...)
		if !outvoted || p.key == "status" && !project.IsStatus(s.e.Status.Text) {
			continue
		}
		s.wrong = s.wrong || p.key == "status"
		said := slices.DeleteFunc(slices.Clone(s.copies), func(c *project.Entry) bool { return p.of(c).Text == "" })
		s.outvoted(item.Span, s.at+"."+p.key, "the "+p.what+" of "+s.e.ID.Text, item.Text, text, sources(said))
	}
}

// nameless reports an entry without a name that all copies know. Of two with one id, which is reported, nobody knows whose name it is.
func (s *source) nameless(e *project.Entry, all []*project.Entry, at, what string, copies []string) {
	text, ok := project.Agreed(copies...)
	if !ok || text == e.ID.Text || e.Nameless.Len() == 0 || slices.ContainsFunc(all, func(other *project.Entry) bool { return other != e && other.ID.Text == e.ID.Text }) {
		return
	}
	s.report(sourceOutvoted, e.Nameless, at+".name", nil, "%s has no name, but all that was made from the roadmap calls it %s; write the name", what, document.Quote(text))
}

// outvoted reports a text that stands alone.
func (s *source) outvoted(span document.Span, at, what, has, others, who string) {
	s.report(sourceOutvoted, span, at, nil, "%s is %s, but %s say %s; if this is a change, bring it into them too, else write what they say", what, document.Quote(has), who, document.Quote(others))
}

// lists returns what META.json and the project's ROADMAP.md have for a list, if they agree.
func (s *source) list(of func(*project.Entry) []string) []string {
	meta, view := of(s.copies[0]), of(s.copies[1])
	if meta == nil || view == nil || !slices.Equal(meta, view) {
		return nil
	}
	return meta
}

func (s *source) requirements() {
	want := s.list(func(e *project.Entry) []string {
		if e.Requirements == nil {
			return nil
		}
		return texts(e.Requirements)
	})
	has := texts(s.e.Requirements)
	if want == nil || slices.Equal(has, want) {
		return
	}
	what := difference(has, want)
	if known := s.tree.Requirements(s.m.Root); known != nil && len(known.Defined) > 0 && slices.ContainsFunc(without(has, want), func(id string) bool { return known.Requirement(id) == nil }) {
		return // it is reported that nobody defines it
	}
	if what == "" && len(has) > len(want) {
		return // one is listed twice, and that is reported
	}
	if what == "" {
		what = "has another order"
	}
	span, ok := s.e.Keys["requirements"]
	if !ok {
		span = s.e.ID.Span
	}
	for i, r := range s.e.Requirements {
		if i >= len(want) || r.Text != want[i] {
			span = r.Span
			break
		}
	}
	s.report(sourceOutvoted, span, s.at+".requirements", nil, "the list of requirements of %s %s, compared with %s; if this is a change, bring it into them too", s.e.ID.Text, what, sources(s.copies[:2]))
}

func (s *source) criteria() {
	want := s.list(func(e *project.Entry) []string {
		if e.Criteria == nil {
			return nil
		}
		return criteria(e.Criteria)
	})
	has := criteria(s.e.Criteria)
	if want == nil || slices.Equal(has, want) {
		return
	}
	who := sources(s.copies[:2])
	for i, c := range s.e.Criteria {
		at := s.at + ".success_criteria[" + c.ID + "]"
		switch {
		case i < len(want) && has[i] == want[i]:
			continue
		case has[i] == c.ID:
			return // it has lost its text, and that is reported
		case len(has) == len(want):
			s.outvoted(c.Span, at, c.ID+" of "+s.e.ID.Text, has[i], want[i], who)
			continue
		}
		s.report(sourceOutvoted, c.Span, at, nil, "%s has %d success criteria, but %s have %d, and the first to differ is %s; a criterion is known by its number, so what was verified belongs to another one now", s.e.ID.Text, len(has), who, len(want), c.ID)
		return
	}
	if len(has) < len(want) {
		span, ok := s.e.Keys["success_criteria"]
		if !ok {
			span = s.e.ID.Span
		}
		s.report(sourceOutvoted, span, s.at+".success_criteria", nil, "%s has %d success criteria, but %s have %d; nobody verifies the ones that are missing here", s.e.ID.Text, len(has), who, len(want))
	}
}

// slice judges one slice: its name and goal against the copies, its status against copies and tasks.
func (s *source) slice(e *project.Entry) {
	id := s.e.ID.Text + "-" + e.ID.Text
	at := s.at + ".slices[" + e.ID.Text + "]"
	view, listed, disk := s.copies[1].Slice(e.ID.Text), s.copies[2].Slice(e.ID.Text), s.m.Slice(e.ID.Text)
	s.nameless(e, s.e.Slices, at, "slice "+id, []string{view.NameText(), listed.NameText()})
	if text, ok := project.Outvoted(e.Name.Text, view.NameText(), listed.NameText()); ok {
		s.outvoted(e.Name.Span, at+".name", "the name of slice "+id, e.Name.Text, text, "both roadmaps for people")
	}
	if disk == nil {
		return
	}
	if listed != nil && disk.GoalInUse {
		if text, ok := project.Outvoted(e.Goal.Text, listed.Goal.Text, listed.Goal.Text); ok {
			s.outvoted(e.Goal.Span, at+".goal", "the goal of slice "+id, e.Goal.Text, text, base(listed.Path)+" and the plan")
		}
	}
	if !project.IsStatus(e.Status.Text) {
		return // reported by what it is
	}
	if text, outvoted := s.tree.SliceStatus(s.m, e); outvoted {
		s.report(sourceOutvoted, e.Status.Span, at+".status", nil, "the status of slice %s is %s, but by its tasks it is %s, and so ROADMAP.md shows it; write %s", id, e.Status.Text, text, text)
		return
	}
	s.tasks(id, e, disk, at)
}

const impossible = "impossible-status"

// tasks holds the status of a slice against its tasks.
func (s *source) tasks(id string, e *project.Entry, disk *project.SliceOutline, at string) {
	var open, begun []string
	for _, f := range disk.Tasks {
		switch status := f.Status; status {
		case "pending", "in-progress", "parked":
			open = append(open, f.Dir+" ("+status+")")
			if status == "in-progress" {
				begun = append(begun, f.Dir+" ("+status+")")
			}
		case "done":
			begun = append(begun, f.Dir+" ("+status+")")
		}
	}
	switch {
	case project.Finished(e.Status.Text) && len(open) > 0:
		s.report(impossible, e.Status.Span, at+".status", nil, "slice %s is %s, but %s %s open: %s; nobody goes on with it, so set the slice back to in-progress, or finish or skip what is open", id, e.Status.Text, document.Count(len(open), "task"), plural(len(open), "is"), some(open))
	case e.Status.Text == "pending" && len(begun) > 0:
		s.report(impossible, e.Status.Span, at+".status", nil, "slice %s is pending, but somebody has begun with it: %s; write in-progress, or done if nothing is left", id, some(begun))
	}
}

// statuses holds the status of a milestone against those of its slices and against its verification.
func (s *source) statuses() {
	status := s.e.Status.Text
	if s.wrong || !project.IsStatus(status) {
		return
	}
	var open, begun []string
	for _, e := range s.e.Slices {
		of, _ := s.tree.SliceStatus(s.m, e)
		switch {
		case !project.IsStatus(of):
		case !project.Finished(of) && of != "deferred" && of != "backlog":
			open = append(open, e.ID.Text+" ("+of+")")
		}
		if project.Finished(of) || of == "in-progress" {
			begun = append(begun, e.ID.Text+" ("+of+")")
		}
	}
	at := s.at + ".status"
	switch {
	case project.Finished(status) && len(open) > 0:
		s.report(impossible, s.e.Status.Span, at, nil, "milestone %s is %s, but its slices are not all done: %s; nobody goes on with them, so set the milestone back to in-progress or finish the slices", s.e.ID.Text, status, some(open))
	case status == "pending" && len(begun) > 0:
		s.report(impossible, s.e.Status.Span, at, nil, "milestone %s is pending, but somebody has begun with it: %s; write in-progress", s.e.ID.Text, some(begun))
	default:
		s.verified(status, at)
	}
}

// verified holds the status of a milestone against its verification.
func (s *source) verified(status, at string) {
	v := s.m.Verification
	if v == nil {
		if status == "verified" && s.m.First != "" && len(s.m.Slices) > 0 && !s.tree.HasArtefact(s.m.Root, ".nubos-pilot/milestones/"+s.m.ID+"/"+s.m.ID+"-VERIFICATION.md") {
			s.report(impossible, s.e.Status.Span, at, nil, "milestone %s is verified, but there is no %s-VERIFICATION.md, so nobody can say by what; verify it, or write done", s.m.ID, s.m.ID)
		}
		return
	}
	says := v.Milestone()
	switch {
	case says == "" || says == status:
	case status == "verified", project.Finished(status) && says != "verified" && says != "deferred", (status == "failed" || status == "deferred") && says != "in-progress":
		s.report(impossible, s.e.Status.Span, at, nil, "milestone %s is %s, but its verification (%s) makes it %s; verify it again, or write %s", s.m.ID, status, v.Counts(), says, says)
	}
}
