package contract_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/core/contract"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", contract.Analyzer) }
