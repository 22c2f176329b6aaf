package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
)

func node(text string) *document.Node { return document.ParseJSON([]byte(text)).Root }

// TestShape tells by its marks which programs wrote a plan, a task list or a cycle.
func TestShape(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                                  "",
		`[]`:                                  "",
		`{"schema_version": "0.10"}`:          Middle,
		`{"schema_version": "1.0"}`:           Newest,
		`{"schema_version": "2.0"}`:           "",
		`{"memoryHint": null}`:                Middle,
		`{"plan": {"schema_version": "1.0"}}`: Middle,
		`{"plan": {"issues": [{"how_agents": []}]}}`:                          Middle,
		`{"issues": [{"how_agents": []}]}`:                                    Middle,
		`{"issues": [{"how_agent_ids": {}}]}`:                                 Middle,
		`{"issues": [{"how_summary": {}}]}`:                                   Middle,
		`{"issues": [{"analysis": []}]}`:                                      Newest,
		`{"plan": {}, "issues": [{"analysis": []}]}`:                          "",
		`{"issues": [{"analysis": [], "how_summary": {}}]}`:                   "",
		`{"issues": [{"analysis": []}, {"how_summary": {}, "analysis": []}]}`: Newest,
		`{"tasks": [{"owner": "lead"}]}`:                                      Middle,
		`{"tasks": [{"owner": {"role": "lead"}}]}`:                            Newest,
		`{"tasks": [{"owner": null}]}`:                                        "",
		`{"tasks": [{"owner_reuse_policy": "fresh"}]}`:                        Middle,
		`{"tasks": [{"deps": []}]}`:                                           Middle,
		`{"tasks": [{"deps": [1]}]}`:                                          "",
		`{"tasks": [{"deps": {}}]}`:                                           "",
		`{"tasks": [{"result": {}}]}`:                                         Newest,
		`{"tasks": [{"result": {}, "owner": "lead"}]}`:                        "",
	} {
		if got := Shape(node(text)); got != want {
			t.Errorf("%s is of %q, want %q", text, got, want)
		}
	}
	for version, want := range map[string]string{"0.6.0": oldest, "0.1": oldest, "0.7.0": Middle, "0.17.9": Middle, "0.18.0": Newest, "1.0": Newest,
		"1.6.0": Newest, "1": "", "a.6": "", "0.x": "", "": "", "0.20.0-rc.1": Newest} {
		if got := editionOf(version); got != want {
			t.Errorf("version %q is of %q, want %q", version, got, want)
		}
	}
}

// TestGone finds the entries of a vocabulary that the manifest still has.
func TestGone(t *testing.T) {
	for _, c := range []struct{ were, are, want string }{
		{"a b c", "a b c", ""},
		{"a b c", "a c", "b at c"},
		{"a b c", "a b", "c at b"},
		{"a b c", "b c", "a at b"},
		{"a b c", "a x c", "b now x at x"},
		{"a b c", "a c x y", "b at c"},
		{"a b c", "x b", "a at b, c at b"},
		{"a b c", "b", "a at b, c at b"},
		{"a b", "x y", ""},
		{"a", "", ""},
		{"", "a", ""},
		{"a - b", "a - b", ""},
		{"a - b", "b", "a at b"},
		{"a b", "a - ", "b at a"},
	} {
		list := func(ids string) string {
			var entries []string
			for id := range strings.FieldsSeq(ids) {
				entries = append(entries, map[bool]string{true: `{}`, false: fmt.Sprintf(`{"id": %q}`, id)}[id == "-"])
			}
			return `{"vocabulary": {"tags": [` + strings.Join(entries, ", ") + `]}}`
		}
		f := &Facts{manifest: node(list(c.were)), Entries: map[string][]*document.Node{
			"tags": document.Items(node(list(c.are)).Get("vocabulary").Get("tags")),
		}}
		var got []string
		for _, gone := range f.Gone("tags") {
			now := ""
			if gone.Now != "" {
				now = " now " + gone.Now
			}
			got = append(got, gone.ID+now+" at "+gone.Place.Text)
			if !f.IsGone("tags", gone.ID) {
				t.Errorf("%s is not gone", gone.ID)
			}
		}
		if got := strings.Join(got, ", "); got != c.want || f.IsGone("tags", "z") {
			t.Errorf("%s and now %s: got %s, want %s", c.were, c.are, got, c.want)
		}
	}
	if got := (&Facts{manifest: node(`{"vocabulary": {"tags": {"a": 1}}}`)}).Gone("tags"); got != nil {
		t.Errorf("of no list are gone %v", got)
	}
}

// TestSchemaFields names the fields of a schema as fixtures do.
func TestSchemaFields(t *testing.T) {
	for text, want := range map[string]string{
		`{"properties": {"a": {"type": "string"}, "b": {"type": "object"}, "c": {"anyOf": []}, "d": {"oneOf": []}, "e": {"allOf": []}}}`: "a b? c? d? e?",
		`{"properties": {"a": {"properties": {"b": {}, "c": {"properties": {"d": {}}}}}, "e": {"properties": {}}}}`:                      "a.b a.c.d e",
		`{"properties": {"a": {"items": {"properties": {"b": {}}}}, "c": {"items": {"type": "object"}}}}`:                                "a[].b c[]?",
		`{"items": {"properties": {"a": {}}}, "properties": {"b": {}}}`:                                                                  "a",
		`{"items": {"$ref": "#/$defs/x"}, "$defs": {"x": {"properties": {"a": {"$ref": "#/$defs/y"}}}, "y": {"type": "object"}}}`:        "a?",
		`{"properties": {"a": {"$ref": "#/$defs/none"}, "b": {"$ref": "other.json"}}}`:                                                   "a b",
		`{"properties": {"a": {}, "a": {}}}`: "a",
		`[]`:                                 "",
	} {
		d := document.Parse(&document.Input{Path: "x.json", Dialect: "json"},
			func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
		var got []string
		for _, f := range schemaFields(d) {
			name := f.Name
			if f.Open {
				name += "?"
			}
			got = append(got, name)
			if key := text[f.Span.Start:f.Span.End]; !strings.Contains(f.Name, strings.Trim(key, `"`)) {
				t.Errorf("%s: %s stands at %s", text, f.Name, key)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	circle := `{"properties": {"a": {"$ref": "#/$defs/t"}, "b": {"$ref": "#/$defs/b"}, "c": {"$ref": "#/$defs/l"}},
		"$defs": {"l": {"items": {"items": {"$ref": "#/$defs/l"}}}, "t": {"properties": {"a": {"$ref": "#/$defs/t"}}}, "b": {"$ref": "#/$defs/b"}}}`
	d := document.Parse(&document.Input{Path: "x.json", Dialect: "json"},
		func(*document.Input) ([]byte, *document.Problem) { return []byte(circle), nil })
	fields := schemaFields(d)
	if longest := fields[0].Name; len(fields) != 3 || longest != strings.Repeat("a.", 16)+"a" || fields[2].Name != "c"+strings.Repeat("[]", 16) {
		t.Errorf("a circle has %d fields, the first %s", len(fields), longest)
	}
}

// TestSilent finds the parameters of a fixture that it asserts nothing about.
func TestSilent(t *testing.T) {
	for text, want := range map[string]string{
		`{"action": {"params": {"a": 1, "b": 2}}, "postcondition": {"return_value": {"$.a": 1}}}`:                                                  "$.action.params.b",
		`{"action": {"params": {"a": 1, "b": 2}}, "postcondition": {"state_files": {"plan.json": {"$.x[0].b": 1}}}}`:                               "$.action.params.a",
		`{"action": {"params": {"a": 1, "ab": 2}}, "postcondition": {"return_value": {"$.ab": 1}}, "uncovered_params": ["c"]}`:                     "$.action.params.a",
		`{"action": {"params": {"a": 1}}, "uncovered_params": ["a"]}`:                                                                              "",
		`{"steps": [{"event": {}}, {"action": {"params": {"a": 1, "b": 2, "c": 3}}, "assert_return": {"a": 1}, "assert_state": {"x": {"b": 2}}}]}`: "$.steps[1].action.params.c",
		`{}`: "",
	} {
		f := Fixture{node(text), "$"}
		var got []string
		for _, silent := range f.silent() {
			got = append(got, silent.At)
			if silent.Fixture != &f || !strings.HasSuffix(silent.At, "."+silent.Pair.Key) {
				t.Errorf("%s: %+v", text, silent)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	f := Fixture{node(`{"action": {"tool": "a"}, "event": {"type": "b"}, "steps": [{"action": {"tool": "b"}}, {"event": {"type": "c"}}, {}]}`), "$"}
	if got := strings.Join(f.uses(), " "); got != "a b c" {
		t.Errorf("the fixture uses %s", got)
	}
}
