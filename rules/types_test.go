package rules

import (
	"reflect"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

func TestTypes(t *testing.T) {
	types := Types{
		"id":     {"type": "string", "pattern": "^T[0-9]+$"},
		"status": {"type": "string", "enum": []any{"open", "done"}},
	}
	for _, c := range []struct{ schema, want, err string }{
		{`a = { type = "#id" }`, `a = { type = "string", pattern = "^T[0-9]+$" }`, ""},
		{`a = { type = ["#id", "null"] }`, `a = { type = ["string", "null"], pattern = "^T[0-9]+$" }`, ""},
		{`a = { type = "#id", pattern = "^T1$" }`, `a = { type = "string", pattern = "^T1$" }`, ""},
		{`a = { type = "array", items = { type = "#status" } }`, `a = { type = "array", items = { type = "string", enum = ["open", "done"] } }`, ""},
		{`anyOf = [{ type = "#status" }, { type = "null" }]`, `anyOf = [{ type = "string", enum = ["open", "done"] }, { type = "null" }]`, ""},
		{`type = { type = "string" }`, `type = { type = "string" }`, ""},
		{`a = { type = "#idd" }`, "", `type "#idd": the pack has no type of that name (did you mean "id"?)`},
	} {
		schema := document.TOMLValue(document.ParseTOML([]byte(c.schema)).Root)
		want := document.TOMLValue(document.ParseTOML([]byte(c.want)).Root)
		err := types.expand(schema)
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%s: error %v, want %s", c.schema, err, c.err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(schema, want) {
			t.Errorf("%s: %v and %v, want %v", c.schema, schema, err, want)
		}
	}
}

// TestTypesMistake holds that an unknown type is told with its line.
func TestTypesMistake(t *testing.T) {
	const text = "kind = \"team/x\"\n[frontmatter.properties]\na = { type = \"string\" }\nb = { type = \"#c\" }\n"
	c, err := ParseContract("x.toml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = c.Body(); err == nil || !strings.HasPrefix(err.Error(), `x.toml:4: type "#c": the pack has no type of that name`) {
		t.Errorf("error %v", err)
	}
}
