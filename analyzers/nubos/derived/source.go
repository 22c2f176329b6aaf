package derived

import (
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
)

const impossible = "impossible-status"

// source holds the statuses in roadmap.yaml against the disk.
func (j *artefact) source() {
	if j.roadmap == nil {
		return
	}
	for _, e := range j.roadmap.Milestones {
		if e.ID.Text == "" || j.roadmap.Entry(e.ID.Text) != e || !model.IsStatus(e.Status.Text) {
			continue // the first of several with one id is compared
		}
		s := source{artefact: j, e: e, m: j.tree.Outline(j.Doc.Root, e.ID.Text)}
		at := "milestones[" + e.ID.Text + "].status"
		if open := s.open(); model.Finished(e.Status.Text) && len(open) > 0 {
			s.report(impossible, e.Status.Span, at, nil,
				"milestone %s is %s, so close-project counts it as finished, but %s %s open: %s; finish or skip what is "+
					"open, or set the milestone back to in-progress",
				e.ID.Text, e.Status.Text, document.Count(len(open), "task"), plural(len(open), "is"), some(open))
			continue
		}
		s.verified(e.Status.Text, at)
	}
	j.completed()
}

// source is one milestone of the roadmap beside what lies in its directory.
type source struct {
	*artefact
	e *model.Entry
	m *model.Outline
}

// open returns the tasks that somebody has still to do. One that is parked waits for something else.
func (s *source) open() []string {
	var open []string
	for _, slice := range s.m.Slices {
		for _, t := range slice.Tasks {
			if t.Status == "pending" || t.Status == "in-progress" {
				open = append(open, slice.ID+"-"+t.Dir+" ("+t.Status+")")
			}
		}
	}
	return open
}

// verified holds the status of a milestone against its verification.
func (s *source) verified(status, at string) {
	v := s.m.Verification
	if v == nil {
		if status == "verified" && s.m.First != "" && len(s.m.Slices) > 0 &&
			!s.tree.Has(s.tree.Path(s.m.Root, "nubos/verification", s.m.ID)) {
			s.report(impossible, s.e.Status.Span, at, nil,
				"milestone %s is verified, but there is no %s-VERIFICATION.md, so nobody can say by what; verify it, "+
					"or write done",
				s.m.ID, s.m.ID)
		}
		return
	}
	says := v.Milestone()
	switch {
	case says == "" || says == status:
	case status == "verified",
		model.Finished(status) && says != "verified" && says != "deferred",
		(status == "failed" || status == "deferred") && says != "in-progress":
		s.report(impossible, s.e.Status.Span, at, nil,
			"milestone %s is %s, but its verification (%s) makes it %s; verify it again, or write %s",
			s.m.ID, status, counts(v), says, says)
	}
}

// counts tells the counters of a verification in a message: "3 passed, 1 failed".
func counts(v *model.Verification) string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{{v.Passed, "passed"}, {v.Failed, "failed"}, {v.Deferred, "deferred"}, {v.Pending, "pending"}} {
		if c.n > 0 {
			parts = append(parts, strconv.Itoa(c.n)+" "+c.what)
		}
	}
	return strings.Join(parts, ", ")
}
