package spec

import (
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// nameable is a value that can only be an id, and no example of one such as "<role>".
var nameable = memo.Regexp(`^[a-z][a-z0-9_-]*$`)

// called is what a macro may call: an agent or a skill.
type called struct {
	what string   // it is
	ids  []string // below spec, sorted
	more []string // that harnesses bring along, as far as anything says so
	any  bool     // whether harnesses may bring along others

	dirs map[string]string // ids by the directory of the file, where that has another name
}

// callable returns what each parameter that names an agent or a skill may name.
func callable(p *model.Project, ids func(kind string) map[string]string) map[string]*called {
	known := func(kind string) *called {
		c := &called{ids: slices.Sorted(maps.Keys(ids(kind))), dirs: map[string]string{}}
		for id, file := range ids(kind) {
			if dir := path.Base(path.Dir(file)); dir != id {
				c.dirs[dir] = id
			}
		}
		return c
	}
	agents, skills := known("nexus/spec-agent"), known("nexus/spec-skill")
	agents.what, agents.more, agents.any = "agent", aliases(p), true
	skills.what = "skill"
	return map[string]*called{"subagent_spawn.target_role": agents, "skill_activation.skill": skills}
}

// target reports an agent or a skill that a macro calls and that there is not. Harnesses bring agents along, such as
// explore, so of these only a name counts that is nearly another, or that of a directory with an agent of another id.
func (m *member) target(read *macro) {
	for _, p := range read.params {
		c := m.targets()[read.id+"."+p.name]
		if c == nil || len(c.ids) == 0 || p.heredoc || !nameable().MatchString(p.value) ||
			slices.Contains(c.more, p.value) {
			continue
		}
		if _, isThere := slices.BinarySearch(c.ids, p.value); isThere {
			continue
		}
		hint := model.Suggest(p.value, c.ids, writeOne)
		if c.any {
			hint = spell.Suggest(p.value, c.ids)
		}
		meant := c.ids
		if id := c.dirs[p.value]; id != "" {
			meant, hint = []string{id}, fmt.Sprintf("; what lies in the directory %s has the id %s: write that", p.value, id)
		}
		if hint != "" {
			m.Fixf("nx-spec-target", p.span, "body", m.Meant(p.span, p.value, meant),
				"%s is %q, and no %s below spec has that id, so the call fails when a session comes to it%s",
				p.name, p.value, c.what, hint)
		}
	}
}

// aliases returns the roles that a harness has another name for.
func aliases(p *model.Project) (roles []string) {
	for _, file := range p.Paths("nexus/harness-macros") {
		spawn := p.Lookup(file).Map().Get("invocation_map").Get("subagent_spawn")
		for _, alias := range document.Pairs(spawn.Get("role_aliases")) {
			roles = append(roles, alias.Key)
		}
	}
	return roles
}
