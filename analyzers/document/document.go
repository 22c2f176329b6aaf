// Package document turns the bytes of an artefact into a tree in which every node knows its bytes: frontmatter in the
// dialect of its consumer, the blocks and elements of a Markdown body, YAML, JSON and JSONL values. It reads and
// never judges: what it cannot make sense of becomes part of the document, for a pass to report.
package document

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document/source"
)

// Document is one artefact after parsing. Parts that its dialect does not have are nil.
type Document struct {
	Path    string   // relative to the run's base, with slashes
	Kind    string   // "nubos/agent"
	Dialect string   // "yaml", "json", "jsonl", "none", "unread", or one that a pack brings
	Vars    []string // names in the contract's path pattern and what each stands for, in turn; see Var
	Root    string   // the project root relative to the run's base, "" if they are the same

	Src     []byte
	Problem *Problem // why Src is not the file's content, or nil

	Front *Frontmatter // of a Markdown artefact, never nil for the dialect yaml and those of packs
	Body  *Body        // of a Markdown artefact; what follows the frontmatter
	Data  *Data        // of a JSON, JSONL, TOML or YAML artefact

	Lines *Lines // computed on first use by Position

	facts *facts // nil if the document has no tree
}

// facts is what was found out of a document. It is so little that a map of it would take longer.
type facts struct {
	mutex sync.Mutex
	all   []any // func() T for each type of what was found out
}

// Once returns what find makes of a document. It is called once for each type, and what it returns is kept as long as the
// tree of the document is.
func Once[T any](d *Document, find func() T) T {
	if d.facts == nil {
		return find()
	}
	return factOf(d.facts, find)()
}

func factOf[T any](f *facts, find func() T) func() T {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, known := range f.all {
		if found, ok := known.(func() T); ok {
			return found
		}
	}
	found := sync.OnceValue(find)
	f.all = append(f.all, found)
	return found
}

// Problem says that an artefact could not be read as text.
type Problem struct {
	Rule    string // id of the rule that reports it
	Message string
	Pack    string // that would have artefacts there, of an input without a kind
}

// Var returns what a name in the contract's path pattern stands for in this path, or "".
func (d *Document) Var(name string) string {
	for i := 0; i+1 < len(d.Vars); i += 2 {
		if d.Vars[i] == name {
			return d.Vars[i+1]
		}
	}
	return ""
}

// Join returns the path of what lies at a path relative to a project root.
func Join(root, path string) string {
	if root == "" {
		return path
	}
	return root + "/" + path
}

// MaxPath is how many bytes a path may have that passes look for: systems know no longer ones, and each is looked for in the
// directories above it.
const MaxPath = 4096

// Stdin is what standard input is called where nobody says what file it is to be.
const Stdin = "stdin"

// Named reports whether the document has a name that rules may hold it against; standard input may have none.
func (d *Document) Named() bool { return d.Path != Stdin }

// RootPath returns the document's path relative to its project root.
func (d *Document) RootPath() string {
	return strings.TrimPrefix(strings.TrimPrefix(d.Path, d.Root), "/")
}

// Position returns line and column, both from 1, of a byte offset.
func (d *Document) Position(offset int) (line, column int) {
	if d.Lines == nil {
		d.Lines = NewLines(d.Src)
	}
	return d.Lines.Position(offset)
}

// Text returns the bytes of the span as a string.
func (d *Document) Text(s Span) string { return s.Of(d.Src) }

// Content returns the whole source as a string, without copying it.
func (d *Document) Content() string { return source.Text(d.Src) }

// Newline returns the line end that the document uses: CRLF if its first line ends with one, else LF.
func (d *Document) Newline() string { return Newline(source.Text(d.Src)) }

// EndsLine reports whether the document's last line has a line end.
func (d *Document) EndsLine() bool { return strings.HasSuffix(source.Text(d.Src), "\n") }

// Indent returns the blanks that the line of an offset starts with, in front of the offset.
func (d *Document) Indent(at int) string {
	line := d.Src[bytes.LastIndexByte(d.Src[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// Start returns the span of a value's first character: where a finding about something that is missing from it points
// to.
func (d *Document) Start(n *Node) Span {
	_, width := utf8.DecodeRune(d.Src[n.Span.Start:n.Span.End])
	return Span{Start: n.Span.Start, End: n.Span.Start + width}
}

// FirstLine returns the span of the first line without its line end: where a finding about something that is missing
// from the whole file points to.
func (d *Document) FirstLine() Span {
	end := bytes.IndexAny(d.Src, "\r\n")
	if end < 0 {
		end = len(d.Src)
	}
	return Span{Start: 0, End: end}
}

// Readable reports whether the document has text and, if its dialect has frontmatter, frontmatter that the consumer can
// read. Passes that look at content skip the others: their one cause is reported already.
func (d *Document) Readable() bool {
	return d.Problem == nil && (d.Front == nil || d.Front.Fault == nil) && (d.Data == nil || d.Data.Fault == nil)
}

// Map returns the map that a YAML or JSON artefact holds; nil if d is nil, holds anything else, or could not be read.
func (d *Document) Map() *Node {
	if d == nil || d.Data == nil || d.Data.Root == nil || d.Data.Root.Type != Map {
		return nil
	}
	return d.Data.Root
}

// Input names a file to be parsed.
type Input struct {
	Path    string // relative to the run's base, with slashes
	Root    string // project root relative to the run's base, "" if they are the same
	Kind    string
	Dialect string
	Reader  Reader      // of frontmatter in a pack's own dialect; nil is YAML
	Front   FrontReader // finds and reads frontmatter in place of Reader, if it is set
	Vars    []string
	Target  bool     // findings in this file are wanted
	Unsaved bool     // of a target in a project: the content comes from elsewhere than the disk, such as standard input
	Problem *Problem // what discovery found wrong with the file; it is not read then
}

// Dialects are those that this package reads: YAML with or without Markdown, JSON, a JSON value a line, Markdown
// alone, and files that nobody opens.
var Dialects = []string{"yaml", "json", "jsonl", "none", "unread"}

// Project is what the driver knows before any pass runs.
type Project struct {
	Inputs     []Input // sorted by path
	Standalone bool    // the files are judged alone, without a project around them
	Jobs       int     // how many documents are worked on at once; 0 is one a processor
	Timing     bool    // Driver.Timing is wanted
	MaxSize    int     // bytes of the largest file that Read returns
	// Read returns the content of an input, or the problem that stands in its place. It is called from many goroutines.
	Read func(in *Input) ([]byte, *Problem)
	// Trees, if set, has documents of an earlier look at the project, and gets those of this one.
	Trees *Trees
	// Progress, if set, is told how many of so many documents have been judged, from many goroutines.
	Progress func(done, of int)
	// Record, if set, is told whatever passes ask the Set, from many goroutines.
	Record func(Question)
	Host
}
