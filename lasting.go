package nplint

import "strings"

// lasting returns the name of a file, whose path is relative to the base, in what outlasts a run: relative to the directory of the scope, if that lies
// around or in the base, because the base depends on what is linted.
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
