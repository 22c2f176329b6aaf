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

// blank is what goes on as a path in which something is to be put.
var blank = memo.Regexp(`^/[<{*\[]`)

// judgePlaced reports names of directories that Claude Code puts in elsewhere and not in this text: those of plugins
// outside of them, that of a skill in a command, and one without braces.
func judgePlaced(r *model.Reporter) {
	body := bodyOf(r.Doc)
	if !strings.Contains(body, "CLAUDE_PLUGIN_") && !strings.Contains(body, "CLAUDE_SKILL_DIR") {
		return
	}
	j := placedJudge{Reporter: r, plugin: r.PluginOf(r.Doc.Path), isSkill: path.Base(r.Doc.Path) == "SKILL.md",
		tellsOfPlugins: sync.OnceValue(func() bool {
			text := strings.ToLower(strings.ReplaceAll(body, "CLAUDE_PLUGIN_", ""))
			return strings.Contains(text, "plugin") || strings.Contains(text, "hooks.json") // in which a plugin has its hooks
		})}
	if strings.Contains("/"+r.Doc.Path, "/.") && !r.Facts().IsNamed(path.Dir(r.Doc.Path)) {
		j.plugin = nil // what lies there is for another program
	}
	settled := map[string]bool{}           // names that a text sets itself, or of which what is told has no fix
	told := map[string]*document.Finding{} // of each name once, with the fixes of all places
	var names []string                     // of these
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
		if blank().MatchString(body[end:]) {
			rest = "" // what is there is not the file that is meant
		}
		message, fixed := j.fault(name, rest, m[2] != "")
		if message == "" {
			continue
		}
		start += r.Doc.Body.Span.Start
		f := document.Finding{Rule: "cc-command-argument", At: "body", Message: message,
			Span: document.Span{Start: start, End: start + len(m[0]) - len(m[3])}}
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

// placedJudge judges the names of directories in a text.
type placedJudge struct {
	*model.Reporter
	plugin         *model.Plugin // that the text is of, or nil
	isSkill        bool
	tellsOfPlugins func() bool
}

// fault returns what is wrong with a name, bare or in braces, in front of the rest of a path, and what to write instead; "" if nothing
// is wrong, or nobody knows what to write.
func (j *placedJudge) fault(name, rest string, isBare bool) (message, fixed string) {
	isOfPlugin := strings.HasPrefix(name, "CLAUDE_PLUGIN_")
	dir := path.Dir(j.Doc.Path)
	if isOfPlugin && j.plugin != nil {
		dir = j.plugin.Dir
	}
	switch isOwn := j.isSkill && !isOfPlugin || j.plugin != nil; {
	case isOwn && isBare && rest != "" && j.Exists(document.Join(dir, rest)):
		return fmt.Sprintf("Claude Code puts the directory in for `${%s}` alone, and sets no such variable for commands that "+
			"the model runs, so the path is wrong; write it in braces", name), "${" + name + "}"
	case isBare, j.plugin != nil && isOfPlugin, j.isSkill && (j.plugin != nil || !isOfPlugin):
		return "", ""
	case !isOfPlugin:
		root := "${CLAUDE_PROJECT_DIR}"
		if j.plugin != nil {
			root = "${CLAUDE_PLUGIN_ROOT}"
		}
		return "Claude Code puts a directory in for ${CLAUDE_SKILL_DIR} in skills alone, so in a command it stays in the text; " +
			"write " + root + " and the path from there, or make the command a skill", ""
	case !strings.Contains("/"+j.Doc.Path, "/.claude/"):
		return "", "" // a tree that may become a plugin
	}
	dir, from := own(j.Reporter, rest, j.isSkill)
	if dir == "" && j.tellsOfPlugins() {
		return "", ""
	}
	instead := "${CLAUDE_SKILL_DIR} or ${CLAUDE_PROJECT_DIR}"
	if dir != "" && from == rest {
		instead, fixed = dir, dir
	}
	return fmt.Sprintf("Claude Code puts a directory in for ${%s} in plugins alone, so in this file of a project it stays in "+
		"the text, and the path is wrong; write %s", name, instead), fixed
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
