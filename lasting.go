package nplint

import "strings"

// lastingPath is the name of a file in what outlasts a run, its path relative to the base: relative to the directory of the outermost
// configuration, if that lies around or in the base, because the base depends on what is linted.
func (r *run) lastingPath(rel string) string {
	outer := r.scopes.outer
	if file := outer.path(rel); file != "" {
		return file
	}
	if outer.cut == nowhere {
		return rel
	}
	return "../" + rel
}

// fromLasting is the reverse of lastingPath. It fails for a path outside of the base.
func (r *run) fromLasting(file string) (rel string, ok bool) {
	outer := r.scopes.outer
	if outer.cut == nowhere {
		return file, true
	}
	if rel, ok = strings.CutPrefix(file, "../"); ok && outer.cut != "" {
		return rel, true
	}
	rel, ok = strings.CutPrefix(file, outer.add)
	return outer.cut + rel, ok
}
