package schema

import (
	"maps"
	"slices"
)

// Fault is a way in which a value can break a schema.
type Fault struct {
	Steps   []string // to what is wrong: keys, "[]" for the items of a list, "*" for any key
	Keyword string   // as that of a Breach
	Except  []string // keys that a "*" at the end does not stand for
}

// maxFaults is how many ways to break a schema are told apart.
const maxFaults = 20_000

// Faults returns the ways in which values can break the schema. A schema that stands in itself is followed down to depth
// steps. It reports false if there are more ways than it returns.
func (s *Schema) Faults(depth int) (faults []Fault, all bool) {
	w := &faultWalk{depth: depth}
	w.walk(s.root, nil)
	return w.faults, w.visits < maxFaults
}

type faultWalk struct {
	depth  int
	faults []Fault
	path   []*subschema // from the root to the schema that is walked
	visits int
}

// walk notes how the value at a place can break a schema, and those that judge it as well.
func (w *faultWalk) walk(s *subschema, at []string) {
	if w.visits++; w.visits >= maxFaults || len(at) > w.depth && slices.Contains(w.path, s) {
		return
	}
	w.path = append(w.path, s)
	for _, one := range saying(nil, s) {
		w.own(one, at)
		w.below(one, at)
	}
	w.path = w.path[:len(w.path)-1]
}

// saying adds a schema to others, and those whose breaches are told where it judges a value: of a condition, of not
// and of alternatives none is.
func saying(to []*subschema, s *subschema) []*subschema {
	if slices.Contains(to, s) {
		return to
	}
	to = append(to, s)
	next := slices.Concat(s.refs, s.allOf)
	for _, d := range s.object.dependentSchemas {
		next = append(next, d.schema)
	}
	for _, one := range append(next, s.then, s.other) {
		if one != nil {
			to = saying(to, one)
		}
	}
	return to
}

// own notes the keywords of a schema that a value itself can break.
func (w *faultWalk) own(s *subschema, at []string) {
	isType := func(names ...string) bool {
		return len(s.types) == 0 || slices.ContainsFunc(names, func(name string) bool { return slices.Contains(s.types, name) })
	}
	add := func(keyword string, there bool) {
		if there {
			w.add(keyword, at)
		}
	}
	bounds := func(bounds []bound, there bool) {
		for _, b := range bounds {
			add(b.keyword, there)
		}
	}
	add("", s.never)
	add("type", len(s.types) > 0)
	add("enum", len(s.choices) > 0)
	add("format", s.ofFormat != nil && isType("string"))
	add("pattern", s.pattern != nil && isType("string"))
	bounds(s.numbers, isType("number", "integer"))
	bounds(s.lengths, isType("string"))
	bounds(s.items.sizes, isType("array"))
	bounds(s.items.contained, s.items.contains != nil && isType("array"))
	add("uniqueItems", s.items.unique && isType("array"))
	bounds(s.object.sizes, isType("object"))
	add("not", s.not != nil)
	add("anyOf", len(s.anyOf) > 0)
	add("oneOf", len(s.oneOf) > 0)
	for _, key := range s.object.required {
		w.add("required", at, key)
	}
	for _, d := range s.object.dependentRequired {
		for _, key := range d.required {
			w.add("dependentRequired", at, key)
		}
	}
	if s.object.additional != nil && s.object.additional.never {
		w.add("additionalProperties", at, "*")
		w.faults[len(w.faults)-1].Except = slices.Collect(maps.Keys(s.object.properties))
	}
}

// below notes how what is in a value can break a schema.
func (w *faultWalk) below(s *subschema, at []string) {
	for _, key := range slices.Sorted(maps.Keys(s.object.properties)) {
		w.member(s.object.properties[key], at, key)
	}
	for _, p := range s.object.patterns {
		w.member(p.schema, at, "*")
	}
	if s.object.additional != nil && !s.object.additional.never {
		w.member(s.object.additional, at, "*")
	}
	w.member(s.object.names, at, "*")
	w.member(s.object.unevaluated, at, "*")
	for _, one := range append(slices.Clone(s.items.prefix), s.items.rest, s.items.unevaluated) {
		w.member(one, at, "[]")
	}
}

func (w *faultWalk) member(s *subschema, at []string, step string) {
	if s != nil {
		w.walk(s, append(slices.Clip(at), step))
	}
}

func (w *faultWalk) add(keyword string, at []string, more ...string) {
	w.faults = append(w.faults, Fault{Steps: slices.Concat(at, more), Keyword: keyword})
}

// Knows reports whether the schema speaks of a key of the value itself, wherever it does: also where it says what holds
// if another key has some value.
func (s *Schema) Knows(key string) bool {
	for _, one := range withInPlace(nil, s.root) {
		if slices.Contains(one.object.named(), key) ||
			slices.ContainsFunc(one.object.patterns, func(p patternSchema) bool { return p.pattern.MatchString(key) }) {
			return true
		}
	}
	return false
}

// Keys returns the keys of the value itself that the schema names anywhere, sorted.
func (s *Schema) Keys() []string {
	var all []string
	for _, one := range withInPlace(nil, s.root) {
		all = append(all, one.object.named()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// named returns the keys that a schema names.
func (o *objectSchema) named() []string {
	keys := slices.AppendSeq(slices.Clone(o.required), maps.Keys(o.properties))
	for _, d := range o.dependentRequired {
		keys = append(append(keys, d.key), d.required...)
	}
	for _, d := range o.dependentSchemas {
		keys = append(keys, d.key)
	}
	return keys
}
