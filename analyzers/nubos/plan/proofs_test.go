package plan_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos/plan"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", plan.Analyzer) }
