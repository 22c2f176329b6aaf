package document

import (
	"bytes"
	"strings"

	"github.com/nplint/nplint/analyzers/document/source"
)

// Frontmatter is the block of keys at the start of a Markdown artefact.
type Frontmatter struct {
	Root  *Node // a Map; nil if there is a Fault
	Open  Span  // the opening fence line without its line end; empty at the start of the body if there is none
	Close Span  // the closing fence line
	Text  Span  // what lies between the fences
	End   int   // where the body starts
	// Comments says that what follows # is a comment for the consumer, as in YAML.
	Comments bool

	// Fault is the one cause why the consumer finds no keys here, ready to be reported, or nil.
	Fault *Finding
	// Notes are what the consumer reads, but not as it looks.
	Notes []Finding
}

// Reader reads the keys between the fences, s[f.Text.Start:f.Text.End], in the dialect of a consumer that takes
// exactly `---` for a fence. It sets Root, or the one Fault, and adds Notes.
type Reader func(s string, f *Frontmatter)

// FrontReader reads the frontmatter of a whole text where a consumer finds it otherwise than between lines of `---`. It
// sets all of the Frontmatter.
type FrontReader func(s string) *Frontmatter

// Absent reports whether there is no frontmatter at all, rather than one that cannot be read.
func (f *Frontmatter) Absent() bool {
	return f.Fault != nil && (f.Fault.Rule == "frontmatter-missing" || f.Fault.Rule == "no-content")
}

// parseFrontmatter finds the fences and reads what is between them. It sees through what hides the fences from a strict
// consumer (a byte order mark, text or spaces around a fence), notes it, and goes on, so that one
// cause does not hide the other findings.
func parseFrontmatter(src []byte, reader Reader) *Frontmatter {
	s := source.Text(src)
	f := &Frontmatter{}
	strict := reader != nil
	start := 0
	if bytes.HasPrefix(src, source.ByteOrderMark) {
		start = len(source.ByteOrderMark)
	}
	f.Open.Start, f.Open.End, f.End = start, start, start
	if first, last := Trim(s, start, len(s)); first == last {
		f.Fault = &Finding{Rule: "no-content", At: "content", Message: "the file is empty; its consumer expects frontmatter between two lines of `---` and a body"}
		return f
	}
	fence := f.findOpening(s, start)
	if fence < 0 {
		end, _ := LineEnd(s, start)
		f.Fault = &Finding{Rule: "frontmatter-missing", Span: Span{Start: start, End: end}, At: "frontmatter",
			Message: "the file has no frontmatter, so its consumer finds none of the keys that it needs; start the " +
				"file with a line `---`, the keys, and another line `---`"}
		return f
	}
	end, next := LineEnd(s, fence)
	f.Open = Span{Start: fence, End: end}
	if line := s[fence:end]; line != "---" && (strict || strings.TrimRight(line, " \t") != "---") {
		f.Note("frontmatter-fence", f.Open,
			"the consumer takes only `---` for a fence, so it finds no frontmatter here; write exactly `---`",
			Replace("write the fence as ---", f.Open, "---"))
	}
	if !f.findClosing(s, next, strict) {
		return f
	}
	if strict {
		reader(s, f)
	} else {
		f.Comments = true
		f.readYAML(src)
	}
	return f
}

// Note adds what the consumer reads, but not as it looks.
func (f *Frontmatter) Note(rule string, span Span, message string, fixes []Fix) {
	f.Notes = append(f.Notes, Finding{Rule: rule, Span: span, At: "frontmatter", Message: message, Fixes: fixes})
}

// findOpening returns the offset of the opening fence, or -1.
func (f *Frontmatter) findOpening(s string, start int) int {
	if isFence(s, start) {
		return start
	}
	// Skip blank lines and one or more HTML comments: people put licences and editor settings there.
	at := behindComments(s, start)
	if at < 0 {
		return -1
	}
	if !isFence(s, at) || at > 0 && s[at-1] != '\n' && s[at-1] != '\r' || !looksLikeKeys(s, at) {
		return -1
	}
	before, what, do := Span{Start: start, End: start}, "blank lines", "remove them"
	fix := []Edit{{Span: Span{Start: start, End: at}}}
	if first, last := Trim(s, start, at); first < last {
		what, do, before = "a comment", "move it behind the frontmatter", Span{Start: first, End: last}
		end := closingFence(s, at)
		if end < 0 {
			fix = nil // there is nowhere to move the comment to
		} else {
			_, next := LineEnd(s, end)
			line := Newline(s)
			fix = append(fix, Edit{Span: Span{Start: next, End: next}, Text: line + s[first:last] + line})
		}
	}
	var fixes []Fix
	if fix != nil {
		fixes = []Fix{{Title: "start the file with the frontmatter", Edits: fix}}
	}
	f.Note("frontmatter-not-at-start", before, "frontmatter must start at the first byte of the file; with "+what+" before it the consumer finds no frontmatter and none of its keys; "+do, fixes)
	return at
}

// Newline returns the line end that a text uses.
func Newline(s string) string {
	if i := strings.IndexByte(s, '\n'); i > 0 && s[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// isFence reports whether the line at offset is a fence, perhaps with white space or further dashes behind it.
func isFence(s string, offset int) bool {
	end, _ := LineEnd(s, offset)
	line := s[offset:end]
	return strings.HasPrefix(line, "---") && strings.Trim(line, "- \t") == ""
}

// looksLikeKeys reports whether the line behind the fence at offset starts like frontmatter, and not like text after
// a rule.
func looksLikeKeys(s string, offset int) bool {
	_, next := LineEnd(s, offset)
	return nextKey(s, next) >= 0
}

// nextKey returns the offset of the first line at or behind offset that is neither blank nor a comment, if it is a
// key, else -1.
func nextKey(s string, offset int) int {
	for at := offset; at < len(s); {
		end, next := LineEnd(s, at)
		if line := strings.TrimLeft(s[at:end], " \t"); line != "" && line[0] != '#' {
			if KeyEnd(line) == 0 {
				return -1
			}
			return at
		}
		at = next
	}
	return -1
}

// KeyEnd returns the length of the key at the start of line if a colon follows it, else 0.
func KeyEnd(line string) int {
	i := 0
	for i < len(line) && isKeyByte(line[i]) {
		i++
	}
	colon := i
	for colon < len(line) && (line[colon] == ' ' || line[colon] == '\t') {
		colon++
	}
	if i == 0 || colon == len(line) || line[colon] != ':' {
		return 0
	}
	return i
}

func isKeyByte(c byte) bool { return IsWordByte(c) || c == '-' }

// closingFence returns the offset of the first line that is exactly `---` behind the fence at offset, or -1.
func closingFence(s string, offset int) int {
	_, at := LineEnd(s, offset)
	for at < len(s) {
		end, next := LineEnd(s, at)
		if s[at:end] == "---" {
			return at
		}
		at = next
	}
	return -1
}

// findClosing sets Close, Text and End, or the Fault if there is no closing fence. A line `---` below what is clearly
// body text is a rule and no fence, even if a careless consumer takes it for one.
func (f *Frontmatter) findClosing(s string, next int, strict bool) bool {
	// A line that was meant as the fence; where the last key's lines end; a blank line came since.
	near, keys, blank := -1, next, false
	key := next // comments before this offset have a key below them
scan:
	for at := next; at < len(s) && near < 0; {
		end, after := LineEnd(s, at)
		line := s[at:end]
		switch trimmed := strings.TrimRight(line, " \t"); {
		case line == "---" || !strict && (trimmed == "---" || trimmed == "..."):
			f.Close, f.Text, f.End = Span{Start: at, End: end}, Span{Start: next, End: at}, after
			return true
		case isFence(s, at) || trimmed == "...":
			near = at
		case trimmed == "":
			blank = true
		case blank && line[0] == '#' && at >= key:
			if key = nextKey(s, after); key < 0 {
				break scan // a heading, and no comment
			}
		case blank && KeyEnd(line) == 0 && !strings.ContainsAny(line[:1], " \t-#"):
			break scan // text
		case !blank:
			keys = after
		}
		at = after
	}
	if near >= 0 {
		end, after := LineEnd(s, near)
		f.Close, f.Text, f.End = Span{Start: near, End: end}, Span{Start: next, End: near}, after
		f.Note("frontmatter-fence", f.Close,
			"the consumer takes only `---` for a fence, so this line does not close the frontmatter and none of "+
				"its keys is found; write exactly `---`",
			Replace("write the fence as ---", f.Close, "---"))
		return true
	}
	f.End = f.Open.Start
	f.Fault = &Finding{Rule: "frontmatter-unclosed", Span: f.Open, At: "frontmatter",
		Message: "the frontmatter that starts here is never closed, so the consumer finds none of its keys; write " +
			"a line `---` behind the last key"}
	if keys > next {
		closing := "---" + Newline(s)
		if s[keys-1] != '\n' && s[keys-1] != '\r' {
			closing = Newline(s) + closing
		}
		f.Fault.Fixes = Replace("close the frontmatter behind its last key", Span{Start: keys, End: keys}, closing)
	}
	return false
}

func (f *Frontmatter) readYAML(src []byte) {
	data := ParseYAML(src, f.Text)
	switch {
	case data.Fault != nil:
		f.Fault = &Finding{Rule: "frontmatter-parse-error", Span: data.Fault.Span, At: "frontmatter",
			Message: data.Fault.Message, Fixes: data.Fault.Fixes}
	case data.Root.Type == Null:
		f.Root = &Node{Type: Map, Span: f.Text}
	case data.Root.Type != Map:
		f.Fault = &Finding{Rule: "frontmatter-parse-error", Span: data.Root.Span, At: "frontmatter",
			Message: "the frontmatter holds no keys; write `key: value` lines"}
	default:
		f.Root = data.Root
	}
}
