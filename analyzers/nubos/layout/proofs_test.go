package layout_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos/layout"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", layout.Analyzer) }
