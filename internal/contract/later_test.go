package contract

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

const laterContract = `
kind    = "house/plan"
paths   = ["plan.json"]
dialect = "json"
[data]
additionalProperties = false
[data.properties]
name  = { type = "string" }
shape = { enum = ["round", "square"], since = { square = "2.1" } }
[data.properties.rooms]
type = "array"
[data.properties.rooms.items]
type = "object"
[data.properties.rooms.items.properties]
door = { type = "string", since = "3.0.0" }
[data.properties.roof]
type  = "object"
since = "2.0.0"
[data.properties.roof.properties]
tiles = { type = "number", since = "4.0.0" }
`

// TestLater holds that keys of later versions than the project's are one finding, that nothing is judged in them, and
// that values which came later are told, too.
func TestLater(t *testing.T) {
	const text = `{"name": "x", "shape": "square", "rooms": [{}, {"door": 1}], "roof": {"tiles": "red"}}`
	for _, c := range []struct{ of, want string }{
		{"", "enum $.shape least; later-key $.rooms[1].door: 2 keys came with later versions than House 2.0, by which projects are judged " +
			"that do not tell their version: `rooms[1].door` (3.0.0, line 1), `roof` (2.0.0, line 1)"},
		{"1.9", "enum $.shape; later-key $.rooms[1].door: 2 keys came with later versions than House 1.9, of which this project is: " +
			"`rooms[1].door` (3.0.0, line 1), `roof` (2.0.0, line 1)"},
		{"2.1", "later-key $.rooms[1].door: 2 keys came with later versions than House 2.1, of which this project is: " +
			"`rooms[1].door` (3.0.0, line 1), `roof.tiles` (4.0.0, line 1)"},
		{"4.0.0", "type $.rooms[1].door; type $.roof.tiles"},
	} {
		contract, err := rules.ParseContract("c.toml", laterContract, nil)
		if err != nil {
			t.Fatal(err)
		}
		contract.Packed = true
		compiled, err := Compile(contract)
		if err != nil {
			t.Fatal(err)
		}
		in := &document.Input{Path: "plan.json", Kind: "house/plan", Dialect: "json"}
		d := document.Parse(in, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
		var got []string
		for _, f := range compiled.Judge(d, document.Version{Framework: "House", Of: c.of, Follows: "2.0"}) {
			said := f.Rule + " " + f.At
			if f.Least {
				said += " least"
			}
			if f.Rule == "later-key" {
				before, _, _ := strings.Cut(f.Message, ";")
				said += ": " + before
			}
			got = append(got, said)
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("of %q: got  %s\nwant %s", c.of, got, c.want)
		}
	}
}
