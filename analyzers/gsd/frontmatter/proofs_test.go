package frontmatter_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/gsd/frontmatter"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", frontmatter.Analyzer) }
