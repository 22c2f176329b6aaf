package version

import "testing"

func TestLater(t *testing.T) {
	for _, c := range []struct {
		version, than string
		want          bool
	}{
		{"1.10.0", "1.9.2", true},
		{"1.9.2", "1.10.0", false},
		{"1.3.0", "1.3.0", false},
		{"1.3.0", "1.3", true},
		{"1.3", "1.3.0", false},
		{"1.3", "1.2.4", true},
		{"v2.0.0", "1.9", true},
		{"1.5.5-rc.1", "1.5.5", false},
		{"1.5.5+build", "1.5.4", true},
		{"", "0.0.1", false},
		{"0.0.1", "", true},
		{"next", "0.1", false},
	} {
		if got := Later(c.version, c.than); got != c.want {
			t.Errorf("%q later than %q: %t", c.version, c.than, got)
		}
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{"1.2.4": true, "v1.2": true, "1.6.0-beta.1": true, "": false, "1": false, "latest": false,
		"^1.2.4": false, "1.2.x": false, "1.2.4-::error::": false, "workspace:*": false} {
		if Is(text) != want {
			t.Errorf("%q is a version: %t", text, !want)
		}
	}
}
