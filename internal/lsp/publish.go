package lsp

import (
	"context"
	"maps"
	"slices"

	"github.com/nplint/nplint"
)

// told is what a client was told of a file.
type told struct {
	by      *root
	key     string // of the file
	items   string // its diagnostics, by their digest
	version int    // of the document; -1 if it is not open
}

// publish tells the client what a check of a session has found: of each file, what differs from what it was told. What
// is older than the text of an open document is not told; then another check waits.
func (s *server) publish(r *root, session *nplint.Session, found *nplint.Answer, err error) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	messages, pull := s.news(r, session, found, err)
	for _, m := range messages {
		s.notify("textDocument/publishDiagnostics", m)
	}
	if pull {
		s.spawn(func() { _ = s.conn.Call(s.ctx, "workspace/diagnostic/refresh", nil, nil) })
	}
}

// news returns what the client is to be told now, and whether it is to ask for diagnostics again.
func (s *server) news(
	r *root, session *nplint.Session, found *nplint.Answer, err error,
) (messages []publishDiagnosticsParams, pull bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if r.session != session || s.roots[r.top] != r {
		return nil, false // there is another check to come
	}
	of := s.diagnostics(r, found, err)
	said := []string{r.top} // of which something is to be said, be it that nothing is wrong
	if s.docs[r.top] == nil {
		said = slices.Collect(maps.Keys(s.docs))
	}
	for uri, t := range s.told {
		switch {
		case t.by != r:
		case s.uri(t.key) != uri || s.owner(t.key) != r:
			delete(s.told, uri)
			messages = append(messages, publishDiagnosticsParams{URI: uri, Diagnostics: []diagnostic{}})
		default:
			said = append(said, t.key)
		}
	}
	for _, key := range said {
		if _, ok := of[key]; !ok {
			of[key] = nil
		}
	}
	pulls := s.can.TextDocument.Diagnostic != nil
	for key, items := range of {
		if s.owner(key) != r {
			continue
		}
		d := s.docs[key]
		p := publishDiagnosticsParams{URI: s.uri(key), Diagnostics: items}
		switch {
		case pulls && (d != nil || s.whole), r.open && d == nil:
			p.Diagnostics = nil // the client asks, or need not know
		case d != nil && found != nil && r.seen[key] > found.Version:
			continue
		case d != nil:
			p.Version = &d.version
		}
		if s.differs(r, key, &p) {
			messages = append(messages, p)
		}
	}
	pull, r.pull = r.pull && pulls && s.can.Workspace.Diagnostics.RefreshSupport, false
	return messages, pull
}

// differs reports whether a client was told something else of a file, and takes note of what it is told now. The mutex
// is held.
func (s *server) differs(r *root, key string, p *publishDiagnosticsParams) bool {
	now := told{r, key, digest(p.Diagnostics), -1}
	if p.Version != nil {
		now.version = *p.Version
	}
	was, known := s.told[p.URI]
	nothing := len(p.Diagnostics) == 0 && p.Version == nil
	if known && was == now || !known && nothing {
		return false
	}
	if s.told[p.URI] = now; nothing {
		delete(s.told, p.URI)
	}
	if p.Diagnostics == nil {
		p.Diagnostics = []diagnostic{}
	}
	return true
}

// retract takes back what was told of the files of a root that is gone.
func (s *server) retract(r *root) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	s.mutex.Lock()
	var gone []string
	for uri, t := range s.told {
		if t.by == r && s.at == running {
			delete(s.told, uri)
			gone = append(gone, uri)
		}
	}
	for _, other := range s.roots {
		other.poke()
	}
	s.mutex.Unlock()
	for _, uri := range gone {
		s.notify("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: uri, Diagnostics: []diagnostic{}})
	}
}

// found returns what is wrong in the project of a file, and the root that it belongs to, which is nil if it belongs to
// none. It fails if the file has changed since it was asked about.
func (c *call) found(ctx context.Context, key string) (*root, *nplint.Answer, error) {
	return c.answer(ctx, key, (*nplint.Session).Check)
}

// offered is found with fixes that were tried out.
func (c *call) offered(ctx context.Context, key string) (*root, *nplint.Answer, error) {
	return c.answer(ctx, key, (*nplint.Session).Offers)
}

// session returns the root that a file belongs to and its session as it is now, or nil for what there is not.
func (c *call) session(key string) (*root, *nplint.Session) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	r := c.owner(key)
	if r == nil {
		return nil, nil
	}
	return r, r.session
}

func (c *call) answer(
	ctx context.Context, key string, lint func(*nplint.Session, context.Context) (*nplint.Answer, error),
) (*root, *nplint.Answer, error) {
	r, session := c.session(key)
	if session == nil {
		return nil, nil, nil
	}
	a, err := check(ctx, func(ctx context.Context) (*nplint.Answer, error) { return lint(session, ctx) })
	if err != nil {
		return nil, nil, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.server.docs[key] != c.docs[key] || r.session != session {
		return nil, nil, errModified
	}
	return r, a, nil
}

// reportOf returns what is said of diagnostics to one who has been told some.
func reportOf(items []diagnostic, before string) diagnosticReport {
	id := digest(items)
	if id == before {
		return diagnosticReport{Kind: "unchanged", ResultID: id}
	}
	if items == nil {
		items = []diagnostic{}
	}
	return diagnosticReport{Kind: "full", ResultID: id, Items: &items}
}

func documentDiagnostic(ctx context.Context, c *call, p *documentDiagnosticParams) (*diagnosticReport, error) {
	key := keyOf(p.TextDocument.URI)
	r, found, err := c.found(ctx, key)
	if err != nil {
		return nil, err
	}
	var items []diagnostic
	if r != nil {
		c.mutex.Lock()
		items = c.diagnostics(r, found, nil)[key]
		c.mutex.Unlock()
	}
	report := reportOf(items, p.PreviousResultID)
	return &report, nil
}

func workspaceDiagnostic(
	ctx context.Context, c *call, p *workspaceDiagnosticParams,
) (*workspaceDiagnosticReport, error) {
	c.mutex.Lock()
	sessions := map[*root]*nplint.Session{}
	for _, r := range c.roots {
		if sessions[r] = r.session; !c.whole {
			r.poke() // what was pushed is taken back
		}
	}
	c.whole = true
	c.mutex.Unlock()
	before := map[string]string{}
	for _, b := range p.PreviousResultIDs {
		before[b.URI] = b.Value
	}
	out := &workspaceDiagnosticReport{Items: []workspaceDocumentReport{}}
	for r, session := range sessions {
		var found *nplint.Answer
		var err error
		if session != nil {
			if found, err = check(ctx, session.Check); ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		c.reports(out, r, found, err, before)
	}
	for uri, id := range before { // nothing is left of these
		out.Items = append(out.Items, workspaceDocumentReport{URI: uri, diagnosticReport: reportOf(nil, id)})
	}
	return out, nil
}

// reports adds what is said of the files of a root, and takes them out of those that something was said of before.
func (c *call) reports(
	out *workspaceDiagnosticReport, r *root, found *nplint.Answer, err error, before map[string]string,
) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for key, items := range c.diagnostics(r, found, err) {
		d, uri := c.server.docs[key], c.uri(key)
		report := workspaceDocumentReport{URI: uri}
		switch {
		case c.owner(key) != r, r.open && d == nil:
			continue
		case d != nil && found != nil && r.seen[key] > found.Version:
			delete(before, uri) // it is said soon
			continue
		case d != nil:
			report.Version = &d.version
		}
		report.diagnosticReport = reportOf(items, before[uri])
		delete(before, uri)
		out.Items = append(out.Items, report)
	}
}
