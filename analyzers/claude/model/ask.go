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

// answers is what was answered. Each takes no time.
type answers struct {
	plugins *document.Memo[string, *Plugin]    // by directory
	is      *document.Memo[[2]string, bool]    // by what is asked, and the name or directory
	twins   *document.Memo[string, twins]      // by path
	called  *document.Memo[string, *Call]      // commands by path
	calls   *document.Memo[[2]string, []*Call] // by what is asked, and the name or directory
	copied  *document.Memo[string, string]     // by directory
	below   *document.Memo[string, int]        // by directory
	depths  *document.Memo[string, depth]      // by path
	lists   *document.Memo[string, []string]   // Allowed and Servers
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
	return &answers{quick[string, *Plugin](), quick[[2]string, bool](), quick[string, twins](), quick[string, *Call](),
		quick[[2]string, []*Call](), quick[string, string](), quick[string, int](), quick[string, depth](),
		quick[string, []string]()}
}

func quick[K comparable, V any]() *document.Memo[K, V] { return &document.Memo[K, V]{Quick: true} }

// ask returns what is taken from the facts for a key.
func ask[K comparable, V any](t *Tree, m *document.Memo[K, V], key K, take func(f *Facts) V) V {
	return m.Get(t.Set, key, func() V { return take(t.Facts()) })
}

// PluginOf is Facts.PluginOf.
func (a asked) PluginOf(file string) *Plugin {
	return ask(a.tree, a.known.plugins, path.Dir(file), func(f *Facts) *Plugin { return f.PluginOf(file) })
}

// IsPlugin reports whether a plugin has a name.
func (a asked) IsPlugin(name string) bool {
	return ask(a.tree, a.known.is, [2]string{"plugin", name}, func(f *Facts) bool { return f.PluginNamed(name) != nil })
}

// isAgent reports whether an agent is called by a name.
func (a asked) isAgent(name string) bool {
	return ask(a.tree, a.known.is, [2]string{"agent", name}, func(f *Facts) bool { return has(f.AgentNames, name) })
}

// IsSkill reports whether a skill is called by a name.
func (a asked) IsSkill(name string) bool {
	return ask(a.tree, a.known.is, [2]string{"skill", name}, func(f *Facts) bool { return has(f.SkillNames, name) })
}

// IsCommand reports whether a command is called by a name.
func (a asked) IsCommand(name string) bool {
	return ask(a.tree, a.known.is, [2]string{"command", name}, func(f *Facts) bool { return has(f.CommandNames, name) })
}

// isLost reports whether a skill of a name lies where nothing finds it.
func (a asked) isLost(name string) bool {
	return ask(a.tree, a.known.is, [2]string{"lost", name}, func(f *Facts) bool { return slices.Contains(f.Lost, name) })
}

// Allowed returns what the permissions of all settings allow.
func (a asked) Allowed() []string {
	return ask(a.tree, a.known.lists, "allowed", func(f *Facts) []string { return f.Allowed })
}

// Servers returns the MCP servers that anything configures.
func (a asked) Servers() []string {
	return ask(a.tree, a.known.lists, "servers", func(f *Facts) []string { return f.Servers })
}

// Twins returns the agent in a file, and all that share scope and name with it, but for case; nil if it is none.
func (a asked) Twins(file string) (own *Agent, all []*Agent) {
	found := ask(a.tree, a.known.twins, file, func(f *Facts) twins {
		own, all := f.twinsOf(file)
		return twins{own, all}
	})
	return found.own, found.all
}

// CommandIn returns the command in a file, or nil.
func (a asked) CommandIn(file string) *Call {
	return ask(a.tree, a.known.called, file, func(f *Facts) *Call {
		i := slices.IndexFunc(f.Commands, func(c *Call) bool { return c.Path == file })
		if i < 0 {
			return nil
		}
		return f.Commands[i]
	})
}

// Copies returns the skills in directories of a name.
func (a asked) Copies(name string) []*Call {
	return ask(a.tree, a.known.calls, [2]string{"copies", name}, func(f *Facts) []*Call { return f.copies[name] })
}

// SkillsIn returns the skills whose own directories lie in a directory, by their paths.
func (a asked) SkillsIn(dir string) []*Call {
	return ask(a.tree, a.known.calls, [2]string{"in", dir}, func(f *Facts) []*Call { return f.inDir[dir] })
}

// SkillsBelow returns how many skills lie one directory deeper than those of SkillsIn.
func (a asked) SkillsBelow(dir string) int {
	return ask(a.tree, a.known.below, dir, func(f *Facts) int { return f.below[dir] })
}

// Copied returns the directory that is copied with a file when its plugin is installed: the outermost around it that is
// one of a plugin. It is "" if there is none, or if it is the run's base. What lies below .claude is a project's.
func (a asked) Copied(file string) string {
	return ask(a.tree, a.known.copied, path.Dir(file), func(f *Facts) string { return f.copied(file) })
}

// Depth returns how many imports lead from instructions to a file, and whether Claude Code reads it with them.
func (a asked) Depth(file string) (imports int, isRead bool) {
	found := ask(a.tree, a.known.depths, file, func(f *Facts) depth {
		imports, isRead := f.Depths[file]
		return depth{imports, isRead}
	})
	return found.imports, found.isRead
}
