package symbol_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/scratch"
)

// TestSymbols holds the symbols of underway against what was read once.
func TestSymbols(t *testing.T) { hold(t, "underway.txt", "../../../rules/nubos/base/underway.txtar") }

// TestSymbolsTold holds what the other kinds tell: agents and hand-offs between them, checkpoints, reviews, sections about
// a milestone, ids that stand there twice.
func TestSymbolsTold(t *testing.T) { hold(t, "told.txt", "testdata/told.txtar") }

func hold(t *testing.T, golden, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	table, err := engine.Symbols(t.Context(), nplinttest.Options(t, archive.Files), parts.Of(nubos.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, golden, scratch.Symbols(table.Symbols))
}
