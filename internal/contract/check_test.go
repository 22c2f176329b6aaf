package contract

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/rules"
)

// TestBuiltIn compiles all contracts that are built in.
func TestBuiltIn(t *testing.T) {
	for _, p := range rules.Packs() {
		for _, c := range p.Contracts {
			if _, err := Compile(c); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestCodes holds that every key of [codes] must fit some finding.
func TestCodes(t *testing.T) {
	const contract = `kind = "team/desk"
paths = ["desk.json"]
dialect = "json"
[data]
required = ["owner"]
[data."$defs".shelf.properties.below]
"$ref" = "#/$defs/shelf"
[data.properties]
shelves = { type = "array", items = { "$ref" = "#/$defs/shelf" } }
[codes]
`
	for key, fits := range map[string]bool{
		"": true, "/enum": true, "shelves": true, "shelves/type": true, "shelves[].below.below/enum": true, "owner/missing-required": true,
		"shelves[].stray/key-not-allowed": true,
		"/enmu":                           false, "shelf": false, "shelves.below": false, "shelves[].blow": false, "frontmatter.owner": false, "body.x": false,
		"owner[].stray/key-not-allowed": false,
	} {
		c, err := rules.ParseContract("c.toml", contract+`"`+key+`" = "enum"`+"\n", nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Packed = true
		_, err = Compile(c)
		if fits && err != nil || !fits && (err == nil || !strings.HasPrefix(err.Error(), "c.toml:11: codes: no finding has")) {
			t.Errorf("%q: the error is %v, and that it fits should be %t", key, err, fits)
		}
	}
}
