package hook

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	quoted = memo.Regexp(`(?:^|[^c]\s|[;&|(=]\s*)'(\$\{?CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)\}?)(?:'|/[^\s']*')`)
	shells = memo.Regexp(`\b(?:ba|z|da)?sh\r$`)
)

// command looks for the scripts that a hook runs.
func (h *hooks) command(n *document.Node, at string) {
	command := document.Text(n)
	h.Variables(n, "cc-hook-command", at, h.plugin)
	if command == "" || notation.Guarded(command) {
		return
	}
	if h.plugin == nil && strings.Contains(command, "CLAUDE_PLUGIN_ROOT") {
		h.Lesserf("cc-hook-command", n.Span, at, "`CLAUDE_PLUGIN_ROOT` is set for hooks of plugins alone, so the path "+
			"is wrong here; write `$CLAUDE_PROJECT_DIR`")
	}
	if place := notation.Home(command); place != "" {
		h.Report(document.Finding{
			Rule: "cc-hook-command", Span: n.Span, At: at, Lesser: true,
			Message: "the command leads below " + place + ", which is there for one user alone; write `$CLAUDE_PROJECT_DIR`, " +
				"or `~`",
		})
	}
	// In a plugin Claude Code itself writes the path for a variable in braces, before the shell sees it.
	if m := quoted().FindStringSubmatchIndex(command); m != nil && !strings.HasSuffix(at, ".args") &&
		(h.plugin == nil || command[m[2]+1] != '{') {
		h.Reportf("cc-hook-command", n.Span, at, "between single quotes the shell takes %s as it stands, so the path "+
			"is wrong and the hook fails each time; write double quotes", command[m[2]:m[3]])
		return
	}
	for _, s := range model.Scripts(command, notation.Project(h.Doc.Path), h.plugin) {
		first, _, _ := strings.Cut(h.own.content(s.File), "\n")
		switch {
		case !h.Exists(s.File):
			if !s.Plain || h.Exists(path.Dir(s.File)) {
				f := h.NoScript(h.Doc, "cc-hook-command", at, n, s)
				// The session may have another directory, and none starts below one of a program.
				f.Lesser = s.Plain || strings.Contains("/"+notation.Project(h.Doc.Path), "/.")
				dir := path.Dir(s.File)
				if h.Exists(dir) {
					h.Missing(s.File, f)
					continue
				}
				if h.gone[dir] == nil {
					h.gone[dir] = &gone{file: s.File}
				}
				h.gone[dir].Add(f)
			}
		case strings.HasPrefix(first, "#!") && strings.HasSuffix(first, "\r") && (s.Alone || shells().MatchString(first)):
			h.Lesserf("cc-hook-command", n.Span, at,
				"the lines of %s end with CRLF: the system looks for an interpreter of another name, and a shell takes "+
					"the carriage returns for parts of its words, so the hook fails; save it with line feeds", s.File)
		case !strings.HasSuffix(at, ".args") && h.IsBarred(s):
			h.Lesserf("cc-hook-command", n.Span, at, model.Barred, s.File, "the hook")
		case strings.HasPrefix(first, "#!"): // no build makes it
			span, _ := document.Find(h.Doc, n.Span, s.Named)
			h.Unshared(s.File, document.Finding{Rule: "cc-hook-command", Span: span, At: at, Lesser: true, Message: "git ignores " +
				s.File + ", so who installs the plugin does not have it, and the hook fails each time; add it with `git add -f`"})
		}
	}
	if h.plugin != nil {
		judgeAstray(h.Reporter, n, at, h.plugin)
	}
}

// relative judges whether what a hook runs, by its path or with an interpreter, is a file of the plugin that is looked
// for in the user's directory. Where the command itself goes elsewhere, or gives the plugin's root to what it runs, the
// paths behind that may be relative to the root.
func (h *hooks) relative(entry *document.Node, at string) {
	command, args := entry.Get("command"), notation.Lists(entry.Get("args"))
	words, nodes := notation.Words(document.Text(command)), []*document.Node(nil)
	if len(args) > 0 {
		words, nodes = notation.Exec(document.Text(command), texts(args)), append(nodes, args...)
		nodes = slices.Insert(nodes, 0, command)
	}
	if h.plugin == nil || notation.Guarded(document.Text(command)) {
		return
	}
	for i, w := range words {
		if strings.Contains(w.Text, "CLAUDE_PLUGIN_ROOT") || w.First && (w.Text == "cd" || w.Text == "pushd") {
			return
		}
		file := strings.TrimPrefix(w.Text, "./")
		if !w.First && !w.Script || !strings.Contains(file, "/") || strings.HasPrefix(file, "/") ||
			strings.ContainsAny(file, "$~*") || !h.IsFile(document.Join(h.plugin.Dir, file)) {
			continue
		}
		n := command
		if nodes != nil {
			n = nodes[i]
		}
		f := document.Finding{
			Rule: "cc-plugin-root-path", Span: n.Span, At: at,
			Message: w.Text + " is looked for in the directory that the user is in, not in the plugin; write " +
				"${CLAUDE_PLUGIN_ROOT}/" + file,
		}
		if at, found := document.Find(h.Doc, n.Span, w.Text); found {
			f.Span, f.Fixes = at, document.Replace("start at the plugin's root", at, "${CLAUDE_PLUGIN_ROOT}/"+file)
		}
		h.astray.Add(f)
	}
}

var (
	backslashed  = memo.Regexp(`(?:\$\{?CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT)\}?|[\w.-]+)["']?(?:[\\/][\w.-]+)+`)
	windowsAlone = memo.Regexp(`(?i)\.(?:bat|cmd|exe)$`)
	rooted       = memo.Regexp(`^\$\{?CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT)\}?["']?/`)
)

// judgeBackslashes reports a path of the project or plugin that is parted by backslashes: outside of quotes a shell takes
// them for marks of the letters behind them, and between double quotes for parts of a name.
func (h *hooks) judgeBackslashes(entry *document.Node, at string) {
	n := entry.Get("command")
	command, dir := document.Text(n), notation.Project(h.Doc.Path)
	if !strings.Contains(command, `\`) || entry.Has("args") || document.Text(entry.Get("shell")) == "powershell" {
		return
	}
	if h.plugin != nil {
		dir = h.plugin.Dir
	}
	for _, m := range backslashed().FindAllStringIndex(command, -1) {
		named := command[m[0]:m[1]]
		slashed := strings.ReplaceAll(named, `\`, "/")
		if slashed == named || !h.IsFile(path.Join(dir, rooted().ReplaceAllString(slashed, ""))) {
			continue
		}
		follows := "a shell drops the backslashes of %s, so the script is not found and the hook fails each time; write %s"
		if notation.QuoteAt(command, m[0]) != 0 && !strings.ContainsAny(named, `"'`) {
			if windowsAlone().MatchString(named) {
				return // it runs nowhere else, however it is written
			}
			follows = "between quotes a shell keeps the backslashes of %s, which part a path on Windows alone, so the hook fails " +
				"everywhere else; write %s"
		}
		f := document.Finding{Rule: "cc-hook-command", Span: n.Span, At: at, Lesser: true,
			Message: fmt.Sprintf(follows, named, slashed)}
		if n.Quote == '"' {
			f.Fixes = document.Replace("write slashes", n.Span, document.JSONString(command[:m[0]]+slashed+command[m[1]:]))
		}
		h.Report(f)
		return
	}
}

func texts(nodes []*document.Node) (all []string) {
	for _, n := range nodes {
		all = append(all, n.Text)
	}
	return all
}

// judgeProcesses looks for scripts of a plugin in what starts its servers and monitors.
func judgeProcesses(r *model.Reporter) {
	plugin, root := r.PluginOf(r.Doc.Path), r.Doc.Map()
	if plugin == nil {
		return
	}
	for _, key := range []string{"mcpServers", "lspServers"} {
		servers, at := root.Get(key), "$."+key
		if servers == nil && r.Doc.Kind == "claude/mcp" && key == "mcpServers" {
			servers, at = root, "$" // the servers may stand without the key around them
		}
		for _, p := range document.Pairs(servers) {
			for _, n := range append(notation.Lists(p.Value.Get("args")), notation.Lists(p.Value.Get("command"))...) {
				judgeAstray(r, n, at+"."+p.Key, plugin)
			}
		}
	}
	for i, m := range document.Items(root.Get("monitors")) {
		judgeAstray(r, m.Get("command"), document.Index("$.monitors", i), plugin)
	}
}
