package engine

import "testing"

// TestClosest has the comment that is to blame for a finding beside several.
func TestClosest(t *testing.T) {
	put := []*inserted{{start: 10, text: "12345"}, {start: 100, text: "12345"}, {start: 110, text: "12345"}}
	for offset, want := range map[int]int{0: 0, 12: 0, 40: 0, 80: 1, 103: 1, 107: 1, 109: 2, 112: 2, 200: 2} {
		if best := closest(put, offset); best != put[want] {
			t.Errorf("closest to %d is the comment at %d, not that at %d", offset, best.start, put[want].start)
		}
	}
}
