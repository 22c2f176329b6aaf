package hook

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
)

// source is what a hook of an event runs: a script, or the command itself. What is found out of its text is found out
// once: very many hooks may run one script.
type source struct {
	name string // as a message names it
	text string

	refusal func() (line int, why string)
	misread func() (line int, why string)
	inputs  func() (line int, fields []string)
	renamed func() misnomer
	unset   func() (line int, name string)
}

func (r *commands) source(event, name, text string) *source {
	return &source{name: name, text: text,
		refusal: sync.OnceValues(func() (int, string) { return refusal(text) }),
		misread: sync.OnceValues(func() (int, string) {
			return misread(text, event, func(other string) bool { return r.isOf(other, name) })
		}),
		inputs:  sync.OnceValues(func() (int, []string) { return fieldsRead(text) }),
		renamed: sync.OnceValue(func() misnomer { return renamed(text, event) }),
		unset:   sync.OnceValues(func() (int, string) { return unset(text) }),
	}
}

// isOf reports whether there is an event of a name, and its hooks in this document do not run a script, which may answer
// each as one of its own.
func (r *commands) isOf(event, script string) bool {
	all := r.Doc.Map()
	if r.Doc.Front != nil {
		all = r.Front()
	}
	n := all.Get("hooks").Get(event)
	return slices.Contains(r.Events(), event) &&
		(n == nil || script == itself || !strings.Contains(r.Doc.Text(n.Span), path.Base(script)))
}

// itself is the name of a command that is no script.
const itself = "the command"

// place says where a line of the source is, counted from 1.
func (s *source) place(line int) string {
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
	read   map[string]string     // the beginnings of scripts, by their paths
	known  map[[2]string]*source // scripts by event and path; nil are files of other kinds
	judged int                   // bytes of those
}

// content returns the beginning of a script, or "" if it cannot be read or many of the document were.
func (r *commands) content(file string) string {
	const most, length = 200, 50_000
	content, ok := r.read[file]
	if ok || len(r.read) == most {
		return content
	}
	if r.read == nil {
		r.read = map[string]string{}
	}
	if text, err := r.Files.Read("", file); err == nil {
		content = string(text[:min(len(text), length)])
	}
	r.read[file] = content
	return content
}

// sources returns a command of an event, and the scripts that it names.
func (r *commands) sources(event, command string, args *document.Node) []*source {
	all := []*source{r.source(event, itself, command)}
	for _, s := range r.scripts(command, args) {
		if script := r.script(event, s.File); script != nil {
			all = append(all, script)
		}
	}
	return all
}

// script returns a file as a source, or nil if it is no script, or much was looked through.
func (r *commands) script(event, file string) *source {
	const most = 2 << 20
	key := [2]string{event, file}
	script, ok := r.known[key]
	if ok {
		return script
	}
	if r.known == nil {
		r.known = map[[2]string]*source{}
	}
	text := r.content(file)
	isScript := strings.HasPrefix(text, "#!") || slices.Contains([]string{".sh", ".bash", ".zsh", ".py", ".js",
		".mjs", ".cjs", ".ts"}, path.Ext(file))
	if isScript && r.judged+len(text) <= most {
		r.judged += len(text)
		script = r.source(event, file, text)
	}
	r.known[key] = script
	return script
}
