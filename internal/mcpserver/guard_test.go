package mcpserver

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/nasty"
)

// FuzzInertJSON holds that JSON stays JSON of the same shape, and that its strings are what inertValue makes of them.
func FuzzInertJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `""`, `"\\"`, `"\""`, `{"a\"b": "\\\"", "c": [1, true, null, "x"]}`, `{"\u001b[31m": "\u202e"}`, `"a\r\n\tb"`, `"##[error]"`, `["::error::x"]`,
		"\"\u009b31m\"", "\"\xff\"", `"\ud800"`,
	} {
		f.Add(seed)
	}
	for _, value := range nasty.Values {
		f.Add(jsonString(value))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			return
		}
		made := inertJSON([]byte(text))
		var before, after any
		if json.Unmarshal([]byte(text), &before) != nil {
			return // a number that is too large
		}
		if err := json.Unmarshal(made, &after); err != nil {
			t.Fatalf("%q becomes %q: %v", text, made, err)
		}
		want, ok := spelledOut(before)
		if ok && !reflect.DeepEqual(after, want) {
			t.Errorf("%q becomes %q and not %v", text, made, want)
		}
		if obeyed := nasty.Obeyed(strings.ReplaceAll(string(made), "\r", "")); obeyed != "" {
			t.Errorf("%q becomes %q with %s", text, made, obeyed)
		}
	})
}

func jsonString(value string) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // it is a string
	}
	return string(text)
}

// spelledOut returns a decoded value with inert strings. It fails where two keys become one.
func spelledOut(v any) (made any, ok bool) {
	ok = true
	below := func(v any) any {
		made, fine := spelledOut(v)
		ok = ok && fine
		return made
	}
	switch v := v.(type) {
	case string:
		return inertValue(v), true
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = below(v[i])
		}
		return list, ok
	case map[string]any:
		object := map[string]any{}
		for key := range v {
			object[inertValue(key)] = below(v[key])
		}
		return object, ok && len(object) == len(v)
	}
	return v, true
}
