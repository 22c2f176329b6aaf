package reference

import (
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// ownCriteria finds a line that defines a success criterion of a slice.
var ownCriteria = memo.Regexp(`(?m)^[ \t]*(?:[-*][ \t]+)?\**SC-(\d+)\**[ \t]*[:—–]`)

// ownUpTo returns how many criteria of a slice a text defines: a list of its own starts at SC-1 and leaves none out.
// Others repeat some of the milestone's.
func ownUpTo(src string) (n int) {
	defined := map[int]bool{}
	for _, m := range ownCriteria().FindAllStringSubmatch(src, -1) {
		number, _ := strconv.Atoi(m[1])
		defined[number] = true
	}
	for defined[n+1] {
		n++
	}
	return n
}

// mentions reports decisions and criteria that the milestone does not have, each once.
func mentions(s *source) {
	if s.place.Milestone == "" {
		return
	}
	src := s.Doc.Content()
	seen := map[string]bool{}
	own := sync.OnceValue(func() int { return ownUpTo(src) })
	for at := 0; ; {
		dash := strings.IndexByte(src[at:], '-')
		if dash < 0 {
			return
		}
		dash += at
		id := mention(src, dash)
		at = dash + 1
		start := dash - strings.IndexByte(id, '-')
		if id == "" || seen[id] || ofAnother(src[:start], s.place.Milestone) || s.Doc.Body.HiddenAt(start) != nil {
			continue
		}
		seen[id] = true
		span := document.Span{Start: start, End: start + len(id)}
		if number, ok := strings.CutPrefix(id, "SC-"); !ok {
			decision(s, id, span)
		} else if lacksCriterion(s, number, own) && !copied(s, id) {
			s.Reportf("criterion-unknown", span, "body",
				"milestone %s has no %s: roadmap.yaml gives it %s; correct the number, or add the criterion there",
				s.place.Milestone, id, document.Count(len(s.entry().Criteria), "success criterion"))
		}
	}
}

// told is mentions for a hand-off that somebody is still to act on.
func told(s *source) {
	if f := s.Doc.Front; f != nil && slices.Contains([]string{"open", "read"}, document.Text(f.Root.Get("status"))) {
		mentions(s)
	}
}

// lacksCriterion reports whether the milestone has criteria in the roadmap, and none with the number, and neither has
// the slice one of its own.
func lacksCriterion(s *source, number string, own func() int) bool {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		n = math.MaxInt
	}
	return model.Test(s.tree, s.Doc.Root, s.place.Milestone, "lacks SC-"+strconv.Itoa(n), func(e *model.Entry) bool {
		return e != nil && len(e.Criteria) > 0 && n > len(e.Criteria)
	}) && n > own()
}

// mention returns the id of a decision or success criterion whose dash stands at an offset, "" if there is none or it
// is part of a longer word. Decisions of a milestone have two digits; researchers count theirs with one.
func mention(src string, dash int) string {
	digits := len(src[dash+1:]) - len(strings.TrimLeft(src[dash+1:], "0123456789"))
	start, least := dash-1, 2
	if strings.HasSuffix(src[:dash], "SC") {
		start, least = dash-2, 1
	} else if start < 0 || src[start] != 'D' {
		return ""
	}
	end := dash + 1 + digits
	if digits < least || start > 0 && (isWord(src[start-1]) || src[start-1] == '/') ||
		end < len(src) && isWord(src[end]) {
		return ""
	}
	return src[start:end]
}

// isWord reports whether a byte beside an id makes it part of another word or id.
func isWord(c byte) bool { return document.IsWordByte(c) || c == '-' }

var anotherMilestone = memo.Regexp(`M\d{3,}`)

// maxBefore is how many bytes before a mention may name its milestone.
const maxBefore = 200

// ofAnother reports whether the line before a mention names another milestone, whose decision may be meant.
func ofAnother(before, milestone string) bool {
	before = before[max(0, len(before)-maxBefore):]
	ids := anotherMilestone().FindAllString(before[strings.LastIndexByte(before, '\n')+1:], -1)
	return len(ids) > 0 && ids[len(ids)-1] != milestone
}

// copied reports whether a task file only repeats what a slice plan says: then it is reported there.
func copied(s *source, id string) bool {
	return s.Doc.Kind == "nubos/task-plan" && s.tree.Coverage(s.Doc.Root, s.place.Milestone).Names(id)
}

// parted reports whether at least two decisions have numbers above one: then it was taken out, and is no slip of the last.
func parted(ids map[string]bool, number int) bool {
	above := 0
	for id := range ids {
		if n, err := strconv.Atoi(strings.TrimPrefix(id, "D-")); err == nil && n > number {
			above++
		}
	}
	return above > 1
}

// decision reports a decision that the context of the milestone does not define.
func decision(s *source, id string, span document.Span) {
	m := s.milestone()
	if len(m.Decisions) == 0 || m.Decisions[id] || copied(s, id) {
		return
	}
	if n, err := strconv.Atoi(id[len("D-"):]); err == nil && n <= len(m.Decisions) && !parted(m.Decisions, n) {
		return // one has another number there, which is reported
	}
	s.Reportf("decision-unknown", span, "body",
		"%s defines no decision %s, so nobody knows what is to be honoured here; define it there, or correct the id",
		path.Base(m.Context), id)
}
