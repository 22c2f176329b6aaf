package command

import (
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var placed = memo.Regexp(`\$(?:\{(CLAUDE_(?:PLUGIN_ROOT|PLUGIN_DATA|SKILL_DIR))\}|(CLAUDE_(?:PLUGIN_ROOT|SKILL_DIR))\b)(/[\w./-]*\w)?`)

// judgePlaced reports names of directories that Claude Code puts in elsewhere and not in this text: those of plugins
// outside of them, that of a skill in a command, and one without braces.
func judgePlaced(r *model.Reporter) {
	body := bodyOf(r.Doc)
	if !strings.Contains(body, "CLAUDE_PLUGIN_") && !strings.Contains(body, "CLAUDE_SKILL_DIR") {
		return
	}
	plugin, isSkill := r.PluginOf(r.Doc.Path), path.Base(r.Doc.Path) == "SKILL.md"
	if strings.Contains("/"+r.Doc.Path, "/.") && !r.Facts().IsNamed(path.Dir(r.Doc.Path)) {
		plugin = nil // what lies there is for another program
	}
	settled := map[string]bool{}           // names that a text sets itself, or of which what is told has no fix
	told := map[string]*document.Finding{} // of each name once, with the fixes of all places
	var names []string                     // of these
	tellsOfPlugins := sync.OnceValue(func() bool {
		return strings.Contains(strings.ToLower(strings.ReplaceAll(body, "CLAUDE_PLUGIN_", "")), "plugin")
	})
	end := 0
	for _, m := range placed().FindAllStringSubmatch(body, -1) {
		start := end + strings.Index(body[end:], m[0])
		end = start + len(m[0])
		name, rest := m[1]+m[2], strings.TrimPrefix(m[3], "/")
		isSettled, known := settled[name]
		if !known {
			isSettled = strings.Contains(body, name+"=")
			settled[name] = isSettled
		}
		if isSettled {
			continue
		}
		f := document.Finding{Rule: "cc-command-argument", At: "body"}
		isBare, fixed, dir := m[2] != "", "", ""
		if dir = path.Dir(r.Doc.Path); strings.HasPrefix(name, "CLAUDE_PLUGIN_") && plugin != nil {
			dir = plugin.Dir
		}
		switch isOwn := isSkill && name == "CLAUDE_SKILL_DIR" || plugin != nil; {
		case isOwn && isBare && rest != "" && r.Exists(document.Join(dir, rest)):
			f.Message = fmt.Sprintf("Claude Code puts the directory in for `${%s}` alone, and sets no such variable for commands that "+
				"the model runs, so the path is wrong; write it in braces", name)
			fixed = "${" + name + "}"
		case isBare || plugin != nil && (strings.HasPrefix(name, "CLAUDE_PLUGIN_") || isSkill):
			continue
		case name == "CLAUDE_SKILL_DIR":
			if isSkill {
				continue
			}
			f.Message = "Claude Code puts a directory in for ${CLAUDE_SKILL_DIR} in skills alone, so in a command it stays in the text; " +
				"write ${CLAUDE_PROJECT_DIR} and the path from there, or make the command a skill"
			if plugin != nil {
				f.Message = strings.Replace(f.Message, "PROJECT_DIR", "PLUGIN_ROOT", 1)
			}
		case !strings.Contains("/"+r.Doc.Path, "/.claude/"):
			continue // a tree that may become a plugin
		default:
			dir, own := own(r, rest, isSkill)
			if dir == "" && tellsOfPlugins() {
				continue // it tells of plugins
			}
			f.Message = fmt.Sprintf("Claude Code puts a directory in for ${%s} in plugins alone, so in this file of a project it stays in "+
				"the text, and the path is wrong; write ${CLAUDE_SKILL_DIR} or ${CLAUDE_PROJECT_DIR}", name)
			if dir != "" && own == rest {
				fixed = dir
				f.Message = strings.Replace(f.Message, "${CLAUDE_SKILL_DIR} or ${CLAUDE_PROJECT_DIR}", dir, 1)
			}
		}
		start += r.Doc.Body.Span.Start
		f.Span = document.Span{Start: start, End: start + len(m[0]) - len(m[3])}
		if fixed != "" {
			f.Fixes = document.Replace("write "+fixed, f.Span, fixed)
		}
		if first := told[name]; first == nil {
			told[name], names, settled[name] = &f, append(names, name), fixed == ""
		} else if first.Message == f.Message && fixed != "" {
			first.Fixes[0].Edits = append(first.Fixes[0].Edits, f.Fixes[0].Edits...)
		}
	}
	for _, name := range names {
		r.Report(*told[name])
	}
}

// own returns the placeholder for the directory of a skill or project in which there is what a path leads to, and the
// path from there, or "".
func own(r *model.Reporter, rest string, isSkill bool) (dir, from string) {
	if rest == "" {
		return "", ""
	}
	if isSkill && r.Exists(path.Join(path.Dir(r.Doc.Path), rest)) {
		return "${CLAUDE_SKILL_DIR}", rest
	}
	project := notation.Project(r.Doc.Path)
	if r.Exists(document.Join(project, rest)) {
		return "${CLAUDE_PROJECT_DIR}", rest
	}
	if r.Exists(document.Join(project, ".claude/"+rest)) {
		return "${CLAUDE_PROJECT_DIR}", ".claude/" + rest
	}
	return "", ""
}
