package git

import (
	"io"
	"strings"
	"testing"
)

// TestCapped copies more than is taken, as os/exec does with what git writes.
func TestCapped(t *testing.T) {
	for _, c := range []struct {
		bytes int
		full  bool
	}{{1000, false}, {1001, true}, {1 << 20, true}} {
		out := &capped{limit: 1000}
		_, err := io.Copy(out, strings.NewReader(strings.Repeat("x", c.bytes)))
		if (err != nil) != c.full || out.full != c.full || out.got.Len() > out.limit {
			t.Errorf("of %d bytes %d are kept; full: %v, error: %v", c.bytes, out.got.Len(), out.full, err)
		}
	}
}
