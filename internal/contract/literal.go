package contract

import (
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/rules"
)

// example returns how the value of a top-level key may be written in frontmatter, or "".
func example(wanted *rules.Schema, path []schema.Step) string {
	if len(path) != 1 || path[0].Pair == nil {
		return ""
	}
	return exampleOf(wanted, path[0].Pair.Key)
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
