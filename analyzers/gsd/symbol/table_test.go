package symbol_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/gsd"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/scratch"
)

// TestSymbols holds the symbols of minimal, whose second phase is being carried out, against what was read once. What
// the audit of a former milestone says is about phases of that time.
func TestSymbols(t *testing.T) {
	archive, err := txtar.ParseFile("../../../rules/gsd/base/minimal.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := append(archive.Files,
		txtar.File{Name: ".planning/milestones/v0.9-MILESTONE-AUDIT.md", Data: []byte("# Audit\n\nPhase 1 came before Phase 2, and 02-01 is its plan.\n")},
		txtar.File{Name: ".planning/phases/01-booking/.continue-here.md", Data: []byte("Phase 1 waits.\n")})
	table, err := engine.Symbols(t.Context(), nplinttest.Options(t, files), parts.Of(gsd.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, "minimal.txt", scratch.Symbols(table.Symbols))
}
