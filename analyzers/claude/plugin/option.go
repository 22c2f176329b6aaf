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
	secret []string // those of them that no text is given
	set    []string // what hooks find them in
	read   int      // how many scripts were read
}

// optionsOf returns the options that the plugin around a document declares, or nil if there is none that can be read.
func optionsOf(r *model.Reporter) *options {
	plugin := r.PluginOf(r.Doc.Path)
	if r.Standalone || plugin == nil {
		return nil
	}
	manifest := r.At(plugin.Path).Map()
	if manifest == nil {
		return nil
	}
	o := &options{Reporter: r, plugin: plugin}
	for _, p := range document.Pairs(manifest.Get("userConfig")) {
		o.names = append(o.names, p.Key)
		if n := p.Value.Get("sensitive"); n != nil && n.Type == document.Bool && n.True {
			o.secret = append(o.secret, p.Key)
		}
	}
	for _, channel := range document.Items(manifest.Get("channels")) {
		for _, p := range document.Pairs(channel.Get("userConfig")) {
			o.names = append(o.names, p.Key)
		}
	}
	for _, name := range o.names {
		o.set = append(o.set, "CLAUDE_PLUGIN_OPTION_"+strings.ToUpper(name))
	}
	return o
}

// judgeOptions holds the options that the parts of a plugin take against those that its manifest declares.
func judgeOptions(r *model.Reporter) {
	o := optionsOf(r)
	if o == nil {
		return
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

// judgeTextOptions does the same for a text that the model is sent. One of a plugin without options may teach how to
// write plugins.
func judgeTextOptions(r *model.Reporter) {
	if !strings.Contains(r.Doc.Content(), "${user_config.") {
		return
	}
	o := optionsOf(r)
	if o == nil || len(o.names) == 0 {
		return
	}
	told := map[string]bool{}
	for _, m := range option().FindAllStringSubmatchIndex(r.Doc.Content(), -1) {
		name, span := r.Doc.Content()[m[2]:m[3]], document.Span{Start: m[2], End: m[3]}
		if told[name] {
			continue
		}
		told[name] = true
		if slices.Contains(o.secret, name) {
			o.Lesserf("cc-plugin-option", span, "content", "the option %q is `sensitive`, so Claude Code gives the "+
				"model a note in its place", name)
		}
		if slices.Contains(o.names, name) {
			continue
		}
		r.Report(document.Finding{Rule: "cc-plugin-option", Span: span, At: "content", Lesser: true,
			Message: o.undeclared(name), Fixes: o.Meant(span, name, o.names)})
	}
}

// undeclared says that an option is taken and not declared.
func (o *options) undeclared(name string) string {
	return fmt.Sprintf("`userConfig` of the plugin declares no option %q, so "+
		"nothing comes in the place of ${user_config.%s}%s", name, name, spell.DidYouMean(name, o.names))
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
			f.Message = o.undeclared(m[1])
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

// judgeChoices reports a default of an option that is none of those to choose from.
func judgeChoices(r *model.Reporter, root *document.Node) {
	for _, p := range document.Pairs(root.Get("userConfig")) {
		choices, n := document.Texts(p.Value.Get("options")), p.Value.Get("default")
		if len(choices) == 0 || document.Text(n) == "" || slices.Contains(choices, n.Text) {
			continue
		}
		r.Report(document.Finding{Rule: "cc-plugin-manifest", Span: n.Span, At: "$.userConfig." + p.Key + ".default",
			Message: fmt.Sprintf("`default` is %s, and `options` are %s, so Claude Code refuses the manifest, and the plugin is not loaded",
				document.Show(n), document.OneOf(choices)),
			Fixes: r.Meant(n.Span, n.Text, choices)})
	}
}
