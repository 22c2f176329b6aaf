package schema

import (
	"github.com/nplint/nplint/analyzers/document"
)

func (a *application) object() {
	o := &a.schema.object
	pairs := visible(a.node)
	a.bounds(o.sizes, float64(len(pairs)))
	if !a.effort.Take((len(o.required) + len(o.dependentRequired)) * len(pairs)) {
		return
	}
	if missing := Absent(o.required, a.node); missing != nil {
		a.breaks(Breach{Keyword: "required", Keys: missing})
	}
	for _, d := range o.dependentRequired {
		if !a.node.Has(d.key) {
			continue
		}
		if !a.effort.Take(len(d.required) * len(pairs)) {
			return
		}
		if missing := Absent(d.required, a.node); missing != nil {
			a.breaks(Breach{Keyword: "dependentRequired", Keys: missing, Cause: d.key})
		}
	}
	var stray []*document.Pair
	for i := range pairs {
		if a.quiet && !a.ok {
			return
		}
		if !a.pair(&pairs[i]) {
			stray = append(stray, &pairs[i])
		}
	}
	if stray != nil {
		a.breaks(Breach{Keyword: "additionalProperties", Pairs: stray})
	}
}

// pair judges a key and its value. It returns false if the schema has no place for the key.
func (a *application) pair(p *document.Pair) bool {
	o, at, known := &a.schema.object, Step{Pair: p}, false
	if s := o.properties[p.Key]; s != nil {
		a.member(s, p.Value, at)
		known = true
	}
	for _, one := range o.patterns {
		if a.effort.Allows(one.pattern, p.Key) && one.pattern.MatchString(p.Key) {
			a.member(one.schema, p.Value, at)
			known = true
		}
	}
	if o.names != nil {
		a.name(p)
	}
	switch {
	case known || o.additional == nil:
	case o.additional.never:
		return false
	default:
		a.member(o.additional, p.Value, at)
	}
	return true
}

// name holds a key against propertyNames.
func (a *application) name(p *document.Pair) {
	first := len(a.breaches)
	key := &document.Node{Type: document.String, Span: p.KeySpan, Text: p.Key}
	a.path = append(a.path, Step{Pair: p})
	a.ok = a.validation.judge(a.schema.object.names, key).ok && a.ok
	a.path = a.path[:len(a.path)-1]
	for i := range a.breaches[first:] {
		a.breaches[first+i].IsKey = true
	}
}

// Absent returns those of the keys that a map does not have.
func Absent(keys []string, n *document.Node) []string {
	var absent []string
	for _, key := range keys {
		if !n.Has(key) {
			absent = append(absent, key)
		}
	}
	return absent
}

func (a *application) list() {
	l, items := &a.schema.items, a.node.Items
	a.bounds(l.sizes, float64(len(items)))
	if l.unique {
		a.unique(items)
	}
	for i, item := range items {
		if a.quiet && !a.ok {
			return
		}
		switch {
		case i < len(l.prefix):
			a.member(l.prefix[i], item, Step{Index: i})
		case l.rest != nil:
			a.member(l.rest, item, Step{Index: i})
		}
	}
	if l.contains != nil {
		a.contains(items)
	}
}

// unique looks for the first two equal items.
func (a *application) unique(items []*document.Node) {
	first := make(map[string]int, len(items))
	for i, item := range items {
		if !a.effort.Take(item.Span.End - item.Span.Start) {
			return
		}
		form := formOf(item)
		if j, ok := first[form]; ok {
			a.breaks(Breach{Keyword: "uniqueItems", Equal: [2]int{j, i}})
			return
		}
		first[form] = i
	}
}

func (a *application) contains(items []*document.Node) {
	fitting := 0
	for _, item := range items {
		if a.fits(a.schema.items.contains, item).ok {
			fitting++
			if a.traces {
				a.mark(item)
			}
		}
	}
	a.bounds(a.schema.items.contained, float64(fitting))
}

// unevaluated judges the members that no schema has judged.
func (a *application) unevaluated() {
	if s := a.schema.object.unevaluated; s != nil && a.node.Type == document.Map {
		pairs := visible(a.node)
		for i := range pairs {
			if p := &pairs[i]; !a.judged[p.Value] {
				a.member(s, p.Value, Step{Pair: p})
			}
		}
	}
	if s := a.schema.items.unevaluated; s != nil && a.node.Type == document.List {
		for i, item := range a.node.Items {
			if !a.judged[item] {
				a.member(s, item, Step{Index: i})
			}
		}
	}
}
