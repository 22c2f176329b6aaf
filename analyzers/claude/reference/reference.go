// Package reference judges what texts for the model name: agents, skills, commands, imported files and scripts. Only
// what
// is named in a literal form is looked for, since the user may have more at home than the repository shows.
package reference

import (
	"cmp"
	"fmt"
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
		t.Each(texts, judgeQuoted)
		t.Each([]string{"claude/command"}, judgeMentions)
		t.Each(slices.Concat([]string{"claude/instructions", "claude/command", "claude/skill"}), judgeCommands)
		return nil, nil
	},
}

var (
	sample      = memo.Regexp(`(?i)\bexamples?\b|\be\.g\.|\bsuch as\b`)
	bots        = memo.Regexp(`(?i)\bcomment.*\s(?:issues?|prs?|(?:pull|merge) requests?|discussions?|commits?)\b`)
	placeholder = memo.Regexp(`(?i)^(?:agent-?name|skill-?name|command-?name|plugin-?name|name|type|x|foo|bar|baz|` +
		`your-.*|my-.*|example.*|string|agent[-_]type|subagent.*)$`)
)

func judge(r *model.Reporter) {
	told := map[string]bool{}
	model.Mentions(r.Doc, func(m model.Mention) { judgeName(r, m, told) })
}

// isOther reports whether a name is one of another plugin than a short name of one.
func isOther(plugin, name string) bool {
	other, _, has := strings.Cut(name, ":")
	return has && other != plugin && spell.Close(plugin, []string{other}) == ""
}

// inDirectory returns the command that is meant by a name without its directory, or by one that leaves out what the
// file says of the directory again; "" if there is none or several.
func inDirectory(name string, commands []*model.Call) (found string) {
	dir, rest, _ := strings.Cut(name, ":")
	for _, c := range commands {
		if c.Full != c.Name || c.Name == c.Last() {
			continue
		}
		if c.Last() == name || rest != "" && c.Name == dir+":"+dir+"-"+rest {
			if found != "" {
				return ""
			}
			found = c.Name
		}
	}
	return found
}

// least is how long a name must be whose form is loose, so that being near another means something.
const least = 6

// judgeName judges a name that stands in a line.
func judgeName(r *model.Reporter, m model.Mention, told map[string]bool) {
	name, span := m.Text[m.From:m.To], m.Span(m.From, m.To)
	known := func() []string { return r.Facts().AgentNames }
	does := "the call fails"
	switch m.What {
	case "type", "agent":
		if r.AgentKnown(name) {
			return
		}
	case "skill":
		known = func() []string { return r.Facts().SkillNames }
		if r.SkillKnown(name) || r.IsCommand(name) {
			return
		}
	case "command":
		if r.IsSkill(name) || r.IsCommand(name) || slices.Contains(r.List("commands"), name) {
			return
		}
		calls := slices.Concat(r.Facts().SkillNames, r.Facts().CommandNames)
		known, does = func() []string { return calls }, "whoever follows the text calls nothing"
		plugin, rest, hasPlugin := strings.Cut(name, ":")
		ours := hasPlugin && r.IsPlugin(plugin) && rest != ""
		if near := cmp.Or(inDirectory(name, r.Facts().Commands), spell.Close(name, calls)); hasPlugin && !ours && !slices.Contains(calls, plugin) &&
			(near == "" || isOther(plugin, near)) {
			return // a plugin that the user has
		}
		m.Sure = ours
	}
	if told[name] || placeholder().MatchString(name) || sample().MatchString(m.Text) ||
		m.What == "command" && bots().MatchString(m.Text) {
		return
	}
	near := spell.Close(name, known())
	if placed := inDirectory(name, r.Facts().Commands); m.What == "command" && placed != "" {
		near = placed
	}
	if near == "" && m.Sure {
		near = spell.Nearest(name, known())
	}
	isProject := slices.Contains([]string{"claude/agent", "claude/command", "claude/skill"}, r.Doc.Kind) &&
		strings.Contains("/"+r.Doc.Path, "/.claude/")
	isLoose := !m.Sure && (near == "" || len(name) < least || m.What != "command" && !strings.Contains(name, "-"))
	if isLoose || near == "" && !strings.Contains(name, "-") && m.What != "type" && m.What != "command" {
		return
	}
	if strings.HasPrefix(m.Text, "#") && strings.EqualFold(near, name) {
		return // a heading writes its words with capitals
	}
	told[name] = true
	what := m.What
	if what == "type" {
		what = "agent"
	}
	meant := ""
	if near != "" {
		meant = fmt.Sprintf(" (did you mean %q?)", near)
	}
	finding := document.Finding{
		Rule: "cc-reference", Span: span, At: "body",
		Least:   near == "" && !(m.What == "type" && isProject) && m.What != "command",
		Message: fmt.Sprintf("this repository has no %s %q, so %s%s", what, name, does, meant),
	}
	if near != "" {
		finding.Fixes = document.Replace("write "+near, span, near)
	}
	r.Report(finding)
}
