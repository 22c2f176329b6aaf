package nplint

import "strings"

// nowhere is the prefix of no path.
const nowhere = "\x00"

// lastingPath is the name of a file in what outlasts a run, its path relative to the base: relative to the directory of the configuration, if that
// lies around or in the base, because the base depends on what is linted.
func (r *run) lastingPath(rel string) string {
	if file := r.configPath(rel); file != "" {
		return file
	}
	if r.cutPrefix == nowhere {
		return rel
	}
	return "../" + rel
}

// fromLasting is the reverse of lastingPath. It fails for a path outside of the base.
func (r *run) fromLasting(file string) (rel string, ok bool) {
	if rel, ok = strings.CutPrefix(file, "../"); ok && r.cutPrefix != "" && r.cutPrefix != nowhere {
		return rel, true
	}
	rel, ok = strings.CutPrefix(file, r.addPrefix)
	if r.cutPrefix != nowhere {
		rel = r.cutPrefix + rel
	}
	return rel, ok
}
