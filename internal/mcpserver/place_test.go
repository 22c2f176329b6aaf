package mcpserver

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/nasty"
)

// uri returns the URI of a file.
func uri(path string) string {
	if path = filepath.ToSlash(path); !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return "file://" + path
}

// TestRoots holds that nothing outside of what a client gives is looked at or written, whatever names and links lead
// there.
func TestRoots(t *testing.T) {
	top := tree(t, "-- mine/.git/HEAD --\n-- mine/.nplint.toml --\nversion = 1\n"+settings+"-- mine/agents/np-finder.md --\n"+agent+
		"-- mine/sub/agents/np-sub.md --\n"+agent+"-- other/agents/np-other.md --\n"+agent+"-- other/.nplint.toml --\nversion = 1\n"+settings)
	links := map[string]string{
		"mine/out": "../other", "mine/agents/np-out.md": "../../other/agents/np-other.md", "mine/nowhere": "../other/absent",
		"mine/in": "agents", "mine/sub/agents/np-up.md": "../../agents/np-finder.md",
	}
	for name, to := range links {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(top, filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
	mine, other := filepath.Join(top, "mine"), filepath.Join(top, "other")
	before := content(t, other)
	for i, c := range []struct {
		name    string
		dir     string   // where the server was started
		roots   []string // nil is a client that has none
		path    string   // "" is none
		want    string   // in the text
		isError bool
	}{
		{"no roots, the directory", mine, nil, "", "agents/np-finder.md:4:7", false},
		{"no roots, outside", mine, nil, other, "lies outside of what may be looked at: " + mine, true},
		{"no roots, up", mine, nil, "../other", "lies outside of", true},
		{"no roots, up and back", mine, nil, "../mine/agents", "np-finder.md:4:7", false},
		{"an empty list", mine, []string{}, other, "lies outside of", true},
		{"a root", mine, []string{uri(mine)}, "", "agents/np-finder.md:4:7", false},
		{"a root elsewhere", mine, []string{uri(other)}, "", "agents/np-other.md:4:7", false},
		{"a root elsewhere, by its name", mine, []string{uri(other)}, "agents/np-other.md", "agents/np-other.md:4:7", false},
		{"a root elsewhere, where the server is", mine, []string{uri(other)}, mine, "lies outside of what may be looked at: " + other, true},
		{"two roots", mine, []string{uri(other), uri(mine)}, uri(other), "other/agents/np-other.md:4:7", false},
		{"a root below the directory", top, []string{uri(mine)}, "agents", "agents/np-finder.md:4:7", false},
		{"a root that is no directory here", mine, []string{"https://example.com/"}, "", "none of the client's roots", true},
		{"a root that is not there", mine, []string{uri(filepath.Join(top, "absent"))}, mine, "lies outside of", true},
		{"a root with a link in its name", mine, []string{uri(filepath.Join(mine, "out"))}, "", "agents/np-other.md:4:7", false},
		{"a link out", mine, []string{uri(mine)}, "out", "out leads, through a symbolic link, outside of", true},
		{"what lies behind a link out", mine, []string{uri(mine)}, "out/agents/np-other.md", "leads, through a symbolic link, outside of", true},
		{"what is not behind a link out", mine, []string{uri(mine)}, "out/agents/np-absent.md", "leads, through a symbolic link, outside of", true},
		{"a file that is a link out", mine, []string{uri(mine)}, "agents/np-out.md", "leads, through a symbolic link, outside of", true},
		{"a link to nothing", mine, []string{uri(mine)}, "nowhere", "a symbolic link leads nowhere", true},
		{"a link that stays", mine, []string{uri(mine)}, "in/np-finder.md", "np-finder.md:4:7", false},
		{"up through a link", mine, []string{uri(mine)}, "out/../agents", "agents/np-finder.md:4:7", false},
		{"a part of the repository", mine, []string{uri(filepath.Join(mine, "sub"))}, "", "2 findings in files outside of what may be looked at", false},
		{"a path of a finding in a part", filepath.Join(mine, "sub"), nil, "sub/agents/np-sub.md", "np-sub.md:4:7", false},
		{"a path of a finding outside of a part", filepath.Join(mine, "sub"), nil, "agents/np-finder.md", "lies outside of", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := connect(t, newServer(Options{Dir: c.dir}), eras[i%2], c.roots)
			arguments := map[string]any{}
			if c.path != "" {
				arguments["paths"] = []string{c.path}
			}
			result := client.call("check", jsonOf(t, arguments))
			if got := textOf(result); result.IsError != c.isError || !strings.Contains(got, c.want) {
				t.Errorf("got %s\nwant %s", got, c.want)
			} else if strings.HasPrefix(c.name, "a part") && strings.Contains(got, "np-up.md:") {
				t.Errorf("what a link leads to is told: %s", got)
			}
			if !c.isError {
				return
			}
			for _, tool := range []string{"fix", "doctor", "graph"} {
				if got := client.call(tool, jsonOf(t, arguments)); !got.IsError || !strings.Contains(textOf(got), c.want) {
					t.Errorf("%s: got %s\nwant %s", tool, textOf(got), c.want)
				}
			}
			text := map[string]any{"text": agent, "path": c.path + "/np-new.md", "kind": "nubos/agent"}
			if got := client.call("check", jsonOf(t, text)); c.path != "" && !strings.HasSuffix(c.path, ".md") && !got.IsError {
				t.Errorf("a text: got %s", textOf(got))
			}
		})
	}
	client := connect(t, newServer(Options{Dir: mine}), eras[1], []string{uri(filepath.Join(mine, "sub"))})
	if got := client.call("fix", `{"write": true}`); !got.IsError || !strings.Contains(textOf(got), "nothing was written") {
		t.Errorf("what lies outside is mended: %s", textOf(got))
	}
	connect(t, newServer(Options{Dir: mine}), eras[1], []string{uri(mine)}).call("fix", `{"write": true}`)
	after := content(t, other)
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s was written", name)
		}
	}
}

// TestNested holds that a configuration below the place, and what it extends, are found wherever the server runs.
func TestNested(t *testing.T) {
	dir := tree(t, project+"-- base.toml --\nversion = 1\nrules.agent-invalid-tier = \"off\"\n"+
		"-- sub/agents/np-finder.md --\n"+agent+"-- sub/.nplint.toml --\nversion = 1\nextends = [\"../base.toml\"]\n")
	got := connect(t, newServer(Options{Dir: dir}), eras[1], nil).call("check", `{}`)
	if text := textOf(got); got.IsError || strings.Contains(text, "sub/agents") || !strings.Contains(text, "2 files, 1 error") {
		t.Errorf("got %s", text)
	}
}

// TestRootsOfAll holds that nobody has the whole disk looked at by accident.
func TestRootsOfAll(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its topmost directories are drives")
	}
	client := connect(t, newServer(Options{Dir: "/"}), eras[0], nil)
	if got := client.call("check", `{}`); !got.IsError || !strings.Contains(textOf(got), "nplint mcp DIRECTORY") {
		t.Errorf("got %s", textOf(got))
	}
}

// TestInert puts the values of package nasty through every tool, as names, texts and arguments: nothing that goes out,
// on the wire or as a client reads it, is obeyed by anybody.
func TestInert(t *testing.T) {
	var files strings.Builder
	files.WriteString("-- .git/HEAD --\n-- .nplint.toml --\nversion = 1\ncontracts.dirs = [\"evil\"]\n" +
		"-- evil/pack.toml --\nname = \"evil\"\ntitle = \"##[error]x\"\nversion = \"1\"\nprefix = \"evil\"\nmarkers = [\"{x}.evil\"]\n" +
		"-- evil/evil-rule.md --\n---\nid: evil-rule\ntitle: ##[error]title ::x::\nkinds: any\ntags: evil\nseverity: error\nfix: none\n" +
		"analyzer: contract\nsince: 0.1.0\nsource: x\n---\n::error::why\n\n\u202e\u009b31m\n" +
		"-- evil/kinds/thing.toml --\nkind = \"evil/thing\"\ntitle = \"::error::x ##[error]y\"\nabout = \"##[error]z\"\nsource = \"x\"\npaths = [\"{x}.evil\"]\n" +
		"[codes]\n\"/no-content\" = \"evil-rule\"\n")
	dir := tree(t, files.String())
	write := func(name, text string) {
		if os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755) == nil {
			_ = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644) // no system takes every name
		}
	}
	for i, value := range nasty.Values {
		text := "---\nname: " + value + "\ndescription: " + value + "\ntier: \"" + value + "\"\n" + value + ": x\ntools: Read\n---\n" + value + "\n"
		name := value
		if len(value) > 100 || strings.ContainsAny(value, "/\x00") {
			name = fmt.Sprint(i)
		}
		write("agents/np-"+name+".md", text)
		write(fmt.Sprintf(".nubos-pilot/milestones/M%03d/slices/S001/S001-PLAN.md", i),
			"---\nslice: \""+value+"\"\n---\n<task id=\""+value+"\" depends_on=\""+value+"\" wave=\"1\" tier=\"haiku\">\n  <name>"+value+"</name>\n</task>\n")
	}
	client := connect(t, newServer(Options{Dir: dir}), eras[0], nil)
	calls := map[string][]string{
		"check": {`{"limit": 200}`, `{"paths": ["NASTY"]}`, `{"text": "NASTY", "path": "agents/np-x.md"}`, `{"text": "x", "path": "NASTY"}`, `{"text": "x", "kind": "NASTY"}`, `{"only": ["NASTY"]}`},
		"fix":   {`{"unsafe": true}`, `{"paths": ["NASTY"]}`}, "explain": {`{"names": ["NASTY"]}`, `{"names": ["evil-rule", "evil/thing"]}`},
		"contract_prompt": {`{"kind": "NASTY"}`, `{"path": "NASTY"}`, `{"kind": "evil/thing"}`}, "doctor": {`{}`, `{"paths": ["NASTY"]}`},
		"graph": {`{}`, `{"drawing": "mermaid"}`, `{"drawing": "dot"}`, `{"drawing": "NASTY"}`, `{"id": "NASTY"}`},
	}
	for tool, err := range client.Tools(t.Context(), nil) {
		if err != nil || calls[tool.Name] == nil {
			t.Errorf("the tool %s is not listed here, so nobody knows whether what it says is inert: %v", tool.Name, err)
		}
		for i, arguments := range calls[tool.Name] {
			values := []string{""}
			if strings.Contains(arguments, "NASTY") {
				values = nasty.Values[i%6 : 30 : 30]
			}
			for j := 0; j < len(values); j += 6 { // each value reaches some of them
				value := values[j]
				quoted := strings.Trim(jsonOf(t, strings.ToValidUTF8(value, "")), `"`)
				result := client.call(tool.Name, strings.ReplaceAll(arguments, "NASTY", quoted))
				if obeyed := nasty.Obeyed(textOf(result)); obeyed != "" {
					t.Errorf("%s %s: the text has %s", tool.Name, arguments, obeyed)
				}
				eachString(result.StructuredContent, func(s string) {
					if obeyed := nasty.Obeyed(strings.ReplaceAll(s, "\r", "")); obeyed != "" {
						t.Errorf("%s %s: the data has %s", tool.Name, arguments, obeyed)
					}
				})
			}
		}
	}
	for r, err := range client.Resources(t.Context(), nil) {
		if err != nil || nasty.Obeyed(r.Title) != "" || nasty.Obeyed(r.Description) != "" {
			t.Errorf("%v %+v", err, r)
		}
	}
	for _, value := range nasty.Values {
		_, _ = client.ReadResource(t.Context(), readOf("nplint://rules/"+value)) // what it says is on the wire
	}
	if _, err := client.ReadResource(t.Context(), readOf("nplint://rules/evil-rule")); err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(client.wire.String()) {
		if said, ok := strings.CutPrefix(line, "read: "); ok {
			if obeyed := nasty.Obeyed(said); obeyed != "" {
				t.Errorf("on the wire is %s", obeyed)
			}
		}
	}
}

// TestSwapped puts a link that leads out into the place of a directory when a call knows already where it is to look.
func TestSwapped(t *testing.T) {
	for _, name := range []string{"agents/np-finder.md", "agents", "agents/np-absent.md"} {
		t.Run(name, func(t *testing.T) {
			top := tree(t, "-- mine/.git/HEAD --\n-- mine/agents/np-finder.md --\n"+agent+"-- other/agents/np-x.md --\n"+agent+
				"-- other/np-finder.md --\n"+agent+"-- other/.nplint.toml --\nversion = 1\n[rules]\nsecret = \"off\"\n")
			p, err := newServer(Options{Dir: filepath.Join(top, "mine")}).placeOf(nil)
			if err != nil {
				t.Fatal(err)
			}
			text := agent
			in := checkIn{Paths: []string{name}}
			if strings.Contains(name, "absent") {
				in = checkIn{Path: name, Text: &text}
			}
			o, err := checkOptions(p, &in)
			if err != nil {
				t.Fatal(err)
			}
			agents := filepath.Join(top, "mine", "agents")
			if err := os.Rename(agents, agents+".old"); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(top, "other"), agents); err != nil {
				t.Skip(err)
			}
			report, err := nplint.Run(t.Context(), o)
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("it says %v", err)
			}
			if report != nil && report.Base != filepath.Join(top, "mine") {
				t.Errorf("what is looked at lies in %s", report.Base)
			}
		})
	}
}
