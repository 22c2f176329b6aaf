package vocab_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nexus/vocab"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", vocab.Analyzer) }
