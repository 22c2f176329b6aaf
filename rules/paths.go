package rules

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// Pattern is a compiled path pattern of a contract: segments between slashes, in which `*` stands for any characters,
// `{name}` for at least one character that is kept under that name, `{name:digits}` for digits alone, and a segment
// `**` for any number of segments.
type Pattern struct {
	text     string
	segments [][]piece // nil segment: **
	prefix   string    // the leading segments that are plain text
	inner    string    // the longest plain segments behind others, with a slash at their end
	suffix   string    // plain text that every match ends with
	top      bool      // see OnlyTop
}

type piece struct {
	literal string
	name    string // of a {name}; "*" for a star
	digits  bool   // only digits match
}

// ParsePattern compiles a path pattern. It fails for an empty segment, an unclosed brace or two neighbouring wildcards.
func ParsePattern(text string) (*Pattern, error) {
	p := &Pattern{text: text}
	if strings.Contains(text, "\\") {
		return nil, fmt.Errorf("path pattern %q: write slashes between directories, on every system", text)
	}
	literal, run := true, ""
	for segment := range strings.SplitSeq(text, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return nil, fmt.Errorf("path pattern %q: a segment is empty or a dot", text)
		}
		if segment == "**" {
			p.segments, literal, run = append(p.segments, nil), false, ""
			continue
		}
		pieces, err := parseSegment(segment)
		if err != nil {
			return nil, fmt.Errorf("path pattern %q: %w", text, err)
		}
		if strings.Count(segment, "*")+strings.Count(segment, "{") > maxWildcards {
			return nil, fmt.Errorf("path pattern %q: more than %d wildcards in %q", text, maxWildcards, segment)
		}
		if literal = literal && len(pieces) == 1 && pieces[0].name == ""; literal && p.prefix+segment != text {
			p.prefix += segment + "/"
		} else if run += segment + "/"; len(pieces) > 1 || pieces[0].name != "" {
			run = ""
		} else if len(run) > len(p.inner) && len(p.segments) < strings.Count(text, "/") {
			p.inner = run
		}
		p.segments = append(p.segments, pieces)
	}
	p.suffix = text[strings.LastIndexAny(text, "/*}")+1:]
	if strings.Count(text, "**") > maxWildcards {
		return nil, fmt.Errorf("path pattern %q: more than %d segments **", text, maxWildcards)
	}
	return p, nil
}

// maxWildcards bounds the ways to match a path, which grow as a power of the number of wildcards side by side.
const maxWildcards = 3

func parseSegment(text string) ([]piece, error) {
	var pieces []piece
	for text != "" {
		i := strings.IndexAny(text, "*{")
		plain := text
		if i >= 0 {
			plain = text[:i]
		}
		if strings.Contains(plain, "}") {
			return nil, fmt.Errorf("%q has a closing brace without an opening one", plain)
		}
		if i < 0 {
			return append(pieces, piece{literal: text}), nil
		}
		if i > 0 {
			pieces = append(pieces, piece{literal: text[:i]})
		} else if len(pieces) > 0 && pieces[len(pieces)-1].name != "" {
			return nil, fmt.Errorf("two wildcards side by side at %q", text)
		}
		if text[i] == '*' {
			pieces, text = append(pieces, piece{name: "*"}), text[i+1:]
			continue
		}
		name, rest, ok := strings.Cut(text[i+1:], "}")
		name, class, hasClass := strings.Cut(name, ":")
		switch {
		case !ok || name == "":
			return nil, fmt.Errorf("brace without name or end at %q", text[i:])
		case strings.Contains(name, "{"):
			return nil, fmt.Errorf("the brace of %q is not closed before the next one opens", text[i:])
		case !placeholder().MatchString(name):
			return nil, fmt.Errorf("%q: a name is letters, digits and _, as path.name in an invariant", "{"+name+"}")
		case hasClass && class != "digits":
			return nil, fmt.Errorf("%q: behind the colon only `digits` may stand", text[i:])
		}
		pieces, text = append(pieces, piece{name: name, digits: hasClass}), rest
	}
	return pieces, nil
}

// placeholder is how a name in braces may be written.
var placeholder = memo.Regexp(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Names returns the names in braces, in turn.
func (p *Pattern) Names() []string {
	var names []string
	for _, pieces := range p.segments {
		for _, piece := range pieces {
			if piece.name != "" && piece.name != "*" {
				names = append(names, piece.name)
			}
		}
	}
	return names
}

// String returns the pattern as it was written.
func (p *Pattern) String() string { return p.text }

// Dir returns the directory, with a slash at its end, below which every match lies; "" is the root.
func (p *Pattern) Dir() string { return p.prefix }

// Match reports whether the slash-separated path matches, and every {name} with the text that it stands for, in turn.
func (p *Pattern) Match(path string) (vars []string, ok bool) {
	// The ends of paths tell more kinds apart than their starts.
	if !strings.HasSuffix(path, p.suffix) || !strings.HasPrefix(path, p.prefix) || !strings.Contains(path, p.inner) {
		return nil, false
	}
	ok = matchSegments(p.segments, path, &vars)
	return vars, ok
}

// path returns a path that matches, with values in place of the names in turn; see Contract.Path.
func (p *Pattern) path(values []string) string {
	segments := make([]string, len(p.segments))
	for i, pieces := range p.segments {
		for _, piece := range pieces {
			switch {
			case piece.name == "":
				segments[i] += piece.literal
				continue
			case piece.digits:
				segments[i] += strings.TrimLeftFunc(values[0], func(r rune) bool { return r < '0' || r > '9' })
			default:
				segments[i] += values[0]
			}
			if len(values) > 1 {
				values = values[1:]
			}
		}
		if pieces == nil {
			segments[i] = values[0] // for any number of segments one
		}
	}
	return strings.Join(segments, "/")
}

// Reaches reports whether a match can lie below the directory dir (without a slash at its end).
func (p *Pattern) Reaches(dir string) bool {
	if n := min(len(dir), len(p.prefix)); dir[:n] != p.prefix[:n] {
		return false
	}
	segments, found := p.segments, []string(nil)
	for segment := range strings.SplitSeq(dir, "/") {
		if len(segments) < 2 && (len(segments) == 0 || segments[0] != nil) {
			return false
		}
		if segments[0] == nil {
			return true
		}
		if !matchPieces(segments[0], segment, &found) {
			return false
		}
		segments = segments[1:]
	}
	return true
}

func matchSegments(segments [][]piece, path string, found *[]string) bool {
	for i, pieces := range segments {
		if pieces == nil {
			if i == len(segments)-1 {
				return true
			}
			for rest := path; ; {
				mark := len(*found)
				if matchSegments(segments[i+1:], rest, found) {
					return true
				}
				*found = (*found)[:mark]
				slash := strings.IndexByte(rest, '/')
				if slash < 0 {
					return false
				}
				rest = rest[slash+1:]
			}
		}
		segment, rest, more := strings.Cut(path, "/")
		last := i == len(segments)-1
		if more == last || !matchPieces(pieces, segment, found) {
			return false
		}
		path = rest
	}
	return true
}

func matchPieces(pieces []piece, text string, found *[]string) bool {
	if len(pieces) == 0 {
		return text == ""
	}
	p := pieces[0]
	if p.name == "" {
		rest, ok := strings.CutPrefix(text, p.literal)
		return ok && matchPieces(pieces[1:], rest, found)
	}
	least := 1
	if p.name == "*" {
		least = 0
	}
	// The longest text wins, so that {name}-PLAN.md takes all but the last "-PLAN.md".
	for end := len(text); end >= least; end-- {
		if len(pieces) > 1 && !strings.HasPrefix(text[end:], pieces[1].literal) {
			continue
		}
		if p.digits && strings.Trim(text[:end], "0123456789") != "" {
			continue
		}
		mark := len(*found)
		if p.name != "*" {
			*found = append(*found, p.name, text[:end])
		}
		if matchPieces(pieces[1:], text[end:], found) {
			return true
		}
		*found = (*found)[:mark]
	}
	return false
}
