package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/mistake"
)

// needlessEscape is a backslash before a character that means nothing to a glob: a path in the style of Windows.
var needlessEscape = memo.Regexp(`\\[\pL\pN_.-]`)

// maxGlob is how many bytes a glob may have.
const maxGlob = 1000

// maxExpanded is how many globs one with slashes or ** in braces may stand for.
const maxExpanded = 16

// maxCostly is how many globs of a configuration may be such that a name is held against each of them.
const maxCostly = 500

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
	case len(expand(glob)) > maxExpanded:
		return fmt.Errorf("braces with slashes in them may make at most %d of a glob; list what is meant instead",
			maxExpanded)
	case !doublestar.ValidatePattern(glob):
		return errors.New("bad glob: a bracket or brace is not closed, a class is empty, or a backslash stands at the end")
	}
	return nil
}

// maxGlobs is how many globs a configuration may have.
const maxGlobs = 100_000

// checkGlobs says what is wrong with the globs of a configuration as a whole, or returns nil: nearly all are looked up,
// and of those that cannot be there may be some.
func checkGlobs(c *Config) error {
	costly, all := 0, globsOf(c)
	if len(all) > maxGlobs {
		const format = "a configuration may have at most %d globs; write fewer that match more"
		return mistake.Join([]mistake.Mistake{{Place: c.places[all[maxGlobs].at], Text: fmt.Sprintf(format, maxGlobs)}})
	}
	for _, g := range all {
		if g.isCostly() {
			costly++
		}
		if costly > maxCostly {
			const format = "at most %d globs of a configuration may have ?, [, {, two stars or one inside of a name, or a star in the name " +
				"of a directory; write fewer that match more"
			return mistake.Join([]mistake.Mistake{{Place: c.places[g.at], Text: fmt.Sprintf(format, maxCostly)}})
		}
	}
	return nil
}

// placed is a glob of a configuration with its place there.
type placed struct{ glob, at string }

// globsOf returns all globs of a configuration: those that exclude, of overrides and of suppressions, in this order.
func globsOf(c *Config) []placed {
	var all []placed
	add := func(at string, globs []string) {
		for k, glob := range globs {
			all = append(all, placed{strings.TrimSuffix(glob, "/"), itemPath(at, k)})
		}
	}
	add("exclude", c.Exclude)
	for i := range c.Overrides {
		add(keyPath(itemPath("overrides", i), "paths"), c.Overrides[i].Paths)
	}
	for i := range c.Suppressions {
		add(keyPath(itemPath("suppressions", i), "paths"), c.Suppressions[i].Paths)
	}
	return all
}

// isCostly reports whether names must be held against a glob one by one, or it may wait in many directories for what
// lies deeper.
func (p placed) isCostly() bool {
	for _, glob := range expand(p.glob) {
		segments := split(glob)
		if slices.ContainsFunc(segments[:len(segments)-1], func(s segment) bool { return s.is != exactly && s.is != anything && s.is != deeper }) ||
			segments[len(segments)-1].is == otherwise {
			return true
		}
	}
	return false
}

// expand returns the globs that one with slashes or ** in braces stands for, at most one more than maxExpanded: what
// is left is divided by slashes into names.
func expand(glob string) []string {
	for start, c := range []byte(glob) {
		if c != '{' || escaped(glob, start) {
			continue
		}
		end, parts := alternatives(glob, start)
		if end < 0 || !strings.Contains(glob[start:end], "/") && !strings.Contains(glob[start:end], "**") {
			continue
		}
		var all []string
		for _, part := range parts {
			if all = append(all, expand(glob[:start]+part+glob[end+1:])...); len(all) > maxExpanded {
				return all[:maxExpanded+1]
			}
		}
		return all
	}
	return []string{glob}
}

// alternatives returns where the braces end that begin at start, or -1, and what stands between their commas.
func alternatives(glob string, start int) (end int, parts []string) {
	depth, from, class := 0, start+1, false
	for i := start; i < len(glob); i++ {
		switch c := glob[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i, append(parts, glob[from:i])
			}
		case c == ',' && depth == 1:
			parts, from = append(parts, glob[from:i]), i+1
		}
	}
	return -1, nil
}

// escaped reports whether a backslash takes its meaning from what stands at i.
func escaped(glob string, i int) bool {
	n := 0
	for i--; i >= 0 && glob[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

// segment is what a glob says of one name.
type segment struct {
	is   matching
	text string
}

// matching is how a name is matched.
type matching uint8

const (
	exactly   matching = iota // the name itself
	beginning                 // what it begins with
	ending                    // what it ends with
	anything                  // *
	deeper                    // **: any number of names
	otherwise                 // a pattern
)

// split divides a glob without slashes in braces into what it says of each name.
func split(glob string) []segment {
	var all []segment
	for text := range strings.SplitSeq(glob, "/") {
		s := read(text)
		if s.is == deeper && len(all) > 0 && all[len(all)-1].is == deeper {
			continue
		}
		all = append(all, s)
	}
	return all
}

// read says how a segment is matched.
func read(text string) segment {
	switch text {
	case "*":
		return segment{is: anything}
	case "**":
		return segment{is: deeper}
	}
	if rest, ok := strings.CutSuffix(text, "*"); ok && !strings.HasSuffix(rest, "\\") {
		if name, ok := literal(rest); ok {
			return segment{beginning, name}
		}
	}
	if rest, ok := strings.CutPrefix(text, "*"); ok {
		if name, ok := literal(rest); ok {
			return segment{ending, name}
		}
	}
	if name, ok := literal(text); ok {
		return segment{exactly, name}
	}
	return segment{otherwise, text}
}

// literal returns the one text that a segment matches.
func literal(text string) (string, bool) {
	var plain strings.Builder
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '*', '?', '[', '{', '}', ']':
			return "", false
		case '\\':
			if i++; i == len(text) {
				return "", false
			}
		}
		plain.WriteByte(text[i])
	}
	return plain.String(), true
}
