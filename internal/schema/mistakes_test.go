package schema_test

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
)

// TestMistakes holds what is said of a schema that would check less than its author meant.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{"requird": ["a"]}`, `data.requird: JSON Schema has no keyword "requird"; did you mean "required"?`},
		{`{"items": {"definitions": {}}}`, `data.items.definitions: JSON Schema has no keyword "definitions" any more; write $defs`},
		{`{"type": "strnig"}`, `data.type: there is no type "strnig"; did you mean "string"?`},
		{`{"$ref": "#/allOf/-1", "allOf": [true]}`, `data.$ref: "#/allOf/-1" leads nowhere, for there is no "-1" in data.allOf`},
		{`{"type": []}`, `data.type: it must be the name of a type or a list of such names`},
		{`{"type": ["null", "null"]}`, `data.type: it holds "null" twice; remove one of them`},
		{`{"type": 1}`, `data.type: it is 1, and must be a list of texts`},
		{`{"format": "emial"}`, `data.format: there is no format "emial"; did you mean "email"?`},
		{`{"pattern": "a("}`, "data.pattern: \"a(\" is no regular expression: missing closing ): `a(`"},
		{`{"pattern": "(?:a{20}){20}"}`, `data.pattern: "(?:a{20}){20}" takes too long to match: its counts repeat 400 parts, and 256 are the ` +
			`most; write * or +, or smaller counts`},
		{`{"patternProperties": {"[": true}}`, "data.patternProperties.[: \"[\" is no regular expression: missing closing ]: `[`"},
		{`{"minimum": "1"}`, `data.minimum: it is "1", and must be a number`},
		{`{"multipleOf": 0}`, `data.multipleOf: it is 0, and must be a number above zero`},
		{`{"minLength": -1}`, `data.minLength: it is -1, and must be a whole number from 0`},
		{`{"maxItems": 1.5}`, `data.maxItems: it is 1.5, and must be a whole number from 0`},
		{`{"uniqueItems": "yes"}`, `data.uniqueItems: it is "yes", and must be true or false`},
		{`{"title": 1}`, `data.title: it is 1, and must be a text`},
		{`{"enum": "a"}`, `data.enum: it is "a", and must be a list`},
		{`{"required": "a"}`, `data.required: it is "a", and must be a list of texts`},
		{`{"required": [1]}`, `data.required: it holds 1, and must be a list of texts`},
		{`{"dependentRequired": {"a": ["b", "b"]}}`, `data.dependentRequired.a: it holds "b" twice; remove one of them`},
		{`{"properties": []}`, `data.properties: it is a list, and must be a table`},
		{`{"properties": {"a": null}}`, `data.properties.a: it is null, and a schema is a table, true or false`},
		{`{"items": [{}]}`, `data.items: it is a list, and a schema is a table, true or false`},
		{`{"anyOf": []}`, `data.anyOf: it is a list, and must be a list of at least one schema`},
		{`{"allOf": [true, 1]}`, `data.allOf.1: it is 1, and a schema is a table, true or false`},
		{`{"$schema": "http://json-schema.org/draft-07/schema#"}`, `data.$schema: it is "http://json-schema.org/draft-07/schema#", and only https://json-schema.org/draft/2020-12/schema is understood; mind what has other names there, and write that`},
		{`{"items": {"$id": "x"}}`, `data.items.$id: only the schema as a whole may have one; write $anchor to name a part of it`},
		{`{"items": {"$anchor": "x"}, "contains": {"$anchor": "x"}}`, `data.contains.$anchor: there are two anchors "x"; give each a name of its own`},
		{`{"$anchor": "a b"}`, `data.$anchor: it is "a b", and must be a name of letters, digits, - . and _ that starts with a letter or _`},
		{`{"$ref": "#/$defs/a"}`, `data.$ref: "#/$defs/a" leads nowhere, for there is no "$defs" in data`},
		{`{"items": {"$ref": "#/$defs/shlef"}, "$defs": {"shelf": {}}}`, `data.items.$ref: "#/$defs/shlef" leads nowhere, for there is no "shlef" in data.$defs; did you mean "shelf"?`},
		{`{"$ref": "#/anyOf/1", "anyOf": [true]}`, `data.$ref: "#/anyOf/1" leads nowhere, for there is no "1" in data.anyOf`},
		{`{"$ref": "#shlef", "$defs": {"a": {"$anchor": "shelf"}}}`, `data.$ref: "#shlef" leads nowhere, for there is no $anchor "shlef"; did you mean "shelf"?`},
		{`{"$ref": "other.json"}`, `data.$ref: it is "other.json", and a contract's schema may refer only to itself, as in #/$defs/name`},
		{`{"$ref": "#%zz"}`, `data.$ref: "#%zz" is no reference: invalid URL escape "%zz"`},
		{`{"$ref": "#"}`, `data: it leads back to itself, so that judging a value would never end; let a reference lead in a cycle only through properties or items`},
		{`{"x-words": ["any"], "$id": "urn:desk#", "$ref": "urn:desk#/x-parts/0", "x-parts": [{"type": "null"}]}`, ``},
		{`{"properties": {"child": {"$ref": "#"}}, "items": {"$dynamicRef": "#node"}, "$dynamicAnchor": "node"}`, ``},
	} {
		var raw any
		if err := json.Unmarshal([]byte(c.schema), &raw); err != nil {
			t.Fatalf("%s: %v", c.schema, err)
		}
		got := ""
		if _, err := schema.Compile("data", raw); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.schema, got, c.want)
		}
	}
}

// TestTOMLValues holds what only a TOML decoder gives.
func TestTOMLValues(t *testing.T) {
	date := time.Date(2026, 4, 20, 0, 0, 0, 0, time.UTC)
	if _, err := schema.Compile("data", map[string]any{"enum": []any{"a", []any{date}}}); err == nil || !strings.Contains(err.Error(), "write a text in quotes") {
		t.Errorf("a date among the values gives the error %v", err)
	}
	for _, n := range []float64{math.Inf(1), math.NaN()} {
		if _, err := schema.Compile("data", map[string]any{"minimum": n}); err == nil {
			t.Errorf("%f is a limit", n)
		}
	}
	compiled, err := schema.Compile("data", map[string]any{"allOf": []any{map[string]any{"minimum": int64(2)}, map[string]any{"const": int64(3)}}})
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]bool{"3": true, "3.0": true, "2": false, "1": false} {
		if got := compiled.Validate(document.ParseJSON([]byte(value)).Root) == nil; got != want {
			t.Errorf("%s: got %t, want %t", value, got, want)
		}
	}
}

// TestHugeSchemas holds that no schema takes more time or stack than there is.
func TestHugeSchemas(t *testing.T) {
	many := map[string]any{}
	for i := range 40 { // each leads four times to the next, so that there are 4^40 ways to the last
		next := map[string]any{"$ref": "#/$defs/" + strconv.Itoa(i+1)}
		many[strconv.Itoa(i)] = map[string]any{"allOf": []any{next, next}, "anyOf": []any{next, next}}
	}
	many["40"] = map[string]any{"type": "null"}
	compiled, err := schema.Compile("data", map[string]any{"$defs": many, "$ref": "#/$defs/0"})
	if err != nil {
		t.Fatal(err)
	}
	if found := compiled.Validate(document.ParseJSON([]byte("null")).Root); found != nil {
		t.Errorf("null is refused: %v", found)
	}
	if found := compiled.Validate(document.ParseJSON([]byte("1")).Root); len(found) == 0 || len(found) > 1000 {
		t.Errorf("1 has %d breaches", len(found))
	}

	chain := map[string]any{"500": true}
	for i := range 500 {
		chain[strconv.Itoa(i)] = map[string]any{"$ref": "#/$defs/" + strconv.Itoa(i+1)}
	}
	if _, err := schema.Compile("data", map[string]any{"$defs": chain, "$ref": "#/$defs/0"}); err == nil || !strings.Contains(err.Error(), "more than 100 schemas") {
		t.Errorf("a chain of 500 references gives the error %v", err)
	}

	var deep any = true
	for range 300 {
		deep = map[string]any{"not": deep}
	}
	if _, err := schema.Compile("data", deep); err == nil || !strings.Contains(err.Error(), "levels deep") {
		t.Errorf("a schema of 300 levels gives the error %v", err)
	}
}

// TestLargeValues holds that values of any size are judged, duplicate keys by the last.
func TestLargeValues(t *testing.T) {
	raw := map[string]any{"uniqueItems": true, "items": map[string]any{"maxProperties": 40000.0, "additionalProperties": map[string]any{"type": "integer"}},
		"allOf": []any{map[string]any{"unevaluatedItems": false, "items": true}}}
	compiled, err := schema.Compile("data", raw)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`[{"a": "x", "a": 1`)
	for i := range 30000 {
		b.WriteString(`, "k` + strconv.Itoa(i) + `": ` + strconv.Itoa(i))
	}
	b.WriteString("}")
	for i := range 30000 {
		b.WriteString(", " + strconv.Itoa(i))
	}
	for _, c := range []struct {
		more string
		want string
	}{{"", ""}, {", 0", "uniqueItems"}, {", 0.0", "uniqueItems"}, {`, "0"`, ""}, {`, {"a": 1}, {"a": 2, "a": 1}`, "uniqueItems"}, {`, {"a": 1}, {"a": true}`, "type"}} {
		keyword := ""
		for _, found := range compiled.Validate(document.ParseJSON([]byte(b.String() + c.more + "]")).Root) {
			keyword += found.Keyword
		}
		if keyword != c.want {
			t.Errorf("with %q at the end: got %q, want %q", c.more, keyword, c.want)
		}
	}
}
