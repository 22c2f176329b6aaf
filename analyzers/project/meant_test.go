package project

import "testing"

// TestMeant finds tags and headings that were meant to be others, and says nothing of those that were not.
func TestMeant(t *testing.T) {
	text := "# Lane\n\n<goal>\nSwim.\n</gaol>\n\n<domain>\nPool.\n</div>\n\n### Definition of Done\n\n## Definitions\n"
	d := parsed(text)
	for _, c := range []struct{ name, at, hint string }{
		{"goal", "</gaol>", "; is `</gaol>` a misspelling of it?"},
		{"domain", "<domain>", ""},
	} {
		for i := range d.Body.Elements {
			if e := &d.Body.Elements[i]; e.Name == c.name {
				span, hint := Unclosed(d.Body, e.Name, e.Open)
				if got := d.Text(span); got != c.at || hint != c.hint {
					t.Errorf("%s: got %q and %q, want %q and %q", c.name, got, hint, c.at, c.hint)
				}
			}
		}
	}
	for title, want := range map[string]string{"Definition of Done": "Definition of Done", "Definition of Don": "Definition of Done", "Completeness Mandate": ""} {
		got := ""
		if h := MeantHeading(d.Body, title); h != nil {
			got = h.Text
		}
		if got != want {
			t.Errorf("heading %q: got %q, want %q", title, got, want)
		}
	}
}
