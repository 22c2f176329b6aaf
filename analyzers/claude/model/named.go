package model

import (
	"maps"
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
// of plugins that their manifests name. Of several kinds that a file is named as it has the first: a skill, a part in the
// order of the keys, a document.
func Named(set *document.Set) map[string]string {
	t := newTree(set)
	f := newFacts()
	f.readPlugins(t)
	n := &naming{tree: t, kinds: map[string]string{}, walked: map[[2]string]bool{}}
	for _, dir := range f.Listed {
		n.add(path.Join(dir, "SKILL.md"), "claude/skill")
	}
	for _, p := range f.Plugins {
		for _, dir := range p.paths["skills"] {
			n.addSkills(dir)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(parts)) {
		kind, isText := parts[key][0], path.Ext(parts[key][1]) == ""
		for _, p := range f.Plugins {
			for _, file := range p.paths[key] {
				n.addBelow(file, kind, isText)
			}
			if p.IsEntry { // no pattern knows the directory as that of a plugin
				n.addBelow(document.Join(p.Dir, parts[key][1]), kind, isText)
			}
		}
	}
	for file, depth := range depths(t) {
		if depth > 0 && slices.Contains([]string{".md", ".mdc", ".txt", ".markdown"}, path.Ext(file)) {
			n.add(file, "claude/imported")
		}
	}
	for file := range n.kinds {
		if !t.IsFile(file) {
			delete(n.kinds, file)
		}
	}
	return n.kinds
}

// naming gathers the files that are named, with their kinds.
type naming struct {
	tree   *Tree
	kinds  map[string]string
	walked map[[2]string]bool // directories, with the kind of what they were looked through for
}

// add adds a file, unless it has a kind already.
func (n *naming) add(file, kind string) {
	if n.kinds[file] == "" {
		n.kinds[file] = kind
	}
}

// addSkills adds the skill of a directory, or those of the directories in it.
func (n *naming) addSkills(dir string) {
	const kind = "claude/plugin-skill"
	if n.hasWalked(dir, kind) {
		return
	}
	n.add(path.Join(dir, "SKILL.md"), kind)
	if n.tree.IsFile(dir + "/SKILL.md") {
		return // Claude Code looks no further
	}
	for _, name := range n.tree.Names(dir) {
		n.add(path.Join(dir, name, "SKILL.md"), kind)
	}
}

// addBelow adds a file, or the Markdown files in a directory and those below it. A part is JSON, or it is a text.
func (n *naming) addBelow(file, kind string, isText bool) {
	if n.tree.Files.Look("", file) != document.Dir {
		if isText != (path.Ext(file) == ".json") {
			n.add(file, kind)
		}
		return
	}
	if n.hasWalked(file, kind) {
		return
	}
	for _, name := range n.tree.Names(file) {
		if below := path.Join(file, name); path.Ext(name) == ".md" || n.tree.Files.Look("", below) == document.Dir {
			n.addBelow(below, kind, isText)
		}
	}
}

// hasWalked reports whether a directory was looked through for a kind, and notes that it is now.
func (n *naming) hasWalked(dir, kind string) bool {
	key := [2]string{dir, kind}
	defer func() { n.walked[key] = true }()
	return n.walked[key]
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
