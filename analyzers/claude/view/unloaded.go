package view

import (
	"cmp"
	"slices"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
)

// unloaded is a file that looks like an agent, a skill or a command, and does not load.
type unloaded struct {
	Sort string `json:"sort"`
	Path string `json:"path"`
	Why  string `json:"why"`
}

// unloadedOf returns what does not load, and why not, by the paths.
func unloadedOf(t *model.Tree) (all []unloaded) {
	f := t.Facts()
	for _, a := range f.Agents {
		_, winner, isFold := t.Twins(a.Path)
		switch {
		case a.Lost && a.Name != "":
			all = append(all, unloaded{"agent", a.Path, "its frontmatter cannot be read or has no description, or its name cannot be one"})
		case a.Name == "" && notation.Described(t.At(a.Path).Content()):
			all = append(all, unloaded{"agent", a.Path, "its frontmatter gives no `name`"})
		case winner != nil && !isFold:
			all = append(all, unloaded{"agent", a.Path, winner.Path + " has its name"})
		}
	}
	for _, c := range f.Commands {
		if _, skill := t.CommandIn(c.Path); skill != nil {
			all = append(all, unloaded{"command", c.Path, skill.Path + " has its name, and one hides the other"})
		}
	}
	for _, in := range t.Inputs("") {
		switch {
		case in.Kind == "claude/skill-misplaced":
			all = append(all, unloaded{"skill", in.Path, "no SKILL.md directly below a directory in skills/"})
		case in.Kind == "claude/misplaced" && notation.Described(t.At(in.Path).Content()):
			all = append(all, unloaded{"file", in.Path, "nothing looks there for a file of this name"})
		}
	}
	slices.SortStableFunc(all, func(a, b unloaded) int { return cmp.Compare(a.Path, b.Path) })
	return all
}
