package report_test

import (
	"testing"

	"github.com/nplint/nplint/analyzers/gsd"
	"github.com/nplint/nplint/analyzers/gsd/report"
	"github.com/nplint/nplint/analyzers/nplinttest"
)

func TestProofs(t *testing.T) { nplinttest.Packs{gsd.Pack}.Run(t, "../../../rules", report.Analyzer) }
