package state

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

var (
	// runtimeWord is what an acceptance says that somebody must run something for.
	runtimeWord = memo.Regexp(`(?i)\b(?:tests?|runs?|running|returns?|responds?|exits?|prints?|throws?|pass(?:es)?|fails?|executes?|endpoint|runtime|behaviou?rs?|behaves?|works?|builds?|exit code)\b|테스트|실행|동작|통과`)
	// deliverableWord is what an acceptance says of a text that somebody can check.
	deliverableWord = memo.Regexp(`(?i)\b(?:files?|documents?|documented|sections?|readme|changelog|tables?|lists?|listed|contains?|includes?|covers?|describes?|explains?|mentions?|states?|names?)\b|\.md\b|문서|포함|명시|기재`)
	// excluded is work that nx-plan never pairs with a check.
	excluded   = memo.Regexp(`(?i)\brefactor|behaviou?r[- ]preserving|\btypes?[- ]only\b|docs_only|리팩터|리팩토`)
	designWord = memo.Regexp(`(?i)\b(?:architectur\w*|design\w*)\b|아키텍처|설계`)
)

// pairing judges which work is checked by another agent, and which is checked without need.
func (l *taskList) pairing() {
	checkers := map[float64]map[string]bool{} // id of a task to the owners of those that wait for it
	for _, t := range l.all {
		for _, dep := range t.deps {
			if checkers[dep.Num] == nil {
				checkers[dep.Num] = map[string]bool{}
			}
			checkers[dep.Num][t.owner] = true
		}
	}
	unsettled := map[string]bool{} // owners with a task whose `deps` are missing or misshapen, which is reported there
	for _, t := range l.all {
		if deps := t.node.Get("deps"); deps == nil || deps.Type != document.List {
			unsettled[t.owner] = true
		}
	}
	for _, t := range l.all {
		acceptance := t.text("acceptance")
		switch {
		case t.owner == "engineer" && !checkers[t.id]["tester"] && !unsettled["tester"] &&
			demands(l.project, t, runtimeWord(), acceptance != ""):
			l.Reportf("nx-pairing-tester", t.node.Get("owner").Span, t.at,
				"the acceptance says what must work (%q), and no task of a tester waits for this one, so nobody "+
					"checks it; add one with this id in `deps`", excerpt(acceptance))
		case t.owner == "writer" && !checkers[t.id]["reviewer"] && !unsettled["reviewer"] &&
			demands(l.project, t, deliverableWord(), true):
			l.Reportf("nx-pairing-reviewer", t.node.Get("owner").Span, t.at,
				"the acceptance names what is to be delivered (%q), and no task of a reviewer waits for this one, "+
					"so nobody checks it; add one with this id in `deps`", excerpt(acceptance))
		case (t.owner == "tester" || t.owner == "reviewer") && !l.project.IsOldest() && l.onlyResearch(t):
			l.Reportf("nx-pairing-excluded", t.node.Get("owner").Span, t.at,
				"the task checks nothing but research, and research goes to lead and the agents that analyse, "+
					"never to a tester or reviewer; remove the task")
		}
	}
}

// demands reports whether a task is to be paired with a check.
func demands(p *model.Project, t *task, trigger *memo.Pattern, older bool) bool {
	if p.IsOldest() {
		return older
	}
	return trigger.MatchString(t.text("acceptance")) &&
		!excluded().MatchString(t.text("title")+"\n"+t.text("context")+"\n"+t.text("approach"))
}

func (l *taskList) onlyResearch(t *task) bool {
	return len(t.deps) > 0 && !slices.ContainsFunc(t.deps, func(dep *document.Node) bool {
		other := l.byID[dep.Num]
		return other == nil || other.owner != "researcher"
	})
}

// file finds names of files in the text of a task.
var file = memo.Regexp(`(?:[\w@.-]+/)*[\w@-][\w@.-]*\.(?:tsx?|jsx?|[cm][jt]s|py|go|rs|java|kt|swift|rb|php|css|scss|html|sql|sh|ya?ml|toml|json|md|mdx|vue|svelte|proto|graphql|tf|c|h|cc|cpp|hpp|cs)\b`)

// files returns the files that a task names as its own, each once.
func (t *task) files() []string {
	var names []string
	seen := map[string]bool{}
	for _, name := range file().FindAllString(t.text("title")+"\n"+t.text("context"), -1) {
		if name = strings.TrimPrefix(name, "./"); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// writes reports whether the owner of a task changes files.
func (t *task) writes() bool {
	return (t.owner == "engineer" || t.owner == "writer" || t.owner == "lead") && t.text("status") != "completed"
}

const (
	// maxOverlap is how many tasks may name one file before it is plain that all do.
	maxOverlap = 50
	// maxOrdered is how many tasks a list may have for each to be held against those that it waits for, which takes
	// time by the square.
	maxOrdered = 5000
)

// overlap reports two tasks that change one file and may run at once.
func (l *taskList) overlap() {
	if len(l.all) > maxOrdered {
		return
	}
	byFile := map[string][]*task{}
	files := map[*task][]string{}
	waiting := map[*task][]*task{} // for a task
	for _, t := range l.all {
		for _, other := range l.needs(t) {
			waiting[other] = append(waiting[other], t)
		}
		if !t.writes() {
			continue
		}
		files[t] = t.files()
		for _, name := range files[t] {
			byFile[name] = append(byFile[name], t)
		}
	}
	for _, t := range l.all {
		var above, below map[*task]bool
		for _, name := range files[t] {
			others := byFile[name]
			if others[0] == t || len(others) > maxOverlap {
				continue
			}
			if above == nil {
				above = reach(t, l.needs)
				below = reach(t, func(t *task) []*task { return waiting[t] })
			}
			for _, other := range others[:slices.Index(others, t)] {
				if !above[other] && !below[other] {
					l.Reportf("nx-same-file-overlap", l.Doc.Start(t.node), t.at,
						"tasks %s and %s both change %s and do not depend on each other, so one may overwrite the "+
							"other; merge them (same_file_bundle) or put one into the other's `deps`",
						number(other.id), number(t.id), name)
					break
				}
			}
		}
	}
}

// reach returns the tasks that next leads to from a task, over any number of others.
func reach(t *task, next func(t *task) []*task) map[*task]bool {
	found := map[*task]bool{}
	for queue := []*task{t}; len(queue) > 0; queue = queue[1:] {
		for _, t := range next(queue[0]) {
			if !found[t] {
				found[t] = true
				queue = append(queue, t)
			}
		}
	}
	return found
}

// bundles notes work that is split between two agents though two are too few to be worth it.
func (l *taskList) bundles() {
	type group struct {
		owner string
		issue float64
	}
	groups := map[group][]*task{}
	for _, t := range l.all {
		if issue := t.node.Get("plan_issue"); issue != nil && len(t.deps) == 0 &&
			(t.owner == "engineer" || t.owner == "writer" || t.owner == "researcher") {
			key := group{t.owner, issue.Num}
			groups[key] = append(groups[key], t)
		}
	}
	for key, tasks := range groups {
		if len(tasks) == 2 && tasks[1].text("status") == "pending" {
			l.Reportf("nx-parallel-bundle", l.Doc.Start(tasks[1].node), tasks[1].at,
				"issue %s is split between two tasks of %s; that is worth it from three independent artefacts on, "+
					"so one task would do", number(key.issue), key.owner)
		}
	}
}
