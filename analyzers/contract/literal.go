package contract

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nplint/nplint/rules"
)

// example returns how the value of a top-level key may be written in frontmatter, or "".
func example(schema *rules.Schema, path []step) string {
	if len(path) != 1 || path[0].pair == nil {
		return ""
	}
	return exampleOf(schema, path[0].pair.Key)
}

func exampleOf(schema *rules.Schema, key string) string {
	properties, _ := schema.JSON["properties"].(map[string]any)
	p, _ := properties[key].(map[string]any)
	for _, key := range []string{"examples", "enum"} {
		if values, _ := p[key].([]any); len(values) > 0 {
			return Literal(values[0])
		}
	}
	switch p["type"] {
	case "boolean":
		return "true"
	case "integer", "number":
		return "0"
	}
	return ""
}

// Literal writes a schema value as frontmatter has it: texts that would be read as something else in double quotes.
func Literal(v any) string {
	s, ok := v.(string)
	if !ok {
		return fmt.Sprint(v)
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil || s == "" || s == "true" || s == "false" || s == "null" || strings.ContainsAny(s[:1], "[{\"'#&*!|>%@`~") {
		return `"` + s + `"`
	}
	return s
}
