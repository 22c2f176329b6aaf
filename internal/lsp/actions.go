package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/report"
)

// The kinds of code actions, and the command that there is.
const (
	quickFix = "quickfix"
	fixAll   = "source.fixAll.nplint"
	openRule = "nplint.openRule"
)

// mostMade is how many findings of a request are let stand for a client that cannot ask for an edit later: each takes
// the project to be linted.
const mostMade = 3

// deferred is an action whose edit is made when it is asked for.
type deferred struct {
	Do      string `json:"do"` // fixAll, or quickFix for a suppression
	URI     string `json:"uri"`
	Version int    `json:"version"` // of the document; -1 if it is not open
	Rule    string `json:"rule,omitempty"`
	Offset  int    `json:"offset,omitempty"` // where the finding starts
	At      string `json:"at,omitempty"`
}

func codeActions(ctx context.Context, c *call, p *codeActionParams) ([]codeAction, error) {
	key, actions := keyOf(p.TextDocument.URI), []codeAction{}
	r, found, err := c.offered(ctx, key)
	if err != nil || r == nil {
		return actions, err
	}
	w := &editor{call: c, root: r, src: newSources(found, c.docs)}
	safe, here := false, false
	for i := range found.Findings {
		f := &found.Findings[i]
		if w.src.key(f.Path) != key {
			continue
		}
		safe = safe || slices.ContainsFunc(f.Fixes, func(x nplint.Fix) bool { return x.Safe })
		if !touches(w.src.span(f.Path, f.Range, c.encoding), p.Range) {
			continue
		}
		here = true
		if wants(p.Context.Only, quickFix) {
			actions = append(actions, w.mending(f, p.TextDocument.URI)...)
		}
	}
	if safe && (here || len(p.Context.Only) > 0) && wants(p.Context.Only, fixAll) {
		const title = "nplint: apply all safe fixes in this file"
		actions = append(actions, w.later(title, fixAll, deferred{Do: fixAll, URI: p.TextDocument.URI}))
	}
	if slices.Contains(c.can.TextDocument.CodeAction.ResolveSupport.Properties, "edit") {
		return actions, nil
	}
	var made []codeAction
	lints := 0
	for _, a := range actions {
		if a.Data == nil {
			made = append(made, a)
			continue
		}
		if a.Kind == quickFix {
			if lints++; lints > mostMade {
				continue
			}
		}
		if a, err := resolveAction(ctx, c, &a); err == nil {
			made = append(made, *a)
		}
	}
	return made, ctx.Err()
}

// wants reports whether one who asks for some kinds of actions wants one of a kind; who asks for none wants all.
func wants(only []string, kind string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool {
		return o == "" || o == kind || strings.HasPrefix(kind, o+".")
	})
}

// touches reports whether two places have a character in common, or one begins where the other ends.
func touches(a, b rangeOf) bool { return !before(a.End, b.Start) && !before(b.End, a.Start) }

func before(a, b position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// editor makes edits for one root, of what an answer says of it.
type editor struct {
	*call
	root *root
	src  *sources
}

// mending returns what can be done about a finding.
func (w *editor) mending(f *nplint.Finding, uri string) []codeAction {
	w.mutex.Lock()
	about := []diagnostic{w.src.diagnostic(f, w.encoding, w.uri)}
	w.mutex.Unlock()
	var actions []codeAction
	for _, fix := range f.Fixes {
		if edit := w.workspaceEdit(fix.Edits); edit != nil {
			title := "nplint: " + inert(fix.Title)
			if !fix.Safe {
				title += " (may change what is meant)"
			}
			actions = append(actions,
				codeAction{Title: title, Kind: quickFix, Diagnostics: about, IsPreferred: fix.Safe, Edit: edit})
		}
	}
	if report.Suppressible(f.Rule) && !strings.HasPrefix(f.Rule, "config-") {
		a := w.later("nplint: let "+inert(f.Rule)+" stand here, with a reason", quickFix,
			deferred{Do: quickFix, URI: uri, Rule: f.Rule, Offset: f.Range.Start.Offset, At: f.At})
		a.Diagnostics = about
		actions = append(actions, a)
	}
	if about[0].CodeDescription != nil && w.can.Window.ShowDocument.Support {
		title := "nplint: open the page of " + f.Rule
		actions = append(actions, codeAction{Title: title, Kind: quickFix, Diagnostics: about,
			Command: &command{title, openRule, []any{f.Rule}}})
	}
	return actions
}

// later returns an action whose edit is made when it is asked for.
func (w *editor) later(title, kind string, d deferred) codeAction {
	d.Version = -1
	if open := w.docOf(d.URI); open != nil {
		d.Version = open.version
	}
	data, err := json.Marshal(d)
	if err != nil {
		panic(err) // all of it is text and numbers
	}
	return codeAction{Title: title, Kind: kind, Data: data}
}

// workspaceEdit returns the edits of a fix as the protocol has them. It is nil if one cannot be told: the file is no
// longer as it was linted, or is no text, so that an editor would write something else.
func (w *editor) workspaceEdit(edits []nplint.Edit) *workspaceEdit {
	of := map[string][]textEdit{}
	for _, e := range edits {
		t, key := w.src.text(e.Path), w.src.key(e.Path)
		if t == nil || !t.valid || !utf8.ValidString(e.NewText) || !w.current(key) {
			return nil
		}
		of[key] = append(of[key], textEdit{w.src.span(e.Path, e.Range, w.encoding), e.NewText})
	}
	return w.edits(of)
}

// current reports whether a file is, as far as the client tells, as it was when the request came.
func (c *call) current(key string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.server.docs[key] == c.docs[key]
}

// edits returns edits of files, by key, as the client takes them. Edits that create a file have no place.
func (w *editor) edits(of map[string][]textEdit) *workspaceEdit {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	out := &workspaceEdit{}
	for key, edits := range of {
		id := versionedID{URI: w.uri(key)}
		if d := w.docs[key]; d != nil {
			id.Version = &d.version
		}
		if w.can.versioned() {
			out.DocumentChanges = append(out.DocumentChanges, documentEdit{id, edits})
			continue
		}
		if out.Changes == nil {
			out.Changes = map[string][]textEdit{}
		}
		out.Changes[id.URI] = edits
	}
	return out
}

func resolveAction(ctx context.Context, c *call, a *codeAction) (*codeAction, error) {
	var d deferred
	if a.Data == nil || json.Unmarshal(a.Data, &d) != nil {
		return a, nil
	}
	key := keyOf(d.URI)
	r, found, err := c.found(ctx, key)
	if err != nil {
		return nil, err
	}
	version := -1
	if open := c.docs[key]; open != nil {
		version = open.version
	}
	if r == nil || version != d.Version {
		return nil, errModified
	}
	w := &editor{call: c, root: r, src: newSources(found, c.docs)}
	var edit *workspaceEdit
	if d.Do == fixAll {
		edit, err = w.mendAll(ctx, key)
	} else {
		edit, err = w.suppress(ctx, key, &d)
	}
	if err != nil {
		return nil, err
	}
	made := *a
	made.Edit, made.Data = edit, nil
	return &made, nil
}

// options returns what mends a file alone, with the texts of the request.
func (w *editor) options(only string) nplint.Options {
	w.mutex.Lock()
	o := w.root.options
	w.mutex.Unlock()
	o.Overlay, o.Paths = map[string][]byte{}, []string{only}
	for key, d := range w.docs {
		o.Overlay[key] = []byte(d.text.src)
	}
	return o
}

// mendAll returns the edits that mend all that is safe in a file.
func (w *editor) mendAll(ctx context.Context, key string) (*workspaceEdit, error) {
	repair, err := nplint.Mend(ctx, w.options(key), false)
	if err != nil {
		return nil, err
	}
	of := map[string][]textEdit{}
	src := newSources(&nplint.Answer{Report: repair.Before}, w.docs)
	for i := range repair.Changes {
		ch := &repair.Changes[i]
		if !utf8.Valid(ch.Before) || !utf8.Valid(ch.After) {
			return nil, failed("%s is no UTF-8 text, so an editor would write something else", ch.Path)
		}
		of[src.key(ch.Path)] = []textEdit{difference(string(ch.Before), string(ch.After), w.encoding)}
	}
	return w.edits(of), nil
}

// difference returns the one edit, of whole lines, that makes one text of another.
func difference(before, after string, e encoding) textEdit {
	start := 0
	for start < min(len(before), len(after)) && before[start] == after[start] {
		start++
	}
	start = strings.LastIndexByte(before[:start], '\n') + 1
	end, rest := len(before), len(after)
	for end > start && rest > start && before[end-1] == after[rest-1] {
		end--
		rest--
	}
	if i := strings.IndexByte(before[end:], '\n'); end > 0 && before[end-1] != '\n' && i >= 0 {
		end, rest = end+i+1, rest+i+1
	} else if end > 0 && before[end-1] != '\n' {
		end, rest = len(before), len(after)
	}
	return textEdit{newText(before).span(start, end, e), after[start:rest]}
}

// executeCommand has the client show the page of a rule.
func executeCommand(ctx context.Context, c *call, p *executeCommandParams) (any, error) {
	var id string
	if p.Command != openRule || len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &id) != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams,
			Message: fmt.Sprintf("the one command is %s, with the id of a rule", openRule)}
	}
	rule := c.Rules.Get(id)
	if rule == nil || rule.URL() == "" {
		return nil, failed("the rule %q has no page on the web; `nplint explain %s` shows it", id, id)
	}
	return nil, c.conn.Call(ctx, "window/showDocument", showDocumentParams{rule.URL(), true}, nil)
}
