package report

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// research holds the verdict of the reconciler against what it follows from, and the figures against the disagreement
// gate.
func research(r *report) {
	r.milestone()
	score := r.front.Pair("agreement_score")
	if score != nil && (score.Value.Type != document.Number || score.Value.Num < 0 || score.Value.Num > 1) {
		score = nil // the contract reports it
	}
	contested, contestedCount := r.number("contested_count")
	if least := r.set.Options.Number("agreement-score-low", "min"); score != nil && score.Value.Num < least {
		r.value("agreement-score-low", score, "",
			"`agreement_score` is %s, below %g: the disagreement gate will stop and ask the user",
			score.Value.Text, least)
	}
	if most := r.set.Options.Number("too-many-contested", "max"); contested != nil && float64(contestedCount) > most {
		r.value("too-many-contested", contested, "",
			"`contested_count` is %d, above %g: the disagreement gate will stop and ask the user", contestedCount, most)
	}
	verdict := r.word("reconciler_verdict", "clean", "issues_flagged", "needs_re_spawn")
	final, blocks, unresolved := decisionsIn(r.Doc.Body)
	if blocks < 0 && unlisted(r) {
		r.Reportf("research-unlisted", r.Doc.Front.Open, "body.blocks",
			"the report lists no decision, risk, pattern, question or source at all, so its counts cannot be "+
				"checked against anything")
	}
	listed := blocks >= 0
	if score != nil && listed {
		inflated(r, score, final, blocks)
	}
	if !listed {
		blocks = contestedCount // as far as the report says
	}
	if verdict != nil && score != nil && (listed || contested != nil || score.Value.Num < 0.5) {
		judgeVerdict(r, verdict, score.Value.Num, blocks, unresolved, listed)
	}
	spawns(r)
}

// counters are those of a research, and the sections that hold what they count.
var counters = map[string]string{"decision_count": "Final Decisions", "contested_count": "Contested Decisions",
	"risk_count": "Final Risks", "pattern_count": "Final Patterns", "open_question_count": "Final Open Questions",
	"source_count": "Sources"}

// unlisted says of a research that lists nothing which counters its sections contradict, and reports whether there are
// others that count something.
func unlisted(r *report) (others bool) {
	for _, p := range r.front.Pairs {
		title, is := counters[p.Key]
		if !is || p.Value.Type != document.Number || p.Value.Num <= 0 {
			continue
		}
		home := section(r.Doc.Body, title)
		if home == nil {
			others = true
			continue
		}
		text := strings.ToLower(strings.Trim(r.Doc.Text(home.Below), "-*_. \t\r\n"))
		if text != "" && text != "none" {
			others = true
			continue
		}
		r.value("research-unlisted", &p, "", "`%s` is %s, but %q says that there is none; list what was found, or write 0",
			p.Key, p.Value.Text, title)
	}
	return others
}

// inflated reports a score that passes the gate though the decisions below it do not: the score is the share of those
// that are not contested, and a pick that the reconciler moves up to the final ones raises it.
func inflated(r *report, score *document.Pair, final, contested int) {
	least := r.set.Options.Number("agreement-score-low", "min")
	share := float64(final) / float64(max(final+contested, 1))
	if final+contested == 0 || share >= least || score.Value.Num < least {
		return
	}
	r.value("agreement-score-low", score, "",
		"`agreement_score` is %s, but of %s in the body %d %s not contested, a share of %.2g below %g: the "+
			"disagreement gate trusts the number and asks nobody",
		score.Value.Text, document.Count(final+contested, "decision"), final, map[bool]string{true: "is", false: "are"}[final == 1],
		share, least)
}

// decisionsIn counts the final decisions, the contested ones, and those of them that are unresolved. It returns -1
// contested ones if the report lists nothing at all.
func decisionsIn(body *document.Body) (final, contested, unresolved int) {
	contested = -1
	for _, h := range body.Headings {
		prefix, number, ok := strings.Cut(h.Text, "-")
		if h.Level != 3 || !ok || number == "" || number[0] < '0' || number[0] > '9' ||
			!strings.Contains(" D CD R P Q S ", " "+prefix+" ") {
			continue
		}
		contested = max(contested, 0)
		if prefix == "D" {
			final++
		}
		if prefix != "CD" {
			continue
		}
		contested++
		for _, f := range body.FieldsIn(h.Below) {
			if f.Label == "Reconciler verdict" && strings.HasPrefix(strings.ToLower(f.Text), "unresolved") {
				unresolved++
				break
			}
		}
	}
	return final, contested, unresolved
}

// judgeVerdict reports a verdict that the documented rules do not give: needs_re_spawn exactly if a contested decision
// is unresolved or the score is below 0.5; clean only without contested decisions and from a score of 0.8. Of what is
// not listed, any may be unresolved.
func judgeVerdict(r *report, p *document.Pair, score float64, contested, unresolved int, listed bool) {
	again := unresolved > 0 || score < 0.5
	var why string
	switch verdict := p.Value.Text; {
	case again && verdict != "needs_re_spawn":
		why = fmt.Sprintf("it must be needs_re_spawn, because %s", reason(score, unresolved))
	case !again && verdict == "needs_re_spawn" && (listed || contested == 0):
		why = fmt.Sprintf("nothing is unresolved and the score is %g", score)
	case verdict == "clean" && contested > 0 && listed:
		why = fmt.Sprintf("the body holds %s", document.Count(contested, "contested decision"))
	case verdict == "issues_flagged" && contested == 0 && score >= 0.8:
		why = fmt.Sprintf("nothing is contested and the score is %g, which is clean", score)
	case verdict == "clean" && score < 0.8:
		why = fmt.Sprintf("the score is %g, below the 0.8 that clean needs", score)
	default:
		return
	}
	r.value("research-verdict", p, "",
		"`reconciler_verdict` is %s, but %s; the planner weighs the decisions by it", p.Value.Text, why)
}

// reason says why a research must be done again: because of what is unresolved, or else of its score.
func reason(score float64, unresolved int) string {
	if unresolved > 0 {
		return fmt.Sprintf("there is %s", document.Count(unresolved, "unresolved contested decision"))
	}
	return fmt.Sprintf("the score is %g, below 0.5", score)
}
