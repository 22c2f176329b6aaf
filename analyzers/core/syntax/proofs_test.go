package syntax_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers"
	"github.com/nplint/nplint/analyzers/core/syntax"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) {
	nplinttest.Packs(analyzers.All).Run(t, "../../../rules", syntax.Analyzer)
}
