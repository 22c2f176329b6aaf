package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsLongPaths tells very many findings of a file with a very long path, which is not written anew for each.
func TestAttemptsLongPaths(t *testing.T) {
	r, path := &Report{}, strings.Repeat("d/", 2000)
	for i := range 20_000 {
		f := Finding{Rule: "a", Path: path, At: fmt.Sprintf("k%d", i), Severity: Error, Message: fmt.Sprint(i)}
		f.Range.Start.Offset = i
		r.Findings = append(r.Findings, f)
	}
	const most = 40 << 20
	scratch.Bound(t, most, func() {
		Fingerprints(r.Findings, func(path string) string { return path }, func(string, int) []byte { return nil })
	})
	scratch.Bound(t, most, func() { Gather(r) })
}
