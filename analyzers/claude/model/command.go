package model

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	variable = memo.Regexp(`\$\{?(CLAUDE_?(?:P|S)[A-Z_]*)(:?-)?`)
	percents = memo.Regexp(`%(CLAUDE_[A-Z_]+)%`)
	behind   = memo.Regexp(`\$\{?([A-Za-z]\w*)\}?["']?/([\w./-]*\w)`)
)

// Variables reports names of directories in a command of a plugin, or of a project if p is nil, that Claude Code does not set,
// and that nothing near it does: the path then starts at the root of the disk.
func (r *Reporter) Variables(n *document.Node, rule, at string, p *Plugin) {
	isSet := r.set(n)
	r.nearly(n, rule, at, p, isSet)
	known, told := r.List("variables"), 0
	if m := percents().FindStringSubmatch(document.Text(n)); m != nil && slices.Contains(known, m[1]) &&
		!strings.Contains(document.Text(n), "cmd") { // which puts it in
		f := document.Finding{Rule: rule, At: at, Lesser: true, Message: fmt.Sprintf("%s is a plain text to the shells that Claude "+
			"Code runs, on Windows, too, so the path is wrong; write ${%s}", m[0], m[1])}
		var found bool
		if f.Span, found = document.Find(r.Doc, n.Span, m[0]); found {
			f.Fixes = document.Guess("write ${"+m[1]+"}", f.Span, "${"+m[1]+"}")
		}
		r.Report(f)
	}
	for _, m := range variable().FindAllStringSubmatch(document.Text(n), -1) {
		name := m[1]
		if slices.Contains(known, name) || m[2] != "" || strings.HasPrefix(name, "CLAUDE_PLUGIN_OPTION_") || isSet(name) {
			continue
		}
		if told++; told > mostNames {
			return
		}
		f := document.Finding{Rule: rule, Span: n.Span, At: at, Lesser: true}
		near := rooted(r, document.Text(n), name, p)
		if near == "" {
			near = spell.Nearest(name, known)
		}
		f.Message = fmt.Sprintf("Claude Code sets no variable %s, so what stands there is empty and the path is wrong; "+
			"write %s", name, document.OneOf(known))
		if near != "" {
			f.Message += "; did you mean " + near + "?"
		}
		var found bool
		if f.Span, found = document.Find(r.Doc, n.Span, name); found && near != "" {
			f.Fixes = Mend(f.Span, name, near, near)
		}
		r.Report(f)
	}
}

// rooted returns the variable of the directory from which what stands behind a name in a command is there, or "".
func rooted(r *Reporter, command, name string, p *Plugin) string {
	dir, meant := notation.Project(r.Doc.Path), "CLAUDE_PROJECT_DIR"
	if p != nil {
		dir, meant = p.Dir, "CLAUDE_PLUGIN_ROOT"
	}
	for _, m := range behind().FindAllStringSubmatch(command, mostNames) {
		if m[1] == name && r.IsFile(document.Join(dir, m[2])) {
			return meant
		}
	}
	return ""
}

// mostNames is of how many names of a command it is told that nothing sets them.
const mostNames = 20

// set returns a function that reports whether a command, or the file that it stands in, sets a variable itself.
func (r *Reporter) set(n *document.Node) func(name string) bool {
	names := sync.OnceValue(func() map[string]bool { return notation.Assigned(document.Text(n)) })
	return func(name string) bool { return names()[name] || r.Doc.Map().Get("env").Has(name) }
}

// meantDir returns the directory of Claude Code that a name without CLAUDE_ before it, or a misspelt one, is meant for, or "".
func meantDir(name string) string {
	const plugin, project = "CLAUDE_PLUGIN_ROOT", "CLAUDE_PROJECT_DIR"
	switch {
	case strings.HasPrefix(name, "CLAUDE_"):
		return "" // which is told for any such name
	case name == "PLUGIN_ROOT" || name == "PLUGIN_DIR":
		return plugin
	case name == "PROJECT_ROOT" || name == "PROJECT_DIR":
		return project
	}
	return spell.Close(name, []string{plugin, project})
}

// nearly reports a name that is nearly that of a directory of Claude Code, where the path behind it leads to a file of the
// plugin or project. Another program may set such a variable, so it is a warning.
func (r *Reporter) nearly(n *document.Node, rule, at string, p *Plugin, isSet func(string) bool) {
	told := 0
	for _, m := range behind().FindAllStringSubmatch(document.Text(n), -1) {
		name, meant, dir := m[1], meantDir(m[1]), notation.Project(r.Doc.Path)
		if meant == "" || meant == "CLAUDE_PLUGIN_ROOT" && p == nil {
			continue
		}
		if meant == "CLAUDE_PLUGIN_ROOT" {
			dir = p.Dir
		}
		if isSet(name) || !r.IsFile(document.Join(dir, m[2])) {
			continue
		}
		if told++; told > mostNames {
			return
		}
		f := document.Finding{Rule: rule, Span: n.Span, At: at, Lesser: true,
			Message: fmt.Sprintf("Claude Code sets no variable %s, so the path starts at the root of the disk unless somebody "+
				"else does, and %s is there; write %s", name, document.Join(dir, m[2]), meant)}
		if at, found := document.Find(r.Doc, n.Span, name); found {
			f.Span, f.Fixes = at, document.Replace("write "+meant, at, meant)
		}
		r.Report(f)
	}
}

var named = memo.Regexp(`^[\w.@-]+$`)

// Worded returns the first word of a command that is run without a shell, where it is a program and more stands behind
// it: its name alone, or the path of a script that is there.
func (r *Reporter) Worded(command, project string, p *Plugin) string {
	first, rest, _ := strings.Cut(command, " ")
	if strings.TrimSpace(rest) == "" {
		return ""
	}
	for _, s := range Scripts(first, project, p) {
		if r.IsFile(s.File) {
			return first
		}
	}
	return named().FindString(first)
}

// NoScript turns a script that is not there into a finding of a rule: n is the command.
func (t *Tree) NoScript(d *document.Document, rule, at string, n *document.Node, s notation.Script) document.Finding {
	span, _ := document.Find(d, n.Span, s.Named)
	f := document.Finding{Rule: rule, Span: span, At: at, Message: "there is no " + s.File + ", so it fails each time"}
	if near, isSure := nearFile(path.Base(s.File), t.Names(path.Dir(s.File))); near != "" {
		near = strings.TrimSuffix(s.Named, path.Base(s.Named)) + near
		f.Message += "; did you mean " + near + "?"
		if f.Span != n.Span {
			f.Fixes = Instead("write "+near, f.Span, near, isSure)
		}
	}
	return f
}

// Scripts returns the scripts that a command names: one of a plugin or, if that is nil, of a project.
func Scripts(command, project string, p *Plugin) []notation.Script {
	if p != nil {
		return notation.Scripts(command, p.Dir, true)
	}
	return notation.Scripts(command, project, false)
}

// Barred is what is wrong with a script that may not be run: its path, and what fails.
const Barred = "%s is run by its path and is not executable, so %s fails each time; run `git update-index --chmod=+x`, or " +
	"call its interpreter"

// IsBarred reports whether a script is run by its path and is not executable.
func (r *Reporter) IsBarred(s notation.Script) bool {
	return s.Alone && r.IsFile(s.File) && !r.Files.Executable("", s.File)
}
