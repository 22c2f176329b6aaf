package schema_test

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
)

// TestFormats holds each format against texts that are of it and texts that are not, and asks the library for a second
// opinion.
func TestFormats(t *testing.T) {
	long := strings.Repeat("a", 64)
	tested := map[string]bool{}
	mistaken := map[string]bool{"@a.example": true, "https://a.example/{id}/b{?c,d}": true} // the library is
	for _, c := range []struct {
		format     string
		right, not []string
	}{
		{"date-or-time", []string{"2026-04-20", "2026-04-20T14:30:00Z", "2026-04-20T14:30:00+02:00", "2026-04-20T14:30", "2026-04-20 14:30:00 +0200"}, []string{"", "2026-04", "20.4.2026", "2026-02-30", "14:30"}},
		{"date", []string{"2026-04-20", "2024-02-29"}, []string{"2026-02-29", "2026-4-20", "2026-04-20T"}},
		{"date-time", []string{"2026-04-20T14:30:00Z", "2026-04-20t14:30:00.5z", "1998-12-31T23:59:60Z"}, []string{"2026-04-20T14:30Z", "2026-04-20 14:30:00Z", "2026-13-20T14:30:00Z", "2026-04-20T", "2026-04-20", "1998-12-31T22:59:60Z"}},
		{"time", []string{"00:00:00Z", "23:59:60Z", "23:59:59.25+01:00", "01:29:60+01:30", "15:59:60-08:00"}, []string{"24:00:00Z", "12:60:00Z", "12:00:61Z", "12:00:00", "12:00:00.Z", "23:59:60+01:00", "12:00:00+24:00", "1:00:00Z"}},
		{"duration", []string{"P1D", "PT1H", "P1Y2M3DT4H5M6S", "P2W"}, []string{"", "P", "P1", "PT", "P1DT", "P1H", "1D", "P1D2M", "P1W2D"}},
		{"period", []string{"2026-04-20T14:30:00Z/2026-04-21T14:30:00Z", "2026-04-20T14:30:00Z/P1D", "P1D/2026-04-20T14:30:00Z"}, []string{"", "2026-04-20T14:30:00Z", "P1D/P1D", "x/P1D", "2026-04-20T14:30:00Z/P"}},
		{"semver", []string{"1.0.0", "1.2.3-rc.1+build.5", "0.0.0-0a", "1.0.0--"}, []string{"1.0", "01.0.0", "1.0.0-01", "1.0.0-", "1.0.0+", "v1.0.0"}},
		{"uuid", []string{"2EB8AA08-aa98-11ea-b4aa-73b441d16380"}, []string{"2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4ga-73b441d16380"}},
		{"email", []string{"a.b@c.example", `"a b"@c.example`, "a@[127.0.0.1]", "a@[IPv6:::1]", long + "@a.example"}, []string{"a", "@a.example", "a@", ".a@b.example", "a..b@c.example", "a@b@-c.example", "a@[127.0.0.256]", "a@[::1]", "a@[IPv6:z]", "a@[127.0.0.1", "a" + long + "@a.example", "a b@c.example"}},
		{"hostname", []string{"a", "www.example.com.", "1-2.example", long[1:] + ".example", strings.Repeat("a.", 126) + "a"}, []string{"", "-a", "a-", "a..b", "a_b", long + ".example", strings.Repeat("a.", 126) + "ab"}},
		{"ipv4", []string{"127.0.0.1", "255.255.255.255"}, []string{"127.0.0", "256.0.0.1", "01.0.0.1", "1.2.3.4.5", "::1"}},
		{"ipv6", []string{"::1", "2001:db8::ff", "::ffff:1.2.3.4"}, []string{"1.2.3.4", ":::1", "fe80::1%eth0", "12345::"}},
		{"uri", []string{"https://a.example/b?c#d", "urn:isbn:1", "mailto:a@b.example", "http://[::1]:80/"}, []string{"/a", "a", "", "http://a b/", "http://[::1"}},
		{"iri", []string{"https://ä.example/ö"}, []string{"/ä"}},
		{"uri-reference", []string{"/a/b", "#c", "", "https://a.example"}, []string{`\\a\b`, ":a", "http://[::1"}},
		{"iri-reference", []string{"/ä"}, []string{`\ä`}},
		{"uri-template", []string{"https://a.example/{id}/b{?c,d}", "/{a}{b}"}, []string{"/{a", "/{{a}}"}},
		{"regex", []string{"^a+$", ""}, []string{"a(", "["}},
		{"json-pointer", []string{"", "/", "/a/~0~1/b"}, []string{"a", "/~", "/~2"}},
		{"relative-json-pointer", []string{"0", "1/a", "2#", "10"}, []string{"", "-1", "01", "1a", "#"}},
	} {
		tested[c.format] = true
		raw := map[string]any{"format": c.format}
		for want, texts := range map[bool][]string{true: c.right, false: c.not} {
			for _, text := range texts {
				ours, theirs, err, theirError := verdicts(raw, &document.Node{Type: document.String, Text: text})
				if err != nil || theirError != nil {
					t.Fatal(err, theirError)
				}
				if ours != want || theirs != want && !mistaken[text] {
					t.Errorf("%s: %q: we say %t, the library says %t, want %t", c.format, text, ours, theirs, want)
				}
			}
		}
		if ours, _, _, _ := verdicts(raw, &document.Node{Type: document.Number}); !ours {
			t.Errorf("%s: a number is refused, and formats are about texts", c.format)
		}
	}
	if !maps.EqualFunc(tested, schema.Formats, func(bool, func(string) bool) bool { return true }) {
		t.Errorf("not every format is tested, only %v", slices.Sorted(maps.Keys(tested)))
	}
}

// TestLiteral writes values as frontmatter has them.
func TestLiteral(t *testing.T) {
	for want, v := range map[string]any{
		"a": "a", `"1e3"`: "1e3", `"true"`: "true", `""`: "", `"#a"`: "#a", "1": int64(1), "1000000": float64(1_000_000), "0.5": 0.5,
		"true": true, "null": nil, `[1,"a",null]`: []any{1, "a", nil}, `{"a":[2]}`: map[string]any{"a": []any{2}}, "NaN": math.NaN(),
	} {
		if got := schema.Literal(v); got != want {
			t.Errorf("%#v is written as %s, want %s", v, got, want)
		}
	}
}
