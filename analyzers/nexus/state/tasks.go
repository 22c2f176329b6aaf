package state

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// task is one entry of a task list.
type task struct {
	node  *document.Node
	at    string
	id    float64
	deps  []*document.Node // those that are numbers
	owner string
}

func (t *task) text(key string) string { return document.Text(t.node.Get(key)) }

// taskList is the tasks of one list with distinct ids.
type taskList struct {
	*stateFile
	all  []*task
	byID map[float64]*task

	excepted *catalogue // nil before it is asked for
}

// list reads a list of tasks, and judges ids, statuses and dependencies.
func (s *stateFile) list(list *document.Node, at string) *taskList {
	l := &taskList{stateFile: s, byID: map[float64]*task{}}
	s.ids(list, at, "nx-task-duplicate-id", "task")
	statuses := s.project.WordList("task-status")
	for i, node := range document.Items(list) {
		if node.Type != document.Map {
			continue
		}
		t := &task{node: node, at: document.Index(at, i), owner: document.Text(node.Get("owner"))}
		if role := node.Get("owner").Get("role"); role != nil {
			t.owner = document.Text(role)
		}
		s.status(node.Get("status"), t.at+".status", "nx-task-status", "task_statuses", statuses,
			"; a task that waits is pending")
		for _, dep := range document.Items(node.Get("deps")) {
			if dep.Type == document.Number {
				t.deps = append(t.deps, dep)
			}
		}
		l.all = append(l.all, t)
		if id := node.Get("id"); isNumber(id) {
			if t.id = id.Num; l.byID[t.id] == nil {
				l.byID[t.id] = t
			}
		}
	}
	l.dependencies()
	return l
}

// tasks judges .nexus/state/tasks.json.
func (s *stateFile) tasks() {
	l := s.list(s.root.Get("tasks"), "$.tasks")
	plan := s.project.Data("nexus/plan-state")
	for _, t := range l.all {
		l.readiness(t)
		l.owner(t)
		keys(s, t)
	}
	l.planIssues(plan)
	l.stale()
	if s.project.IsNewest() {
		return // how work is split is up to lead
	}
	for _, t := range l.all {
		l.fields(t)
		if !s.project.IsOldest() {
			l.exceptions(t)
		}
	}
	l.pairing()
	if !s.project.IsOldest() {
		l.overlap()
		l.bundles()
	}
	l.contextSync(plan)
	s.toolNames(s.root, "$")
}

// keys reports misspelt keys of a task.
func keys(s *stateFile, t *task) {
	const rule = "nx-tasks-schema"
	s.misspelt(t.node, t.at, rule, []string{"id", "title", "status", "context", "acceptance", "owner", "created_at"},
		"approach", "risk", "plan_issue", "deps", "result")
	s.misspelt(t.node.Get("owner"), t.at+".owner", rule, []string{"role"}, "agent_id", "resume_tier")
	s.misspelt(t.node.Get("result"), t.at+".result", rule, []string{"outcome", "summary", "recorded_at"}, "artifacts")
}

func (l *taskList) fields(t *task) {
	var missing []string
	for _, key := range []string{"approach", "acceptance", "risk", "owner"} {
		if strings.TrimSpace(t.text(key)) == "" {
			missing = append(missing, key)
		}
	}
	if len(missing) > 0 {
		l.Reportf("nx-task-fields", l.Doc.Start(t.node), t.at,
			"the task has no %s; nx-plan writes approach, acceptance, risk and owner for every task, and the agent "+
				"that gets it guesses what is not there", strings.Join(missing, ", "))
	}
}

func (l *taskList) owner(t *task) {
	n := t.node.Get("owner")
	if t.owner == "" {
		return
	}
	if role := n.Get("role"); role != nil {
		n = role
	}
	near, categories := l.agents().near(t.owner), l.agents().categories
	// A project of today may have agents of its own, which no file of it lists.
	if _, known := categories[t.owner]; !known && t.owner != "lead" && (near != "" || !l.project.IsNewest()) {
		l.Reportf("nx-owner-unknown", n.Span, t.at+".owner",
			"the owner %q is no agent, and not lead, so nobody takes the task%s", t.owner, near)
	}
	policy := t.node.Get("owner_reuse_policy")
	if document.Text(policy) != "resume" {
		return
	}
	tier := map[string]string{"check": "ephemeral"}[categories[t.owner]]
	if m := l.project.Agents.Find(t.owner); m != nil {
		tier = document.Text(m.Meta.Get("resume_tier"))
	}
	if tier == "ephemeral" {
		l.Reportf("nx-reuse-ephemeral", policy.Span, t.at+".owner_reuse_policy",
			"the task resumes %s, whose resume_tier is ephemeral so that it judges without what it has seen "+
				"before; write fresh unless that is meant", t.owner)
	}
}

// planIssues reports tasks of issues that their plan does not have.
func (l *taskList) planIssues(plan *document.Node) {
	ids, known := idsOf(plan.Get("issues"))
	home := "plan.json"
	if l.Doc.Kind == "nexus/history" {
		home = "the plan of the cycle"
	}
	for _, t := range l.all {
		if n := t.node.Get("plan_issue"); known && isNumber(n) && !ids[number(n.Num)] {
			l.Reportf("nx-plan-issue-unknown", n.Span, t.at+".plan_issue",
				"%s has no issue %s, so nobody knows which decision the task carries out; name the issue that it is of",
				home, n.Text)
		}
	}
}

// stale reports a list that is all done and was never closed.
func (l *taskList) stale() {
	if len(l.all) == 0 || slices.ContainsFunc(l.all, func(t *task) bool { return t.text("status") != "completed" }) {
		return
	}
	l.Reportf("nx-stale-session", l.root.Pair("tasks").KeySpan, "$.tasks",
		"all tasks are completed and the list is still there, so the next session takes them for its own; "+
			"close the cycle with task_close, which moves them into history.json")
}

// contextSync reports a plan that decides on the design while no task tells the context files of it.
func (l *taskList) contextSync(plan *document.Node) {
	if len(l.all) == 0 {
		return
	}
	dir := strings.TrimSuffix(l.project.Dir("nexus/context"), "/")
	for _, t := range l.all {
		text := t.text("title") + t.text("context") + t.text("approach") + t.text("acceptance")
		if (t.owner == "writer" || t.owner == "lead") && strings.Contains(text, dir) {
			return
		}
	}
	for _, issue := range document.Items(plan.Get("issues")) {
		if decision := document.Text(issue.Get("decision")); designWord().MatchString(decision) {
			l.Reportf("nx-context-sync-task", l.root.Pair("tasks").KeySpan, "$.tasks",
				"issue %s decides on the design (%q), and no task of a writer or of lead updates .nexus/context, "+
					"so later plans go by the old design; add one",
				number(numberOf(issue.Get("id"))), excerpt(decision))
			return
		}
	}
}

func numberOf(n *document.Node) float64 {
	if n == nil {
		return 0
	}
	return n.Num
}

func excerpt(s string) string {
	if runes := []rune(s); len(runes) > 60 {
		return string(runes[:57]) + "…"
	}
	return s
}
