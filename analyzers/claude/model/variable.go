package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	variable = memo.Regexp(`\$\{?(CLAUDE_?(?:P|S)[A-Z_]*)(:?-)?`)
	roots    = memo.Regexp(`^\$(?:\{CLAUDE_(?:PLUGIN_ROOT|PLUGIN_DATA|PROJECT_DIR)\}|CLAUDE_(?:PLUGIN_ROOT|PLUGIN_DATA|PROJECT_DIR)\b)`)
	bare     = memo.Regexp(`\$\{?((PLUGIN|PROJECT)_(?:ROOT|DIR))\}?["']?/([\w./-]*\w)`)
)

// Variables reports names of directories in a command that Claude Code does not set, and that nothing near it does: the
// path then starts at the root of the disk.
func (r *Reporter) Variables(n *document.Node, rule, at string) {
	known := r.List("variables")
	for _, m := range variable().FindAllStringSubmatch(document.Text(n), -1) {
		name := m[1]
		if slices.Contains(known, name) || m[2] != "" || strings.HasPrefix(name, "CLAUDE_PLUGIN_OPTION_") ||
			strings.Contains(n.Text, name+"=") || r.Doc.Map().Get("env").Has(name) {
			continue
		}
		f := document.Finding{Rule: rule, Span: n.Span, At: at, Lesser: true}
		near := spell.Nearest(name, known)
		f.Message = fmt.Sprintf("Claude Code sets no variable %s, so what stands there is empty and the path is wrong; "+
			"write %s", name, document.OneOf(known))
		if near != "" {
			f.Message += "; did you mean " + near + "?"
		}
		if i := strings.Index(r.Doc.Text(n.Span), name); i >= 0 {
			f.Span = document.Span{Start: n.Span.Start + i, End: n.Span.Start + i + len(name)}
			if near != "" {
				f.Fixes = document.Replace("write "+near, f.Span, near)
			}
		}
		r.Report(f)
	}
}

// Bare reports the name of a directory without CLAUDE_ before it, where the path behind it leads to a file of the plugin
// or project. Another program may set such a variable, so it is a warning.
func (r *Reporter) Bare(n *document.Node, rule, at string, p *Plugin) {
	for _, m := range bare().FindAllStringSubmatch(document.Text(n), -1) {
		name, meant, dir := m[1], "CLAUDE_PROJECT_DIR", Project(r.Doc.Path)
		if m[2] == "PLUGIN" {
			if p == nil {
				continue
			}
			meant, dir = "CLAUDE_PLUGIN_ROOT", p.Dir
		}
		if strings.Contains(n.Text, name+"=") || r.Doc.Map().Get("env").Has(name) || !r.IsFile(document.Join(dir, m[3])) {
			continue
		}
		f := document.Finding{Rule: rule, Span: n.Span, At: at, Lesser: true,
			Message: fmt.Sprintf("Claude Code sets no variable %s, so the path starts at the root of the disk unless somebody "+
				"else does, and %s is there; write %s", name, document.Join(dir, m[3]), meant)}
		if i := strings.Index(r.Doc.Text(n.Span), name); i >= 0 {
			f.Span = document.Span{Start: n.Span.Start + i, End: n.Span.Start + i + len(name)}
			f.Fixes = document.Replace("write "+meant, f.Span, meant)
		}
		r.Report(f)
	}
}

// Unquoted reports the first directory of Claude Code in a command of a shell that stands outside of quotes, as
// `claude plugin validate` does.
func (r *Reporter) Unquoted(n *document.Node, rule, at string) {
	command, raw := document.Text(n), r.Doc.Text(n.Span)
	var single, double bool
	var first string
	var edits []document.Edit
	searched := 0
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == '\\' && !single:
			i++
		case c == '\'' && !double:
			single = !single
		case c == '"' && !single:
			double = !double
		case c == '$':
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
			if !single && !double {
				span := document.Span{Start: n.Span.Start + from, End: n.Span.Start + searched}
				first = cmp.Or(first, name)
				edits = append(edits, document.Edit{Span: span, Text: `\"` + name + `\"`})
			}
		}
	}
	if len(edits) == 0 {
		return
	}
	f := document.Finding{Rule: rule, Span: edits[0].Span, At: at, Lesser: true,
		Message: fmt.Sprintf("%s stands outside of quotes, so the command falls apart where its path holds a blank; put it "+
			"in double quotes", first)}
	if n.Quote == '"' && r.Doc.Front == nil {
		f.Fixes = []document.Fix{{Title: "put it in quotes", Edits: edits}}
	}
	r.Report(f)
}
