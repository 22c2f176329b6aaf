package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
)

func compile(t *testing.T, text string) *schema.Schema {
	t.Helper()
	var raw any
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	compiled, err := schema.Compile("data", raw)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return compiled
}

// TestBreaches says where YAML breaks a schema, and why.
func TestBreaches(t *testing.T) {
	for _, c := range []struct{ schema, value, want string }{
		{`{"type": "string"}`, "1", "$ 1: the value is 1; it must be a text, such as SAMPLE"},
		{`{"type": ["null", "string"]}`, "1", "$ 1: the value is 1; it must be a text or empty"},
		{`{"type": "integer"}`, "a", `$ a: the value is "a"; it must be a whole number`},
		{`{"properties": {"a": {"type": "string"}}}`, "a:\n", "$.a a: `a` is empty; it must be a text, such as SAMPLE"},
		{`{"properties": {"a": {"items": {"type": "string"}}}}`,
			"a:\n- b\n-\n", "$.a[1] : item 2 of `a` is empty; it must be a text, such as SAMPLE"},
		{`{"items": {"items": {"minimum": 2}}}`, "[[2], [2, 1]]", "$[1][1] 1: the value is 1; it must be at least 2"},
		{`{"properties": {"a": {"items": {"items": {"minimum": 2}}}}}`,
			"a: [[2], [2, 1]]", "$.a[1][1] 1: item 2 of item 2 of `a` is 1; it must be at least 2"},
		{`{"items": {"properties": {"a": {"maximum": 2}}}}`, "[{a: 3}]", "$[0].a 3: `a` is 3; it must be at most 2"},
		{`{"type": "array", "items": {"type": "string"}}`,
			"a b", `$ a b: the value is "a b"; it must be a list, such as ["a b"]`},
		{`{"type": "array", "items": {"type": "integer"}}`, "a", `$ a: the value is "a"; it must be a list`},
		{`{"type": "array"}`, "a", `$ a: the value is "a"; it must be a list`},
		{`{"type": "array", "items": {"type": "string"}}`, "1", "$ 1: the value is 1; it must be a list"},
		{`{"type": "array", "items": {"type": "string"}}`, `""`, `$ "": the value is ""; it must be a list`},
		{`{"type": "array", "items": {"type": "string"}}`, "a;b", `$ a;b: the value is "a;b"; it must be a list`},
		{`{"type": "array", "items": {"type": "string"}}`,
			strings.Repeat("a", 39), "$ " + strings.Repeat("a", 39) + `: the value is "` +
				strings.Repeat("a", 39) + `"; it must be a list, such as ["` + strings.Repeat("a", 39) + `"]`},
		{`{"type": "array", "items": {"type": "string"}}`,
			strings.Repeat("a", 40), "$ " + strings.Repeat("a", 40) + `: the value is "` +
				strings.Repeat("a", 40) + `"; it must be a list`},
		{`{"minLength": 1}`, `""`, `$ "": the value is empty; write a text, such as SAMPLE`},
		{`{"minLength": 2}`, "ä", "$ ä: the value has 1 character; it must have at least 2"},
		{`{"format": "date"}`, "soon", `$ soon: the value is "soon"; it must be of the format date, such as SAMPLE`},
		{`{"format": "date-or-time"}`,
			"soon", `$ soon: the value is "soon"; it must be an ISO 8601 date or time, such as 2026-04-20 or 2026-04-20T14:30:00Z`},
		{`{"propertyNames": {"pattern": "^a", "maxLength": 2}}`, "{abc: 1, bcd: 2}",
			"$.abc abc: the key has 3 characters; it must have at most 2 | $.bcd bcd: the key has 3 characters; it must have at most 2 | $.bcd bcd: the key is \"bcd\"; it must match `^a`, such as SAMPLE"},
		{`{"minLength": 3, "allOf": [{"pattern": "^b"}]}`, "a",
			"$ a: the value has 1 character; it must have at least 3 | $ a: the value is \"a\"; it must match `^b`, such as SAMPLE"},
		{`{"type": ["string", "integer"]}`, "[]", "$ []: the value is a list; it must be a whole number or a text"},
		{`{"const": [1, {"a": "b"}]}`, "[1, {a: c}]", `$ [1, {a: c}]: the value is a list; it must be [1,{"a":"b"}]`},
		{`{"minItems": 2, "uniqueItems": true}`, "[1]", "$ [1]: the value has 1 item; it must have at least 2"},
		{`{"patternProperties": {"^a": {"maxItems": 0}}}`,
			"{a: [1], b: [1]}", "$.a [1]: `a` has 1 item; it must have at most 0"},
		{`{"patternProperties": {"^a": false}, "anyOf": [{"required": ["a"]}]}`,
			"{b: 1}", "$ {b: 1}: the value breaks its schema: it fits none of the allowed forms (anyOf)"},
		{`{"anyOf": [{"prefixItems": [true]}, {"prefixItems": [true, true]}], "unevaluatedItems": false}`,
			"[1, 2]", ""},
		{`{"anyOf": [{"prefixItems": [true]}, {"prefixItems": [true, true]}], "unevaluatedItems": false}`, "[1, 2, 3]",
			"$[2] 3: the value breaks its schema: nothing may stand here"},
		{`{"anyOf": [{"properties": {"a": true}}, {"properties": {"b": true}}], "unevaluatedProperties": false}`,
			"{a: 1, b: 1}", ""},
	} {
		compiled := compile(t, c.schema)
		value := document.ParseYAML([]byte(c.value), document.Span{End: len(c.value)}).Root
		var got []string
		for _, b := range compiled.Validate(value) {
			span := b.Span()
			got = append(got, fmt.Sprintf("%s %s: %s", b.At("$"), c.value[span.Start:span.End], b.Message("SAMPLE")))
		}
		if got := strings.Join(got, " | "); got != c.want {
			t.Errorf("%s of %s:\ngot  %s\nwant %s", c.value, c.schema, got, c.want)
		}
	}
}

// TestFaults lists the ways to break a schema.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{}`, ""},
		{`false`, ":"},
		{`{"type": "string", "minLength": 1, "minimum": 1, "pattern": "a", "format": "date", "minItems": 1, "uniqueItems": true, "minProperties": 1}`,
			": format, : minLength, : pattern, : type"},
		{`{"type": "integer", "minLength": 1, "minimum": 1, "pattern": "a", "format": "date", "contains": true}`,
			": minimum, : type"},
		{`{"enum": [1], "minLength": 1, "minimum": 1, "pattern": "a", "format": "date", "minItems": 1, "contains": true, "uniqueItems": true, "minProperties": 1}`,
			": contains, : enum, : format, : minItems, : minLength, : minProperties, : minimum, : pattern, : uniqueItems"},
		{`{"not": {"type": "null"}, "anyOf": [{"type": "null"}], "oneOf": [{"type": "null"}], "if": {"type": "null"}, "then": {"enum": [1]}}`,
			": anyOf, : enum, : not, : oneOf"},
		{`{"required": ["a"], "dependentRequired": {"a": ["b"]}, "dependentSchemas": {"a": {"const": 1}}, "additionalProperties": false, "properties": {"a": {"type": "null"}, "c": true}}`,
			": enum, a: required, a: type, b: dependentRequired, *(a c): additionalProperties"},
		{`{"additionalProperties": {"type": "null"}, "patternProperties": {"a": {"enum": [1]}}, "propertyNames": {"minLength": 1}, "unevaluatedProperties": {"minimum": 1}}`,
			"*: enum, *: minLength, *: minimum, *: type"},
		{`{"prefixItems": [{"type": "null"}], "items": {"items": {"enum": [1]}}, "unevaluatedItems": {"minimum": 1}}`,
			"[]: minimum, []: type, [] []: enum"},
		{`{"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"b": {"$ref": "#/$defs/a"}, "c": {"type": "null"}}}}}`,
			"b c: type, c: type"},
		{`{"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"b": {"properties": {"d": {"properties": {"e": {"type": "null"}}}}}, "f": {"$ref": "#/$defs/a"}, "c": {"properties": {"g": true}}}}}}`,
			"b d e: type, f b d e: type"},
	} {
		faults, all := compile(t, c.schema).Faults(1)
		var got []string
		for _, f := range faults {
			except := ""
			if f.Except != nil {
				except = "(" + strings.Join(slices.Sorted(slices.Values(f.Except)), " ") + ")"
			}
			got = append(got, strings.TrimSpace(strings.Join(f.Steps, " ")+except+": "+f.Keyword))
		}
		slices.Sort(got)
		got = slices.Compact(got)
		parts := strings.Split(c.want, ", ")
		slices.Sort(parts)
		if got, want := strings.Join(got, ", "), strings.Join(parts, ", "); got != want || !all {
			t.Errorf("%s: got  %s (all: %t)\nwant %s", c.schema, got, all, want)
		}
	}
}

// TestFaultsMany holds that of very many ways to break a schema some are told, and that they are not all.
func TestFaultsMany(t *testing.T) {
	text := `{"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}, "c": {"$ref": "#"}}, "type": "object"}`
	for depth, want := range map[int]bool{3: true, 30: false} {
		if faults, all := compile(t, text).Faults(depth); all != want || len(faults) == 0 || len(faults) > 20_000 {
			t.Errorf("to the depth %d: %d faults (all: %t)", depth, len(faults), all)
		}
	}
}
