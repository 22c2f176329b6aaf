package hook

import (
	"cmp"
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
	roots      = memo.Regexp(`^\$(?:\{CLAUDE_(?:PLUGIN_ROOT|PLUGIN_DATA|PROJECT_DIR)\}|CLAUDE_(?:PLUGIN_ROOT|PLUGIN_DATA|PROJECT_DIR)\b)`)
	projectDir = memo.Regexp(`\$CLAUDE_PROJECT_DIR|\$\{CLAUDE_PROJECT_DIR\}`)
)

// unbraced is a directory of Claude Code as a shell would put it in.
var unbraced = memo.Regexp(`\$(CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA))\b`)

// judgeBraces reports directories without braces in a hook with `args`, which no shell reads.
func judgeBraces(h *hooks, entry *document.Node, at string) {
	args := notation.Lists(entry.Get("args"))
	isShell := func(n *document.Node) bool { return strings.HasPrefix(n.Text, "-") && strings.HasSuffix(n.Text, "c") }
	if !entry.Has("args") || slices.ContainsFunc(args, isShell) {
		return
	}
	for _, n := range append([]*document.Node{entry.Get("command")}, args...) {
		m := unbraced().FindStringSubmatch(document.Text(n))
		if m == nil {
			continue
		}
		f := document.Finding{Rule: "cc-hook-command", Span: n.Span, At: at + ".args",
			Message: fmt.Sprintf("with `args` no shell reads the command, and Claude Code puts in ${%s} alone, so %s stays as it is and "+
				"the hook fails each time; write ${%[1]s}", m[1], m[0])}
		if at, found := document.Find(h.Doc, n.Span, m[0]); found {
			f.Span, f.Fixes = at, document.Replace("write the braces", at, "${"+m[1]+"}")
		}
		h.Report(f)
	}
}

// judgeExec reports a command that is written for a shell in a hook with `args`, which none reads.
func judgeExec(h *hooks, entry *document.Node, at string) {
	n := entry.Get("command")
	command := document.Text(n)
	if !entry.Has("args") || command == "" {
		return
	}
	const start = "with `args` no shell reads the command, so "
	if strings.ContainsAny(command[:1], `"'`) {
		h.Lesserf("cc-hook-command", n.Span, at, start+"the quotes count as a part of the path, where nothing is, and the hook "+
			"fails each time; take them away")
	} else if h.Worded(command, notation.Project(h.Doc.Path), h.plugin) != "" {
		h.Lesserf("cc-hook-command", n.Span, at, start+"all of %s is taken for the path of a program, which is not there, and "+
			"the hook fails each time; write what stands behind the space into `args`", document.Show(n))
	}
}

// judgeUnquoted reports the first directory of Claude Code in a command of a shell that stands outside of quotes, as
// `claude plugin validate` does.
func judgeUnquoted(h *hooks, n *document.Node, at string) {
	raw := h.Doc.Text(n.Span)
	var first string
	var edits []document.Edit
	searched := 0
	command := document.Text(n)
	for i, quote := range notation.Dollars(command) {
		name := roots().FindString(command[i:])
		if name == "" {
			continue
		}
		from := strings.Index(raw[searched:], name)
		if from < 0 {
			return // it is written with escapes
		}
		from += searched
		searched = from + len(name)
		if quote == 0 {
			span := document.Span{Start: n.Span.Start + from, End: n.Span.Start + searched}
			first = cmp.Or(first, name)
			edits = append(edits, document.Edit{Span: span, Text: `\"` + name + `\"`})
		}
	}
	if len(edits) == 0 {
		return
	}
	f := document.Finding{Rule: "cc-hook-command", Span: edits[0].Span, At: at, Lesser: true,
		Message: fmt.Sprintf("%s stands outside of quotes, so the command is split where its path holds a space; put it "+
			"in double quotes", first)}
	if n.Quote == '"' {
		f.Fixes = []document.Fix{{Title: "put it in quotes", Edits: edits}}
	}
	h.unquoted.Add(f)
}

// judgeAstray reports a script of a plugin that is looked for in the project of whoever has installed the plugin, and one
// behind the plugin's root that lies outside of the plugin.
func judgeAstray(r *model.Reporter, n *document.Node, at string, p *model.Plugin) {
	command := document.Text(n)
	if notation.Guarded(command) {
		return
	}
	if strings.Contains(command, "CLAUDE_PLUGIN_ROOT") {
		judgeOutside(r, n, at, p)
		return
	}
	if !strings.Contains(command, "CLAUDE_PROJECT_DIR") {
		return
	}
	for _, s := range notation.Scripts(command, "", false) {
		file := path.Clean(s.Named)
		rest := strings.TrimPrefix(file, p.Dir+"/") // it is there in the plugin's own repository
		own := document.Join(p.Dir, rest)
		if !s.Marked || strings.HasPrefix(file, ".claude/") || !r.IsFile(own) || own != file && r.Exists(file) {
			continue
		}
		f := document.Finding{
			Rule: "cc-plugin-root-path", Span: n.Span, At: at,
			Message: fmt.Sprintf("%s lies in the plugin, and CLAUDE_PROJECT_DIR is the project of whoever has installed it, so "+
				"it is not there; write ${CLAUDE_PLUGIN_ROOT}/%s", own, rest),
		}
		if i := projectDir().FindStringIndex(r.Doc.Text(n.Span)); i != nil {
			f.Span = document.Span{Start: n.Span.Start + i[0], End: n.Span.Start + i[1]}
			if rest == file {
				f.Fixes = document.Replace("start at the plugin's root", f.Span, "${CLAUDE_PLUGIN_ROOT}")
			}
		}
		r.Report(f)
		return
	}
}

// judgeOutside reports a script behind the plugin's root that is not in the plugin.
func judgeOutside(r *model.Reporter, n *document.Node, at string, p *model.Plugin) {
	for _, s := range model.Scripts(document.Text(n), "", p) {
		if p.Dir == "" || !s.Marked || strings.HasPrefix(s.File, p.Dir+"/") || !r.Exists(s.File) {
			continue
		}
		span, _ := document.Find(r.Doc, n.Span, s.Named)
		r.Reportf("cc-plugin-root-path", span, at, "%s lies outside of the plugin in %s: only what is in there is copied when the "+
			"plugin is installed, so nothing is there then; move it into the plugin, or put a symbolic link to it there", s.File, p.Dir)
	}
}
