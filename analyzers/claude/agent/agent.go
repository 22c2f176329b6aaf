// Package agent judges agents by themselves and among each other: whether Claude Code loads them, under which name, and
// what it makes of their keys. What they list as tools is judged elsewhere.
package agent

import (
	"cmp"
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

// Analyzer judges agents.
var Analyzer = &analysis.Analyzer{
	Name:     "claudeagent",
	Doc:      "hold agents against what Claude Code loads",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		t := model.Of(pass)
		t.Each(model.Agents, judge)
		if !t.Standalone {
			t.Each(model.Calls, func(r *model.Reporter) { judgeSpawned(r, "allowed-tools", "disallowed-tools") })
			t.Each(model.Commands, func(r *model.Reporter) { judgeDisused(r, "commands") })
		}
		return nil, nil
	},
}

func judge(r *model.Reporter) {
	isPlugin := r.Doc.Kind == "claude/plugin-agent"
	if isPlugin && !isListed(r) {
		return
	}
	if !r.Standalone && judgeDisused(r, "agents") {
		return
	}
	if len(r.Front().Pairs) == 0 {
		judgeDocument(r, isPlugin)
		return
	}
	judgeName(r, isPlugin)
	judgeDescription(r, isPlugin)
	judgeColor(r)
	if isPlugin {
		judgePluginKeys(r)
	}
	if !r.Standalone {
		judgeTwin(r)
		judgeReferences(r)
	}
}

// judgeDisused reports agents and commands below a directory that is called as if they were not in use, at the first of
// them, and reports whether the file lies in such a directory and does not load.
func judgeDisused(r *model.Reporter, below string) (isOut bool) {
	dir := notation.Disused(r.Doc.Path, below)
	if dir == "" {
		return false
	}
	all := model.DisusedIn(r.Tree, dir)
	if len(all) > 0 && all[0].Path == r.Doc.Path {
		names := make([]string, 0, few)
		for _, one := range all[:min(len(all), few)] {
			names = append(names, one.Name)
		}
		if n := len(all) - few; n > 0 {
			names = append(names, document.Count(n, "other"))
		}
		r.Reportf("cc-part-disused", r.Doc.FirstLine(), "content", "the directory is called %s, and Claude Code loads %s from all directories "+
			"below %s/, so these can be called all the same: %s; move it elsewhere", path.Base(dir), below, below, strings.Join(names, ", "))
	}
	_, loads := slices.BinarySearchFunc(all, r.Doc.Path, func(one model.Disused, file string) int { return cmp.Compare(one.Path, file) })
	return !loads
}

const few = 3

// isListed reports whether a file in a plugin's directory is an agent: all are, unless the manifest lists some.
func isListed(r *model.Reporter) bool {
	p := r.PluginOf(r.Doc.Path)
	return p == nil || p.IsAgent(r.Doc.Path)
}

// judgeDocument reports files without frontmatter among agents.
func judgeDocument(r *model.Reporter, isPlugin bool) {
	stem := strings.TrimSuffix(path.Base(r.Doc.Path), ".md")
	index := notation.IsIndex(r.Doc.Path)
	f := document.Finding{Rule: "cc-agent-document", Span: r.Doc.FirstLine(), At: "content", Least: !isPlugin}
	switch {
	case isPlugin && !index:
		f.Message = fmt.Sprintf("the file has no frontmatter, so Claude Code makes an agent %q of it that no model knows when "+
			"to call: its description is made up; add `name` and `description`, or move the file out of agents/", stem)
	case isPlugin:
		f.Message = fmt.Sprintf("Claude Code makes an agent %q of every Markdown file below a plugin's agents/, "+
			"and this one has no frontmatter: the list of agents gets one that nobody meant; move the file out", stem)
	case notation.IsDocument(r.Doc.Path):
		return
	default:
		also := ""
		if dir, _, _ := notation.CutLast(r.Doc.Path, "agents"); !r.Standalone && model.FirstBare(r.Facts(), dir+"/agents") == r.Doc.Path {
			f.Least, also = false, ", as over all in "+dir+"/agents"
		}
		f.Message = "the file lies among the agents and has no frontmatter, so Claude Code passes over it" + also + "; write " +
			"frontmatter with `name` and `description`, or move it elsewhere"
	}
	r.Report(f)
}

var (
	control = memo.Regexp(`[\s\x00-\x1f]+`)
	// mentioned is what Claude Code takes for a name behind @agent-.
	mentioned = memo.Regexp(`^[\w:.@-]+$`)
	marks     = []string{"description", "tools"}
)

func judgeName(r *model.Reporter, isPlugin bool) {
	front, stem := r.Front(), strings.TrimSuffix(path.Base(r.Doc.Path), ".md")
	name := front.Get("name")
	f := document.Finding{Rule: "cc-agent-name", At: "frontmatter.name"}
	if name == nil || name.Type == document.Null || name.Type == document.String && name.Text == "" {
		marked := slices.ContainsFunc(marks, front.Has) || document.Text(front.Get("model")) != "" // and not {placeholder}
		if isPlugin || !marked || typo(r, "name") != nil {
			return
		}
		f.Span = r.Doc.Front.Open
		if !r.Doc.Named() {
			f.Message = "the agent has no `name`, so Claude Code silently skips the file; add one"
			r.Report(f)
			return
		}
		f.Message = "the agent has no `name`, so Claude Code silently skips the file; add `name: " + stem + "`"
		at := document.Span{Start: r.Doc.Front.Text.Start, End: r.Doc.Front.Text.Start}
		f.Fixes = document.Replace("name it as the file", at, "name: "+stem+"\n")
		if p := front.Pair("name"); p != nil {
			f.Span = p.KeySpan
			if p.Value.Span.Len() == 0 {
				stem = " " + stem
			}
			f.Fixes = document.Replace("name it as the file", p.Value.Span, stem)
		}
		r.Report(f)
		return
	}
	if name.Type != document.String {
		return // cc-frontmatter-type
	}
	f.Span = name.Span
	if r.Doc.Named() {
		f.Fixes = model.Instead("name it as the file", name.Span, name.Requote(stem),
			spell.Surely(strings.ReplaceAll(name.Text, ":", "-"), stem))
	} else {
		stem = "my-agent" // for want of a name
	}
	switch {
	case isPlugin:
		plugin, own, _ := strings.Cut(name.Text, ":")
		if p := r.PluginOf(r.Doc.Path); p == nil || p.Name != plugin || own == "" {
			return
		}
		f.Lesser = true
		f.Message = fmt.Sprintf("Claude Code puts the plugin before the names of its agents, so %q stands twice in that of this one, and "+
			"nobody finds it by %q; write %q", plugin, name.Text, own)
		f.Fixes = document.Replace("write "+own, name.Span, name.Requote(own))
	case notation.Refused(name.Text):
		f.Message = fmt.Sprintf("Claude Code does not load an agent named %s: a name must not start with a hyphen, hold a "+
			"colon or have more than 256 characters; write %q", document.Quote(name.Text), stem)
	case control().MatchString(name.Text):
		f.Lesser = true
		hyphened, also := cmp.Or(strings.Trim(control().ReplaceAllString(name.Text, "-"), "-"), stem), ""
		if !mentioned().MatchString(hyphened) && mentioned().MatchString(stem) {
			hyphened, also = stem, " or at what is no letter from A to Z, digit or one of `_.-`"
		}
		f.Message = fmt.Sprintf("the name %s has a space in it, and `@agent-…` ends at the first%s, so such a mention "+
			"does not reach the agent; write %q", document.Quote(name.Text), also, hyphened)
		f.Fixes = document.Guess("write "+hyphened, name.Span, name.Requote(hyphened)) // texts may call it by the other name
	default:
		return
	}
	r.Report(f)
}

// typo returns the pair whose key is near a key that is missing, which is then the one fault.
func typo(r *model.Reporter, key string) *document.Pair {
	for i, p := range r.Front().Pairs {
		if !slices.Contains(r.Keys(r.Doc.Kind), p.Key) && spell.Close(p.Key, r.Keys(r.Doc.Kind)) == key {
			return &r.Front().Pairs[i]
		}
	}
	return nil
}

func judgeDescription(r *model.Reporter, isPlugin bool) {
	front := r.Front()
	if d := front.Get("description"); d != nil && (d.Type != document.String && d.Type != document.Null ||
		strings.TrimSpace(d.Text) != "") {
		return
	}
	if !isPlugin && document.Text(front.Get("name")) == "" || typo(r, "description") != nil || front.Has("whenToUse") {
		return // it is passed over anyway, or the misspelt key is the fault
	}
	f := document.Finding{Rule: "cc-agent-description", Span: r.Doc.Front.Open, At: "frontmatter.description",
		Lesser: isPlugin}
	if p := front.Pair("description"); p != nil {
		f.Span = p.KeySpan
	}
	f.Message = "the agent has no `description`, so Claude Code does not load it and says so in the debug log alone; " +
		"write when it is to be used"
	if isPlugin {
		if front.Has("when_to_use") || front.Has("when-to-use") {
			return
		}
		f.Message = "the agent has no `description`, so Claude Code makes one up and the model cannot tell when to use it; " +
			"write when it is to be used"
	}
	r.Report(f)
}

func judgeColor(r *model.Reporter) {
	known := []string{"red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan"}
	c := r.Front().Get("color")
	if c == nil || c.Type == document.Null || slices.Contains(known, document.Text(c)) {
		return
	}
	f := document.Finding{
		Rule: "cc-agent-value", Span: c.Span, At: "frontmatter.color", Lesser: true,
		Message: fmt.Sprintf("%s knows no colour %s and shows the agent in the default; write %s", r.Program(),
			document.Show(c), document.OneOf(known)),
	}
	near := spell.Close(c.Text, known)
	if lower := strings.ToLower(document.Text(c)); slices.Contains(known, lower) {
		near = lower
		f.Message = r.Program() + " knows colours in lower case alone, and shows the agent in the default; write its name so"
	}
	if near != "" {
		f.Fixes = model.Mend(c.Span, c.Text, near, c.Requote(near))
	}
	r.Report(f)
}

func judgePluginKeys(r *model.Reporter) {
	front := r.Front()
	for _, key := range r.List("plugin_ignored") {
		if p := front.Pair(key); p != nil && p.Value.Type != document.Null {
			r.Reportf("cc-agent-plugin-key", p.KeySpan, "frontmatter."+key, "Claude Code ignores `%s` in agents of plugins, "+
				"so it changes nothing here; remove it, or have users copy the agent into .claude/agents", key)
		}
	}
	if iso := front.Get("isolation"); document.Text(iso) == "remote" {
		r.Reportf("cc-agent-plugin-key", iso.Span, "frontmatter.isolation",
			"in agents of plugins `isolation` takes `worktree` alone, so `remote` is ignored")
	}
}
