package reference

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// named returns the first word of an entry that names a file and nothing else, or the file and a remark set off from
// it; "" if it is prose.
func named(entry string) string {
	word, rest := strings.TrimSpace(entry), ""
	if i := strings.IndexAny(word, " \t"); i >= 0 {
		word, rest = word[:i], strings.TrimSpace(word[i:])
	}
	if rest != "" && !strings.ContainsAny(word[len(word)-1:], ",;:") && !strings.ContainsAny(rest[:1], "(,;:-") &&
		!strings.HasPrefix(rest, "—") && !strings.HasPrefix(rest, "–") {
		return ""
	}
	return strings.TrimPrefix(strings.Trim(strings.TrimPrefix(strings.TrimRight(word, ".,;:"), "@"), "`"), "@")
}

// withoutLine cuts off the place in a file that a path may end with: a line, a range of lines or an anchor.
func withoutLine(name string) string {
	name, _, _ = strings.Cut(name, "#")
	if i := strings.LastIndexByte(name, ':'); i > 0 && strings.Trim(name[i+1:], "0123456789-") == "" {
		name = name[:i]
	}
	return strings.TrimPrefix(name, "./")
}

// bare is the endings by which a name without a directory is known to be a file.
var bare = []string{".md", ".json", ".yaml", ".yml", ".toml", ".txt", ".lock", ".sql", ".csv"}

// projectPath returns the path that an entry names, cleaned, or "" if it names nothing that looks like a file of the
// project.
func projectPath(text string) string {
	name := withoutLine(named(text))
	ext := path.Ext(name)
	switch {
	case name == "",
		strings.ContainsAny(name, "*?{}<>$|\"'[]()=…\\"),
		strings.Contains(name, "://"),
		strings.Contains(name, ".."),
		strings.ContainsAny(name[:1], "/~-"):
		return ""
	case strings.Contains(name, "/"):
		if first, _, _ := strings.Cut(name, "/"); ext == "" && !strings.HasSuffix(name, "/") ||
			strings.Contains(first, ".") && !strings.HasPrefix(first, ".") {
			return "" // a word with a slash, a package, an address without its scheme
		}
	case !slices.Contains(bare, ext) || artefact().MatchString(name):
		return ""
	}
	return path.Clean(name)
}

// artefact is the name of an artefact, which people write without its directory.
var artefact = memo.Regexp(`^(?:[MST]\d{3,}-|` +
	`(?:STATE|TODO|ROADMAP|REQUIREMENTS|PROJECT|RULES|PROJECT-SUMMARY)\.md$|roadmap\.yaml$)`)

// evidencePlaces returns the places in files that a text names: a path with a directory and an ending, a colon, and
// the number of a line; without these two, it is all that stands between commas. An offset of the document is added to
// their spans.
func evidencePlaces(text string, offset int) []document.Span {
	var places []document.Span
	start := 0
	for entry := range strings.SplitSeq(text, ",") {
		bare := strings.Trim(entry, " \t`")
		if onlyPath(bare) {
			from := offset + start + strings.Index(entry, bare)
			places = append(places, document.Span{Start: from, End: from + len(bare)})
		}
		start += len(entry) + 1
	}
	for at := 0; ; {
		colon := strings.IndexByte(text[at:], ':')
		if colon < 0 {
			return places
		}
		start, end := at+colon, at+colon+1
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		for start > at && isPathByte(text[start-1]) {
			start--
		}
		name := text[start : at+colon]
		slash := strings.LastIndexByte(name, '/')
		if dot := strings.LastIndexByte(name, '.'); end > at+colon+1 && slash > 0 && dot > slash+1 &&
			dot < len(name)-1 && name[0] != '/' {
			places = append(places, document.Span{Start: offset + start, End: offset + end})
		}
		at = end
	}
}

// onlyPath reports whether a text is a path with a directory and an ending, and nothing else.
func onlyPath(s string) bool {
	dot := strings.LastIndexByte(s, '.')
	if slash := strings.LastIndexByte(s, '/'); slash < 1 || dot < slash+2 || dot == len(s)-1 || s[0] == '/' || strings.Contains(s, "//") {
		return false
	}
	for i := range len(s) {
		if !isPathByte(s[i]) || i > dot && !document.IsWordByte(s[i]) {
			return false
		}
	}
	return true
}

func isPathByte(c byte) bool {
	// - . / and digits stand in a row
	return c >= 'a' && c <= 'z' || c >= '-' && c <= '9' || c >= 'A' && c <= 'Z' || c == '@' || c == '_'
}
