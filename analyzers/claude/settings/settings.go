// Package settings judges settings and MCP servers: keys without effect, permission rules that are skipped, and what
// they name that is not there.
package settings

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

// Analyzer judges settings and servers.
var Analyzer = &analysis.Analyzer{
	Name:     "claudesettings",
	Doc:      "find settings without effect, permission rules that are skipped, and servers that are dropped",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		t := model.Of(pass)
		t.Each([]string{"claude/settings"}, judge)
		t.Each([]string{"claude/plugin-settings", "claude/plugin"}, judgeDefaults)
		t.Each([]string{"claude/mcp", "claude/plugin", "claude/marketplace"}, judgeServers)
		return nil, nil
	},
}

func judge(r *model.Reporter) {
	root := r.Doc.Map()
	judgeKeys(r, root)
	judgeEnvironment(r, root.Get("env"))
	judgeElsewhere(r, root)
	judgeOff(r, root)
	judgePlans(r, root.Get("plansDirectory"))
	judgeExcludes(r, root.Get("claudeMdExcludes"))
	judgeRules(r, root.Get("permissions"))
	if isKept(r) {
		judgeSecrets(r, root, "", "$")
	}
	if r.Standalone {
		return
	}
	judgeServerNames(r, root)
	judgePlugins(r, root)
	judgeMarketSources(r, root)
	judgeStyle(r, root)
	judgeNamed(r, root)
	for _, key := range []string{"statusLine", "subagentStatusLine", "fileSuggestion", "apiKeyHelper",
		"awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh", "otelHeadersHelper", "proxyAuthHelper", "policyHelper"} {
		n := root.Get(key)
		if n != nil && n.Type == document.Map {
			n = n.Get("command")
		}
		judgeScripts(r, n, notation.Project(r.Doc.Path), "cc-settings-script", "$."+key)
	}
}

// judgeScripts looks for the scripts that a command of settings or of a server runs in a directory.
func judgeScripts(r *model.Reporter, n *document.Node, dir, rule, at string) {
	command := document.Text(n)
	r.Variables(n, rule, at, r.PluginOf(r.Doc.Path))
	if notation.Guarded(command) {
		return
	}
	for _, s := range model.Scripts(command, dir, r.PluginOf(r.Doc.Path)) {
		switch {
		case r.IsBarred(s):
			r.Lesserf(rule, n.Span, at, model.Barred, s.File, "it")
		case !r.Exists(s.File) && (!s.Plain || r.Exists(path.Dir(s.File))):
			f := r.NoScript(r.Doc, rule, at, n, s)
			f.Lesser = true
			r.Missing(s.File, f)
		}
	}
}

// judgeKeys reports keys that are near to one that Claude Code knows, and those that belong elsewhere.
func judgeKeys(r *model.Reporter, root *document.Node) {
	elsewhere := r.Table("settings_elsewhere")
	for _, p := range document.Pairs(root) {
		isEmpty := p.Value.Type == document.Map && len(p.Value.Pairs) == 0 || p.Value.Type == document.List && len(p.Value.Items) == 0
		if places := elsewhere[p.Key]; places != nil && !isEmpty {
			r.Reportf("cc-settings-key", p.KeySpan, "$."+p.Key, "%q has no effect at the top of the settings; put what it says "+
				"into %s", p.Key, places[0])
		}
	}
	r.NearKeys(root, "claude/settings", "cc-settings-key")
}

func judgeServerNames(r *model.Reporter, root *document.Node) {
	known, isOff := r.Said("servers"), map[string]bool{}
	for _, name := range document.Texts(root.Get("disabledMcpjsonServers")) {
		isOff[name] = true
	}
	for _, key := range []string{"enabledMcpjsonServers", "disabledMcpjsonServers"} {
		for _, n := range document.Items(root.Get(key)) {
			if key[0] == 'e' && isOff[document.Text(n)] {
				r.Reportf("cc-permission-contradiction", n.Span, "$."+key, "%q stands in `disabledMcpjsonServers`, too, which goes before "+
					"this, so the server is not started; take it out of one of the two", n.Text)
				continue
			}
			if name := document.Text(n); name == "" || r.Times(name) > 0 || !r.Facts().HasMCP {
				continue
			}
			r.Fixf("cc-settings-mcp-ref", n.Span, "$."+key, r.Meant(n.Span, n.Text, known),
				"no .mcp.json of this repository has a server %q, so the entry has no effect%s", n.Text,
				spell.DidYouMean(n.Text, known))
		}
	}
}

func judgePlugins(r *model.Reporter, root *document.Node) {
	for _, p := range document.Pairs(root.Get("enabledPlugins")) {
		name, market, ok := strings.Cut(p.Key, "@")
		listed, ours := r.Facts().Markets[market]
		switch {
		case !ok:
			r.Reportf("cc-settings-plugin-ref", p.KeySpan, "$.enabledPlugins."+p.Key,
				"%q names no marketplace, so Claude Code finds no plugin; write plugin@marketplace", p.Key)
		case ours && !slices.Contains(listed, name) && !r.IsPlugin(name):
			r.Fixf("cc-settings-plugin-ref", p.KeySpan, "$.enabledPlugins."+p.Key, r.Meant(p.KeySpan, name, listed),
				"the marketplace %q of this repository lists no plugin %q, so "+
					"nothing is enabled%s", market, name, spell.DidYouMean(name, listed))
		case ours && p.Value.Type == document.Bool && p.Value.True:
			judgeNeeds(r, p, market, listed)
		case !ours && !root.Get("extraKnownMarketplaces").Has(market) && !judgeMarket(r, root, p):
			for other, listed := range r.Facts().Markets {
				if spell.Close(market, []string{other}) != "" && slices.Contains(listed, name) {
					r.Fixf("cc-settings-plugin-ref", p.KeySpan, "$.enabledPlugins."+p.Key, r.Meant(p.KeySpan, market, []string{other}),
						"no marketplace %q is known here, and %q of this repository lists %q, so nothing is enabled; write %s@%s",
						market, other, name, name, other)
				} else if slices.Contains(listed, name) && firstWord(market) == firstWord(other) {
					r.Report(document.Finding{Rule: "cc-settings-plugin-ref", Span: p.KeySpan, At: "$.enabledPlugins." + p.Key, Least: true,
						Message: fmt.Sprintf("no marketplace %q is known here, and this repository publishes %q in one that is called %q; if "+
							"that one is meant, write %s@%s", market, name, other, name, other)})
				}
			}
		}
	}
}

// judgeNeeds reports a plugin that is enabled and needs one of its marketplace that no settings enable.
func judgeNeeds(r *model.Reporter, p document.Pair, market string, listed []string) {
	const most = 100
	name, _, _ := strings.Cut(p.Key, "@")
	plugin := r.Facts().PluginNamed(name)
	if plugin == nil || !slices.Contains(listed, name) {
		return
	}
	isEnabled := func(name string) bool {
		return slices.ContainsFunc([]string{"settings.json", "settings.local.json"}, func(file string) bool {
			n := r.At(path.Join(path.Dir(r.Doc.Path), file)).Map().Get("enabledPlugins").Get(name + "@" + market)
			return n != nil && (n.Type != document.Bool || n.True)
		})
	}
	needed := document.Items(r.At(plugin.Path).Map().Get("dependencies"))
	for _, n := range needed[:min(len(needed), most)] {
		if n.Type == document.Map {
			if n.Has("marketplace") {
				continue
			}
			n = n.Get("name")
		}
		needs, where, _ := strings.Cut(document.Text(n), "@")
		if isEnabled(needs) || where != "" && where != market || !slices.Contains(listed, needs) {
			continue
		}
		r.Reportf("cc-settings-plugin-ref", p.KeySpan, "$.enabledPlugins."+p.Key, "the plugin %q needs %q, which no settings here enable, so "+
			"Claude Code does not load it unless the user has enabled that one; add \"%s@%s\": true", name, needs, needs, market)
		return
	}
}

func firstWord(name string) string {
	word, _, _ := strings.Cut(name, "-")
	return word
}

func judgeStyle(r *model.Reporter, root *document.Node) {
	n := root.Get("outputStyle")
	known := slices.Concat(r.List("styles"), r.Facts().Styles)
	name := document.Text(n)
	plugin, _, hasPlugin := strings.Cut(name, ":")
	if name == "" || slices.Contains(known, name) || strings.EqualFold(name, "default") || hasPlugin && !r.IsPlugin(plugin) {
		return // what another plugin brings has its name before it, and the default one holds where none is found
	}
	if i := slices.IndexFunc(known, func(style string) bool { return strings.HasSuffix(style, ":"+name) }); i >= 0 {
		r.Fixf("cc-settings-style-ref", n.Span, "$.outputStyle", document.Guess("write "+known[i], n.Span, n.Requote(known[i])),
			"the output style %q is one of a plugin, whose name stands before it, so none is found and the default one holds; write %q",
			name, known[i])
		return
	}
	hint := spell.DidYouMean(name, known)
	if hint == "" && !hasPlugin {
		hint = ", unless the user has it at home"
	}
	r.Fixf("cc-settings-style-ref", n.Span, "$.outputStyle", r.Meant(n.Span, name, known),
		"there is no output style %q in this repository, and none is built in, so the default one holds%s", name, hint)
}

// judgeNamed reports the agent that a session runs as, and skills that are shown otherwise, if none in the repository has
// the name and one has nearly it: others may be the user's own.
func judgeNamed(r *model.Reporter, root *document.Node) {
	judgeMain(r, root, "$")
	for _, p := range document.Pairs(root.Get("skillOverrides")) {
		if strings.ContainsAny(p.Key, ":*") || r.SkillKnown(p.Key) || r.IsCommand(p.Key) {
			continue
		}
		if near := spell.Nearest(p.Key, r.Facts().SkillNames); near != "" {
			r.Fixf("cc-settings-skill-ref", p.KeySpan, "$.skillOverrides."+p.Key, r.Meant(p.KeySpan, p.Key, r.Facts().SkillNames),
				"there is no skill %q in this repository, and %q is, so nothing is overridden", p.Key, near)
		}
	}
}

// judgeMain reports the agent that sessions are to run as.
func judgeMain(r *model.Reporter, root *document.Node, at string) {
	n := root.Get("agent")
	if r.Standalone || document.Text(n) == "" || r.AgentKnown(n.Text) || strings.Contains(n.Text, ":") {
		return
	}
	if near, _ := model.NearAgent(r.Facts(), n.Text); near != "" {
		r.Fixf("cc-settings-agent-ref", n.Span, at+".agent", r.Meant(n.Span, n.Text, r.Facts().AgentNames),
			"there is no agent %q in this repository, and %q is, so sessions run without its prompt and its tools", n.Text, near)
	}
}

var token = memo.Regexp(`(?:gh[pousr]_|github_pat_|sk-ant-|xox[abpr]-|AKIA|glpat-)[A-Za-z0-9_-]{12,}`)

// judgeSecrets reports the texts in a value that have the form of a token. key is the one that it belongs to, if it is
// no item of a list.
func judgeSecrets(r *model.Reporter, n *document.Node, key, at string) {
	for i, item := range document.Items(n) {
		judgeSecrets(r, item, "", document.Index(at, i))
	}
	for _, p := range document.Pairs(n) {
		judgeSecrets(r, p.Value, p.Key, at+"."+p.Key)
	}
	text := document.Text(n)
	lower := strings.ToLower(text)
	if !token().MatchString(text) || strings.Contains(text, "${") || strings.Contains(lower, "example") ||
		strings.Contains(lower, "xxx") {
		return
	}
	const what = "has the form of a token, and stays in the history for good; "
	name := strings.ToUpper(strings.ReplaceAll(key, "-", "_"))
	switch {
	case key == "":
		r.Reportf("cc-settings-secret", n.Span, at, "this "+what+"take it out, and revoke the token")
	case r.Doc.Kind != "claude/settings":
		r.Reportf("cc-settings-secret", n.Span, at, "the value of %q "+what+"write ${%s} and set it outside, and revoke the token",
			key, name)
	case strings.HasPrefix(at, "$.hooks."):
		r.Reportf("cc-settings-secret", n.Span, at, "the value of %q "+what+"take it out, and revoke the token; headers of a "+
			"hook may have ${%s} if `allowedEnvVars` lists it", key, name)
	default:
		r.Reportf("cc-settings-secret", n.Span, at, "the value of %q "+what+"take it out, set it where Claude Code is started "+
			"or in a settings.local.json that git ignores (${%s} is not expanded here), and revoke the token", key, name)
	}
}

// isKept reports whether git takes a settings file into its history: settings.local.json is for what it ignores.
func isKept(r *model.Reporter) bool {
	file := r.Doc.Path
	return r.Standalone || path.Base(file) != "settings.local.json" || !r.Ignored([]string{file})[file]
}
