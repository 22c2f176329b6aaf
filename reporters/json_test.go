package reporters

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/nplint/nplint"
)

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := writeJSON(&out, sample(), &Options{Version: "0.1.0"}); err != nil {
		t.Fatal(err)
	}
	golden(t, "json.golden", out.Bytes())
}

func TestJSONWithoutFindings(t *testing.T) {
	var out bytes.Buffer
	if err := writeJSON(&out, &nplint.Report{Summary: nplint.Summary{Files: 2}}, &Options{Version: "0.1.0"}); err != nil {
		t.Fatal(err)
	}
	want := `{
  "version": 1,
  "tool": {
    "name": "nplint",
    "version": "0.1.0"
  },
  "findings": [],
  "summary": {
    "files": 2,
    "errors": 0,
    "warnings": 0,
    "infos": 0,
    "fixable": 0,
    "suppressed": 0,
    "baselined": 0
  }
}
`
	if out.String() != want {
		t.Errorf("got %s", out.String())
	}
}

func TestEncode(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"markup stays", "<b> & 完成", `"<b> & 完成"`},
		{"line end", "a\nb", `"a\nb"`},
		{"C0 and DEL", "\x1b\x7f", `"\u001b\u007f"`},
		{"C1 and bidi", "\u009b\u202e", `"\u009b\u202e"`},
		{"beyond the basic plane", "🚀\U000e0041", `"🚀\udb40\udc41"`},
		{"not UTF-8", "a\xff", `"a\ufffd"`},
	} {
		var out bytes.Buffer
		if err := EncodeJSON(&out, c.in); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); got != c.want+"\n" {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		var back string
		if err := json.Unmarshal(out.Bytes(), &back); err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if c.name != "not UTF-8" && back != c.in {
			t.Errorf("%s: reads as %q", c.name, back)
		}
	}
}
