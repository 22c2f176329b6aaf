package document

import (
	"bytes"
	"fmt"
	"path"

	"github.com/nplint/nplint/analyzers/document/markdown"
	"github.com/nplint/nplint/analyzers/document/source"
)

// Parse reads an input and turns it into a document. It never fails: what it cannot read is in the document's Problem
// and in the faults of its parts.
func Parse(in *Input, read func(*Input) ([]byte, *Problem)) *Document {
	d := open(in, read)
	d.parse(in)
	return d
}

// open reads an input and turns it into a document without a tree.
func open(in *Input, read func(*Input) ([]byte, *Problem)) *Document {
	d := &Document{Path: in.Path, Kind: in.Kind, Dialect: in.Dialect, Vars: in.Vars, Root: in.Root, Problem: in.Problem}
	if d.Problem == nil && d.Dialect != "unread" {
		d.Src, d.Problem = read(in)
	}
	if d.Problem == nil && bytes.IndexByte(d.Src, 0) >= 0 {
		d.Problem = &Problem{Rule: "not-text", Message: notText(d.Src)}
	}
	if d.Problem != nil {
		d.Src = nil // nothing in it is judged, so nothing of it is kept
	}
	return d
}

// bare returns the document without its tree.
func (d *Document) bare() *Document {
	b := *d
	b.Front, b.Body, b.Data, b.Lines, b.facts = nil, nil, nil, nil, nil
	return &b
}

// parse gives a document its tree. One whose reader panics has none, and that as its problem.
func (d *Document) parse(in *Input) {
	d.facts = new(facts)
	if d.Problem != nil {
		return
	}
	defer func() {
		if cause := recover(); cause != nil {
			crashed(d, cause)
		}
	}()
	switch d.Dialect {
	case "unread": // its place alone is judged
	case "json":
		d.Data = ParseJSON(d.Src)
	case "jsonl":
		d.Data = ParseJSONL(d.Src)
	case "none":
		start := 0
		if bytes.HasPrefix(d.Src, source.ByteOrderMark) { // which is reported, and must not hide the first line
			start = len(source.ByteOrderMark)
		}
		d.Body = markdown.Parse(source.Text(d.Src), Span{Start: start, End: len(d.Src)})
	default:
		if d.Dialect == "yaml" && isYAML(d.Path) {
			d.Data = ParseYAML(d.Src, Span{Start: 0, End: len(d.Src)})
			return
		}
		parse := markdown.Parse
		if in.Front != nil { // whose programs hand the body to a model as it is
			d.Front, parse = in.Front(source.Text(d.Src)), markdown.ParseMeant
		} else {
			d.Front = parseFrontmatter(d.Src, in.Reader)
		}
		d.Body = parse(source.Text(d.Src), Span{Start: d.Front.End, End: len(d.Src)})
	}
}

// crashed notes a recovered panic of the reader of a document. It is called by the function that recovers.
func crashed(d *Document, cause any) {
	d.Src, d.Front, d.Body, d.Data = nil, nil, nil, nil
	d.Problem = &Problem{Rule: "internal-error", Message: fmt.Sprintf("nplint failed to read this file (%s), so nothing in it was "+
		"judged; please report this as a bug of nplint", panicked(cause))}
}

// isYAML reports whether the name of a file says that it is YAML and nothing else.
func isYAML(file string) bool {
	ending := path.Ext(file)
	return (ending == ".yaml" || ending == ".yml") && file != ending
}

func notText(src []byte) string {
	if bytes.HasPrefix(src, []byte{0xFF, 0xFE}) || bytes.HasPrefix(src, []byte{0xFE, 0xFF}) {
		return "the file is UTF-16 text, which no consumer reads; save it as UTF-8"
	}
	return "the file holds NUL bytes, so it is no text that a consumer can read; restore it or write it anew as UTF-8"
}
