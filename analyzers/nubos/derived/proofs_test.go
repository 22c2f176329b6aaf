package derived_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos/derived"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", derived.Analyzer) }
