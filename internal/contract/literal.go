package contract

import (
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/rules"
)

// example returns how a value may be written, or "". Of a value below another one that is what the schema gives as an
// example there.
func example(wanted *rules.Schema, path []schema.Step) string {
	if len(path) == 1 && path[0].Pair != nil {
		return exampleOf(wanted, path[0].Pair.Key)
	}
	at := wanted.JSON
	for _, step := range path {
		next := at["items"]
		if step.Pair != nil {
			properties, _ := at["properties"].(map[string]any)
			next = properties[step.Pair.Key]
		}
		at, _ = next.(map[string]any)
	}
	if values, _ := at["examples"].([]any); len(values) > 0 && len(path) > 0 {
		return schema.Literal(values[0])
	}
	return ""
}

func exampleOf(wanted *rules.Schema, key string) string {
	properties, _ := wanted.JSON["properties"].(map[string]any)
	p, _ := properties[key].(map[string]any)
	for _, key := range []string{"examples", "enum"} {
		if values, _ := p[key].([]any); len(values) > 0 {
			return schema.Literal(values[0])
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
