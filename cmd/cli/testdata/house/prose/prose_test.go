package prose_test

import (
	"testing"

	"example.org/house/prose"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../pages", prose.Analyzer) }
