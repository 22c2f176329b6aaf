package plan_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/analyzers/nubos/plan"
)

func TestProofs(t *testing.T) { nplinttest.Packs{nubos.Pack}.Run(t, "../../../rules", plan.Analyzer) }
