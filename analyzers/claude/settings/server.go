package settings

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/gather"
	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// judgeServers judges the servers of .mcp.json and of manifests.
func judgeServers(r *model.Reporter) {
	root := r.Doc.Map()
	servers, at := root.Get("mcpServers"), "$.mcpServers"
	skipped := gather.ByCause{} // by what is said
	if r.Doc.Kind == "claude/marketplace" {
		for i, entry := range document.Items(root.Get("plugins")) {
			for _, p := range document.Pairs(entry.Get("mcpServers")) {
				at := document.Index("$.plugins", i) + ".mcpServers." + p.Key
				if p.Value.Type == document.Map && !judgeServerShape(r, p, at) {
					tellTransport(r, p, at, skipped)
				}
			}
		}
		skipped.Report(r, "other server", "")
		return
	}
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
	var homes gather.Alike
	for _, p := range document.Pairs(servers) {
		if p.Value.Type == document.Map {
			judgeServer(r, p, at+"."+p.Key, plugin, skipped)
			addHome(&homes, p.Value, at+"."+p.Key)
		}
	}
	homes.Report(r, "other server", "")
	skipped.Report(r, "other server", "")
}

// addHome adds a server that is started with what one user alone has.
func addHome(all *gather.Alike, server *document.Node, at string) {
	for _, n := range append(notation.Lists(server.Get("command")), notation.Lists(server.Get("args"))...) {
		if place := notation.Home(n.Text); place != "" {
			all.Add(document.Finding{Rule: "cc-mcp-server", Span: n.Span, At: at, Lesser: true,
				Message: "the server is started with what lies below " + place + ", which is there for one user alone; write a path from " +
					"the project, or `${HOME}`"})
			return
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

func judgeServer(r *model.Reporter, p document.Pair, at string, plugin *model.Plugin, skipped gather.ByCause) {
	if judgeServerShape(r, p, at) {
		return
	}
	s, command := p.Value, p.Value.Get("command")
	isReached := !tellTransport(r, p, at, skipped)
	judgeServerKeys(r, s, at)
	judgeReserved(r, p, at, plugin)
	judgeBlanks(r, s, at)
	judgeTimeout(r, s.Get("timeout"), at)
	judgeAddress(r, p, at)
	if isReached {
		if first := r.Worded(document.Text(command), notation.Base(path.Dir(r.Doc.Path)), plugin); first != "" {
			r.Lesserf("cc-mcp-server", command.Span, at+".command",
				"the server %q is started without a shell, so all of %s is taken for the name of a program, which is not "+
					"there; write %q, and the rest into `args`", p.Key, document.Show(command), first)
		}
	}
	judgeSecrets(r, s, p.Key, at)
	if !r.Standalone {
		if isReplaced(r, plugin, p.Key) {
			plugin = nil // so that this one is of the repository alone
		}
		judgeStart(r, s, at, plugin)
	}
}

// judgeReserved reports a server of a project that has a name which Claude Code keeps for its own.
func judgeReserved(r *model.Reporter, p document.Pair, at string, plugin *model.Plugin) {
	if plugin == nil && slices.Contains(r.List("mcp_reserved"), strings.ReplaceAll(p.Key, " ", "_")) {
		r.Reportf("cc-mcp-server", p.KeySpan, at, "Claude Code keeps the name %q for a server of its own, so it does not load this one "+
			"(`claude doctor` tells of it); give it another name", p.Key)
	}
}

// judgeBlanks reports blanks around a value that a program is started with: it gets them, too.
func judgeBlanks(r *model.Reporter, s *document.Node, at string) {
	values := append(notation.Lists(s.Get("command")), notation.Lists(s.Get("args"))...)
	for _, p := range document.Pairs(s.Get("env")) {
		values = append(values, p.Value)
	}
	var alike gather.Alike
	for i, n := range values {
		text := document.Text(n)
		bare := strings.TrimSpace(text)
		if bare == text || bare == "" || strings.Contains(text, "\n") {
			continue // several lines are a script
		}
		f := document.Finding{Rule: "cc-mcp-server", Span: n.Span, At: at, Lesser: true,
			Message: fmt.Sprintf("there are blanks around %s, and Claude Code hands them on (`claude doctor` tells of it); remove them",
				document.Show(n)),
			Fixes: document.Replace("remove the blanks", n.Span, n.Requote(bare))}
		f.Fixes[0].Unsafe = i > 0
		if i == 0 && s.Has("command") {
			f.Message = fmt.Sprintf("there are blanks around %s, which Claude Code takes for part of the program's name, so the server "+
				"does not start; remove them", document.Show(n))
		}
		alike.Add(f)
	}
	alike.Report(r, "other value", "")
}

// tellTransport adds a server that Claude Code can start or reach in no way to others of which the same is said, and reports
// whether it did.
func tellTransport(r *model.Reporter, p document.Pair, at string, skipped gather.ByCause) bool {
	f := judgeTransport(r, p)
	if f.Message != "" {
		f.Rule, f.At = "cc-mcp-server", at
		skipped.Add(f.Message, f)
	}
	return f.Message != ""
}

// refuses returns what Claude Code does with a server that it does not take, and with what is around it.
func refuses(r *model.Reporter) string {
	return cmp.Or(notation.Refusal(r.Doc.Kind), "skips it (`claude doctor` tells of it)")
}

// judgeTransport returns why Claude Code skips a server that it can start or reach in no way, without rule and place; without a message
// if it can.
func judgeTransport(r *model.Reporter, p document.Pair) (f document.Finding) {
	s, types := p.Value, r.List("mcp_types")
	kind, address := s.Get("type"), s.Get("url")
	f.Span = p.KeySpan
	switch {
	case kind != nil && !slices.Contains(types, document.Text(kind)):
		f.Span = kind.Span
		f.Message = fmt.Sprintf("there is no type %s of servers, so Claude Code %s; write %s", document.Show(kind), refuses(r),
			document.OneOf(types))
		if near := spell.Nearest(kind.Text, types); near != "" {
			f.Fixes = model.Mend(kind.Span, kind.Text, near, kind.Requote(near))
		}
	case kind == nil && address != nil:
		f.Span = s.Pair("url").KeySpan
		meant := transport(document.Text(address))
		f.Message = fmt.Sprintf("a server with `url` and no `type` is taken for a program, so Claude Code %s; add `\"type\": %q`",
			refuses(r), meant)
		at := document.Span{Start: f.Span.Start, End: f.Span.Start}
		f.Fixes = document.Replace("add the type "+meant, at, fmt.Sprintf(`"type": %q, `, meant))
	case document.Text(kind) == "stdio" && address != nil && !s.Has("command"):
		f.Span = kind.Span
		meant := transport(document.Text(address))
		f.Message = fmt.Sprintf("the server %q is of the type stdio, which needs `command`, and has `url`, so Claude Code "+
			"%s; write %q", p.Key, refuses(r), meant)
		f.Fixes = document.Replace("write "+meant, kind.Span, kind.Requote(meant))
	case address == nil && kind != nil && kind.Text != "stdio" && s.Has("command"):
		f.Span = kind.Span
		f.Message = fmt.Sprintf("the server %q is of the type %s, which needs `url`, and has `command`, so Claude Code %s; "+
			"write \"stdio\"", p.Key, kind.Text, refuses(r))
		f.Fixes = document.Replace("write stdio", kind.Span, kind.Requote("stdio"))
	case address == nil && !s.Has("command") && s.Get("headersHelper") == nil:
		f.Message = fmt.Sprintf("the server %q has neither `command` nor `url`, so Claude Code %s; add one", p.Key, refuses(r))
	}
	return f
}

// isReplaced reports whether the manifest of a plugin has a server of the name itself, which then goes before the one that
// is judged.
func isReplaced(r *model.Reporter, plugin *model.Plugin, name string) bool {
	if plugin == nil || plugin.Path == r.Doc.Path {
		return false
	}
	manifest := r.Lookup(plugin.Path)
	return manifest != nil && manifest.Map().Get("mcpServers").Has(name)
}

// judgeStart judges what a server is started with.
func judgeStart(r *model.Reporter, s *document.Node, at string, plugin *model.Plugin) {
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
		`(?:^|[^\\$\w])(\$[A-Z][A-Z0-9]*_[A-Z0-9_]+|\$[A-Z]{3,}\b|\{[A-Z][A-Z0-9]*_[A-Z0-9_]+\}|\$\{env:\w+\})`)
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
		if m := defaulted().FindStringSubmatch(document.Text(n)); m != nil && m[1] != "env" {
			r.Lesserf("cc-mcp-server", n.Span, at, "Claude Code expands ${%s} and ${%s:-default} alone, so %s stays in "+
				"the text as it stands; write the default behind `:-`", m[1], m[1], m[0])
		}
		if name := unended().FindString(document.Text(n)); name != "" {
			r.Lesserf("cc-mcp-server", n.Span, at, "no brace closes %s, so it stays in the text as it stands; write the brace", name)
		}
		if m := unfilled().FindStringSubmatch(document.Text(n)); m != nil {
			front, tail, _ := strings.Cut(n.Text, m[0])
			name := m[1] + m[2]
			meant := "${" + strings.TrimPrefix(strings.Trim(name, "${}"), "env:") + "}"
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
	if meant := strings.ReplaceAll(n.Text, `\`, "/"); meant != n.Text && scripted().MatchString(meant) && r.IsFile(path.Join(dir, meant)) {
		r.Report(document.Finding{Rule: "cc-mcp-server", Span: n.Span, At: at, Lesser: true,
			Fixes:   document.Replace("write "+meant, n.Span, document.JSONString(meant)),
			Message: "a backslash parts directories on Windows alone, so elsewhere the server does not start; write " + meant})
	}
	scripts := model.Scripts(n.Text, dir, plugin)
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

// shapes is what the keys of a server hold: without the right one Claude Code skips the server.
var shapes = map[string]string{"command": "a text", "url": "a text", "args": "a list of texts", "env": "a map of texts",
	"headers": "a map of texts", "timeout": "a whole number above 0", "headersHelper": "a text", "oauth": "a map",
	"alwaysLoad": "true or false"}

// loginShapes is what the keys of `oauth` of a server hold.
var loginShapes = map[string]string{"clientId": "a text", "callbackPort": "a whole number above 0",
	"authServerMetadataUrl": "a text", "scopes": "a text"}

// judgeServerShape reports the first key of a server that holds something else than it must, or is near the one that is
// missing.
func judgeServerShape(r *model.Reporter, p document.Pair, at string) bool {
	isLacking := !slices.ContainsFunc([]string{"command", "url", "headersHelper"}, p.Value.Has)
	for _, other := range p.Value.Pairs {
		key := spell.Close(other.Key, []string{"command", "url"})
		if other.Key == "cmd" {
			key = "command"
		}
		if isLacking && key != "" {
			r.Fixf("cc-mcp-server", other.KeySpan, at+"."+other.Key,
				document.Replace("write "+key, other.KeySpan, `"`+key+`"`),
				"the server %q has neither `command` nor `url`, so Claude Code %s; did you mean `%s`?", p.Key, refuses(r), key)
			return true
		}
	}
	for _, own := range document.Pairs(p.Value.Get("oauth")) {
		if fault := misshapen(own, loginShapes[own.Key]); fault != nil {
			r.Reportf("cc-mcp-server", fault.Span, at+".oauth."+own.Key, "`%s` of `oauth` of the server %q must be %s, so Claude "+
				"Code %s", own.Key, p.Key, loginShapes[own.Key], refuses(r))
			return true
		}
	}
	for _, own := range p.Value.Pairs {
		fault := misshapen(own, shapes[own.Key])
		if own.Key == "command" && own.Value.Type == document.String && own.Value.Text == "" {
			fault = own.Value
		}
		if fault != nil {
			r.Reportf("cc-mcp-server", fault.Span, at+"."+own.Key, "`%s` of the server %q must be %s, so Claude Code %s", own.Key,
				p.Key, shapes[own.Key], refuses(r))
			return true
		}
	}
	return false
}

// misshapen returns what of the value of a key has not the shape that it must have, "" for any; nil if all has.
func misshapen(own document.Pair, shape string) *document.Node {
	n, ok := own.Value, false
	switch shape {
	case "a list of texts", "a map of texts":
		if ok = n.Type == document.List && shape == "a list of texts" || n.Type == document.Map && shape == "a map of texts"; ok {
			for _, item := range n.Items {
				if item.Type != document.String {
					return item
				}
			}
			for _, pair := range n.Pairs {
				if pair.Value.Type != document.String {
					return pair.Value
				}
			}
		}
	case "a map":
		ok = n.Type == document.Map
	case "a text":
		ok = n.Type == document.String
	case "true or false":
		ok = n.Type == document.Bool
	case "a whole number above 0":
		ok = n.Num > 0 && n.Num == math.Trunc(n.Num)
	default:
		ok = true
	}
	if ok {
		return nil
	}
	return n
}

// alien is the keys of a server that other programs read, and what holds instead.
var alien = map[string]string{
	"cwd": "starts it where the session is; write paths that hold from there, in a plugin such as " +
		"${CLAUDE_PLUGIN_ROOT}/server.mjs",
	"disabled": "uses it all the same; take the server out, or list one of a project in " +
		"`disabledMcpjsonServers` of the settings",
	"envFile":     "takes no variable from the file; write them into `env`, such as `${TOKEN}`",
	"autoApprove": asks,
	"alwaysAllow": asks,
}

const asks = "asks all the same; write rules such as `mcp__SERVER__TOOL` into `permissions.allow` of the settings"

// isBelow reports whether a word is the path of a script from some directory.
func isBelow(word string) bool {
	return notation.IsScript(word) && !strings.ContainsAny(word[:1], "/$~-")
}

// judgeServerKeys reports keys of a server that are near those that Claude Code reads, which drops what it does not know.
func judgeServerKeys(r *model.Reporter, s *document.Node, at string) {
	absent := slices.DeleteFunc([]string{"args", "env", "headers", "headersHelper", "timeout", "alwaysLoad"}, s.Has)
	for _, own := range s.Pairs {
		n := own.Value
		says := n.Type == document.Bool && n.True || len(n.Items) > 0 ||
			n.Type == document.String && path.Clean(n.Text) != "."
		if advice := alien[own.Key]; advice != "" && says {
			r.Report(document.Finding{Rule: "cc-mcp-server", Span: own.KeySpan, At: at + "." + own.Key, Lesser: true,
				Least: own.Key == "cwd" && !isBelow(document.Text(s.Get("command"))) &&
					!slices.ContainsFunc(document.Texts(s.Get("args")), isBelow),
				Message: fmt.Sprintf("Claude Code reads no `%s` of a server, as other programs do, and %s", own.Key, advice)})
			continue
		}
		near := spell.Close(own.Key, absent)
		if own.Key == "environment" && !s.Has("env") {
			near = "env"
		}
		if shapes[own.Key] == "" && near != "" {
			r.Report(document.Finding{Rule: "cc-mcp-server", Span: own.KeySpan, At: at + "." + own.Key, Lesser: true,
				Message: fmt.Sprintf("Claude Code knows no %q of a server, and leaves it out silently; did you mean %q?", own.Key, near),
				Fixes:   model.Mend(own.KeySpan, own.Key, near, `"`+near+`"`)})
		}
	}
}

// reached is how an address begins, or a variable in it.
var reached = memo.Regexp(`(?i)^(?:https?|wss?)://|[$]\{|^\$|^\{`)

// judgeAddress reports an address that is none.
func judgeAddress(r *model.Reporter, p document.Pair, at string) {
	if n := p.Value.Get("url"); document.Text(n) != "" && !reached().MatchString(strings.TrimSpace(n.Text)) {
		r.Lesserf("cc-mcp-server", n.Span, at+".url", "%s is no address, since it does not begin with https:// or the like, so the "+
			"server %q is never reached; write the whole", document.Show(n), p.Key)
	}
}

// judgeTimeout reports a limit that is too small to count, for it is in milliseconds.
func judgeTimeout(r *model.Reporter, n *document.Node, at string) {
	if n == nil || n.Num >= 1000 {
		return
	}
	r.Report(document.Finding{Rule: "cc-mcp-server", Span: n.Span, At: at + ".timeout", Lesser: true,
		Message: fmt.Sprintf("`timeout` of a server counts milliseconds, and below 1000 Claude Code passes it over; if seconds "+
			"were meant, write %d", int(n.Num)*1000),
		Fixes: document.Replace("write milliseconds", n.Span, fmt.Sprint(int(n.Num)*1000))})
}
