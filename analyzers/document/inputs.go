package document

import (
	"slices"
	"sort"
	"strings"
)

// inputs is what a pass asks of the files of a project by their paths.
type inputs struct{ asker }

// Has reports whether there is an input with the given path relative to the run's base.
func (s inputs) Has(path string) bool {
	s.asks("input", "", path)
	_, ok := s.find(path)
	return ok
}

func (s *store) find(path string) (int, bool) {
	all := s.project.Inputs
	return sort.Find(len(all), func(i int) int { return strings.Compare(path, all[i].Path) })
}

// Inputs returns the inputs whose path relative to the run's base starts with prefix, by path. They are not the
// caller's to change.
func (s inputs) Inputs(prefix string) []Input {
	s.asks("inputs", "", prefix)
	all := s.project.Inputs
	from, _ := s.find(prefix)
	to := from + sort.Search(len(all)-from, func(i int) bool { return !strings.HasPrefix(all[from+i].Path, prefix) })
	return all[from:to]
}

// HasArtefact reports whether the project with the given root (relative to the run's base) has a file at the path
// relative to that root.
func (s inputs) HasArtefact(root, path string) bool { return s.Has(Join(root, path)) }

// HasBelow reports whether there is any file below the directory at a path relative to the root, which ends with a
// slash.
func (s inputs) HasBelow(root, dir string) bool { return s.FirstBelow(Join(root, dir)) != "" }

// FirstBelow returns the path of the first artefact below a directory, or "". The directory is relative to the run's
// base and ends with a slash.
func (s inputs) FirstBelow(dir string) string {
	if below := s.Inputs(dir); len(below) > 0 {
		return below[0].Path
	}
	return ""
}

// First reports whether d is the first artefact of its kind in its project, in path order: the place for a finding
// about something that is missing beside them all.
func (s inputs) First(d *Document) bool {
	s.asks("inputs", "", Join(d.Root, ""))
	return s.first[[2]string{d.Root, d.Kind}] == d.Path
}

// Roots returns the project roots that hold artefacts, relative to the run's base, sorted.
func (s inputs) Roots() []string {
	s.asks("inputs", "", "")
	var roots []string
	for key := range s.first {
		roots = append(roots, key[0])
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// firsts returns the path of the first input of each kind in each root.
func firsts(inputs []Input) map[[2]string]string {
	first := map[[2]string]string{}
	for i := range inputs {
		if key := [2]string{inputs[i].Root, inputs[i].Kind}; first[key] == "" {
			first[key] = inputs[i].Path
		}
	}
	return first
}
