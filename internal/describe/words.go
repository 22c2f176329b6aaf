package describe

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
)

// maxDepth is how deep schemas are told that stand in one another, and maxParts and maxBytes how much is told of one
// key: very many may refer to one schema. maxValues is how long lists in it are, and maxCode how many bytes are told of
// a value.
const (
	maxDepth  = 6
	maxParts  = 100
	maxBytes  = 8000
	maxValues = 200
	maxCode   = 4000
)

const more = "more, which the contract says"

// teller tells in words what schemas demand. What it has no words for it quotes, so that nothing is left out.
type teller struct {
	root  map[string]any
	parts int // that were told
	bytes int // of what was told
}

// full reports whether no more is told.
func (t *teller) full() bool { return t.parts > maxParts || t.bytes > maxBytes }

// describeProperty says in Markdown what a value must be, apart from the members that it names.
func describeProperty(root, property map[string]any) string {
	t := &teller{root: root}
	return cut(strings.Join(t.words(property, maxDepth, true), ", "), 2*maxBytes)
}

// bounds are the keywords with a limit, in words.
var bounds = []struct{ keyword, text string }{
	{"minimum", "at least %v"}, {"exclusiveMinimum", "more than %v"}, {"maximum", "at most %v"}, {"exclusiveMaximum", "less than %v"},
	{"multipleOf", "a multiple of %v"}, {"minLength", "at least %v characters"}, {"maxLength", "at most %v characters"},
	{"pattern", "matching `%v`"}, {"format", "format %v"}, {"minItems", "at least %v items"}, {"maxItems", "at most %v items"},
	{"minProperties", "at least %v keys"}, {"maxProperties", "at most %v keys"},
}

// silent are the keywords that demand nothing, or are told with others.
var silent = []string{
	"$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema", "$vocabulary", "contentEncoding", "contentMediaType",
	"contentSchema", "default", "deprecated", "description", "else", "examples", "maxContains", "minContains", "readOnly", "then", "title", "writeOnly",
}

// words tells what a schema demands. Where known is set, another place tells which members a value has.
func (t *teller) words(s any, depth int, known bool) (parts []string) {
	m, isMap := s.(map[string]any)
	switch t.parts++; {
	case s == false:
		return []string{"nothing"}
	case !isMap || len(m) == 0:
		return nil
	case depth == 0 || t.full():
		return []string{more}
	}
	all := t.bytes
	defer func() {
		for _, text := range parts {
			all += len(text)
		}
		t.bytes = max(t.bytes, all) // what stands within it is counted
	}()
	told := slices.Clone(silent)
	tell := func(keyword string, say func(v any) string) {
		told = append(told, keyword)
		if v, ok := m[keyword]; ok {
			if text := say(v); text != "" {
				parts = append(parts, text)
			}
		}
	}
	if target := resolved(t.root, m); m["$ref"] != nil && target != nil {
		parts = append(parts, t.words(target, depth-1, false)...)
	}
	tell("type", func(v any) string { return typeWords(v, m) })
	tell("const", func(v any) string { return "exactly " + code(v) })
	tell("enum", func(v any) string { return strings.Join(codes(v), ", ") })
	for _, b := range bounds {
		tell(b.keyword, func(v any) string {
			text := fmt.Sprintf(b.text, cut(fmt.Sprint(v), maxCode))
			if fmt.Sprint(v) == "1" && !strings.HasSuffix(b.text, "v") && !strings.HasSuffix(b.text, "`") {
				text = strings.TrimSuffix(text, "s") // of items, characters and keys
			}
			return text
		})
	}
	in := func(v any) string { return strings.Join(t.words(v, depth-1, false), ", ") }
	items := func(format string) func(any) string {
		return func(v any) string {
			if m := resolved(t.root, v); m != nil {
				v = m
			}
			if text := strings.Join(t.words(v, depth-1, known && format == "each item: %s"), ", "); text != "" {
				return fmt.Sprintf(format, text)
			}
			return ""
		}
	}
	tell("items", items("each item: %s"))
	tell("prefixItems", func(v any) string { return "item by item: " + t.each(v, depth, "; ") })
	tell("uniqueItems", func(v any) string { return map[bool]string{true: "no item twice"}[v == true] })
	tell("contains", func(v any) string { return contained(m) + " such as: " + in(v) })
	tell("unevaluatedItems", items("any other item: %s"))
	parts = append(parts, t.members(m, depth, known)...)
	told = append(told, "required", "properties", "dependentRequired", "dependentSchemas", "patternProperties", "propertyNames",
		"additionalProperties", "unevaluatedProperties")
	tell("if", func(v any) string { return t.condition(v, m, depth) })
	tell("allOf", func(v any) string { return t.each(v, depth, ", ") })
	tell("anyOf", func(v any) string { return "one of these or more: " + t.each(v, depth, "; or ") })
	tell("oneOf", func(v any) string { return "just one of these: " + t.each(v, depth, "; or ") })
	tell("not", func(v any) string { return "not this: " + in(v) })
	for _, keyword := range slices.Sorted(maps.Keys(m)) {
		switch {
		case slices.Contains(told, keyword):
		case isLarge(m[keyword]):
			parts = append(parts, more)
		default:
			text, _ := json.Marshal(m[keyword])
			parts = append(parts, fmt.Sprintf("%s `%s`", cut(keyword, maxCode), cut(string(text), maxCode)))
		}
	}
	return parts
}

// members tells what a schema demands of the keys of a map.
func (t *teller) members(m map[string]any, depth int, known bool) (parts []string) {
	in := func(v any) string { return strings.Join(t.words(v, depth-1, false), ", ") }
	if required := codes(m["required"]); len(required) > 0 && !known {
		parts = append(parts, there(required))
	}
	properties := membersOf(m)
	if known {
		properties = nil
	}
	for _, key := range few(properties, &parts) {
		switch text := in(membersOf(m)[key]); {
		case membersOf(m)[key] == false:
			parts = append(parts, code(key)+" is not there")
		case text != "":
			parts = append(parts, code(key)+" is "+text)
		}
	}
	for _, key := range few(m["dependentRequired"], &parts) {
		then := m["dependentRequired"].(map[string]any)[key]
		parts = append(parts, fmt.Sprintf("if %s is there, then %s", code(key), there(codes(then))))
	}
	for _, key := range few(m["dependentSchemas"], &parts) {
		then := m["dependentSchemas"].(map[string]any)[key]
		parts = append(parts, fmt.Sprintf("if %s is there, then %s", code(key), in(then)))
	}
	for _, key := range few(m["patternProperties"], &parts) {
		if text := in(m["patternProperties"].(map[string]any)[key]); text != "" {
			parts = append(parts, fmt.Sprintf("a key that matches `%s`: %s", cut(key, maxCode), text))
		}
	}
	if text := in(m["propertyNames"]); text != "" {
		parts = append(parts, "each key: "+text)
	}
	for _, keyword := range []string{"additionalProperties", "unevaluatedProperties"} {
		switch text := in(m[keyword]); {
		case m[keyword] == false:
			parts = append(parts, "no other keys")
		case text != "":
			parts = append(parts, "any other key: "+text)
		}
	}
	return parts
}

// condition tells what holds if a schema does.
func (t *teller) condition(cond any, m map[string]any, depth int) string {
	in := func(v any) string { return strings.Join(t.words(v, depth-1, false), " and ") }
	when := in(cond)
	if c, ok := cond.(map[string]any); ok && c["type"] != nil && c["properties"] == nil && c["required"] == nil {
		when = "it is " + when
	}
	var parts []string
	if then := in(m["then"]); then != "" {
		parts = append(parts, fmt.Sprintf("if %s, then %s", when, then))
	}
	if other := in(m["else"]); other != "" {
		parts = append(parts, fmt.Sprintf("unless %s: %s", when, other))
	}
	return strings.Join(parts, "; ")
}

// each tells what some schemas demand.
func (t *teller) each(v any, depth int, separator string) string {
	list, _ := v.([]any)
	var texts []string
	for _, one := range list {
		if t.full() {
			texts = append(texts, more)
			break
		}
		if text := strings.Join(t.words(one, depth-1, false), ", "); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, separator)
}

// contained tells of how many items a list must hold.
func contained(m map[string]any) string {
	least, most := "1", ""
	if v, ok := m["minContains"]; ok {
		least = fmt.Sprint(v)
	}
	if v, ok := m["maxContains"]; ok {
		most = fmt.Sprintf(" and at most %v", v)
	}
	return "at least " + least + most + " of its items"
}

// typeWords names the types of a value; a map whose keys are told is no news.
func typeWords(v any, m map[string]any) string {
	if text, ok := v.(string); ok {
		if text == "object" && m["properties"] != nil {
			return ""
		}
		return text
	}
	list, _ := v.([]any)
	names := make([]string, len(list))
	for i, one := range list {
		names[i] = fmt.Sprint(one)
	}
	return document.OneOf(names)
}

func there(keys []string) string {
	if len(keys) == 1 {
		return keys[0] + " is there"
	}
	return document.AllOf(keys) + " are there"
}

func code(v any) string {
	if isLarge(v) {
		return more
	}
	return "`" + cut(schema.Literal(v), maxCode) + "`"
}

// codes quotes the values of a list; of a long one the first.
func codes(v any) []string {
	list, _ := v.([]any)
	var texts []string
	for _, one := range list[:min(len(list), maxValues)] {
		texts = append(texts, code(one))
	}
	if len(list) > maxValues {
		texts = append(texts, more)
	}
	return texts
}

// cut returns a text without what is too much of it.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// few returns the keys of a map that are told; of a large one, which is not sorted for each that refers to it, none.
func few(v any, parts *[]string) []string {
	if m, _ := v.(map[string]any); len(m) > maxValues {
		*parts = append(*parts, more)
		return nil
	}
	return sortedKeys(v)
}

// isLarge reports whether a value has more parts than are told.
func isLarge(v any) bool {
	left := maxValues
	var count func(v any)
	count = func(v any) {
		if left--; left < 0 {
			return
		}
		switch v := v.(type) {
		case []any:
			for i := 0; i < len(v) && left >= 0; i++ {
				count(v[i])
			}
		case map[string]any:
			for _, one := range v {
				if count(one); left < 0 {
					return
				}
			}
		}
	}
	count(v)
	return left < 0
}

func sortedKeys(v any) []string {
	m, _ := v.(map[string]any)
	return slices.Sorted(maps.Keys(m))
}
