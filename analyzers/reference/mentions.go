package reference

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// mention finds ids of decisions and success criteria that are no part of a longer word. Decisions of a milestone have two digits; researchers count
// theirs with one.
var mention = regexp.MustCompile(`\b(?:D-\d{2,}|SC-\d+)\b`)

// ownCriteria finds a line that defines a success criterion of a slice.
var ownCriteria = regexp.MustCompile(`(?m)^[ \t]*(?:[-*][ \t]+)?\**SC-\d+\**[ \t]*[:—–]`)

// mentions reports decisions and criteria that the milestone does not have, each once.
func (j *judge) mentions() {
	if j.milestone == nil || j.Doc.Body == nil {
		return
	}
	src := j.Doc.Content()
	if !strings.Contains(src, "D-") && !strings.Contains(src, "SC-") {
		return
	}
	own := ownCriteria.MatchString(src)
	seen := map[string]bool{}
	for _, found := range mention.FindAllStringIndex(src, -1) {
		id := src[found[0]:found[1]]
		if found[0] > 0 && (src[found[0]-1] == '-' || src[found[0]-1] == '/') || seen[id] || j.ofAnother(found[0]) {
			continue
		}
		seen[id] = true
		span := document.Span{Start: found[0], End: found[1]}
		if number, ok := strings.CutPrefix(id, "SC-"); !ok {
			j.decision(id, span)
		} else if !own {
			j.criterion(id, number, span)
		}
	}
}

var anotherMilestone = regexp.MustCompile(`M\d{3,}`)

// ofAnother reports whether the text before a mention on the same line names another milestone, whose decision may be meant.
func (j *judge) ofAnother(at int) bool {
	src := j.Doc.Content()
	line := src[strings.LastIndexByte(src[:at], '\n')+1 : at]
	ids := anotherMilestone.FindAllString(line, -1)
	return len(ids) > 0 && ids[len(ids)-1] != j.milestone.ID
}

// copied reports whether a task file only repeats what its slice plan says: then it is reported there.
func (j *judge) copied(id string) bool {
	s := j.slice()
	return j.Doc.Kind == "nubos/task-plan" && s != nil && s.Plan.Says(id)
}

func (j *judge) decision(id string, span document.Span) {
	context := j.milestone.Context
	if context == nil || len(context.Decisions) == 0 || context.Decisions[id] || j.copied(id) {
		return
	}
	j.report("decision-unknown", span, "body", "%s defines no decision %s, so nobody knows what is to be honoured here; define it there, or correct the id", base(context.Path), id)
}

func (j *judge) criterion(id, number string, span document.Span) {
	if j.entry == nil || len(j.entry.Criteria) == 0 || j.copied(id) {
		return
	}
	if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(j.entry.Criteria) {
		return
	}
	j.report("criterion-unknown", span, "body", "milestone %s has no %s: roadmap.yaml gives it %s; correct the number, or add the criterion there", j.milestone.ID, id, criteria(j.entry))
}

func criteria(e *project.Entry) string {
	if n := len(e.Criteria); n != 1 {
		return strconv.Itoa(n) + " success criteria"
	}
	return "1 success criterion"
}

func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
