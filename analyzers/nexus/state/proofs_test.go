package state_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nexus/state"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", state.Analyzer) }
