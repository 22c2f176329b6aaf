package repo_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nexus"
	"github.com/nplint/nplint/analyzers/nexus/repo"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Packs{nexus.Pack}.Run(t, "../../../rules", repo.Analyzer) }
