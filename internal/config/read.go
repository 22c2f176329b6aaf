package config

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/spell"
)

// configReader holds the values of a configuration file against its shape and collects all mistakes.
type configReader struct {
	*configFile
	known     Known
	shape     *shape
	dir       string   // of the configuration
	own       bool     // there may be contracts that are not known yet
	contracts []string // the names of those that are, once they were asked for
	rules     []string // the ids of those that are known, once they were asked for
	hints     hints
	problems  []mistake.Mistake
}

// ids returns the ids of the known rules.
func (r *configReader) ids() []string {
	if r.rules == nil {
		r.rules = r.known.ruleIDs()
	}
	return r.rules
}

// add says what is wrong with the value at a place.
func (r *configReader) add(at, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if at != "" {
		text = at + ": " + text
	}
	r.problems = append(r.problems, mistake.Mistake{Place: r.place(at), Text: text})
}

// value holds v, which stands at the given place, against s.
func (r *configReader) value(s *shape, v any, at string) {
	chosen := s.choose(v)
	if chosen == nil {
		r.add(at, "must be %s, not %s%s", s.wanted(), typeWords[typeOf(v)], s.rewrite(v, at))
		return
	}
	switch v := v.(type) {
	case string:
		r.text(chosen, v, at)
	case int64:
		if chosen.Const != nil && chosen.Const != any(v) {
			r.add(at, "must be %v, not %d", chosen.Const, v)
		}
		if chosen.Maximum != 0 && (v < chosen.Minimum || v > chosen.Maximum) {
			r.add(at, "must be from %d to %d, not %d", chosen.Minimum, chosen.Maximum, v)
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			r.add(at, "must be a finite number")
		}
	case map[string]any:
		r.table(chosen, v, at)
	default:
		list := items(v)
		if len(list) < chosen.MinItems {
			r.add(at, "must not be empty")
		}
		if most := chosen.MaxItems; most > 0 && len(list) > most {
			r.add(at, "has %d entries, and %d are the most", len(list), most)
			return
		}
		for i, item := range list {
			r.value(chosen.Items, item, itemPath(at, i))
		}
	}
}

func (r *configReader) text(s *shape, v, at string) {
	switch {
	case len(v) < s.MinLength:
		r.add(at, "must not be empty")
	case s.MaxLength > 0 && utf8.RuneCountInString(v) > s.MaxLength:
		r.add(at, "has %d characters, and %d are the most", utf8.RuneCountInString(v), s.MaxLength)
	case s.Enum != nil && !slices.Contains(s.Enum, v):
		r.add(at, "%q: write %s%s", v, document.OneOf(s.Enum), cmp.Or(spell.DidYouMeanWhole(v, s.Enum), s.hint))
	case s.check != nil:
		if err := s.check(r, v); err != nil {
			r.add(at, "%q: %v", v, err)
		}
	}
}

func (r *configReader) table(s *shape, v map[string]any, at string) {
	if len(v) < s.MinProperties {
		r.add(at, "must not be empty")
	}
	for _, key := range s.Required {
		if _, ok := v[key]; !ok {
			r.add(at, "%s is missing", key)
		}
	}
	type pair struct {
		key, at string
		line    int
	}
	pairs := make([]pair, 0, len(v))
	for key := range v {
		at := keyPath(at, key)
		pairs = append(pairs, pair{key, at, r.lines[at]})
	}
	// In the order of the file, for the first mistakes are those that are told, and have hints.
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Or(a.line-b.line, strings.Compare(a.key, b.key)) })
	for _, p := range pairs {
		field, err := s.field(r, p.key)
		if err != nil {
			r.problems = append(r.problems, mistake.Mistake{Place: r.place(p.at), Text: err.Error()})
			continue
		}
		r.value(field, v[p.key], p.at)
	}
}

// field returns the shape of the value of a key, or says why there is no such key.
func (s *shape) field(r *configReader, key string) (*shape, error) {
	if field := s.Properties[key]; field != nil {
		return field, nil
	}
	if s.other != nil {
		return s.other(r, key)
	}
	return nil, fmt.Errorf("unknown key %q%s", key, r.hints.of(key, slices.Sorted(maps.Keys(s.Properties))))
}

// choose returns the shape for values of v's type: s, what it refers to or one of its alternatives; nil if there is
// none.
func (s *shape) choose(v any) *shape {
	if s.target != nil {
		return s.target.choose(v)
	}
	for _, alternative := range s.AnyOf {
		if chosen := alternative.choose(v); chosen != nil {
			return chosen
		}
	}
	if t := typeOf(v); s.Type == t || s.Type == "number" && t == "integer" {
		return s
	}
	return nil
}

// typeWords are the types of JSON Schema in words, and that of TOML's dates and times, which no shape accepts.
var typeWords = map[string]string{"string": "a string", "integer": "an integer", "number": "a number", "boolean": "a boolean",
	"array": "a list", "object": "a table", "date": "a date"}

func typeOf(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case int64:
		return "integer"
	case float64:
		return "number"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "date"
}

// wanted names the types of values that s accepts.
func (s *shape) wanted() string {
	if s.target != nil {
		return s.target.wanted()
	}
	var names []string
	for _, alternative := range s.AnyOf {
		names = append(names, alternative.wanted())
	}
	if s.Type != "" {
		names = append(names, typeWords[s.Type])
	}
	return strings.Join(names, " or ")
}

// rewrite says how to write v, which is no list, as the list that s wants.
func (s *shape) rewrite(v any, at string) string {
	switch v := v.(type) {
	case string:
		if s.Type == "array" && s.Items.Type == "string" {
			return fmt.Sprintf("; write [%s]", quote(v))
		}
	case map[string]any:
		if s.Type == "array" && s.Items.Type == "object" {
			return fmt.Sprintf("; write [[%s]]", at)
		}
	}
	return ""
}

// items returns the elements of an array; none of another value.
func items(v any) []any {
	list, _ := v.([]any)
	return list
}
