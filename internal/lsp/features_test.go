package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
)

// pulling is what an editor can that asks for diagnostics.
var pulling = strings.Replace(usual, `"textDocument": {`, `"textDocument": {"diagnostic": {}, `, 1)

// pull asks for the diagnostics of a file.
func (c *editorClient) pull(name, before string) diagnosticReport {
	c.t.Helper()
	var report diagnosticReport
	c.call("textDocument/diagnostic", documentDiagnosticParams{c.id(name), before}, &report)
	return report
}

// TestPull holds what is answered to one who asks, which is then not told besides.
func TestPull(t *testing.T) {
	c := open(t, demo(t), pulling)
	const agent, other = "agents/np-loan-clerk.md", "agents/np-planner.md"
	text := c.openFile(agent)
	first := c.pull(agent, "")
	if first.Kind != "full" || len(*first.Items) != 2 {
		t.Fatalf("said is %+v", first)
	}
	again := c.pull(agent, first.ResultID)
	if again.Kind != "unchanged" || again.Items != nil || again.ResultID != first.ResultID {
		t.Errorf("said again is %+v", again)
	}
	if beside := c.pull("../np-planner.md", ""); beside.Kind != "full" || len(*beside.Items) > 0 {
		t.Errorf("said of a file that is in no folder is %+v", beside)
	}
	c.wait(other, "what is not open is told unasked", has("agent-locked-tier"))
	c.change(agent, strings.Replace(text, "tier: Opus", "tier: opus", 1))
	if now := c.pull(agent, first.ResultID); now.Kind != "full" || len(*now.Items) != 1 {
		t.Errorf("said of a new text is %+v", now)
	}
	var all struct {
		Items []struct {
			URI, Kind, ResultID string
			Version             *int
			Items               []diagnostic
		}
	}
	c.call("workspace/diagnostic", workspaceDiagnosticParams{}, &all)
	c.wait(other, "what is asked for to be no longer told", nothing)
	before := []previousResult{{c.uri("gone.md"), "x"}}
	files := map[string]int{}
	for _, item := range all.Items {
		files[item.URI] = len(item.Items)
		before = append(before, previousResult{item.URI, item.ResultID})
		if opened := item.URI == c.uri(agent); opened != (item.Version != nil) {
			t.Errorf("%s has the version %v", item.URI, item.Version)
		}
	}
	if files[c.uri(agent)] != 1 || files[c.uri(other)] != 1 || len(files) < 15 {
		t.Errorf("said of all is %v", files)
	}
	c.call("workspace/diagnostic", workspaceDiagnosticParams{before}, &all)
	for _, item := range all.Items {
		if gone := item.URI == c.uri("gone.md"); gone != (item.Kind == "full") {
			t.Errorf("said again of %s is %s", item.URI, item.Kind)
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if p, pushed := c.pushed[c.uri(agent)]; pushed {
		t.Errorf("%+v is told though it is asked for", p)
	}
}

// actions asks what can be done at a place of a file.
func (c *editorClient) actions(name string, at rangeOf, only ...string) []codeAction {
	c.t.Helper()
	var actions []codeAction
	c.call("textDocument/codeAction", map[string]any{
		"textDocument": c.id(name), "range": at, "context": map[string]any{"diagnostics": []any{}, "only": only},
	}, &actions)
	return actions
}

// apply has an action done, as an editor does that saves at once, and returns the files that it changed.
func (c *editorClient) apply(a codeAction, open map[string]string) (names []string) {
	c.t.Helper()
	if a.Edit == nil {
		c.call("codeAction/resolve", a, &a)
	}
	if a.Edit == nil {
		c.t.Fatalf("%s: there is no edit", a.Title)
	}
	for _, change := range a.Edit.DocumentChanges {
		text, _ := json.Marshal(change)
		var edit struct {
			Kind         string
			TextDocument versionedID
			Edits        []textEdit
		}
		if err := json.Unmarshal(text, &edit); err != nil || edit.Kind != "" {
			c.t.Fatalf("%s: %s", a.Title, text)
		}
		name := paths.Below(keyOf(edit.TextDocument.URI), c.dir)
		now, opened := open[name]
		if opened != (edit.TextDocument.Version != nil) || opened && *edit.TextDocument.Version != c.versions[name] {
			c.t.Fatalf("%s: %s has version %d", a.Title, text, c.versions[name])
		}
		if !opened {
			now = readFile(c.t, filepath.Join(c.dir, name))
		}
		slices.SortStableFunc(edit.Edits, func(a, b textEdit) int { // from the end, for each is about the same text
			if before(a.Range.Start, b.Range.Start) {
				return 1
			}
			return -1
		})
		t := newText(now)
		for _, e := range edit.Edits {
			t = t.changed([]contentChange{{&e.Range, e.NewText}}, utf16Units)
		}
		if opened {
			open[name] = t.src
			c.change(name, t.src)
		}
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(t.src), 0o600); err != nil {
			c.t.Fatal(err)
		}
		c.notify("workspace/didChangeWatchedFiles", didChangeWatchedFilesParams{[]fileEvent{{edit.TextDocument.URI, 2}}})
		names = append(names, name)
	}
	return names
}

// TestActions holds what is offered for one finding, and what it does.
func TestActions(t *testing.T) {
	c := open(t, demo(t), usual)
	const agent = "agents/np-loan-clerk.md"
	texts := map[string]string{agent: c.openFile(agent)}
	p := c.wait(agent, "a fault", has("agent-invalid-tier"))
	actions := c.actions(agent, p.Diagnostics[0].Range)
	var titles []string
	for _, a := range actions {
		titles = append(titles, fmt.Sprintf("%s|%s|%t", a.Title, a.Kind, a.IsPreferred))
	}
	want := []string{
		"nplint: write opus|quickfix|true",
		"nplint: let agent-invalid-tier stand here, with a reason|quickfix|false",
		"nplint: open the page of agent-invalid-tier|quickfix|false",
		"nplint: apply all safe fixes in this file|source.fixAll.nplint|false",
	}
	if !slices.Equal(titles, want) {
		t.Fatalf("offered are\n%s\nwant\n%s", strings.Join(titles, "\n"), strings.Join(want, "\n"))
	}
	if only := c.actions(agent, rangeOf{}, "source.fixAll"); len(only) != 1 || only[0].Kind != fixAll {
		t.Errorf("offered to one who mends all are %+v", only)
	}
	if none := c.actions(agent, rangeOf{position{12, 0}, position{12, 0}}); len(none) != 0 {
		t.Errorf("offered where nothing is wrong are %+v", none)
	}
	show := map[string]any{"command": openRule, "arguments": []string{"agent-invalid-tier"}}
	c.call("workspace/executeCommand", show, nil)
	c.mutex.Lock()
	if len(c.shown) != 1 || c.shown[0].URI != p.Diagnostics[0].CodeDescription.Href || !c.shown[0].External {
		t.Errorf("shown is %+v", c.shown)
	}
	c.mutex.Unlock()
	stale := actions[1]
	c.apply(actions[0], texts)
	c.wait(agent, "the fault to be mended", func(p publishDiagnosticsParams) bool { return !has("agent-invalid-tier")(p) })
	if err := c.conn.Call(t.Context(), "codeAction/resolve", stale, nil); err == nil {
		t.Error("an action of an older text is made")
	}
}

// TestFixAll holds that all that is safe in a file is mended by one edit.
func TestFixAll(t *testing.T) {
	c := open(t, demo(t), usual)
	const plan = ".nubos-pilot/milestones/M001/M001-VERIFICATION.md"
	texts := map[string]string{plan: c.openFile(plan)}
	actions := c.actions(plan, rangeOf{}, fixAll)
	if len(actions) != 1 {
		t.Fatalf("offered are %+v", actions)
	}
	c.apply(actions[0], texts)
	c.wait(plan, "nothing safe", func(p publishDiagnosticsParams) bool { return !has("block-field-enum")(p) })
	if again := c.actions(plan, rangeOf{}, fixAll); len(again) != 0 {
		t.Errorf("offered again are %+v", again)
	}
	o := nplint.Options{Dir: demo(t), Paths: []string{plan}}
	repair, err := nplint.Mend(context.Background(), o, false)
	if err != nil || len(repair.Changes) != 1 || string(repair.Changes[0].After) != texts[plan] {
		t.Errorf("the command writes something else: %v", err)
	}
}

// TestMendedByActions mends the demo by what is offered for its findings alone, until nplint is quiet: what a fix can
// do by that, and the rest is let stand.
func TestMendedByActions(t *testing.T) {
	c := open(t, demo(t), pulling)
	texts := map[string]string{}
	var count struct{ fixed, stand int }
	for step := 0; ; step++ {
		type file struct {
			URI   string
			Items []diagnostic
		}
		var all struct{ Items []file }
		c.call("workspace/diagnostic", workspaceDiagnosticParams{}, &all)
		slices.SortFunc(all.Items, func(a, b file) int { return strings.Compare(a.URI, b.URI) })
		i := slices.IndexFunc(all.Items, func(f file) bool { return len(f.Items) > 0 })
		if i < 0 {
			break
		}
		if step > 100 {
			t.Fatalf("nplint is never quiet: %+v", all.Items[i])
		}
		name, d := paths.Below(keyOf(all.Items[i].URI), c.dir), all.Items[i].Items[0]
		if _, opened := texts[name]; !opened {
			texts[name] = c.openFile(name)
		}
		var fix, stand *codeAction
		for _, a := range c.actions(name, d.Range, quickFix) {
			if a.Diagnostics[0].Code != d.Code || a.Diagnostics[0].Message != d.Message {
				continue
			}
			switch {
			case a.Edit != nil && fix == nil:
				fix = &a
			case a.Data != nil:
				stand = &a
			}
		}
		switch {
		case fix != nil:
			count.fixed++
			c.apply(*fix, texts)
		case stand != nil:
			count.stand++
			c.apply(*stand, texts)
		default:
			t.Fatalf("%s: nothing can be done about %+v", name, d)
		}
	}
	t.Logf("%d mended, %d let stand", count.fixed, count.stand)
	report, err := nplint.Run(t.Context(), nplint.Options{Dir: c.dir, Nested: true, Config: configIn(t, c.dir)})
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("nplint is not quiet: %v %+v", err, report.Findings)
	}
	if count.fixed < 20 {
		t.Errorf("%d are mended, want at least 20", count.fixed)
	}
}

func configIn(t *testing.T, dir string) *nplint.Config {
	t.Helper()
	c, err := configOf(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestHover holds what is said of a finding, and of a key.
func TestHover(t *testing.T) {
	c := open(t, demo(t), usual)
	const agent = "agents/np-loan-clerk.md"
	c.openFile(agent)
	for _, row := range []struct {
		at   position
		want []string // nil is nothing
	}{
		{position{3, 8}, []string{"**agent-invalid-tier**: Tier is not", "/agent-invalid-tier.md)", "`tier`, required"}},
		{position{1, 1}, []string{"`name`, required", "Agent definition (`nubos/agent`)"}},
		{position{4, 2}, []string{"`model` is forbidden: models are chosen by tier", "**agent-forbidden-field**"}},
		{position{12, 0}, nil},
	} {
		var h *hover
		c.call("textDocument/hover", positionParams{c.id(agent), row.at}, &h)
		if (h == nil) != (row.want == nil) {
			t.Errorf("%v: said is %+v", row.at, h)
			continue
		}
		if h != nil && (h.Range == nil || !touches(*h.Range, rangeOf{row.at, row.at})) {
			t.Errorf("%v: said is something about %+v", row.at, h.Range)
		}
		for _, want := range row.want {
			if !strings.Contains(h.Contents.Value, want) {
				t.Errorf("%v: said is %s, want %s", row.at, h.Contents.Value, want)
			}
		}
	}
}

// TestComplete holds what is offered where the text has a |.
func TestComplete(t *testing.T) {
	const agent, verification = "agents/np-new.md", ".nubos-pilot/milestones/M001/M001-VERIFICATION.md"
	for _, row := range []struct{ file, text, want string }{
		{agent, "---\nname: np-new\n|\n---\n", "description: |tier: |tools: |color: |module: "},
		{agent, "---\nname: np-new\nti|er: x\n---\n", "description|tier|tools|color|module"},
		{agent, "---\ntier: |\n---\n", "haiku|sonnet|opus"},
		{agent, "---\ntier: so|\nname: x", "haiku|sonnet|opus"},
		{agent, "---\nmodule: |\n---\n", "true"},
		{agent, "---\nname: x\n---\ntier: |\n", ""},
		{agent, "---\n# ti|\n---\n", ""},
		{verification, "---\nmilestone_status: ver|\n---\n", "verified|failed|deferred"},
		{verification, "---\n---\n### SC-1: x\n- **Status:** |\n", "Pass|Fail|Defer|Pending"},
		{verification, "---\n---\n### SC-4: x\n#|\n",
			"### SC-5: title\n- **Status:** Pending\n- **Classified by:** …\n- **Evidence:** …"},
		{"README.md", "---\nti|\n---\n", ""},
	} {
		c := open(t, demo(t), usual)
		at := strings.IndexByte(row.text, '|')
		text := newText(row.text[:at] + row.text[at+1:])
		c.openFile(row.file, text.src)
		var list completionList
		c.call("textDocument/completion", positionParams{c.id(row.file), text.position(at, utf16Units)}, &list)
		var got []string
		slices.SortStableFunc(list.Items, func(a, b completionItem) int { return strings.Compare(a.SortText, b.SortText) })
		for _, item := range list.Items {
			got = append(got, item.TextEdit.NewText)
		}
		if strings.Join(got, "|") != row.want {
			t.Errorf("%q: offered is %q, want %q", row.text, strings.Join(got, "|"), row.want)
		}
	}
}
