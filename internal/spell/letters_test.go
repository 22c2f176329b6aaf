package spell

import (
	"strings"
	"testing"
)

// TestLetters holds what letters tell against the measure: words are never nearer than they say.
func TestLetters(t *testing.T) {
	words := []string{"", "a", "K", "k", "K", "İx", "ix", "ſ", "S", "order-reviewer", "Order_Reviewers", "orderreviewer", "reviewer",
		"include7CoAuthoredBy", "includeCoAuthoredBy", "überall", "uberall", "?", "\x7f", "-m_", " M"}
	for _, a := range words {
		for _, b := range words {
			far := lettersOf(a).apart(lettersOf(b))
			if real := distance(strings.ToLower(a), strings.ToLower(b), 100); far > real {
				t.Errorf("%q and %q are %d apart, and their letters say %d", a, b, real, far)
			}
			if Same(a, b) && far > separating {
				t.Errorf("%q is %q but for separators, and their letters are %d apart", a, b, far)
			}
		}
	}
	if far := lettersOf("release").apart(lettersOf("billing")); far < 3 {
		t.Errorf("release and billing are %d apart", far)
	}
}
