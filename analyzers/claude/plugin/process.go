package plugin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// judgeProcesses judges what the contract does not say of the language servers and monitors of a plugin, in files of their
// own or in its manifest.
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
	what := "refuses the file for"
	if r.Doc.Kind == "claude/plugin" {
		what = "refuses the manifest for"
	}
	for _, p := range document.Pairs(servers) {
		command, endings := p.Value.Get("command"), p.Value.Get("extensionToLanguage")
		if text := document.Text(command); strings.Contains(text, " ") && !strings.HasPrefix(text, "/") {
			r.Reportf("cc-lsp-server", command.Span, at+"."+p.Key, "Claude Code %s the language server %q: `command` is the name of "+
				"a program alone; write the rest into `args`", what, p.Key)
		}
		if endings != nil && endings.Type == document.Map && len(endings.Pairs) == 0 {
			r.Reportf("cc-lsp-server", endings.Span, at+"."+p.Key, "Claude Code %s the language server %q: `extensionToLanguage` "+
				"is empty; map endings of files to languages", what, p.Key)
		}
		for _, e := range document.Pairs(endings) {
			if !strings.HasPrefix(e.Key, ".") || len(e.Key) < 2 {
				r.Fixf("cc-lsp-server", e.KeySpan, at+"."+p.Key, document.Replace("write ."+e.Key, e.KeySpan,
					document.JSONString("."+e.Key)), "Claude Code %s the language server %q: the ending %q does not start with a dot; "+
					"write %q", what, p.Key, e.Key, "."+e.Key)
				break
			}
		}
	}
}

const onSkill = "on-skill-invoke:"

func judgeMonitors(r *model.Reporter, list *document.Node, at string) {
	const most = 200 // monitors whose skills are looked for
	names := map[string]bool{}
	for i, m := range document.Items(list) {
		at := document.Index(at, i)
		name, when := m.Get("name"), m.Get("when")
		if text := document.Text(name); text != "" && names[text] {
			r.Reportf("cc-plugin-monitor", name.Span, at, "there are two monitors %q, so Claude Code refuses all of them; rename one",
				text)
		}
		names[document.Text(name)] = true
		skill, isSkill := strings.CutPrefix(document.Text(when), onSkill)
		switch {
		case when == nil || document.Text(when) == "always":
		case !isSkill || skill == "":
			r.Reportf("cc-plugin-monitor", when.Span, at, "`when` is \"always\" or \"on-skill-invoke:SKILL\", and not %s, so Claude "+
				"Code refuses all monitors", document.Show(when))
		case i < most:
			judgeWhen(r, document.Finding{Rule: "cc-plugin-monitor", Span: when.Span, At: at, Lesser: true}, skill)
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
