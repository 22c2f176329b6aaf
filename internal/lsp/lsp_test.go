package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/nplint/nplint/internal/paths"
)

// editorClient is an editor of the tests. What the server pushes is kept by URI.
type editorClient struct {
	t    testing.TB
	conn *jsonrpc2.Conn
	dir  string

	mutex    sync.Mutex
	pushed   map[string]publishDiagnosticsParams
	history  []publishDiagnosticsParams // all that was pushed
	changed  chan struct{}              // closed when something was pushed
	asked    []string                   // methods of requests of the server
	shown    []showDocumentParams
	versions map[string]int
	ended    chan error // what Serve returned
	result   initializeResult
}

type pipeEnds struct {
	io.Reader
	io.WriteCloser
}

// usual is what an editor can that can all that is served, and asks for no diagnostics itself.
const usual = `{"general": {"positionEncodings": ["utf-16"]},
	"window": {"showDocument": {"support": true}},
	"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]},
		"didChangeWatchedFiles": {"dynamicRegistration": true}, "diagnostics": {"refreshSupport": true}},
	"textDocument": {"codeAction": {"codeActionLiteralSupport": {}, "resolveSupport": {"properties": ["edit"]}}}}`

// connect starts a server and an editor, which has not said initialize yet.
func connect(t testing.TB) *editorClient {
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	c := &editorClient{t: t, pushed: map[string]publishDiagnosticsParams{}, changed: make(chan struct{}),
		versions: map[string]int{}, ended: make(chan error, 1)}
	go func() {
		err := Serve(t.Context(), toServer, fromServer, Options{})
		fromServer.Close()
		c.ended <- err
	}()
	stream := jsonrpc2.NewBufferedStream(pipeEnds{toEditor, fromEditor}, jsonrpc2.VSCodeObjectCodec{})
	c.conn = jsonrpc2.NewConn(context.Background(), stream, jsonrpc2.HandlerWithError(c.handle).SuppressErrClosed(),
		jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	t.Cleanup(func() { c.conn.Close() })
	return c
}

// open starts a server for a directory.
func open(t testing.TB, dir, can string) *editorClient {
	c := connect(t)
	c.dir = paths.Real(dir)
	var params map[string]any
	text := `{"processId": null, "rootUri": ` + quoted(toURI(c.dir)) + `, "capabilities": ` + can + `}`
	if err := json.Unmarshal([]byte(text), &params); err != nil {
		t.Fatal(err)
	}
	c.call("initialize", params, &c.result)
	c.notify("initialized", map[string]any{})
	return c
}

func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

func (c *editorClient) handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p publishDiagnosticsParams
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.pushed[p.URI] = p
		c.history = append(c.history, p)
		close(c.changed)
		c.changed = make(chan struct{})
	case "window/showDocument":
		var p showDocumentParams
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.shown = append(c.shown, p)
		return map[string]bool{"success": true}, nil
	default:
		c.asked = append(c.asked, req.Method)
	}
	return nil, nil
}

func (c *editorClient) call(method string, params, result any) {
	c.t.Helper()
	if err := c.conn.Call(c.t.Context(), method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *editorClient) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(c.t.Context(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *editorClient) uri(name string) string {
	return toURI(filepath.Join(c.dir, filepath.FromSlash(name)))
}

func (c *editorClient) id(name string) textDocumentID { return textDocumentID{c.uri(name)} }

// openFile opens a file with a text, or with what is on disk.
func (c *editorClient) openFile(name string, text ...string) string {
	c.t.Helper()
	if text == nil {
		text = []string{readFile(c.t, filepath.Join(c.dir, name))}
	}
	c.versions[name]++
	c.notify("textDocument/didOpen", didOpenParams{textDocumentItem{c.uri(name), "markdown", c.versions[name], text[0]}})
	return text[0]
}

// change replaces the text of a file that is open.
func (c *editorClient) change(name, text string) int {
	c.t.Helper()
	c.versions[name]++
	v := c.versions[name]
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(name), "version": v}, "contentChanges": []map[string]any{{"text": text}},
	})
	return v
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// wait waits until what was pushed of a file is as it is to be.
func (c *editorClient) wait(name, want string, is func(p publishDiagnosticsParams) bool) publishDiagnosticsParams {
	c.t.Helper()
	late := time.After(20 * time.Second)
	for {
		c.mutex.Lock()
		p, known := c.pushed[c.uri(name)]
		changed := c.changed
		c.mutex.Unlock()
		if known && is(p) {
			return p
		}
		select {
		case <-changed:
		case err := <-c.ended:
			c.t.Fatalf("%s: waiting for %s, the server ended: %v", name, want, err)
		case <-late:
			c.t.Fatalf("%s: waiting for %s; last was told %+v", name, want, p)
		}
	}
}

func has(rule string) func(p publishDiagnosticsParams) bool {
	return func(p publishDiagnosticsParams) bool {
		return slices.ContainsFunc(p.Diagnostics, func(d diagnostic) bool { return d.Code == rule })
	}
}

func nothing(p publishDiagnosticsParams) bool { return len(p.Diagnostics) == 0 }

func codes(p publishDiagnosticsParams) string {
	var found []string
	for _, d := range p.Diagnostics {
		found = append(found, d.Code)
	}
	return strings.Join(found, " ")
}

// demo returns a copy of the demo, a repository of its own.
func demo(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../fixtures/demo")); err != nil {
		t.Fatal(err)
	}
	commit := []string{"-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "a"}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, commit} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	return dir
}

// TestLifecycle goes through a session from initialize to exit.
func TestLifecycle(t *testing.T) {
	c := connect(t)
	wantCode := func(method string, params any, code int64) {
		t.Helper()
		var wire *jsonrpc2.Error
		if err := c.conn.Call(t.Context(), method, params, nil); !errors.As(err, &wire) || wire.Code != code {
			t.Errorf("%s: %v, want the code %d", method, err, code)
		}
	}
	wantCode("textDocument/hover", map[string]any{}, codeNotInitialized)
	c.notify("textDocument/didOpen", map[string]any{})
	c.call("initialize", map[string]any{"capabilities": map[string]any{}}, &c.result)
	if got := c.result.Capabilities.PositionEncoding; got != utf16Units {
		t.Errorf("positions count %s, want UTF-16", got)
	}
	wantCode("initialize", map[string]any{"capabilities": map[string]any{}}, jsonrpc2.CodeInvalidRequest)
	wantCode("textDocument/unknown", nil, jsonrpc2.CodeMethodNotFound)
	wantCode("textDocument/hover", []int{1}, jsonrpc2.CodeInvalidParams)
	c.notify("$/unknown", nil)
	c.call("shutdown", nil, nil)
	wantCode("textDocument/hover", map[string]any{}, jsonrpc2.CodeInvalidRequest)
	c.notify("exit", nil)
	if err := <-c.ended; err != nil {
		t.Errorf("the server ends with %v", err)
	}
}

// TestClientGone holds that a client that is gone ends the server.
func TestClientGone(t *testing.T) {
	c := open(t, demo(t), usual)
	c.conn.Close()
	select {
	case err := <-c.ended:
		if !errors.Is(err, ErrNoShutdown) {
			t.Errorf("the server ends with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the server goes on without a client")
	}
}

// TestPush holds what is told of files that are open, and of those that are not, while they change.
func TestPush(t *testing.T) {
	c := open(t, demo(t), usual)
	const agent = "agents/np-loan-clerk.md"
	p := c.wait(agent, "what is wrong in a file that is not open", has("agent-invalid-tier"))
	if p.Version != nil || codes(p) != "agent-invalid-tier agent-forbidden-field" {
		t.Errorf("told is %s of version %v", codes(p), p.Version)
	}
	d := p.Diagnostics[0]
	want := rangeOf{position{3, 6}, position{3, 10}}
	const page = "https://github.com/nplint/nplint/blob/main/rules/nubos/agent-invalid-tier.md"
	if d.Range != want || d.Severity != 1 || d.Source != "nplint" || d.CodeDescription.Href != page {
		t.Errorf("the diagnostic is %+v", d)
	}
	text := c.openFile(agent)
	version := c.change(agent, strings.Replace(text, "tier: Opus", "tier: opus", 1))
	c.wait(agent, "the fault to go", func(p publishDiagnosticsParams) bool {
		return p.Version != nil && *p.Version == version && codes(p) == "agent-forbidden-field"
	})
	c.notify("textDocument/didClose", documentParams{c.id(agent)})
	c.wait(agent, "the text on disk", func(p publishDiagnosticsParams) bool {
		return p.Version == nil && has("agent-invalid-tier")(p)
	})
	if err := os.Remove(filepath.Join(c.dir, agent)); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", didChangeWatchedFilesParams{[]fileEvent{{c.uri(agent), 3}}})
	c.wait(agent, "nothing", nothing)
	const review = ".nubos-pilot/milestones/M003/M003-PLAN-REVIEW.md"
	p = c.wait(review, "a verdict", has("review-verdict-contradiction"))
	r := p.Diagnostics[0].Related
	if len(r) != 1 || r[0].Location.URI != c.uri(review) || r[0].Message != "a critical finding" {
		t.Errorf("related is %+v", r)
	}
}
