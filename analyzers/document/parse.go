package document

import (
	"bytes"
	"strings"
	"unicode/utf8"
	"unsafe"
)

var byteOrderMark = []byte("\uFEFF")

// Parse reads an input and turns it into a document. It never fails: what it cannot read is in the document's Problem
// and in the faults of its parts.
func Parse(in *Input, read func(*Input) ([]byte, *Problem)) *Document {
	d := &Document{Path: in.Path, Kind: in.Kind, Dialect: in.Dialect, Vars: in.Vars, Root: in.Root, Problem: in.Problem}
	if d.Problem == nil && d.Dialect == "unread" {
		return d // its place alone is judged
	}
	if d.Problem == nil {
		d.Src, d.Problem = read(in)
	}
	if d.Problem == nil && bytes.IndexByte(d.Src, 0) >= 0 {
		d.Problem = &Problem{Rule: "not-text", Message: notText(d.Src)}
	}
	if d.Problem != nil {
		d.Src = nil // nothing in it is judged, so nothing of it is kept
		return d
	}
	d.parse(in)
	return d
}

func (d *Document) parse(in *Input) {
	switch d.Dialect {
	case "json":
		d.Data = ParseJSON(d.Src)
	case "jsonl":
		d.Data = ParseJSONL(d.Src)
	case "toml":
		d.Data = ParseTOML(d.Src)
	case "none":
		start := 0
		if bytes.HasPrefix(d.Src, []byte("\uFEFF")) { // which is reported, and must not hide the first line
			start = len("\uFEFF")
		}
		d.Body = parseBody(d.Src, Span{start, len(d.Src)})
	default:
		if d.Data = d.wholeYAML(); d.Data == nil {
			if in.Front != nil {
				d.Front = in.Front(text(d.Src))
			} else {
				d.Front = parseFrontmatter(d.Src, in.Reader)
			}
			d.Body = parseBody(d.Src, Span{d.Front.End, len(d.Src)})
		}
	}
}

// wholeYAML returns the document as YAML if its dialect and its name say that it is nothing else.
func (d *Document) wholeYAML() *Data {
	if d.Dialect != "yaml" {
		return nil
	}
	for _, ending := range []string{".yaml", ".yml"} {
		if len(d.Path) > len(ending) && d.Path[len(d.Path)-len(ending):] == ending {
			return ParseYAML(d.Src, Span{0, len(d.Src)})
		}
	}
	return nil
}

func notText(src []byte) string {
	if bytes.HasPrefix(src, []byte{0xFF, 0xFE}) || bytes.HasPrefix(src, []byte{0xFE, 0xFF}) {
		return "the file is UTF-16 text, which no consumer reads; save it as UTF-8"
	}
	return "the file holds NUL bytes, so it is no text that a consumer can read; restore it or write it anew as UTF-8"
}

// text returns src as a string without copying: documents keep their bytes and nobody writes to them.
func text(src []byte) string {
	return unsafe.String(unsafe.SliceData(src), len(src))
}

// LineEnd returns the offset of the line end at or behind from, and the offset of the next line. LF, CRLF and a lone
// CR end a line; a lone CR is wrong everywhere and reported by itself, and is taken for a line end so that nothing
// else is.
func LineEnd(s string, from int) (end, next int) {
	// A text whose lines all end with a lone CR must not be searched for a line feed to its end for each.
	for size := 256; ; size *= 2 {
		stop := min(from+size, len(s))
		i, window := strings.IndexByte(s[from:stop], '\n'), stop
		if i >= 0 {
			window = from + i
		}
		if j := strings.IndexByte(s[from:window], '\r'); j >= 0 {
			if next = from + j + 1; next < len(s) && s[next] == '\n' {
				next++
			}
			return from + j, next
		}
		if i >= 0 {
			return from + i, from + i + 1
		}
		if stop == len(s) {
			return stop, stop
		}
	}
}

// isSpace reports whether JavaScript's trim and \s take r for white space.
func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\v', '\f', '\r', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return 0x2000 <= r && r <= 0x200A
}

// Trim moves start and end inwards over white space.
func Trim(s string, start, end int) (int, int) {
	for start < end {
		r, n := rune(s[start]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[start:end])
		}
		if !isSpace(r) {
			break
		}
		start += n
	}
	for start < end {
		r, n := rune(s[end-1]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeLastRuneInString(s[start:end])
		}
		if !isSpace(r) {
			break
		}
		end -= n
	}
	return start, end
}

// room is the capacity to start a slice with that will probably hold n things. A hostile file must not make it large.
// To parse a verification takes 7.4 KB with it, and 15.8 KB without.
func room(n int) int { return min(n, 256) }
