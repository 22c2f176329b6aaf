package workflow_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nplinttest"
	"github.com/nplint/nplint/analyzers/nubos/workflow"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", workflow.Analyzer) }
