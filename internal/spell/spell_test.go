package spell

import (
	"strings"
	"testing"
)

// TestNearestBounds holds from where on nothing is looked for, and words that are longer than most.
func TestNearestBounds(t *testing.T) {
	long, longest := strings.Repeat("word-", 8), strings.Repeat("ä", 100)
	words := func(n int) []string { return append(make([]string, n-1), "pending") }
	for _, test := range []struct {
		word, want string
		known      []string
	}{
		{long + "ab", long + "ba", []string{long, long + "ba"}},
		{long[1:], long, []string{long[3:], long, "w"}},
		{"ab" + long, "", []string{long + "xyz", "xy" + long + "zz"}},
		{longest[2:] + "x", longest, []string{longest}},
		{longest + "x", "", []string{longest}},
		{"pendng", "pending", words(1000)},
		{"pendng", "", words(1001)},
		{"max_lines", "", []string{"min_lines"}},
		{"max_line", "max_lines", []string{"min_lines", "max_lines"}},
		{"Import", "", []string{"export"}},
		{"a_b", "A-B", []string{"ab", "A-B"}[1:]},
		{"", "", []string{"a"}},
	} {
		if got := Nearest(test.word, test.known); got != test.want {
			t.Errorf("Nearest(%q) is %q, not %q", test.word, got, test.want)
		}
	}
	if got := Close("max_lines", []string{"min_lines"}); got != "" {
		t.Errorf("Close to the contrary is %q", got)
	}
	if got := Close(longest+"x", []string{longest}); got != "" {
		t.Errorf("Close to a word of 101 code points is %q", got)
	}
}

func TestOnly(t *testing.T) {
	for _, test := range []struct {
		word, want string
		known      []string
	}{
		{"isues", "issues", []string{"clean", "issues"}},
		{"pendng", "pending", []string{"pending", "parked"}},
		{"cat", "", []string{"bat", "car"}}, // as near to one as to the other
		{"bats", "bat", []string{"bat", "car"}},
		{"In_Progress", "in-progress", []string{"in-progress", "in-progres"}},
		{"zebra", "", []string{"pending"}},
	} {
		if got := Only(test.word, test.known); got != test.want {
			t.Errorf("%s of %q: got %q, want %q", test.word, test.known, got, test.want)
		}
	}
}

func TestSurely(t *testing.T) {
	for _, test := range []struct {
		word, meant string
		want        bool
	}{
		{"PASS", "Pass", true}, {"Passed", "Pass", true}, {"deferred", "Defer", true}, {"closed", "close", true},
		{"in_progress", "in-progress", true}, {"Passing", "Pass", false}, {"Pas", "Pass", false}, {"ad", "a", false},
	} {
		if got := Surely(test.word, test.meant); got != test.want {
			t.Errorf("%s for %s: got %v", test.word, test.meant, got)
		}
	}
}

func TestShaped(t *testing.T) {
	for _, c := range []struct{ text, model, want string }{
		{"M1", "M001", "M001"},
		{"m0001", "M001", "M001"},
		{"M1234", "M001", "M1234"},
		{"M01-S2", "M001-S001", "M001-S002"},
		{"M01", "M001-S001", "M001"},
		{"М001–S001", "M001-S001", "M001-S001"},
		{"M001_S001_T2", "M001-S001-T0001", "M001-S001-T0002"},
		{"Mitte", "M001", ""},
		{"7", "M001", ""},
		{"M1-S1", "M001", ""},
		{"", "M001", ""},
	} {
		if got := Shaped(c.text, c.model); got != c.want {
			t.Errorf("%q like %q: got %q, want %q", c.text, c.model, got, c.want)
		}
	}
}
