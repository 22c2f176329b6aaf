package setup

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestInsert inserts an element below hooks.Post into texts of many shapes: what is there stays as it is.
func TestInsert(t *testing.T) {
	at := []string{"hooks", "Post"}
	for name, c := range map[string]struct{ text, want string }{
		"nothing": {"{}", "{\n  \"hooks\": {\n    \"Post\": [\n      {\n        \"a\": 1\n      }\n    ]\n  }\n}"},
		"other keys": {
			"{\n    \"b\": 1,\n    \"a\": [1]\n}\n",
			"{\n    \"b\": 1,\n    \"a\": [1],\n    \"hooks\": {\n        \"Post\": [\n            {\n                \"a\": 1\n            }\n        ]\n    }\n}\n",
		},
		"tabs and Windows": {
			"{\r\n\t\"b\": 1\r\n}\r\n",
			"{\r\n\t\"b\": 1,\r\n\t\"hooks\": {\r\n\t\t\"Post\": [\r\n\t\t\t{\r\n\t\t\t\t\"a\": 1\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}\r\n",
		},
		"other events": {
			"{\n  \"hooks\": {\n    \"Pre\": []\n  },\n  \"z\": 0\n}",
			"{\n  \"hooks\": {\n    \"Pre\": [],\n    \"Post\": [\n      {\n        \"a\": 1\n      }\n    ]\n  },\n  \"z\": 0\n}",
		},
		"other hooks": {
			"{\n  \"hooks\": {\n    \"Post\": [\n      {\"x\": 1}\n    ]\n  }\n}",
			"{\n  \"hooks\": {\n    \"Post\": [\n      {\"x\": 1},\n      {\n        \"a\": 1\n      }\n    ]\n  }\n}",
		},
		"an empty list":  {"{\"hooks\": {\"Post\": []}}", "{\"hooks\": {\"Post\": [\n  {\n    \"a\": 1\n  }\n]}}"},
		"in one line":    {"{\"hooks\": {\"Post\": [{\"x\": 1}]}}", "{\"hooks\": {\"Post\": [{\"x\": 1}, {\"a\":1}]}}"},
		"all in a line":  {"{\"b\": 1}", "{\"b\": 1, \"hooks\": {\"Post\": [{\"a\":1}]}}"},
		"a comma behind": {"{\n  \"b\": 1, // why\n}", "{\n  \"b\": 1, // why\n  \"hooks\": {\n    \"Post\": [\n      {\n        \"a\": 1\n      }\n    ]\n  }\n}"},
		"comments": {
			"// top\n{\n  /* b */ \"b\": 1 // why, }\n  // end\n}\n// last\n",
			"// top\n{\n  /* b */ \"b\": 1, // why, }\n  // end\n  \"hooks\": {\n    \"Post\": [\n      {\n        \"a\": 1\n      }\n    ]\n  }\n}\n// last\n",
		},
		"a comment alone": {"{\n  // none\n}", "{\n  // none\n  \"hooks\": {\n    \"Post\": [\n      {\n        \"a\": 1\n      }\n    ]\n  }\n}"},
	} {
		got, err := insert(c.text, at, `{"a":1}`)
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, c.want)
		}
		plain := regexp.MustCompile(`(?m)//.*$|/\*.*?\*/`).ReplaceAllString(got, "")
		var doc struct {
			Hooks struct{ Post []map[string]int }
		}
		if err := json.Unmarshal([]byte(plain), &doc); err != nil || len(doc.Hooks.Post) == 0 || doc.Hooks.Post[len(doc.Hooks.Post)-1]["a"] != 1 {
			t.Errorf("%s: %v in\n%s", name, err, plain)
		}
		// All that was there is there, in its order.
		rest := got
		for _, word := range strings.Fields(c.text) {
			word = strings.Trim(word, "[]{}")
			i := strings.Index(rest, word)
			if i < 0 {
				t.Errorf("%s: %q is gone or elsewhere in\n%s", name, word, got)
				break
			}
			rest = rest[i:]
		}
	}
	for _, text := range []string{
		"", "[]", "{", "{]", "{\"hooks\": []}", "{\"hooks\": {\"Post\": {}}}", "{\"hooks\": 1}", "{} x", "{\"a\" 1}", "{\"a\": 1 \"b\": 2}",
		"{a: 1}", "{\"a\": }", "{,}", "{\"a\": 01}", "{\"a\": nul}", "{\"a\": \"x\ny\"}", "{\"a", "{\"a\\", "{\"a\": 1/2}", "{\"a\": /* 1}", strings.Repeat("[", 1000), "{\"a\": " + strings.Repeat("[", 100_000),
	} {
		if got, err := insert(text, at, `{"a":1}`); err == nil {
			t.Errorf("%.40q becomes %.100q", text, got)
		}
	}
}

// TestInsertDeep holds that what nests as deep as may be is read.
func TestInsertDeep(t *testing.T) {
	nested := func(levels int) string {
		return `{"a": ` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "}"
	}
	for levels, want := range map[int]bool{deepest - 1: true, deepest: true, deepest + 1: false} {
		if _, err := insert(nested(levels), []string{"hooks"}, "1"); (err == nil) != want {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
}

// TestAttemptsInsert has texts with very many comments and values, each of which is read once.
func TestAttemptsInsert(t *testing.T) {
	const most = 200 << 20
	for name, text := range map[string]string{
		"comments": "{\n" + strings.Repeat("//\n", scratch.Many(1_000_000)) + "}",
		"values":   "{\"a\": [" + strings.Repeat("1, \"a\", ", scratch.Many(400_000)) + "1]}",
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			if scratch.Bound(t, most, func() { _, err = insert(text, []string{"hooks"}, "1") }); err != nil {
				t.Error(err)
			}
		})
	}
}
