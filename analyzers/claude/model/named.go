package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
)

// parts are the keys of a manifest by which a plugin names parts, with their kinds and where they lie if it names none.
var parts = map[string][2]string{
	"agents": {"claude/plugin-agent", "agents"}, "commands": {"claude/plugin-command", "commands"},
	"outputStyles": {"claude/plugin-style", "output-styles"}, "hooks": {"claude/hooks", "hooks/hooks.json"},
	"mcpServers": {"claude/mcp", ".mcp.json"}, "lspServers": {"claude/lsp", ".lsp.json"},
	"monitors": {"claude/monitors", "monitors/monitors.json"}, "settings": {"claude/plugin-settings", "settings.json"},
}

// Named returns the files that others name and that are read for that reason: what instructions import, and the parts
// of plugins that their manifests name.
func Named(set *document.Set) map[string]string {
	t := newTree(set)
	kinds := map[string]string{}
	for file, depth := range depths(t) {
		if depth > 0 && slices.Contains([]string{".md", ".mdc", ".txt", ".markdown"}, path.Ext(file)) {
			kinds[file] = "claude/imported"
		}
	}
	f := newFacts()
	f.readPlugins(t)
	for _, p := range f.Plugins {
		for key, part := range parts {
			kind, files, isText := part[0], p.paths[key], path.Ext(part[1]) == ""
			if p.IsEntry { // no pattern knows the directory as that of a plugin
				files = append(slices.Clone(files), document.Join(p.Dir, part[1]))
			}
			for _, file := range files {
				for _, name := range below(t, file) {
					if isText != (path.Ext(name) == ".json") {
						kinds[name] = kind
					}
				}
			}
		}
		for _, dir := range p.paths["skills"] {
			kinds[dir+"/SKILL.md"] = "claude/plugin-skill"
			for _, name := range t.Names(dir) {
				if t.IsFile(dir + "/SKILL.md") {
					break // Claude Code looks no further
				}
				kinds[path.Join(dir, name, "SKILL.md")] = "claude/plugin-skill"
			}
		}
	}
	for _, dir := range f.Listed {
		kinds[path.Join(dir, "SKILL.md")] = "claude/skill"
	}
	for file := range kinds {
		if !t.IsFile(file) {
			delete(kinds, file)
		}
	}
	return kinds
}

// below returns a file, or the Markdown files in a directory and those below it.
func below(t *Tree, file string) (files []string) {
	if t.Files.Look("", file) != document.Dir {
		return []string{file}
	}
	for _, name := range t.Names(file) {
		if path.Ext(name) == ".md" || t.Files.Look("", path.Join(file, name)) == document.Dir {
			files = append(files, below(t, path.Join(file, name))...)
		}
	}
	return files
}

// depths returns how many imports lead from instructions to each file that Claude Code reads with them.
func depths(t *Tree) map[string]int {
	depth := map[string]int{}
	var next []string
	for _, in := range t.Inputs("") {
		if in.Kind == "claude/instructions" || in.Kind == "claude/rule" {
			depth[in.Path] = 0
			next = append(next, in.Path)
		}
	}
	for len(next) > 0 {
		file := next[0]
		next = next[1:]
		for _, other := range t.imported(file) {
			if _, known := depth[other]; known || depth[file] == notation.MaxDepth || !t.IsFile(other) {
				continue
			}
			depth[other] = depth[file] + 1
			next = append(next, other)
		}
	}
	return depth
}

// imported returns the files that a file imports, in the order of its text.
func (t *Tree) imported(file string) []string {
	return t.leads.Get(t.Set, file, func() (files []string) {
		d := t.At(file)
		if d == nil {
			text, err := t.Files.Read("", file)
			if err != nil {
				return nil
			}
			if d = notation.Markdown(file, text); d == nil {
				return nil
			}
		}
		for _, i := range notation.Imports(d) {
			if i.File != "" {
				files = append(files, strings.Clone(i.File))
			}
		}
		return files
	})
}
