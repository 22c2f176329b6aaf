package plan

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// sayNone is a line that says that there are no entries, with a reason or without: "_none_", "(none)", "No
// unknowns.", "none — everything was read".
var sayNone = memo.Regexp(`(?i)^(?:_.*_|\(?(?:none|n/a|nothing|no unknowns|keine|nichts)\s*(?:[.;:,()–—-].*)?)$`)

// maxEntry is how many bytes of an entry over several lines are enough to judge it.
const maxEntry = 1000

// entries returns the entries of an element without those in comments and those that say that there are none. A line
// that is indented behind the bullet of an entry goes on with it, and so does each line without a bullet if the first
// bullet follows the tag on its line: formatters run a list together that stands directly below a tag.
func entries(text *prose, e *document.Element) []model.Item {
	var found []model.Item
	last := -1 // the column of the bullet of the last entry, if it has one
	inner := strings.TrimLeft(text.content[e.Inner().Start:e.Inner().End], " \t")
	together := len(inner) > 1 && strings.IndexByte("-*", inner[0]) >= 0 && strings.IndexByte(" \t\r\n", inner[1]) >= 0
	for _, line := range model.Lines(text.content, e.Inner()) {
		column, bullet := indent(text.content, line)
		switch {
		case text.quoted(line.Span.Start):
		case !bullet && len(found) > 0 && (together || last >= 0 && column > last):
			if entry := &found[len(found)-1]; len(entry.Text) < maxEntry {
				entry.Text += " " + line.Text
			}
		default:
			if last = -1; bullet {
				last = column
			}
			found = append(found, line)
		}
	}
	return slices.DeleteFunc(found, func(entry model.Item) bool { return sayNone().MatchString(entry.Text) })
}

// indent returns how many bytes stand before the line of an entry, or before its bullet, and whether it has one.
func indent(text string, line model.Item) (column int, bullet bool) {
	before := text[:line.Span.Start]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	if mark := strings.TrimSpace(before); mark == "-" || mark == "*" {
		return strings.Index(before, mark), true
	}
	return len(before), false
}

// fileEntry is an entry of <files_read>: path:line or path:line-line, with backticks or without, and a remark behind
// it.
type fileEntry struct {
	name, first, last string // last is "" if there is one line
}

func (e fileEntry) String() string {
	if e.last == "" {
		return e.name + ":" + e.first
	}
	return e.name + ":" + e.first + "-" + e.last
}

// parseEntry cuts an entry into its parts.
func parseEntry(text string) (e fileEntry, ok bool) {
	text = strings.TrimPrefix(text, "`")
	for from := 0; ; {
		colon := strings.IndexByte(text[from:], ':')
		if colon < 0 {
			return e, false
		}
		colon += from
		from = colon + 1
		e.name = text[:colon]
		rest := text[from:]
		e.first = digits(rest)
		if rest = rest[len(e.first):]; e.first == "" || e.name == "" {
			continue
		}
		if e.last = ""; strings.HasPrefix(rest, "-") {
			e.last = digits(rest[1:])
			if e.last != "" {
				rest = rest[1+len(e.last):]
			}
		}
		rest = strings.TrimPrefix(rest, "`")
		if remark := strings.TrimPrefix(rest, ":"); strings.TrimLeft(remark, " \t") != remark {
			rest = remark
		}
		if r, _ := utf8.DecodeRuneInString(rest); rest == "" || strings.ContainsRune(" \t,;(—–-", r) {
			return e, !strings.Contains(e.name, "`")
		}
	}
}

// digits returns the digits that a text starts with.
func digits(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))] }

// files is the files of the project that a plan belongs to.
type files struct {
	set     *document.Set
	root    string
	lengths *document.Memo[[2]string, int] // root and path to the number of lines: many plans have read the same files
	changed bool                           // the files have gone on since the plan was written
}

// finished reports whether all tasks of a slice, which may be nil, are done or skipped.
func finished(s *model.Slice) bool {
	return s != nil && len(s.Files) > 0 &&
		!slices.ContainsFunc(s.Files, func(f *model.File) bool { return f.Status != "done" && f.Status != "skipped" })
}

// fault says why the lines of an entry cannot be looked at, or returns "", and which file is meant, if that is known.
func (f *files) fault(e fileEntry) (fault, near string) {
	name := path.Clean(e.name)
	first, _ := strconv.Atoi(e.first)
	last := first
	if e.last != "" {
		last, _ = strconv.Atoi(e.last)
	}
	switch {
	case first < 1 || last < first:
		return fmt.Sprintf("lines %s to %d of %s are no range of lines; write the first line and the last",
			e.first, last, e.name), ""
	case path.IsAbs(name) || strings.HasPrefix(name, "../") || name == "..":
		return e.name + " lies outside of the project, so nobody else can look at the evidence; name a file of the " +
			"project", ""
	case f.set.Files.Look(f.root, place.Home) != document.Dir:
		return "", "" // a plan alone has no project to look into
	}
	switch f.set.Files.Look(f.root, name) {
	case document.Absent:
		near = f.near(name)
		return fmt.Sprintf("%s does not exist in the project, so what the plan takes from it is not verified%s; correct "+
			"the path, or read the file that is meant", e.name, hint(near)), near
	case document.Dir:
		return fmt.Sprintf("%s is a directory, which has no line %d; name a file", e.name, first), ""
	}
	if f.changed {
		return "", ""
	}
	if n := f.length(name); n >= 0 && last > n {
		return fmt.Sprintf("%s has %s, so there is no line %d to verify anything by; read it again",
			e.name, document.Count(n, "line"), last), ""
	}
	return "", ""
}

// near returns a file beside the one that is missing, if it is the only one with nearly its name.
func (f *files) near(name string) string {
	names, err := f.set.Files.List(f.root, path.Dir(name))
	if err != nil {
		return ""
	}
	if near := spell.Only(path.Base(name), names); near != "" {
		return path.Join(path.Dir(name), near)
	}
	return ""
}

// length returns the number of lines of a file, or -1 if it cannot be read.
func (f *files) length(name string) int {
	return f.lengths.Get(f.set, [2]string{f.root, name}, func() int {
		data, err := f.set.Files.Read(f.root, name)
		if err != nil {
			return -1
		}
		n := bytes.Count(data, []byte("\n"))
		if len(data) > 0 && data[len(data)-1] != '\n' {
			n++
		}
		return n
	})
}

// evidence is the entries of <files_read> or <commands_run>, and the text of the block.
type evidence struct {
	entries []string
	has     map[string]bool // the entries
	text    string
}

func (e *evidence) add(entry string) {
	e.entries = append(e.entries, entry)
	e.has[entry] = true
}

// maxEntries is how many entries a misspelling is looked for among.
const maxEntries = 200

// near returns the entry that text is probably a misspelling of, or "".
func (e *evidence) near(text string) string {
	if len(e.entries) > maxEntries {
		return ""
	}
	return spell.Only(text, e.entries)
}

// hint suggests a near text in a message.
func hint(near string) string {
	if near == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", near)
}

// unfounded says why nothing speaks for an assumption that is verified by a file or a command, or returns "", and what
// is meant instead, if that is known. Nobody knows if the list of those could not be read.
func unfounded(by string, read, run *evidence) (fault, near string) {
	if command, ok := strings.CutPrefix(by, "cmd:"); ok {
		command = strings.TrimSpace(command)
		if run == nil || command != "" && (run.has[command] || strings.Contains(run.text, command)) {
			return "", ""
		}
		if run != nil {
			near = run.near(command)
		}
		fault = fmt.Sprintf("the assumption is verified by the command %s, which is not among `<commands_run>`%s; run it "+
			"and list it there", document.Quote(command), hint(near))
		if near != "" {
			near = "cmd:" + near
		}
		return fault, near
	}
	if read == nil || read.has[by] {
		return "", ""
	}
	if _, ok := parseEntry(by); ok && strings.Contains(read.text, by) && !followed(read.text, by) {
		return "", ""
	}
	near = read.near(by)
	return fmt.Sprintf("the assumption is verified by %s, which is not among `<files_read>`%s; read it and list it "+
		"there, word for word", document.Quote(by), hint(near)), near
}

// followed reports whether text goes on with a digit wherever it stands: then it is only the start of another entry.
func followed(block, text string) bool {
	for rest := block; ; {
		i := strings.Index(rest, text)
		if i < 0 {
			return true
		}
		rest = rest[i+len(text):]
		if rest == "" || rest[0] < '0' || rest[0] > '9' {
			return false
		}
	}
}
