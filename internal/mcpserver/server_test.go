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

// TestServe holds what goes over the streams: answers alone, until the input ends.
func TestServe(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n"
	for _, c := range []struct {
		name, input string // behind the first answer
		wrong       string // with what it ends
	}{
		{"a client that leaves", "", ""},
		{"no JSON", "hello\n", "cannot be answered any longer: invalid character"},
		{"a very deep value", strings.Repeat("[", 100_000) + "\n", "exceeded max depth"},
		{"a very long message", `{"x": "` + strings.Repeat("x", 17<<20), "exceeded the configured maximum"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, write := io.Pipe()
			read, out := io.Pipe()
			ended := make(chan error)
			go func() {
				ended <- Serve(t.Context(), in, out, Options{Dir: tree(t, project)})
				out.Close()
			}()
			lines := make(chan int)
			go func() {
				n := 0
				for decoder := json.NewDecoder(read); ; n++ {
					var message struct{ JSONRPC string }
					if err := decoder.Decode(&message); err != nil || message.JSONRPC != "2.0" {
						lines <- n
						return
					}
					go func() {
						io.WriteString(write, c.input)
						write.Close()
					}()
				}
			}()
			io.WriteString(write, hello)
			err := <-ended
			if got := <-lines; got != 1 {
				t.Errorf("%d answers", got)
			}
			if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("it ends with %v", err)
			}
		})
	}
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		in, _ := io.Pipe()
		if err := Serve(ctx, in, io.Discard, Options{Dir: tree(t, project)}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it ends with %v", err)
		}
	})
}
