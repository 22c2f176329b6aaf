package symbol_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/claude"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/scratch"
)

// TestSymbols holds the symbols of shop against what was read once.
func TestSymbols(t *testing.T) { hold(t, "shop.txt", "../../../rules/claude/base/shop.txtar") }

// TestSymbolsTold holds all the ways in which files name something: keys, permissions, matchers, paths, words; of the
// project, of a plugin, of another project, and of two files that have one name.
func TestSymbolsTold(t *testing.T) { hold(t, "told.txt", "testdata/told.txtar") }

func hold(t *testing.T, golden, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	table, err := engine.Symbols(t.Context(), nplinttest.Options(t, archive.Files), parts.Of(claude.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, golden, scratch.Symbols(table.Symbols))
}
