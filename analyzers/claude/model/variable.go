package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	variable = memo.Regexp(`\$\{?(CLAUDE_?(?:P|S)[A-Z_]*)(:?-)?`)
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
