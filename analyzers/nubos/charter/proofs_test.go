package charter_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/analyzers/nubos/charter"
)

func TestProofs(t *testing.T) {
	nplinttest.Packs{nubos.Pack}.Run(t, "../../../rules", charter.Analyzer)
}
