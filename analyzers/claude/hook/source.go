package hook

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/document"
)

// source is what a hook runs: a script, or the command itself.
type source struct {
	name string // as a message names it
	text string
}

// scripts returns the scripts that a command and its arguments name, those that are there.
func (r *commands) scripts(command string, args *document.Node) (found []model.Script) {
	found = model.Scripts(command, model.Project(r.Doc.Path), r.plugin)
	for _, arg := range model.Lists(args) {
		found = append(found, model.Scripts(arg.Text, model.Project(r.Doc.Path), r.plugin)...)
	}
	return slices.DeleteFunc(found, func(s model.Script) bool { return !r.IsFile(s.File) })
}

// commands is a place with commands: hooks, settings.
type commands struct {
	*model.Reporter
	plugin *model.Plugin
}

// sources returns a command, and the scripts that it names.
func (r *commands) sources(command string, args *document.Node) []source {
	all := []source{{"the command", command}}
	for _, s := range r.scripts(command, args) {
		text, err := r.Files.Read("", s.File)
		if err == nil && (strings.HasPrefix(string(text), "#!") || slices.Contains([]string{".sh", ".bash", ".zsh", ".py",
			".js", ".mjs", ".cjs", ".ts"}, path.Ext(s.File))) {
			all = append(all, source{s.File, string(text)})
		}
	}
	return all
}
