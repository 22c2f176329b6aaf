package contract_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers"
	"github.com/nplint/nplint/analyzers/core/contract"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) {
	nplinttest.Packs(analyzers.All).Run(t, "../../../rules", contract.Analyzer)
}
