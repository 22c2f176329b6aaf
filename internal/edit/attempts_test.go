package edit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsLongPaths looks for new errors among very many of a file with a very long path, which is not written anew
// for each.
func TestAttemptsLongPaths(t *testing.T) {
	r, path := &report.Report{}, strings.Repeat("d/", 2000)
	for i := range 20_000 {
		at := fmt.Sprintf("k%d", i)
		r.Findings = append(r.Findings, report.Finding{Rule: "a", Path: path, At: at, Severity: report.Error, Message: at})
	}
	const most = 40 << 20
	scratch.Bound(t, most, func() {
		m := newMender(r, false, nil)
		m.start(r)
		m.choose(func(*report.Finding) bool { return false })
		if news := m.news(m.before); len(news) > 0 {
			t.Errorf("%d errors are new", len(news))
		}
	})
}
