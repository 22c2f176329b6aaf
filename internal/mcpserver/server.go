// Package mcpserver is nplint for agents: a server of the Model Context Protocol, whose tools check, mend and explain
// planning files, and whose resources are rule pages and contracts. It judges nothing: package nplint does.
//
// What a client asks for is confined to the directories that it gives, and what it gets is bounded and inert.
package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

// Options says what a server works with.
type Options struct {
	Dir    string               // absolute; where a client may look that gives no directories of its own
	Rules  *rules.Catalogue     // nil is the built-in ones
	Passes []*analysis.Analyzer // beside the built-in ones
}

// atOnce is how many calls work at the same time; others wait.
const atOnce = 4

// instructions is what a client may tell its model.
const instructions = "nplint checks the planning files of AI-assisted teams: agents, plans, reports, state. Programs " +
	"and agents that read those files fail silently when one is slightly wrong. Call contract_prompt before you write " +
	"such a file, check when it is written, and fix to apply the safe fixes; explain tells why a rule " +
	"matters."

// Serve answers one client until its messages end, which is no error, or the context does.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	read, both := newMessages(in, out)
	transport := &mcp.IOTransport{Reader: io.NopCloser(read), Writer: unclosed{both}, MaxLineLength: -1}
	if err := newServer(o).protocol(ctx).Run(ctx, patient{transport}); err != nil {
		return fmt.Errorf("the client cannot be answered any longer: %w", err)
	}
	return nil
}

// unclosed is a stream that belongs to somebody else.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// server is what all calls share. Nothing of it changes.
type server struct {
	Options
	working chan struct{} // has an element for each call that works
}

func newServer(o Options) *server { return &server{Options: o, working: make(chan struct{}, atOnce)} }

// protocol returns the server as the protocol has it. Calls end with the context.
func (s *server) protocol(ctx context.Context) *mcp.Server {
	impl := &mcp.Implementation{Name: "nplint", Title: "nplint", Version: nplint.Version}
	known := s.started()
	m := mcp.NewServer(impl, &mcp.ServerOptions{
		Instructions:      instructions,
		CompletionHandler: known.complete,
		Capabilities:      &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}},
	})
	m.AddReceivingMiddleware(guard(ctx))
	addCheck(s, m)
	addFix(s, m)
	addExplain(s, m)
	addContractPrompt(s, m)
	addGraph(s, m)
	addDoctor(s, m)
	addResources(s, m, known)
	return m
}

// work waits until a call may work, and returns what it calls when it is done.
func (s *server) work(ctx context.Context) (done func(), err error) {
	select {
	case s.working <- struct{}{}:
		return func() { <-s.working }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// reading is what is true of tools that change nothing: they look at files, and at nothing beyond this machine.
func reading(title string) *mcp.ToolAnnotations {
	no := false
	return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no,
		OpenWorldHint: &no}
}

// answer is what a tool found out: for models that read text, and for programs. Without data there is only text.
type answer struct {
	text string
	data any
}

// addTool adds a tool whose answers a function makes.
func addTool[In any](s *server, m *mcp.Server, t *mcp.Tool, do func(context.Context, *place, In) (*answer, error)) {
	t.InputSchema = inputSchema[In]()
	mcp.AddTool(m, t, func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		p, ask, err := s.place(ctx, clientOf(req, req.Params.InputResponses))
		if err != nil {
			return nil, nil, err
		}
		if ask != nil {
			return &mcp.CallToolResult{InputRequests: ask}, nil, nil
		}
		done, err := s.work(ctx)
		if err != nil {
			return nil, nil, err
		}
		defer done()
		a, err := do(ctx, p, in)
		var unknown *nplint.UnknownKindError
		if errors.As(err, &unknown) {
			err = fmt.Errorf("unknown kind %q%s; the resources %s are all", unknown.Kind, unknown.Hint, contractPages)
		}
		if err != nil {
			return nil, nil, err
		}
		result, err := a.result()
		return result, nil, err
	})
}
