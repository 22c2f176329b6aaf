package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	slicePlan = ".nubos-pilot/milestones/M003/slices/S002/S002-PLAN.md"
	otherPlan = ".nubos-pilot/milestones/M003/slices/S001/S001-PLAN.md"
)

// find returns the place in a file where a text stands for the n-th time, from 1.
func (c *editorClient) find(name, want string, n int) position {
	c.t.Helper()
	text := readFile(c.t, filepath.Join(c.dir, name))
	at := -1
	for range n {
		i := strings.Index(text[at+1:], want)
		if i < 0 {
			c.t.Fatalf("%s has no %q", name, want)
		}
		at += 1 + i
	}
	return newText(text).position(at+1, utf16Units)
}

// renaming is what an editor can that renames files.
var renaming = strings.Replace(usual, `["create"]`, `["create", "rename", "delete"]`, 1)

// TestNames goes from a task to where it is defined and meant, and tells what it is.
func TestNames(t *testing.T) {
	c := open(t, demo(t), renaming)
	at := positionParams{c.id(slicePlan), c.find(slicePlan, "M003-S002-T0001", 2)}
	var found []location
	c.call("textDocument/definition", at, &found)
	if len(found) == 0 || found[0].URI != c.uri(slicePlan) {
		t.Errorf("the definition is %+v", found)
	}
	var all []location
	c.call("textDocument/references", referenceParams{positionParams: at}, &all)
	if len(all) == 0 || slices.Contains(all, found[0]) {
		t.Errorf("the references are %+v", all)
	}
	with := referenceParams{positionParams: at}
	with.Context.IncludeDeclaration = true
	var more []location
	c.call("textDocument/references", with, &more)
	if len(more) <= len(all) || !slices.Contains(more, found[0]) {
		t.Errorf("the references with the definition are %+v", more)
	}
	var marks []documentHighlight
	c.call("textDocument/documentHighlight", at, &marks)
	if len(marks) < 2 {
		t.Errorf("the places in the file are %+v", marks)
	}
	var h *hover
	c.call("textDocument/hover", at, &h)
	if h == nil || !strings.Contains(h.Contents.Value, "**M003-S002-T0001**: task") {
		t.Errorf("said of it is %+v", h)
	}
	var nowhere []location
	c.call("textDocument/definition", positionParams{c.id(slicePlan), position{0, 0}}, &nowhere)
	if len(nowhere) > 0 {
		t.Errorf("defined at the start of the file is %+v", nowhere)
	}
}

// TestSymbols holds what is in a file and in the workspace.
func TestSymbols(t *testing.T) {
	c := open(t, demo(t), renaming)
	var flat []symbolInformation
	c.call("textDocument/documentSymbol", documentParams{c.id(slicePlan)}, &flat)
	if !slices.ContainsFunc(flat, func(s symbolInformation) bool { return s.Name == "M003-S002-T0002" && s.Kind == 12 }) {
		t.Errorf("in the file are %+v", flat)
	}
	deep := open(t, c.dir, strings.Replace(renaming, `"textDocument": {`,
		`"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}, `, 1))
	var tree []documentSymbol
	deep.call("textDocument/documentSymbol", documentParams{c.id(slicePlan)}, &tree)
	if len(tree) == 0 || len(tree) >= len(flat) {
		t.Errorf("the tree is %+v", tree)
	}
	var found []symbolInformation
	c.call("workspace/symbol", workspaceSymbolParams{"m3s2t"}, &found)
	var names []string
	for _, s := range found {
		names = append(names, s.Name)
	}
	if want := []string{"M003-S002-T0001", "M003-S002-T0002"}; !slices.Equal(names, want) {
		t.Errorf("like m3s2t are %v, want %v", names, want)
	}
}

// TestLinksAndLenses holds the paths that a plan names, and what its tasks wait for.
func TestLinksAndLenses(t *testing.T) {
	c := open(t, demo(t), renaming)
	c.openFile(otherPlan)
	c.openFile(slicePlan)
	var links []documentLink
	c.call("textDocument/documentLink", documentParams{c.id(otherPlan)}, &links)
	if !slices.ContainsFunc(links, func(l documentLink) bool { return l.Target == c.uri("package.json") }) {
		t.Errorf("the links are %+v", links)
	}
	var lenses []codeLens
	c.call("textDocument/codeLens", documentParams{c.id(slicePlan)}, &lenses)
	var titles []string
	for _, l := range lenses {
		titles = append(titles, l.Command.Title)
	}
	const wanted = "wave 2, S002; waits for M003-S001-T0001 and M003-S002-T0002; blocks M003-S002-T0002"
	if len(lenses) != 2 || titles[0] != wanted {
		t.Errorf("the lenses are %q", titles)
	}
}

// TestNamesComplete holds that ids and scripts that there are are offered.
func TestNamesComplete(t *testing.T) {
	c := open(t, demo(t), usual)
	for _, row := range []struct{ old, new, want string }{
		{`depends_on="M003-S002-T0001"`, `depends_on="M003-S002-|"`, "M003-S002-T0002"},
		{"npm run test:notice", "npm run te|", "test:notices"},
	} {
		name := slicePlan
		if strings.HasPrefix(row.old, "npm") {
			name = otherPlan
		}
		src := strings.Replace(readFile(t, filepath.Join(c.dir, name)), row.old, row.new, 1)
		at := strings.IndexByte(src, '|')
		if at < 0 {
			t.Fatalf("%s has no %s", name, row.old)
		}
		text := newText(src[:at] + src[at+1:])
		c.openFile(name, text.src)
		var list completionList
		c.call("textDocument/completion", positionParams{c.id(name), text.position(at, utf16Units)}, &list)
		if !slices.ContainsFunc(list.Items, func(i completionItem) bool { return i.Label == row.want }) {
			t.Errorf("%s: offered is %+v", row.new, list.Items)
		}
	}
}

// TestRename renames a task over the whole project by one request, files and directories too, and holds that nothing
// else has changed and nothing new is found. What may not be renamed is refused with the reason.
func TestRename(t *testing.T) {
	c := open(t, demo(t), renaming)
	at := positionParams{c.id(otherPlan), c.find(otherPlan, "M003-S001-T0001", 1)}
	before := c.findings()
	var place renamePlace
	c.call("textDocument/prepareRename", at, &place)
	if place.Placeholder != "T0001" {
		t.Errorf("what is renamed is %+v", place)
	}
	for name, want := range map[string]string{"T0001": "has that name already", "two words": "has not the form"} {
		err := c.conn.Call(t.Context(), "textDocument/rename", renameParams{at, name}, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("renaming to %q: %v, want %q", name, err, want)
		}
	}
	if err := open(t, c.dir, usual).conn.Call(t.Context(), "textDocument/rename", renameParams{at, "T0007"}, nil); err == nil ||
		!strings.Contains(err.Error(), "this editor renames none") {
		t.Errorf("an editor that renames no files is told %v", err)
	}
	var edit struct {
		DocumentChanges []struct {
			documentEdit
			Kind, OldURI, NewURI string
		}
	}
	c.call("textDocument/rename", renameParams{at, "T0007"}, &edit)
	moves := 0
	for _, change := range edit.DocumentChanges {
		if change.Kind == "rename" {
			moves++
			if err := os.Rename(keyOf(change.OldURI), keyOf(change.NewURI)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		file := keyOf(change.TextDocument.URI)
		text := newText(readFile(t, file))
		slices.Reverse(change.Edits)
		for _, e := range change.Edits {
			text = text.changed([]contentChange{{&e.Range, e.NewText}}, utf16Units)
		}
		if err := os.WriteFile(file, []byte(text.src), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if moves == 0 {
		t.Error("no file is renamed")
	}
	out, err := exec.Command("git", "-C", c.dir, "grep", "-l", "T0001", "--", "*S001*").CombinedOutput()
	if err == nil {
		t.Errorf("the old name is left in\n%s", out)
	}
	after := open(t, c.dir, renaming).findings()
	for i := range after {
		after[i] = strings.ReplaceAll(after[i], "T0007", "T0001")
	}
	if slices.Sort(after); !slices.Equal(after, before) {
		t.Errorf("found is\n%s\nbefore\n%s", strings.Join(after, "\n"), strings.Join(before, "\n"))
	}
}

// findings returns all that is wrong, sorted.
func (c *editorClient) findings() (found []string) {
	c.t.Helper()
	var all struct {
		Items []struct {
			URI   string
			Items []diagnostic
		}
	}
	c.call("workspace/diagnostic", workspaceDiagnosticParams{}, &all)
	for _, file := range all.Items {
		for _, d := range file.Items {
			text, _ := json.Marshal(d)
			found = append(found, fmt.Sprint(filepath.Base(file.URI), string(text)))
		}
	}
	slices.Sort(found)
	return found
}
