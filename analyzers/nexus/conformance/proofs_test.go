package conformance_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nexus/conformance"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", conformance.Analyzer) }
