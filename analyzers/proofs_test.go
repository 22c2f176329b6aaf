package analyzers_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

// TestProofs runs the proofs of each pass with it and core alone.
func TestProofs(t *testing.T) {
	for _, a := range analyzers.Passes() {
		t.Run(a.Name, func(t *testing.T) { nplinttest.Run(t, "../rules", a) })
	}
}
