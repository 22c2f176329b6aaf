package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/nplint/nplint/internal/nasty"
	"github.com/nplint/nplint/internal/paths"
)

// TestBurst types faster than anything is checked: each thing that is told is true of the version that it is told of,
// the last one is told, and nothing queues up.
func TestBurst(t *testing.T) {
	c := open(t, demo(t), usual)
	const agent, edits = "agents/np-planner.md", 100
	text := c.openFile(agent)
	last := 0
	for i := range edits {
		tier := "opus"
		if i%2 == 0 {
			tier = "Opus"
		}
		last = c.change(agent, strings.Replace(text, "tier: sonnet", "tier: "+tier, 1))
	}
	c.wait(agent, "the last version", func(p publishDiagnosticsParams) bool { return p.Version != nil && *p.Version == last })
	c.mutex.Lock()
	defer c.mutex.Unlock()
	before, told := 0, 0
	for _, p := range c.history {
		if p.URI != c.uri(agent) || p.Version == nil {
			continue
		}
		told++
		v := *p.Version
		if v < before {
			t.Errorf("version %d is told after %d", v, before)
		}
		before = v
		if faulty := v > 1 && v%2 == 0; faulty != has("agent-invalid-tier")(p) {
			t.Errorf("of version %d %s is told", v, codes(p))
		}
	}
	if told == 0 {
		t.Errorf("nothing is told of %d edits", edits)
	}
}

// TestCancel holds that a request that is cancelled is answered so, and that the next one is answered.
func TestCancel(t *testing.T) {
	c := open(t, demo(t), pulling)
	const agent = "agents/np-planner.md"
	text := c.openFile(agent)
	cancelled := 0
	for i := range 20 {
		c.change(agent, text+strings.Repeat("\n", i))
		id := jsonrpc2.ID{Str: fmt.Sprint("r", i), IsString: true}
		waiter, err := c.conn.DispatchCall(t.Context(), "textDocument/diagnostic",
			documentDiagnosticParams{TextDocument: c.id(agent)}, jsonrpc2.PickID(id))
		if err != nil {
			t.Fatal(err)
		}
		c.notify("$/cancelRequest", map[string]any{"id": id})
		var wire *jsonrpc2.Error
		if err := waiter.Wait(t.Context(), nil); errors.As(err, &wire) && wire.Code == codeRequestCancelled {
			cancelled++
		} else if err != nil {
			t.Error(err)
		}
	}
	c.notify("$/cancelRequest", map[string]any{"id": 99999})
	c.notify("$/cancelRequest", map[string]any{"id": []int{1}})
	if report := c.pull(agent, ""); report.Kind != "full" || cancelled == 0 {
		t.Errorf("%d are cancelled, and then said is %+v", cancelled, report)
	}
}

// TestConfiguration holds that a configuration counts as soon as it is changed, and that a mistake in one is told where
// it is, while what was found before stays.
func TestConfiguration(t *testing.T) {
	c := open(t, demo(t), usual)
	const agent = "agents/np-loan-clerk.md"
	config := filepath.Join(c.dir, ".nplint.toml")
	was := readFile(t, config)
	c.wait(agent, "a fault", has("agent-invalid-tier"))
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c.notify("workspace/didChangeWatchedFiles", didChangeWatchedFilesParams{[]fileEvent{{c.uri(".nplint.toml"), 2}}})
	}
	write(was + "\n[[overrides]]\npaths = [\"agents/**\"]\nrules = { agent-invalid-tier = \"off\" }\n")
	c.wait(agent, "a rule to be off", func(p publishDiagnosticsParams) bool { return codes(p) == "agent-forbidden-field" })
	write("version = 1\nnonsense = 2\n")
	p := c.wait(".nplint.toml", "a mistake", func(p publishDiagnosticsParams) bool { return len(p.Diagnostics) == 1 })
	if d := p.Diagnostics[0]; d.Range.Start.Line != 1 || !strings.Contains(d.Message, "nonsense") {
		t.Errorf("told is %+v", d)
	}
	c.mutex.Lock()
	if got := codes(c.pushed[c.uri(agent)]); got != "agent-forbidden-field" {
		t.Errorf("with a mistake in the configuration %q is told", got)
	}
	c.mutex.Unlock()
	write(was)
	c.wait(agent, "the fault again", has("agent-invalid-tier"))
	c.wait(".nplint.toml", "the mistake to go", nothing)
}

// TestFolders holds that folders come and go, that each has what is its own, and that a document in none has its
// repository's.
func TestFolders(t *testing.T) {
	first, second, third := demo(t), demo(t), demo(t)
	c := open(t, first, usual)
	const agent = "agents/np-loan-clerk.md"
	c.wait(agent, "a fault", has("agent-invalid-tier"))
	folder := func(dir string) []map[string]string { return []map[string]string{{"uri": toURI(dir), "name": "x"}} }
	change := func(added, removed []map[string]string) {
		event := map[string]any{"added": added, "removed": removed}
		c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": event})
	}
	change(folder(second), nil)
	c.dir = second
	c.wait(agent, "a fault in the second folder", has("agent-invalid-tier"))
	change(nil, folder(first))
	c.dir = first
	c.wait(agent, "nothing of a folder that is gone", nothing)
	c.dir = third
	c.openFile(agent)
	c.wait(agent, "a fault in a document of no folder", has("agent-invalid-tier"))
	c.dir = t.TempDir()
	c.openFile("agents/np-alone.md", "---\nname: np-alone\ntier: Opus\n---\n")
	c.wait("agents/np-alone.md", "what is told of a document alone", func(publishDiagnosticsParams) bool { return true })
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, p := range c.history {
		if strings.HasPrefix(p.URI, toURI(third)) && p.URI != toURI(filepath.Join(third, agent)) && len(p.Diagnostics) > 0 {
			t.Errorf("%s is told, which is not open and in no folder", p.URI)
		}
	}
}

// TestOwnWatching holds that files are watched for an editor that does not.
func TestOwnWatching(t *testing.T) {
	c := open(t, demo(t), `{}`)
	const agent = "agents/np-loan-clerk.md"
	c.wait(agent, "a fault", has("agent-invalid-tier"))
	file := filepath.Join(c.dir, agent)
	text := strings.Replace(readFile(t, file), "tier: Opus", "tier: opus", 1)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c.wait(agent, "what another program has written", func(p publishDiagnosticsParams) bool {
		return codes(p) == "agent-forbidden-field"
	})
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.asked) > 0 {
		t.Errorf("the editor is asked for %v", c.asked)
	}
}

// TestEncodings holds that positions count what was agreed on.
func TestEncodings(t *testing.T) {
	for e, want := range map[encoding]int{utf8Units: 20, utf16Units: 18, utf32Units: 17} {
		c := open(t, demo(t), strings.Replace(usual, `"utf-16"`, quoted("utf-7")+", "+quoted(string(e)), 1))
		if got := c.result.Capabilities.PositionEncoding; got != e {
			t.Fatalf("%s is agreed on, want %s", got, e)
		}
		const agent = "agents/np-x.md"
		c.openFile(agent, "---\nname: np-x\ndescription: x\ntools: Read, 😀, Grpe\ntier: opus\n---\n")
		p := c.wait(agent, "a tool that nobody knows", func(p publishDiagnosticsParams) bool {
			return slices.ContainsFunc(p.Diagnostics, func(d diagnostic) bool { return strings.Contains(d.Message, "Grpe") })
		})
		for _, d := range p.Diagnostics {
			if strings.Contains(d.Message, `"Grpe"`) && d.Range.Start != (position{3, want - 1}) {
				t.Errorf("%s: the tool is at %v, want %d", e, d.Range.Start, want-1)
			}
		}
	}
}

// TestLinkedFolder holds that an editor is told the names that it uses, where a link leads to its folder.
func TestLinkedFolder(t *testing.T) {
	dir := demo(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	c := connect(t)
	c.dir = link
	var can map[string]any
	if err := json.Unmarshal([]byte(usual), &can); err != nil {
		t.Fatal(err)
	}
	c.call("initialize", map[string]any{"rootUri": toURI(link), "capabilities": can}, nil)
	c.notify("initialized", map[string]any{})
	const agent = "agents/np-loan-clerk.md"
	c.wait(agent, "a fault", has("agent-invalid-tier"))
	text := c.openFile(agent)
	c.change(agent, strings.Replace(text, "Opus", "opus", 1))
	c.wait(agent, "the fault to go", func(p publishDiagnosticsParams) bool { return !has("agent-invalid-tier")(p) })
}

// TestParentGone holds that the server ends when the process of its client has, be its input open or not.
func TestParentGone(t *testing.T) {
	sleep := exec.Command("sleep", "1")
	if err := sleep.Start(); err != nil {
		t.Skip(err)
	}
	c := connect(t)
	c.call("initialize", map[string]any{"processId": sleep.Process.Pid, "capabilities": map[string]any{}}, nil)
	if err := sleep.Wait(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-c.ended:
		if !errors.Is(err, ErrNoShutdown) {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the server goes on though the process of its client is gone")
	}
}

// TestNasty holds that nothing that files hold reaches an editor so that somebody could obey it.
func TestNasty(t *testing.T) {
	c := open(t, demo(t), usual)
	name := func(i int) string { return fmt.Sprintf("agents/np-nasty%d.md", i) }
	for i, value := range nasty.Values {
		if strings.Contains(value, "\xff") {
			value = "JSON holds no such text"
		}
		c.openFile(name(i), strings.ReplaceAll("---\nname: np-x\ndescription: @\ntier: @\n@: x\ntools: @\n---\n@\n", "@", value))
	}
	for i, value := range nasty.Values {
		p := c.wait(name(i), "what is wrong", func(p publishDiagnosticsParams) bool {
			return p.Version != nil && len(p.Diagnostics) > 0
		})
		said := []string{}
		for nth, d := range p.Diagnostics {
			said = append(said, d.Message)
			for _, r := range d.Related {
				said = append(said, r.Message)
			}
			if nth > 0 {
				continue
			}
			for _, a := range c.actions(name(i), d.Range, quickFix) {
				said = append(said, a.Title)
			}
			var h *hover
			if c.call("textDocument/hover", positionParams{c.id(name(i)), d.Range.Start}, &h); h != nil {
				said = append(said, h.Contents.Value)
			}
		}
		var list completionList
		c.call("textDocument/completion", positionParams{c.id(name(i)), position{3, 6}}, &list)
		for _, item := range list.Items {
			said = append(said, item.Label, item.Detail)
		}
		for _, text := range said {
			if obeyed := nasty.Obeyed(text); obeyed != "" {
				t.Errorf("%.40q: %s", value, obeyed)
			}
		}
	}
	var all []symbolInformation
	c.call("workspace/symbol", workspaceSymbolParams{""}, &all)
	for _, s := range all {
		if obeyed := nasty.Obeyed(s.Name + " " + s.ContainerName); obeyed != "" {
			t.Errorf("%+v: %s", s, obeyed)
		}
	}
}

// FuzzMessages sends messages of any sort in any order. The server answers each request once and goes on; then it ends
// as it is asked to.
func FuzzMessages(f *testing.F) {
	f.Add("iIodchDxX")
	f.Add("ioooccccddhhaarrpwWq")
	f.Add("hdiiIIoqoxx")
	f.Add("iIo!@#$%^&*cCkKdq")
	f.Add("%$") // what follows a message that is refused
	dir := f.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../fixtures/demo")); err != nil {
		f.Fatal(err)
	}
	uri := toURI(paths.Real(filepath.Join(dir, "agents/np-planner.md")))
	doc := `"textDocument":{"uri":` + quoted(uri) + `,"version":%d}`
	place := `"position":{"line":%d,"character":%d}`
	script := map[byte]string{ // %d takes any number; what has an id is a request
		'i': `{"id":#,"method":"initialize","params":{"processId":null,"rootUri":` + quoted(toURI(dir)) + `,"capabilities":` + usual + `}}`,
		'I': `{"method":"initialized","params":{}}`,
		'o': `{"method":"textDocument/didOpen","params":{"textDocument":{"uri":` + quoted(uri) + `,"version":%d,"text":"---\nname: x\n---\n"}}}`,
		'c': `{"method":"textDocument/didChange","params":{` + doc + `,"contentChanges":[{"text":"---\ntier: x"}]}}`,
		'C': `{"method":"textDocument/didChange","params":{` + doc + `,"contentChanges":[{"range":{"start":{"line":%d,"character":%d},"end":{"line":0,"character":%d}},"text":"ti"}]}}`,
		'd': `{"method":"textDocument/didClose","params":{` + doc + `}}`,
		's': `{"method":"textDocument/didSave","params":{` + doc + `}}`,
		'h': `{"id":#,"method":"textDocument/hover","params":{` + doc + `,` + place + `}}`,
		'k': `{"id":#,"method":"textDocument/completion","params":{` + doc + `,` + place + `}}`,
		'a': `{"id":#,"method":"textDocument/codeAction","params":{` + doc + `,"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}},"context":{}}}`,
		'r': `{"id":#,"method":"codeAction/resolve","params":{"title":"x","data":{"do":"fixAll","uri":` + quoted(uri) + `,"version":%d}}}`,
		'p': `{"id":#,"method":"textDocument/diagnostic","params":{` + doc + `}}`,
		'P': `{"id":#,"method":"workspace/diagnostic","params":{"previousResultIds":[]}}`,
		'w': `{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":` + quoted(uri) + `,"type":2}]}}`,
		'W': `{"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[{"uri":"file:///nowhere","name":""}],"removed":[{"uri":` + quoted(toURI(dir)) + `,"name":""}]}}}`,
		'x': `{"method":"$/cancelRequest","params":{"id":%d}}`,
		'X': `{"id":#,"method":"workspace/executeCommand","params":{"command":"x"}}`,
		'q': `{"id":#,"method":"shutdown"}`,
		'!': `{`, '@': `[]`, '#': `null`, '$': `{"id":#,"result":1}`, '%': `{"id":1.5,"method":"x"}`, '^': `{"id":{},"method":"x"}`,
		'&': `{"method":1}`, '*': `{"id":#,"method":"textDocument/hover","params":7}`,
	}
	f.Fuzz(func(t *testing.T, order string) {
		if len(order) > 60 {
			return
		}
		var in bytes.Buffer
		requests, number := map[string]bool{}, 0
		for i := range len(order) {
			text, known := script[order[i]]
			if !known {
				continue
			}
			if strings.Contains(text, `"id":#,"method"`) {
				number++
				requests[fmt.Sprint(number)] = true
			}
			text = strings.ReplaceAll(text, "#", fmt.Sprint(number))
			for strings.Contains(text, "%d") {
				text = strings.Replace(text, "%d", fmt.Sprint((i*7)%11), 1)
			}
			text = strings.Replace(text, "{", `{"jsonrpc":"2.0",`, 1)
			fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(text), text)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
		defer cancel()
		// The input stays open until all requests are answered: its end is the end of the client.
		rest, end := io.Pipe()
		out := &answered{left: requests, done: func() { end.Close() }}
		if len(requests) == 0 {
			end.Close()
		}
		_ = Serve(ctx, io.MultiReader(&in, rest), out, Options{})
		if ctx.Err() != nil || len(out.left) > 0 {
			t.Errorf("%q: not answered are %v", order, out.left)
		}
		for _, twice := range out.twice {
			t.Errorf("%q: answered twice is %s", order, twice)
		}
	})
}

// answered takes what a server writes, and knows which requests it has not answered.
type answered struct {
	left  map[string]bool
	twice []string
	done  func()
}

func (a *answered) Write(text []byte) (int, error) {
	_, body, _ := bytes.Cut(text, []byte("\r\n\r\n"))
	var m struct {
		ID     json.RawMessage
		Method string
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return 0, err
	}
	if id := string(m.ID); m.Method == "" && id != "null" {
		if !a.left[id] {
			a.twice = append(a.twice, id)
		}
		if delete(a.left, id); len(a.left) == 0 {
			a.done()
		}
	}
	return len(text), nil
}
