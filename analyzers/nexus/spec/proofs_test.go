package spec_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/nexus/spec"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Run(t, "../../../rules", spec.Analyzer) }
