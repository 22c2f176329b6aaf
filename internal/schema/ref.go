package schema

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// pendingRef is a reference whose target has not been looked up.
type pendingRef struct {
	from    *subschema
	keyword string
	ref     string
}

// resolve looks up the targets of all references, those in what is found on the way too.
func (c *compiler) resolve() {
	for len(c.pending) > 0 {
		p := c.pending[0]
		c.pending = c.pending[1:]
		if target := c.target(p); target != nil {
			p.from.refs = append(p.from.refs, target)
		}
	}
}

// target returns the schema that a reference leads to, or nil if there is none.
func (c *compiler) target(p pendingRef) *subschema {
	at := append(slices.Clone(p.from.at), p.keyword)
	base, fragment, _ := strings.Cut(p.ref, "#")
	if base != "" && base != c.id {
		c.wrong(at, "it is %q, and a contract's schema may refer only to itself, as in #/$defs/name", p.ref)
		return nil
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		c.wrong(at, "%q is no reference: %v", p.ref, err)
		return nil
	}
	if fragment != "" && fragment[0] != '/' {
		if c.anchors[fragment] == nil {
			c.wrong(at,
				"%q leads nowhere, for there is no $anchor %q%s",
				p.ref, fragment, quotedSuggestion(fragment, slices.Sorted(maps.Keys(c.anchors))))
		}
		return c.anchors[fragment]
	}
	place, raw := []string{c.name}, c.root
	for _, step := range steps(fragment) {
		inner, known := child(raw, step)
		if inner == nil {
			c.wrong(at,
				"%q leads nowhere, for there is no %q in %s%s",
				p.ref, step, strings.Join(place, "."), quotedSuggestion(step, known))
			return nil
		}
		place, raw = append(place, step), inner
	}
	return c.compile(raw, place)
}

// child returns what a map or list of a schema holds under a key or index, or nil and the keys that lead on.
func child(raw any, step string) (inner any, known []string) {
	if m, ok := raw.(map[string]any); ok {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if _, isMap := m[key].(map[string]any); isMap {
				known = append(known, key)
			}
		}
		return m[step], known
	}
	list, _ := raw.([]any)
	if i, err := strconv.Atoi(step); err == nil && 0 <= i && i < len(list) {
		return list[i], nil
	}
	return nil, nil
}

// How a step stands in a JSON pointer, and back. Both are made once, since a schema has many steps.
var (
	escapeStep   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapeStep = strings.NewReplacer("~1", "/", "~0", "~")
)

// pointerTo writes steps as a JSON pointer.
func pointerTo(steps []string) string {
	var b strings.Builder
	for _, step := range steps {
		b.WriteByte('/')
		b.WriteString(escapeStep.Replace(step))
	}
	return b.String()
}

// steps reads a JSON pointer.
func steps(pointer string) []string {
	if pointer == "" {
		return nil
	}
	steps := strings.Split(pointer[1:], "/")
	for i := range steps {
		steps[i] = unescapeStep.Replace(steps[i])
	}
	return steps
}

// refuseCircles notes a mistake where a schema would hand a value back to itself, and where a value would be handed on
// for too long.
func (c *compiler) refuseCircles() {
	const onTheWay = -1
	lengths := map[*subschema]int{}
	var follow func(s *subschema) int
	follow = func(s *subschema) int {
		if length, ok := lengths[s]; ok {
			if length == onTheWay {
				c.wrong(s.at,
					"it leads back to itself, so that judging a value would never end; let a reference lead in a cycle only "+
						"through properties or items")
			}
			return length
		}
		lengths[s] = onTheWay
		longest := 0
		for _, next := range s.inPlace() {
			longest = max(longest, follow(next)+1)
		}
		lengths[s] = longest
		if longest > maxChain {
			c.wrong(s.at,
				"it hands a value through more than %d schemas; let references lead straight to what they mean", maxChain)
		}
		return longest
	}
	for _, s := range c.order {
		follow(s)
	}
}
