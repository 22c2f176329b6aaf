package plugin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	option   = memo.Regexp(`\$\{user_config\.([^}$]+)\}`)
	exported = memo.Regexp(`\bCLAUDE_PLUGIN_OPTION_(\w+)`)
)

// options is what a plugin asks its user for.
type options struct {
	*model.Reporter
	plugin *model.Plugin
	names  []string // that its manifest declares
	set    []string // what hooks find them in
	read   int      // how many scripts were read
}

// judgeOptions holds the options that the parts of a plugin take against those that its manifest declares.
func judgeOptions(r *model.Reporter) {
	plugin := r.PluginOf(r.Doc.Path)
	if r.Standalone || plugin == nil {
		return
	}
	manifest := r.At(plugin.Path).Map()
	if manifest == nil {
		return // it cannot be read
	}
	o := &options{Reporter: r, plugin: plugin}
	for _, p := range document.Pairs(manifest.Get("userConfig")) {
		o.names = append(o.names, p.Key)
	}
	for _, channel := range document.Items(manifest.Get("channels")) {
		for _, p := range document.Pairs(channel.Get("userConfig")) {
			o.names = append(o.names, p.Key)
		}
	}
	for _, name := range o.names {
		o.set = append(o.set, "CLAUDE_PLUGIN_OPTION_"+strings.ToUpper(name))
	}
	root := r.Doc.Data.Root
	if r.Doc.Kind != "claude/plugin" {
		o.walk(root, "", nil, "$")
		return
	}
	for _, key := range []string{"mcpServers", "lspServers", "hooks", "monitors", "experimental"} {
		o.walk(root.Get(key), "", nil, "$."+key)
	}
}

// walk judges all texts of a value that stands under a key of a map.
func (o *options) walk(n *document.Node, key string, of *document.Node, at string) {
	for i, item := range document.Items(n) {
		o.walk(item, key, of, document.Index(at, i))
	}
	for _, p := range document.Pairs(n) {
		o.walk(p.Value, p.Key, n, at+"."+p.Key)
	}
	text := document.Text(n)
	if text == "" {
		return
	}
	f := document.Finding{Rule: "cc-plugin-option", Span: n.Span, At: at}
	if m := option().FindStringSubmatch(text); m != nil {
		switch {
		case key == "headersHelper" || key == "command" && isShell(o.Doc.Kind, of):
			f.Message = fmt.Sprintf("Claude Code puts no option into a text that a shell reads, so it refuses this one with "+
				"%s; read %s in the script", m[0], instead(of, m[1]))
		case !slices.Contains(o.names, m[1]):
			f.Message = fmt.Sprintf("`userConfig` of the plugin declares no option %q, so nothing comes in the place of "+
				"%s%s", m[1],
				m[0], spell.DidYouMean(m[1], o.names))
			const start = "${user_config."
			if at, found := document.Find(o.Doc, n.Span, m[0]); found {
				f.Span = document.Span{Start: at.Start + len(start), End: at.Start + len(start) + len(m[1])}
				f.Fixes = o.Meant(f.Span, m[1], o.names)
			}
		}
	}
	if f.Message != "" {
		o.Report(f)
		return
	}
	o.exported(f, text, "this")
	const most = 200
	for _, s := range model.Scripts(text, notation.Project(o.Doc.Path), o.plugin) {
		if o.read++; o.read > most {
			return
		}
		if script, err := o.Files.Read("", s.File); err == nil && o.exported(f, string(script), s.File) {
			return
		}
	}
}

// isShell reports whether a shell runs the command of an entry.
func isShell(kind string, entry *document.Node) bool {
	isServer := entry.Has("extensionToLanguage") || kind == "claude/mcp" || kind == "claude/lsp"
	return !entry.Has("args") && !isServer && (document.Text(entry.Get("type")) == "command" || entry.Has("description"))
}

// instead returns where a script finds an option.
func instead(entry *document.Node, name string) string {
	if document.Text(entry.Get("type")) == "command" {
		return "$CLAUDE_PLUGIN_OPTION_" + strings.ToUpper(name)
	}
	return "it from a file"
}

// exported reports the first variable for an option that nothing sets.
func (o *options) exported(f document.Finding, text, where string) bool {
	for _, m := range exported().FindAllStringSubmatch(text, -1) {
		if slices.Contains(o.set, m[0]) || len(o.set) == 0 || strings.HasSuffix(m[1], "_") || m[1] == "KEY" {
			continue
		}
		f.Lesser = true
		f.Message = fmt.Sprintf("%s reads %s, which nothing sets; `userConfig` of the plugin makes %s", where, m[0],
			document.AllOf(o.set[:min(len(o.set), 5)]))
		o.Report(f)
		return true
	}
	return false
}

// judgeChannels looks for the servers that channels are bound to.
func judgeChannels(r *model.Reporter, root *document.Node) {
	plugin := r.PluginOf(r.Doc.Path)
	if plugin == nil || slices.ContainsFunc(notation.Lists(root.Get("mcpServers")), func(n *document.Node) bool {
		return !strings.HasSuffix(n.Text, ".json")
	}) {
		return
	}
	for i, channel := range document.Items(root.Get("channels")) {
		n := channel.Get("server")
		if name := document.Text(n); name != "" && !slices.Contains(plugin.Servers, name) {
			r.Report(document.Finding{Rule: "cc-plugin-manifest", Span: n.Span, At: document.Index("$.channels", i) + ".server",
				Lesser: true, Fixes: r.Meant(n.Span, name, plugin.Servers),
				Message: fmt.Sprintf("the plugin has no server %q, so the channel never works%s", name,
					spell.DidYouMean(name, plugin.Servers))})
		}
	}
}
