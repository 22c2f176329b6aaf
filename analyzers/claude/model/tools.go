package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/internal/memo"
)

// AgentKnown reports whether an agent may be called by a name: it is there, is built in, or is another plugin's.
func (t *Tree) AgentKnown(name string) bool {
	return strings.ContainsAny(name, ":*") && !t.IsPlugin(before(name)) ||
		slices.Contains(t.List("agents"), name) || t.isAgent(name) || t.isLost(name)
}

// SkillKnown reports whether a skill may be called by a name.
func (t *Tree) SkillKnown(name string) bool {
	return strings.ContainsAny(name, ":*") && !t.IsPlugin(before(name)) ||
		t.IsSkill(name) || t.isLost(name[strings.IndexByte(name, ':')+1:])
}

// ByHand returns the file of the skill or command of a name if the model may not call any that has it, or "".
func (t *Tree) ByHand(name string) (file string) {
	return onlyFor(t, name, func(file string) bool {
		return t.hands.Get(t.Set, file, func() bool { return says(t, file, "disable-model-invocation", true) })
	})
}

// ByModel returns the file of the skill or command of a name if the user may not call any that has it, or "".
func ByModel(t *Tree, name string) (file string) {
	return onlyFor(t, name, func(file string) bool { return says(t, file, "user-invocable", false) })
}

// SkillDirs returns the directories of the skills that are called by a name: of very many the first.
func SkillDirs(t *Tree, name string) (dirs []string) {
	const most = 10
	for _, c := range t.Facts().calls[name] {
		if path.Base(c.Path) == "SKILL.md" && len(dirs) < most {
			dirs = append(dirs, c.Dir)
		}
	}
	return dirs
}

// onlyFor returns the file of the skill or command of a name if all that have it are such, or "".
func onlyFor(t *Tree, name string, is func(file string) bool) (file string) {
	for _, c := range t.Facts().calls[name] {
		if !is(c.Path) {
			return ""
		}
		file = c.Path
	}
	return file
}

// says reports whether the frontmatter of a file has a key with a truth value.
func says(t *Tree, file, key string, truth bool) bool {
	d := t.At(file)
	return d.Readable() && notation.IsTruth(d.Front.Root.Get(key), truth)
}

func before(name string) string {
	name, _, _ = strings.Cut(name, ":")
	return name
}

// Unserved returns the plugin that a name of a server has before it, and what is behind it, if the plugin is one of this
// repository, brings servers, all of them known, and none of that name; or nil.
func Unserved(t *Tree, server string) (plugin *Plugin, rest string) {
	full, has := strings.CutPrefix(server, "plugin_")
	const longest = 256 // bytes of a name
	if !has || len(full) > longest || strings.Contains(server, "*") || t.Times(server) > 0 {
		return nil, ""
	}
	isBundle := func(file string) bool { return path.Ext(file) == ".mcpb" || path.Ext(file) == ".dxt" }
	for i, c := range full {
		if c != '_' {
			continue
		}
		p := t.Facts().PluginNamed(full[:i])
		if p != nil && len(p.Servers) > 0 && !slices.ContainsFunc(p.paths["mcpServers"], isBundle) {
			plugin, rest = p, full[i+1:]
		}
	}
	return plugin, rest
}

// calls reports whether the document calls tools of a server. It is looked for once, whatever the number of tools.
func calls(r *Reporter, id string) bool {
	called, known := r.called[id]
	if !known {
		called = strings.Contains(r.Doc.Content(), "mcp__"+id+"__")
		if r.called == nil {
			r.called = map[string]bool{}
		}
		r.called[id] = called
	}
	return called
}

var server = memo.Regexp(`mcp__([A-Za-z0-9_-]+?)__`)

// OwnServer returns the name of the own server of the plugin that a document is a part of, where a text has it without the
// plugin before it, as no tool is called, and the name that its tools have; or "" and "". Where the server is
// configured elsewhere as well, that may be meant.
func (r *Reporter) OwnServer(text string) (name, full string) {
	plugin := r.PluginOf(r.Doc.Path)
	if plugin == nil {
		return "", ""
	}
	for _, m := range server().FindAllStringSubmatch(text, -1) {
		for _, key := range plugin.ids[m[1]] {
			full := notation.ServerID("plugin_" + plugin.Name + "_" + key)
			if r.Times(key) == 1 && !calls(r, full) {
				return "mcp__" + m[1] + "__", "mcp__" + full + "__"
			}
		}
	}
	return "", ""
}
