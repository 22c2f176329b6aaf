package plugin_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/claude/plugin"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", plugin.Analyzer) }
