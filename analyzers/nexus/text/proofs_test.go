package text_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nexus"
	"github.com/nplint/nplint/analyzers/nexus/text"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Packs{nexus.Pack}.Run(t, "../../../rules", text.Analyzer) }
