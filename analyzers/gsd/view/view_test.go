package view_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/gsd"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/scratch"
)

// TestViews holds what is shown of minimal, and of minimal with a decision that no plan names, against what was read once.
func TestViews(t *testing.T) {
	for _, name := range []string{"minimal", "uncovered"} {
		archive, err := txtar.ParseFile("../../../rules/gsd/base/minimal.txtar")
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range archive.Files {
			if name == "uncovered" && strings.HasSuffix(f.Name, "02-CONTEXT.md") {
				archive.Files[i].Data = []byte(strings.Replace(string(f.Data), "\n### Claude", "- **D-09:** Nobody is told twice\n\n### Claude", 1))
			}
		}
		show(t, name+".txt", archive)
	}
}

// TestViewsTold holds what is shown of a milestone that has a heading of its own, of plans that depend on one another or
// on none that there is, of a halted plan, and of a workstream without directories of phases.
func TestViewsTold(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/told.txtar")
	if err != nil {
		t.Fatal(err)
	}
	show(t, "told.txt", archive)
}

func show(t *testing.T, golden string, archive *txtar.Archive) {
	views, _, err := engine.Views(t.Context(), nplinttest.Options(t, archive.Files), parts.Of(gsd.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, golden, scratch.Views(views))
}
