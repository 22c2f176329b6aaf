// Package key judges keys and lists of tools in the frontmatter of agents, skills and commands: keys that Claude Code
// passes over though they look like its own, models that it cannot have, and tools that there are not.
package key

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges keys, models and tools.
var Analyzer = &analysis.Analyzer{
	Name:     "claudekey",
	Doc:      "find keys, models and tools that Claude Code passes over",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		t := model.Of(pass)
		t.Each(model.Prompts, judge)
		t.Each([]string{"claude/rule"}, judgeRule)
		t.Each([]string{"claude/rule", "claude/skill", "claude/command"}, judgePaths)
		t.Each([]string{"claude/settings"}, func(r *model.Reporter) { judgeModel(r, r.Doc.Map().Get("model"), "$.model") })
		t.Each(slices.Concat(model.Prompts, []string{"claude/settings", "claude/hooks", "claude/plugin"}), judgeHooks)
		t.Each([]string{"claude/output-style", "claude/plugin-style"}, judgeStyle)
		t.Each(slices.Concat(model.Prompts, []string{"claude/rule", "claude/output-style", "claude/plugin-style"}), judgeText)
		return nil, nil
	},
}

func judge(r *model.Reporter) {
	isAgent := slices.Contains(model.Agents, r.Doc.Kind)
	list, denied := "allowed-tools", "disallowed-tools"
	if isAgent {
		list, denied = "tools", "disallowedTools"
	}
	judgeKeys(r, isAgent, list)
	if r.IsForeign() {
		return
	}
	judgeModel(r, r.Front().Get("model"), "frontmatter.model")
	judgeWords(r, isAgent)
	judgeTools(r, isAgent, list)
	judgeTools(r, isAgent, denied)
	if isAgent {
		judgeEmpty(r)
		judgeContradiction(r)
		judgeWithheld(r)
		judgeLacking(r)
	}
}

// others are keys of the other sort of file that are written for the list of tools, as plain returns them.
var others = map[bool][]string{true: {"allowedtools"}, false: {"tools", "allowedtools"}}

// plain returns a key without what people write in different ways.
func plain(key string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(key))
}

// six are the keys that the Agent Skills specification knows.
var six = []string{"name", "description", "license", "compatibility", "metadata", "allowed-tools"}

var (
	// scalar are keys whose value is one text: a list below a key near to one is another program's.
	scalar = []string{"agent", "context", "description", "effort", "isolation", "memory", "model", "name", "shell"}
	// labels are keys that say something to people and nothing to the program.
	labels = []string{"author", "created_by", "homepage", "improved_by", "keywords", "license", "repository", "version"}
)

func judgeKeys(r *model.Reporter, isAgent bool, list string) {
	j := &keyJudge{Reporter: r, isAgent: isAgent, list: list, known: r.Keys(r.Doc.Kind)}
	rule := "cc-skill-key"
	if isAgent {
		rule = "cc-agent-key"
	}
	j.absent = slices.DeleteFunc(slices.Clone(j.known), r.Front().Has)
	strict := !isAgent && r.Options.Word(rule, "spec") == "agentskills" && slices.Contains(model.Skills, r.Doc.Kind)
	for _, p := range r.Front().Pairs {
		var f document.Finding
		switch {
		case strict && !slices.Contains(six, p.Key):
			f.Message = fmt.Sprintf("the Agent Skills specification knows no key `%s`, and skills-ref refuses the skill; "+
				"put it below `metadata`", p.Key)
		case slices.Contains(j.known, p.Key) || r.IsForeign():
		default:
			f = j.unknown(p)
		}
		if f.Message != "" {
			f.Rule, f.Span, f.At = rule, p.KeySpan, "frontmatter."+p.Key
			r.Report(f)
		}
	}
}

// keyJudge judges the keys of one file. Each of its methods returns a finding without a message where a key may stay.
type keyJudge struct {
	*model.Reporter
	isAgent bool
	list    string   // the key of the tools
	known   []string // keys
	absent  []string // of these, those that the file does not have
}

// unknown judges a key that Claude Code does not know in such a file.
func (j *keyJudge) unknown(p document.Pair) document.Finding {
	front := j.Front()
	switch {
	case slices.Contains(others[j.isAgent], plain(p.Key)) && !front.Has(j.list):
		return j.tools(p)
	case j.isAgent && p.Key == "whenToUse":
		return j.whenToUse(p)
	case !j.isAgent && p.Key == "disallowedTools":
		return document.Finding{Lesser: true, Fixes: rename(j.Reporter, p, "disallowed-tools"),
			Message: "`disallowedTools` is a key of agents, so Claude Code ignores it here; write `disallowed-tools`"}
	case j.isAgent && plain(p.Key) == "readonly" && notation.IsTruth(p.Value, true) &&
		!slices.ContainsFunc([]string{j.list, "disallowedTools", "permissionMode"}, front.Has):
		return document.Finding{Lesser: true, Message: fmt.Sprintf("`%s` is a key of Cursor, so Claude Code ignores it and the agent "+
			"may change files; write `disallowedTools: Edit, Write`, say", p.Key)}
	}
	near := spell.Close(p.Key, j.absent)
	if near == "" || p.Key == "mode" || isList(p.Value) && slices.Contains(scalar, near) {
		return document.Finding{}
	}
	return j.misspelt(p, near)
}

// tools judges a list of tools below the key of another sort of file.
func (j *keyJudge) tools(p document.Pair) document.Finding {
	if !slices.ContainsFunc(notation.Tools(j.Doc, p.Value), func(t notation.Tool) bool { return j.Known(t.Name) }) {
		return document.Finding{} // products, or tools of another program
	}
	f := document.Finding{Lesser: !j.isAgent, Fixes: rename(j.Reporter, p, j.list)}
	// Who lists the tools of a skill need not mean that they are used without asking.
	f.Fixes[0].Unsafe = !j.isAgent && !spell.Same(p.Key, j.list)
	f.Message = fmt.Sprintf("`%s` is no key here, so Claude Code ignores it and asks for each tool as usual; write `%s`", p.Key, j.list)
	if j.isAgent {
		f.Message = fmt.Sprintf("`%s` is a key of skills and commands: in an agent Claude Code ignores it, and **every tool is "+
			"allowed**; write `%s`", p.Key, j.list)
	}
	return f
}

// whenToUse judges a key that agents have in settings and on the command line.
func (j *keyJudge) whenToUse(p document.Pair) document.Finding {
	const ignored = "`whenToUse` is no key of agent files, so "
	switch {
	case j.Front().Has("description"):
		return document.Finding{Lesser: true, Message: ignored + "Claude Code ignores it; say it in `description`"}
	case j.Doc.Kind == "claude/plugin-agent":
		return document.Finding{Lesser: true, Fixes: rename(j.Reporter, p, "description"),
			Message: ignored + "the agent has no description; write `description`"}
	}
	return document.Finding{Fixes: rename(j.Reporter, p, "description"),
		Message: ignored + "the agent has no description and is not loaded; write `description`"}
}

// misspelt tells of a key that is near to one that Claude Code knows.
func (j *keyJudge) misspelt(p document.Pair, near string) document.Finding {
	f := document.Finding{Lesser: true, Least: slices.Contains(labels, near), Fixes: rename(j.Reporter, p, near),
		Message: fmt.Sprintf("%s knows no key `%s` here and ignores it; did you mean `%s`?", j.Program(), p.Key, near)}
	if j.Doc.Kind == "claude/agent" && (near == "name" || near == "description") {
		f.Lesser = false
		f.Message = fmt.Sprintf("Claude Code knows no key `%s`, so the agent has no %s and is not loaded; did you mean `%s`?",
			p.Key, near, near)
	}
	isMap := func(n *document.Node) bool { return n.Type == document.Map }
	if len(f.Fixes) > 0 && (isMap(p.Value) || slices.ContainsFunc(p.Value.Items, isMap)) {
		f.Fixes[0].Unsafe = true // what is in it may be of another program
	}
	return f
}

// isList reports whether a value is a list, or one that is no YAML and that Claude Code reads as a text.
func isList(n *document.Node) bool {
	return n.Type == document.List || strings.HasPrefix(document.Text(n), "[")
}

// judgeStyle reports keys of output styles that are near those that Claude Code reads.
func judgeStyle(r *model.Reporter) {
	judgeWords(r, false)
	known := []string{"name", "description", "keep-coding-instructions", "force-for-plugin"}
	for _, p := range r.Front().Pairs {
		near := spell.Close(p.Key, known)
		if p.Key == "force-for-plugin" && r.Doc.Kind == "claude/output-style" && r.PluginOf(r.Doc.Path) == nil {
			r.Report(document.Finding{Rule: "cc-skill-key", Span: p.KeySpan, At: "frontmatter." + p.Key, Lesser: true,
				Message: "`force-for-plugin` counts in styles of plugins alone, so Claude Code ignores it here; remove it, and choose " +
					"the style by `outputStyle` of the settings"})
		}
		if slices.Contains(known, p.Key) || near == "" || r.Front().Has(near) {
			continue
		}
		r.Report(document.Finding{Rule: "cc-skill-key", Span: p.KeySpan, At: "frontmatter." + p.Key, Lesser: true,
			Fixes: rename(r, p, near),
			Message: fmt.Sprintf("%s knows no key `%s` of output styles and ignores it; did you mean `%s`?", r.Program(), p.Key,
				near)})
	}
}

// judgeRule reports the keys in which other programs list the files that a rule is about.
func judgeRule(r *model.Reporter) {
	for _, p := range r.Front().Pairs {
		if r.Front().Has("paths") || !slices.Contains([]string{"globs", "glob", "applyTo", "files"}, p.Key) &&
			spell.Close(p.Key, []string{"paths"}) == "" {
			continue
		}
		r.Fixf("cc-rule-paths", p.KeySpan, "frontmatter."+p.Key, rename(r, p, "paths"),
			"`%s` is no key of rules, so this one is read in every session, whatever the files; write `paths`", p.Key)
	}
}

func rename(r *model.Reporter, p document.Pair, key string) []document.Fix {
	return document.Replace("rename it to "+key, p.KeySpan, strings.Replace(r.Doc.Text(p.KeySpan), p.Key, key, 1))
}

var (
	vendors   = memo.Regexp(`(?i)^(?:[a-z-]+/)?(?:gpt-|o[1-9](?:-|$)|gemini|grok|deepseek|qwen|llama|mistral|kimi|glm)`)
	dotted    = memo.Regexp(`^claude-(?:[a-z]+-)?\d+\.\d+(?:-[a-z]+)?(?:-\d+)?$`)
	turned    = memo.Regexp(`(?i)^claude-([4-9](?:-\d)?)-([a-z]+)((?:-\d{8})?(?:\[1m\])?)$`)
	versioned = memo.Regexp(`^(sonnet|opus|haiku|fable)[-. ]?\d[\d.-]*$`) // without the maker before it
)

func judgeModel(r *model.Reporter, m *document.Node, at string) {
	if document.Text(m) == "" {
		return
	}
	name := strings.ToLower(strings.TrimSuffix(strings.TrimSpace(m.Text), "[1m]"))
	aliases := r.List("models")
	f := document.Finding{Rule: "cc-agent-model", Span: m.Span, At: at}
	gone := retired(r, name)
	switch {
	case slices.Contains(r.Said("models"), m.Text) || strings.ContainsAny(name, "{$<") || strings.Contains(name, ": "):
		return // that another key stands in its line is told
	case dotted().MatchString(name), turned().MatchString(m.Text):
		fixed, have := strings.ReplaceAll(m.Text, ".", "-"), "a hyphen and no dot in their version"
		if turned().MatchString(fixed) {
			fixed, have = turned().ReplaceAllString(fixed, "claude-$2-$1$3"), "their version behind the name from 4 on"
		}
		f.Message = fmt.Sprintf("ids of Claude models have %s, and Claude Code asks the API for %s as "+
			"it stands, which it refuses; write %q", have, document.Quote(m.Text), fixed)
		f.Fixes = document.Replace("write "+fixed, m.Span, m.Requote(fixed))
		r.Report(f)
		return
	case gone != "":
		family := families().FindString(name)
		what, since, _ := strings.Cut(gone, ":")
		f.Message = fmt.Sprintf("%s was retired on %s, and Claude Code asks the API for it as before, which refuses it; write %s, or the id "+
			"of a newer one", what, since, family)
		f.Fixes = document.Guess("write "+family, m.Span, m.Requote(family))
		r.Report(f)
		return
	}
	near := slipped(name)
	if near == "" && (slices.Contains(aliases, name) || strings.Contains(name, "claude") || strings.HasPrefix(name, "arn:")) {
		return
	}
	if near == "" {
		near = spell.Close(name, aliases)
	}
	if maker, rest, _ := strings.Cut(name, "-"); near == "" && rest != "" && spell.Close(maker, []string{"claude"}) != "" {
		near = "claude-" + rest
	}
	switch {
	case near != "":
		f.Message = fmt.Sprintf("%s knows no model %s, so the call fails or another model answers; did you mean %q?",
			r.Program(), document.Quote(m.Text), near)
		f.Fixes = model.Mend(m.Span, m.Text, near, m.Requote(near))
	case versioned().MatchString(name):
		f.Message = fmt.Sprintf("%s knows no model %s and asks the API for one of that name, which it refuses; write %q, or the "+
			"whole id, such as claude-%s", r.Program(), document.Quote(m.Text), versioned().FindStringSubmatch(name)[1],
			strings.NewReplacer(".", "-", " ", "-").Replace(name))
	case vendors().MatchString(name):
		f.Message = fmt.Sprintf("%s is a model of another vendor, which Claude Code does not call: the call fails or "+
			"another model answers; write %s or a claude-… id", document.Quote(m.Text), document.OneOf(aliases))
	default:
		f.Least = true
		f.Message = fmt.Sprintf("%s knows no model %s; write %s or a claude-… id, or name it in the settings' "+
			"availableModels",
			r.Program(), document.Quote(m.Text), document.OneOf(aliases))
	}
	r.Report(f)
}

var (
	families = memo.Regexp(`sonnet|opus|haiku`)
	family   = memo.Regexp(`^claude-(?:\d[\d-]*-)?([a-z]{4,})-?`)
)

// slipped returns the id that is meant by one of a Claude model with a slip in the name of its family, or "".
func slipped(id string) string {
	m := family().FindStringSubmatchIndex(id)
	if m == nil {
		return ""
	}
	known := []string{"sonnet", "opus", "haiku"}
	near := spell.Close(id[m[2]:m[3]], known)
	if near == "" || slices.Contains(known, id[m[2]:m[3]]) {
		return ""
	}
	return id[:m[2]] + near + id[m[3]:]
}

// retired returns the name of a model that Anthropic's own API no longer has, a colon, and since when; or "".
func retired(r *model.Reporter, name string) string {
	for id, what := range r.Table("models_retired") {
		if name == id || strings.HasPrefix(name, id+"-2") || name == id+"-latest" {
			return what[0]
		}
	}
	return ""
}

// judgeHooks judges the models that hooks have judge.
func judgeHooks(r *model.Reporter) {
	root, at := r.Doc.Map(), "$.hooks"
	if r.Doc.Front != nil {
		root, at = r.Front(), "frontmatter.hooks"
	}
	for _, event := range document.Pairs(root.Get("hooks")) {
		for i, group := range document.Items(event.Value) {
			for j, hook := range document.Items(group.Get("hooks")) {
				list := document.Index(at+"."+event.Key, i) + ".hooks"
				judgeModel(r, hook.Get("model"), document.Index(list, j)+".model")
			}
		}
	}
}

// judgeWords judges efforts and switches, whose words count in any case.
func judgeWords(r *model.Reporter, isAgent bool) {
	rule := "cc-skill-value"
	if isAgent {
		rule = "cc-agent-value"
	}
	word := func(key string, words []string) {
		n := r.Front().Get(key)
		hides := n != nil && n.Type == document.Null && key == "user-invocable" // else no value is the default
		if n == nil || n.Type == document.Null && !hides || slices.ContainsFunc(words,
			func(w string) bool { return strings.EqualFold(w, strings.TrimSpace(n.Text)) }) {
			return
		}
		f := document.Finding{Rule: rule, Span: n.Span, At: "frontmatter." + key}
		follows := "it ignores the value, and the default holds"
		if strict := []string{"disable-model-invocation", "user-invocable"}; slices.Contains(strict, key) {
			follows = "it takes any other value for false"
		}
		if hides {
			f.Span, follows = r.Front().Pair(key).KeySpan, "it takes none for false, so no user can call this"
		}
		f.Message = fmt.Sprintf("`%s` is %s, and Claude Code takes %s; %s", key, document.Show(n),
			document.OneOf(words), follows)
		if near := spell.Close(document.Text(n), words); near != "" {
			f.Message += fmt.Sprintf("; did you mean %s?", near)
			f.Fixes = model.Mend(n.Span, n.Text, near, n.Requote(near))
		}
		r.Report(f)
	}
	if n := r.Front().Get("effort"); n == nil || !isEffort(n) {
		word("effort", r.List("efforts"))
	}
	if !isAgent {
		word("shell", []string{"bash", "powershell"})
		for _, key := range r.List("truths") {
			word(key, r.List("truth_words"))
		}
	}
}

// isEffort reports whether a value is a number, which texts may hold as well, or the short form of a word.
func isEffort(n *document.Node) bool {
	if n.Type == document.String {
		_, err := strconv.Atoi(n.Text)
		return err == nil || strings.EqualFold(n.Text, "med")
	}
	return n.Type == document.Number && n.Num == math.Trunc(n.Num)
}
