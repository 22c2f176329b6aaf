package report

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// researchJudge judges what planning reads.
type researchJudge struct{ *judge }

// research reports a research that announces a validation which the phase does not have, and one that makes it get
// none.
func (j researchJudge) research() {
	ph := j.p.PhaseOf(j.Doc)
	if model.Setting(j.p, "workflow", "nyquist_validation") == "false" || !strings.HasSuffix(j.Doc.Path, "-RESEARCH.md") {
		return
	}
	const most = 1000 // sections that are looked at
	isCurrent := func(sec *model.Section) bool { return !sec.Head.Archived }
	if rm := j.p.Roadmap(); model.Past(j.p, j.Doc) && rm != nil &&
		slices.ContainsFunc(rm.Sections[:min(len(rm.Sections), most)], isCurrent) {
		return // where a milestone is under way, GSD looks at its phases alone
	}
	for _, file := range ph.Files {
		if strings.HasSuffix(file, "VALIDATION.md") {
			return
		}
	}
	for l := range notation.Lines(j.Doc) {
		if strings.Contains(l.Text, "## Validation Architecture") {
			j.Reportf("gsd-validation-missing", l.Span, "body",
				"the research has a Validation Architecture, and the phase no VALIDATION (W009), so nobody holds its tests "+
					"against it; write it, or set workflow.nyquist_validation to false")
			return
		}
	}
	if j.p.PhaseNumbered(ph.Number) != ph || len(ph.Plans)+len(ph.Summaries) > 0 || ph.Verified.File != "" ||
		model.StandingOf(j.p, ph.Number).Ticked || model.Past(j.p, j.Doc) || j.p.Old() ||
		model.Setting(j.p, "workflow", "research") == "false" {
		return // it is planned already, or not in this way
	}
	j.Reportf("gsd-validation-missing", j.Doc.FirstLine(), "body", "plan-phase looks here for the heading "+
		"`## Validation Architecture` and finds none, so it makes no VALIDATION; write the section, or set "+
		"workflow.nyquist_validation to false")
}

var (
	questionsHead = memo.Regexp(`(?i)^##\s+(?:\d+\.\s+)?Open Questions\s*:?\s*$`)
	question      = memo.Regexp(`^(?:\d+[.)]|[-*]|###)\s+\S`)
	noQuestion    = memo.Regexp(`(?i)^(?:\d+[.)]|[-*])?\s*[*_(]*(?:none|no open|nothing|n/a|all (?:\w+ )?(?:resolved|answered))\b`)
	answered      = memo.Regexp(`(?i)\b(?:resolved|answered|answer|decided|decision|closed|settled|deferred)\b|✅|\bD-\d`)
	asking        = memo.Regexp(`[^.!?]*\?`)
	// marked is what stands in the question itself where somebody has marked it as answered.
	marked = memo.Regexp(`\b(?:RESOLVED|ANSWERED|DECIDED|CLOSED|SETTLED|DEFERRED)\b|✅|\(D-\d|` +
		`(?i:\((?:resolved|answered|decided|closed|settled|deferred)\b)`)
)

// answers reports whether a line says that a question is answered. What is asked is no answer, whatever its words are.
func answers(text string) bool {
	return marked().MatchString(text) || answered().MatchString(asking().ReplaceAllString(text, ""))
}

// questions reports questions of a research that are open though the phase is planned: the plan checker refuses plans
// of such a phase. What a question holds is what its first line and those below it, up to the next, say.
func (j researchJudge) questions() {
	ph := j.p.PhaseOf(j.Doc)
	if len(ph.Active) == 0 || ph.Complete() || model.StandingOf(j.p, ph.Number).Ticked ||
		model.Past(j.p, j.Doc) || model.Setting(j.p, "workflow", "plan_check") == "false" {
		return
	}
	var head *notation.Line
	var isAnswered []bool // of each question
	ends := false
	for l := range notation.Lines(j.Doc) {
		switch text := strings.TrimSpace(l.Text); {
		case l.Hidden:
		case head == nil:
			if questionsHead().MatchString(l.Text) {
				head = &l
			}
			continue
		case strings.HasPrefix(l.Text, "## ") || strings.HasPrefix(l.Text, "# ") || strings.HasPrefix(text, "</open_questions"):
			ends = true
		case noQuestion().MatchString(text) && len(isAnswered) == 0:
			return
		case question().MatchString(l.Text):
			isAnswered = append(isAnswered, answers(text))
		case len(isAnswered) > 0 && answers(text):
			isAnswered[len(isAnswered)-1] = true
		}
		if ends {
			break
		}
	}
	open := 0
	for _, is := range isAnswered {
		if !is {
			open++
		}
	}
	if open == 0 {
		return
	}
	j.Reportf("gsd-research-question", head.Span, "body", "the research leaves %d of %s open, and the phase is "+
		"planned: nobody has decided what the plans take for granted, and the plan checker wants RESOLVED behind "+
		"each; write what was decided, and `## Open Questions (RESOLVED)`", open, document.Count(len(isAnswered), "question"))
}
