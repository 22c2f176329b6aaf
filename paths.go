package nplint

import (
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
