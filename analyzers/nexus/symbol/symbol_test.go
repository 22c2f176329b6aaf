package symbol_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/nexus"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/scratch"
)

// TestSymbols holds the symbols of minimal against what was read once.
func TestSymbols(t *testing.T) {
	archive, err := txtar.ParseFile("../../../rules/nexus/base/minimal.txtar")
	if err != nil {
		t.Fatal(err)
	}
	table, err := engine.Symbols(t.Context(), nplinttest.Options(t, archive.Files), parts.Of(nexus.Pack))
	if err != nil {
		t.Fatal(err)
	}
	scratch.Golden(t, "minimal.txt", scratch.Symbols(table.Symbols))
}

// TestEnds holds that a name may be all that a text has.
func TestEnds(t *testing.T) {
	archive, err := txtar.ParseFile("../../../rules/nexus/base/minimal.txtar")
	if err != nil {
		t.Fatal(err)
	}
	const file = "skills/nx-tidy/body.md"
	files := append(archive.Files, txtar.File{Name: file, Data: []byte("nx-tidy")})
	table, err := engine.Symbols(t.Context(), nplinttest.Options(t, files), parts.Of(nexus.Pack))
	if err != nil {
		t.Fatal(err)
	}
	if s, m := table.At(file, 0); s == nil || s.ID != "nx-tidy" || m.Span.Len() != len("nx-tidy") {
		t.Errorf("the text means %+v", s)
	}
}
