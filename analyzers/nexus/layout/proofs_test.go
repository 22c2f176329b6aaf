package layout_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nexus"
	"github.com/nplint/nplint/analyzers/nexus/layout"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Packs{nexus.Pack}.Run(t, "../../../rules", layout.Analyzer) }
