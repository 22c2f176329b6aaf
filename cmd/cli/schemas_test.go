package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// The schemas in docs/schemas are written by `go generate ./...`. That of the JSON output is made of
// the types that it is made of and of what the manual says of each field; that of the configuration of the one that nplint
// prints, without the ids of rules, which come and go.

// schemaHome is where the schemas are published: their $id begins with it.
const schemaHome = "https://raw.githubusercontent.com/nplint/nplint/main/docs/schemas/"

// jsonOutput is JSON output version 1. TestSchemas holds that nothing else is in it.
type jsonOutput struct {
	Version int `json:"version"`
	Tool    struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"tool"`
	Findings []nplint.Finding `json:"findings"`
	Summary  nplint.Summary   `json:"summary"`
}

func TestSchemas(t *testing.T) {
	output := schemaOf(reflect.TypeFor[jsonOutput](), "", fieldsOfManual(t))
	output["title"] = "JSON output of nplint, version 1"
	output["description"] = "Keys may be added within the version; none goes, and none changes its meaning."
	properties(output)["version"].(map[string]any)["const"] = 1
	publish(t, "output-1.schema.json", output)

	var config map[string]any
	if err := json.Unmarshal(nplint.ConfigSchema(nil), &config); err != nil {
		t.Fatal(err)
	}
	withoutRules(config)
	publish(t, "config-1.schema.json", config)
}

// publish holds a file of docs/schemas against a schema, or writes it.
func publish(t *testing.T, name string, schema map[string]any) {
	t.Helper()
	schema["$schema"], schema["$id"] = "https://json-schema.org/draft/2020-12/schema", schemaHome+name
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	file := filepath.Join(repository, "docs", "schemas", name)
	if *update {
		writeFile(t, file, string(text))
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != string(text) {
		t.Errorf("docs/schemas/%s is not up to date (%v): go generate ./...", name, err)
	}
}

func properties(schema map[string]any) map[string]any { return schema["properties"].(map[string]any) }

// schemaOf returns the schema of what a type is as JSON. described says what the fields are, by the name of what holds them and
// their own.
func schemaOf(of reflect.Type, name string, described map[string]string) map[string]any {
	switch {
	case of == reflect.TypeFor[nplint.Severity]():
		return map[string]any{"enum": report.SeverityNames[nplint.Info:]}
	case of.Kind() == reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(of.Elem(), name+"[]", described)}
	case of.Kind() == reflect.Int:
		least := 0
		if name == "line" || name == "column" {
			least = 1
		}
		return map[string]any{"type": "integer", "minimum": least}
	case of.Kind() == reflect.Bool:
		return map[string]any{"type": "boolean"}
	case of.Kind() == reflect.String:
		return map[string]any{"type": "string"}
	}
	fields, required := map[string]any{}, []string{}
	for _, f := range reflect.VisibleFields(of) {
		key, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "-" {
			continue
		}
		field := schemaOf(f.Type, key, described)
		if text := described[strings.TrimPrefix(name+"."+key, ".")]; text != "" {
			field["description"] = text
		}
		if fields[key] = field; rest != "omitempty" {
			required = append(required, key)
		}
	}
	return map[string]any{"type": "object", "properties": fields, "required": required}
}

// fieldsOfManual returns what the manual says of the fields of JSON output, by their names there.
func fieldsOfManual(t *testing.T) map[string]string {
	t.Helper()
	described := map[string]string{}
	name := regexp.MustCompile("`([^`]+)`")
	for _, m := range regexp.MustCompile(`(?m)^\| (.*) \| (.*) \|$`).FindAllStringSubmatch(read(t, "docs/output.md").section("## json"), -1) {
		for _, field := range name.FindAllStringSubmatch(m[1], -1) {
			described[field[1]] = strings.TrimPrefix(strings.TrimSuffix(strings.ReplaceAll(m[2], "`", ""), " …"), "… and ")
		}
	}
	if len(described) < 30 {
		t.Fatalf("the manual is not read right: %v", described)
	}
	return described
}

// withoutRules makes tables and lists of rules in a schema take any id.
func withoutRules(schema any) {
	const id = "missing-required"
	switch s := schema.(type) {
	case []any:
		for _, one := range s {
			withoutRules(one)
		}
	case map[string]any:
		if inner, ok := s["properties"].(map[string]any); ok && inner[id] != nil {
			delete(s, "properties")
			delete(s, "patternProperties")
			anyOf := []any{map[string]any{"$ref": "#/$defs/setting"}, map[string]any{"type": "object", "description": "severity and options"}}
			s["additionalProperties"] = map[string]any{"anyOf": anyOf}
		}
		if enum, ok := s["enum"].([]any); ok && slices.Contains(enum, any(id)) {
			delete(s, "enum")
		}
		if pattern, ok := s["pattern"].(string); ok && strings.Contains(pattern, id) {
			delete(s, "pattern")
		}
		for _, key := range slices.Sorted(maps.Keys(s)) {
			withoutRules(s[key])
		}
	}
}

// TestSchemaHasAll holds that all keys of real output are in its schema, and that no rule is in that of the configuration.
func TestSchemaHasAll(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal([]byte(read(t, "docs/schemas/output-1.schema.json").text), &schema); err != nil {
		t.Fatal(err)
	}
	text, _ := output("run", "--no-config", "-o", "json", filepath.Join(repository, "fixtures", "demo"))
	var value map[string]any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	unknown(value, schema, "$", seen, t.Errorf)
	for _, want := range []string{"$.findings[].related[].message", "$.findings[].fixes[].edits[].newText", "$.findings[].at"} {
		if !seen[want] {
			t.Errorf("the demo has no %s, so nothing is held of it", want)
		}
	}
	config := read(t, "docs/schemas/config-1.schema.json").text
	for _, rule := range rules.All() {
		if strings.Contains(rule.ID, "-") && strings.Contains(config, fmt.Sprintf("%q", rule.ID)) {
			t.Errorf("the rule %s is in the published schema of configurations", rule.ID)
		}
	}
}

// unknown reports keys of a value that a schema does not have.
func unknown(value any, schema map[string]any, at string, seen map[string]bool, report func(string, ...any)) {
	seen[at] = true
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			unknown(one, schema["items"].(map[string]any), at+"[]", seen, report)
		}
	case map[string]any:
		for key, one := range v {
			inner, ok := properties(schema)[key].(map[string]any)
			if !ok {
				report("the schema has no %s.%s", at, key)
				continue
			}
			unknown(one, inner, at+"."+key, seen, report)
		}
	}
}
