package document

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document/data"
	"github.com/nplint/nplint/analyzers/document/source"
)

// bytesEach is how many bytes of max_file_size there are for each indicator of JSON: real files are half as dense.
const bytesEach = 7

// mostRows is how many lines a file may have, mostMarked how many of them may begin with the mark of a heading or a list item,
// and mostTags how many tags it may have. Each takes some hundred bytes, and more in passes; real files have at least ten
// times as many bytes for each.
const (
	mostRows   = 500_000
	mostMarked = 200_000
	mostTags   = 100_000
)

// Dense says of an input with so many keys, values and items that nplint does not read it, or returns "". limit is how
// many bytes a file may have.
func Dense(in *Input, src []byte, limit int) string {
	s := source.Text(src)
	const why = "the %s has more than the %d %s that nplint reads%s, so the file is not judged; shorten it%s"
	switch {
	case in.Dialect == "unread":
	case in.Dialect == "json" || in.Dialect == "jsonl":
		if most := limit / bytesEach; data.DenseJSON(s, most) {
			return fmt.Sprintf(why, "file", most, "commas, colons and brackets", " where files have up to "+fmt.Sprint(limit)+
				" bytes (max_file_size)", ", or raise max_file_size")
		}
	case in.Dialect == "yaml" && isYAML(in.Path):
		if data.DenseYAML(s) {
			return fmt.Sprintf(why, "file", data.MaxYAML, "lines, dashes, commas, colons and brackets of YAML", "", "")
		}
	case data.DenseYAML(s) && data.DenseYAML(frontmatterIn(s)):
		return fmt.Sprintf(why, "frontmatter", data.MaxYAML, "lines, dashes, commas, colons and brackets of YAML", "", "")
	case len(s) > mostRows && strings.Count(s, "\n")+strings.Count(s, "\r")-strings.Count(s, "\r\n") > mostRows:
		return fmt.Sprintf(why, "file", mostRows, "lines", "", "")
	case marked(s):
		return fmt.Sprintf(why, "file", mostMarked, "lines of headings and list items", "", "")
	case tagged(s):
		return fmt.Sprintf(why, "file", mostTags, "tags", "", "")
	}
	return ""
}

// tagged reports whether a text has more than mostTags tags, each of which takes as much as a heading.
func tagged(s string) bool {
	if strings.Count(s, "<") <= mostTags {
		return false
	}
	n := 0
	for i := 1; i < len(s); i++ {
		if c := s[i] | 0x20; s[i-1] == '<' && ('a' <= c && c <= 'z' || s[i] == '/') {
			n++
		}
	}
	return n > mostTags
}

// marked reports whether more than mostMarked lines begin as headings, underlines and list items do.
func marked(s string) bool {
	n := 0
	for at := 0; len(s)-at > len("#\n")*(mostMarked-n); { // else there is no room for so many
		for at < len(s) && (s[at] == ' ' || s[at] == '\t') {
			at++
		}
		if at < len(s) && strings.IndexByte("#=-+*0123456789", s[at]) >= 0 {
			if n++; n > mostMarked {
				return true
			}
		}
		_, at = LineEnd(s, at)
	}
	return false
}

// frontmatterIn returns what the consumers of a Markdown artefact read as its frontmatter, or more: they differ in
// which dashes end it.
func frontmatterIn(s string) string {
	at := behindComments(s, 0)
	if at < 0 || !isFence(s, at) {
		return ""
	}
	for at < len(s) && isFence(s, at) {
		_, at = LineEnd(s, at)
	}
	s = s[at:]
	dashes := -1
	for start := 0; start < len(s); {
		if strings.HasPrefix(s[start:], "---") {
			if isFence(s, start) {
				return s[:start]
			} else if dashes < 0 {
				dashes = start
			}
		}
		_, start = LineEnd(s, start)
	}
	if dashes < 0 {
		dashes = strings.Index(s, "---")
	}
	return s[:max(dashes, 0)]
}

// behindComments returns the offset behind a byte order mark, blanks and HTML comments, or -1 if a comment never ends.
func behindComments(s string, at int) int {
	if at == 0 && strings.HasPrefix(s, string(source.ByteOrderMark)) {
		at = len(source.ByteOrderMark)
	}
	for {
		for at < len(s) && (s[at] == ' ' || s[at] == '\t' || s[at] == '\n' || s[at] == '\r') {
			at++
		}
		if !strings.HasPrefix(s[at:], "<!--") {
			return at
		}
		end := strings.Index(s[at:], "-->")
		if end < 0 {
			return -1
		}
		at += end + len("-->")
	}
}
