package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
)

// TestBroken asks for what nplint knows by itself where the configuration, an own contract or one of a nested project is
// broken: it is told, with what is wrong.
func TestBroken(t *testing.T) {
	const own = project + "contracts.dirs = [\"contracts\"]\n-- contracts/memo.toml --\nkind = 7\n"
	for name, c := range map[string]struct{ tree, path, want string }{
		"a key":      {project + "rulez = 1\n", "agents/np-x.md", ".nplint.toml:4: "},
		"a contract": {own, "agents/np-x.md", "memo.toml"},
		"below": {project + "-- sub/agents/np-x.md --\n-- sub/.nplint.toml --\nversion = 1\nrulez = 1\n", "sub/agents/np-x.md",
			".nplint.toml:2: "},
	} {
		client := connect(t, newServer(Options{Dir: tree(t, c.tree)}), eras[1], nil)
		for _, call := range []struct{ tool, arguments, want string }{
			{"explain", `{"names": ["task-dropped", "nubos/agent"]}`, "# task-dropped"},
			{"contract_prompt", `{"kind": "nubos/agent"}`, "## Output contract: Agent definition"},
			{"contract_prompt", fmt.Sprintf(`{"path": %q}`, c.path), "## Output contract: Agent definition"},
		} {
			below := name == "below" && !strings.Contains(call.arguments, c.path) // the root's configuration is sound
			got := client.call(call.tool, call.arguments)
			text := textOf(got)
			if got.IsError || !strings.Contains(text, call.want) || strings.Contains(text, c.want) == below {
				t.Errorf("%s: %s %s: %s", name, call.tool, call.arguments, text)
			}
			if call.tool == "explain" {
				if notes := dataOf[explainOut](t, got).Notes; (len(notes) == 1) == below {
					t.Errorf("%s: the notes are %q", name, notes)
				}
			}
		}
		got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: rulePages + "task-dropped"})
		if err != nil || !strings.Contains(got.Contents[0].Text, "task-dropped") {
			t.Errorf("%s: %v %+v", name, err, got)
		}
	}
}

// TestCancel holds that a call that is cancelled ends, whether it waits or works, and that the server goes on.
func TestCancel(t *testing.T) {
	started, release := make(chan struct{}, 10), make(chan struct{})
	slow := &analysis.Analyzer{Name: "slow", Doc: "waits", Requires: []*analysis.Analyzer{document.Analyzer}, Run: func(*analysis.Pass) (any, error) {
		started <- struct{}{}
		<-release
		return nil, nil
	}}
	s := newServer(Options{Dir: tree(t, project), Passes: []*analysis.Analyzer{slow}})
	client := connect(t, s, eras[1], nil)
	cancelled := func(ready func()) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			_, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "check"})
			done <- err
		}()
		ready()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled call ends with %v", err)
		}
	}
	cancelled(func() { <-started })
	close(release)
	for range atOnce { // the cancelled call leaves, too
		s.working <- struct{}{}
	}
	cancelled(func() {})
	for range atOnce {
		<-s.working
	}
	if got := client.call("check", `{}`); got.IsError {
		t.Errorf("then there is %s", textOf(got))
	}
}

// TestLimit holds that a number of findings which says nothing is refused.
func TestLimit(t *testing.T) {
	client := connect(t, newServer(Options{Dir: tree(t, project)}), eras[1], nil)
	for limit, want := range map[string]string{"-1": "limit is -1; it is how many", "0": "limit is 0; it is how many", "1": "1 error,", "9999": "1 error,"} {
		if got := textOf(client.call("check", `{"limit": `+limit+`}`)); !strings.Contains(got, want) {
			t.Errorf("with limit %s: %s", limit, got)
		}
	}
}

// TestCrash holds that a panic is an error of the one call.
func TestCrash(t *testing.T) {
	s := newServer(Options{Dir: tree(t, project)})
	client := connect(t, s, eras[0], nil)
	m := s.protocol(t.Context())
	addTool(s, m, &mcp.Tool{Name: "crash"}, func(context.Context, *place, struct{}) (*answer, error) { panic("\x1b[31moh") })
	m.AddResource(&mcp.Resource{URI: "x://crash", Name: "crash"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) { panic("oh") })
	here, there := mcp.NewInMemoryTransports()
	if _, err := m.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	client.ClientSession = cs
	for range 2 * atOnce {
		if got := client.call("crash", `{}`); !got.IsError || textOf(got) != `nplint crashed, which is a fault of its own: \x1b[31moh` {
			t.Errorf("the crash is told as %q", textOf(got))
		}
	}
	if _, err := cs.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "x://crash"}); err == nil || !strings.Contains(err.Error(), "crashed") {
		t.Errorf("the crash is told as %v", err)
	}
	if got := client.call("check", `{}`); got.IsError {
		t.Errorf("then there is %s", textOf(got))
	}
}

// TestAtOnce has many calls at the same time, some of which write: each gets its own answer.
func TestAtOnce(t *testing.T) {
	dir := tree(t, project)
	client := connect(t, newServer(Options{Dir: dir}), eras[1], []string{"file://" + filepath.ToSlash(dir)})
	var wait sync.WaitGroup
	for i := range 24 {
		wait.Go(func() {
			name := "np-" + strings.Repeat("a", i+1)
			text, err := json.Marshal(map[string]string{"text": "---\nname: x\n---\n", "path": "agents/" + name + ".md"})
			if err != nil {
				t.Error(err)
			}
			if got := textOf(client.call("check", string(text))); !strings.Contains(got, `says "`+name+`"`) {
				t.Errorf("%s: %s", name, got)
			}
			client.call("fix", `{"write": true}`)
		})
	}
	wait.Wait()
	if got := dataOf[told](t, client.call("check", `{}`)); got.Summary.Errors != 0 || got.Summary.Files != 1 {
		t.Errorf("in the end there is %+v", got)
	}
}

// talk has a server answer what is behind a first message, and returns the ids and codes of errors of its answers.
func talk(t *testing.T, hello, input string) (string, error) {
	in, write := io.Pipe()
	read, out := io.Pipe()
	ended := make(chan error)
	go func() {
		ended <- Serve(t.Context(), in, out, Options{Dir: tree(t, project)})
		out.Close()
	}()
	answers := make(chan []string)
	go func() {
		var all []string
		for decoder := json.NewDecoder(read); ; {
			var message struct {
				JSONRPC string
				ID      json.RawMessage
				Error   struct{ Code int }
			}
			if err := decoder.Decode(&message); err != nil || message.JSONRPC != "2.0" {
				answers <- all
				return
			}
			if len(all) == 0 {
				go func() {
					io.WriteString(write, input)
					if !strings.Contains(input, "list") {
						write.Close()
					}
				}()
			}
			if all = append(all, fmt.Sprint(string(message.ID), " ", message.Error.Code)); string(message.ID) == "2" {
				write.Close()
			}
		}
	}()
	io.WriteString(write, hello)
	err := <-ended
	return strings.Join(<-answers, ", "), err
}

// TestServe holds what goes over the streams: answers alone, until the input ends.
func TestServe(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n"
	const list = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`
	for _, c := range []struct {
		name, input string // behind the first answer
		want        string // the ids and codes of errors of the other answers
	}{
		{"a client that leaves", "", ""},
		{"no JSON", "hello\n", "null -32700"},
		{"no JSON, and no end", "hello", "null -32700"},
		{"headers of another protocol", "Content-Length: 12\r\n\r\n" + list + "\r\n", "null -32700, 2 0"},
		{"then a message", "{\n" + list + "\n\n", "null -32700, 2 0"},
		{"two on a line", list + list + "\n" + list + "\n", "null -32700, 2 0"},
		{"no message", "5\nnull\n{}\n" + `{"jsonrpc":"1.0","id":3,"method":"ping"}` + "\n" + list + "\n",
			"null -32600, null -32600, null -32600, null -32600, 2 0"},
		{"a list", "[" + list + "]\n" + list + "\n", "null -32600, 2 0"},
		{"a very deep value", strings.Repeat("[", 100_000) + "\n" + list + "\n", "null -32700, 2 0"},
		{"a very long message", `{"x": "` + strings.Repeat("x", 17<<20) + "\"}\n" + list + "\n", "null -32600, 2 0"},
		{"a very long one without an end", `{"x": "` + strings.Repeat("x", 17<<20), "null -32600"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := talk(t, hello, c.input)
			if want := strings.TrimSuffix("1 0, "+c.want, ", "); got != want || err != nil {
				t.Errorf("the answers are %s, not %s; it ends with %v", got, want, err)
			}
		})
	}
	t.Run("lists of a former version", func(t *testing.T) {
		got, err := talk(t, strings.Replace(hello, "2025-06-18", "2025-03-26", 1), "[]\n["+list+","+list+"]\n"+list+"\n")
		if got != "1 0, null -32600, null -32600, 2 0" || err != nil {
			t.Errorf("the answers are %s; it ends with %v", got, err)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		in, _ := io.Pipe()
		if err := Serve(ctx, in, io.Discard, Options{Dir: tree(t, project)}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it ends with %v", err)
		}
	})
}
