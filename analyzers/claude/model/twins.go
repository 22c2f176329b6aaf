package model

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/notation"
)

// twins finds what has the name of another. Of many that have one name it knows which one counts, and never lists all for
// each of them.
type twins struct {
	agents   map[string]*Agent     // by their files
	last     map[string]*Agent     // agents by scope and name: the one that is read last
	lastFold map[string]*Agent     // the same, whatever the case of the name
	titled   map[string]*Agent     // by the same: the one whose file is called so
	commands map[string]*Call      // by their files
	skills   map[string]*Call      // by the directory that has the one of skills, and the full name
	copies   map[[2]string][]*Call // skills by their home and name
}

func twinsOf(f *Facts) twins {
	t := twins{map[string]*Agent{}, map[string]*Agent{}, map[string]*Agent{}, map[string]*Agent{}, map[string]*Call{}, map[string]*Call{},
		map[[2]string][]*Call{}}
	later := func(all map[string]*Agent, key string, a *Agent) {
		if other := all[key]; other == nil || a.Path > other.Path { // Claude Code sorts the paths of a project as text
			all[key] = a
		}
	}
	for _, a := range f.Agents {
		t.agents[a.Path] = a
		if a.Lost {
			continue
		}
		later(t.last, a.Scope+"\x00"+a.Full, a)
		if a.isTitled() {
			t.titled[a.Scope+"\x00"+a.Full] = a
		}
		later(t.lastFold, a.Scope+"\x00"+strings.ToLower(a.Full), a)
	}
	for _, c := range f.Commands {
		t.commands[c.Path] = c
	}
	for _, c := range f.Skills {
		place, _, ok := notation.CutLast(c.Path, "skills")
		if ok && path.Base(c.Dir) == c.Name && t.skills[place+"\x00"+c.Full] == nil {
			t.skills[place+"\x00"+c.Full] = c
		}
		if home := home(c.Dir); home != "" {
			key := [2]string{home, path.Base(c.Dir)}
			t.copies[key] = append(t.copies[key], c)
		}
	}
	return t
}

// isTitled reports whether the file of an agent is called as the agent is.
func (a *Agent) isTitled() bool { return path.Base(a.Path) == a.Name+".md" }

// twin is an agent, and the one that hides it, of a name that may differ in its case; or nil. hidden is one that it hides
// itself, and whose file is called so, as its own is not: then the name is wrong in its own.
type twin struct {
	own, winner, hidden *Agent
	isFold              bool
}

// twin returns the agent in a file, and the one that is read after it in its scope and has the same name. If there is none
// whose name is just the same, it is one whose name differs in its case.
func (f *Facts) twin(file string) twin {
	own := f.twins.agents[file]
	if own == nil || own.Lost {
		return twin{}
	}
	titled := f.twins.titled[own.Scope+"\x00"+own.Full]
	if last := f.twins.last[own.Scope+"\x00"+own.Full]; last != own {
		return twin{own: own, winner: last}
	} else if titled != nil && !own.isTitled() {
		return twin{own: own, hidden: titled}
	}
	if last := f.twins.lastFold[own.Scope+"\x00"+strings.ToLower(own.Full)]; last != own {
		return twin{own: own, winner: last, isFold: true}
	}
	return twin{own: own}
}

// beside is a command and the first skill beside it that has its name; or nil.
type beside struct{ command, skill *Call }

// beside returns the command in a file, and the skill beside it.
func (f *Facts) beside(file string) beside {
	command := f.twins.commands[file]
	if command == nil {
		return beside{}
	}
	return beside{command, f.twins.skills[command.Dir+"\x00"+command.Full]}
}

// home returns the directory that has the skills directories of programs which a skill lies in, or "" if it lies in no
// program's directory, but in a tree of skills or a plugin.
func home(dir string) string {
	program := path.Dir(path.Dir(dir))
	if !strings.HasPrefix(path.Base(program), ".") || notation.IsTongue(path.Base(program)) {
		return ""
	}
	return path.Dir(program)
}

// copies are skills of one name in the directories of several programs: the first that can be read, the first of those
// that differ from it, and Claude Code's own. Each may be nil.
type copies struct{ first, other, own *Call }

func (f *Facts) copies(t *Tree, key [2]string) (c copies) {
	all := f.twins.copies[key]
	readable := slices.DeleteFunc(slices.Clone(all), func(skill *Call) bool { return !t.At(skill.Path).Readable() })
	for _, skill := range readable {
		switch {
		case c.first == nil:
			c.first = skill
		case c.other == nil && t.At(skill.Path).Content() != t.At(c.first.Path).Content():
			c.other = skill
		}
		if strings.Contains("/"+skill.Path, "/.claude/") {
			c.own = skill
		}
	}
	return c
}

// CopyOf returns the skill of another program that one which is not Claude Code's is a copy of and differs from, or nil: the
// first of those that come before it, or Claude Code's.
func (r *Reporter) CopyOf() *Call {
	d := r.Doc
	key := [2]string{home(path.Dir(d.Path)), path.Base(path.Dir(d.Path))}
	if key[0] == "" || strings.Contains("/"+d.Path, "/.claude/") {
		return nil
	}
	c := r.known.copies.Get(r.Set, key, func() copies { return r.Facts().copies(r.Tree, key) })
	for _, other := range []*Call{c.first, c.other, c.own} {
		if other != nil && other.Path != d.Path && (other.Path < d.Path || other == c.own) &&
			r.At(other.Path).Content() != d.Content() {
			return other
		}
	}
	return nil
}
