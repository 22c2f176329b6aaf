package notation

import (
	"path"
	"strings"
)

// Base returns a directory as Plugin.Dir has it: "" is the run's base.
func Base(dir string) string {
	if dir == "." {
		return ""
	}
	return dir
}

// Project returns the directory that a file below .claude, or at the root of a project, is about.
func Project(file string) string {
	if dir, _, ok := strings.Cut("/"+file, "/.claude/"); ok {
		return strings.TrimPrefix(dir, "/")
	}
	return Base(path.Dir(file))
}

// CutLast cuts a path around its last directory of a name.
func CutLast(file, name string) (before, after string, ok bool) {
	i := strings.LastIndex("/"+file, "/"+name+"/")
	if i < 0 {
		return "", file, false
	}
	return strings.TrimSuffix(file[:i], "/"), file[i+len(name)+1:], true
}
