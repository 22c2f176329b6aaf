package layout_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/gsd"
	"github.com/nplint/nplint/analyzers/gsd/layout"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Packs{gsd.Pack}.Run(t, "../../../rules", layout.Analyzer) }
