package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/spell"
)

// Types is what the values of a pack may be, as JSON Schemas by name. A contract of the pack refers to one by its
// name behind a "#", alone or as one of several types: { type = "#task-id" }, { type = ["#task-id", "null"] }.
type Types map[string]map[string]any

// expand puts the types that a schema at a place of a contract names, and the schemas in it, in the place of their
// names.
func (t Types) expand(schema any, at ...string) error {
	switch schema := schema.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(schema)) {
			if err := t.expand(schema[key], append(slices.Clip(at), key)...); err != nil {
				return err
			}
		}
		return t.resolve(schema, at)
	case []any:
		for i, s := range schema {
			if err := t.expand(s, append(slices.Clip(at), strconv.Itoa(i))...); err != nil {
				return err
			}
		}
	}
	return nil
}

// resolve replaces the types that one schema names. What the schema says itself goes before what the type says.
func (t Types) resolve(schema map[string]any, at []string) error {
	types, several := schema["type"].([]any)
	if !several {
		types = []any{schema["type"]}
	}
	for i, named := range types {
		text, _ := named.(string)
		name, ok := strings.CutPrefix(text, "#")
		if !ok {
			continue
		}
		known, ok := t[name]
		if !ok {
			hint := spell.DidYouMean(name, slices.Sorted(maps.Keys(t)))
			return &place{path: append(slices.Clip(at), "type"), err: fmt.Errorf("type %q: the pack has no type of that name%s", text, hint)}
		}
		for key, value := range known {
			if _, own := schema[key]; !own {
				schema[key] = value
			}
		}
		types[i] = known["type"]
	}
	switch {
	case several:
	case types[0] != nil:
		schema["type"] = types[0]
	default:
		delete(schema, "type") // a type need not say one: an enum of texts and null
	}
	return nil
}

// Words returns the values of a type that is one of some words, or nil.
func (t Types) Words(name string) []string {
	values, _ := t[name]["enum"].([]any)
	var words []string
	for _, v := range values {
		if word, ok := v.(string); ok {
			words = append(words, word)
		}
	}
	return words
}
