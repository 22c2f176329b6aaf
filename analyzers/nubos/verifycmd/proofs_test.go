package verifycmd_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/analyzers/nubos/verifycmd"
)

func TestProofs(t *testing.T) {
	nplinttest.Packs{nubos.Pack}.Run(t, "../../../rules", verifycmd.Analyzer)
}
