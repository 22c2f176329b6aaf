// Package schema judges values by JSON Schema 2020-12. It compiles a schema, refusing what would check less than its
// author meant, and holds nodes of documents against it, so that every breach knows its bytes. It knows nothing of
// contracts, rules or files, and reads none.
package schema

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// subschema is one compiled schema of JSON Schema 2020-12. A field bears the name of its keyword where it holds just
// that; the zero value is a keyword that is not there.
type subschema struct {
	at    []string // where it stands: "frontmatter", "properties", "status"
	never bool     // the schema `false`, which no value holds

	types    typeSet
	choices  []choice // const and enum
	format   string
	ofFormat func(string) bool // nil without a format

	numbers []bound // minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
	lengths []bound // minLength, maxLength
	items   listSchema
	object  objectSchema
	pattern *regexp.Regexp

	// What judges the same value. A value is finite, so only these can lead in a circle.
	refs                []*subschema // $ref and $dynamicRef
	allOf, anyOf, oneOf []*subschema
	not                 *subschema
	cond, then, other   *subschema // if, then and else
}

// listSchema is the keywords about lists.
type listSchema struct {
	sizes       []bound // minItems, maxItems
	unique      bool
	prefix      []*subschema
	rest        *subschema // items
	contains    *subschema
	contained   []bound // how many items contains must hold for: minContains, maxContains
	unevaluated *subschema
}

// objectSchema is the keywords about maps.
type objectSchema struct {
	sizes             []bound // minProperties, maxProperties
	required          []string
	dependentRequired []dependency
	dependentSchemas  []namedSchema
	properties        map[string]*subschema
	patterns          []patternSchema
	additional        *subschema
	names             *subschema
	unevaluated       *subschema
}

// dependency says what keys must be there if another one is.
type dependency struct {
	key      string
	required []string
}

type namedSchema struct {
	key    string
	schema *subschema
}

type patternSchema struct {
	pattern *regexp.Regexp
	schema  *subschema
}

// inPlace returns the schemas that judge the same value as s does.
func (s *subschema) inPlace() []*subschema {
	all := slices.Concat(s.refs, s.allOf, s.anyOf, s.oneOf)
	for _, d := range s.object.dependentSchemas {
		all = append(all, d.schema)
	}
	for _, one := range []*subschema{s.not, s.cond, s.then, s.other} {
		if one != nil {
			all = append(all, one)
		}
	}
	return all
}

// typeSet is the names of types that a value may have; empty is any.
type typeSet []string

// typeNames is the types of JSON Schema in the order in which messages list them.
var typeNames = []string{"null", "boolean", "number", "integer", "string", "array", "object"}

func (t typeSet) admits(n *document.Node) bool {
	if len(t) == 0 {
		return true
	}
	name := n.Type.String()
	for _, want := range t {
		if want == name || want == "integer" && n.Type == document.Number && n.Num == math.Trunc(n.Num) {
			return true
		}
	}
	return false
}

// choice is the values of const or enum.
type choice struct {
	values []any
	known  map[string]bool // the canonical forms of the values
	words  func() wording  // found out once: a list may have very many values that are none of very many
}

// wording is the values of const or enum in words.
type wording struct {
	all   []string
	oneOf string
}

func wordingOf(values []any) (w wording) {
	for _, v := range values {
		w.all = append(w.all, Literal(v))
	}
	w.oneOf = document.OneOf(w.all)
	return w
}

func (c choice) admits(n *document.Node) bool {
	var room [64]byte
	return c.known[string(appendForm(room[:0], n))]
}

// bound is a limit of a number or of a size.
type bound struct {
	keyword string
	limit   float64
}

func (b bound) admits(n float64) bool {
	switch {
	case b.keyword == "multipleOf":
		// In the decimal notation that people write: 0.3 is a multiple of 0.1, though no floating-point division says so.
		return new(big.Rat).Quo(rational(n), rational(b.limit)).IsInt()
	case b.keyword == "exclusiveMinimum":
		return n > b.limit
	case b.keyword == "exclusiveMaximum":
		return n < b.limit
	case strings.HasPrefix(b.keyword, "max"):
		return n <= b.limit
	}
	return n >= b.limit
}

// rational returns a finite number as it is written, and 0 for any other.
func rational(n float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(n, 'g', -1, 64))
	if !ok {
		return new(big.Rat)
	}
	return r
}

// withInPlace adds a schema and those that judge the same value to others.
func withInPlace(to []*subschema, s *subschema) []*subschema {
	if slices.Contains(to, s) {
		return to
	}
	to = append(to, s)
	for _, next := range s.inPlace() {
		to = withInPlace(to, next)
	}
	return to
}
