package nexusstate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// plan judges .nexus/state/plan.json.
func (j *judge) plan() {
	if j.root.Type != document.Map {
		return
	}
	j.issues(j.root.Get("issues"), "$.issues", true)
	if !j.root.Has("research_summary") {
		j.Reportf("nx-research-summary", j.Doc.Start(j.root), "$.research_summary", "the key `research_summary` is missing: plan_start demands it, so that nobody plans without having looked; add what the research found")
	}
	j.toolNames(j.root, "$")
	j.issuesWithoutTask()
	j.nextID()
}

// highestPlan returns the highest id of an archived plan, 0 if there is none.
func (j *judge) highestPlan() (highest float64) {
	for _, cycle := range items(j.beside(".nexus/history.json").Get("cycles")) {
		highest = max(highest, numberOf(cycle.Get("plan").Get("id")))
	}
	return highest
}

// nextID reports an id that another plan had before.
func (j *judge) nextID() {
	id, highest := j.root.Get("id"), j.highestPlan()
	if id == nil || id.Type != document.Number || id.Num < 1 {
		return // the contract says it
	}
	if highest > 0 && id.Num != highest+1 {
		j.Reportf("nx-history-order", id.Span, "$.id", "the plan has the id %s, and the highest archived one is %s; a new plan gets the next, %s, or the history has two of one id", id.Text, number(highest), number(highest+1))
	}
}

// issues judges the issues of a plan, those of an archived one for what makes them unreadable alone.
func (j *judge) issues(list *document.Node, at string, active bool) {
	j.ids(list, at, "nx-issue-duplicate-id", "issue")
	for i, issue := range items(list) {
		place := index(at, i)
		status := issue.Get("status")
		j.status(status, place+".status", "nx-issue-status", "issue_statuses", []string{"pending", "decided"}, "")
		j.decision(issue, project.Text(status), place)
		if active {
			j.howAgents(issue, place)
		}
	}
}

func (j *judge) decision(issue *document.Node, status, at string) {
	p := issue.Pair("decision")
	switch {
	case status == "decided" && p == nil:
		j.Reportf("nx-issue-decision", j.Doc.Start(issue), at+".decision", "the issue is decided, and there is no `decision`, so nobody knows what was decided; add it, or write the status pending")
	case status == "decided" && p.Value.Type == document.String && strings.TrimSpace(p.Value.Text) == "":
		j.Reportf("nx-issue-decision", p.Value.Span, at+".decision", "the issue is decided, and `decision` is empty, so nobody knows what was decided; write it")
	case status == "pending" && p != nil:
		j.Report(document.Finding{Rule: "nx-issue-decision", Span: p.KeySpan, At: at + ".decision", Fixes: document.Replace("remove the decision", p.Line, ""),
			Message: "the issue is pending and has a `decision` all the same: reopening removes it, so one of the two is wrong; remove it, or write the status decided"})
	}
}

func (j *judge) howAgents(issue *document.Node, at string) {
	categories := j.categories()
	agents := issue.Get("how_agents")
	for i, agent := range items(agents) {
		category, known := categories[agent.Text]
		place := index(at+".how_agents", i)
		switch {
		case agent.Type != document.String:
		case !known:
			j.Reportf("nx-how-agents", agent.Span, place, "%q is no agent%s; tasks of this issue are to be split by it, and nobody answers", agent.Text, near(agent.Text, categories))
		case category != "how":
			j.Reportf("nx-how-agents", agent.Span, place, "%s is an agent of the category %s, and only those of the category how analyse issues; name one of these", agent.Text, category)
		}
	}
	for _, key := range []string{"how_summary", "how_agent_ids"} {
		n := issue.Get(key)
		if n == nil {
			continue
		}
		for _, p := range n.Pairs {
			if !slices.Contains(project.Texts(agents), p.Key) {
				j.Reportf("nx-how-agents", p.KeySpan, at+"."+key+"."+p.Key, "`%s` has an entry of %s, who is not in `how_agents`, so nobody asks for it; add the agent there or remove the entry", key, p.Key)
			}
		}
	}
}

// near suggests the key of a map that a word is probably meant to be.
func near[V any](word string, known map[string]V) string {
	var words []string
	for k := range known {
		words = append(words, k)
	}
	slices.Sort(words)
	if n := rules.Nearest(word, words); n != "" {
		return " (did you mean " + n + "?)"
	}
	return ""
}

// issuesWithoutTask reports issues of a plan that is all decided for which tasks.json has no task.
func (j *judge) issuesWithoutTask() {
	tasks := j.beside(".nexus/state/tasks.json")
	if tasks == nil || len(items(tasks.Get("tasks"))) == 0 {
		return
	}
	done := map[float64]bool{}
	for _, task := range items(tasks.Get("tasks")) {
		if issue := task.Get("plan_issue"); issue != nil && issue.Type == document.Number {
			done[issue.Num] = true
		}
	}
	issues := items(j.root.Get("issues"))
	if len(done) == 0 || slices.ContainsFunc(issues, func(n *document.Node) bool { return project.Text(n.Get("status")) != "decided" }) {
		return
	}
	for i, issue := range issues {
		if id := issue.Get("id"); id != nil && id.Type == document.Number && !done[id.Num] {
			j.Reportf("nx-issue-without-task", id.Span, fmt.Sprintf("$.issues[%d].id", i), "all issues are decided, and tasks.json has no task with `plan_issue` %s, so nobody does what was decided; add one", id.Text)
		}
	}
}

var toolName = rules.Lazy(`\b(?:mcp__[A-Za-z0-9_-]+|nx_[a-z]+(?:_[a-z]+)+)\b`)

// toolNames reports names of a harness's tools in texts that every harness reads.
func (j *judge) toolNames(n *document.Node, at string) {
	switch n.Type {
	case document.String:
		if name := toolName().FindString(n.Text); name != "" {
			j.Reportf("nx-state-tool-name", n.Span, at, "the text names %s, which only one harness has; another one reads this state as well, so say what is done: %s", name, project.BareTool(name))
		}
	case document.List:
		for i, item := range n.Items {
			j.toolNames(item, index(at, i))
		}
	case document.Map:
		for _, p := range n.Pairs {
			j.toolNames(p.Value, at+"."+p.Key)
		}
	}
}
