package schema

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/spell"
)

// keywords is those of one schema with their values. Each method that reads one notes a mistake if the value is of the
// wrong kind; what none has asked for is unknown.
type keywords struct {
	*compiler
	raw   map[string]any
	at    []string
	known []string // the keywords that were asked for: all that there are
}

// place returns the address of something in the schema.
func (k *keywords) place(steps ...string) []string { return append(slices.Clone(k.at), steps...) }

func (k *keywords) wrongAt(keyword, format string, args ...any) {
	k.wrong(k.place(keyword), format, args...)
}

// expected notes that a keyword has a value of the wrong kind.
func (k *keywords) expected(keyword, want string) {
	k.wrongAt(keyword, "it is %s, and must be %s", seen(k.raw[keyword]), want)
}

func (k *keywords) take(keyword string) (any, bool) {
	k.known = append(k.known, keyword)
	v, ok := k.raw[keyword]
	return v, ok
}

func (k *keywords) text(keyword string) string {
	text, _ := k.textIf(keyword)
	return text
}

// textIf returns the value of a keyword, and whether it is there.
func (k *keywords) textIf(keyword string) (string, bool) {
	v, ok := k.take(keyword)
	text, isText := v.(string)
	if ok && !isText {
		k.expected(keyword, "a text")
	}
	return text, isText
}

func (k *keywords) truth(keyword string) bool {
	v, ok := k.take(keyword)
	truth, isTruth := v.(bool)
	if ok && !isTruth {
		k.expected(keyword, "true or false")
	}
	return truth
}

func (k *keywords) number(keyword string) (float64, bool) {
	v, ok := k.take(keyword)
	if !ok {
		return 0, false
	}
	n, ok := asNumber(v)
	switch {
	case !ok:
		k.expected(keyword, "a number")
	case keyword == "multipleOf" && n <= 0:
		k.expected(keyword, "a number above zero")
		return 0, false
	}
	return n, ok
}

// sizes returns those of the keywords that are there.
func (k *keywords) sizes(keywords ...string) []bound {
	var bounds []bound
	for _, keyword := range keywords {
		v, ok := k.take(keyword)
		if !ok {
			continue
		}
		n, ok := asNumber(v)
		if !ok || n < 0 || n != math.Trunc(n) {
			k.expected(keyword, "a whole number from 0")
		}
		bounds = append(bounds, bound{keyword, n})
	}
	return bounds
}

func (k *keywords) list(keyword string) ([]any, bool) {
	v, ok := k.take(keyword)
	list, isList := v.([]any)
	if ok && !isList {
		k.expected(keyword, "a list")
	}
	return list, isList
}

// names returns a list of different texts that stands at a place below k's.
func (k *keywords) names(v any, at ...string) []string {
	list, ok := v.([]any)
	if !ok {
		k.wrong(k.place(at...), "it is %s, and must be a list of texts", seen(v))
	}
	var names []string
	known := map[string]bool{}
	for _, item := range list {
		name, ok := item.(string)
		switch {
		case !ok:
			k.wrong(k.place(at...), "it holds %s, and must be a list of texts", seen(item))
		case known[name]:
			k.wrong(k.place(at...), "it holds %q twice; remove one of them", name)
		}
		known[name] = true
		names = append(names, name)
	}
	return names
}

func (k *keywords) types() typeSet {
	v, ok := k.take("type")
	if !ok {
		return nil
	}
	if one, ok := v.(string); ok {
		v = []any{one}
	}
	names := k.names(v, "type")
	if len(names) == 0 {
		k.wrongAt("type", "it must be the name of a type or a list of such names")
	}
	for _, name := range names {
		if !slices.Contains(typeNames, name) {
			k.wrongAt("type", "there is no type %q%s", name, quotedSuggestion(name, typeNames))
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return slices.Index(typeNames, a) - slices.Index(typeNames, b) })
	return names
}

// schema compiles the schema that is the keyword's value. It returns nil if there is none.
func (r *reader) schema(keyword string) *subschema {
	v, ok := r.take(keyword)
	if !ok {
		return nil
	}
	return r.compile(v, r.place(keyword))
}

// schemaList compiles a list of schemas.
func (r *reader) schemaList(keyword string) []*subschema {
	list, ok := r.list(keyword)
	if ok && len(list) == 0 {
		r.expected(keyword, "a list of at least one schema")
	}
	var schemas []*subschema
	for i, v := range list {
		schemas = append(schemas, r.compile(v, r.place(keyword, strconv.Itoa(i))))
	}
	return schemas
}

// schemas compiles a map of schemas.
func (r *reader) schemas(keyword string) map[string]*subschema {
	var schemas map[string]*subschema
	for key, v := range r.sorted(keyword) {
		if schemas == nil {
			schemas = map[string]*subschema{}
		}
		schemas[key] = r.compile(v, r.place(keyword, key))
	}
	return schemas
}

// sorted returns the entries of a map in the order of their keys.
func (k *keywords) sorted(keyword string) iter.Seq2[string, any] {
	v, ok := k.take(keyword)
	entries, isMap := v.(map[string]any)
	if ok && !isMap {
		k.expected(keyword, "a table")
	}
	return func(yield func(string, any) bool) {
		for _, key := range slices.Sorted(maps.Keys(entries)) {
			if !yield(key, entries[key]) {
				return
			}
		}
	}
}

// unknown refuses keywords that nothing has asked for. Those that start with "x-" are the author's own.
func (k *keywords) unknown() {
	for _, keyword := range slices.Sorted(maps.Keys(k.raw)) {
		if slices.Contains(k.known, keyword) || strings.HasPrefix(keyword, "x-") {
			continue
		}
		k.wrongAt(keyword, "JSON Schema has no keyword %q%s", keyword, insteadOf(keyword, k.known))
	}
}

// insteadOf names the keyword that took the place of one of older drafts, or that was probably meant.
func insteadOf(keyword string, known []string) string {
	switch keyword {
	case "definitions":
		return " any more; write $defs"
	case "dependencies":
		return " any more; write dependentRequired or dependentSchemas"
	case "additionalItems":
		return " any more; write items, and prefixItems for the first ones"
	}
	return quotedSuggestion(keyword, known)
}

// asNumber returns a number as document.TOMLValue and encoding/json give it. Infinities and NaN are none.
func asNumber(v any) (float64, bool) {
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, !math.IsInf(n, 0) && !math.IsNaN(n)
	}
	return 0, false
}

// seen names a value of a schema in a message.
func seen(v any) string {
	switch v := v.(type) {
	case []any:
		return "a list"
	case nil:
		return "null"
	case string:
		return strconv.Quote(v)
	case bool, int64, float64:
		return fmt.Sprint(v)
	case map[string]any:
		return "a table"
	}
	return fmt.Sprintf("the date or time %v", v)
}

// quotedSuggestion is the end of a message about a word that is none of the known ones.
func quotedSuggestion(word string, known []string) string {
	if near := spell.Nearest(word, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
