package nplint

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// problem is a mistake in a configuration file.
type problem struct {
	place // its line is 0 if it is not known
	text  string
}

// configReader holds the values of a configuration file against its shape and collects all mistakes.
type configReader struct {
	known    *rules.Catalogue
	file     *shape
	name     string         // of the file, for messages
	dir      string         // of the configuration
	lines    map[string]int // see keyLines
	own      bool           // there may be contracts that are not known yet
	problems []problem
}

// lineOf returns the line of the place at, or the line of what is around it if keyLines did not find the place.
func (r *configReader) lineOf(at string, around int) int {
	if line, ok := r.lines[at]; ok {
		return line
	}
	return around
}

func (r *configReader) add(line int, at, format string, args ...any) {
	if at != "" {
		at += ": "
	}
	r.problems = append(r.problems, problem{place{r.name, line}, at + fmt.Sprintf(format, args...)})
}

// value holds v, which stands at the given place, against s. around is the line of the table or array with the place.
func (r *configReader) value(s *shape, v any, at string, around int) {
	line := r.lineOf(at, around)
	chosen := s.choose(v)
	if chosen == nil {
		r.add(line, at, "must be %s, not %s%s", s.wanted(), typeWords[typeOf(v)], s.rewrite(v, at))
		return
	}
	switch v := v.(type) {
	case string:
		r.text(chosen, v, at, line)
	case int64:
		if chosen.Const != nil && chosen.Const != any(v) {
			r.add(line, at, "must be %v, not %d", chosen.Const, v)
		}
		if chosen.Maximum != 0 && (v < chosen.Minimum || v > chosen.Maximum) {
			r.add(line, at, "must be from %d to %d, not %d", chosen.Minimum, chosen.Maximum, v)
		}
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			r.add(line, at, "must be a finite number")
		}
	case map[string]any:
		r.table(chosen, v, at, line)
	default:
		list := items(v)
		if len(list) < chosen.MinItems {
			r.add(line, at, "must not be empty")
		}
		for i, item := range list {
			r.value(chosen.Items, item, itemPath(at, i), line)
		}
	}
}

func (r *configReader) text(s *shape, v, at string, line int) {
	switch {
	case len(v) < s.MinLength:
		r.add(line, at, "must not be empty")
	case s.Enum != nil && !slices.Contains(s.Enum, v):
		r.add(line, at, "%q: write %s%s", v, document.OneOf(s.Enum), cmp.Or(rules.DidYouMean(v, s.Enum), s.hint))
	case s.check != nil:
		if err := s.check(r, v); err != nil {
			r.add(line, at, "%q: %v", v, err)
		}
	}
}

func (r *configReader) table(s *shape, v map[string]any, at string, line int) {
	if len(v) < s.MinProperties {
		r.add(line, at, "must not be empty")
	}
	for _, key := range s.Required {
		if _, ok := v[key]; !ok {
			r.add(line, at, "%s is missing", key)
		}
	}
	for key, value := range v {
		at := keyPath(at, key)
		field, err := s.field(r, key)
		if err != nil {
			r.add(r.lineOf(at, line), "", "%v", err)
			continue
		}
		r.value(field, value, at, line)
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
	return nil, fmt.Errorf("unknown key %q%s", key, rules.DidYouMean(key, slices.Sorted(maps.Keys(s.Properties))))
}

// choose returns the shape for values of v's type: s, what it refers to or one of its alternatives; nil if there is none.
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
	case []any, []map[string]any:
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

// items returns the elements of a TOML array, for which the parser has two types.
func items(v any) []any {
	tables, ok := v.([]map[string]any)
	if !ok {
		list, _ := v.([]any)
		return list
	}
	list := make([]any, len(tables))
	for i, t := range tables {
		list[i] = t
	}
	return list
}
