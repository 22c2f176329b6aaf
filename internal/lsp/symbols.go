package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	shown "github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/version"
)

// names is what is known by name in the project of a file.
type names struct {
	*call
	root    *root
	session *nplint.Session
	table   *nplint.SymbolTable
	base    string // of the table, without links
	key     string // of the file
	path    string // of the file, relative to the base
	texts   map[string]*text
	uris    map[string]string
}

// names returns what is known by name in the project of a file, which is as it was when the request came; nil if it
// belongs to none.
func (c *call) names(ctx context.Context, uri string) (*names, error) {
	key := keyOf(uri)
	r, session := c.session(key)
	if session == nil {
		return nil, nil
	}
	n, err := c.named(ctx, r, session)
	if err != nil {
		return nil, err
	}
	if n.key = key; !n.current(key) {
		return nil, errModified
	}
	if !paths.Within(key, n.base) {
		return nil, nil
	}
	n.path = paths.Below(key, n.base)
	return n, nil
}

// named returns what is known by name in the project of a session.
func (c *call) named(ctx context.Context, r *root, session *nplint.Session) (*names, error) {
	table, err := session.Symbols(ctx)
	if err != nil {
		return nil, err
	}
	n := &names{call: c, root: r, session: session, table: table, texts: map[string]*text{},
		uris: map[string]string{}}
	n.base = paths.Real(table.Base)
	return n, nil
}

// keyOf returns the key of a file of the table.
func (n *names) keyOf(path string) string {
	return keyIn(n.base, path)
}

// text returns the text of a file of the table or of an open one, or nil.
func (n *names) text(path string) *text {
	t, ok := n.texts[path]
	if ok {
		return t
	}
	if src, known := n.table.Text(path); known {
		t = newText(string(src))
	} else if d := n.docs[n.keyOf(path)]; d != nil {
		t = d.text
	}
	n.texts[path] = t
	return t
}

// location returns a place in a file as the protocol has it.
func (n *names) location(path string, span document.Span) (location, bool) {
	t := n.text(path)
	if t == nil {
		return location{}, false
	}
	uri, known := n.uris[path]
	if !known { // the file system is asked where it lies
		key := n.keyOf(path)
		n.mutex.Lock()
		uri = n.uri(key)
		n.mutex.Unlock()
		n.uris[path] = uri
	}
	return location{uri, t.span(span.Start, span.End, n.encoding)}, true
}

// at returns the symbol that a position means, and where it does; nil if there is none.
func (n *names) at(p position) (*pack.Symbol, *pack.Mention) {
	t := n.text(n.path)
	if t == nil {
		return nil, nil
	}
	return n.table.At(n.path, t.offset(p, n.encoding))
}

// symbolAt returns what is known by name in the project of a file, and the symbol at a position, or nil.
func (c *call) symbolAt(ctx context.Context, p *positionParams) (*names, *pack.Symbol, *pack.Mention, error) {
	n, err := c.names(ctx, p.TextDocument.URI)
	if err != nil || n == nil {
		return nil, nil, nil, err
	}
	symbol, mention := n.at(p.Position)
	return n, symbol, mention, nil
}

func definition(ctx context.Context, c *call, p *positionParams) ([]location, error) {
	n, symbol, _, err := c.symbolAt(ctx, p)
	if err != nil || symbol == nil {
		return nil, err
	}
	return n.locations(symbol.Defined), nil
}

func references(ctx context.Context, c *call, p *referenceParams) ([]location, error) {
	n, symbol, _, err := c.symbolAt(ctx, &p.positionParams)
	if err != nil || symbol == nil {
		return nil, err
	}
	mentions := symbol.Mentions
	if p.Context.IncludeDeclaration {
		mentions = slices.Concat(symbol.Defined, mentions)
	}
	return n.locations(mentions), nil
}

// mostPlaces is how many places of a symbol are told: more than anybody goes through.
const mostPlaces = 10_000

func (n *names) locations(mentions []pack.Mention) []location {
	found, told := []location{}, map[location]bool{}
	for _, m := range mentions {
		if len(found) == mostPlaces {
			break
		}
		if at, ok := n.location(m.Path, m.Span); ok && !told[at] {
			told[at] = true
			found = append(found, at)
		}
	}
	return found
}

func highlights(ctx context.Context, c *call, p *positionParams) ([]documentHighlight, error) {
	n, symbol, _, err := c.symbolAt(ctx, p)
	if err != nil || symbol == nil {
		return nil, err
	}
	found := []documentHighlight{}
	for _, m := range slices.Concat(symbol.Defined, symbol.Mentions) {
		if m.Path != n.path || len(found) == mostPlaces {
			continue
		}
		if at, ok := n.location(m.Path, m.Span); ok {
			found = append(found, documentHighlight{at.Range})
		}
	}
	return found, nil
}

func prepareRename(ctx context.Context, c *call, p *positionParams) (*renamePlace, error) {
	n, symbol, mention, err := c.symbolAt(ctx, p)
	if err != nil || symbol == nil {
		return nil, err
	}
	if symbol.Held != "" {
		return nil, failed("%s cannot be renamed: %s", symbol.ID, symbol.Held)
	}
	span := mention.Own
	if span.Len() == 0 {
		span = mention.Span
	}
	at, _ := n.location(mention.Path, span)
	return &renamePlace{at.Range, symbol.Name}, nil
}

func rename(ctx context.Context, c *call, p *renameParams) (*workspaceEdit, error) {
	n, symbol, _, err := c.symbolAt(ctx, &p.positionParams)
	switch {
	case err != nil:
		return nil, err
	case symbol == nil:
		return nil, failed("nothing here has a name that nplint knows")
	}
	r, err := n.table.Rename(symbol, p.NewName)
	if err != nil {
		return nil, failed("%v", err)
	}
	if len(r.Moves) > 0 && !c.can.does("rename") {
		return nil, failed("%s is in the names of %d files and directories, and this editor renames none",
			symbol.ID, len(r.Moves))
	}
	for _, m := range r.Moves {
		if info, err := os.Stat(n.keyOf(m.From)); err == nil && info.IsDir() && !c.client.renamesDirectories() {
			return nil, failed("%s has the name of %s, and %s %s renames no directories", m.From, symbol.ID,
				c.client.Name, c.client.Version)
		}
	}
	of := map[string][]textEdit{}
	for _, file := range r.Edits {
		key, t := n.keyOf(file.Path), n.text(file.Path)
		if t == nil || !t.valid {
			return nil, failed("%s is no UTF-8 text, so an editor would write something else", file.Path)
		}
		for _, e := range file.Edits {
			of[key] = append(of[key], textEdit{t.span(e.Span.Start, e.Span.End, c.encoding), e.Text})
		}
	}
	w := &editor{call: c, root: n.root}
	for key := range of {
		if !w.current(key) {
			return nil, errModified
		}
	}
	out := w.edits(of)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, m := range r.Moves {
		from := c.uri(n.keyOf(m.From))
		to := filepath.Join(filepath.Dir(n.keyOf(m.From)), filepath.Base(filepath.FromSlash(m.To)))
		out.DocumentChanges = append(out.DocumentChanges, renameFile{"rename", from, c.uri(to)})
	}
	return out, nil
}

// renamesDirectories reports whether an editor that renames files renames directories, too. Neovim before 0.9 stops in
// the middle of the edit.
func (p programInfo) renamesDirectories() bool {
	return p.Name != "Neovim" || !version.Later("0.9", p.Version)
}

// symbolKinds is how editors show what there is; anything else is a string to them.
var symbolKinds = map[string]int{
	"milestone": 2, "phase": 2, "slice": 3, "plan": 3, "task": 12, "criterion": 22, "requirement": 22, "decision": 14,
	"agent": 5, "skill": 5, "command": 5, "element": 8, "key": 7, "item": 18, "heading": 15,
}

func kindOf(kind string) int {
	if n := symbolKinds[kind]; n > 0 {
		return n
	}
	return 15
}

func documentSymbols(ctx context.Context, c *call, p *documentParams) (any, error) {
	n, err := c.names(ctx, p.TextDocument.URI)
	if err != nil || n == nil {
		return []documentSymbol{}, err
	}
	t := n.text(n.path)
	if t == nil {
		return []documentSymbol{}, nil
	}
	tree := n.outline(t, n.table.Outline(n.path))
	if c.can.TextDocument.DocumentSymbol.Hierarchical {
		return tree, nil
	}
	flat := []symbolInformation{}
	var add func(parts []documentSymbol, in string)
	add = func(parts []documentSymbol, in string) {
		for _, part := range parts {
			flat = append(flat, symbolInformation{part.Name, part.Kind, location{p.TextDocument.URI, part.Range}, in})
			add(part.Children, part.Name)
		}
	}
	add(tree, "")
	return flat, nil
}

// outline returns parts of a text as the protocol has them.
func (n *names) outline(t *text, parts []nplint.Part) []documentSymbol {
	found := []documentSymbol{}
	for _, part := range parts {
		name := label(part.Name)
		if strings.TrimSpace(name) == "" {
			name = part.Kind // an editor takes none without a name
		}
		found = append(found, documentSymbol{
			Name: name, Detail: label(part.Detail), Kind: kindOf(part.Kind),
			Range:          t.span(part.Span.Start, part.Span.End, n.encoding),
			SelectionRange: t.span(part.At.Start, part.At.End, n.encoding),
			Children:       n.outline(t, part.Parts),
		})
	}
	return found
}

// label returns a text of a file as a list shows it. One that is longer than anybody reads is cut: the name of a part is
// told with all that lie in it.
func label(text string) string { return inert(shown.Cut(text, 200)) }

// mostSymbols is how many symbols are told of a whole workspace.
const mostSymbols = 1000

func workspaceSymbols(ctx context.Context, c *call, p *workspaceSymbolParams) ([]symbolInformation, error) {
	c.mutex.Lock()
	sessions := map[*root]*nplint.Session{}
	for _, r := range c.roots {
		if r.session != nil {
			sessions[r] = r.session
		}
	}
	c.mutex.Unlock()
	found := []symbolInformation{}
	for r, session := range sessions {
		n, err := c.named(ctx, r, session)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			continue // as of a document whose directory is not there yet: others have names all the same
		}
		for _, s := range n.table.Symbols {
			if len(found) == mostSymbols {
				return found, nil
			}
			if len(s.Defined) == 0 || !like(s.ID+" "+s.Title, p.Query) {
				continue
			}
			if at, ok := n.location(s.Defined[0].Path, s.Defined[0].Span); ok {
				in := strings.TrimSpace(s.Scope + " " + s.Title)
				found = append(found, symbolInformation{label(s.ID), kindOf(s.Kind), at, label(in)})
			}
		}
	}
	return found, nil
}

// like reports whether a text has the letters of a query in their order, whatever their case.
func like(text, query string) bool {
	text = strings.ToLower(text)
	for _, r := range strings.ToLower(query) {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+utf8.RuneLen(r):]
	}
	return true
}

func documentLinks(ctx context.Context, c *call, p *documentParams) ([]documentLink, error) {
	found := []documentLink{}
	n, err := c.names(ctx, p.TextDocument.URI)
	open := c.docs[keyOf(p.TextDocument.URI)]
	if err != nil || n == nil || open == nil {
		return found, err
	}
	for _, link := range n.table.Links(n.path) {
		c.mutex.Lock()
		target := c.uri(n.keyOf(link.Target))
		c.mutex.Unlock()
		found = append(found, documentLink{open.text.span(link.Span.Start, link.Span.End, c.encoding), target})
	}
	return found, nil
}

// waits is what a node of a graph waits for and what waits for it.
type waits struct {
	group      string
	on, blocks []string
}

func codeLenses(ctx context.Context, c *call, p *documentParams) ([]codeLens, error) {
	found := []codeLens{}
	n, err := c.names(ctx, p.TextDocument.URI)
	if err != nil || n == nil {
		return found, err
	}
	symbols := n.table.In(n.path)
	if len(symbols) == 0 {
		return found, nil
	}
	graphs, err := n.table.Graphs(ctx)
	if err != nil {
		return found, err
	}
	of := waitsOf(graphs)
	for _, s := range symbols {
		known := of[[2]string{s.Root, s.ID}]
		if known == nil {
			continue
		}
		for _, m := range s.Defined {
			if at, ok := n.location(m.Path, m.Span); ok && m.Path == n.path {
				found = append(found, codeLens{at.Range, command{Title: inert(known.String())}})
			}
		}
	}
	return found, nil
}

// waitsOf returns dependencies in graphs, by the root of the project and the id.
func waitsOf(graphs []pack.Graph) map[[2]string]*waits {
	of := map[[2]string]*waits{}
	for _, g := range graphs {
		for _, group := range g.Groups {
			title, _, _ := strings.Cut(group.Title, ":") // what follows is how many there are
			for _, node := range group.Nodes {
				of[[2]string{g.Root, node.ID}] = &waits{group: title}
			}
		}
		for _, e := range g.Edges {
			if from := of[[2]string{g.Root, e.From}]; from != nil {
				from.on = append(from.on, e.To)
			}
			if to := of[[2]string{g.Root, e.To}]; to != nil {
				to.blocks = append(to.blocks, e.From)
			}
		}
	}
	return of
}

func (w *waits) String() string {
	text := w.group
	if len(w.on) > 0 {
		text += "; waits for " + document.AllOf(w.on)
	}
	if len(w.blocks) > 0 {
		text += "; blocks " + document.AllOf(w.blocks)
	}
	return text
}

// about returns what a symbol is, as Markdown.
func about(s *pack.Symbol) string {
	text := fmt.Sprintf("**%s**: %s", plain(s.ID), s.Kind)
	if s.Scope != "" {
		text += " of " + plain(s.Scope)
	}
	if s.Title != "" {
		text += "\n\n" + plain(s.Title)
	}
	var labels []string
	for _, l := range s.Labels {
		if l.Value != "" {
			labels = append(labels, l.Name+": "+plain(l.Value))
		}
	}
	if labels != nil {
		text += "\n\n" + strings.Join(labels, ", ")
	}
	return text
}

// plain returns a text of a file so that Markdown takes nothing in it for more than text.
func plain(text string) string {
	var b strings.Builder
	starts := true // a line, behind blanks
	for _, r := range text {
		if strings.ContainsRune("\\`*_{}[]<>()#.!|~&$@:", r) || starts && strings.ContainsRune("-+=", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		starts = r == '\n' || r == '\r' || starts && unicode.IsSpace(r)
	}
	return b.String()
}
