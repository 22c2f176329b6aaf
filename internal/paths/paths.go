// Package paths knows how the names of files are written and which names lead to the same file. It looks at names,
// links and whether something is there; it opens no file.
package paths

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// Style is how a system writes absolute, clean paths: what stands between their parts. It is a value, so that the style
// of Windows, with its drives and shares, is tested on every system.
type Style string

// Slash is the style of the paths in reports, and Native that of this system.
const (
	Slash  = Style("/")
	Native = Style(filepath.Separator)
)

// Within reports whether path is dir or lies below it.
func (s Style) Within(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || strings.HasPrefix(rest, string(s)) || strings.HasSuffix(dir, string(s)))
}

// Below returns the path of something within dir relative to dir, with slashes; that of dir is "".
func (s Style) Below(path, dir string) string {
	return strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(path, dir), string(s)), string(s), "/")
}

// Within reports whether a path of this system is dir or lies below it; both are absolute and clean.
func Within(path, dir string) bool { return Native.Within(path, dir) }

// Below returns the path of something within dir relative to dir, with slashes; that of dir is "".
func Below(path, dir string) string { return Native.Below(path, dir) }

// Join joins two paths with slashes; the first may be empty. Unlike path.Join it does not clean the second.
func Join(dir, path string) string {
	if dir == "" {
		return path
	}
	return dir + "/" + path
}

// Split cuts a path with slashes behind its directory, which is "" for a name alone.
func Split(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	return path[:max(0, i)], path[i+1:]
}

// Relative returns names, which are relative to dir or absolute, relative to base and with slashes; nil if one is on
// another volume.
func Relative(base, dir string, names []string) (relative []string) {
	for _, name := range names {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		name, err := filepath.Rel(base, Real(name))
		if err != nil {
			return nil
		}
		relative = append(relative, filepath.ToSlash(name))
	}
	return relative
}

// Upward yields an absolute directory and those above it, the innermost first.
func Upward(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for ; yield(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		}
	}
}

// Repository returns the nearest directory at or above dir that contains .git, or "".
func Repository(dir string) string {
	for above := range Upward(dir) {
		if IsRepository(above) {
			return above
		}
	}
	return ""
}

// Project returns the directory that what a directory holds may speak of: the repository around it, or else itself.
func Project(dir string) string {
	if top := Repository(dir); top != "" {
		return top
	}
	return dir
}

// InGit reports whether a part of a path of this system is git's own directory, by any of the names that systems take
// for it.
func InGit(path string) bool {
	for part := range strings.SplitSeq(path, string(Native)) {
		if strings.EqualFold(part, ".git") {
			return true
		}
	}
	return false
}

// Holds reports whether a path without links lies in a directory, and not in what git keeps for itself there.
func Holds(dir, real string) bool {
	return Within(real, dir) && !InGit(filepath.FromSlash(Below(real, dir)))
}

// IsRepository reports whether a directory contains .git.
func IsRepository(dir string) bool { return Exists(filepath.Join(dir, ".git")) }

// Find reports whether there is anything at the path, be it a link that leads nowhere. The error says why it cannot be
// known.
func Find(file string) (bool, error) {
	_, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Exists is Find for those who take what cannot be known for missing.
func Exists(file string) bool {
	ok, _ := Find(file)
	return ok
}

// Real frees a path of symbolic links, if it exists.
func Real(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// RealParent frees the directories of a path of symbolic links and keeps its last part.
func RealParent(path string) string {
	return filepath.Join(Real(filepath.Dir(path)), filepath.Base(path))
}

// Resolve frees an absolute path of symbolic links and spells it in the letter case of the disk, as far as it is there.
// It fails where a link leads nowhere.
func Resolve(path string) (real string, ok bool) {
	for above := range Upward(path) {
		if found, err := filepath.EvalSymlinks(above); err == nil {
			return Spelled(filepath.Join(found, strings.TrimPrefix(path, above))), true
		}
		if Exists(above) {
			break
		}
	}
	return "", false
}

// The longest path that is looked for, and how many directories it may lead through. Systems know longer ones, but no
// project has them, and each is looked for in all directories above it.
const (
	maxPath  = 4096
	maxDepth = 255
)

// TooLong reports whether a path is longer or deeper than any that is looked for.
func TooLong(path string) bool {
	return len(path) > maxPath || strings.Count(path, string(filepath.Separator)) > maxDepth
}

// LengthError says of a path, as somebody has named it, that it is TooLong.
func LengthError(name string) error {
	return fmt.Errorf("%.60s… is longer or deeper than paths of files are", name)
}

// Key is the one name of a file, whatever links lead to it, be it there or not.
func Key(path string) string {
	if Exists(path) {
		return Real(path)
	}
	return RealParent(path)
}

// SameDir reports whether two names lead to one directory.
func SameDir(a, b string) bool { return a == b || Real(a) == Real(b) }

// Reason strips the path that errors of package os repeat.
func Reason(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// Around returns what all paths, of which the relative ones are in dir, have in common: the one path, or the directory
// that holds several. So it does not matter in which order a hook is given files of several projects.
func Around(dir string, paths []string) string {
	common := dir
	for i, path := range paths {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if i == 0 {
			common = filepath.Clean(path)
		}
		for rel, err := filepath.Rel(common, path); (err != nil || !filepath.IsLocal(rel)) && common != filepath.Dir(common); rel, err = filepath.Rel(common, path) {
			common = filepath.Dir(common)
		}
	}
	return common
}

// Plain returns a path without the prefix by which Windows takes it literally: other programs write it with or without.
func (s Style) Plain(path string) string {
	const literal, share = `\\?\`, `\\?\UNC\`
	rest, ok := strings.CutPrefix(path, share)
	switch {
	case s != `\`:
		return path
	case ok:
		return `\\` + rest
	}
	return strings.TrimPrefix(path, literal)
}
