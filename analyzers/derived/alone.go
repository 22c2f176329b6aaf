package derived

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// stateAlone holds a STATE.md that is judged alone against itself: what it points to is not known.
func (j *judge) stateAlone() {
	if !j.Doc.Readable() || j.Doc.Front == nil {
		return
	}
	s := state{judge: j, front: j.Doc.Front.Root}
	s.positionAlone()
	milestone := s.text(s.front.Get("milestone"))
	if number := project.IDNumber(milestone, 'M', 3); number > 0 {
		s.numbered(milestone, itoa(number), "")
	}
	if progress := s.front.Get("progress"); progress != nil && progress.Type == document.Map {
		if t := written(progress); t.total > 0 && t.done <= t.total {
			s.percent(progress, t)
		}
	}
}

// positionAlone holds milestone, slice, task and the file to resume from against one another: each names all that is above it.
func (s *state) positionAlone() {
	milestone, slice, task := s.front.Get("milestone"), s.front.Get("current_slice"), s.front.Get("current_task")
	m, sl, t := s.text(milestone), s.text(slice), s.text(task)
	if !project.IsID(m, 'M', 3) {
		m = ""
	}
	ofTask, inTask, number := project.SplitID(t)
	slicesMilestone, _, ok := project.SplitID(sl + "-T0001")
	if ok == "" {
		sl = ""
	}
	switch {
	case sl != "" && number != "" && sl != ofTask+"-"+inTask && slicesMilestone != ofTask && ofTask == m:
		s.report(statePosition, slice.Span, "frontmatter.current_slice", nil, "the current slice is %s, but milestone and task belong to %s; commands that go by the one and by the others work on different things", sl, m)
	case sl != "" && number != "" && sl != ofTask+"-"+inTask:
		s.report(statePosition, task.Span, "frontmatter.current_task", nil, "the current task is %s, but the current slice is %s; resume-work goes on in one of them, so write which", t, sl)
	case m != "" && sl != "" && slicesMilestone != m:
		s.report(statePosition, milestone.Span, "frontmatter.milestone", nil, "the current milestone is %s, but the current slice is %s; commands that go by the one and by the other work on different things", m, sl)
	case m != "" && number != "" && ofTask != m:
		s.report(statePosition, task.Span, "frontmatter.current_task", nil, "the current task is %s, but the current milestone is %s; commands that go by the one and by the other work on different things", t, m)
	}
	file := s.text(s.front.Get("session").Get("resume_file"))
	if of := strings.TrimSuffix(path.Base(file), ".json"); number != "" && of != t {
		if _, _, n := project.SplitID(of); n != "" {
			s.report(statePosition, task.Span, "frontmatter.current_task", nil, "the current task is %s, but the file to resume from is that of %s; resume-work goes on with one of them, so write which", t, of)
		}
	}
}
