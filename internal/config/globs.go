package config

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/nplint/nplint/internal/memo"
)

// needlessEscape is a backslash before a character that means nothing to a glob: a path in the style of Windows.
var needlessEscape = memo.Regexp(`\\[\pL\pN_.-]`)

// maxGlob is how many bytes a glob may have.
const maxGlob = 1000

// checkGlob says what is wrong with a glob of a configuration, or returns nil. Besides broken syntax it refuses
// spellings that could never match, since such a glob would be ignored in silence.
func checkGlob(glob string) error {
	framed := "/" + strings.TrimSuffix(glob, "/") + "/"
	switch {
	case len(glob) > maxGlob:
		return fmt.Errorf("a glob may have at most %d bytes", maxGlob)
	case strings.HasPrefix(glob, "!"):
		return errors.New("a glob cannot be negated: list what is meant instead")
	case strings.HasPrefix(glob, "/"):
		return errors.New("a glob is relative to the configuration's directory: write it without the slash at its start")
	case strings.Contains(framed, "//") || strings.Contains(framed, "/./") || strings.Contains(framed, "/../"):
		return errors.New("a glob is relative to the configuration's directory: write it without empty, . and .. segments")
	case needlessEscape().MatchString(glob):
		return errors.New("a glob has slashes, not backslashes, between directories")
	case strings.Count(glob, "{") > 4 || strings.Count(glob, "*") > 12:
		return errors.New("a glob may hold at most 4 brace groups and 12 stars, since the time to match it grows with every one")
	case !doublestar.ValidatePattern(glob):
		return errors.New("bad glob: a bracket or brace is not closed, a class is empty, or a backslash stands at the end")
	}
	return nil
}

// globMemo remembers which directories globs match, so that one is asked once for all that lies in it. A nil one
// remembers nothing.
type globMemo struct {
	dirs sync.Map // of globAsked to bool
	size atomic.Int32
}

// globAsked is a list of globs, by its first, and a directory.
type globAsked struct {
	globs *string
	dir   string
}

// maxMemo is how much is remembered at most: there may be many globs and many directories.
const maxMemo = 1 << 18

// matchesAny reports whether one of the globs matches the slash-separated path or a directory above it. A slash at
// the end of a glob means nothing. A path that starts with ".." lies outside of the globs' directory and never
// matches.
func (m *globMemo) matchesAny(globs []string, path string) bool {
	if len(globs) == 0 || path == ".." || strings.HasPrefix(path, "../") {
		return false
	}
	return m.matches(globs, path) || m.above(globs, path)
}

// above is matchesAny of the directory that a path lies in.
func (m *globMemo) above(globs []string, path string) bool {
	end := strings.LastIndexByte(path, '/')
	if end <= 0 {
		return false
	}
	dir := path[:end]
	if m == nil {
		return m.matches(globs, dir) || m.above(globs, dir)
	}
	asked := globAsked{&globs[0], dir}
	if known, ok := m.dirs.Load(asked); ok {
		return known.(bool)
	}
	is := m.matches(globs, dir) || m.above(globs, dir)
	if m.size.Add(1) < maxMemo {
		m.dirs.Store(asked, is)
	}
	return is
}

// matches reports whether one of the globs matches the path itself.
func (m *globMemo) matches(globs []string, path string) bool {
	for _, glob := range globs {
		if doublestar.MatchUnvalidated(strings.TrimSuffix(glob, "/"), path) {
			return true
		}
	}
	return false
}
