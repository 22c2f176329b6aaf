// Package workflow judges workflows, the prompts behind commands: that they are found under their name, promise an
// end, and go through the helper np-tools for everything that a runtime or a format would otherwise decide.
package workflow

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges artefacts of the kind nubos/workflow.
var Analyzer = &analysis.Analyzer{
	Name:     "workflow",
	Doc:      "hold workflows against the workflow lints and the completeness doctrine",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	tree := model.Of(pass)
	known := vocabulary(set)
	var agents document.Memo[string, []string] // by root
	set.Each([]string{"nubos/workflow"}, func(r *document.Reporter) {
		if r.Doc.Problem != nil || strings.TrimSpace(r.Doc.Content()) == "" {
			return
		}
		j := &workflow{Reporter: r, set: set, known: known}
		if !set.Standalone {
			j.agents = agents.Get(set, r.Doc.Root, func() []string { return model.KnownAgents(tree, r.Doc.Root) })
		}
		j.command()
		if !set.Standalone && tree.HasArtefact(r.Doc.Root, place.Doctrine) {
			j.done()
		}
		j.lines()
		j.tellLater()
		j.metrics()
	})
	set.Each([]string{"nubos/config"}, func(r *document.Reporter) {
		if !set.Standalone {
			headless(r, set, agents.Get(set, r.Doc.Root, func() []string { return model.KnownAgents(tree, r.Doc.Root) }))
		}
	})
	return nil, nil
}

// headless reports names of agents to start without a session that are nearly those of others, or of agents that are
// never started so.
func headless(r *document.Reporter, set *document.Set, known []string) {
	for i, item := range document.Items(r.Doc.Map().Get("spawn").Get("headless").Get("agents")) {
		name := document.Text(item)
		if slices.Contains(set.Vocabulary("nubos", "editors"), name) {
			r.Reportf("headless-editor", item.Span, document.Index("$.spawn.headless.agents", i),
				"%s edits the working tree, and no workflow starts it without a session, so this entry does nothing; remove it", name)
		}
		if near := spell.Suggest(name, known); near != "" && !slices.Contains(known, name) {
			r.Report(document.Finding{Rule: "agent-not-found", Span: item.Span, At: document.Index("$.spawn.headless.agents", i),
				Lesser: true, Fixes: r.Meant(item.Span, name, known), Message: fmt.Sprintf(
					"neither agents/ nor nubos-pilot has an agent %s, so this entry does nothing%s", document.Quote(name), near)})
		}
	}
}

// workflow is one workflow under judgement.
type workflow struct {
	*document.Reporter
	set    *document.Set
	known  *helpers
	agents []string // that there are; empty if nobody can tell
	later  []laterVerb
}

// command holds the command in the frontmatter against the name of the file.
func (j *workflow) command() {
	front := j.Doc.Front
	stem := strings.TrimSuffix(path.Base(j.Doc.Path), ".md")
	want := "np:" + stem
	if front.Absent() {
		// These three come without in nubos-pilot 1.2.4 or older projects.
		if !slices.Contains([]string{"doctor", "help", "state"}, stem) {
			j.Reportf("workflow-command", j.Doc.FirstLine(), "frontmatter",
				"the workflow has no frontmatter, so it is listed without command and description; start the file "+
					"with `command: %s` and a `description` between two lines of `---`", want)
		}
		return
	}
	v := front.Root.Get("command")
	if v == nil || v.Type != document.String || v.Text == want || v.Text == "" {
		return // right, or the contract's business
	}
	j.Fixf("workflow-command", v.Span, "frontmatter.command",
		document.Replace("write "+want, v.Span, v.Requote(want)),
		"`command` is %s, but the file is found as %s by its name; write %s, or rename the file",
		document.Quote(v.Text), want, want)
}

// done holds the workflow against the completeness lint.
func (j *workflow) done() {
	const at = "body.definition_of_done"
	model.Bound(j.Reporter, "Definition of Done", "Per",
		document.Finding{Rule: "workflow:missing-completeness-link", At: at,
			Message: "the definition of done does not name " + place.Doctrine +
				", so nobody can look up the rules that it applies; add a link"},
		document.Finding{Rule: "workflow:missing-definition-of-done", At: at,
			Message: "the workflow has no section `## Definition of Done`, so an agent may stop whenever it likes; say " +
				"which rules of " + place.Doctrine + " hold at its end"})
}
