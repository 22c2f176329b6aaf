package spell

import "testing"

func TestCount(t *testing.T) {
	for _, test := range []struct {
		n    int
		noun string
		want string
	}{
		{1, "warning", "1 warning"},
		{0, "warning", "0 warnings"},
		{2, "warning", "2 warnings"},
		{1, "success criterion", "1 success criterion"},
		{3, "success criterion", "3 success criteria"},
		{2, "entry", "2 entries"},
		{2, "day", "2 days"},
		{2, "other fix", "2 other fixes"},
	} {
		if got := Count(test.n, test.noun); got != test.want {
			t.Errorf("%d %s: got %s, want %s", test.n, test.noun, got, test.want)
		}
	}
}
