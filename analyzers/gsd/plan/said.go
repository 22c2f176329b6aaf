package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var tddLine = memo.Regexp(`(?m)^type:[ \t]*tdd[ \t]*\r?$`)

// kind reports a type that programs do not take for what it says.
func kind(j *judge) {
	pair, text := j.value("type")
	if text == "" || text == "execute" || j.done {
		return
	}
	meant := "tdd"
	message := "only the line `type: tdd` makes a plan one that is held to its tests, so nobody checks this one for them"
	switch {
	case strings.EqualFold(text, "tdd"):
		if tddLine().MatchString(j.Doc.Text(j.front.Text)) {
			return
		}
	default:
		meant = spell.Close(strings.ToLower(text), []string{"execute", "tdd"})
		message = fmt.Sprintf("GSD knows plans of the types execute and tdd, so %s is taken for execute", document.Quote(text))
	}
	f := document.Finding{Rule: "gsd-plan-type", Span: dialect.At(pair), At: "frontmatter.type"}
	if meant == "" {
		f.Message = message + "; write execute"
	} else {
		end := pair.Value.Span.End
		f.Message, f.Fixes = message+"; write "+meant,
			document.Replace("write "+meant, document.Span{Start: pair.KeySpan.Start, End: end}, "type: "+meant)
	}
	j.Report(f)
}

// finished is what people write of a plan that is done.
var finished = []string{"done", "complete", "completed", "finished", "executed", "implemented", "shipped", "closed"}

// partLine is a tag of a part of the plan on a line of its own.
var partLine = memo.Regexp(`^(<(/?)([A-Za-z_]{4,24})>)[ \t\r]*$`)

var partNames = []string{"objective", "execution_context", "context", "tasks"}

// parts reports parts of a plan that begin and do not end, or end and do not begin: the index reads the objective, and
// whoever executes the plan all of them.
func parts(j *judge) {
	if j.done || j.over {
		return
	}
	open, slips := map[string]document.Span{}, map[string]document.Span{}
	var odd []notation.Word
	for l := range notation.LinesWith(j.Doc, j.front.End, "<") {
		m := partLine().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden {
			continue
		}
		name, at := l.Text[m[6]:m[7]], l.Part(m[2], m[3])
		if !slices.Contains(partNames, name) {
			if near := spell.Close(name, partNames); near != "" && name != "task" {
				slips[near] = at
			}
			continue
		}
		before, is := open[name]
		ends := m[4] < m[5]
		switch {
		case ends && !is:
			odd = append(odd, notation.Word{Text: name, Span: at})
		case !ends && is:
			odd = append(odd, notation.Word{Text: name, Span: before})
		}
		if delete(open, name); !ends {
			open[name] = at
		}
	}
	for name, at := range open {
		odd = append(odd, notation.Word{Text: name, Span: at})
	}
	slices.SortStableFunc(odd, func(a, b notation.Word) int { return a.Span.Start - b.Span.Start })
	even := map[string]bool{}
	for _, name := range partNames {
		even[name] = strings.Count(j.text, "<"+name+">") == strings.Count(j.text, "</"+name+">")
	}
	for _, w := range odd {
		if even[w.Text] {
			continue // the other stands in a line, or is hidden
		}
		what := "</" + w.Text + "> ends this part"
		if j.text[w.Span.Start+1] == '/' {
			what = "<" + w.Text + "> begins this part"
		}
		if at, ok := slips[w.Text]; ok {
			w.Span = at
		}
		follows := "so whoever executes the plan does not see what belongs to it"
		if w.Text == "objective" {
			follows = "so the index of the phase shows no objective of the plan"
		}
		j.gather.Add("part", document.Finding{Rule: "gsd-task-element", Span: w.Span, At: "body", Lesser: true,
			Message: "no " + what + ", " + follows + "; write the tag"})
	}
}

// ended reports a plan that calls itself done and has no summary, which alone closes it.
func ended(j *judge) {
	pair, text := j.value("status")
	if !j.open || j.plan.Phase.Stray() || !slices.Contains(finished, strings.ToLower(text)) {
		return
	}
	j.Lesserf("gsd-plan-status", dialect.At(pair), "frontmatter.status",
		"`status` is %s, and only a summary closes a plan, so this one counts as open and is executed again; write "+
			"%s, or take the status out", document.Quote(text), strings.TrimSuffix(j.plan.File, "PLAN.md")+"SUMMARY.md")
}

// empty reports elements of a task with nothing in them: the structure check sees that they are there, and whoever
// executes or checks the task has nothing to go by.
func empty(j taskJudge, from int, body string) {
	if !strings.Contains(body, "></") || j.done {
		return
	}
	for _, m := range emptyElement().FindAllStringSubmatchIndex(body, -1) {
		name := body[m[2]:m[3]]
		j.Lesserf("gsd-task-element", document.Span{Start: from + m[0], End: from + m[1]}, "body",
			"<%s> is empty: the structure check passes, and whoever executes the task has nothing to go by; write it", name)
	}
}

// emptyElement finds elements that are needed and hold nothing.
var emptyElement = memo.Regexp(`<(name|action|verify|automated|done|acceptance_criteria)></`)

// ofPhase returns the name of a file of the plan's own phase that a text names by its path.
func (j *judge) ofPhase(text string) string {
	return strings.TrimPrefix(strings.TrimPrefix(text, "./"), j.p.Dir+"phases/"+j.plan.Phase.Dir+"/")
}

// later reports a file in what the plan is to read that is written only behind it: a summary, or what other plans make.
func later(j *judge, file notation.Word) {
	name := j.ofPhase(file.Text)
	const most = 500 // plans of a phase, of which each could be held against each
	if len(j.plan.Phase.Active) > most {
		return
	}
	if other := claims(j.p, j.plan.Phase.Dir, name); other != nil && !other.Done() && j.isBehind(other) {
		j.Lesserf("gsd-plan-reference", file.Span, "body",
			"%s is written when plan %s is done, and that comes behind this one, so whoever executes this plan finds "+
				"no such file; take it out, or turn `depends_on` round", name, other.ID)
		return
	}
	name = strings.TrimPrefix(file.Text, "./")
	other := maker(j.p, name)
	if other != nil && other != j.plan && other.Phase == j.plan.Phase && !other.Done() && j.isBehind(other) &&
		!model.Exists(j.p, name) {
		j.Lesserf("gsd-plan-reference", file.Span, "body",
			"%s is not there, and plan %s makes it, which comes behind this one, so whoever executes this plan finds no "+
				"such file; take it out, or turn `depends_on` round", name, other.ID)
	}
}

// isBehind reports whether a plan waits for this one, if only by way of others, or is this one.
func (j *judge) isBehind(other *model.Plan) bool {
	if j.behind == nil {
		waiting := map[*model.Plan][]*model.Plan{}
		for _, plan := range j.plan.Phase.Plans {
			for _, d := range plan.Deps {
				if d.Plan != nil {
					waiting[d.Plan] = append(waiting[d.Plan], plan)
				}
			}
		}
		j.behind = map[*model.Plan]bool{j.plan: true}
		for queue := []*model.Plan{j.plan}; len(queue) > 0; queue = queue[1:] {
			for _, plan := range waiting[queue[0]] {
				if !j.behind[plan] {
					j.behind[plan] = true
					queue = append(queue, plan)
				}
			}
		}
	}
	return j.behind[other]
}
