package config

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestOwnPacks names folders of packs among the directories of contracts.
func TestOwnPacks(t *testing.T) {
	const pack = `
-- packs/demo/pack.toml --
name = "demo"
title = "Cards"
version = "1.0"
prefix = "demo-"
markers = [".demo/*"]
-- packs/demo/demo-title.md --
---
id: demo-title
title: Title
severity: error
analyzer: contract
kinds: demo/release
fix: none
since: 0.1.0
source: nplint
tags: demo
---

Why.
-- packs/demo/kinds/release.toml --
kind = "demo/release"
title = "Card"
about = "People read it."
paths = [".demo/{version}.md"]
dialect = "yaml"
source = "nplint"
[frontmatter.properties]
title = { type = "string" }
[codes]
"frontmatter.title" = "demo-title"
[example]
text = """
---
title: a
---
"""
-- .nplint.toml --
contracts.dirs = ["packs/demo", "kinds"]
rules.demo-title = "off"
-- kinds/notes --
`
	for name, c := range map[string]struct{ more, want string }{
		"as it is": {"", ""},
		"another of the name": {"-- .nplint.toml --\ncontracts.dirs = [\"packs/demo\", \"kinds/demo\"]\n-- kinds/demo/pack.toml --\n" +
			"name = \"demo\"\ntitle = \"Cards\"\nversion = \"1.0\"\nprefix = \"demo-\"\nmarkers = [\".demo/*\"]\n",
			"kinds/demo/pack.toml:1: there is another pack demo; give one of them another name"},
		"the name of one that is built in": {"-- .nplint.toml --\ncontracts.dirs = [\"packs/gsd\"]\n-- packs/gsd/pack.toml --\nname = \"gsd\"\n" +
			"title = \"Cards\"\nversion = \"1.0\"\nprefix = \"gsd-\"\nmarkers = [\".demo/*\"]\n", "packs/gsd/pack.toml:1: there is another pack gsd"},
		"since": {"-- packs/demo/pack.toml --\nname = \"demo\"\ntitle = \"Cards\"\nsince = \"0.1.0\"\nversion = \"1.0\"\nprefix = \"demo-\"\nmarkers = [\".demo/*\"]\n",
			"packs/demo/pack.toml:3: since is for packs that come with nplint; remove it"},
		"a broken page":   {"-- packs/demo/demo-title.md --\n---\nid: demo-title\n---\n", "packs/demo/demo-title.md:"},
		"a broken pack":   {"-- packs/demo/pack.toml --\nname = 1\n", "packs/demo/pack.toml:1: "},
		"not its prefix":  {"-- packs/demo/pack.toml --\nname = \"demo\"\ntitle = \"Cards\"\nversion = \"1.0\"\nprefix = \"card-\"\nmarkers = [\".demo/*\"]\n", "card-"},
		"an unknown rule": {"-- .nplint.toml --\ncontracts.dirs = [\"kinds\"]\nrules.demo-title = \"off\"\n", "unknown rule \"demo-title\""},
		"a directory above": {"-- .nplint.toml --\ncontracts.dirs = [\"..\", \"packs/demo\"]\n",
			"contracts.dirs[0]: \"..\": must lie below the configuration's directory"},
	} {
		files := map[string]string{}
		var tree strings.Builder
		for _, f := range txtar.Parse([]byte(pack + c.more)).Files {
			files[f.Name] = string(f.Data)
		}
		for name, data := range files {
			tree.WriteString("-- " + name + " --\n" + data)
		}
		file := filepath.Join(settled(t, tree.String()), "estate", Name)
		loaded, err := Load(file, builtIn)
		if got := mistakes(err, file); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got  %s\nwant %s", name, got, c.want)
		}
		if err == nil && (len(loaded.OwnPacks) != 1 || !loaded.IsPack("packs/demo") || loaded.IsPack("kinds") || loaded.known.Rules.Get("demo-title") == nil) {
			t.Errorf("%s: the pack is not known: %+v", name, loaded.OwnPacks)
		}
	}
	for kind, want := range map[string]string{"verification": "", "nubos/verification": "nubos", "nexus/history": "nexus", "history": "nexus", "requirements": "", "release": ""} {
		if got := builtIn.PackOf(kind); got != want {
			t.Errorf("%s is of the pack %q, want %q", kind, got, want)
		}
	}
}
