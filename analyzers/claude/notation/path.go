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

var tongue = memo.Regexp(`^\.?(?:ar|bn|cs|da|de|el|en|es|fa|fi|fr|he|hi|hu|id|it|ja|ko|nl|no|pl|pt|ro|ru|sv|th|tr|uk|vi|` +
	`zh)(?:[-_]\w+)?$`)

// tongues is the name of a directory of directories with translations.
var tongues = memo.Regexp(`^(?:i18n|l10n|lang(?:uage)?s?|locales?|translations?)$`)

// IsTongue reports whether a directory has the name of one with translations.
func IsTongue(name string) bool { return tongue().MatchString(name) }

// Originals returns the paths of what a file may be a translation of: those without the directory of its language, and without what
// is around that.
func Originals(file string) (all []string) {
	const most = 20 // directories around a file
	parts := strings.Split(file, "/")
	for i := range min(len(parts)-1, most) {
		isListed := i > 0 && tongues().MatchString(parts[i-1])
		if !isListed && !IsTongue(parts[i]) {
			continue
		}
		rest := path.Join(parts[i+1:]...)
		for above := i; above >= 0; above-- {
			all = append(all, path.Join(path.Join(parts[:above]...), rest))
		}
	}
	return all
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
