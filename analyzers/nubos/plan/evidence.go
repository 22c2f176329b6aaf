package plan

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/spell"
)

// maxEntries is how many entries a misspelling is looked for among.
const maxEntries = 200

// evidence is the entries of <files_read> or <commands_run>, and the text of the block.
type evidence struct {
	entries []string
	has     map[string]bool // the entries
	text    string
}

func (e *evidence) add(entry string) {
	e.entries = append(e.entries, entry)
	if e.has == nil {
		e.has = map[string]bool{}
	}
	e.has[entry] = true
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
		if remark, ok := strings.CutPrefix(rest, ":"); ok && strings.TrimLeft(remark, " \t") != remark {
			rest = remark
		}
		if r, _ := utf8.DecodeRuneInString(rest); rest == "" || strings.ContainsRune(" \t,;(—–-", r) {
			return e, !strings.Contains(e.name, "`")
		}
	}
}

// digits returns the digits that a text starts with.
func digits(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))] }

// fileRead looks whether the file and the lines of one entry are there.
func (j *artefact) fileRead(e fileEntry, span document.Span, where string) {
	name := path.Clean(e.name)
	first, _ := strconv.Atoi(e.first)
	last := first
	if e.last != "" {
		last, _ = strconv.Atoi(e.last)
	}
	switch {
	case first < 1 || last < first:
		j.Reportf(unverified, span, where,
			"lines %s to %d of %s are no range of lines; write the first line and the last",
			e.first, last, e.name)
	case path.IsAbs(name) || strings.HasPrefix(name, "../") || name == "..":
		j.Reportf(unverified, span, where,
			"%s lies outside of the project, so nobody else can look at the evidence; name a file of the project",
			e.name)
	case j.set.Look(j.Doc.Root, place.Home) != document.Dir: // a plan alone has no project to look into
	case j.set.Look(j.Doc.Root, name) == document.Absent:
		j.Reportf(unverified, span, where,
			"%s does not exist in the project, so what the plan takes from it is not verified%s; correct the path, or "+
				"read the file that is meant",
			e.name, j.near(name))
	case j.set.Look(j.Doc.Root, name) == document.Dir:
		j.Reportf(unverified, span, where, "%s is a directory, which has no line %d; name a file", e.name, first)
	case !j.finished():
		if n := j.length(name); n >= 0 && last > n {
			j.Reportf(unverified, span, where,
				"%s has %s, so there is no line %d to verify anything by; read it again",
				e.name, document.Count(n, "line"), last)
		}
	}
}

// near suggests a file beside the one that is missing.
func (j *artefact) near(name string) string {
	names, err := j.set.List(j.Doc.Root, path.Dir(name))
	if err != nil {
		return ""
	}
	if near := spell.Nearest(path.Base(name), names); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", path.Join(path.Dir(name), near))
	}
	return ""
}

// finished reports whether all tasks of the slice are done or skipped: then the files have gone on since.
func (j *artefact) finished() bool {
	s := j.slice()
	if s == nil || len(s.Files) == 0 {
		return false
	}
	for _, f := range s.Files {
		if f.Status != "done" && f.Status != "skipped" {
			return false
		}
	}
	return true
}

// length returns the number of lines of a file, or -1 if it cannot be read. Many plans have read the same files, so
// each is counted once.
func (j *artefact) length(name string) int {
	key := [2]string{j.Doc.Root, name}
	if n, ok := j.lengths.Load(key); ok {
		return n.(int)
	}
	n := -1
	if data, err := j.set.File(j.Doc.Root, name); err == nil {
		n = bytes.Count(data, []byte("\n"))
		if len(data) > 0 && data[len(data)-1] != '\n' {
			n++
		}
	}
	j.lengths.Store(key, n)
	return n
}

// verifiedBy looks for the evidence that an assumption names, where there is any.
func (j *artefact) verifiedBy(by *document.Attr, where string, files, commands *evidence) {
	text := strings.TrimSpace(by.Text)
	if command, ok := strings.CutPrefix(text, "cmd:"); ok {
		command = strings.TrimSpace(command)
		if commands != nil && (command == "" || !commands.has[command] && !strings.Contains(commands.text, command)) {
			j.Reportf(unverified, by.Value, where,
				"the assumption is verified by the command %s, which is not among `<commands_run>`%s; run it and list "+
					"it there",
				document.Quote(command), commands.near(command))
		}
		return
	}
	if files == nil || files.has[text] {
		return
	}
	if _, ok := parseEntry(text); ok && strings.Contains(files.text, text) && !followed(files.text, text) {
		return
	}
	j.Reportf(unverified, by.Value, where,
		"the assumption is verified by %s, which is not among `<files_read>`%s; read it and list it there, word for "+
			"word",
		document.Quote(text), files.near(text))
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

// near suggests the entry that text is probably a misspelling of, for a message; "" if there is none.
func (e *evidence) near(text string) string {
	if len(e.entries) > maxEntries {
		return ""
	}
	if near := spell.Nearest(text, e.entries); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}
