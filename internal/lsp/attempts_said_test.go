package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nplint/nplint"
)

// TestAttemptsMarkup has names, and the contracts and pages that a repository brings, say what Markdown would take for
// markup: an editor that shows it would fetch pictures and offer links.
func TestAttemptsMarkup(t *testing.T) {
	const evil = "![x](http://evil.example/a.png) [y](command:z) <img src=x> http://evil.example www.evil.example @octo `c` **b** $(sync)"
	lines := strings.ReplaceAll(evil, " ", "\n") + "\n===\n- x\n```\nx"
	const agent, own = ".claude/agents/x.md", "docs/a.md"
	tree := map[string]string{
		agent:            "---\nname: " + quoted(evil) + "\ndescription: b\n---\n![x\n",
		".nplint.toml":   "version = 1\ncontracts.dirs = [\"evil\"]\n",
		"evil/pack.toml": "name = \"evil\"\ntitle = \"x\"\nversion = \"1\"\nprefix = \"evil\"\nmarkers = [\"docs\"]\n",
		"evil/evil-a.md": "---\nid: evil-a\ntitle: " + evil + "\nkinds: any\ntags: evil\nseverity: error\nfix: none\nanalyzer: contract\n" +
			"since: 0.1.0\nsource: x\n---\n" + lines + "\n",
		"evil/kinds/a.toml": "kind = \"evil/a\"\ntitle = " + quoted(evil) + "\nsource = \"x\"\npaths = [\"docs/{x}.md\"]\n[codes]\n" +
			"\"/no-content\" = \"evil-a\"\n[frontmatter]\nproperties.k = { type = \"string\", description = " + quoted(lines) + " }\n" +
			"properties.e.enum = [" + quoted(evil) + "]\nproperties." + quoted(evil) + ".type = \"string\"\nforbidden.f = " + quoted(evil) + "\n",
		own:         "---\nk: 1\ne: 1\nf: 1\n\n---\n",
		"docs/b.md": "",
	}
	dir := demo(t)
	for name, text := range tree {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, dir, usual)
	escaped := regexp.MustCompile(`\\[[:punct:]]`)
	markup := regexp.MustCompile("!\\[x|\\(command|<img|://evil|www\\.evil|@octo|`c`|\\*b\\*|\\$\\(|(?m:^===|^- x)")
	for _, a := range []struct {
		file  string
		at    position
		shown string
	}{
		{agent, position{1, 8}, "agent"}, {own, position{1, 1}, "\\`evil/a\\`"}, {own, position{2, 1}, "evil"},
		{own, position{3, 1}, "forbidden"}, {own, position{4, 0}, ""}, {"docs/b.md", position{0, 0}, "evil-a"},
	} {
		c.openFile(a.file)
		var h *hover
		var list completionList
		c.call("textDocument/hover", positionParams{c.id(a.file), a.at}, &h)
		c.call("textDocument/completion", positionParams{c.id(a.file), a.at}, &list)
		var said []string
		if h != nil {
			said = append(said, h.Contents.Value)
		}
		for _, item := range list.Items {
			if item.Documentation != nil {
				said = append(said, item.Documentation.Value)
			}
		}
		if len(said) == 0 || !strings.Contains(strings.Join(said, ""), a.shown) {
			t.Errorf("%s:%v shows %q, without %q", a.file, a.at, said, a.shown)
		}
		for _, text := range said {
			if found := markup.FindString(escaped.ReplaceAllString(text, "")); found != "" {
				t.Errorf("%s:%v: %q is markup in %q", a.file, a.at, found, text)
			}
		}
	}
}

// TestAttemptsSaid offers very many keys of which each would tell a long title and a long schema.
func TestAttemptsSaid(t *testing.T) {
	const file, most = "docs/a.md", 4 << 20
	var contract strings.Builder
	fmt.Fprintf(&contract, "kind = \"team/a\"\ntitle = %s\npaths = [\"docs/{x}.md\"]\n[frontmatter]\n\"$defs\".d.description = %s\n",
		quoted(strings.Repeat("T", 8000)), quoted(strings.Repeat("D", 8000)))
	contract.WriteString("\"$defs\".d.enum = [")
	for i := range 150 {
		fmt.Fprintf(&contract, "%s, ", quoted(fmt.Sprint(i, strings.Repeat("v", 60))))
	}
	contract.WriteString("]\n")
	for i := range 1000 {
		fmt.Fprintf(&contract, "properties.k%d.\"$ref\" = \"#/$defs/d\"\n", i)
	}
	dir := demo(t)
	for name, text := range map[string]string{
		".nplint.toml": "version = 1\ncontracts.dirs = [\"contracts\"]\n", "contracts/a.toml": contract.String(), file: "---\n\nk1: \n---\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, dir, usual)
	c.openFile(file)
	for _, at := range []position{{1, 0}, {2, 4}} {
		var list completionList
		c.call("textDocument/completion", positionParams{c.id(file), at}, &list)
		size := 0
		for _, item := range list.Items {
			size += len(item.Label) + len(item.Detail)
			if item.Documentation != nil {
				size += len(item.Documentation.Value)
			}
		}
		if len(list.Items) < 100 || size > most {
			t.Errorf("at %v are %d items, of which %d bytes are said, and %d are the most", at, len(list.Items), size, most)
		}
	}
}

// TestAttemptsSuppressed lets a finding stand, by an entry in the configuration, whose place has a character that TOML takes
// for none of a text: the configuration can be read afterwards.
func TestAttemptsSuppressed(t *testing.T) {
	const file, text = ".nubos-pilot/config.json", `{"k\u007f": 1, "k\u007f": 2}`
	dir := demo(t)
	c := open(t, dir, usual)
	c.openFile(file, text)
	c.wait(file, "findings", func(p publishDiagnosticsParams) bool { return len(p.Diagnostics) > 0 })
	config := filepath.Join(dir, nplint.ConfigName)
	before, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, a := range c.actions(file, rangeOf{End: position{Line: 1}}) {
		if !strings.Contains(a.Title, "stand here") {
			continue
		}
		tried++
		c.call("codeAction/resolve", a, &a)
		changes, err := json.Marshal(a.Edit)
		if err != nil {
			t.Fatal(err)
		}
		var edit struct {
			DocumentChanges []struct{ Edits []textEdit }
			Changes         map[string][]textEdit
		}
		if err := json.Unmarshal(changes, &edit); err != nil {
			t.Fatal(err)
		}
		after := string(before)
		for _, change := range edit.DocumentChanges {
			after += change.Edits[0].NewText
		}
		for _, edits := range edit.Changes {
			after += edits[0].NewText
		}
		if err := os.WriteFile(config, []byte(after), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := nplint.LoadConfig(config, nil); err != nil || !strings.Contains(after, "u007f") {
			t.Errorf("%v:\n%s", err, after)
		}
	}
	if tried == 0 {
		t.Error("nothing can be let stand")
	}
}
