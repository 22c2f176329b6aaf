package reference_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos/reference"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", reference.Analyzer) }
