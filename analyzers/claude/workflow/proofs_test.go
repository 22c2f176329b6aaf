package workflow_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/claude"
	"github.com/nplint/nplint/analyzers/claude/workflow"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) {
	nplinttest.Packs{claude.Pack}.Run(t, "../../../rules", workflow.Analyzer)
}
