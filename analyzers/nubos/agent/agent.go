// Package agent judges agent definitions: the gates that the loader of nubos-pilot applies one by one, all of them at
// once, and what no gate looks at.
package agent

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// Analyzer judges artefacts of the kind nubos/agent and the doctrine that they cite.
var Analyzer = &analysis.Analyzer{
	Name:     "agent",
	Doc:      "hold agent definitions against the loader's gates and the completeness doctrine",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set, tree := document.Of(pass), model.Of(pass)
	set.Each([]string{"nubos/agent"}, func(r *document.Reporter) {
		if r.Doc.Problem != nil || r.Doc.Front.Fault != nil && r.Doc.Front.Fault.Rule == "no-content" {
			return
		}
		if r.Doc.Front.Fault == nil {
			g := gates{Reporter: r, set: set, schema: contract.BodyOf(set, r.Doc.Kind).Frontmatter,
				stem: strings.TrimSuffix(path.Base(r.Doc.Path), ".md")}
			g.all()
		}
		judgeMandate(r, tree)
	})
	set.Each([]string{"nubos/doctrine"}, judgeDoctrine)
	return nil, nil
}

// gates judges the frontmatter of one agent.
type gates struct {
	*document.Reporter
	set    *document.Set
	schema *rules.Schema
	stem   string // the file name without .md, which the loader looks agents up by
}

func (g *gates) all() {
	g.required()
	g.description()
	g.forbidden()
	g.tier()
	g.name()
	g.module()
	g.tools()
}

// value returns the pair of a key if the loader finds a value there, and nil if it takes the value for missing: null,
// an empty text, 0 or false.
func (g *gates) value(key string) *document.Pair {
	p := g.Doc.Front.Root.Pair(key)
	if p == nil {
		return nil
	}
	switch v := p.Value; {
	case v.Type == document.Null,
		v.Type == document.String && v.Text == "",
		v.Type == document.Number && v.Num == 0,
		v.Type == document.Bool && !v.True:
		return nil
	}
	return p
}

func (g *gates) report(rule, key string, span document.Span, fixes []document.Fix, format string, args ...any) {
	g.Fixf(rule, span, "frontmatter."+key, fixes, format, args...)
}

// required is gate A1.
func (g *gates) required() {
	for _, key := range g.schema.Required {
		if p := g.Doc.Front.Root.Pair(key); p == nil {
			g.missing(key)
		} else if g.value(key) == nil {
			g.report("agent-invalid-frontmatter", key, p.Place(), nil,
				"`%s` is %s, which the loader takes for missing, so the agent never loads; write a value",
				key, document.Show(p.Value))
		}
	}
}

// missing reports a required key that is not there, and the key that is probably a misspelling of it.
func (g *gates) missing(key string) {
	for _, other := range g.Doc.Front.Root.Pairs {
		if !slices.Contains(g.schema.Properties, other.Key) && g.schema.Forbidden[other.Key] == "" &&
			spell.Nearest(other.Key, []string{key}) != "" {
			g.report("agent-invalid-frontmatter", key, other.KeySpan,
				document.Replace(fmt.Sprintf("rename `%s` to `%s`", other.Key, key), other.KeySpan, key),
				"the key `%s` is missing, so the agent never loads; is `%s` a misspelling of it?", key, other.Key)
			return
		}
	}
	g.report("agent-invalid-frontmatter", key, g.Doc.Front.Open, nil,
		"the key `%s` is missing, so the agent never loads; add it", key)
}

// description judges what no gate looks at: lists of agents show the description as a text on one line.
func (g *gates) description() {
	if p := g.value("description"); p != nil &&
		(p.Value.Type != document.String || strings.TrimSpace(p.Value.Text) == "") {
		g.report("agent-description", "description", p.Value.Span, nil,
			"`description` is %s, where a sentence is expected: whoever picks an agent by it learns nothing; write one",
			document.Show(p.Value))
	}
}

// forbidden is gate A2.
func (g *gates) forbidden() {
	for _, p := range g.Doc.Front.Root.Pairs {
		why, ok := g.schema.Forbidden[p.Key]
		if !ok {
			continue
		}
		fixes := document.Replace("remove `"+p.Key+"`", p.Line, "")
		if p.Key != "hooks" && g.value("tier") == nil {
			fixes = nil // it is the only hint of the tier that was meant
		}
		g.report("agent-forbidden-field", p.Key, p.KeySpan, fixes,
			"the key `%s` is forbidden, even without a value, so the agent never loads: %s", p.Key, why)
	}
}

// tier is gate A3, and beyond it the tiers that the documents lock.
func (g *gates) tier() {
	p := g.value("tier")
	if p == nil {
		return
	}
	allowed := g.set.Vocabulary("nubos", "tier")
	if p.Value.Type != document.String || !slices.Contains(allowed, p.Value.Text) {
		var fixes []document.Fix
		written, hint := strings.Trim(p.Value.Text, " "), ""
		if p.Value.Type == document.List && len(p.Value.Items) == 1 {
			written = p.Value.Items[0].Text
		}
		near := written
		if !slices.Contains(allowed, written) {
			near = spell.Nearest(written, allowed)
		}
		if near != "" {
			hint = "; did you mean " + near + "?"
			if strings.EqualFold(near, written) {
				fixes = document.Replace("write "+near, p.Value.Span, near)
			}
		}
		g.report("agent-invalid-tier", "tier", p.Value.Span, fixes,
			"`tier` is %s, so the agent never loads; it must be %s%s", document.Show(p.Value), document.OneOf(allowed), hint)
		return
	}
	for _, locked := range g.set.Vocabulary("nubos", "locked_tiers") {
		role, tier, _ := strings.Cut(locked, "=")
		if strings.TrimPrefix(g.stem, "np-") == role && p.Value.Text != tier {
			g.report("agent-locked-tier", "tier", p.Value.Span, document.Replace("write "+tier, p.Value.Span, tier),
				"`tier` is %s, but the agent schema locks the %s to %s, because its work needs no other; write %s",
				p.Value.Text, role, tier, tier)
		}
	}
}

var agentName = memo.Regexp(`^[a-zA-Z0-9_-]+$`)

// name is gates A4 and A6.
func (g *gates) name() {
	p := g.value("name")
	if p == nil {
		return
	}
	v := p.Value
	if v.Type != document.String || v.Text != g.stem && g.Doc.Named() {
		message := fmt.Sprintf("`name` is %s, but the file name says %q, so the agent never loads; both must be equal",
			document.Show(v), g.stem)
		if v.Type == document.Number && v.Text == g.stem {
			message = fmt.Sprintf("`name` is the number %s, and a number never equals the file name %q, so the agent "+
				"never loads; write it in quotes", v.Text, g.stem)
		}
		var fixes []document.Fix
		if agentName().MatchString(g.stem) {
			text := g.stem
			if strings.Trim(text, "0123456789-") == "" || text == "true" || text == "false" || text == "null" {
				text = `"` + text + `"`
			}
			fixes = document.Replace("write "+text, v.Span, text)
		}
		g.report("agent-invalid-frontmatter", "name", v.Span, fixes, "%s", message)
	}
	if v.Type == document.String && !agentName().MatchString(v.Text) {
		g.report("agent-invalid-name", "name", v.Span, nil,
			"`name` is %s; only letters, digits, `_` and `-` may stand in it, or no command can address the agent",
			document.Show(v))
	}
}

// module is gate A5, and beyond it which agents must and must not be modules.
func (g *gates) module() {
	p := g.Doc.Front.Root.Pair("module")
	isModule := p != nil && p.Value.Type == document.Bool && p.Value.True
	if p != nil && !isModule {
		fixes := document.Replace("remove `module`", p.Line, "")
		what := "remove the key, or write `module: true`"
		if strings.EqualFold(p.Value.Text, "true") || strings.EqualFold(p.Value.Text, "yes") {
			fixes, what = document.Replace("write true", p.Value.Span, "true"), "write `module: true`"
		}
		g.report("agent-invalid-frontmatter", "module", p.Place(), fixes,
			"`module` is %s, and the loader refuses everything but true without quotes, so the agent never loads; %s",
			document.Show(p.Value), what)
		return
	}
	switch {
	case !isModule && slices.Contains(g.set.Vocabulary("nubos", "modules"), g.stem):
		at, edit := g.Doc.Front.Open, document.Span{Start: g.Doc.Front.Text.End, End: g.Doc.Front.Text.End}
		g.report("agent-module", "module", at,
			document.Replace("add `module: true`", edit, "module: true\n"),
			"%s is a critic that np-critic loads as a module, and without `module: true` that fails; add the key", g.stem)
	case isModule && slices.Contains(g.set.Vocabulary("nubos", "spawned"), g.stem):
		g.report("agent-module", "module", p.Value.Span, document.Replace("remove `module`", p.Line, ""),
			"%s is spawned by name, and a module cannot be spawned; remove the key", g.stem)
	}
}
