package requirement_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/gsd/requirement"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", requirement.Analyzer) }
