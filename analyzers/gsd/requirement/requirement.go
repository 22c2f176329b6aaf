// Package requirement judges requirements and decisions: whether GSD sees them, and whether plans cover them.
package requirement

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer reports requirements and decisions that GSD does not see, that are nowhere, or that nobody covers.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdrequirement",
	Doc:      "judge the requirements and decisions of a GSD project",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		projects := model.Of(pass)
		tells := &document.Memo[place, told]{}
		each := func(kind string, call func(*judge)) {
			projects.Each(set, []string{kind}, func(r *document.Reporter, p *model.Planning) {
				if r.Doc.Problem != nil {
					return
				}
				j := &judge{Reporter: r, gather: &model.Gather{}, ranged: &notation.Ranges{}, sought: new(int), p: p,
					tells: tells}
				if !set.Standalone || kind == "requirements" { // else its neighbours are not known
					j.req = p.Requirements()
				}
				if !set.Standalone && (kind == "requirements" || kind == "roadmap") {
					j.rm = p.Roadmap()
				}
				call(j)
				j.gather.Report(r)
			})
		}
		each("requirements", func(j *judge) { lister{judge: j}.requirements() })
		each("roadmap", (*judge).roadmap)
		each("plan", func(j *judge) {
			j.keyed("requirements")
			if !set.Standalone {
				j.cited()
				ahead(j)
			}
		})
		each("summary", func(j *judge) {
			j.keyed("requirements-completed")
			foreign(j)
			covering(j)
		})
		each("context", (*judge).decisions)
		each("research", func(j *judge) {
			if !set.Standalone {
				constrained(j)
			}
		})
		return nil, nil
	},
}

// judge is a file that is judged. req and rm are nil if there is none; rm is nil of files that ask for the standing of
// a phase alone.
type judge struct {
	*document.Reporter
	gather *model.Gather
	ranged *notation.Ranges // of which there are findings
	sought *int             // how many unknown ids were compared with the known ones
	p      *model.Planning
	tells  *document.Memo[place, told]
	req    *model.Requirements
	rm     *model.Roadmap
}

func (j *judge) report(rule string, span document.Span, lesser bool, fixes []document.Fix, format string, args ...any) {
	j.Report(document.Finding{Rule: rule, Span: span, At: "body", Lesser: lesser, Fixes: fixes,
		Message: fmt.Sprintf(format, args...)})
}

// roadmap judges the requirements that phases name.
func (j *judge) roadmap() {
	if j.rm == nil || j.req == nil {
		return
	}
	j.lacking()
	first := map[string]string{}
	for _, sec := range j.rm.Sections {
		if sec.Head.Hidden || sec.Head.Archived || sec.Requirements == nil {
			continue
		}
		told, closes := map[string]bool{}, sync.OnceValue(func() bool { return closesGaps(sec) })
		var twice []string
		var at document.Span
		where := ""
		for _, word := range sec.IDs {
			if told[word.Text] {
				continue
			}
			told[word.Text] = true
			if !j.req.Known(word.Text) {
				if sec.Listed(word) && !isDecision(j, word.Text) {
					j.unknown(word, "", "phase "+sec.Number, j.rm.Ticked(sec.Number))
				}
				continue
			}
			if notation.Parked(sec.Number) || !sec.Listed(word) {
				continue // an idea for later covers nothing now, and a text may name what others cover
			}
			postponed(j, sec, word)
			row := j.req.Row(word.Text)
			if other := first[word.Text]; other != "" && other != sec.Number && j.req.Table && !closes() &&
				!(row != nil && isRange(row.Phase.Text)) {
				if twice = append(twice, word.Text); len(twice) == 1 {
					at, where = word.Span, other
				}
			}
			first[word.Text] = sec.Number
		}
		if len(twice) > 0 {
			what, are, it, each := twice[0], "is", "it", "it"
			if len(twice) > 1 {
				what, are, it, each = what+" and "+document.Count(len(twice)-1, "other"), "are", "them", "each"
			}
			j.gathered("twice", "gsd-requirement-trace", at, false, nil,
				"%s, named here, %s in phase %s already, so two phases cover %s and the table can name one phase alone; take %s "+
					"out of one", what, are, where, it, each)
		}
		j.uncovered(sec)
		if !j.rm.Ticked(sec.Number) {
			j.ranges(notation.WithoutRemarks(sec.Requirements.Text), sec.Requirements.Span.Start, "body")
			j.glued(sec.Requirements)
		}
	}
}

// lacking reports phases that do not name what the traceability table gives them. Where each phase names some, those
// that no phase names are told in REQUIREMENTS.md.
func (j *judge) lacking() {
	if !j.req.Table || listsRequirements(j.rm) ||
		!slices.ContainsFunc(j.rm.Sections, func(sec *model.Section) bool { return len(sec.IDs) > 0 }) {
		return
	}
	given, seen := map[string][]string{}, map[string]bool{}
	for i := range j.req.Bullets {
		b := &j.req.Bullets[i]
		row := j.req.Row(b.ID.Text)
		if row == nil || !b.Seen || b.Later || b.Ticked || row.Number == "" || done(row.Status.Text) ||
			several(row.Phase.Text) || len(j.rm.Naming(b.ID.Text)) > 0 || seen[b.ID.Text] {
			continue
		}
		seen[b.ID.Text] = true
		given[row.Number] = append(given[row.Number], b.ID.Text)
	}
	for _, sec := range j.rm.Sections {
		ph := j.p.PhaseNumbered(sec.Number)
		if sec.Head.Hidden || sec.Head.Archived || sec.Table || j.rm.Section(sec.Number) != sec || j.rm.Ticked(sec.Number) ||
			ph != nil && ph.Complete() {
			continue
		}
		ids := given[sec.Number]
		if len(ids) > 0 {
			words := map[string]bool{}
			for _, l := range sec.Body {
				for _, word := range idWord().FindAllString(l.Text, -1) {
					words[word] = true
				}
			}
			ids = slices.DeleteFunc(ids, func(id string) bool { return words[id] })
		}
		if len(ids) == 0 {
			continue
		}
		line := strings.Join(ids, ", ")
		if n := len(ids) - mostNamed; n > 1 {
			ids, line = append(ids[:mostNamed], document.Count(n, "other")), strings.Join(ids[:mostNamed], ", ")+", …"
		}
		if sec.Requirements == nil {
			j.gathered("lacking", "gsd-requirement-trace", sec.Head.Span, false, nil,
				"phase %s has no line `**Requirements**`, and the traceability table gives it %s, so no plan of the phase has "+
					"to cover that; write `**Requirements**: %s`", sec.Number, document.AllOf(ids), line)
		} else {
			j.gathered("left out", "gsd-requirement-trace", sec.Requirements.Span, false, nil,
				"phase %s does not name %s, which the traceability table gives it, so no plan of the phase has to cover that; "+
					"add it", sec.Number, document.AllOf(ids))
		}
	}
}

// closesGaps reports whether a phase takes up requirements that others have left open, as an audit of the milestone asks.
func closesGaps(sec *model.Section) bool {
	return slices.ContainsFunc(sec.Body, func(l *notation.Line) bool { return gapClosure().MatchString(l.Text) })
}

var gapClosure = memo.Regexp(`(?i)^\s*(?:[-*]\s+)?\*\*gap closure\b`)

var idWord = memo.Regexp(`[A-Za-z][A-Za-z0-9]*-[A-Za-z0-9_-]*[A-Za-z0-9]`)

// mostNamed is how many ids of one phase a message names.
const mostNamed = 5

// gathered is report for what may be there often with one cause.
func (j *judge) gathered(cause, rule string, span document.Span, lesser bool, fixes []document.Fix, format string,
	args ...any) {
	j.gather.Add(cause, document.Finding{Rule: rule, Span: span, At: "body", Lesser: lesser, Fixes: fixes,
		Message: fmt.Sprintf(format, args...)})
}

// seeks counts the unknown ids of a file, and reports whether to ask of one more which one was meant: many are told as one.
func (j *judge) seeks() bool {
	const most = 1000
	*j.sought++
	return *j.sought <= most
}

// unknown reports an id that no file of requirements has; least says that who names it is done.
func (j *judge) unknown(word notation.Word, quote, who string, least bool) {
	f := document.Finding{Rule: "gsd-requirement-unknown", Span: word.Span, At: "body", Least: least,
		Message: fmt.Sprintf("%s names %s, which no REQUIREMENTS file has, so nothing is ticked when it is done", who,
			word.Text)}
	if j.req.Unread[word.Text] {
		f.Message = fmt.Sprintf("%s names %s, which is no list item with a checkbox in REQUIREMENTS.md, so nothing is ticked when it "+
			"is done; write `- [ ] **%[2]s**: …` there", who, word.Text)
		j.gather.Add(fmt.Sprint("unread", least), f)
		return
	}
	near := ""
	ofRange := strings.Trim(j.Doc.Text(word.Span), `"'`) != word.Text // and no one id can stand for it
	if !ofRange && j.seeks() {
		near = spell.Nearest(word.Text, j.req.IDs)
	}
	family, nearFamily := notation.Family(word.Text), notation.Family(near)
	ownFamily := nearFamily == family
	sameNumber := near != "" && len(near) == len(word.Text) && near[len(near)-1] == word.Text[len(word.Text)-1]
	if near != "" && !otherNumber(near, word.Text) && (ownFamily && sameNumber ||
		!ownFamily && len(nearFamily) > 2 && near[0] == word.Text[0] && spell.Close(family, []string{nearFamily}) != "") {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, word.Span, quote+near+quote)
	} else {
		f.Message += "; write the requirement, or name another"
	}
	cause := "unknown"
	if f.Fixes != nil {
		cause = "misspelt"
	}
	j.gather.Add(fmt.Sprint(cause, least), f)
}

// otherNumber reports whether two ids have as many digits, and not the same ones: who wrote them meant two requirements.
func otherNumber(a, b string) bool {
	digits := func(id string) string {
		return strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, id)
	}
	a, b = digits(a), digits(b)
	return len(a) == len(b) && a != b
}

// uncovered reports requirements of a phase that no plan names, once its plans are written.
func (j *judge) uncovered(sec *model.Section) {
	ph := j.p.PhaseNumbered(sec.Number)
	if ph == nil || j.rm.Section(sec.Number) != sec || j.rm.Ticked(sec.Number) || ph.Complete() || len(ph.Active) == 0 ||
		ph.Short() || !model.Majority(j.p, "plan", "requirements") {
		return
	}
	written := len(sec.Plans) > 0 && len(ph.Active) >= len(sec.Plans)
	covered := map[string]bool{}
	var empty []string
	for _, plan := range ph.Active {
		if len(plan.Requirements) == 0 && !plan.Done() {
			empty = append(empty, plan.ID)
		}
		if plan.Lost {
			return
		}
		written = written || plan.Summary != nil
		for _, id := range plan.Requirements {
			if !j.req.Known(id) {
				return // one of them is meant
			}
			covered[id] = true
		}
		maps.Copy(covered, plan.Mentions)
	}
	if !written {
		return
	}
	where := "the plan that covers it"
	if len(empty) == 1 {
		where += " (" + empty[0] + " names none)"
	}
	for _, word := range sec.IDs {
		if j.req.Known(word.Text) && !covered[word.Text] {
			j.report("gsd-requirement-uncovered", word.Span, false, nil,
				"no plan of phase %s names %s, so the phase can end without it (gap-analysis); name it in `requirements` of "+
					"%s", sec.Number, word.Text, where)
		}
	}
}

// keyed judges the requirements that a key of a plan or summary names.
func (j *judge) keyed(key string) {
	if j.req == nil || strings.HasPrefix(j.p.Below(j.Doc), "quick/") {
		return
	}
	f := j.p.Front(j.Doc)
	if f.Lost() || strings.EqualFold(dialect.Text(f.Root.Get("status")), "superseded") {
		return
	}
	var unknown []notation.Word
	quote := ""
	past := model.Past(j.p, j.Doc)
	var ranges notation.Ranges
	joined(j, f.Root.Get(key), key, past)
	for _, n := range model.Keys(f.Root.Get(key)) {
		if text := dialect.Text(n); text == strings.Trim(j.Doc.Text(n.Span), `"'`) {
			at, _ := document.Find(j.Doc, n.Span, text)
			j.ranges(text, at.Start, "frontmatter."+key)
		}
		for _, word := range ranges.Split(dialect.Text(n), n.Span.Start) {
			if j.req.Known(word.Text) || j.blamed(word.Text, key) {
				continue
			}
			if past {
				continue // it is of a milestone whose file may be gone, and ticks nothing any more
			}
			if isDecision(j, word.Text) {
				j.decided(word, n, key)
				continue
			}
			if word.Text == strings.TrimSpace(dialect.Text(n)) {
				word.Span = n.Span
				if n.Quote != 0 && len(unknown) == 0 {
					quote = string(n.Quote)
				}
			}
			if word.Span.End > len(j.Doc.Src) {
				word.Span = n.Span
			}
			unknown = append(unknown, word)
		}
	}
	who := "the plan"
	if key != "requirements" {
		who = "the summary"
	}
	if len(j.req.IDs) == 0 && len(j.req.Unread) == 0 && len(unknown) > 0 && key == "requirements" {
		none(j, unknown)
		return
	}
	ph := j.p.PhaseOf(j.Doc)
	for _, word := range unknown {
		j.unknown(word, quote, who, ph != nil && model.StandingOf(j.p, ph.Number).Ticked)
	}
}

// none reports, at the first open plan that names requirements, that their file has none.
func none(j *judge, unknown []notation.Word) {
	var all, open []*model.Plan
	for _, ph := range j.p.Phases() {
		for _, plan := range ph.Active {
			if len(plan.Requirements) > 0 {
				all = append(all, plan)
				if !plan.Done() {
					open = append(open, plan)
				}
			}
		}
	}
	if first := append(open, all...); len(first) == 0 || first[0].Path != j.Doc.Path {
		return
	}
	var ids []string
	for _, word := range unknown {
		ids = append(ids, word.Text)
	}
	also := ""
	if more := len(all) - 1; more > 0 {
		also = "; the same holds for " + document.Count(more, "other plan")
	}
	j.report("gsd-requirement-unknown", unknown[0].Span, false, nil, "the plan names %s, and GSD sees no requirement in "+
		"REQUIREMENTS.md, so nothing is ticked when it is done; write `- [ ] **AUTH-01**: …` there%s", document.AllOf(ids), also)
}

// isDecision reports whether an id that no file of requirements has is written as a decision is.
func isDecision(j *judge, id string) bool {
	return notation.LikeDecision(id) && !j.req.HasFamily(notation.Family(id))
}

// decided reports a decision that stands where requirements do, at the first plan of its phase.
func (j *judge) decided(word notation.Word, n *document.Node, key string) {
	ph := j.p.PhaseOf(j.Doc)
	if key != "requirements" {
		return
	}
	told := func(id string) bool { return isDecision(j, id) && !j.req.Known(id) && !j.blamed(id, key) }
	first := slices.IndexFunc(ph.Plans, func(plan *model.Plan) bool { return slices.ContainsFunc(plan.Requirements, told) })
	if first < 0 || ph.Plans[first].Path != j.Doc.Path {
		return
	}
	if ids := ph.Plans[first].Requirements; ids[slices.IndexFunc(ids, told)] == word.Text {
		j.gather.Add("decision", document.Finding{Rule: "gsd-requirement-unknown", Span: n.Span, At: "body", Least: true,
			Message: fmt.Sprintf("the plan names %s, a decision by its form, among the requirements, and no REQUIREMENTS file "+
				"has it, so nothing is ticked when it is done; cite decisions in the text of the plan", word.Text)})
	}
}

// blamed reports whether an unknown id is told elsewhere: in the roadmap, or in the plan of a summary.
func (j *judge) blamed(id, key string) bool {
	ph := j.p.PhaseOf(j.Doc)
	return model.StandingOf(j.p, ph.Number).IDs[id] || key != "requirements" &&
		slices.ContainsFunc(ph.Plans, func(plan *model.Plan) bool { return plan.Mentions[id] })
}
