package spell

import "testing"

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
