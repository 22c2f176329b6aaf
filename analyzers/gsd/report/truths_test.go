package report

import "testing"

// TestOutlook reads the words that reports write for the status of a truth.
func TestOutlook(t *testing.T) {
	for status, want := range map[string]int{
		"✓ VERIFIED": good, "**VERIFIED**": good, "✅ holds": good, "✓ it holds": good, "PASSED (override)": good, "Verified": good,
		"✗ FAILED": failed, "❌ STUB": failed, "failed": failed, "✗": failed,
		"? UNCERTAIN": open, "PRESENT_BEHAVIOR_UNVERIFIED": open, "insufficient_spec": open,
		"DEFERRED to phase 4": unread, "deferred, uncertain": unread, "✓ VERIFIED (deferred part in 4)": good, "": unread, "see below": unread,
	} {
		if got := outlook(status); got != want {
			t.Errorf("%q is read as %d and not as %d", status, got, want)
		}
	}
}
