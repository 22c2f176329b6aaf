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
		t.Each([]string{"claude/mcp", "claude/plugin"}, judgeServers)
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
	if command == "" || notation.Guarded(command) {
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
		if places := elsewhere[p.Key]; places != nil {
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
	if name == "" || slices.Contains(known, name) || hasPlugin && !r.IsPlugin(plugin) {
		return // what another plugin brings has its name before it
	}
	r.Fixf("cc-settings-style-ref", n.Span, "$.outputStyle", r.Meant(n.Span, name, known),
		"there is no output style %q in this repository, and none is built in, so the default one holds%s", name,
		spell.DidYouMean(name, known))
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

// judgeServers judges the servers of .mcp.json and of manifests.
func judgeServers(r *model.Reporter) {
	root := r.Doc.Map()
	servers, at := root.Get("mcpServers"), "$.mcpServers"
	if servers == nil && r.Doc.Kind == "claude/mcp" {
		servers, at = root, "$" // the servers may stand without the key around them
		if p := root.Pair("servers"); p != nil && !p.Value.Has("command") && !p.Value.Has("url") {
			r.Fixf("cc-mcp-server", p.KeySpan, "$.servers", document.Replace("write mcpServers", p.KeySpan, `"mcpServers"`),
				"`servers` is the key of another program, so Claude Code reads no server from the file; write `mcpServers`")
			return
		}
	}
	plugin := r.PluginOf(r.Doc.Path)
	if at == "$" && plugin == nil && len(document.Pairs(root)) > 0 {
		p := &root.Pairs[0]
		f := document.Finding{Rule: "cc-mcp-server", Span: p.KeySpan, At: "$", Message: "there is no `mcpServers`, the map " +
			"of servers, so Claude Code reads none from the file; put them into one"}
		if near := spell.Close(p.Key, []string{"mcpServers"}); near != "" {
			f.Message = fmt.Sprintf("%q is not the key that Claude Code looks for, so it reads no server from the file; "+
				"write %q", p.Key, near)
			f.Fixes = model.Mend(p.KeySpan, p.Key, near, `"`+near+`"`)
		}
		r.Report(f)
		return
	}
	for _, p := range document.Pairs(servers) {
		if p.Value.Type == document.Map {
			judgeServer(r, p, at+"."+p.Key, plugin)
		}
	}
}

// transport returns the type that a server of an address probably has.
func transport(address string) string {
	switch {
	case strings.HasPrefix(address, "ws://"), strings.HasPrefix(address, "wss://"):
		return "ws"
	case strings.HasSuffix(strings.TrimRight(address, "/"), "/sse"):
		return "sse"
	}
	return "http"
}

func judgeServer(r *model.Reporter, p document.Pair, at string, plugin *model.Plugin) {
	if judgeServerShape(r, p, at) {
		return
	}
	s, types := p.Value, r.List("mcp_types")
	kind, address := s.Get("type"), s.Get("url")
	f := document.Finding{Rule: "cc-mcp-server", Span: p.KeySpan, At: at}
	switch {
	case kind != nil && !slices.Contains(types, document.Text(kind)):
		f.Span = kind.Span
		f.Message = fmt.Sprintf("there is no type %s of servers, so Claude Code skips the server (`claude doctor` tells of it); "+
			"write %s", document.Show(kind), document.OneOf(types))
		if near := spell.Nearest(kind.Text, types); near != "" {
			f.Fixes = model.Mend(kind.Span, kind.Text, near, kind.Requote(near))
		}
	case kind == nil && address != nil:
		f.Span = s.Pair("url").KeySpan
		meant := transport(document.Text(address))
		f.Message = fmt.Sprintf("a server with `url` and no `type` is taken for a program, so Claude Code skips it (`claude doctor` "+
			"tells of it); add `\"type\": %q`", meant)
		at := document.Span{Start: f.Span.Start, End: f.Span.Start}
		f.Fixes = document.Replace("add the type "+meant, at, fmt.Sprintf(`"type": %q, `, meant))
	case document.Text(kind) == "stdio" && address != nil && !s.Has("command"):
		f.Span = kind.Span
		meant := transport(document.Text(address))
		f.Message = fmt.Sprintf("the server %q is of the type stdio, which needs `command`, and has `url`, so Claude Code "+
			"skips it (`claude doctor` tells of it); write %q", p.Key, meant)
		f.Fixes = document.Replace("write "+meant, kind.Span, kind.Requote(meant))
	case address == nil && kind != nil && kind.Text != "stdio" && s.Has("command"):
		f.Span = kind.Span
		f.Message = fmt.Sprintf("the server %q is of the type %s, which needs `url`, and has `command`, so Claude Code skips "+
			"it (`claude doctor` tells of it); write \"stdio\"", p.Key, kind.Text)
		f.Fixes = document.Replace("write stdio", kind.Span, kind.Requote("stdio"))
	case address == nil && !s.Has("command") && s.Get("headersHelper") == nil:
		f.Message = fmt.Sprintf("the server %q has neither `command` nor `url`, so Claude Code skips it (`claude doctor` tells "+
			"of it); add one", p.Key)
	}
	if f.Message != "" {
		r.Report(f)
	}
	judgeServerKeys(r, s, at)
	judgeTimeout(r, s.Get("timeout"), at)
	judgeAddress(r, p, at)
	if n := s.Get("command"); f.Message == "" {
		if first := r.Worded(document.Text(n), notation.Base(path.Dir(r.Doc.Path)), plugin); first != "" {
			r.Lesserf("cc-mcp-server", n.Span, at+".command",
				"the server %q is started without a shell, so all of %s is taken for the name of a program, which is not "+
					"there; write %q, and the rest into `args`", p.Key, document.Show(n), first)
		}
	}
	judgeSecrets(r, s, p.Key, at)
	if r.Standalone {
		return
	}
	dir := notation.Base(path.Dir(r.Doc.Path))
	command, args := s.Get("command"), notation.Lists(s.Get("args"))
	for i, w := range notation.Exec(document.Text(command), document.Texts(s.Get("args"))) {
		n, isValue := command, i > 1 && strings.HasPrefix(args[i-2].Text, "-")
		if i > 0 {
			n = args[i-1]
		}
		if document.Text(n) == "" {
			continue
		}
		r.Variables(n, "cc-mcp-server", at, plugin)
		if w.First || w.Script || notation.IsScript(w.Text) && !isValue {
			judgeArgument(r, n, dir, at, plugin)
		}
	}
	judgeExpansion(r, s, at)
	judgeScripts(r, s.Get("headersHelper"), dir, "cc-mcp-server", at+".headersHelper")
}

var (
	// unfilled is a variable that is not written as Claude Code fills it in.
	unfilled = memo.Regexp(`^(?:Bearer |Basic )?(\$[A-Z_][A-Z0-9_]*)$|` +
		`(?:^|[^\\$\w])(\$[A-Z][A-Z0-9]*_[A-Z0-9_]+|\$[A-Z]{3,}\b|\{[A-Z][A-Z0-9]*_[A-Z0-9_]+\})`)
	unended   = memo.Regexp(`\$\{[A-Za-z_]\w*[^}]{0,80}$`)
	defaulted = memo.Regexp(`\$\{([A-Za-z_]\w*)(?::[^-}]|[-=?+])[^}]*\}`)
	// shells are programs that fill in variables themselves.
	shells = memo.Regexp(`(?i)(?:^|[/\\])(?:(?:ba|z|da|fi|s)?sh|cmd|powershell|pwsh)(?:\.exe)?$`)
)

// judgeExpansion reports variables of the environment that are not expanded.
func judgeExpansion(r *model.Reporter, server *document.Node, at string) {
	args := append(notation.Lists(server.Get("args")), notation.Lists(server.Get("command"))...)
	values := notation.Lists(server.Get("url"))
	for _, key := range []string{"env", "headers"} {
		for _, p := range document.Pairs(server.Get(key)) {
			values = append(values, p.Value)
		}
	}
	isShell := slices.ContainsFunc(args, func(n *document.Node) bool { return shells().MatchString(document.Text(n)) })
	for i, n := range append(args, values...) {
		judgeUnset(r, n, at, isShell)
		if isShell && i < len(args) {
			continue // the shell fills them in, be it that of a container
		}
		if m := defaulted().FindStringSubmatch(document.Text(n)); m != nil {
			r.Lesserf("cc-mcp-server", n.Span, at, "Claude Code expands ${%s} and ${%s:-default} alone, so %s stays in "+
				"the text as it stands; write the default behind `:-`", m[1], m[1], m[0])
		}
		if name := unended().FindString(document.Text(n)); name != "" {
			r.Lesserf("cc-mcp-server", n.Span, at, "no brace closes %s, so it stays in the text as it stands; write the brace", name)
		}
		if m := unfilled().FindStringSubmatch(document.Text(n)); m != nil {
			front, tail, _ := strings.Cut(n.Text, m[0])
			name := m[1] + m[2]
			meant := "${" + strings.Trim(name, "${}") + "}"
			r.Report(document.Finding{
				Rule: "cc-mcp-server", Span: n.Span, At: at, Lesser: true,
				Message: fmt.Sprintf("Claude Code expands %s alone, so the server gets the text %s as it stands; write %[1]s", meant, name),
				Fixes:   document.Replace("write "+meant, n.Span, n.Requote(front+strings.Replace(m[0], name, meant, 1)+tail)),
			})
		}
	}
}

var unset = memo.Regexp(`\$\{CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)\}`)

// judgeUnset reports a directory of Claude Code in a server of a project. Claude Code sets these names for what it starts,
// and expands what it has been started with itself.
func judgeUnset(r *model.Reporter, n *document.Node, at string, isShell bool) {
	name := unset().FindString(document.Text(n))
	if name == "" || isShell || r.PluginOf(r.Doc.Path) != nil {
		return
	}
	f := document.Finding{Rule: "cc-mcp-server", Span: n.Span, At: at, Lesser: true,
		Message: fmt.Sprintf("nothing is put in for %s here, so it stays in the text as it stands: Claude Code sets the name for the "+
			"server, and not before it starts one; write ${CLAUDE_PROJECT_DIR:-.}", name)}
	if strings.Contains(name, "PLUGIN") {
		f.Message = fmt.Sprintf("Claude Code puts a directory in for %s in plugins alone, so in the .mcp.json of a project it stays "+
			"in the text as it stands; write ${CLAUDE_PROJECT_DIR:-.}", name)
	}
	var found bool
	if f.Span, found = document.Find(r.Doc, n.Span, name); found && !strings.Contains(name, "PLUGIN") {
		f.Fixes = document.Replace("write a default", f.Span, "${CLAUDE_PROJECT_DIR:-.}")
	}
	r.Report(f)
}

var scripted = memo.Regexp(`^(?:\./)?[\w.-]+(?:/[\w.-]+)*\.(?:[cm]?[jt]s|py|sh|rb)$`)

// judgeArgument looks for a script of the repository that a server is started with.
func judgeArgument(r *model.Reporter, n *document.Node, dir, at string, plugin *model.Plugin) {
	if strings.Contains(n.Text, "path/to/") {
		return // to be filled in
	}
	scripts := model.Scripts(n.Text, dir, plugin)
	if len(scripts) == 0 && scripted().MatchString(n.Text) && plugin == nil && strings.Contains(n.Text, "/") {
		scripts = []notation.Script{{File: path.Join(dir, n.Text), Named: n.Text}}
	}
	for _, s := range scripts {
		if !r.Exists(s.File) {
			f := r.NoScript(r.Doc, "cc-mcp-server", at, n, s)
			f.Lesser = true
			r.Missing(s.File, f)
		}
	}
	if file := strings.TrimPrefix(n.Text, "./"); plugin != nil && scripted().MatchString(n.Text) &&
		strings.Contains(n.Text, "/") && r.IsFile(document.Join(plugin.Dir, file)) {
		r.Report(document.Finding{
			Rule: "cc-plugin-root-path", Span: n.Span, At: at,
			Message: n.Text + " is looked for in the directory that the user is in, not in the plugin; write " +
				"${CLAUDE_PLUGIN_ROOT}/" + file,
			Fixes: document.Replace("start at the plugin's root", n.Span, `"${CLAUDE_PLUGIN_ROOT}/`+file+`"`),
		})
	}
}
