package plan

import (
	"strings"
	"testing"
)

// TestCircular names up to twenty tasks of a circle, and of a longer one the first and the last.
func TestCircular(t *testing.T) {
	tasks := strings.Split("abcdefghijklmnopqrstuv", "")
	for n, want := range map[int]string{2: "a depends on b, and", 20: "s depends on t, and",
		22: "s depends on … (2 more) depends on v, and"} {
		if got := circular(tasks[:n]); !strings.Contains(got, want) {
			t.Errorf("of %d: %s", n, got)
		}
	}
}
