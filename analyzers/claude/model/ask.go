package model

import (
	"path"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
)

// asked is what single files and names ask the facts of a tree for. The answers are compared in a session, so that after
// a change of the facts only those files are judged again for which one is another.
type asked struct {
	tree  *Tree
	known *answers
}

// answers is what was answered.
type answers struct {
	plugins  document.Memo[string, *Plugin]  // by directory
	ours     document.Memo[string, bool]     // names that plugins have
	agents   document.Memo[string, bool]     // names that agents are called by
	skills   document.Memo[string, bool]     // names that skills are called by
	commands document.Memo[string, bool]     // names that commands are called by
	lost     document.Memo[string, bool]     // names of skills that nothing finds
	twins    document.Memo[string, twins]    // by path
	called   document.Memo[string, *Call]    // commands by path
	copies   document.Memo[string, []*Call]  // by name
	inDir    document.Memo[string, []*Call]  // by directory
	copied   document.Memo[string, string]   // by directory
	below    document.Memo[string, int]      // by directory
	depths   document.Memo[string, depth]    // by path
	lists    document.Memo[string, []string] // Allowed and Servers
	named    document.Memo[string, bool]     // directories of skills that manifests name
}

// twins is an agent, and those that share scope and name with it.
type twins struct {
	own *Agent
	all []*Agent
}

// depth is how many imports lead to a file that is read.
type depth struct {
	imports int
	isRead  bool
}

func newAnswers() *answers {
	a := &answers{}
	for _, m := range []*document.Memo[string, bool]{&a.ours, &a.agents, &a.skills, &a.commands, &a.lost, &a.named} {
		m.Quick = true
	}
	for _, m := range []*document.Memo[string, []*Call]{&a.copies, &a.inDir} {
		m.Quick = true
	}
	a.plugins.Quick, a.twins.Quick, a.called.Quick = true, true, true
	a.below.Quick, a.depths.Quick, a.lists.Quick, a.copied.Quick = true, true, true, true
	return a
}

// ask returns what is taken from the facts for a key.
func ask[V any](t *Tree, m *document.Memo[string, V], key string, take func(f *Facts) V) V {
	return m.Get(t.Set, key, func() V { return take(t.Facts()) })
}

// PluginOf is Facts.PluginOf.
func (a asked) PluginOf(file string) *Plugin {
	return ask(a.tree, &a.known.plugins, path.Dir(file), func(f *Facts) *Plugin { return f.PluginOf(file) })
}

// IsPlugin reports whether a plugin has a name.
func (a asked) IsPlugin(name string) bool {
	return ask(a.tree, &a.known.ours, name, func(f *Facts) bool { return f.PluginNamed(name) != nil })
}

// isAgent reports whether an agent is called by a name.
func (a asked) isAgent(name string) bool {
	return ask(a.tree, &a.known.agents, name, func(f *Facts) bool { return has(f.AgentNames, name) })
}

// IsSkill reports whether a skill is called by a name.
func (a asked) IsSkill(name string) bool {
	return ask(a.tree, &a.known.skills, name, func(f *Facts) bool { return has(f.SkillNames, name) })
}

// IsCommand reports whether a command is called by a name.
func (a asked) IsCommand(name string) bool {
	return ask(a.tree, &a.known.commands, name, func(f *Facts) bool { return has(f.CommandNames, name) })
}

// isLost reports whether a skill of a name lies where nothing finds it.
func (a asked) isLost(name string) bool {
	return ask(a.tree, &a.known.lost, name, func(f *Facts) bool { return slices.Contains(f.Lost, name) })
}

// Allowed returns what the permissions of all settings allow.
func (a asked) Allowed() []string {
	return ask(a.tree, &a.known.lists, "allowed", func(f *Facts) []string { return f.Allowed })
}

// Servers returns the MCP servers that anything configures.
func (a asked) Servers() []string {
	return ask(a.tree, &a.known.lists, "servers", func(f *Facts) []string { return f.Servers })
}

// Twins returns the agent in a file, and all that share scope and name with it, but for case; nil if it is none.
func (a asked) Twins(file string) (own *Agent, all []*Agent) {
	found := ask(a.tree, &a.known.twins, file, func(f *Facts) twins {
		own, all := f.twinsOf(file)
		return twins{own, all}
	})
	return found.own, found.all
}

// CommandIn returns the command in a file, or nil.
func (a asked) CommandIn(file string) *Call {
	return ask(a.tree, &a.known.called, file, func(f *Facts) *Call {
		i := slices.IndexFunc(f.Commands, func(c *Call) bool { return c.Path == file })
		if i < 0 {
			return nil
		}
		return f.Commands[i]
	})
}

// Copies returns the skills in directories of a name.
func (a asked) Copies(name string) []*Call {
	return ask(a.tree, &a.known.copies, name, func(f *Facts) []*Call { return f.copies[name] })
}

// SkillsIn returns the skills whose own directories lie in a directory, by their paths.
func (a asked) SkillsIn(dir string) []*Call {
	return ask(a.tree, &a.known.inDir, dir, func(f *Facts) []*Call { return f.inDir[dir] })
}

// SkillsBelow returns how many skills lie one directory deeper than those of SkillsIn.
func (a asked) SkillsBelow(dir string) int {
	return ask(a.tree, &a.known.below, dir, func(f *Facts) int { return f.below[dir] })
}

// Copied returns the directory that is copied with a file when its plugin is installed: the outermost around it that is
// one of a plugin. It is "" if there is none, or if it is the run's base. What lies below .claude is a project's.
func (a asked) Copied(file string) string {
	return ask(a.tree, &a.known.copied, path.Dir(file), func(f *Facts) string { return f.copied(file) })
}

// Depth returns how many imports lead from instructions to a file, and whether Claude Code reads it with them.
func (a asked) Depth(file string) (imports int, isRead bool) {
	found := ask(a.tree, &a.known.depths, file, func(f *Facts) depth {
		imports, isRead := f.Depths[file]
		return depth{imports, isRead}
	})
	return found.imports, found.isRead
}
