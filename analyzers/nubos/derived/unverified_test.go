package derived

import (
	"fmt"
	"testing"

	"github.com/nplint/nplint/analyzers/nubos/model"
)

// TestUnverified holds each status of a milestone against what its verification makes it.
func TestUnverified(t *testing.T) {
	statuses := []string{"pending", "in-progress", "done", "deferred", "failed", "verified"}
	for _, of := range []struct {
		model.Verification
		makes, allows string // allows is the statuses that a milestone may have beside it
	}{
		{model.Verification{Status: "failed", Failed: 1}, "failed", "pending in-progress failed"},
		{model.Verification{Status: "deferred", Passed: 1, Pending: 1}, "in-progress", "pending in-progress deferred failed"},
		{model.Verification{Status: "deferred", Deferred: 1}, "deferred", "pending in-progress done deferred"},
		{model.Verification{Status: "verified", Passed: 1}, "verified", "pending in-progress done verified"},
		{model.Verification{Status: "deferred", Pending: 1}, "", "pending in-progress done deferred failed verified"},
	} {
		v := of.Verification
		v.Total = v.Passed + v.Failed + v.Deferred + v.Pending
		allows := ""
		for _, status := range statuses {
			why := unverified(nil, &model.Outline{ID: "M001", Verification: &v}, status)
			if why == "" {
				allows += " " + status
			} else if want := fmt.Sprintf("milestone M001 is %s, but its verification (%s) makes it %s; verify it "+
				"again, or write %[3]s", status, counts(&v), of.makes); why != want {
				t.Errorf("got %q, want %q", why, want)
			}
		}
		if allows != " "+of.allows {
			t.Errorf("%+v allows%s, want %s", v, allows, of.allows)
		}
	}
}

// TestShown names five things, and counts those behind them.
func TestShown(t *testing.T) {
	for all, want := range map[int]string{1: "a", 2: "a and b", 5: "a, b, c, d and e", 6: "a, b, c, d, e and 1 more"} {
		if got := shown([]string{"a", "b", "c", "d", "e", "f"}[:all]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
