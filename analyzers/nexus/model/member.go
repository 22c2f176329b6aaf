package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Member is an agent or a skill.
type Member struct {
	Dir  string         // name of its directory
	Path string         // of its meta.yml, relative to the run's base
	Meta *document.Node // what meta.yml holds; nil if it is missing or cannot be read as a map
}

// ID returns the member's id, or "".
func (m *Member) ID() string { return document.Text(m.Meta.Get("id")) }

// Members is all agents or all skills of a project, by path.
type Members []Member

// IDs returns the ids of the members, and the names of their directories where those are others: an id that is
// missing or misspelt is one fault, in meta.yml, and none of everything that names the member.
func (all Members) IDs() []string {
	var ids []string
	for _, m := range all {
		if id := m.ID(); id != "" && id != m.Dir {
			ids = append(ids, id)
		}
		ids = append(ids, m.Dir)
	}
	return ids
}

// Find returns the member with the given id or, if none has it, in the directory of that name; nil if there is neither.
func (all Members) Find(id string) *Member {
	i := slices.IndexFunc(all, func(m Member) bool { return m.ID() == id })
	if i < 0 {
		i = slices.IndexFunc(all, func(m Member) bool { return m.Dir == id })
	}
	if i < 0 {
		return nil
	}
	return &all[i]
}

// Users returns the directories of the members that name an entry of the vocabulary by a key of their metas.
func (all Members) Users(key, id string) []string {
	var dirs []string
	for _, m := range all {
		value := m.Meta.Get(key)
		if document.Text(value) == id || slices.Contains(document.Texts(value), id) {
			dirs = append(dirs, m.Dir)
		}
	}
	return dirs
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
				p.Agents = append(p.Agents, m)
			} else {
				p.Skills = append(p.Skills, m)
			}
		}
	}
	byPath := func(a, b Member) int { return strings.Compare(a.Path, b.Path) }
	slices.SortFunc(p.Agents, byPath)
	slices.SortFunc(p.Skills, byPath)
}
