package permission

import "testing"

func TestPartOfAHost(t *testing.T) {
	for rule, want := range map[string]bool{
		"WebFetch(https://example.com)": false, "WebFetch(https://example.com/*)": false, "WebFetch(example.com/)": false,
		"WebFetch(https://example.com/docs/*)": true, "WebFetch(url:example.com/docs)": true, "Read(/etc/**)": false,
	} {
		if got := IsPart(rule); got != want {
			t.Errorf("IsPart(%q) = %v", rule, got)
		}
	}
}
