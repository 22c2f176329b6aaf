package config

import (
	"errors"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/nplint/nplint/internal/memo"
)

// needlessEscape is a backslash before a character that means nothing to a glob: a path in the style of Windows.
var needlessEscape = memo.Regexp(`\\[\pL\pN_.-]`)

// checkGlob says what is wrong with a glob of a configuration, or returns nil. Besides broken syntax it refuses
// spellings that could never match, since such a glob would be ignored in silence.
func checkGlob(glob string) error {
	framed := "/" + strings.TrimSuffix(glob, "/") + "/"
	switch {
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

// matchesAny reports whether one of the globs matches the slash-separated path or a directory above it. A slash at
// the end of a glob means nothing. A path that starts with ".." lies outside of the globs' directory and never
// matches.
func matchesAny(globs []string, path string) bool {
	if len(globs) == 0 || path == ".." || strings.HasPrefix(path, "../") {
		return false
	}
	for _, glob := range globs {
		glob = strings.TrimSuffix(glob, "/")
		for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '/') {
			if doublestar.MatchUnvalidated(glob, path[:end]) {
				return true
			}
		}
	}
	return false
}
