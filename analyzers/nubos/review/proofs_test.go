package review_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos/review"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", review.Analyzer) }
