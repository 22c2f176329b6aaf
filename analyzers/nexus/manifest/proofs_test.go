package manifest_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nexus/manifest"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", manifest.Analyzer) }
