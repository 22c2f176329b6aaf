package view_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/gsd"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/scratch"
)

// TestViews holds what is shown of minimal against what was read once.
func TestViews(t *testing.T) {
	archive, err := txtar.ParseFile("../../../rules/gsd/base/minimal.txtar")
	if err != nil {
		t.Fatal(err)
	}
	views, _, err := engine.Views(t.Context(), nplinttest.Options(t, archive.Files), parts.Of(gsd.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, "minimal.txt", scratch.Views(views))
}
