package plugin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// judgeProcesses judges the language servers and monitors of a plugin, in files of their own or in its manifest.
func judgeProcesses(r *model.Reporter) {
	root := r.Doc.Data.Root
	switch r.Doc.Kind {
	case "claude/lsp":
		judgeLanguages(r, root, "$")
	case "claude/monitors":
		judgeMonitors(r, root, "$")
	default:
		judgeLanguages(r, root.Get("lspServers"), "$.lspServers")
		judgeMonitors(r, root.Get("monitors"), "$.monitors")
		judgeMonitors(r, root.Get("experimental").Get("monitors"), "$.experimental.monitors")
	}
}

func judgeLanguages(r *model.Reporter, servers *document.Node, at string) {
	for _, p := range document.Pairs(servers) {
		if p.Value.Type != document.Map {
			continue
		}
		f := document.Finding{Rule: "cc-lsp-server", Span: p.KeySpan, At: at + "." + p.Key}
		command, endings := p.Value.Get("command"), p.Value.Get("extensionToLanguage")
		switch text := document.Text(command); {
		case text == "":
			f.Message = "it has no `command`"
		case strings.Contains(text, " ") && !strings.HasPrefix(text, "/"):
			f.Span = command.Span
			f.Message = "`command` is the name of a program alone; write the rest into `args`"
		case len(document.Pairs(endings)) == 0:
			f.Message = "it has no `extensionToLanguage`, a map from endings of files to languages"
		}
		for _, e := range document.Pairs(endings) {
			if f.Message == "" && (!strings.HasPrefix(e.Key, ".") || len(e.Key) < 2) {
				f.Span = e.KeySpan
				f.Message = fmt.Sprintf("the ending %q does not start with a dot; write %q", e.Key, "."+e.Key)
				f.Fixes = document.Replace("write ."+e.Key, e.KeySpan, document.JSONString("."+e.Key))
			}
		}
		if f.Message != "" {
			what := "passes over the language server"
			if r.Doc.Kind == "claude/lsp" {
				what = "refuses all of .lsp.json for the language server"
			}
			f.Message = fmt.Sprintf("Claude Code %s %q: %s", what, p.Key, f.Message)
			r.Report(f)
		}
	}
}

const onSkill = "on-skill-invoke:"

func judgeMonitors(r *model.Reporter, list *document.Node, at string) {
	const most = 200 // monitors whose skills are looked for
	names := map[string]bool{}
	for i, m := range document.Items(list) {
		at := document.Index(at, i)
		f := document.Finding{Rule: "cc-plugin-monitor", Span: r.Doc.Start(m), At: at}
		for _, key := range []string{"name", "command", "description"} {
			if document.Text(m.Get(key)) == "" && f.Message == "" {
				f.Message = fmt.Sprintf("a monitor needs `%s`, so Claude Code refuses all of them; add it", key)
			}
		}
		name, when := m.Get("name"), m.Get("when")
		skill, isSkill := strings.CutPrefix(document.Text(when), onSkill)
		switch {
		case f.Message != "":
		case names[name.Text]:
			f.Span = name.Span
			f.Message = fmt.Sprintf("there are two monitors %q, so Claude Code refuses all of them; rename one", name.Text)
		case when != nil && document.Text(when) != "always" && (!isSkill || skill == ""):
			f.Span = when.Span
			f.Message = fmt.Sprintf("`when` is \"always\" or \"on-skill-invoke:SKILL\", and not %s, so Claude Code refuses all "+
				"monitors", document.Show(when))
		case isSkill && i < most:
			f.Span, f.Lesser = when.Span, true
			judgeWhen(r, f, skill)
			f.Message = ""
		}
		names[document.Text(name)] = true
		if f.Message != "" {
			r.Report(f)
		}
	}
}

// judgeWhen looks for the skill of the plugin that a monitor waits for.
func judgeWhen(r *model.Reporter, f document.Finding, skill string) {
	plugin := r.PluginOf(r.Doc.Path)
	if plugin == nil || r.Standalone {
		return
	}
	var own []string
	for _, c := range slices.Concat(r.Facts().Skills, r.Facts().Commands) {
		if name, ok := strings.CutPrefix(c.Full, plugin.Name+":"); ok {
			own = append(own, name)
		}
	}
	if slices.Contains(own, strings.TrimPrefix(skill, plugin.Name+":")) {
		return
	}
	f.Message = fmt.Sprintf("the plugin has no skill %q, so the monitor never "+
		"starts%s", skill, spell.DidYouMean(skill, own))
	f.Fixes = r.Meant(f.Span, skill, own)
	r.Report(f)
}
