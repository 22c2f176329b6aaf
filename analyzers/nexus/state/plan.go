package state

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

// planFile judges the active plan.
type planFile struct{ *stateFile }

// plan judges .nexus/state/plan.json.
func (s *planFile) plan() {
	s.issues(s.root.Get("issues"), "$.issues", true)
	if !s.root.Has("research_summary") {
		s.Reportf("nx-research-summary", s.Doc.Start(s.root), "$.research_summary",
			"the key `research_summary` is missing: plan_start demands it, so that nobody plans without having "+
				"looked; add what the research found")
	}
	if s.project.IsNewest() {
		return // all harnesses have the same tools, a task may do for several issues, and merges bring other plans
	}
	s.toolNames(s.root, "$")
	s.issuesWithoutTask()
	s.nextID()
}

// highestPlan returns the highest id of an archived plan, 0 if there is none.
func (s *stateFile) highestPlan() (highest float64) {
	for _, cycle := range document.Items(s.project.Data("nexus/history").Get("cycles")) {
		highest = max(highest, numberOf(cycle.Get("plan").Get("id")))
	}
	return highest
}

// nextID reports an id that another plan had before.
func (s *planFile) nextID() {
	id, highest := s.root.Get("id"), s.highestPlan()
	if !isNumber(id) || id.Num < 1 {
		return // the contract says it
	}
	if highest > 0 && id.Num != highest+1 {
		s.Reportf("nx-history-order", id.Span, "$.id",
			"the plan has the id %s, and the highest archived one is %s; a new plan gets the next, %s, or the "+
				"history has two of one id", id.Text, number(highest), number(highest+1))
	}
}

// issues judges the issues of a plan, those of an archived one for what makes them unreadable alone.
func (s *stateFile) issues(list *document.Node, at string, active bool) {
	s.ids(list, at, "nx-issue-duplicate-id", "issue")
	statuses := s.project.WordList("issue-status")
	for i, issue := range document.Items(list) {
		place := document.Index(at, i)
		status := issue.Get("status")
		s.status(status, place+".status", "nx-issue-status", "issue_statuses", statuses, "")
		s.decision(issue, document.Text(status), place)
		if active {
			s.howAgents(issue, place)
			s.analysis(issue, place)
		}
	}
}

func (s *stateFile) decision(issue *document.Node, status, at string) {
	p := issue.Pair("decision")
	switch {
	case status == "decided" && p == nil:
		s.Reportf("nx-issue-decision", s.Doc.Start(issue), at+".decision",
			"the issue is decided, and there is no `decision`, so nobody knows what was decided; "+
				"add it, or write the status pending")
	case status == "decided" && p.Value.Type == document.String && strings.TrimSpace(p.Value.Text) == "":
		s.Reportf("nx-issue-decision", p.Value.Span, at+".decision",
			"the issue is decided, and `decision` is empty, so nobody knows what was decided; write it")
	case status == "pending" && p != nil:
		s.Report(document.Finding{Rule: "nx-issue-decision", Span: p.KeySpan, At: at + ".decision",
			Fixes: document.Replace("remove the decision", p.Line, ""),
			Message: "the issue is pending and has a `decision` all the same: reopening removes it, so one of the " +
				"two is wrong; remove it, or write the status decided"})
	}
}

func (s *stateFile) howAgents(issue *document.Node, at string) {
	agents := issue.Get("how_agents")
	for i, agent := range document.Items(agents) {
		category, known := s.agents().categories[agent.Text]
		place := document.Index(at+".how_agents", i)
		switch {
		case agent.Type != document.String:
		case !known:
			s.Reportf("nx-how-agents", agent.Span, place,
				"%q is no agent%s; tasks of this issue are to be split by it, and nobody answers",
				agent.Text, s.agents().near(agent.Text))
		case category != "how":
			s.Reportf("nx-how-agents", agent.Span, place,
				"%s is an agent of the category %s, and only those of the category how analyse issues; "+
					"name one of these", agent.Text, category)
		}
	}
	for _, key := range []string{"how_summary", "how_agent_ids"} {
		n := issue.Get(key)
		if n == nil {
			continue
		}
		asked := map[string]bool{}
		for _, name := range document.Texts(agents) {
			asked[name] = true
		}
		for _, p := range n.Pairs {
			if !asked[p.Key] {
				s.Reportf("nx-how-agents", p.KeySpan, at+"."+key+"."+p.Key,
					"`%s` has an entry of %s, who is not in `how_agents`, so nobody asks for it; "+
						"add the agent there or remove the entry", key, p.Key)
			}
		}
	}
}

// analysis judges what agents have said of an issue.
func (s *stateFile) analysis(issue *document.Node, at string) {
	const rule = "nx-plan-schema"
	s.misspelt(issue, at, rule, []string{"id", "title", "status"}, "decision", "analysis")
	for i, entry := range document.Items(issue.Get("analysis")) {
		place := document.Index(at+".analysis", i)
		s.misspelt(entry, place, rule, []string{"role", "summary", "recorded_at"}, "agent_id")
		n := entry.Get("role")
		role := document.Text(n)
		if _, known := s.agents().categories[role]; known || role == "" || role == "lead" {
			continue
		}
		if near := s.agents().near(role); near != "" { // else it may be an agent of the harness
			s.Reportf("nx-how-agents", n.Span, place+".role",
				"%q is no agent, and nx_plan_resume looks for the one to resume by its role%s", role, near)
		}
	}
}

// issuesWithoutTask reports issues of a plan that is all decided for which tasks.json has no task.
func (s *planFile) issuesWithoutTask() {
	tasks := s.project.Data("nexus/tasks-state")
	done := map[float64]bool{}
	for _, task := range document.Items(tasks.Get("tasks")) {
		if issue := task.Get("plan_issue"); isNumber(issue) {
			done[issue.Num] = true
		}
	}
	issues := document.Items(s.root.Get("issues"))
	if len(done) == 0 || slices.ContainsFunc(issues, func(n *document.Node) bool { return document.Text(n.Get("status")) != "decided" }) {
		return
	}
	for i, issue := range issues {
		if id := issue.Get("id"); isNumber(id) && !done[id.Num] {
			s.Reportf("nx-issue-without-task", id.Span, document.Index("$.issues", i)+".id",
				"all issues are decided, and tasks.json has no task with `plan_issue` %s, so nobody does what was "+
					"decided; add one", id.Text)
		}
	}
}

var toolName = memo.Regexp(`\b(?:mcp__[A-Za-z0-9_-]+|nx_[a-z]+(?:_[a-z]+)+)\b`)

// toolNames reports names of a harness's tools in texts that every harness reads.
func (s *stateFile) toolNames(n *document.Node, at string) {
	switch n.Type {
	case document.String:
		if name := toolName().FindString(n.Text); name != "" {
			s.Reportf("nx-state-tool-name", n.Span, at,
				"the text names %s, which only one harness has; another one reads this state as well, so say what "+
					"is done: %s", name, model.BareTool(name))
		}
	case document.List:
		for i, item := range n.Items {
			s.toolNames(item, document.Index(at, i))
		}
	case document.Map:
		for _, p := range n.Pairs {
			s.toolNames(p.Value, at+"."+p.Key)
		}
	}
}
