package notation

import (
	"path"
	"strings"

	"github.com/nplint/nplint/internal/memo"
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

var disuse = memo.Regexp(`(?i)^[._-]*(?:archived?|archives|backups?|deprecated|disabled|inactive|old|retired|unused)$`)

// Disused returns the first directory around a file, below the last one of a name, that is called as if what lies in it were
// not in use, or "".
func Disused(file, name string) (dir string) {
	top, below, ok := CutLast(file, name)
	if !ok {
		return ""
	}
	dir = path.Join(top, name)
	for part := range strings.SplitSeq(Base(path.Dir(below)), "/") {
		if dir = path.Join(dir, part); disuse().MatchString(part) {
			return dir
		}
	}
	return ""
}

var (
	home = memo.Regexp(`(?:/Users/|/home/|[A-Za-z]:\\+Users\\+)([\w.-]+)[/\\]`)
	// nobody is whose home that is where people write one down, and in containers.
	nobody = memo.Regexp(`(?i)^(?:me|name|node|root|runner|ubuntu|user|username|vscode|you|your\W?\w*)$`)
)

// Home returns the home of a user that a command leads below, or "".
func Home(command string) string {
	m := home().FindStringSubmatch(command)
	if m == nil || nobody().MatchString(m[1]) || strings.Contains(command, "<") {
		return ""
	}
	return m[0]
}
