package contract

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// built returns the built-in contracts with a schema for frontmatter that the quick check knows, compiled.
func built(t testing.TB) []*contract {
	t.Helper()
	var all []*contract
	for _, pack := range rules.Packs() {
		for _, c := range pack.Contracts {
			compiled, err := compile(c)
			if err != nil {
				t.Fatal(err)
			}
			if compiled.quick != nil {
				all = append(all, compiled)
			}
		}
	}
	return all
}

func parse(text string) *document.Document {
	return document.Parse(&document.Input{Path: "x.md", Dialect: "nubos"}, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
}

// TestQuickIsOfUse holds that right frontmatter of these contracts needs no validator.
func TestQuickIsOfUse(t *testing.T) {
	for _, c := range built(t) {
		if !c.quick.approves(parse(strings.TrimLeft(c.body.Example.Text, "\n")).Front.Root) {
			t.Errorf("%s: the quick check does not approve of the contract's own example", c.Kind)
		}
	}
}

func TestQuickKeywords(t *testing.T) {
	for _, c := range []struct {
		schema map[string]any
		known  bool
	}{
		{map[string]any{"type": "object", "required": []any{"a"}, "properties": map[string]any{"a": map[string]any{"type": "integer", "minimum": int64(1)}}}, true},
		{map[string]any{"properties": map[string]any{"a": map[string]any{"enum": []any{"x"}, "pattern": "^x", "format": "date-or-time", "minLength": int64(1), "maximum": 2.5}}}, true},
		{map[string]any{"additionalProperties": false}, false},
		{map[string]any{"properties": map[string]any{"a": map[string]any{"enum": []any{int64(1)}}}}, false},
		{map[string]any{"properties": map[string]any{"a": map[string]any{"type": []any{"string", "null"}}}}, false},
		{map[string]any{"properties": map[string]any{"a": map[string]any{"format": "email"}}}, false},
		{map[string]any{"properties": map[string]any{"a": map[string]any{"multipleOf": int64(2)}}}, false},
		{map[string]any{"properties": map[string]any{"a": true}}, false},
	} {
		if got := newQuick(c.schema) != nil; got != c.known {
			t.Errorf("%v: known %t, want %t", c.schema, got, c.known)
		}
	}
}

// FuzzQuick holds that the quick check never approves of frontmatter that the validator refuses.
func FuzzQuick(f *testing.F) {
	contracts := built(f)
	for _, c := range contracts {
		text := strings.TrimLeft(c.body.Example.Text, "\n")
		head, _, _ := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
		f.Add(head)
		for _, change := range []string{": 0", ": -1", ": 1.5", ": true", ": \"1\"", ":", ": [a]", ": yesterday", ": 1e400", ": 99999999999999999999"} {
			key, _, _ := strings.Cut(head, ":")
			f.Add(strings.Replace(head, head[:strings.IndexByte(head+"\n", '\n')], key+change, 1))
		}
	}
	f.Fuzz(func(t *testing.T, head string) {
		d := parse("---\n" + head + "\n---\n")
		if d.Problem != nil || d.Front.Root == nil {
			return
		}
		for _, c := range contracts {
			if c.quick.approves(d.Front.Root) {
				if err := c.frontmatter.Validate(d.Front.Root.Value()); err != nil {
					t.Errorf("%s: the quick check approves of\n%s\nand the validator does not: %v", c.Kind, head, err)
				}
			}
		}
	})
}
