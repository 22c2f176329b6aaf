package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// eager is what an editor can that cannot ask for the edit of an action later.
var eager = strings.Replace(usual, `, "resolveSupport": {"properties": ["edit"]}`, "", 1)

// most is how many bytes may be allocated for an answer: more than may be held at once.
const most = 400 << 20

// TestAttemptsActions asks what can be done in all of a file with thousands of findings, which takes no linting for
// each.
func TestAttemptsActions(t *testing.T) {
	const plan = ".nubos-pilot/milestones/M004/slices/S001/S001-PLAN.md"
	many := func(text string) string {
		var all strings.Builder
		for i := range scratch.Many(3000) {
			all.WriteString(strings.ReplaceAll(text, "~", fmt.Sprintf("%04d", i+1)))
		}
		return all.String()
	}
	for _, a := range []struct{ name, file, text string }{
		{"a plan", plan, "# Plan\n\n" + many("<task id=\"M004-S001-T~\">\n<files_modified>\n- a~.go\n</files_modified>\n</task>\n\n")},
		{"a plan on a line", plan, "# Plan\n\n" + many("<task id=\"M004-S001-T~\"></task>") + strings.Repeat("€", 100_000) + "\n"},
		{"fixes", ".nubos-pilot/roadmap.yaml", "schema_version: 2\nmilestones:\n" + many("  - id: M~\n    name: a\n")},
	} {
		for client, can := range map[string]string{"later": usual, "at once": eager} {
			t.Run(a.name+" "+client, func(t *testing.T) {
				dir := demo(t)
				file := filepath.Join(dir, a.file)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(a.text), 0o600); err != nil {
					t.Fatal(err)
				}
				c := open(t, dir, can)
				c.openFile(a.file)
				c.wait(a.file, "findings", func(p publishDiagnosticsParams) bool { return len(p.Diagnostics) > 100 })
				var actions []codeAction
				scratch.Bound(t, most, func() { actions = c.actions(a.file, rangeOf{End: position{Line: 100_000}}) })
				if len(actions) < 100 {
					t.Errorf("offered are %d actions", len(actions))
				}
				made := 0
				for _, action := range actions {
					if strings.Contains(action.Title, "stand here") && action.Edit != nil {
						made++
					}
				}
				if want := map[string]int{"later": 0, "at once": mostMade}[client]; made != want {
					t.Errorf("%d findings are let stand, want %d", made, want)
				}
			})
		}
	}
}

// TestAttemptsResolve asks for the edits of actions that were never offered.
func TestAttemptsResolve(t *testing.T) {
	c := open(t, demo(t), usual)
	c.openFile(slicePlan)
	for _, offset := range []int{-1, 1 << 30} {
		data, err := json.Marshal(deferred{Do: quickFix, URI: c.uri(slicePlan), Version: 1, Rule: "slice-plan-task", Offset: offset})
		if err != nil {
			t.Fatal(err)
		}
		err = c.conn.Call(t.Context(), "codeAction/resolve", codeAction{Data: data}, nil)
		if err == nil || strings.Contains(err.Error(), "crash") {
			t.Errorf("at %d: %v", offset, err)
		}
	}
}

// TestAttemptsOutline asks for the outline of files with very many parts, each of which could be held against all others.
func TestAttemptsOutline(t *testing.T) {
	for name, part := range map[string]struct {
		line string
		most int
	}{
		"requirements":          {"- [ ] **AB-~**: a\n", 70_000},
		"headings and elements": {"# A\n<a>\n</a>\n", 49_000}, // with more tags the file is not read
	} {
		t.Run(name, func(t *testing.T) {
			dir := demo(t)
			const file = ".planning/REQUIREMENTS.md"
			var all strings.Builder
			for i := range scratch.Many(part.most) {
				all.WriteString(strings.ReplaceAll(part.line, "~", fmt.Sprint(i)))
			}
			for file, text := range map[string]string{file: "# Requirements\n\n" + all.String(), ".planning/STATE.md": "---\ngsd_state_version: 1.0\n---\n"} {
				if err := os.MkdirAll(filepath.Join(dir, ".planning"), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c := open(t, dir, usual)
			c.openFile(file)
			var parts []any
			scratch.Bound(t, 3*most, func() { c.call("textDocument/documentSymbol", documentParams{c.id(file)}, &parts) })
			if len(parts) == 0 {
				t.Error("the outline is empty")
			}
		})
	}
}

// TestAttemptsContainers asks for the outline of a file in which a long name stands around very many parts, for an editor
// that is told of each what it lies in.
func TestAttemptsContainers(t *testing.T) {
	const file, most = ".nubos-pilot/config.json", 4 << 20
	var all strings.Builder
	fmt.Fprintf(&all, "{\"%s\": {\"\": 0", strings.Repeat("k", 10_000))
	for i := range 1000 {
		fmt.Fprintf(&all, ", \"k%d\": 0", i)
	}
	dir := demo(t)
	if err := os.WriteFile(filepath.Join(dir, file), []byte(all.String()+"}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := open(t, dir, usual)
	c.openFile(file)
	var parts json.RawMessage
	c.call("textDocument/documentSymbol", documentParams{c.id(file)}, &parts)
	if n := strings.Count(string(parts), "containerName"); n < 1000 || len(parts) > most {
		t.Errorf("%d parts are told in %d bytes, and %d are the most", n, len(parts), most)
	}
}

// TestAttemptsFindings changes a file with very many findings, of which no more are found than are shown.
func TestAttemptsFindings(t *testing.T) {
	const file = "docs/a.md"
	dir := t.TempDir()
	for name, text := range map[string]string{
		".nplint.toml": "version = 1\ncontracts.dirs = [\"contracts\"]\n",
		"contracts/a.toml": "kind = \"team/a\"\ntitle = \"A\"\npaths = [\"docs/{x}.md\"]\ndialect = \"none\"\n" +
			"[[patterns]]\nname = \"no\"\npattern = \"TODO\"\nforbidden = true\n",
		file: strings.Repeat("TODO\n", 150_000),
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, dir, usual)
	scratch.Bound(t, 3*most, func() {
		c.openFile(file)
		c.wait(file, "some findings", func(p publishDiagnosticsParams) bool {
			return len(p.Diagnostics) > 1 && strings.Contains(p.Diagnostics[len(p.Diagnostics)-1].Message, "neither told nor counted")
		})
	})
}

// TestAttemptsOpened opens very many documents that lie in no folder, each of which is a project of its own: one more is
// nothing to the others.
func TestAttemptsOpened(t *testing.T) {
	const n, most = 600, 200 << 20
	c := open(t, demo(t), usual)
	away := t.TempDir()
	scratch.Bound(t, most, func() {
		for i := range n {
			uri := toURI(filepath.Join(away, fmt.Sprint(i), "x.md"))
			c.notify("textDocument/didOpen", didOpenParams{textDocumentItem{uri, "markdown", 1, "x\n"}})
		}
		c.call("shutdown", nil, nil)
	})
}

// TestAttemptsOpenedDirectory opens a directory as if it were a document, which would have all below it linted: it is none.
func TestAttemptsOpenedDirectory(t *testing.T) {
	s := &server{workspace: workspace{docs: map[string]*doc{}}}
	for _, dir := range []string{t.TempDir(), filepath.VolumeName(t.TempDir()) + "/"} {
		didOpen(s, &didOpenParams{textDocumentItem{toURI(dir), "markdown", 1, "x\n"}})
	}
	if len(s.docs) > 0 {
		t.Errorf("open are %v", s.docs)
	}
}

// TestAttemptsOpenedDeep opens a document and a folder in more directories than any system has, each of which would be
// looked at, and a document whose directory is not there: what the project of the others has is told all the same.
func TestAttemptsOpenedDeep(t *testing.T) {
	dir := demo(t)
	c := open(t, dir, usual)
	deep := toURI("/" + strings.Repeat("a/", 20_000) + "x.md")
	scratch.Bound(t, most, func() {
		c.notify("textDocument/didOpen", didOpenParams{textDocumentItem{deep, "markdown", 1, "x\n"}})
		var h *hover
		c.call("textDocument/hover", positionParams{textDocumentID{deep}, position{}}, &h)
		var change didChangeFoldersParams
		change.Event.Added = []workspaceFolder{{URI: deep}}
		c.notify("workspace/didChangeWorkspaceFolders", change)
	})
	nowhere := toURI(filepath.Join(t.TempDir(), "gone", "x.md"))
	c.notify("textDocument/didOpen", didOpenParams{textDocumentItem{nowhere, "markdown", 1, "x\n"}})
	var all []symbolInformation
	if c.call("workspace/symbol", workspaceSymbolParams{""}, &all); len(all) == 0 {
		t.Error("nothing has a name")
	}
}

// TestAttemptsNames asks for the names of files in which very many places could be held against very many things.
func TestAttemptsNames(t *testing.T) {
	const (
		project = ".nubos-pilot/PROJECT.md"
		agent   = ".claude/agents/z.md"
		own     = "agents/np-a.md"
		front   = "---\nname: %s\ndescription: b\n---\n"
	)
	many := func(n int, text string) string {
		var all strings.Builder
		for i := range scratch.Many(n) {
			all.WriteString(strings.ReplaceAll(text, "~", fmt.Sprintf("%06d", 100_000+i)))
		}
		return all.String()
	}
	phases := map[string]string{
		".planning/ROADMAP.md": "# Roadmap\n", ".planning/STATE.md": "---\ngsd_state_version: 1.0\n---\n",
		".planning/PROJECT.md": many(300_000, "a b\n"),
	}
	for i := range scratch.Many(4000) {
		phases[fmt.Sprintf(".planning/phases/%02d-a/%02d-01-PLAN.md", i+1, i+1)] = "---\nplan: 01\n---\n"
	}
	twins := map[string]string{agent: fmt.Sprintf(front, "z") + many(150_000, "Skill(a) ")}
	for i := range scratch.Many(3000) {
		twins[fmt.Sprintf("p%d/.claude/skills/a/SKILL.md", i)] = fmt.Sprintf(front, "a")
	}
	var sections strings.Builder
	for i := range 190 {
		fmt.Fprintf(&sections, "[[sections]]\nheading = \"## a%d\"\n", i)
	}
	for i := range 190 {
		fmt.Fprintf(&sections, "[[blocks]]\nheading = \"### {X%c%c-n}: {title}\"\nfields.X = {}\n", 'A'+i/26, 'A'+i%26)
	}
	for _, a := range []struct {
		name, file, ask string
		at              position
		tree            map[string]string
	}{
		{"headings of milestones", project, "documentSymbol", position{},
			map[string]string{project: "# A\n" + many(120_000, "# M~\nM1\n"), ".nubos-pilot/roadmap.yaml": "a: b\n"}},
		{"directories of phases", ".planning/PROJECT.md", "documentSymbol", position{}, phases},
		{"skills of one name", agent, "documentSymbol", position{}, twins},
		{"a path that leads up and down", agent, "documentSymbol", position{},
			map[string]string{agent: fmt.Sprintf(front, "z") + "../" + many(900_000, "a/")}},
		{"places of one agent", own, "references", position{1, 7},
			map[string]string{own: fmt.Sprintf(front, "np-a") + many(380_000, "np-a ")}},
		{"places of one agent in a file", own, "documentHighlight", position{1, 7},
			map[string]string{own: fmt.Sprintf(front, "np-a") + many(380_000, "np-a ")}},
		{"ids in front of a long word", project, "completion", position{1, 4}, map[string]string{
			project: "# A\nREQ-" + strings.Repeat("x", 1_800_000), ".nubos-pilot/roadmap.yaml": "a: b\n",
			".nubos-pilot/REQUIREMENTS.md": "# Requirements\n\n" + many(60_000, "- [ ] **REQ-~**: a\n")}},
		{"sections and blocks", "docs/a.md", "completion", position{0, 1}, map[string]string{
			".nplint.toml": "version = 1\ncontracts.dirs = [\"contracts\"]\n", "docs/a.md": "#\n" + many(600_000, "\n\n"),
			"contracts/a.toml": "kind = \"team/a\"\ntitle = \"A\"\npaths = [\"docs/{x}.md\"]\n" + sections.String()}},
	} {
		t.Run(a.name, func(t *testing.T) {
			dir := demo(t)
			for name, text := range a.tree {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			c := open(t, dir, usual)
			c.openFile(a.file)
			scratch.Bound(t, 3*most, func() {
				c.call("textDocument/"+a.ask, positionParams{c.id(a.file), a.at}, nil)
			})
		})
	}
}

// TestAttemptsScripts asks for the scripts of a package that a link outside of the project is.
func TestAttemptsScripts(t *testing.T) {
	const project = ".nubos-pilot/PROJECT.md"
	dir, away := demo(t), filepath.Join(t.TempDir(), "package.json")
	if err := os.WriteFile(away, []byte(`{"scripts": {"secret": "x"}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, project), []byte("# A\nnpm run \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(dir, "package.json"))
	if err := os.Symlink(away, filepath.Join(dir, "package.json")); err != nil {
		t.Fatal(err)
	}
	c := open(t, dir, usual)
	c.openFile(project)
	var list completionList
	c.call("textDocument/completion", positionParams{c.id(project), position{1, 8}}, &list)
	if len(list.Items) != 0 {
		t.Errorf("offered are %+v", list.Items)
	}
}

// TestAttemptsSwapped has a link that leads out in the place of a directory of a file that was there: nothing is said to
// lie where it leads, where an editor would write.
func TestAttemptsSwapped(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"out": t.TempDir(), "in": filepath.Join(dir, "own")} {
		if err := os.MkdirAll(to, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	for name, want := range map[string]string{"out/a.md": "out/a.md", "in/a.md": "own/a.md", "own/a.md": "own/a.md"} {
		if got := keyIn(dir, name); got != filepath.Join(dir, filepath.FromSlash(want)) {
			t.Errorf("%s is %s", name, got)
		}
	}
}

// TestAttemptsChanges makes very many changes of one message: each moves little of the text, be it one line.
func TestAttemptsChanges(t *testing.T) {
	for name, src := range map[string]string{"one line": "ab ", "lines": "ab\n", "line ends": "\r", "wide characters": "😀 "} {
		t.Run(name, func(t *testing.T) {
			before := newText(strings.Repeat(src, scratch.Many(1_900_000)/len(src)))
			lines := strings.Contains(src, "\n")
			var changes []contentChange
			for i := range scratch.Many(10_000) {
				at := position{0, 3 * i}
				if lines {
					at = position{i, 0}
				}
				changes = append(changes, contentChange{&rangeOf{at, position{at.Line, at.Character + 1}}, "xyz"})
			}
			var after *text
			scratch.Bound(t, most, func() { after = before.changed(changes, utf16Units) })
			if len(after.src) == len(before.src) {
				t.Error("nothing is changed")
			}
		})
	}
}
