// Package describe tells people and agents what a contract demands: as a section of a prompt, and key by key.
package describe

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/rules"
)

// Key is what a contract says of one key.
type Key struct {
	Name     string
	Required bool
	Value    string // what the value must be, in Markdown; "" is anything
	About    string // what the schema says of it in words, or ""
	Choices  []any  // the values that it may have; nil if they cannot be listed
	Sample   any    // a value that it may have, or nil
	Since    string // the version of the framework that it came with; "" was always there
	Why      string // it must not be there, for this reason
}

// maxKeys is how many keys are told at once, and deepest how many maps and lists stand around them at most.
const (
	maxKeys = 1000
	deepest = 1000
)

// KeysAt returns what a contract says of the keys of a map that are wanted: of the frontmatter if front is set, else of
// the data. path leads to the map by keys, with "[]" for the items of a list.
func KeysAt(c *rules.Contract, front bool, path []string, wanted func(name string) bool) []Key {
	s, at := schemaAt(c, front, path)
	if at == nil {
		return nil
	}
	where := ""
	if len(s.Since) > 0 {
		where = strings.ReplaceAll(strings.Join(path, "."), ".[]", "[]")
	}
	names, properties, required := namesIn(s, at, len(path) == 0), membersOf(at), requiredOf(at)
	var keys []Key
	for _, name := range names {
		if !wanted(name) {
			continue
		}
		if len(keys) == maxKeys {
			break
		}
		property := resolved(s.JSON, properties[name])
		key := Key{Name: name, Required: required[name], Value: describeProperty(s.JSON, property), Choices: valuesOf(property)}
		key.About, _ = property["description"].(string)
		if key.About = cut(key.About, maxBytes); len(s.Since) > 0 {
			key.Since = s.Since[strings.TrimPrefix(where+"."+name, ".")].Key
		}
		if key.Sample = sample(property); key.Sample == nil && len(key.Choices) == 1 {
			key.Sample = key.Choices[0]
		}
		keys = append(keys, key)
	}
	if len(path) == 0 {
		for _, name := range slices.Sorted(maps.Keys(s.Forbidden)) {
			if wanted(name) {
				keys = append(keys, Key{Name: name, Why: s.Forbidden[name]})
			}
		}
	}
	return keys
}

// ItemChoices returns the values that the items of a list may have; path leads to the list.
func ItemChoices(c *rules.Contract, front bool, path []string) []any {
	_, at := schemaAt(c, front, append(slices.Clip(path), "[]"))
	return valuesOf(at)
}

// schemaAt returns the schema that a path leads to, nil if it says nothing of it, and the one that it is a part of.
func schemaAt(c *rules.Contract, front bool, path []string) (*rules.Schema, map[string]any) {
	body, err := c.Body()
	if err != nil {
		return nil, nil
	}
	s := body.Data
	if front {
		s = body.Frontmatter
	}
	if s == nil || len(path) > deepest {
		return nil, nil
	}
	at := resolved(s.JSON, s.JSON)
	for _, step := range path {
		next := at["items"]
		if step != "[]" {
			var known bool
			if next, known = membersOf(at)[step]; !known {
				next = at["additionalProperties"]
			}
		}
		if at = resolved(s.JSON, next); at == nil {
			return s, nil
		}
	}
	return s, at
}

// resolved returns a schema, or the one that it refers to in the same file.
func resolved(root map[string]any, s any) map[string]any {
	m, _ := s.(map[string]any)
	for range 10 { // who refers in a circle says nothing
		ref, ok := m["$ref"].(string)
		if !ok {
			return m
		}
		var at any = root
		for step := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
			parent, _ := at.(map[string]any)
			at = parent[step]
		}
		m, _ = at.(map[string]any)
	}
	return nil
}

func membersOf(s map[string]any) map[string]any {
	members, _ := s["properties"].(map[string]any)
	return members
}

// namesIn returns the names of the properties, in the order of the contract where it has one.
func namesIn(s *rules.Schema, at map[string]any, top bool) []string {
	if top {
		return s.Properties
	}
	return slices.Sorted(maps.Keys(membersOf(at)))
}

// requiredOf returns the keys that a schema requires.
func requiredOf(s map[string]any) map[string]bool {
	list, _ := s["required"].([]any)
	required := make(map[string]bool, len(list))
	for _, v := range list {
		if name, ok := v.(string); ok {
			required[name] = true
		}
	}
	return required
}

// valuesOf returns the values that a schema lists.
func valuesOf(s map[string]any) []any {
	if v, ok := s["const"]; ok {
		return []any{v}
	}
	if values, _ := s["enum"].([]any); len(values) > 0 {
		return values
	}
	if s["type"] == "boolean" {
		return []any{true, false}
	}
	return nil
}

// sample returns a scalar that a schema gives as an example, or nil.
func sample(s map[string]any) any {
	if values, _ := s["examples"].([]any); len(values) > 0 {
		switch values[0].(type) {
		case map[string]any, []any:
		default:
			return values[0]
		}
	}
	return nil
}

// Text returns what a contract says of a key, as Markdown.
func (k *Key) Text(c *rules.Contract) string {
	var b strings.Builder
	fmt.Fprintf(&b, "`%s`", k.Name)
	switch {
	case k.Why != "":
		fmt.Fprintf(&b, " is forbidden: %s", k.Why)
	case k.Required:
		b.WriteString(", required")
	default:
		b.WriteString(", may be left out")
	}
	if k.Value != "" {
		fmt.Fprintf(&b, ": %s", k.Value)
	}
	if k.Since != "" {
		fmt.Fprintf(&b, "; since version %s", k.Since)
	}
	if k.About != "" {
		fmt.Fprintf(&b, "\n\n%s", k.About)
	}
	fmt.Fprintf(&b, "\n\n%s (`%s`)", c.Title, c.Kind)
	return b.String()
}
