package inert

import "testing"

func TestCut(t *testing.T) {
	for _, c := range [][2]string{
		{"short", "short"}, {"exactly 10", "exactly 10"}, {"eleven char", "eleven ch…"}, {"完成完成完", "完成完成完"}, {"完成完成完成", "完成完成…"},
		{"👩‍👩‍👧 and more of it", "👩‍👩‍👧 and mo…"},
	} {
		if got := Cut(c[0], 10); got != c[1] {
			t.Errorf("%q becomes %q, want %q", c[0], got, c[1])
		}
	}
}
