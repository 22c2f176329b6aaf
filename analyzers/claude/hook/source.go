package hook

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
)

// source is what a hook runs: a script, or the command itself.
type source struct {
	name string // as a message names it
	text string
}

// itself is the name of a command that is no script.
const itself = "the command"

// place says where a line of the source is, counted from 1.
func (s source) place(line int) string {
	if s.name == itself {
		return itself
	}
	return fmt.Sprintf("line %d of %s", line, s.name)
}

// scripts returns the scripts that a command and its arguments name, those that are there.
func (r *commands) scripts(command string, args *document.Node) (found []notation.Script) {
	found = model.Scripts(command, notation.Project(r.Doc.Path), r.plugin)
	for _, arg := range notation.Lists(args) {
		found = append(found, model.Scripts(arg.Text, notation.Project(r.Doc.Path), r.plugin)...)
	}
	return slices.DeleteFunc(found, func(s notation.Script) bool { return !r.IsFile(s.File) })
}

// commands is a place with commands: hooks, settings.
type commands struct {
	*model.Reporter
	plugin *model.Plugin
	read   int // how many scripts were read
}

// content returns the beginning of a script, or "" if it cannot be read or many of the document were.
func (r *commands) content(file string) string {
	const most, length = 200, 50_000
	if r.read == most {
		return ""
	}
	r.read++
	text, err := r.Files.Read("", file)
	if err != nil {
		return ""
	}
	return string(text[:min(len(text), length)])
}

// sources returns a command, and the scripts that it names.
func (r *commands) sources(command string, args *document.Node) []source {
	all := []source{{itself, command}}
	for _, s := range r.scripts(command, args) {
		text := r.content(s.File)
		if strings.HasPrefix(text, "#!") || text != "" && slices.Contains([]string{".sh", ".bash", ".zsh", ".py", ".js",
			".mjs", ".cjs", ".ts"}, path.Ext(s.File)) {
			all = append(all, source{s.File, text})
		}
	}
	return all
}
