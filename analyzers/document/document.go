// Package document turns the bytes of an artefact into a tree in which every node knows its bytes: frontmatter in the dialect of
// its consumer, the blocks and elements of a Markdown body, YAML, JSON and JSONL values. It reads and never judges: what
// it cannot make sense of becomes part of the document, for a pass to report.
package document

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
)

// Document is one artefact after parsing. Parts that its dialect does not have are nil.
type Document struct {
	Path    string   // relative to the run's base, with slashes
	Kind    string   // "nubos/agent"
	Dialect string   // "nubos", "state", "yaml", "json", "jsonl", "none" or "unread"
	Vars    []string // names in the contract's path pattern and what each stands for, in turn; see Var
	Root    string   // the project root relative to the run's base, "" if they are the same

	Src     []byte
	Problem *Problem // why Src is not the file's content, or nil

	Front *Frontmatter // of a Markdown artefact, never nil for the dialects nubos and yaml
	Body  *Body        // of a Markdown artefact; what follows the frontmatter
	Data  *Data        // of a JSON, JSONL or YAML artefact

	Lines *Lines // computed on first use by Position
}

// Problem says that an artefact could not be read as text.
type Problem struct {
	Rule    string // id of the rule that reports it
	Message string
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
func (d *Document) Content() string { return text(d.Src) }

// Newline returns the line end that the document uses: CRLF if its first line ends with one, else LF.
func (d *Document) Newline() string { return newline(text(d.Src)) }

// EndsLine reports whether the document's last line has a line end.
func (d *Document) EndsLine() bool { return strings.HasSuffix(text(d.Src), "\n") }

// Start returns the span of a value's first character: where a finding about something that is missing from it points to.
func (d *Document) Start(n *Node) Span {
	_, width := utf8.DecodeRune(d.Src[n.Span.Start:n.Span.End])
	return Span{n.Span.Start, n.Span.Start + width}
}

// FirstLine returns the span of the first line without its line end: where a finding about something that is missing
// from the whole file points to.
func (d *Document) FirstLine() Span {
	end := bytes.IndexAny(d.Src, "\r\n")
	if end < 0 {
		end = len(d.Src)
	}
	return Span{0, end}
}

// Readable reports whether the document has text and, if its dialect has frontmatter, frontmatter that the consumer can
// read. Passes that look at content skip the others: their one cause is reported already.
func (d *Document) Readable() bool {
	return d.Problem == nil && (d.Front == nil || d.Front.Fault == nil) && (d.Data == nil || d.Data.Fault == nil)
}

// Input names a file to be parsed.
type Input struct {
	Path    string // relative to the run's base, with slashes
	Root    string // project root relative to the run's base, "" if they are the same
	Kind    string
	Dialect string
	Vars    []string
	Target  bool     // findings in this file are wanted
	Unsaved bool     // of a target in a project: the content comes from elsewhere than the disk, such as standard input
	Problem *Problem // what discovery found wrong with the file; it is not read then
}

// Project is what the driver knows before any pass runs. It is the result of Source.
type Project struct {
	Inputs     []Input // sorted by path
	Standalone bool    // the files are judged alone, without a project around them
	Jobs       int     // how many documents are worked on at once; 0 is one a processor
	Timing     bool    // Took is wanted
	MaxSize    int     // bytes of the largest file that Read returns
	// Read returns the content of an input, or the problem that stands in its place. It is called from many goroutines.
	Read func(in *Input) ([]byte, *Problem)
	// Option returns the value of a rule's option: what the configuration says, or the default on the rule's page.
	Option func(rule, option string) any
	// Rules is the *rules.Catalogue of the run, nil for the built-in rules, which this package does not look into.
	Rules any
	// Contract returns the *rules.Contract of a kind, which this package does not look into.
	Contract func(kind string) any
	// Vocabulary returns a word list of a pack.
	Vocabulary func(pack, list string) []string
	// Edition returns the edition of a pack's contracts that the configuration chooses, or "" if it leaves that to the project's files.
	Edition func(pack string) string
	// Look says what is at a path relative to a project root (which is relative to the run's base), artefact or not. What lies
	// outside of the root is Absent, whatever leads there.
	Look func(root, path string) Entry
	// File returns the content of a regular file at a path relative to a project root, artefact or not.
	File func(root, path string) ([]byte, error)
	// List returns the sorted names in a directory at a path relative to a project root.
	List func(root, path string) ([]string, error)
	// Committed returns the content that files have in the last commit, by their paths relative to the run's base; a file that is not in it
	// is left out. The error says in words for a message why it could not be found out: no git, no repository, no commit.
	Committed func(paths []string) (map[string][]byte, error)
	// Tracked returns the sorted paths of the files below a directory that git has in its index, and Ignored those of the paths that git's ignore
	// rules cover, tracked or not; a path that ends with a slash is a directory. All paths are relative to the run's base; errors as of Committed.
	Tracked func(dir string) ([]string, error)
	Ignored func(paths []string) (map[string]bool, error)
}

// Entry is what is at a path.
type Entry uint8

// What can be at a path.
const (
	Absent Entry = iota
	File         // a file of any type
	Dir
)

// Source is the one analyzer that does not run: the driver puts a *Project in its place.
var Source = &analysis.Analyzer{
	Name:       "source",
	Doc:        "the files of a project and the options of a run, supplied by the driver",
	ResultType: reflect.TypeFor[*Project](),
	Run:        func(*analysis.Pass) (any, error) { return nil, fmt.Errorf("the driver must supply the project") },
}

// Analyzer parses the files of a project. Its result is a *Set; it reports nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "document",
	Doc:        "parse artefacts into trees with byte spans",
	Requires:   []*analysis.Analyzer{Source},
	ResultType: reflect.TypeFor[*Set](),
	Run:        run,
}

// run registers the files in path order. None is read yet, so each gets the same room in the FileSet: more than the
// largest file may have. token.Pos has 64 bits on all systems that nplint is built for.
func run(pass *analysis.Pass) (any, error) {
	s := NewSet(pass.ResultOf[Source].(*Project))
	for i := range s.slots {
		s.slots[i].file = pass.Fset.AddFile(s.Inputs[i].Path, -1, s.MaxSize)
	}
	return s, nil
}
