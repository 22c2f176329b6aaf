package prose_test

import (
	"testing"

	"example.org/house/prose"
	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos"
)

func TestProofs(t *testing.T) { nplinttest.Packs{nubos.Pack}.Run(t, "../pages", prose.Analyzer) }
