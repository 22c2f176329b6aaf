package settings_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/claude"
	"github.com/nplint/nplint/analyzers/claude/settings"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) {
	nplinttest.Packs{claude.Pack}.Run(t, "../../../rules", settings.Analyzer)
}
