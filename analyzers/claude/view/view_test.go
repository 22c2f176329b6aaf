package view_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/scratch"
)

// TestViews holds what is shown of shop against what was read once.
func TestViews(t *testing.T) {
	archive, err := txtar.ParseFile("../../../rules/claude/base/shop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	views, _, err := nplint.Views(t.Context(), nplinttest.Options(t, archive.Files))
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
	views, _, err := nplint.Views(t.Context(), nplinttest.Options(t, archive.Files))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, "unloaded.txt", scratch.Views(views))
}
