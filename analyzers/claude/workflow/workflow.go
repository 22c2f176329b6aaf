// Package workflow judges the scripts that orchestrate agents: what their first statement says, and which agents
// they start.
package workflow

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges workflows.
var Analyzer = &analysis.Analyzer{
	Name:     "claudeworkflow",
	Doc:      "find workflows that are passed over, and agents that they start in vain",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		t := model.Of(pass)
		t.Each([]string{"claude/workflow", "claude/plugin-workflow"}, judge)
		return nil, nil
	},
}

func judge(r *model.Reporter) {
	text := r.Doc.Content()
	m := notation.ReadMeta(text)
	switch {
	case m.IsBlank:
		return
	case m.Wrong != "":
		r.Reportf("cc-workflow-meta", document.Span{Start: m.From, End: min(m.To, len(text))}, "content",
			"%s, so Claude Code passes over the workflow and does not say so; start with `export const meta = { name: \"…\", "+
				"description: \"…\" }`, all of it written out", m.Wrong)
	case !r.Standalone && m.Name != "":
		if twin := document.Shared[named](r.Set).twin(r, m.Name); twin != "" {
			r.Lesserf("cc-workflow-meta", document.Span{Start: m.NameAt, End: m.NameAt + len(m.Name)}, "content",
				"%s has the name %q as well, and Claude Code keeps one of the two; rename one", twin, m.Name)
		}
	}
	if m := imports().FindStringSubmatchIndex(text); m != nil {
		from, to := max(m[2], m[4]), max(m[3], m[5])
		r.Lesserf("cc-workflow-meta", document.Span{Start: from, End: to}, "content", "workflows have no modules, and Claude Code does not "+
			"start one with `import`; leave what needs a module to an agent")
	}
	if !r.Standalone {
		judgeAgents(r, text)
	}
}

// imports finds what loads a module, at the start of a line or behind an assignment.
var imports = memo.Regexp(`(?m)^(?:[ \t]*(?:(?:const|let|var)[ \t][^\n'"\x60/]*=[ \t]*)?(?:await[ \t]+)?(import\()[ \t]*['"\x60]|` +
	`(import)[ \t][^\n'"\x60]*\bfrom[ \t]*['"])`)

// named is the workflows of directories by their names.
type named struct {
	files document.Memo[string, map[string]string]
}

// twin returns another workflow of the directory that has a name: the first, or "".
func (n *named) twin(r *model.Reporter, name string) string {
	dir := path.Dir(r.Doc.Path)
	first := n.files.Get(r.Set, dir, func() map[string]string {
		files := map[string]string{}
		for _, in := range r.Inputs(dir + "/") {
			if in.Kind == r.Doc.Kind && path.Dir(in.Path) == dir {
				if name := r.Shown(in.Path); files[name] == "" {
					files[name] = in.Path
				}
			}
		}
		return files
	})[name]
	if first == r.Doc.Path {
		return ""
	}
	return first
}

// typed finds the type of an agent that a script starts.
var typed = memo.Regexp("\\bagentType[\"']?\\s*:\\s*[\"'`]([A-Za-z][\\w.:-]*)[\"'`]")

// judgeAgents reports types of agents that there are not. Unlike the tool Agent, a workflow compares them as they are.
func judgeAgents(r *model.Reporter, text string) {
	const most = 200 // that are looked for
	told := map[string]bool{}
	for _, m := range typed().FindAllStringSubmatchIndex(text, most) {
		name := text[m[2]:m[3]]
		line := text[strings.LastIndexByte(text[:m[2]], '\n')+1 : m[2]]
		if trimmed := strings.TrimSpace(line); told[name] || strings.Contains(line, "//") || strings.HasPrefix(trimmed, "*") {
			continue
		}
		told[name] = true
		f := document.Finding{Rule: "cc-workflow-agent", Span: document.Span{Start: m[2], End: m[3]}, At: "content"}
		full := r.Facts().Scoped(name)
		switch {
		case full != "" && !slices.Contains(r.List("agents"), name):
			f.Message = fmt.Sprintf("agents of plugins have the name of theirs before their own, so there is no agent %q, and "+
				"the workflow stops here; write %s", name, full)
			f.Fixes = document.Guess("write "+full, f.Span, full)
		case r.AgentKnown(name):
			continue
		default:
			near, hint := model.NearAgent(r.Facts(), name)
			f.Least = near == "" && r.Facts().Foreign
			f.Message = fmt.Sprintf("there is no agent %q in this repository, and none is built in, so the workflow stops "+
				"here%s", name, hint)
			if near != "" && spell.Only(name, r.Facts().AgentNames) == near {
				f.Fixes = document.Replace("write "+near, f.Span, near)
				f.Fixes[0].Unsafe = !spell.Surely(name, near)
			}
		}
		r.Report(f)
	}
}
