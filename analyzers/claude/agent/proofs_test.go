package agent_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/claude/agent"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", agent.Analyzer) }
