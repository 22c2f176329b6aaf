package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/dialect"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/rules"
)

// verdicts has a value judged by our validator and by the library. The errors are those of the schema.
func verdicts(raw any, value *document.Node) (ours, theirs bool, ourError, theirError error) {
	compiled, ourError := schema.Compile("data", raw)
	if ourError == nil {
		ours = compiled.Validate(value) == nil
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(noLoader{})
	c.RegisterFormat(&jsonschema.Format{Name: "date-or-time", Validate: func(v any) error {
		if s, ok := v.(string); ok && !schema.DateOrTime(s) {
			return errors.New("no date or time")
		}
		return nil
	}})
	if theirError = c.AddResource("contract:///schema.json", raw); theirError == nil {
		var library *jsonschema.Schema
		if library, theirError = c.Compile("contract:///schema.json"); theirError == nil {
			theirs = library.Validate(value.Value()) == nil
		}
	}
	return ours, theirs, ourError, theirError
}

type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, fmt.Errorf("%s is elsewhere", url) }

// compare fails unless both say the same of a value, and returns what they say. A schema that we refuse is not
// compared: TestMistakes is about such.
func compare(t *testing.T, raw any, value *document.Node) (right bool, refused error) {
	t.Helper()
	ours, theirs, ourError, theirError := verdicts(raw, value)
	if ourError != nil {
		return false, ourError
	}
	if theirError != nil {
		t.Errorf("we take a schema that the library refuses (%v):\n%s", theirError, text(raw))
	} else if ours != theirs {
		t.Errorf("we say %t and the library says %t:\nschema %s\nvalue  %s", ours, theirs, text(raw), text(value.Value()))
	}
	return ours, nil
}

func text(v any) string {
	encoded, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(encoded)
}

// TestContractSchemas holds the examples of the built-in contracts, whole and with one value changed, against both
// validators.
func TestContractSchemas(t *testing.T) {
	values := []string{"0", "-1", "1.5", "true", `"1"`, "", "[a]", "yesterday", "1e400", "99999999999999999999"}
	judged := 0
	for _, pack := range rules.Packs() {
		for _, c := range pack.Contracts {
			body, err := c.Body()
			if err != nil {
				t.Fatal(err)
			}
			if body.Frontmatter == nil {
				continue
			}
			head, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimLeft(body.Example.Text, "\n"), "---\n"), "\n---\n")
			lines := strings.Split(head, "\n")
			for i, line := range lines {
				key, _, _ := strings.Cut(line, ":")
				for _, value := range values {
					changed := append([]string{}, lines...)
					changed[i] = key + ": " + value
					d := parse("---\n" + strings.Join(changed, "\n") + "\n---\n")
					if d.Front.Root != nil {
						compare(t, body.Frontmatter.JSON, d.Front.Root)
						judged++
					}
				}
			}
			if root := parse("---\n" + head + "\n---\n").Front.Root; root != nil {
				compare(t, body.Frontmatter.JSON, root)
			}
		}
	}
	if judged < 100 {
		t.Errorf("only %d values were judged", judged)
	}
}

func parse(text string) *document.Document {
	return document.Parse(&document.Input{Path: "x.md", Dialect: "nubos", Reader: dialect.Read}, func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil })
}

// TestMadeUpSchemas compares the two validators over schemas and values that are made up of few parts, so that they
// often meet.
func TestMadeUpSchemas(t *testing.T) {
	m := maker{rand.New(rand.NewPCG(1, 2))}
	compiled, right := 0, 0
	const rounds = 3000
	for range rounds {
		raw, value := m.document(), document.ParseJSON([]byte(text(m.value(3)))).Root
		ours, err := compare(t, raw, value)
		if err == nil {
			compiled++
		}
		if ours {
			right++
		}
		if t.Failed() {
			return
		}
	}
	if compiled < rounds/2 || right < compiled/5 || right > compiled*4/5 {
		t.Errorf("of %d schemas %d were compiled, and %d values were right: that says little", rounds, compiled, right)
	}
}

// maker makes schemas and values up.
type maker struct{ *rand.Rand }

var (
	madeUpKeys   = []string{"a", "b", "ab", "c"}
	madeUpValues = []any{nil, true, false, 0.0, 1.0, -1.0, 2.0, 2.5, 0.3, 1e300, "", "a", "ab", "äö", "b"}
)

func pick[T any](m maker, from []T) T { return from[m.IntN(len(from))] }

func (m maker) value(depth int) any {
	switch n := m.IntN(4); {
	case depth == 0 || n < 2:
		return pick(m, madeUpValues)
	case n == 2:
		list := []any{}
		for range m.IntN(4) {
			list = append(list, m.value(depth-1))
		}
		return list
	}
	object := map[string]any{}
	for range m.IntN(4) {
		object[pick(m, madeUpKeys)] = m.value(depth - 1)
	}
	return object
}

// document makes up a whole schema, with definitions for its references.
func (m maker) document() map[string]any {
	raw := map[string]any{"$defs": map[string]any{"a": m.schema(2), "b": m.schema(2), "c": map[string]any{"$anchor": "here", "type": pick(m, schema.TypeNames)}}}
	m.keywords(raw, 3)
	return raw
}

func (m maker) schema(depth int) any {
	if depth == 0 || m.IntN(8) == 0 {
		return m.IntN(3) > 0
	}
	raw := map[string]any{}
	m.keywords(raw, depth)
	return raw
}

func (m maker) schemas(depth int) []any {
	list := []any{m.schema(depth)}
	for range m.IntN(3) {
		list = append(list, m.schema(depth))
	}
	return list
}

func (m maker) keywords(raw map[string]any, depth int) {
	for range 1 + m.IntN(3) {
		keyword := pick(m, []string{"type", "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
			"minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "items", "prefixItems", "contains", "minContains", "maxContains",
			"unevaluatedItems", "minProperties", "maxProperties", "required", "properties", "properties", "patternProperties", "additionalProperties",
			"propertyNames", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "$ref"})
		raw[keyword] = m.keyword(keyword, depth-1)
	}
}

func (m maker) keyword(keyword string, depth int) any {
	switch keyword {
	case "type":
		if types := []any{pick(m, schema.TypeNames), pick(m, schema.TypeNames)}; m.IntN(2) == 0 && types[0] != types[1] {
			return types
		}
		return pick(m, schema.TypeNames)
	case "enum":
		return []any{m.value(1), m.value(2), m.value(0)}
	case "const":
		return m.value(2)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return float64(m.IntN(4) - 1)
	case "multipleOf":
		return pick(m, []any{0.1, 2.0, 0.5})
	case "pattern":
		return pick(m, []any{"a", "^b", "^.$", "^$"})
	case "uniqueItems":
		return true
	case "required":
		return []any{pick(m, madeUpKeys)}
	case "dependentRequired":
		return map[string]any{pick(m, madeUpKeys): []any{pick(m, madeUpKeys)}}
	case "properties", "dependentSchemas":
		return map[string]any{pick(m, madeUpKeys): m.schema(depth), pick(m, madeUpKeys): m.schema(depth)}
	case "patternProperties":
		return map[string]any{pick(m, []string{"a", "^b", "."}): m.schema(depth)}
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return m.schemas(depth)
	case "$ref":
		return pick(m, []any{"#", "#/$defs/a", "#/$defs/b", "#here", "#/properties/a", "#/%24defs/c"})
	}
	if strings.HasPrefix(keyword, "min") || strings.HasPrefix(keyword, "max") {
		return float64(m.IntN(3))
	}
	return m.schema(depth)
}

// FuzzSchema compares the two validators over any schema and any value.
func FuzzSchema(f *testing.F) {
	m := maker{rand.New(rand.NewPCG(3, 4))}
	for range 200 {
		f.Add(text(m.document()), text(m.value(3)))
	}
	f.Fuzz(func(t *testing.T, written, value string) {
		if len(written) > 2000 || containsAny(written, []string{"format", "$vocabulary", "$id", "$schema"}) {
			return // the library's time is not linear; TestFormats is about formats; we look no closer at what is not to be used
		}
		var raw any
		if err := json.Unmarshal([]byte(written), &raw); err != nil {
			return
		}
		if root := document.ParseJSON([]byte(value)).Root; root != nil {
			compare(t, raw, root)
		}
	})
}

// unsupported is what the official test suite has of JSON Schema that a contract's schema has not, and refuses.
var unsupported = []string{"may refer only to itself", "only the schema as a whole may have one", "JSON Schema has no keyword", "leads back to itself",
	"is understood", "there are two anchors"}

// TestOfficialSuite holds the validator against the tests for draft 2020-12 of
// github.com/json-schema-org/JSON-Schema-Test-Suite, if their directory is named.
func TestOfficialSuite(t *testing.T) {
	dir := os.Getenv("JSON_SCHEMA_SUITE")
	if dir == "" {
		t.Skip("set JSON_SCHEMA_SUITE to the suite's directory tests/draft2020-12")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s holds no tests (%v)", dir, err)
	}
	held, refused := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct {
			Description string
			Schema      any
			Tests       []struct {
				Description string
				Data        json.RawMessage
				Valid       bool
			}
		}
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, group := range groups {
			compiled, err := schema.Compile("data", group.Schema)
			if err != nil {
				if refused++; !containsAny(err.Error(), unsupported) {
					t.Errorf("%s: %s: %v", filepath.Base(file), group.Description, err)
				}
				if testing.Verbose() {
					t.Logf("refused: %s: %s: %v", filepath.Base(file), group.Description, err)
				}
				continue
			}
			for _, test := range group.Tests {
				if held++; (compiled.Validate(document.ParseJSON(test.Data).Root) == nil) != test.Valid {
					t.Errorf("%s: %s: %s: should be %t", filepath.Base(file), group.Description, test.Description, test.Valid)
				}
			}
		}
	}
	t.Logf("%d tests; %d schemas are refused", held, refused)
}

func containsAny(s string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
