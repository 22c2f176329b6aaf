package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Member is an agent or a skill.
type Member struct {
	Dir  string         // name of its directory
	Path string         // of its meta.yml, relative to the run's base
	Meta *document.Node // what meta.yml holds; nil if it is missing or cannot be read as a map
}

// ID returns the member's id, or "".
func (m *Member) ID() string { return document.Text(m.Meta.Get("id")) }

// Members is all agents or all skills of a project.
type Members struct {
	All   []Member // by path
	ids   memo.Memo[bool, []string]
	named memo.Memo[string, map[string][]*Member]
}

// IDs returns the ids of the members, and the names of their directories where those are others: an id that is
// missing or misspelt is one fault, in meta.yml, and none of everything that names the member. They are not the caller's to
// change.
func (m *Members) IDs() []string {
	return m.ids.Get(true, func() []string {
		var ids []string
		for _, one := range m.All {
			if id := one.ID(); id != "" && id != one.Dir {
				ids = append(ids, id)
			}
			ids = append(ids, one.Dir)
		}
		return ids
	})
}

// Find returns the member with the given id or, if none has it, in the directory of that name; nil if there is neither.
func (m *Members) Find(id string) *Member {
	for _, key := range []string{"id", ""} {
		if found := m.With(key, id); len(found) > 0 {
			return found[0]
		}
	}
	return nil
}

// With returns the members whose metas say a text by a key, or have it in the list there, by path. "" is the key of the
// directory.
func (m *Members) With(key, text string) []*Member {
	return m.named.Get(key, func() map[string][]*Member {
		named := map[string][]*Member{}
		for i := range m.All {
			one := &m.All[i]
			texts := []string{one.Dir}
			if value := one.Meta.Get(key); key != "" {
				if texts = document.Texts(value); document.Text(value) != "" {
					texts = []string{value.Text}
				}
			}
			for _, text := range texts {
				if all := named[text]; len(all) == 0 || all[len(all)-1] != one {
					named[text] = append(all, one)
				}
			}
		}
		return named
	})[text]
}

// readMembers reads the agents and skills, with those that have a prompt and no meta.yml, so that what is missing is
// reported once.
func (p *Project) readMembers() {
	known := map[string]bool{}
	for _, kind := range []string{"nexus/agent-meta", "nexus/skill-meta", "nexus/body"} {
		for _, file := range p.paths[kind] {
			dir := path.Dir(file)
			m := Member{Dir: path.Base(dir), Path: dir + "/meta.yml"}
			if known[m.Path] {
				continue
			}
			known[m.Path] = true
			if kind != "nexus/body" {
				m.Meta = p.Lookup(file).Map()
			}
			if kind == "nexus/agent-meta" || kind == "nexus/body" && path.Base(path.Dir(dir)) == "agents" {
				p.Agents.All = append(p.Agents.All, m)
			} else {
				p.Skills.All = append(p.Skills.All, m)
			}
		}
	}
	byPath := func(a, b Member) int { return strings.Compare(a.Path, b.Path) }
	slices.SortStableFunc(p.Agents.All, byPath)
	slices.SortStableFunc(p.Skills.All, byPath)
}
