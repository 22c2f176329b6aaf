package reporters

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestSpread puts JSON on lines as the standard library does.
func TestSpread(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `""`, `"\"\\"`, `1`, `null`, `[{}]`, `{"a":[],"b":{},"c":""}`,
		`{"a":[1,2.5e3,true,null,"x,y:{}[]\\\"z"],"b":{"c":{"d":"é\u2028 \\"},"e":["",[[]]]}}` + "\n", `["\\\\","\\","a\\",{"":""}]`,
	} {
		for _, margin := range []string{"", "    "} {
			var want bytes.Buffer
			if err := json.Indent(&want, []byte(text), margin, "  "); err != nil {
				t.Fatal(err)
			}
			if got := spread([]byte(text), margin); string(got) != want.String() {
				t.Errorf("%s is spread as\n%s\nand not\n%s", text, got, want.String())
			}
		}
	}
}
