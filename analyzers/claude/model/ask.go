package model

import (
	"path"

	"github.com/nplint/nplint/analyzers/document"
)

// asked is what single files and names ask the facts of a tree for. The answers are compared in a session, so that after
// a change of the facts only those files are judged again for which one is another.
type asked struct {
	tree  *Tree
	known *answers
}

// answers is what was answered. Each but copies takes no time.
type answers struct {
	plugins *document.Memo[string, *Plugin]   // by directory
	is      *document.Memo[[2]string, bool]   // by what is asked, and the name or directory
	twins   *document.Memo[string, twin]      // by path
	beside  *document.Memo[string, beside]    // by path
	copies  *document.Memo[[2]string, copies] // by home and name
	inDir   *document.Memo[string, []*Call]   // by directory
	times   *document.Memo[string, int]       // servers by name
	copied  *document.Memo[string, string]    // by directory
	below   *document.Memo[string, int]       // by directory
	depths  *document.Memo[string, depth]     // by path
	lists   *document.Memo[string, []string]  // by what they are of
	disused *document.Memo[string, []Disused] // by directory
}

// depth is how many imports lead to a file that is read.
type depth struct {
	imports int
	isRead  bool
}

func newAnswers() *answers {
	return &answers{quick[string, *Plugin](), quick[[2]string, bool](), quick[string, twin](), quick[string, beside](),
		new(document.Memo[[2]string, copies]), quick[string, []*Call](), quick[string, int](), quick[string, string](),
		quick[string, int](), quick[string, depth](), quick[string, []string](), quick[string, []Disused]()}
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

// isLost reports whether a skill or agent of a name lies where nothing finds it.
func (a asked) isLost(name string) bool {
	return ask(a.tree, a.known.is, [2]string{"lost", name}, func(f *Facts) bool { return f.lost[name] })
}

// Said returns what settings and the like say together: rules that permissions have "allowed", agents that sessions are
// started as ("main"), "models", and MCP "servers" that anything configures, sorted.
func (a asked) Said(what string) []string {
	return ask(a.tree, a.known.lists, what, func(f *Facts) []string {
		switch what {
		case "allowed":
			return f.Allowed
		case "main":
			return f.Main
		case "models":
			return f.Models
		}
		return f.Servers
	})
}

// DisusedIn returns the agents and commands that load from a directory that notation.Disused returns, by their paths.
func DisusedIn(t *Tree, dir string) []Disused {
	return ask(t, t.known.disused, dir, func(f *Facts) []Disused { return f.disused[dir] })
}

// Times returns how often an MCP server is configured.
func (a asked) Times(server string) int {
	return ask(a.tree, a.known.times, server, func(f *Facts) int { return f.times[server] })
}

// Twins returns the agent in a file, and the one that hides it, whose name may differ in its case; or nil for each.
func (a asked) Twins(file string) (own, winner *Agent, isFold bool) {
	t := ask(a.tree, a.known.twins, file, func(f *Facts) twin { return f.twin(file) })
	return t.own, t.winner, t.isFold
}

// WrongTwin returns the agent that the one in a file hides and whose own file is called so, which makes the name here the wrong
// one; or nil. isRight is set for that agent itself.
func (a asked) WrongTwin(file string) (hidden *Agent, isRight bool) {
	t := ask(a.tree, a.known.twins, file, func(f *Facts) twin { return f.twin(file) })
	return t.hidden, t.winner != nil && !t.isFold && t.own.isTitled() && !t.winner.isTitled()
}

// CommandIn returns the command in a file, and the skill beside it that has its name; or nil for each.
func (a asked) CommandIn(file string) (command, skill *Call) {
	b := ask(a.tree, a.known.beside, file, func(f *Facts) beside { return f.beside(file) })
	return b.command, b.skill
}

// SkillsIn returns the skills whose own directories lie in a directory, by their paths.
func (a asked) SkillsIn(dir string) []*Call {
	return ask(a.tree, a.known.inDir, dir, func(f *Facts) []*Call { return f.inDir[dir] })
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
