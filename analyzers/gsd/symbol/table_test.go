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
	hold(t, "minimal.txt", "../../../rules/gsd/base/minimal.txtar",
		txtar.File{Name: ".planning/milestones/v0.9-MILESTONE-AUDIT.md", Data: []byte("# Audit\n\nPhase 1 came before Phase 2, and 02-01 is its plan.\n")},
		txtar.File{Name: ".planning/phases/01-booking/.continue-here.md", Data: []byte("Phase 1 waits.\n")})
}

// TestSymbolsTold holds all the ways in which artefacts mean something: tables, ranges, names of files and directories,
// milestones of then and now, phases with letters and of workstreams, ids that stand there twice.
func TestSymbolsTold(t *testing.T) { hold(t, "told.txt", "testdata/told.txtar") }

func hold(t *testing.T, golden, file string, more ...txtar.File) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	table, err := engine.Symbols(t.Context(), nplinttest.Options(t, append(archive.Files, more...)), parts.Of(gsd.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, golden, scratch.Symbols(table.Symbols))
}
