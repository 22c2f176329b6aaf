package nplint

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// pathStyle is how a system writes absolute, clean paths: what stands between their parts. It is a value of its own, so that the style of
// Windows, with its drives and shares, is tested on every system.
type pathStyle string

const nativePaths = pathStyle(filepath.Separator)

// within reports whether path is dir or lies below it.
func (s pathStyle) within(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || strings.HasPrefix(rest, string(s)) || strings.HasSuffix(dir, string(s)))
}

// below returns the path of something within dir relative to dir, with slashes; that of dir is "".
func (s pathStyle) below(path, dir string) string {
	return strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(path, dir), string(s)), string(s), "/")
}

// within reports whether path is dir or lies below it; see pathStyle.
func within(path, dir string) bool { return nativePaths.within(path, dir) }

// slashBelow returns the path of something within dir relative to dir, with slashes; that of dir is "".
func slashBelow(path, dir string) string { return nativePaths.below(path, dir) }

// upward yields an absolute directory and those above it, the innermost first.
func upward(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for ; yield(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		}
	}
}

// repositoryOf returns the nearest directory at or above dir that contains .git, or "".
func repositoryOf(dir string) string {
	for above := range upward(dir) {
		if isRepository(above) {
			return above
		}
	}
	return ""
}

func isRepository(dir string) bool { return existing(filepath.Join(dir, ".git")) }

// exists reports whether there is anything at the path, be it a link that leads nowhere.
func exists(file string) (bool, error) {
	_, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// existing is exists for those who take what cannot be known for missing.
func existing(file string) bool {
	ok, _ := exists(file)
	return ok
}

// realPath frees a path of symbolic links, if it exists.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// realName frees the directories of a path of symbolic links and keeps its last part.
func realName(path string) string {
	return filepath.Join(realPath(filepath.Dir(path)), filepath.Base(path))
}

// overlayKey is the one name of a file in the overlay, whatever links lead to it.
func overlayKey(path string) string {
	if existing(path) {
		return realPath(path)
	}
	return realName(path)
}

func sameDir(a, b string) bool { return a == b || realPath(a) == realPath(b) }
