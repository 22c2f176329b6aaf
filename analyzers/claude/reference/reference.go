// Package reference judges what texts for the model name: agents, skills, commands, imported files and scripts. Only
// what
// is named in a literal form is looked for, since the user may have more at home than the repository shows.
package reference

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer judges references in texts.
var Analyzer = &analysis.Analyzer{
	Name:     "claudereference",
	Doc:      "look for the agents, skills, commands, files and scripts that texts name",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		t := model.Of(pass)
		if t.Standalone {
			return nil, nil
		}
		texts := slices.Concat(model.Instructions, []string{"claude/notes"})
		t.Each(slices.Concat(model.Prompts, texts), judge)
		t.Each(texts, judgeImports)
		t.Each(slices.Concat([]string{"claude/instructions", "claude/command", "claude/skill"}), judgeCommands)
		return nil, nil
	},
}

// form is a way to name something.
type form struct {
	hints   []string // a line without any of these has none
	pattern func() *regexp.Regexp
	what    string
	sure    bool // whoever writes it means such a name and nothing else
	marked  bool // the name stands between backticks
}

const (
	id    = `([A-Za-z][\w.:-]*\w)`
	verbs = `(?i)\b(?:use|using|have|ask|with|invoke|launch|run|spawn|call|via|to)\s+(?:the\s+)?`
	agent = `\s+(?:sub-?)?agent\b`
)

var (
	agents  = []string{"agent", "Agent"}
	skills  = []string{"skill", "Skill"}
	slashes = []string{" /", "`/", "(/", `"/`, "'/", "\t/"}
	forms   = []form{
		{[]string{"subagent_type"}, memo.Regexp(`\bsubagent_type["']?\s*[:=]\s*["'\x60]?` + id), "type", true, false},
		{agents, memo.Regexp(verbs + "`" + id + "`" + agent), "agent", true, true},
		{agents, memo.Regexp(verbs + id + agent), "agent", false, false},
		{[]string{"@agent-"}, memo.Regexp(`(?:^|\s)@agent-` + id), "agent", true, false},
		{[]string{"Skill("}, memo.Regexp(`\bSkill\(["']?` + id + `["']?\)`), "skill", true, false},
		{skills, memo.Regexp("(?i)\\bskill\\s+`" + id + "`"), "skill", true, true},
		{skills, memo.Regexp("(?i)\\b(?:the|use|with)\\s+`" + id + "`\\s+skill\\b"), "skill", true, true},
		{skills, memo.Regexp(`(?i)\bskill\s+` + id), "skill", false, false},
		{skills, memo.Regexp(`(?i)\bthe\s+` + id + `\s+skill\b`), "skill", false, false},
		{slashes, memo.Regexp(`(?:^|[\s(\x60"'])/([A-Za-z][\w:-]*\w)(?:$|[\s.,;:!?)\x60"'])`), "command", false, false},
	}
)

// fitting returns the forms that a text may have.
func fitting(text string) []form {
	has := wordsOf(text)
	return slices.DeleteFunc(slices.Clone(forms), func(f form) bool { return f.what != "command" && !has.of(f.what) })
}

// words says which words a text has, or may have: those of them without which it has no form are looked for once.
type words struct{ agent, skill, slash bool }

func wordsOf(text string) words {
	return words{strings.Contains(text, "gent"), strings.Contains(text, "kill"), strings.IndexByte(text, '/') >= 0}
}

// of reports whether the text has the word that belongs to what forms name.
func (w words) of(what string) bool {
	switch what {
	case "skill":
		return w.skill
	case "command":
		return w.slash
	}
	return w.agent
}

// fits reports whether a line may have the form.
func (f *form) fits(line string) bool {
	isHint := func(hint string) bool { return strings.Contains(line, hint) }
	return slices.ContainsFunc(f.hints, isHint) || f.what == "command" && strings.HasPrefix(line, "/")
}

var (
	sample = memo.Regexp(`(?i)\bexamples?\b|\be\.g\.|\bsuch as\b`)
	// calls is what stands before a command; a word behind a slash may be a path as well.
	calls       = memo.Regexp(`(?i)\b(?:runs?|use|using|types?|calls?|invokes?|executes?|try|with|via|command)\b`)
	placeholder = memo.Regexp(`(?i)^(?:agent-?name|skill-?name|command-?name|plugin-?name|name|type|x|foo|bar|baz|` +
		`your-.*|my-.*|example.*|string|agent[-_]type|subagent.*)$`)
)

func judge(r *model.Reporter) {
	told, forms := map[string]bool{}, fitting(r.Doc.Content())
	line := func(forms []form) func(l model.Line) {
		return func(l model.Line) {
			has, marks := wordsOf(l.Text), strings.IndexByte(l.Text, '`') >= 0
			if has == (words{}) {
				return // none of the hints
			}
			for _, f := range forms {
				if !has.of(f.what) || f.marked && !marks || !f.fits(l.Text) {
					continue
				}
				for _, m := range f.pattern().FindAllStringSubmatchIndex(l.Text, -1) {
					open := m[3] < len(l.Text) && strings.IndexByte("<{*/", l.Text[m[3]]) >= 0
					if open || f.what == "command" && !strings.ContainsAny(l.Text[m[2]:m[3]], "-:_") &&
						!calls().MatchString(l.Text[:m[2]]) {
						continue
					}
					judgeName(r, f, l, m[2], m[3], told)
				}
			}
		}
	}
	model.Text(r.Doc, line(forms))
	if len(forms) > 0 && forms[0].what == "type" && slices.Contains(model.Prompts, r.Doc.Kind) {
		for i := range r.Doc.Body.Hidden {
			if h := &r.Doc.Body.Hidden[i]; h.Kind == document.Fence {
				at := h.Inner.Start
				for text := range strings.SplitAfterSeq(r.Doc.Text(h.Inner), "\n") {
					line(forms[:1])(model.Line{Text: text, Start: at})
					at += len(text)
				}
			}
		}
	}
}

// isOther reports whether a name is one of another plugin than a short name of one.
func isOther(plugin, name string) bool {
	other, _, has := strings.Cut(name, ":")
	return has && other != plugin && spell.Close(plugin, []string{other}) == ""
}

// least is how long a name must be whose form is loose, so that being near another means something.
const least = 6

// judgeName judges a name that stands in a line.
func judgeName(r *model.Reporter, f form, l model.Line, from, to int, told map[string]bool) {
	name, span := l.Text[from:to], l.Span(from, to)
	facts := r.Facts()
	agents, skills, commands := facts.AgentNames, facts.SkillNames, facts.CommandNames
	var known []string
	does := "the call fails"
	switch f.what {
	case "type", "agent":
		known = agents
		if r.AgentKnown(name) {
			return
		}
	case "skill":
		known = skills
		if r.SkillKnown(name) || commands.Has(name) {
			return
		}
	case "command":
		if skills.Has(name) || commands.Has(name) || slices.Contains(r.List("commands"), name) {
			return
		}
		calls := slices.Concat(skills, commands)
		known, does = calls, "whoever follows the text calls nothing"
		plugin, rest, hasPlugin := strings.Cut(name, ":")
		ours := hasPlugin && facts.PluginNamed(plugin) != nil && rest != ""
		if near := spell.Close(name, calls); hasPlugin && !ours && !slices.Contains(calls, plugin) &&
			(near == "" || isOther(plugin, near)) {
			return // a plugin that the user has
		}
		f.sure = ours
	}
	if told[name] || placeholder().MatchString(name) || sample().MatchString(l.Text) {
		return
	}
	near := spell.Close(name, known)
	if near == "" && f.sure {
		near = spell.Nearest(name, known)
	}
	isProject := slices.Contains([]string{"claude/agent", "claude/command", "claude/skill"}, r.Doc.Kind) &&
		strings.Contains("/"+r.Doc.Path, "/.claude/")
	isLoose := !f.sure && (near == "" || len(name) < least || f.what != "command" && !strings.Contains(name, "-"))
	if isLoose || near == "" && !strings.Contains(name, "-") && f.what != "type" && f.what != "command" {
		return
	}
	told[name] = true
	what := f.what
	if what == "type" {
		what = "agent"
	}
	finding := document.Finding{
		Rule: "cc-reference", Span: span, At: "body",
		Least: near == "" && !(f.what == "type" && isProject) && f.what != "command",
		Message: fmt.Sprintf("this repository has no %s %q, so %s%s", what, name, does,
			spell.DidYouMean(name, []string{near})),
	}
	if near != "" {
		finding.Fixes = document.Replace("write "+near, span, near)
	}
	r.Report(finding)
}
