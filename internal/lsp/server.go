// Package lsp is nplint for editors: a server of the Language Server Protocol. It tells what is wrong in files that are
// open and in those that are not, mends it, and says what a file may hold. It judges nothing: package nplint does.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// Options says what a server works with.
type Options struct {
	Rules  *rules.Catalogue     // nil is the built-in ones
	Passes []*analysis.Analyzer // beside the built-in ones
}

// ErrNoShutdown is the error of a client that went without saying so.
var ErrNoShutdown = errors.New("the client has gone without asking for it")

// Serve answers one client until it says exit, its messages end, its process does, or the context does. in is closed
// then, if it can be.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		Options: o, peer: peer{ctx: ctx, exit: cancel, began: make(chan struct{})},
		workspace: workspace{encoding: utf16Units, docs: map[string]*doc{}, roots: map[string]*root{}},
		working:   make(chan struct{}, atOnce), calls: map[jsonrpc2.ID]context.CancelFunc{}, told: map[string]told{},
	}
	quiet := jsonrpc2.SetLogger(log.New(io.Discard, "", 0))
	end := func() {
		if c, ok := in.(io.Closer); ok {
			c.Close()
		}
	}
	s.conn = jsonrpc2.NewConn(ctx, newStream(in, out, end), handler{s}, quiet)
	close(s.began)
	select {
	case <-s.conn.DisconnectNotify():
	case <-ctx.Done():
		s.conn.Close()
	}
	s.close()
	if s.stage() != stopped {
		return ErrNoShutdown
	}
	return nil
}

// atOnce is how many requests are worked on at the same time; others wait.
const atOnce = 4

// server is what all requests share.
type server struct {
	Options
	peer
	workspace
	can     capabilities
	client  programInfo
	working chan struct{} // has an element for each request that works

	publishing sync.Mutex // of told and what is sent by it; it is taken before mutex

	// The mutex of the workspace guards what follows.
	calls map[jsonrpc2.ID]context.CancelFunc
	told  map[string]told // what the client was told of each file, by URI
	whole bool            // the client asks for the diagnostics of all files
}

// call is one message of the client: the server, with the documents as they were when it came.
type call struct {
	*server
	docs map[string]*doc
}

// method answers a request, or takes a notification.
type method struct {
	request bool
	serve   func(ctx context.Context, c *call, params json.RawMessage) (any, error)
}

// answers is a request that a function answers, and takes a notification.
func answers[P, R any](f func(context.Context, *call, *P) (R, error)) method {
	return method{true, func(ctx context.Context, c *call, params json.RawMessage) (any, error) {
		p := new(P)
		if err := decode(params, p); err != nil {
			return nil, err
		}
		return f(ctx, c, p)
	}}
}

func takes[P any](f func(*server, *P)) method {
	return method{false, func(_ context.Context, c *call, params json.RawMessage) (any, error) {
		p := new(P)
		if err := decode(params, p); err != nil {
			return nil, err
		}
		f(c.server, p)
		return nil, nil
	}}
}

func decode(params json.RawMessage, into any) error {
	if len(params) == 0 {
		return nil
	}
	if err := json.Unmarshal(params, into); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return nil
}

// methods is all that is served.
var methods = sync.OnceValue(func() map[string]method {
	return map[string]method{
		"initialize":                          answers(initialize),
		"initialized":                         takes(initialized),
		"shutdown":                            answers(shutdown),
		"exit":                                takes(exit),
		"$/cancelRequest":                     takes(cancelRequest),
		"textDocument/didOpen":                takes(didOpen),
		"textDocument/didChange":              takes(didChange),
		"textDocument/didSave":                takes(didSave),
		"textDocument/didClose":               takes(didClose),
		"workspace/didChangeWatchedFiles":     takes(didChangeWatchedFiles),
		"workspace/didChangeWorkspaceFolders": takes(didChangeFolders),
		"workspace/didChangeConfiguration":    takes(func(*server, *struct{}) {}),
		"textDocument/diagnostic":             answers(documentDiagnostic),
		"workspace/diagnostic":                answers(workspaceDiagnostic),
		"textDocument/codeAction":             answers(codeActions),
		"codeAction/resolve":                  answers(resolveAction),
		"workspace/executeCommand":            answers(executeCommand),
		"textDocument/hover":                  answers(hoverAt),
		"textDocument/completion":             answers(complete),
		"textDocument/definition":             answers(definition),
		"textDocument/references":             answers(references),
		"textDocument/documentHighlight":      answers(highlights),
		"textDocument/prepareRename":          answers(prepareRename),
		"textDocument/rename":                 answers(rename),
		"textDocument/documentSymbol":         answers(documentSymbols),
		"workspace/symbol":                    answers(workspaceSymbols),
		"textDocument/documentLink":           answers(documentLinks),
		"textDocument/codeLens":               answers(codeLenses),
	}
})

// The errors of the protocol that JSON-RPC has not.
const (
	codeNotInitialized   = -32002
	codeRequestFailed    = -32803
	codeContentModified  = -32801
	codeRequestCancelled = -32800
)

// errModified says that a document is no longer as it was when it was asked about.
var errModified = &jsonrpc2.Error{Code: codeContentModified, Message: "the document has changed"}

// failed is the error of a request that was understood.
func failed(format string, args ...any) error {
	return &jsonrpc2.Error{Code: codeRequestFailed, Message: fmt.Sprintf(format, args...)}
}

// handler takes messages in their order. What changes the state is done at once; requests are answered beside it.
type handler struct{ *server }

func (h handler) Handle(_ context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-h.began
	m, known := methods()[req.Method]
	err := h.admit(req, m, known)
	switch {
	case err != nil && !req.Notif:
		_ = conn.ReplyWithError(h.ctx, req.ID, err)
	case err != nil:
	case req.Notif:
		_, _ = h.run(h.ctx, m, req)
	case req.Method == "initialize" || req.Method == "shutdown":
		h.reply(h.ctx, m, req) // what comes next may rely on it
	default:
		h.answer(m, req)
	}
}

// admit says why a message cannot be taken, or returns nil.
func (h handler) admit(req *jsonrpc2.Request, m method, known bool) *jsonrpc2.Error {
	at := h.stage()
	switch {
	case req.Method == "exit":
		return nil
	case at == fresh && req.Method != "initialize":
		return &jsonrpc2.Error{Code: codeNotInitialized, Message: "initialize comes first"}
	case at != fresh && req.Method == "initialize":
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "initialize comes once"}
	case at == stopped:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server was asked to shut down"}
	case !known || m.request == req.Notif:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "there is no such method: " + inert(req.Method)}
	}
	return nil
}

// answer answers a request in a goroutine of its own.
func (h handler) answer(m method, req *jsonrpc2.Request) {
	ctx, cancel := context.WithCancel(h.ctx)
	h.mutex.Lock()
	h.calls[req.ID] = cancel
	h.mutex.Unlock()
	c := h.call()
	h.spawn(func() {
		defer func() {
			h.mutex.Lock()
			defer h.mutex.Unlock()
			delete(h.calls, req.ID)
			cancel()
		}()
		select {
		case h.working <- struct{}{}:
			defer func() { <-h.working }()
		case <-ctx.Done():
		}
		result, err := run(ctx, c, m, req)
		h.send(ctx, req, result, err)
	})
}

func (h handler) reply(ctx context.Context, m method, req *jsonrpc2.Request) {
	result, err := h.run(ctx, m, req)
	h.send(ctx, req, result, err)
}

func (h handler) run(ctx context.Context, m method, req *jsonrpc2.Request) (any, error) {
	return run(ctx, h.call(), m, req)
}

// run has a method serve a message. A panic is an error of this message alone.
func run(ctx context.Context, c *call, m method, req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if crash := recover(); crash != nil {
			err = fmt.Errorf("nplint crashed, which is a fault of its own: %v", crash)
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var params json.RawMessage
	if req.Params != nil {
		params = *req.Params
	}
	return m.serve(ctx, c, params)
}

// call returns the server as it is for the message that comes now.
func (s *server) call() *call {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return &call{s, s.docs}
}

func initialize(_ context.Context, c *call, p *initializeParams) (*initializeResult, error) {
	s := c.server
	for _, e := range p.Capabilities.General.PositionEncodings {
		if e == utf8Units || e == utf16Units || e == utf32Units {
			s.encoding = e
			break
		}
	}
	s.can, s.client = p.Capabilities, p.ClientInfo
	if p.ProcessID != nil && alive(*p.ProcessID) {
		s.spawn(func() { s.watchClient(*p.ProcessID) })
	}
	folders := p.WorkspaceFolders
	switch {
	case len(folders) > 0:
	case p.RootURI != nil:
		folders = []workspaceFolder{{URI: *p.RootURI}}
	case p.RootPath != nil:
		folders = []workspaceFolder{{URI: toURI(*p.RootPath)}}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.at = running
	s.addFolders(folders)
	return &initializeResult{s.offers(), programInfo{"nplint", nplint.Version}}, nil
}

// offers returns what the server can do for this client.
func (s *server) offers() serverCapabilities {
	o := serverCapabilities{
		PositionEncoding:   s.encoding,
		TextDocumentSync:   syncOptions{OpenClose: true, Change: 2, Save: true},
		HoverProvider:      true,
		CompletionProvider: &completionOptions{TriggerCharacters: []string{":", " ", "\"", "-"}},
		DefinitionProvider: true, ReferencesProvider: true, HighlightProvider: true,
		RenameProvider:         &renameOptions{PrepareProvider: true},
		DocumentSymbolProvider: true, SymbolProvider: true,
		DocumentLinkProvider: &struct{}{}, CodeLensProvider: &struct{}{},
		Workspace: workspaceOptions{workspaceFoldersOptions{Supported: true, ChangeNotifications: true}},
	}
	if s.can.TextDocument.Diagnostic != nil {
		o.DiagnosticProvider = &diagnosticOptions{"nplint", true, true}
	}
	if s.can.TextDocument.CodeAction.CodeActionLiteralSupport != nil {
		o.CodeActionProvider = &codeActionOptions{CodeActionKinds: []string{quickFix, fixAll}, ResolveProvider: true}
	}
	if s.can.Window.ShowDocument.Support {
		o.ExecuteCommandProvider = &executeCommandOptions{Commands: []string{openRule}}
	}
	return o
}

func initialized(s *server, _ *struct{}) {
	if s.can.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		s.spawn(func() {
			// One who refuses is not asked again: our own watching would tell what it does not.
			_ = s.conn.Call(s.ctx, "client/registerCapability", registrationParams{[]registration{{
				ID: "files", Method: "workspace/didChangeWatchedFiles",
				RegisterOptions: watchersOptions{[]watcher{{GlobPattern: "**/*"}}},
			}}}, nil)
		})
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.settle()
}

func shutdown(_ context.Context, c *call, _ *struct{}) (any, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.at = stopped
	for _, r := range c.roots {
		r.stop()
	}
	clear(c.roots)
	return nil, nil
}

func exit(s *server, _ *struct{}) { s.exit() }

func cancelRequest(s *server, p *cancelParams) {
	var id jsonrpc2.ID
	if json.Unmarshal(p.ID, &id) != nil {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if cancel := s.calls[id]; cancel != nil {
		cancel()
	}
}

// inert returns a text in which what could be obeyed is spelled out.
func inert(text string) string { return reporters.Visible(text, "\n\t") }

// edited returns the documents with one replaced, or without it if it is nil.
func edited(docs map[string]*doc, key string, d *doc) map[string]*doc {
	docs = maps.Clone(docs)
	if d == nil {
		delete(docs, key)
	} else {
		docs[key] = d
	}
	return docs
}
