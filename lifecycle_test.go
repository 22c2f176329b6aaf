package nplint_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

// lives is a catalogue with a rule of the house, whose page has more keys than others.
func lives(t *testing.T, keys string) *rules.Catalogue {
	t.Helper()
	page := func(id, keys string) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "---\nid: %s\ntitle: Greet\nseverity: warning\nanalyzer: house\nkinds: any\nfix: none\n"+
			"since: 0.1.0\nsource: us\ntags: style\noption.words: [hello]\n%s---\n\nWhy.\n", id, keys)}
	}
	known, err := (*rules.Catalogue)(nil).With(fstest.MapFS{
		"house/house-greeting.md": page("house-greeting", keys), "house/house-gone.md": page("house-gone", "removed-in: 0.1.0\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// ofHouse lints agents, one beside the other, with the rule of the house and a configuration, and returns what is said of the rule and of
// configurations: severity, rule and message of each, and how many findings are in the baseline.
func ofHouse(t *testing.T, known *rules.Catalogue, config, more string, set func(*nplint.Options)) string {
	t.Helper()
	o := options(t, threeAgents+more)
	if err := os.WriteFile(filepath.Join(o.Dir, ".nplint.toml"), []byte("version = 1\n"+config), 0o644); err != nil {
		t.Fatal(err)
	}
	o.Rules, o.Passes = known, []*analysis.Analyzer{houseRule(greet)}
	o.Config = must(nplint.LoadConfig(filepath.Join(o.Dir, ".nplint.toml"), known))
	if set != nil {
		set(&o)
	}
	report := run(t, o)
	var said []string
	for _, f := range report.Findings {
		switch {
		case f.Rule == "house-greeting":
			said = append(said, strings.TrimSuffix(filepath.Base(f.Path), ".md")+" "+f.Severity.String())
		case strings.HasPrefix(f.Rule, "config-"):
			said = append(said, fmt.Sprintf("%s:%d %s %s", f.Path, f.Range.Start.Line, f.Severity, f.Message))
		}
	}
	if report.Summary.Baselined > 0 {
		said = append(said, fmt.Sprint(report.Summary.Baselined, " held"))
	}
	return strings.Join(said, "; ")
}

// TestRenamedRule names a rule by an id that it once had, and one that was removed, wherever a configuration can.
func TestRenamedRule(t *testing.T) {
	known := lives(t, "renamed-from: house-salute, house-hello\n")
	const all = "np-first warning; np-second warning; np-third warning"
	renamed := func(line int, older string) string {
		return fmt.Sprintf(".nplint.toml:%d info %s is called house-greeting now; the entry holds all the same, but write house-greeting", line, older)
	}
	removed := func(line int) string {
		return fmt.Sprintf(".nplint.toml:%d info nplint no longer has the rule house-gone since version 0.1.0, so the entry changes nothing; remove it", line)
	}
	for _, c := range []struct {
		name, config, want string
		set                func(*nplint.Options)
	}{
		{name: "not at all", want: all},
		{name: "off", config: "[rules]\nhouse-salute = \"off\"\n", want: renamed(3, "house-salute")},
		{name: "both ids", config: "[rules]\nhouse-salute = \"off\"\nhouse-greeting = \"error\"\n",
			want: renamed(3, "house-salute") + "; " + strings.ReplaceAll(all, "warning", "error")},
		{name: "an option", config: "[rules]\nhouse-hello = { words = [\"hi\"] }\n", want: renamed(3, "house-hello") + "; " + all},
		{name: "of a contract", config: "[rules]\n\"agent/house-hello\" = \"info\"\n",
			want: renamed(3, "house-hello") + "; " + strings.ReplaceAll(all, "warning", "info")},
		{name: "an override", config: "[[overrides]]\npaths = [\"agents/np-first.md\"]\n[overrides.rules]\nhouse-salute = \"off\"\n",
			want: renamed(5, "house-salute") + "; np-second warning; np-third warning"},
		{name: "a suppression", config: "[[suppressions]]\npaths = [\"agents/np-*.md\"]\nrules = [\"house-salute\"]\nreason = \"they are shy\"\n",
			want: renamed(4, "house-salute")},
		{name: "a removed rule", config: "[rules]\nhouse-gone = \"warning\"\n", want: removed(3) + "; " + all},
		{name: "a removed rule that is suppressed", config: "[[suppressions]]\npaths = [\"**\"]\nrules = [\"house-gone\"]\nreason = \"they are shy\"\n",
			want: removed(4) + "; " + all},
		{name: "the caller's choice", want: "", set: func(o *nplint.Options) { o.Disable = []string{"house-salute"} }},
		{name: "the caller's other choice", want: all, set: func(o *nplint.Options) { o.Only = []string{"agent/house-hello"} }},
	} {
		if got := ofHouse(t, known, c.config, "", c.set); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestPresets turns on what is off unless somebody asks for it.
func TestPresets(t *testing.T) {
	const all = "np-first warning; np-second warning; np-third warning"
	enable := func(o *nplint.Options) { o.Enable = []string{"house-greeting"} }
	for _, c := range []struct {
		name, keys, config, want string
		set                      func(*nplint.Options)
	}{
		{name: "recommended", keys: "preset: recommended\n", want: all},
		{name: "strict", keys: "preset: strict\n"},
		{name: "strict, asked for", keys: "preset: strict\n", config: "preset = \"strict\"\n", want: all},
		{name: "strict, named", keys: "preset: strict\n", config: "[rules]\nhouse-greeting = \"warning\"\n", want: all},
		{name: "strict, enabled", keys: "preset: strict\n", set: enable, want: all},
		{name: "preview", keys: "preview: true\n"},
		{name: "preview, asked for", keys: "preview: true\n", config: "preview = true\n", want: all},
		{name: "preview, enabled", keys: "preview: true\n", set: enable, want: all},
		{name: "a strict preview, half asked for", keys: "preview: true\npreset: strict\n", config: "preview = true\n"},
	} {
		if got := ofHouse(t, lives(t, c.keys), c.config, "", c.set); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// oldBaseline was written when the rule of the house was called house-salute.
const oldBaseline = `
-- .nplint-baseline.json --
{
  "version": 1,
  "files": {
    "agents/np-first.md": {
      "house-salute": ["HELD"]
    }
  }
}
`

// TestRenamedInBaseline holds findings against a baseline that knows their rule by an id that it once had.
func TestRenamedInBaseline(t *testing.T) {
	known := lives(t, "renamed-from: house-salute\n")
	const held = "cb32c9d830100185e7e554b26a800182"
	const want = `.nplint-baseline.json:1 info house-salute: rules that were renamed or removed; their findings are let stand all the same, ` +
		"and `nplint baseline update` writes the ids of today; np-second warning; np-third warning; 1 held"
	var updated string
	got := ofHouse(t, known, "", strings.Replace(oldBaseline, "HELD", held, 1), func(o *nplint.Options) {
		change, err := nplint.UpdateBaseline(context.Background(), *o, false)
		if err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(o.Dir, ".nplint-baseline.json")
		before := must(os.ReadFile(copied))
		if err := change.Write(); err != nil {
			t.Fatal(err)
		}
		updated = string(must(os.ReadFile(copied)))
		if err := os.WriteFile(copied, before, 0o644); err != nil {
			t.Fatal(err)
		}
	})
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !strings.Contains(updated, "house-greeting") || strings.Contains(updated, "house-salute") || slices.Contains(strings.Fields(updated), held) {
		t.Errorf("the baseline is updated to\n%s", updated)
	}
}

// TestOldBaseline holds findings against a baseline that nplint 0.1.0 wrote: it has to be of use to every later version.
func TestOldBaseline(t *testing.T) {
	o := options(t, `
-- agents/np-first.md --
---
name: np-first
description: Counts the parcels.
tier: huge
tools: Read, Print
---
-- .nplint-baseline.json --
{
  "version": 1,
  "files": {
    "agents/np-first.md": {
      "agent-invalid-tier": [
        "552b7652362efbcf8fcca60dba72b82f"
      ],
      "agent-unknown-tool": [
        "8ba2da4c065d663686718ef7bda4b7cf"
      ],
      "doctrine:missing-completeness-file": [
        "09b6169ef56523dac0641eac1d726490"
      ]
    }
  }
}
`)
	if report := run(t, o); len(report.Findings) > 0 || report.Summary.Baselined != 3 {
		t.Errorf("%d findings are held, and these are not:\n%s", report.Summary.Baselined, write(t, "text", report))
	}
}
