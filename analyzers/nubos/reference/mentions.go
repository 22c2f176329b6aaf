package reference

import (
	"strconv"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/rules"
)

// ownCriteria finds a line that defines a success criterion of a slice.
var ownCriteria = rules.Lazy(`(?m)^[ \t]*(?:[-*][ \t]+)?\**SC-\d+\**[ \t]*[:—–]`)

// mentions reports decisions and criteria that the milestone does not have, each once.
func (j *source) mentions() {
	if j.place.Milestone == "" || j.Doc.Body == nil {
		return
	}
	src := j.Doc.Content()
	seen := map[string]bool{}
	own := sync.OnceValue(func() bool { return ownCriteria().MatchString(src) })
	for at := 0; ; {
		dash := strings.IndexByte(src[at:], '-')
		if dash < 0 {
			return
		}
		dash += at
		id := mention(src, dash)
		at = dash + 1
		start := dash - strings.IndexByte(id, '-')
		if id == "" || seen[id] || j.ofAnother(start) || j.Doc.Body.HiddenAt(start) != nil {
			continue
		}
		seen[id] = true
		span := document.Span{Start: start, End: start + len(id)}
		if number, ok := strings.CutPrefix(id, "SC-"); ok {
			j.criterion(id, number, span, own)
		} else {
			j.decision(id, span)
		}
	}
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
func isWord(c byte) bool {
	return document.IsWordByte(c) || c == '-'
}

var anotherMilestone = rules.Lazy(`M\d{3,}`)

// maxBefore is how many bytes before a mention may name its milestone.
const maxBefore = 200

// ofAnother reports whether the text before a mention on the same line names another milestone, whose decision may be
// meant.
func (j *source) ofAnother(at int) bool {
	before := j.Doc.Content()[max(0, at-maxBefore):at]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	ids := anotherMilestone().FindAllString(line, -1)
	return len(ids) > 0 && ids[len(ids)-1] != j.place.Milestone
}

// copied reports whether a task file only repeats what a slice plan says: then it is reported there.
func (j *source) copied(id string) bool {
	return j.Doc.Kind == "nubos/task-plan" && j.tree.Coverage(j.Doc.Root, j.place.Milestone).Names(id)
}

func (j *source) decision(id string, span document.Span) {
	m := j.milestone()
	if len(m.Decisions) == 0 || m.Decisions[id] || j.copied(id) {
		return
	}
	if n, err := strconv.Atoi(id[len("D-"):]); err == nil && n <= len(m.Decisions) {
		return // one has another number there, which is reported
	}
	j.Reportf("decision-unknown", span, "body",
		"%s defines no decision %s, so nobody knows what is to be honoured here; define it there, or correct the id",
		base(m.Context), id)
}

func (j *source) criterion(id, number string, span document.Span, own func() bool) {
	if j.entry == nil || len(j.entry.Criteria) == 0 || j.copied(id) {
		return
	}
	if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(j.entry.Criteria) || own() {
		return
	}
	j.Reportf("criterion-unknown", span, "body",
		"milestone %s has no %s: roadmap.yaml gives it %s; correct the number, or add the criterion there",
		j.place.Milestone, id, criteria(j.entry))
}

// criteria counts the success criteria of a milestone, for a message.
func criteria(e *model.Entry) string {
	if n := len(e.Criteria); n != 1 {
		return strconv.Itoa(n) + " success criteria"
	}
	return "1 success criterion"
}

func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
