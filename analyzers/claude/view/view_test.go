package view_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/claude"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/scratch"
)

// TestViews holds what is shown of shop against what was read once.
func TestViews(t *testing.T) {
	archive, err := txtar.ParseFile("../../../rules/claude/base/shop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	views, _, err := engine.Views(t.Context(), nplinttest.Options(t, archive.Files), parts.Of(claude.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, "shop.txt", scratch.Views(views))
}

// TestUnloaded holds what does not load, and why, against what was read once.
func TestUnloaded(t *testing.T) {
	archive := txtar.Parse([]byte(`
-- .claude/agents/a.md --
---
name: helper
description: Helps.
---
-- .claude/agents/b.md --
---
name: helper
description: Helps as well.
---
-- .claude/agents/nameless.md --
---
description: Helps whoever asks.
---
-- .claude/agents/silent.md --
---
name: silent
---
-- .claude/agents/README.md --
Agents lie here.
-- .claude/commands/bake.md --
Bake.
-- .claude/skills/bake/SKILL.md --
---
name: bake
description: Bakes. Use it when there is dough.
---
-- .claude/skills/deep/mix/SKILL.md --
---
name: mix
description: Mixes. Use it when there is none.
---
-- .claude/agent/lost.md --
---
name: lost
description: Is nowhere.
---
`))
	views, _, err := engine.Views(t.Context(), nplinttest.Options(t, archive.Files), parts.Of(claude.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, "unloaded.txt", scratch.Views(views))
}

// TestNamedByMany holds that the first hundred of those that name a part are listed, and how many more there are, of
// which the part itself is none.
func TestNamedByMany(t *testing.T) {
	files := []txtar.File{{Name: ".claude/agents/zebra.md", Data: []byte("---\nname: zebra\ndescription: A zebra. Use it when asked.\n---\nzebra\n")}}
	for i := range 102 {
		files = append(files, txtar.File{Name: fmt.Sprintf(".claude/commands/c%03d.md", i), Data: []byte("Ask the zebra agent.\n")})
	}
	views, _, err := engine.Views(t.Context(), nplinttest.Options(t, files), parts.Of(claude.Pack))
	if err != nil {
		t.Fatal(err)
	}
	if got := scratch.Views(views); !strings.Contains(got, "c098, c099 and 2 more\n") {
		t.Errorf("got %.400s", got)
	}
}

// TestNamed holds which texts name a part, and which only have a word like its name, against what was read once.
func TestNamed(t *testing.T) {
	archive := txtar.Parse([]byte(`
-- .claude/commands/first.md --
order-keeper first; the baker bakes when we mix, and weigh: that is all.
-- .claude/commands/other.md --
weigh first. Others: mix, baker.
-- .claude/commands/quoted.md --
Let *baker* and "mix" do it after é/weigh.
-- .claude/commands/desk/quoted.md --
Let 'baker' do it, and the weigh command.
-- .claude/commands/keep/quoted.md --
Let order-keeper do it.
-- .claude/commands/keep/last.md --
Ask /first, order-keeper
-- .claude/agents/baker.md --
---
name: baker
description: Bakes, and weighs what we mix. Use it when there is dough.
skills: mix
---
-- .claude/agents/order-keeper.md --
---
name: order-keeper
description: Keeps orders. Use it when there are some.
skills:
  - mix
tools: Agent(baker)
---
-- .claude/commands/weigh.md --
Weigh it with @baker
-- .claude/skills/mix/SKILL.md --
---
name: mix
description: Mixes, unlike order-keeper. Use it when there is none.
---

Call "mix" again.
`))
	views, _, err := engine.Views(t.Context(), nplinttest.Options(t, archive.Files), parts.Of(claude.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, "named.txt", scratch.Views(views))
}
