// Package plan judges plans: their keys, dependencies and waves, tasks and must_haves.
package plan

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer reports what keeps a plan from running when and as its author wants.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdplan",
	Doc:      "judge the plans of GSD: keys, dependencies, waves, tasks, must_haves",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		model.Of(pass).Each(set, []string{"plan"}, func(r *document.Reporter, p *model.Planning) {
			if r.Doc.Problem == nil {
				newJudge(r, p, set).judge()
			}
		})
		model.Of(pass).Each(set, []string{"context"}, func(r *document.Reporter, p *model.Planning) {
			if r.Doc.Problem == nil && !set.Standalone {
				context(r, p)
			}
		})
		return nil, nil
	},
}

// judge is a plan that is judged.
type judge struct {
	*document.Reporter
	p        *model.Planning
	set      *document.Set
	plan     *model.Plan     // nil in quick/, and of a file judged alone
	own      *notation.Names // of files_modified
	ofTasks  *notation.Names
	front    *dialect.Front
	text     string
	tasks    []notation.Task
	gather   model.Gather
	unfound  unfound
	lacking  []document.Finding   // what tasks lack
	patterns memo.Patterns        // of links
	behind   map[*model.Plan]bool // that come behind this one, once that was asked, and this one
	sound    []*notation.Task     // those that are shown and whose structure is checked
	done     bool                 // the plan has a summary
	over     bool                 // all plans of the phase have, or the roadmap has ticked it
	due      bool                 // it is one of a phase that is not over
	open     bool                 // and is to be executed yet
}

func newJudge(r *document.Reporter, p *model.Planning, set *document.Set) *judge {
	j := &judge{Reporter: r, p: p, set: set, front: p.Front(r.Doc), text: r.Doc.Content(), tasks: notation.Tasks(r.Doc)}
	if !set.Standalone {
		if ph := p.PhaseOf(r.Doc); ph != nil {
			j.plan = ph.PlanAt[r.Doc.Path]
		}
	}
	if j.plan != nil {
		j.own, j.ofTasks = notation.NamesIn(j.plan.Files), notation.NamesIn(j.plan.TaskFiles)
	}
	j.done = j.plan != nil && j.plan.Done()
	j.over = j.plan != nil && (j.plan.Phase.Complete() || model.StandingOf(p, j.plan.Phase.Number).Ticked)
	j.due = j.plan != nil && !j.over
	j.open = j.due && !j.done
	for i := range j.tasks {
		if t := &j.tasks[i]; !t.Hidden && t.Fault == "" {
			j.sound = append(j.sound, t)
		}
	}
	return j
}

func (j *judge) judge() {
	if superseded(j.front) {
		return
	}
	if strings.HasPrefix(j.p.Below(j.Doc), "quick/") {
		quick(j)
		return
	}
	tasks, edges := taskJudge{j}, edgeJudge{j}
	tasks.structure()
	if j.front.Lost() {
		return // that is reported, and its keys are unknown
	}
	j.keys()
	j.whileOpen().autonomous()
	gapClosure(j)
	j.status()
	ended(j)
	parts(j)
	kind(j)
	j.identity()
	output(j)
	scope(j)
	edges.wave()
	edges.depends()
	edges.conflicts()
	j.files()
	goal := j.whileOpen()
	mustJudge{goal}.mustHaves()
	goal.gather.Report(goal.Reporter)
	j.references()
	criteriaJudge{judge: j}.criteria()
	tasks.files()
	j.gather.Report(j.Reporter)
	if j.plan != nil {
		tasks.commands()
	}
}

// quick judges the tasks of a quick task that is still to be done. No program looks at them, and only a run with
// --validate wants all of their parts, so all of that weighs least.
func quick(j *judge) {
	for _, in := range j.p.Inputs(path.Dir(j.Doc.Path) + "/") {
		if in.Kind == "gsd/summary" {
			return
		}
	}
	own := j.whileOpen()
	own.Least = true
	tasks := taskJudge{own}
	tasks.structure()
	if !j.set.Standalone {
		tasks.commands()
	}
	own.gather.Report(own.Reporter)
}

// whileOpen returns a judge of what only matters until the phase is over. In one of a former milestone it weighs least.
func (j *judge) whileOpen() *judge {
	own, r := *j, *j.Reporter
	r.Least = r.Least || model.Past(j.p, j.Doc)
	own.Reporter, own.gather = &r, model.Gather{}
	return &own
}

func superseded(f *dialect.Front) bool {
	return strings.EqualFold(strings.TrimSpace(dialect.Text(f.Root.Get("status"))), "superseded")
}

// value returns a key of the top level with its text; pair is nil if the key is not there.
func (j *judge) value(key string) (pair *document.Pair, text string) {
	if pair = j.front.Root.Pair(key); pair == nil {
		return nil, ""
	}
	return pair, strings.TrimSpace(dialect.Text(pair.Value))
}

// vital is the required keys by which plans are scheduled.
var vital = []string{"wave", "depends_on", "autonomous", "files_modified"}

// keys reports required keys that are missing, in one finding.
func (j *judge) keys() {
	if model.Past(j.p, j.Doc) {
		return
	}
	var missing, lists []string
	grave := false
	misspelt := model.Slips(j.p, j.Doc, j.front.Root)
	for _, key := range j.set.Vocabulary("gsd", "plan_required") {
		if j.front.Root.Has(key) || misspelt.Mean(key) ||
			key == "files_modified" && j.front.Root.Has("files-modified") || j.plan != nil &&
			!model.Majority(j.p, "plan", key) {
			continue
		}
		missing = append(missing, "`"+key+"`")
		grave = grave || slices.Contains(vital, key)
		if key == "depends_on" || key == "files_modified" {
			lists = append(lists, key+": []\n")
		}
	}
	if len(missing) == 0 {
		return
	}
	f := document.Finding{Rule: "gsd-plan-key-missing", Span: document.Span{Start: 0, End: len("---")},
		At: "frontmatter", Lesser: !grave}
	f.Message = fmt.Sprintf("the plan has no %s, which GSD wants in every plan (C004 and `frontmatter validate`); "+
		"%s", document.AllOf(missing), consequence(missing))
	if len(lists) > 0 {
		end := j.front.Text.End
		f.Fixes = document.Replace("add the empty lists", document.Span{Start: end, End: end}, strings.Join(lists, ""))
	}
	j.Report(f)
}

func consequence(missing []string) string {
	what := map[string]string{
		"`wave`":           "without a wave nobody sees that the computed one is not what was meant",
		"`depends_on`":     "without depends_on the plan runs in wave 1",
		"`autonomous`":     "without autonomous the plan counts as one that needs nobody",
		"`files_modified`": "without files_modified nothing keeps plans of one wave from changing the same file",
		"`must_haves`":     "without must_haves the verifier makes up what must be true",
	}
	for _, key := range []string{"`depends_on`", "`wave`", "`files_modified`", "`autonomous`", "`must_haves`"} {
		if slices.Contains(missing, key) {
			return what[key]
		}
	}
	return "add it"
}

func (j *judge) autonomous() {
	pair, text := j.value("autonomous")
	if value, _, found := strings.Cut(text, " #"); found && j.p.Old() && strings.TrimSpace(value) == "false" {
		text = "false" // to programs it is false all the same
	}
	checkpoint := slices.IndexFunc(j.tasks,
		func(t notation.Task) bool { return checkpointTag().MatchString(j.text[t.Open.Start:t.Open.End]) })
	switch {
	case pair != nil && text != "true" && text != "false":
		meant, why := "false", ""
		if checkpoint >= 0 {
			why = " it has a checkpoint, so"
		} else if !slices.Contains([]string{"no", "off", "false", "0", "n"}, strings.ToLower(text)) {
			meant = "true"
		}
		j.Fixf("gsd-plan-autonomous", dialect.At(pair), "frontmatter.autonomous", j.set1(pair, meant),
			"`autonomous` is %s, and only the text true is true: GSD takes it for false, so the run stops at this plan "+
				"and asks;%s write %s", document.Quote(text), why, meant)
	case checkpoint >= 0 && text != "false":
		span := document.Span{End: len("---")}
		var fixes []document.Fix
		if pair != nil {
			span = dialect.At(pair)
			fixes = j.set1(pair, "false")
		}
		j.Report(document.Finding{Rule: "gsd-plan-checkpoint", Span: span, At: "frontmatter.autonomous", Fixes: fixes,
			Least: j.done || // nobody runs it again
				pair == nil && j.plan != nil && !model.Majority(j.p, "plan", "autonomous"), // plans of an older program
			Message: "the plan has a checkpoint and says that it runs by itself, so nobody is there when it asks; write " +
				"`autonomous: false`",
			Related: []document.Related{{Span: j.tasks[checkpoint].Open, Message: "the checkpoint"}}})
	case checkpoint < 0 && text == "false" && !j.done &&
		!slices.ContainsFunc(j.tasks, func(t notation.Task) bool { return strings.HasPrefix(t.Type, "checkpoint") }):
		j.Lesserf("gsd-plan-checkpoint", dialect.At(pair), "frontmatter.autonomous", "the plan has no checkpoint and is not "+
			"autonomous, so the run stops for nothing; write `autonomous: true`, or add the checkpoint")
	}
}

// set1 is the fix that gives a key another plain value.
func (j *judge) set1(pair *document.Pair, value string) []document.Fix {
	if pair.Value.Type == document.List || pair.Value.Type == document.Map {
		return nil
	}
	if pair.Value.Span.Len() == 0 {
		span := document.Span{Start: pair.KeySpan.End + 1, End: pair.KeySpan.End + 1}
		if end, _ := document.LineEnd(j.text, span.Start); strings.TrimSpace(j.text[span.Start:end]) == "" {
			span.End = end
		}
		return document.Replace("write "+value, span, " "+value)
	}
	return document.Replace("write "+value, pair.Value.Span, value)
}

// retired is what people write of a plan that is not to be executed any more.
var retired = []string{"obsolete", "replaced", "retired", "dropped", "cancelled", "canceled", "abandoned", "withdrawn",
	"deprecated", "void", "discarded", "skipped"}

// status reports a plan that is to count no more, and does: only the word superseded takes it out.
func (j *judge) status() {
	pair, text := j.value("status")
	if j.done || j.p.Edition == "1.x" {
		return
	}
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	first = strings.Trim(first, ",;:.()")
	if !strings.HasPrefix(first, "supersed") && !slices.Contains(retired, first) &&
		spell.Close(first, []string{"superseded"}) == "" {
		return
	}
	j.Fixf("gsd-plan-status", dialect.At(pair), "frontmatter.status", j.set1(pair, "superseded"),
		"`status` is %s, and only the word superseded takes a plan out of the counts, so this one is scheduled, and "+
			"the phase is not done without it; write superseded", document.Quote(text))
}

// dated reports the plans of a phase whose names begin with a date, at the first of them.
func dated(j *judge, meant string) {
	all := j.plan.Phase.Dated
	if len(all) == 0 || all[0] != j.plan.File {
		return
	}
	more := ""
	if n := len(all) - 1; n > 0 {
		more = fmt.Sprintf("; the same holds for %s of the phase", document.Count(n, "other plan"))
	}
	j.Report(document.Finding{Rule: "gsd-plan-id", Span: j.Doc.FirstLine(), At: "name", Lesser: true,
		Message: fmt.Sprintf("the name begins with a date, and GSD takes %s for the number of the plan, so depends_on, the roadmap and "+
			"a summary that name it by its own do not find it; name it %s%s", notation.Canonical(j.plan.ID), meant, more)})
}

// identity holds the keys that name the plan against its place, and the plan against others of its phase.
func (j *judge) identity() {
	if j.plan == nil {
		return
	}
	ph := j.plan.Phase
	if pair, text := j.value("phase"); ph.Number != "" {
		number := notation.PhaseNamed(text)
		if number != "" && number != ph.Number {
			j.Report(document.Finding{Rule: "gsd-plan-id", Span: dialect.At(pair), At: "frontmatter.phase", Lesser: true,
				Message: fmt.Sprintf("`phase` is %s, and the plan lies in %s, which is what GSD goes by: whoever reads the key "+
					"looks in the wrong place; write %s", document.Quote(text), ph.Dir, ph.Dir),
				Fixes: j.set1(pair, pair.Value.Requote(ph.Dir))})
		}
	}
	if meant := notation.Undated(j.plan.File); meant != "" {
		dated(j, meant)
		return
	}
	canonical := notation.Canonical(j.plan.ID)
	alike := func(other *model.Plan) bool { return other != j.plan && strings.EqualFold(other.Canonical, canonical) }
	if pair, text := j.value("plan"); pair != nil && !slices.ContainsFunc(ph.Active, alike) { // which are to get other names
		number := canonical[strings.LastIndexByte(canonical, '-')+1:]
		given := text[strings.LastIndexByte(text, '-')+1:]
		a, okA := strconv.Atoi(given)
		b, okB := strconv.Atoi(number)
		if okA == nil && okB == nil && a != b && strings.Contains(canonical, "-") {
			j.Report(document.Finding{Rule: "gsd-plan-id", Span: dialect.At(pair), At: "frontmatter.plan", Lesser: true,
				Message: fmt.Sprintf("`plan` is %s, and the file is the plan %s, which is what GSD goes by: whoever reads the "+
					"key looks for another plan; write %s", document.Quote(text), j.plan.ID, number),
				Fixes: j.set1(pair, pair.Value.Requote(number))})
		}
	}
	for _, other := range ph.Active {
		if other == j.plan {
			break // only what comes before it
		}
		switch first := j.Doc.FirstLine(); {
		case strings.EqualFold(other.ID, j.plan.ID):
			j.Reportf("gsd-plan-id", first, "name", "the plans %s and %s have one id when letters are folded, so the index "+
				"of the phase fails and nothing runs; rename one", other.File, j.plan.File)
			return
		case strings.EqualFold(other.Canonical, canonical):
			j.Reportf("gsd-plan-id", first, "name",
				"%s and %s are both the plan %s to GSD, so what depends on it waits for one of them and a summary of that name "+
					"closes both; give one another number", other.File, j.plan.File, canonical)
			return
		}
	}
}
