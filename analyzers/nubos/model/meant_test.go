package model

import "testing"

// TestMeant finds tags and headings that were meant to be others, and says nothing of those that were not.
func TestMeant(t *testing.T) {
	text := "# Lane\n\n<goal>\nSwim.\n</gaol>\n\n<domain>\nPool.\n<p>\n</p>\n</div>\n\n" +
		"<deferred>\nBar.\n</later>\n\n### Definition of Done\n\n## Definitions\n"
	d := parsed(text)
	for _, c := range []struct{ name, at, hint string }{
		{"goal", "</gaol>", "; is `</gaol>` meant for it?"},
		{"domain", "<domain>", ""},
		{"deferred", "</later>", "; is `</later>` meant for it?"},
	} {
		for i := range d.Body.Elements {
			if e := &d.Body.Elements[i]; e.Name == c.name {
				span, hint := d.Body.Unclosed(e.Name, e.Open)
				if got := d.Text(span); got != c.at || hint != c.hint {
					t.Errorf("%s: got %q and %q, want %q and %q", c.name, got, hint, c.at, c.hint)
				}
			}
		}
	}
	for title, want := range map[string]string{"Definition of Done": "Definition of Done",
		"Definition of Don": "Definition of Done", "Completeness Mandate": ""} {
		got := ""
		if h := d.Body.MeantHeading(title); h != nil {
			got = h.Text
		}
		if got != want {
			t.Errorf("heading %q: got %q, want %q", title, got, want)
		}
	}
}

// TestVerificationSound takes what agrees for consistent, and nothing else.
func TestVerificationSound(t *testing.T) {
	for _, c := range []struct {
		v    Verification
		want bool
	}{
		{Verification{Status: "verified", Total: 2, Passed: 2}, true},
		{Verification{Status: "deferred", Total: 2, Passed: 2}, true},
		{Verification{Status: "deferred", Total: 2, Passed: 1, Pending: 1}, true},
		{Verification{Status: "failed", Total: 2, Passed: 1, Failed: 1}, true},
		{Verification{Status: "verified", Total: 3, Passed: 2}, false},
		{Verification{Status: "verified", Total: 2, Passed: 1, Deferred: 1}, false},
		{Verification{Status: "failed", Total: 2, Passed: 2}, false},
		{Verification{Status: "deferred", Total: 1, Failed: 1}, false},
		{Verification{Status: "done", Total: 2, Passed: 2}, false},
		{Verification{Status: "verified", Total: 1, Passed: 2, Failed: -1}, false},
	} {
		if got := c.v.Consistent(); got != c.want {
			t.Errorf("%+v: got %v, want %v", c.v, got, c.want)
		}
	}
}
