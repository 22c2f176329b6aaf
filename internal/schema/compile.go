package schema

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

const (
	// maxSchemaDepth is how deep a schema may stand in others, as its address counts.
	maxSchemaDepth = 128
	// maxChain is how many schemas one value may be handed through. Values are at most a thousand levels deep, and whoever
	// judges them recurses.
	maxChain = 100
)

// Schema is a JSON Schema 2020-12 ready for use by any number of goroutines.
type Schema struct {
	root *subschema
	// traces says that the schema has unevaluatedProperties or unevaluatedItems, so that it must be known what has been
	// judged.
	traces bool
}

// Mistake is what is wrong in a schema, and where: "frontmatter", "properties", "status", "type".
type Mistake struct {
	At   []string
	What string
}

func (m *Mistake) Error() string { return strings.Join(m.At, ".") + ": " + m.What }

// compiler compiles the schemas in one schema, each once. The first mistake is kept, and none keeps the rest from being
// read.
type compiler struct {
	name    string // of the root in addresses: "frontmatter" or "data"
	root    any
	id      string                // the $id of the root without its "#"
	done    map[string]*subschema // by the address of each as a JSON pointer
	order   []*subschema          // the same as they were found
	anchors map[string]*subschema
	pending []pendingRef
	traces  bool
	mistake *Mistake

	patterns memo.Patterns
}

// Compile compiles a schema, as encoding/json or document.TOMLValue gives it. Mistakes call its root by the name.
// Everything that would keep a part of it from being checked is an error, a *Mistake: a keyword that JSON Schema does
// not know, a value that a keyword cannot have, a reference to what is not there or that leads in a circle.
func Compile(name string, raw any) (*Schema, error) {
	c := &compiler{name: name, root: raw, done: map[string]*subschema{}, anchors: map[string]*subschema{}}
	out := &Schema{root: c.compile(raw, []string{name})}
	c.resolve()
	c.refuseCircles()
	if c.mistake != nil {
		return nil, c.mistake
	}
	out.traces = c.traces
	return out, nil
}

// wrong notes a mistake.
func (c *compiler) wrong(at []string, format string, args ...any) {
	if c.mistake == nil {
		c.mistake = &Mistake{At: at, What: fmt.Sprintf(format, args...)}
	}
}

// compile returns the schema that stands at a place. The places that it refers to are looked up later, by resolve.
func (c *compiler) compile(raw any, at []string) *subschema {
	pointer := pointerTo(at[1:])
	if s := c.done[pointer]; s != nil {
		return s
	}
	s := &subschema{at: at}
	c.done[pointer] = s
	c.order = append(c.order, s)
	switch raw := raw.(type) {
	case bool:
		s.never = !raw
	case map[string]any:
		if len(at) > maxSchemaDepth {
			c.wrong(at[:1],
				"its schemas stand more than %d levels deep in one another; give the inner ones a place in $defs", maxSchemaDepth)
			break
		}
		r := &reader{keywords{compiler: c, raw: raw, at: at}}
		r.annotations(s)
		r.values(s)
		r.lists(s)
		r.objects(s)
		r.inPlace(s)
		r.unknown()
	default:
		c.wrong(at, "it is %s, and a schema is a table, true or false", seen(raw))
	}
	return s
}

// reader makes one schema of its keywords.
type reader struct{ keywords }

var anchor = memo.Regexp(`^[A-Za-z_][-A-Za-z0-9._]*$`)

// annotations reads the keywords that judge no value. Their values must be right all the same, as JSON Schema demands.
func (r *reader) annotations(s *subschema) {
	for _, keyword := range []string{"title", "description", "$comment", "contentEncoding", "contentMediaType"} {
		r.text(keyword)
	}
	for _, keyword := range []string{"deprecated", "readOnly", "writeOnly"} {
		r.truth(keyword)
	}
	r.list("examples")
	r.take("default")
	r.take("$vocabulary") // is for schemas of schemas
	r.schema("contentSchema")
	r.schemas("$defs")
	if dialect := r.text("$schema"); dialect != "" &&
		strings.TrimSuffix(dialect, "#") != "https://json-schema.org/draft/2020-12/schema" {
		r.wrongAt("$schema",
			"it is %q, and only https://json-schema.org/draft/2020-12/schema is understood; mind what has other names "+
				"there, and write that", dialect)
	}
	if id := r.text("$id"); id != "" && len(r.at) == 1 {
		r.id = strings.TrimSuffix(id, "#")
	} else if id != "" {
		r.wrongAt("$id", "only the schema as a whole may have one; write $anchor to name a part of it")
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		name, ok := r.textIf(keyword)
		switch {
		case !ok:
			continue
		case !anchor().MatchString(name):
			r.expected(keyword, "a name of letters, digits, - . and _ that starts with a letter or _")
		case r.anchors[name] != nil:
			r.wrongAt(keyword, "there are two anchors %q; give each a name of its own", name)
		}
		r.anchors[name] = s
	}
}

// values reads the keywords about values of all types, numbers and texts.
func (r *reader) values(s *subschema) {
	s.types = r.types()
	if v, ok := r.take("const"); ok {
		s.choices = append(s.choices, r.choice("const", []any{v}))
	}
	if v, ok := r.list("enum"); ok {
		s.choices = append(s.choices, r.choice("enum", v))
	}
	for _, keyword := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"} {
		if v, ok := r.number(keyword); ok {
			s.numbers = append(s.numbers, bound{keyword, v})
		}
	}
	s.lengths = r.sizes("minLength", "maxLength")
	if text, ok := r.textIf("pattern"); ok {
		s.pattern = r.regexp(text, "pattern")
	}
	if name, ok := r.textIf("format"); ok {
		s.format, s.ofFormat = name, formats[name]
		if s.ofFormat == nil {
			r.wrongAt("format", "there is no format %q%s", name, quotedSuggestion(name, slices.Sorted(maps.Keys(formats))))
		}
	}
}

func (r *reader) lists(s *subschema) {
	l := &s.items
	l.sizes = r.sizes("minItems", "maxItems")
	l.unique = r.truth("uniqueItems")
	l.prefix = r.schemaList("prefixItems")
	l.rest = r.schema("items")
	l.contains = r.schema("contains")
	if l.contained = r.sizes("minContains", "maxContains"); r.raw["minContains"] == nil {
		l.contained = append(l.contained, bound{"contains", 1})
	}
	l.unevaluated = r.schema("unevaluatedItems")
	r.traces = r.traces || l.unevaluated != nil
}

func (r *reader) objects(s *subschema) {
	o := &s.object
	o.sizes = r.sizes("minProperties", "maxProperties")
	if v, ok := r.take("required"); ok {
		o.required = r.names(v, "required")
	}
	for key, v := range r.sorted("dependentRequired") {
		o.dependentRequired = append(o.dependentRequired, dependency{key, r.names(v, "dependentRequired", key)})
	}
	for key, v := range r.sorted("dependentSchemas") {
		o.dependentSchemas = append(o.dependentSchemas, namedSchema{key, r.compile(v, r.place("dependentSchemas", key))})
	}
	for key, v := range r.sorted("patternProperties") {
		o.patterns = append(o.patterns,
			patternSchema{r.regexp(key, "patternProperties", key), r.compile(v, r.place("patternProperties", key))})
	}
	o.properties = r.schemas("properties")
	o.additional = r.schema("additionalProperties")
	o.names = r.schema("propertyNames")
	o.unevaluated = r.schema("unevaluatedProperties")
	r.traces = r.traces || o.unevaluated != nil
}

// inPlace reads the keywords that judge the same value by other schemas.
func (r *reader) inPlace(s *subschema) {
	// The schema is one resource, so that a dynamic reference can lead nowhere else than a plain one.
	for _, keyword := range []string{"$ref", "$dynamicRef"} {
		if ref, ok := r.textIf(keyword); ok {
			r.pending = append(r.pending, pendingRef{from: s, keyword: keyword, ref: ref})
		}
	}
	s.allOf, s.anyOf, s.oneOf = r.schemaList("allOf"), r.schemaList("anyOf"), r.schemaList("oneOf")
	s.not = r.schema("not")
	s.cond, s.then, s.other = r.schema("if"), r.schema("then"), r.schema("else")
}

// choice compiles the values of const or enum.
func (r *reader) choice(keyword string, values []any) choice {
	c := choice{values: values, known: map[string]bool{}, words: sync.OnceValue(func() wording { return wordingOf(values) })}
	for _, v := range values {
		node, stray := nodeOf(v)
		if node == nil {
			r.wrongAt(keyword, "it holds %s, which no artefact can hold; write a text in quotes", seen(stray))
			continue
		}
		c.known[formOf(node)] = true
	}
	return c
}

// regexp compiles a regular expression that stands at a place below r's.
func (r *reader) regexp(text string, at ...string) *regexp.Regexp {
	re, err := r.patterns.Compile(text)
	if err != nil {
		what := "is no regular expression"
		if errors.As(err, new(*memo.TooCostly)) {
			what = "takes too long to match"
		}
		r.wrong(r.place(at...), "%q %s: %s", text, what, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
		return regexp.MustCompile("")
	}
	return re
}

// nodeOf returns a value of a schema as a document would hold it, or nil and the part of it that none can hold, such as
// a TOML date.
func nodeOf(v any) (node *document.Node, stray any) {
	switch v := v.(type) {
	case nil:
		return &document.Node{}, nil
	case bool:
		return &document.Node{Type: document.Bool, True: v}, nil
	case string:
		return &document.Node{Type: document.String, Text: v}, nil
	case map[string]any:
		node = &document.Node{Type: document.Map}
		for key, value := range v {
			inner, stray := nodeOf(value)
			if inner == nil {
				return nil, stray
			}
			node.Pairs = append(node.Pairs, document.Pair{Key: key, Value: inner})
		}
		return node, nil
	}
	if n, ok := asNumber(v); ok {
		return &document.Node{Type: document.Number, Num: n}, nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, v
	}
	node = &document.Node{Type: document.List}
	for _, item := range list {
		inner, stray := nodeOf(item)
		if inner == nil {
			return nil, stray
		}
		node.Items = append(node.Items, inner)
	}
	return node, nil
}
