package model

import (
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/contract"
)

// Keys returns the sorted keys that the contract of a kind knows of the map that keys lead to; "[]" leads to the
// items of a list.
func (p *Project) Keys(kind string, keys ...string) []string {
	return slices.Sorted(maps.Keys(table(p.demand(kind, keys), "properties")))
}

// demand returns the part of a contract's schema that keys lead to. References lead to definitions in the contract.
func (p *Project) demand(kind string, keys []string) map[string]any {
	body := contract.BodyOf(p.Set, kind)
	if body == nil || body.Data == nil {
		return nil
	}
	schema := body.Data.JSON
	for _, key := range keys {
		if key == "[]" {
			schema = table(schema, "items")
			if older := table(schema, "else"); older != nil {
				schema = older
			}
		} else {
			schema = table(table(schema, "properties"), key)
		}
		if ref, ok := schema["$ref"].(string); ok {
			schema = table(table(body.Data.JSON, "$defs"), strings.TrimPrefix(ref, "#/$defs/"))
		}
	}
	return schema
}

func table(of map[string]any, key string) map[string]any {
	t, _ := of[key].(map[string]any)
	return t
}
