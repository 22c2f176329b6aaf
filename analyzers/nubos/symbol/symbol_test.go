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
func TestSymbols(t *testing.T) {
	archive, err := txtar.ParseFile("../../../rules/nubos/base/underway.txtar")
	if err != nil {
		t.Fatal(err)
	}
	table, err := engine.Symbols(t.Context(), nplinttest.Options(t, archive.Files), parts.Of(nubos.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, "underway.txt", scratch.Symbols(table.Symbols))
}
