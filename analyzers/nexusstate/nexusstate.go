// Package nexusstate judges what stands in the state of nexus projects beyond its shape: plans and tasks, the history, trackers, records of
// memory access and extensions, each by itself and against the others.
package nexusstate

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// Analyzer judges the state files of nexus projects.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusstate",
	Doc:      "hold plans, tasks, history and trackers of nexus projects against themselves and each other",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

var judges = map[string]func(*judge){
	"nexus/plan-state":    (*judge).plan,
	"nexus/tasks-state":   (*judge).tasks,
	"nexus/history":       (*judge).history,
	"nexus/agent-tracker": (*judge).tracker,
	"nexus/memory-access": (*judge).memoryAccess,
	"nexus/extension":     (*judge).extension,
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	histories := map[string]func() []byte{} // by root
	for _, root := range tree.NexusStates() {
		history := committedHistory(tree, root)
		histories[root] = history
		set.Ahead(func() { history() })
	}
	for kind, call := range judges {
		set.Each(pass, []string{kind}, func(r *document.Reporter) {
			// Of JSON lines those that can be read are judged.
			if r.Doc.Problem == nil && r.Doc.Data != nil && (r.Doc.Data.Root != nil || r.Doc.Data.Lines != nil) {
				call(&judge{Reporter: r, tree: tree, nexus: tree.Nexus(r.Doc.Root), root: r.Doc.Data.Root, committed: histories[r.Doc.Root]})
			}
		})
	}
	set.Each(pass, nil, func(r *document.Reporter) {
		if strings.HasPrefix(r.Doc.Kind, "nexus/") && tree.FirstBelow(project.Join(r.Doc.Root, ".nexus")) == r.Doc.Path {
			historyDeleted(r, tree, histories[r.Doc.Root])
		}
	})
	return nil, nil
}

// judge judges one state file.
type judge struct {
	*document.Reporter
	tree  *project.Tree
	nexus *project.Nexus
	root  *document.Node // nil for JSON lines

	committed func() []byte // the history that the last commit has, or nil
}

// beside returns what a JSON file of the same project holds, or nil.
func (j *judge) beside(below string) *document.Node {
	d := j.tree.Lookup(project.Join(j.Doc.Root, below))
	if d == nil || d.Data == nil || d.Data.Root == nil || d.Data.Root.Type != document.Map {
		return nil
	}
	return d.Data.Root
}

// categories returns the category of each agent by id: of those of the project, or else of those that nexus-core comes with.
func (j *judge) categories() map[string]string {
	categories := map[string]string{}
	for i := range j.nexus.Agents {
		if m := &j.nexus.Agents[i]; m.ID() != "" {
			categories[m.ID()] = project.Text(m.Meta.Get("category"))
		}
	}
	if len(categories) == 0 {
		extra, _ := j.tree.Option("nx-owner-unknown", "extra").([]string)
		for _, agent := range append(j.tree.Vocabulary("nexus", "agents"), extra...) {
			id, category, _ := strings.Cut(agent, "=")
			categories[id] = category
		}
	}
	return categories
}

// items returns the maps in a list, and nil for everything else.
func items(n *document.Node) []*document.Node {
	if n == nil || n.Type != document.List {
		return nil
	}
	return n.Items
}

// index addresses the i-th item of a list.
func index(at string, i int) string { return at + "[" + strconv.Itoa(i) + "]" }

// number writes a number as a person would.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// shown names a value in a message.
func shown(n *document.Node) string {
	switch n.Type {
	case document.String:
		return strconv.Quote(n.Text)
	case document.Null:
		return "null"
	case document.List:
		return "a list"
	case document.Map:
		return "an object"
	}
	return n.Text
}

// ids reports ids that are there twice in a list, and returns the items by id.
func (j *judge) ids(list *document.Node, at, rule, what string) map[float64]*document.Node {
	byID := map[float64]*document.Node{}
	for i, item := range items(list) {
		id := item.Get("id")
		if id == nil || id.Type != document.Number {
			continue
		}
		if other := byID[id.Num]; other != nil {
			j.Report(document.Finding{Rule: rule, Span: id.Span, At: index(at, i) + ".id",
				Message: fmt.Sprintf("the id %s stands here again, so whoever names %s %s gets one of the two by chance; give this one the next free id", id.Text, what, id.Text),
				Related: []document.Related{{Span: other.Get("id").Span, Message: "it is here first"}}})
			continue
		}
		byID[id.Num] = item
	}
	return byID
}

// status reports a status that is none of those allowed, and knows words that people write instead.
func (j *judge) status(n *document.Node, at, rule, vocabulary string, allowed []string, hint string) {
	if n == nil {
		return // the contract says it
	}
	if n.Type == document.String {
		for _, word := range allowed {
			if n.Text == word {
				return
			}
		}
	} else {
		return // the contract says that it must be a text
	}
	f := document.Finding{Rule: rule, Span: n.Span, At: at,
		Message: fmt.Sprintf("`status` is %q; it must be %s or %s, and tools count no other%s", n.Text, strings.Join(allowed[:len(allowed)-1], ", "), allowed[len(allowed)-1], hint)}
	word := strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(n.Text))
	meant := rules.Nearest(word, allowed)
	for _, pair := range append(j.tree.Vocabulary("nexus", vocabulary), allowed...) {
		synonym, status, ok := strings.Cut(pair, "=")
		if synonym == word {
			if meant = status; !ok {
				meant = synonym
			}
		}
	}
	if meant != "" {
		f.Message += "; did you mean " + meant + "?"
		f.Fixes = document.Replace("write "+meant, n.Span, strconv.Quote(meant))
	}
	j.Report(f)
}
