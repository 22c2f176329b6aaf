package nplint

import "strings"

// lastingPath is the name of a file in what outlasts a run, its path relative to the base: relative to the directory of the outermost
// configuration, if that lies around or in the base, because the base depends on what is linted.
func (r *run) lastingPath(rel string) string { return r.scopes.outer.lasting(rel) }

// lasting returns the name of a file, whose path is relative to the base, in what outlasts a run and speaks of the files of the scope.
func (s *scope) lasting(rel string) string {
	if file := s.path(rel); file != "" {
		return file
	}
	if s.cut == nowhere {
		return rel
	}
	return "../" + rel
}

// fromLasting is the reverse of lasting. It fails for a path outside of the base.
func (s *scope) fromLasting(file string) (rel string, ok bool) {
	if s.cut == nowhere {
		return file, true
	}
	if rel, ok = strings.CutPrefix(file, "../"); ok && s.cut != "" {
		return rel, true
	}
	rel, ok = strings.CutPrefix(file, s.add)
	return s.cut + rel, ok
}
