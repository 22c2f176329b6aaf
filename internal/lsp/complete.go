package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/describe"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/rules"
)

// The kinds of completions.
const (
	propertyItem = 10
	valueItem    = 12
	snippetItem  = 15
	idItem       = 18
	scriptItem   = 3
)

func complete(ctx context.Context, c *call, p *positionParams) (*completionList, error) {
	list := &completionList{Items: []completionItem{}}
	open := c.docOf(p.TextDocument.URI)
	if open == nil {
		return list, nil
	}
	c.mutex.Lock()
	r := c.owner(open.key)
	ready := r != nil && r.session != nil
	c.mutex.Unlock()
	if !ready {
		return list, nil
	}
	d, of, err := c.parse(ctx, r, open)
	if err != nil || d == nil {
		return list, err
	}
	offset := open.text.offset(p.Position, c.encoding)
	w := &writing{doc: d, contract: of, text: open.text, offset: offset, end: offset, encoding: c.encoding}
	for w.end < len(w.text.src) && document.IsWordByte(w.text.src[w.end]) {
		w.end++
	}
	w.complete()
	if err := w.named(ctx, c, p.TextDocument.URI); err != nil {
		return nil, err
	}
	if w.items != nil {
		list.Items, list.IsIncomplete = w.items, w.more
	}
	return list, nil
}

// writing is a document that somebody writes on, at an offset.
type writing struct {
	doc      *document.Document
	contract *rules.Contract
	text     *text
	offset   int
	end      int // of the word that the offset stands in
	encoding encoding
	items    []completionItem
	said     int  // bytes of what is said of them
	more     bool // whether there are others
}

func (w *writing) complete() {
	src := w.text.src
	d := w.doc
	switch {
	case d.Data != nil && strings.HasPrefix(d.Dialect, "json"):
		from := 0
		if d.Dialect == "jsonl" {
			from = w.text.starts[w.text.position(w.offset, utf8Units).Line]
		}
		if p := jsonPlace(src[from:], w.offset-from); p != nil {
			p.start += from
			w.keys(p, false, true)
		}
	case d.Data != nil && d.Dialect == "yaml":
		if p := yamlPlace(src, document.Span{End: len(src)}, w.offset); p != nil {
			w.keys(p, false, false)
		}
	case w.offset >= w.front().Start && w.offset <= w.front().End:
		if p := yamlPlace(src, w.front(), w.offset); p != nil {
			w.keys(p, true, false)
		}
	default:
		w.body()
	}
}

// front returns where keys may be written at the start of a Markdown file; it is empty if there are no fences.
func (w *writing) front() document.Span {
	src := w.text.src
	first, _, _ := strings.Cut(src, "\n")
	if strings.TrimRight(first, "\r ") != "---" {
		return document.Span{Start: -1, End: -1}
	}
	start := len(first) + 1
	for at := min(start, len(src)); at < len(src); {
		end, next := document.LineEnd(src, at)
		if strings.TrimRight(src[at:end], " ") == "---" {
			return document.Span{Start: start, End: max(start, at-1)}
		}
		if next == end {
			break
		}
		at = next
	}
	return document.Span{Start: start, End: len(src)}
}

// keys offers keys that are missing, or values that a key may have.
func (w *writing) keys(p *place, front, isJSON bool) {
	if p.item {
		for _, v := range describe.ItemChoices(w.contract, front, trimList(p.path)) {
			w.value(v, p.start, isJSON, "")
		}
	}
	taken := map[string]bool{}
	for _, name := range p.taken {
		taken[name] = true
	}
	wanted := func(name string) bool {
		if p.key != "" {
			return name == p.key
		}
		return !taken[name]
	}
	for _, k := range describe.KeysAt(w.contract, front, p.path, wanted) {
		switch {
		case k.Why != "":
		case p.key != "":
			values := k.Choices
			if values == nil && k.Sample != nil {
				values = []any{k.Sample}
			}
			for _, v := range values {
				w.value(v, p.start, isJSON, k.Value)
			}
			for _, v := range describe.ItemChoices(w.contract, front, append(slices.Clip(p.path), k.Name)) {
				w.value(v, p.start, isJSON, k.Value)
			}
		default:
			w.key(&k, p.start, isJSON)
		}
	}
}

// trimList returns the path of the list that a path leads to an item of.
func trimList(path []string) []string {
	if n := len(path); n > 0 && path[n-1] == "[]" {
		return path[:n-1]
	}
	return path
}

func (w *writing) key(k *describe.Key, start int, isJSON bool) {
	text, order := k.Name+": ", "1"
	if isJSON {
		text = document.JSONString(k.Name) + ": "
	}
	if k.Required {
		order = "0"
	}
	item := completionItem{Label: k.Name, Kind: propertyItem, SortText: order + k.Name}
	if w.said < mostSaid {
		item.Detail, item.Documentation = k.Value, &markupContent{"markdown", cut(inert(aboutOf(k, w.contract)), maxHover)}
		w.said += len(item.Detail) + len(item.Documentation.Value)
	}
	w.add(item, start, text)
}

func (w *writing) value(v any, start int, isJSON bool, detail string) {
	text := schema.Literal(v)
	if isJSON {
		written, err := json.Marshal(v)
		if err != nil {
			return
		}
		text = string(written)
	}
	if w.said += len(detail); w.said >= mostSaid {
		detail = ""
	}
	order := fmt.Sprintf("%03d", len(w.items))
	w.add(completionItem{Label: text, Kind: valueItem, Detail: detail, SortText: order}, start, text)
}

// add offers an item, whose text takes the place of what has been written of it.
func (w *writing) add(item completionItem, start int, text string) {
	if len(w.items) == mostItems {
		w.more = true
		return
	}
	end := w.end
	if rest := w.text.src[end:]; strings.HasPrefix(text, `"`) && strings.HasPrefix(rest, `"`) {
		end++
	}
	if rest := w.text.src[end:]; strings.HasSuffix(text, ": ") && strings.HasPrefix(rest, ":") {
		text = strings.TrimSuffix(text, ": ")
	}
	item.Label = inert(item.Label)
	item.Detail = inert(item.Detail)
	item.TextEdit = &textEdit{w.text.span(start, end, w.encoding), text}
	w.items = append(w.items, item)
}

var (
	fieldLine   = memo.Regexp(`^- \*\*([^*]+):\*\* ?(.*)$`)
	attribute   = memo.Regexp(`<([A-Za-z][\w-]*)(?:\s[^<>]*)?\s([\w-]+)="([^"<>]*)$`)
	headingLine = memo.Regexp(`^#*$|^#+ [^#]*$`)
)

// body offers what contracts list in a Markdown body: values of fields and attributes, sections and blocks.
func (w *writing) body() {
	body, err := w.contract.Body()
	if err != nil {
		return
	}
	start := w.text.starts[w.text.position(w.offset, utf8Units).Line]
	line := w.text.src[start:w.offset]
	if m := fieldLine().FindStringSubmatch(line); m != nil {
		for i := range body.Blocks {
			w.listed(body.Blocks[i].Fields[m[1]], w.offset-len(m[2]))
		}
		return
	}
	if m := attribute().FindStringSubmatch(w.text.src[max(0, w.offset-2000):w.offset]); m != nil {
		for i := range body.Elements {
			if e := &body.Elements[i]; e.Name == m[1] {
				w.listed(e.Attributes[m[2]], w.offset-len(m[3]))
			}
		}
		return
	}
	if !strings.HasPrefix(line, "#") || !headingLine().MatchString(line) {
		return
	}
	has, last := map[string]bool{}, map[string]int{}
	for _, s := range body.Sections {
		has[s.Heading] = false
	}
	for i := range body.Blocks {
		last[body.Blocks[i].Prefix] = 0
	}
	headings(w.text.src, has, last)
	for _, s := range body.Sections {
		if !has[s.Heading] {
			w.add(completionItem{Label: s.Heading, Kind: snippetItem, Detail: "section"}, start, s.Heading)
		}
	}
	for i := range body.Blocks {
		w.block(&body.Blocks[i], start, last)
	}
}

func (w *writing) listed(f rules.Field, start int) {
	for _, v := range f.Enum {
		w.add(completionItem{Label: v, Kind: valueItem, SortText: fmt.Sprintf("%03d", len(w.items))}, start, v)
	}
}

// headings notes which of some lines a text has, and the last number of the headings with some prefixes.
func headings(src string, has map[string]bool, last map[string]int) {
	for line := range strings.Lines(src) {
		if text := strings.TrimRight(line, "\r\n "); text != "" {
			if _, asked := has[text]; asked {
				has[text] = true
			}
		}
		if line[0] != '#' {
			continue
		}
		prefix, rest, _ := strings.Cut(strings.TrimLeft(line, "# "), "-")
		if before, asked := last[prefix]; asked {
			digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
			if n, err := strconv.Atoi(rest[:digits]); err == nil {
				last[prefix] = max(before, n)
			}
		}
	}
}

// block offers a block with the next number and all its fields.
func (w *writing) block(b *rules.Block, start int, last map[string]int) {
	if b.Prefix == "" {
		return
	}
	next := last[b.Prefix] + 1
	id := fmt.Sprintf("%s-%d", b.Prefix, next)
	heading := strings.NewReplacer("{"+b.Prefix+"-n}", id, "{title}", "title").Replace(b.Heading)
	if strings.Contains(heading, "{") {
		return
	}
	text := heading
	for _, name := range b.Order {
		if f := b.Fields[name]; !f.Optional {
			value := "…"
			if len(f.Enum) > 0 {
				value = f.Enum[len(f.Enum)-1]
			}
			text += w.doc.Newline() + "- **" + name + ":** " + value
		}
	}
	w.add(completionItem{Label: heading, Kind: snippetItem, Detail: "block with its fields"}, start, text)
}

// leastID is how many characters of an id are written before ids are offered: nobody wants them in every word.
const leastID = 2

// mostItems is how many texts are offered at once.
const mostItems = 1000

// mostSaid is how many bytes are said of them. Very many keys may refer to one schema, each of which would tell all of it.
const mostSaid = 1 << 20

var (
	idBefore  = memo.Regexp(`[\w.:-]*$`)
	runScript = memo.Regexp(`\bnpm run ([\w:.-]*)$`)
)

// named offers the ids that there are and go on with what has been written: of the project, and of what the file's path
// names. Behind npm run it offers the scripts of the package.
func (w *writing) named(ctx context.Context, c *call, uri string) error {
	line := w.text.src[w.text.starts[w.text.position(w.offset, utf8Units).Line]:w.offset]
	script := runScript().FindStringSubmatch(line)
	written := idBefore().FindString(line)
	if script == nil && len(written) < leastID {
		return nil
	}
	n, err := c.names(ctx, uri)
	if err != nil || n == nil {
		return err
	}
	if script != nil {
		for _, name := range n.scripts(w.doc.Root) {
			w.add(completionItem{Label: name, Kind: scriptItem, Detail: "script of package.json"},
				w.offset-len(script[1]), name)
		}
		return nil
	}
	start := w.offset - len(written)
	for _, s := range n.table.Symbols {
		near := s.Scope == "" || strings.Contains("/"+w.doc.Path, "/"+s.Scope) || strings.HasPrefix(s.ID, s.Scope)
		if s.Root == w.doc.Root && near && len(s.ID) > len(written) && strings.EqualFold(s.ID[:len(written)], written) {
			if w.more {
				return nil
			}
			w.add(completionItem{Label: s.ID, Kind: idItem, Detail: strings.TrimSpace(s.Kind + " " + s.Title),
				Documentation: &markupContent{"markdown", inert(about(s))}}, start, s.ID)
		}
	}
	return nil
}

// scripts returns the names of the scripts of the package in a project, sorted.
func (n *names) scripts(root string) []string {
	name := document.Join(root, "package.json")
	var src []byte
	if d := n.docs[n.keyOf(name)]; d != nil {
		src = []byte(d.text.src)
	} else if read, err := files.ReadBelow(n.base, name, maxRelated); err == nil {
		src = read
	}
	var names []string
	for _, p := range document.Pairs(document.ParseJSON(src).Root.Get("scripts")) {
		names = append(names, p.Key)
	}
	slices.Sort(names)
	return names
}
