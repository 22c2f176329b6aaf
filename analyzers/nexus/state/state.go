// Package state judges what stands in the state of nexus projects beyond its shape: plans and tasks, the history,
// trackers, records of memory access and extensions, each by itself and against the others.
package state

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges the state files of nexus projects.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusstate",
	Doc:      "hold plans, tasks, history and trackers of nexus projects against themselves and each other",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

var judges = map[string]func(*stateFile){
	"nexus/plan-state":  func(s *stateFile) { (&planFile{s}).plan() },
	"nexus/tasks-state": (*stateFile).tasks,
	"nexus/history":     func(s *stateFile) { (&historyFile{s}).history() },
}

// olderJudges are for files that no program of the newest edition knows.
var olderJudges = map[string]func(*stateFile){
	"nexus/agent-tracker": func(s *stateFile) { (&recordFile{s}).tracker() },
	"nexus/memory-access": func(s *stateFile) { (&recordFile{s}).memoryAccess() },
	"nexus/extension":     func(s *stateFile) { (&extensionFile{s}).extension() },
}

func run(pass *analysis.Pass) (any, error) {
	projects := model.Of(pass)
	histories := committedHistories(projects) // by root
	shapes := sync.OnceValue(func() map[string]*schema.Schema { return cycleShapes(projects.Set) })
	projects.Each(slices.Sorted(maps.Keys(judges)), func(r *document.Reporter, p *model.Project) {
		if root := r.Doc.Map(); root != nil {
			judges[r.Doc.Kind](&stateFile{Reporter: r, project: p, root: root, committed: histories[p.Root],
				shapes: shapes})
		}
	})
	projects.Each(slices.Sorted(maps.Keys(olderJudges)), func(r *document.Reporter, p *model.Project) {
		if r.Doc.Data != nil && !p.IsNewest() {
			olderJudges[r.Doc.Kind](&stateFile{Reporter: r, project: p, root: r.Doc.Data.Root})
		}
	})
	projects.Each(nil, func(r *document.Reporter, p *model.Project) {
		if p.FirstBelow(document.Join(p.Root, p.Dir("nexus/entry"))) == r.Doc.Path {
			historyDeleted(r, p, histories[p.Root])
		}
	})
	return nil, nil
}

// stateFile judges one state file.
type stateFile struct {
	*document.Reporter
	project *model.Project
	root    *document.Node // nil for JSON lines, and where an extension or a tracker could not be read
	known   *agents        // nil before they are asked for

	committed func() ([]byte, error)           // returns the history that the last commit has, or nil
	shapes    func() map[string]*schema.Schema // of cycles; see cycleShapes
	kept      *[]document.Finding              // takes the findings, if there is one, in place of the driver
}

// Report hands over a finding, or keeps it.
func (s *stateFile) Report(f document.Finding) {
	if s.kept == nil {
		s.Reporter.Report(f)
		return
	}
	*s.kept = append(*s.kept, f)
}

// Reportf is Report for a finding without fixes.
func (s *stateFile) Reportf(rule string, span document.Span, at, format string, args ...any) {
	s.Report(document.Finding{Rule: rule, Span: span, At: at, Message: fmt.Sprintf(format, args...)})
}

// agents are those of the project, or else those that nexus-core comes with.
type agents struct {
	categories map[string]string // of each, by id
	ids        []string          // sorted
}

func (s *stateFile) agents() *agents {
	if s.known != nil {
		return s.known
	}
	categories := map[string]string{}
	for _, m := range s.project.Agents.All {
		if m.ID() != "" {
			categories[m.ID()] = document.Text(m.Meta.Get("category"))
		}
	}
	if len(categories) == 0 {
		for _, agent := range s.project.WordList("agents", "nx-owner-unknown") {
			id, category, _ := strings.Cut(agent, "=")
			categories[id] = category
		}
	}
	s.known = &agents{categories, slices.Sorted(maps.Keys(categories))}
	return s.known
}

// near returns the end of a message about a word that is the id of no agent: the id that was probably meant.
func (a *agents) near(word string) string {
	if near := spell.Nearest(word, a.ids); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}

// isNumber reports whether there is a value and it is a number. All else is reported by the contract.
func isNumber(n *document.Node) bool { return n != nil && n.Type == document.Number }

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

// ids reports ids that are there twice in a list.
func (s *stateFile) ids(list *document.Node, at, rule, what string) {
	byID := map[float64]*document.Node{}
	for i, item := range document.Items(list) {
		id := item.Get("id")
		if !isNumber(id) {
			continue
		}
		if other := byID[id.Num]; other != nil {
			const message = "the id %s stands here again, so whoever names %s %s gets one of the two by chance; " +
				"give this one the next free id"
			s.Report(document.Finding{Rule: rule, Span: id.Span, At: document.Index(at, i) + ".id",
				Message: fmt.Sprintf(message, id.Text, what, id.Text),
				Related: []document.Related{{Span: other.Span, Message: "it is here first"}}})
			continue
		}
		byID[id.Num] = id
	}
}

// misspelt reports keys that are nearly one of those that the tools know and do not find: they pass over all others.
// What is missing of the first keys is reported by the contract.
func (s *stateFile) misspelt(n *document.Node, at, rule string, required []string, optional ...string) {
	if !s.project.IsNewest() {
		return // nothing else is allowed there
	}
	model.Misspelt(n, required, optional, func(p *document.Pair, near string) {
		s.Report(document.Finding{Rule: rule, Span: p.KeySpan, At: at + "." + p.Key,
			Message: fmt.Sprintf("the tools know no key `%s` and pass over it; did you mean `%s`?", p.Key, near),
			Fixes:   document.Replace("write "+near, p.KeySpan, strconv.Quote(near))})
	})
}

// status reports a status that is none of those allowed, and knows words that people write instead.
func (s *stateFile) status(n *document.Node, at, rule, synonyms string, allowed []string, hint string) {
	if n == nil || n.Type != document.String || slices.Contains(allowed, n.Text) {
		return // the contract says that it must be there and a text
	}
	f := document.Finding{Rule: rule, Span: n.Span, At: at,
		Message: fmt.Sprintf("`status` is %q; it must be %s, and tools count no other%s",
			n.Text, document.OneOf(allowed), hint)}
	word := strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(n.Text))
	meant := spell.Nearest(word, allowed)
	if slices.Contains(allowed, word) {
		meant = word
	}
	for _, pair := range s.project.WordList(synonyms) {
		if synonym, status, _ := strings.Cut(pair, "="); synonym == word {
			meant = status
		}
	}
	if meant != "" {
		f.Message += "; did you mean " + meant + "?"
		f.Fixes = document.Replace("write "+meant, n.Span, strconv.Quote(meant))
	}
	s.Report(f)
}
