package model

import (
	"cmp"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
)

// Plugin is a directory with a manifest, or with an entry of a marketplace that stands for one.
type Plugin struct {
	Dir  string // "" is the run's base
	Name string
	Path string // of the file with the manifest, be it there or not
	// IsEntry is set where there is no such file, but the entry alone.
	IsEntry bool
	paths   map[string][]string // those that keys of the manifest give, relative to the run's base
	given   map[[2]string]bool  // these, by key and path, and the keys with ""
	// listed are the paths that it gives for agents; there need be none.
	listed map[string]bool
	// Servers are the MCP servers that it brings, as they are configured.
	Servers []string
	ids     map[string][]string // these, by what stands for each in the names of tools
}

// readPlugins reads the manifests and marketplaces, which say what of the other files belongs to plugins.
func (f *Facts) readPlugins(t *Tree) {
	for _, in := range t.Inputs("") {
		switch in.Kind {
		case "claude/plugin":
			addPlugin(f, in.Path, t.Lookup(in.Path).Map(), false)
		case "claude/marketplace":
			addMarketplace(f, t, in.Path, t.Lookup(in.Path).Map())
		}
	}
	for _, dir := range f.Listed {
		f.named[dir] = true
	}
}

// partKeys are the keys of a manifest that give paths of parts.
var partKeys = []string{
	"agents", "commands", "hooks", "lspServers", "mcpServers", "monitors", "outputStyles", "skills", "workflows",
}

// addPlugin adds the plugin of a manifest, or of an entry of a marketplace where there is no file of that name.
func addPlugin(f *Facts, file string, manifest *document.Node, isEntry bool) {
	p := &Plugin{Dir: notation.Base(path.Dir(path.Dir(file))), Path: file, IsEntry: isEntry, paths: map[string][]string{},
		listed: map[string]bool{}, given: map[[2]string]bool{}, ids: map[string][]string{}}
	for _, key := range partKeys {
		for _, n := range PathsIn(manifest, key) {
			file := path.Join(p.Dir, n.Text)
			if !p.Gives(key, file) {
				p.paths[key] = append(p.paths[key], file)
			}
			p.given[[2]string{key, file}], p.given[[2]string{key, ""}] = true, true
		}
	}
	if !isEntry { // which adds to what lies in agents/
		for _, file := range p.paths["agents"] {
			p.listed[file] = true
		}
	}
	p.Name = cmp.Or(document.Text(manifest.Get("name")), path.Base(p.Dir))
	f.Plugins = append(f.Plugins, p)
	f.byDir[p.Dir] = p
	if f.byName[p.Name] == nil {
		f.byName[p.Name] = p
	}
	for _, dir := range p.paths["skills"] {
		f.named[dir] = true
	}
	for _, file := range p.paths["commands"] {
		f.naming[file] = p
	}
	f.addServers(manifest.Get("mcpServers"), p)
}

// addMarketplace adds what a marketplace lists: its plugins, their directories, and those of skills.
func addMarketplace(f *Facts, t *Tree, file string, m *document.Node) {
	name, top := document.Text(m.Get("name")), path.Dir(path.Dir(file))
	isTop := false                           // skills lie at the top
	entries := map[string][]*document.Node{} // by the directories that they name
	for _, entry := range document.Items(m.Get("plugins")) {
		f.Markets[name] = append(f.Markets[name], document.Text(entry.Get("name")))
		text := document.Text(entry.Get("source"))
		source := path.Join(top, text)
		if text != "" && !strings.HasPrefix(text, ".") {
			source = path.Join(top, notation.PluginRoot(m), text)
		}
		if text != "" {
			f.sources[notation.Base(source)] = true
			entries[source] = append(entries[source], entry)
		}
		for _, skill := range notation.Lists(entry.Get("skills")) {
			dir := path.Join(source, skill.Text)
			f.Listed, isTop = append(f.Listed, dir), isTop || path.Dir(dir) == path.Clean(top)
		}
	}
	f.Markets[name] = append(f.Markets[name], "")
	for _, source := range slices.Sorted(maps.Keys(entries)) { // of several plugins in one none has all that lies there
		manifest := path.Join(source, ".claude-plugin/plugin.json")
		if len(entries[source]) == 1 && t.Exists(source) && !t.IsFile(manifest) && f.byDir[notation.Base(source)] == nil {
			addPlugin(f, manifest, entries[source][0], true)
		}
	}
	if !isTop {
		return
	}
	for _, dir := range t.Names(top) { // where people keep more of them
		if dir[0] != '.' && !f.sources[notation.Base(path.Join(top, dir))] {
			f.Listed = append(f.Listed, path.Join(top, dir))
		}
	}
}

// PathsIn returns the paths that a key of a manifest gives, at its top or below `experimental`: texts, a list of them, or
// for commands those below `source` in a map.
func PathsIn(manifest *document.Node, key string) []*document.Node {
	n := manifest.Get(key)
	if n == nil {
		n = manifest.Get("experimental").Get(key)
	}
	if key != "commands" || n == nil || n.Type != document.Map {
		return notation.Lists(n)
	}
	var all []*document.Node
	for _, p := range n.Pairs {
		if source := p.Value.Get("source"); document.Text(source) != "" {
			all = append(all, source)
		}
	}
	return all
}

// IsNamed reports whether a manifest or an entry of a marketplace names a directory as that of a skill.
func (f *Facts) IsNamed(dir string) bool { return f.named[dir] }

// PluginOf returns the innermost plugin that a file is a part of, or nil. What lies below .claude is a project's.
func (f *Facts) PluginOf(file string) *Plugin {
	for dir := range around(file) {
		if p := f.byDir[dir]; p != nil {
			return p
		}
	}
	return nil
}

// copied returns the directory that is copied with a file when its plugin is installed: the outermost around it that is
// one of a plugin. It is "" if there is none, or if it is the run's base. What lies below .claude is a project's.
func (f *Facts) copied(file string) (outermost string) {
	for dir := range around(file) {
		if f.byDir[dir] != nil || f.sources[dir] {
			outermost = dir
		}
	}
	return outermost
}

// around returns the directories around a file that may be those of its plugin, from the innermost: up to .claude, or to the
// run's base, which is "". A path that no system has lies in none.
func around(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if len(file) > document.MaxPath {
			return
		}
		for dir := path.Dir(file); path.Base(dir) != ".claude"; dir = path.Dir(dir) {
			if !yield(notation.Base(dir)) || dir == "." || dir == "/" {
				return
			}
		}
	}
}

// PluginNamed returns the plugin of a name, or nil.
func (f *Facts) PluginNamed(name string) *Plugin { return f.byName[name] }

// Gives reports whether a path is one of those that a key of the manifest gives for parts of the plugin. "" is for any.
func (p *Plugin) Gives(key, file string) bool { return p.given[[2]string{key, file}] }

// holds reports whether a key of the manifest gives a file, or a directory around it.
func (p *Plugin) holds(key, file string) bool {
	for ; !p.Gives(key, file); file = path.Dir(file) {
		if file == "." || file == "/" {
			return false
		}
	}
	return file != "."
}

// IsAgent reports whether a file in the directory of the plugin may be an agent: all may, unless the manifest lists some.
func (p *Plugin) IsAgent(file string) bool { return len(p.listed) == 0 || p.listed[file] }

// loads reports whether the plugin has a file for a command: the manifest names none, or it or a directory around it.
func (p *Plugin) loads(file string) bool {
	return !p.Gives("commands", "") || p.holds("commands", file)
}

// maxSharing is how many plugins may have the workflows of one directory: each has calls of its own for them.
const maxSharing = 10

// workflows returns the scripts that are called as commands are: those of the directory workflows of projects and
// plugins, or that a manifest names. One is called by the name in its text; where that cannot be read, as is told there, by
// that of its file.
func (f *Facts) workflows(t *Tree) (all []*Call) {
	add := func(file string, p *Plugin) {
		if path.Ext(file) != ".js" {
			return
		}
		c := &Call{Path: file, Name: cmp.Or(t.Shown(file), strings.TrimSuffix(path.Base(file), path.Ext(file)))}
		if c.Full = c.Name; p != nil {
			c.Full = p.Name + ":" + c.Name
		}
		all = append(all, c)
	}
	sharing := map[string]int{} // by directory
	for _, p := range f.Plugins {
		dirs := p.paths["workflows"]
		if len(dirs) == 0 {
			dirs = []string{path.Join(p.Dir, "workflows")}
		}
		for _, dir := range dirs {
			if path.Ext(dir) != "" {
				add(dir, p)
			}
			if sharing[dir]++; sharing[dir] > maxSharing {
				continue
			}
			for _, name := range t.Names(dir) {
				add(path.Join(dir, name), p)
			}
		}
	}
	for _, name := range t.Names(".claude/workflows") {
		add(".claude/workflows/"+name, nil)
	}
	return all
}
