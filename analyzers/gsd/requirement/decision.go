package requirement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// decisions judges the decisions of a context.
func (j *judge) decisions() {
	all := j.p.Decisions(j.Doc)
	seen, bare := map[string]document.Span{}, map[string]bool{}
	for i := range all {
		d := &all[i]
		first, twice := seen[d.ID.Text]
		isBare := !titledDecision().MatchString(d.Text)
		switch {
		case d.Alone: // which matters in a phase that is under way
		case d.Bare:
			bareDecision(j, d)
		case !d.Read:
			unreadDecision(j, d)
		case twice && bare[d.ID.Text] && !isBare: // `D-01 correction:` says more of the one above
		case twice:
			if whole := dotted(d); whole != "" {
				j.gathered("dotted", "gsd-decision", d.ID.Span, true, nil, "GSD ends the id %s at its dot, and %s stands for "+
					"another decision, too, so it cannot tell them apart; write %s", whole, d.ID.Text,
					strings.ReplaceAll(whole, ".", "-"))
				break
			}
			j.Report(document.Finding{Rule: "gsd-decision", Span: d.ID.Span, At: "body", Lesser: true,
				Related: []document.Related{{Span: first, Message: "it is here first"}},
				Message: fmt.Sprintf("%s stands for two decisions, so a plan that names it may mean either; give this one an "+
					"id of its own", d.ID.Text)})
		default:
			seen[d.ID.Text], bare[d.ID.Text] = d.ID.Span, isBare
		}
	}
	if ph := j.p.PhaseOf(j.Doc); ph != nil && !model.Past(j.p, j.Doc) {
		over := ph.Complete() || model.StandingOf(j.p, ph.Number).Ticked
		if !over {
			strayDecisions(j, all)
			if len(all) == 1 {
				unparsed(j, &all[0], ph)
			}
		}
		tagged := oddTags(j, all, ph, over)
		if len(ph.Active) > 0 && !over {
			uncovered(j, all, ph, tagged)
		}
	}
}

// titledDecision is a bullet with words between the id of a decision and the colon.
var titledDecision = memo.Regexp(`^\s*-\s+\*\*D[\w-]+\s+[^\s:*—–\[-]`)

var dottedID = memo.Regexp(`^\s*-\s+\*\*(D\d*-\w+(?:\.[\w-]*\w)+)`)

// dotted returns the id of a decision as it stands there if GSD ends it at a dot, or "".
func dotted(d *model.Decision) string {
	m := dottedID().FindStringSubmatch(d.Text)
	if m == nil {
		return ""
	}
	return m[1]
}

// bareDecision reports a decision that is written otherwise than GSD looks for.
func bareDecision(j *judge, d *model.Decision) {
	fixed, why := "- **D-"+strings.TrimLeft(d.ID.Text, "D-_ ")+":**", "it is no bullet that starts with `**`"
	head, rest := j.Doc.Text(d.Fix), j.Doc.Text(document.Span{Start: d.Fix.End, End: d.Span.End})
	mend := fixed
	if strings.Count(head, "**") == 1 && !strings.HasSuffix(head, "**") {
		mend, rest = strings.TrimSuffix(fixed, "**"), "**"+rest // they close behind a lead-in
	}
	fixes := document.Replace("write it as a decision", d.Fix, mend)
	if !notation.Paired(rest) || strings.Count(strings.ReplaceAll(rest, "**", ""), "*")%2 == 1 {
		fixes = nil
	}
	if !strings.Contains(d.ID.Text, "-") {
		why = "its id has no hyphen"
	}
	j.gathered("bare", "gsd-decision", d.Span, true, fixes,
		"GSD passes over %s, since %s, so no plan has to keep it; write `%s …`", d.ID.Text, why, fixed)
}

// unreadDecision reports a decision for which GSD refuses the file.
func unreadDecision(j *judge, d *model.Decision) {
	var fixes []document.Fix
	id, why := d.ID.Text, "neither colon nor dash follows its id"
	if whole := dotted(d); whole != "" {
		id = strings.ReplaceAll(whole, ".", "-")
	}
	if prefix, rest, _ := strings.Cut(id, "-"); strings.Trim(prefix[1:], "0123456789") != "" {
		id, why = "D-"+rest, "only digits may stand between D and the hyphen"
	} else if d.Fix != (document.Span{}) {
		colon := ":"
		if d.Fix.Len() > 0 { // it stands behind the stars
			colon = ":**"
		}
		fixes = document.Replace("write the colon", d.Fix, colon)
	} else if strings.Count(d.Text, ":") > 1 {
		why = "more than one colon stands between its stars"
	}
	j.gathered(why, "gsd-decision", d.Span, false, fixes, "GSD cannot parse this decision, and so none of the file "+
		"(could-not-parse): %s; write `- **%s:** …`", why, id)
}

// unparsed reports a context whose decisions are all written otherwise than GSD reads them, such as in headings.
func unparsed(j *judge, d *model.Decision, ph *model.Phase) {
	if d.Alone && !j.p.Old() && model.Setting(j.p, "workflow", "context_coverage_gate") != "false" {
		j.report("gsd-decision", d.ID.Span, len(ph.Active) > 0, nil, "GSD finds %s here and no decision that it can read, so "+
			"decision-coverage-plan blocks the phase (could-not-parse); write the decisions as bullets, `- **D-01:** …`", d.ID.Text)
	}
}

// strayDecisions reports decisions outside of the block that they are read from.
func strayDecisions(j *judge, all []model.Decision) {
	known := map[string]bool{}
	for i := range all {
		known[all[i].ID.Text] = true
	}
	for _, id := range strays(j.Doc) {
		if !known[id.Text] {
			j.gathered("stray", "gsd-decision", id.Span, true, nil,
				"%s stands outside of `<decisions>`, where GSD looks for none, so no plan has to keep it; move it there", id.Text)
		}
	}
}

// oddTags reports tags that were to free plans from a decision and that GSD does not know, and returns these decisions.
func oddTags(j *judge, all []model.Decision, ph *model.Phase, over bool) map[string]bool {
	tagged := map[string]bool{}
	if model.Setting(j.p, "workflow", "context_coverage_gate") == "false" {
		return tagged
	}
	for i := range all {
		d := &all[i]
		tag, meant := optOut(d.Tag.Text)
		if !d.Read || d.Free || meant == "" || ph.Mentioned[d.ID.Text] {
			continue
		}
		tagged[d.ID.Text] = true
		j.gather.Add("tag", document.Finding{Rule: "gsd-decision-uncovered", Span: d.Tag.Span, At: "body", Least: over,
			Message: fmt.Sprintf("GSD knows the tags %s and not %s, so %s is to be built like any other, and "+
				"decision-coverage-plan blocks the phase unless a plan names it; write %s", document.AllOf(optOuts),
				document.Quote(tag), d.ID.Text, meant)})
	}
	return tagged
}

// uncovered reports decisions that no plan of the phase names, where plans name others.
func uncovered(j *judge, all []model.Decision, ph *model.Phase, tagged map[string]bool) {
	isNamed := func(d model.Decision) bool { return ph.Mentioned[d.ID.Text] }
	isLost := func(plan *model.Plan) bool { return plan.Lost }
	if ph.Short() || slices.ContainsFunc(ph.Active, isLost) || !slices.ContainsFunc(all, isNamed) {
		return
	}
	for i := range all {
		if d := &all[i]; d.Read && d.Tracked && !tagged[d.ID.Text] && !isNamed(*d) {
			j.gathered("uncovered", "gsd-decision-uncovered", d.ID.Span, false, nil,
				"no plan of the phase names %s, and others are named, so what was decided here may be forgotten; name it in "+
					"the plan that keeps it, or tag it [informational]", d.ID.Text)
		}
	}
}

var strayID = memo.Regexp(`^\s*-\s+\*\*(D-\d+):\*\*`)

// strays returns the ids of decisions outside of the <decisions> blocks of a context that has some. What was put off is
// none.
func strays(d *document.Document) (found []notation.Word) {
	inside, blocks := "", false
	for l := range notation.LinesWith(d, 0, "<", "**D-") {
		for _, tag := range []string{"decisions", "deferred"} {
			if strings.Contains(l.Text, "</"+tag+">") && inside == tag {
				inside, blocks = "", blocks || tag == "decisions"
			} else if strings.Contains(l.Text, "<"+tag+">") && !l.Hidden {
				inside = tag
			}
		}
		if m := strayID().FindStringSubmatchIndex(l.Text); m != nil && inside == "" && !l.Hidden {
			found = append(found, l.Word(m[2], m[3]))
		}
	}
	if !blocks { // that a tag is missing is told
		return nil
	}
	return found
}

// optOuts are the tags by which no plan has to name a decision.
var optOuts = []string{"informational", "folded", "deferred"}

// optOut returns the one of a decision's tags that was probably to be one of optOuts, and which; meant is "" if there
// is none, or the decision has one of them.
func optOut(tags string) (tag, meant string) {
	for part := range strings.SplitSeq(tags, ",") {
		part = strings.TrimSpace(part)
		lower := strings.ToLower(part)
		if slices.Contains(optOuts, lower) {
			return "", ""
		}
		word, _, _ := strings.Cut(lower, " ")
		word = strings.Trim(word, ":;.-—")
		near := spell.Close(word, optOuts)
		for _, o := range optOuts {
			begins := len(word) > 3 && strings.HasPrefix(o, word)
			if begins || o == near && len(o) > 6 { // folder and molded are words, too
				tag, meant = part, o
			}
		}
	}
	return tag, meant
}

var decisionForm = memo.Regexp(`^D-\d+$`)

// cited reports decisions that a plan cites and that no file of its phase has.
func (j *judge) cited() {
	ph := j.p.PhaseOf(j.Doc)
	if ph == nil || ph.Complete() || model.StandingOf(j.p, ph.Number).Ticked || model.Past(j.p, j.Doc) {
		return
	}
	plan := ph.PlanAt[j.Doc.Path]
	if plan == nil || plan.Done() || plan.Superseded {
		return
	}
	var cited []string
	for id := range plan.Mentions {
		if decisionForm().MatchString(id) {
			cited = append(cited, id)
		}
	}
	if len(cited) == 0 {
		return
	}
	own, others := j.told("phases/"+ph.Dir+"/"), j.told("")
	here := wordsIn(j.Doc.Content())
	slices.Sort(cited)
	for _, id := range cited {
		if !own.Any || own.IDs[id] || others.IDs[id] || len(id) > longestDecision {
			continue
		}
		at := here[id]
		const longest = 1000 // bytes of a line that are looked at
		line := j.Doc.Content()[max(0, at-longest):at]
		line = line[strings.LastIndexByte(line, '\n')+1:]
		if strings.Contains(strings.ToLower(line), "phase") {
			continue // it may be one of another phase
		}
		j.gathered("cited", "gsd-decision-unknown", document.Span{Start: at, End: at + len(id)}, false, nil,
			"the plan cites %s, and no CONTEXT of the phase has it, so whoever executes the plan does not find what was "+
				"decided; name the decision that is meant", id)
	}
}

// constrained reports decisions that a research hands on as locked and that no context of its phase has: who plans takes
// them for what the user said.
func constrained(j *judge) {
	ph := j.p.PhaseOf(j.Doc)
	if ph == nil || ph.Complete() || model.StandingOf(j.p, ph.Number).Ticked || model.Past(j.p, j.Doc) {
		return
	}
	own := j.told("phases/" + ph.Dir + "/")
	if !own.Any {
		return
	}
	inside := false
	for l := range notation.Lines(j.Doc) {
		if strings.Contains(l.Text, "</user_constraints>") {
			return
		}
		inside = inside || strings.Contains(l.Text, "<user_constraints>") && !l.Hidden
		m := lockedDecision().FindStringSubmatchIndex(l.Text)
		if !inside || l.Hidden || m == nil || m[3]-m[2] > longestDecision {
			continue
		}
		id := l.Text[m[2]:m[3]]
		if own.Contexts[id] || strings.Contains(strings.ToLower(l.Text), "phase") {
			continue
		}
		j.gathered("constrained", "gsd-decision-unknown", l.Part(m[2], m[3]), false, nil,
			"the research hands on %s as decided, and no CONTEXT of the phase has it, so plans keep what nobody decided; name the "+
				"decision that is meant, or add it there", id)
	}
}

// lockedDecision is a list item that begins with the id of a decision.
var lockedDecision = memo.Regexp(`^\s*[-*]\s+\*{0,2}(D-\d+)\b`)

// place is a directory of a project: that of a phase, or "" for all that lies in none.
type place struct {
	p   *model.Planning
	dir string
}

// told is what files of a place, plans and summaries aside, tell of decisions.
type told struct {
	Any      bool            // a context has some
	IDs      map[string]bool // that some file has
	Contexts map[string]bool // that a context has
}

func (j *judge) told(dir string) told {
	return j.tells.Get(j.p.Set, place{j.p, dir}, func() told {
		t := told{IDs: map[string]bool{}, Contexts: map[string]bool{}}
		for _, in := range j.p.Inputs(j.p.Path(dir)) {
			inPhases := strings.HasPrefix(in.Path, j.p.Path("phases/"))
			if inPhases && dir == "" || in.Kind == "gsd/plan" || in.Kind == "gsd/summary" {
				continue
			}
			d := j.p.At(in.Path)
			if d == nil {
				continue
			}
			for id := range wordsIn(d.Content()) {
				t.IDs[id] = true
				if in.Kind == "gsd/context" {
					t.Contexts[id] = true
				}
			}
			if in.Kind == "gsd/context" && inPhases {
				t.Any = t.Any || slices.ContainsFunc(j.p.Decisions(d), func(d model.Decision) bool { return d.Read || d.Bare })
			}
		}
		return t
	})
}

// longestDecision is how long the id of a decision is at most that anybody writes.
const longestDecision = 20

// wordsIn returns where the ids of decisions are first that a text has, and those that others begin with.
func wordsIn(text string) map[string]int {
	words := map[string]int{}
	for at := 0; ; {
		i := strings.Index(text[at:], "D-")
		if i < 0 {
			return words
		}
		start := at + i
		at = start + len("D-")
		for at < len(text) && '0' <= text[at] && text[at] <= '9' {
			at++
			if _, known := words[text[start:at]]; !known && at-start <= longestDecision {
				words[strings.Clone(text[start:at])] = start
			}
		}
	}
}
