package engine

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/files"
)

// Part is a part of a file, for who looks for his way in it: a heading with what is below it, an element, a key, or
// what defines a symbol.
type Part struct {
	Name   string
	Kind   string        // "heading", "element", "key", "item", or the kind of a symbol
	Detail string        // the title of a symbol, or the name in an element
	Span   document.Span // all of it
	At     document.Span // of its name, within Span
	Parts  []Part        // by place
}

// maxParts is how many parts of a file are told.
const maxParts = 5000

// Outline returns the parts of an artefact as it was then, by place; none if it cannot be read.
func (t *SymbolTable) Outline(file string) []Part {
	d := t.parse(file)
	if d == nil || d.Problem != nil {
		return nil
	}
	var flat []Part
	if d.Body != nil {
		flat = append(headings(d), elements(d)...)
	}
	if d.Data != nil {
		values(d.Data.Root, 0, &flat)
	}
	at := map[document.Span]int{} // the first part there
	for i := range flat {
		if _, again := at[flat[i].Span]; !again {
			at[flat[i].Span] = i
		}
	}
	for _, s := range t.In(file) {
		for _, m := range s.Defined {
			if m.Path == file && m.Around.Len() > 0 {
				flat = defines(flat, at, s, m)
			}
		}
	}
	slices.SortStableFunc(flat, func(a, b Part) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	return nest(flat[:min(len(flat), maxParts)])
}

func headings(d *document.Document) (parts []Part) {
	var open []int // ends of the elements that the heading stands in
	rest := d.Body.Elements
	for _, h := range d.Body.Headings {
		end := max(h.Span.End, h.Below.End)
		if h.Setext { // else it would hold all that follow, for none of its kind ends what belongs to another
			end = h.Span.End
		}
		for ; len(rest) > 0 && rest[0].Inner().Start <= h.Span.Start; rest = rest[1:] {
			if e := &rest[0]; !e.Hidden {
				open = append(open, e.Inner().End)
			}
		}
		for len(open) > 0 && open[len(open)-1] < h.Span.End {
			open = open[:len(open)-1]
		}
		if len(open) > 0 { // a heading ends with the element that it stands in
			end = min(end, open[len(open)-1])
		}
		end = h.Span.Start + len(strings.TrimRight(d.Text(document.Span{Start: h.Span.Start, End: end}), " \t\r\n"))
		span := document.Span{Start: h.Span.Start, End: max(end, h.Span.End)}
		parts = append(parts, Part{Name: h.Text, Kind: "heading", Span: span, At: h.Title})
	}
	return parts
}

// elements returns the elements of a body, and those directly in them.
func elements(d *document.Document) (parts []Part) {
	all := d.Body.Elements
	for i := range all {
		e := &all[i]
		if e.Hidden || e.Unclosed || e.SelfClosing || e.Parent >= 0 && all[e.Parent].Parent >= 0 {
			continue
		}
		span := document.Span{Start: e.Open.Start, End: e.Close.End}
		at := document.Span{Start: e.Open.Start + 1, End: e.Open.Start + 1 + len(e.Name)}
		part := Part{Name: e.Name, Kind: "element", Span: span, At: at}
		for k := i + 1; k < len(all) && all[k].Parent >= i && part.Detail == ""; k++ {
			if all[k].Parent == i && all[k].Name == "name" {
				part.Detail = strings.TrimSpace(d.Text(all[k].Inner()))
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// values adds the keys and items of a value, as deep as they are of use.
func values(n *document.Node, depth int, parts *[]Part) {
	const deepest = 4
	if depth == deepest || len(*parts) > maxParts {
		return
	}
	for _, p := range document.Pairs(n) {
		span := document.Span{Start: p.KeySpan.Start, End: max(p.KeySpan.End, p.Value.Span.End)}
		*parts = append(*parts, Part{Name: p.Key, Kind: "key", Span: span, At: p.KeySpan})
		values(p.Value, depth+1, parts)
	}
	for _, item := range document.Items(n) {
		if item.Type != document.Map {
			continue
		}
		for _, key := range []string{"id", "name", "title", "test_id", "path"} {
			if v := item.Get(key); v != nil && v.Text != "" && v.Span.Len() > 0 {
				*parts = append(*parts, Part{Name: v.Text, Kind: "item", Span: item.Span, At: v.Span})
				break
			}
		}
		values(item, depth+1, parts)
	}
}

// defines has the part that defines a symbol say so, and adds one if there is none; at tells which part has a span.
func defines(parts []Part, at map[document.Span]int, s *pack.Symbol, m pack.Mention) []Part {
	part := Part{Name: s.ID, Kind: s.Kind, Detail: s.Title, Span: m.Around, At: m.Span}
	if i, ok := at[m.Around]; ok {
		parts[i] = part
		return parts
	}
	at[m.Around] = len(parts)
	return append(parts, part)
}

// nest puts parts into those that they lie in.
func nest(flat []Part) (top []Part) {
	for len(flat) > 0 {
		part, end := flat[0], 1
		for end < len(flat) && flat[end].Span.End <= part.Span.End {
			end++
		}
		part.Parts = nest(flat[1:end])
		top, flat = append(top, part), flat[end:]
	}
	return top
}

// Link is a place in a file that names another one.
type Link struct {
	Span   document.Span
	Target string // relative to the base
}

// Links returns the places in an artefact, as it was then, that name files which are there: from the root of its
// project, or from where it lies.
func (t *SymbolTable) Links(file string) (links []Link) {
	const most = 2000
	d := t.parse(file)
	if d == nil || d.Problem != nil {
		return nil
	}
	text := d.Content()
	for at := 0; at < len(text) && len(links) < most; {
		start := at
		for at < len(text) && inPath(text[at]) {
			at++
		}
		if at == start {
			at++
			continue
		}
		word := text[start:at]
		if strings.HasPrefix(text[at:], "://") || strings.HasSuffix(text[:start], "://") {
			continue
		}
		trimmed := strings.TrimLeft(word, "@")
		start += len(word) - len(trimmed)
		trimmed = strings.TrimRight(trimmed, ".-@")
		if !strings.ContainsAny(trimmed, "./") {
			continue
		}
		for _, dir := range []string{d.Root, path.Dir(file)} {
			target := path.Join(dir, trimmed)
			if !strings.HasPrefix(target, "../") && target != file && trimmed[0] != '/' && t.look(target) == files.File {
				links = append(links, Link{document.Span{Start: start, End: start + len(trimmed)}, target})
				break
			}
		}
	}
	return links
}

// inPath reports whether a byte may stand in a path that a text names without quotes.
func inPath(c byte) bool {
	return document.IsWordByte(c) || strings.IndexByte("./@-+~", c) >= 0 || c >= 0x80
}
