package schema

import (
	"slices"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Validate returns everything in which a value breaks the schema, or nil. It takes time linear in the size of the
// value.
func (c *Schema) Validate(root *document.Node) []Breach { return c.ValidateWithin(nil, root) }

// ValidateWithin is Validate with a bound. If the effort is exceeded, it is not known what breaks the schema: nothing.
func (c *Schema) ValidateWithin(effort *memo.Effort, root *document.Node) []Breach {
	v := &validation{traces: c.traces, effort: effort}
	if v.judge(c.root, root); effort.Exceeded() {
		return nil
	}
	return v.breaches
}

// What it takes to have a schema judge a value, and to make findings of what breaks it, in steps of a pattern. Nobody
// reads 200,000 of them.
const (
	stepsOfSchema = 8
	stepsOfBreach = 1000
	stepsOfWide   = 1 << 19
)

// validation judges one value and all that is in it.
type validation struct {
	traces   bool
	effort   *memo.Effort
	quiet    bool // only the verdict counts: what breaks the schema is not noted
	path     []Step
	breaches []Breach
	// known holds the verdicts of schemas that references lead to, lest several references to one multiply the work with
	// every level.
	known map[question]verdict
}

type question struct {
	schema *subschema
	node   *document.Node
	quiet  bool
}

type verdict struct {
	judged members
	ok     bool
}

// members is those of a map or list that some schema has judged, for unevaluatedProperties and unevaluatedItems.
type members map[*document.Node]bool

// application is one schema as it judges one value.
type application struct {
	*validation
	schema *subschema
	node   *document.Node
	verdict
}

// judge holds a value against a schema, and notes what breaks it unless v is quiet.
func (v *validation) judge(s *subschema, n *document.Node) verdict {
	a := application{validation: v, schema: s, node: n, verdict: verdict{ok: true}}
	if !v.effort.Take(stepsOfSchema) || !a.kind() {
		return verdict{} // nothing else that is said of a value of the wrong kind would help
	}
	switch n.Type {
	case document.Number:
		a.bounds(s.numbers, n.Num)
	case document.String:
		a.text()
	case document.List:
		a.list()
	case document.Map:
		a.object()
	}
	if a.ok || !a.quiet {
		a.inPlace()
	}
	if a.ok { // else it is not known which members a schema would have judged
		a.unevaluated()
	}
	if !a.ok {
		return verdict{}
	}
	return a.verdict
}

// fits reports whether a value holds a schema, and notes nothing.
func (v *validation) fits(s *subschema, n *document.Node) verdict {
	quiet := v.quiet
	v.quiet = true
	result := v.judge(s, n)
	v.quiet = quiet
	return result
}

// follow judges a value by a schema that is referred to. Asked again, it only repeats the verdict.
func (v *validation) follow(s *subschema, n *document.Node) verdict {
	q := question{s, n, v.quiet}
	if known, ok := v.known[q]; ok {
		return known
	}
	result := v.judge(s, n)
	if v.known == nil {
		v.known = map[question]verdict{}
	}
	v.known[q] = result
	return result
}

func (a *application) breaks(b Breach) {
	a.ok = false
	if a.quiet || !a.effort.Take(stepsOfBreach*(1+len(b.Keys)+len(b.Pairs))+8*len(b.Values)) {
		return
	}
	b.schema, b.Path = a.schema, slices.Clone(a.path)
	if b.Node == nil {
		b.Node = a.node
	}
	a.breaches = append(a.breaches, b)
}

// bounds holds a number against limits.
func (a *application) bounds(bounds []bound, n float64) {
	for _, b := range bounds {
		if !b.admits(n) {
			a.breaks(Breach{Keyword: b.keyword, Limit: b.limit, Size: int(n)})
		}
	}
}

// kind judges what the value is, rather than what is in it.
func (a *application) kind() bool {
	s, n := a.schema, a.node
	switch {
	case s.never:
		a.breaks(Breach{})
	case !s.types.admits(n):
		a.breaks(Breach{Keyword: "type"})
	default:
		for _, c := range s.choices {
			if !c.admits(n) {
				a.breaks(Breach{Keyword: "enum", Values: c.values, words: c.words})
				return false
			}
		}
		if s.ofFormat != nil && n.Type == document.String && !a.inFormat(n.Text) {
			a.breaks(Breach{Keyword: "format"})
		}
	}
	return a.ok
}

// inFormat reports whether a text has the format of the schema, and true where there is not enough effort left to know.
func (a *application) inFormat(text string) bool {
	steps := 0
	if a.schema.format == "regex" {
		steps = stepsOfWide * memo.Wide(text)
	}
	return !a.effort.Take(steps) || a.schema.ofFormat(text)
}

func (a *application) text() {
	s := a.schema
	a.bounds(s.lengths, float64(utf8.RuneCountInString(a.node.Text)))
	if s.pattern != nil && a.effort.Allows(s.pattern, a.node.Text) && !s.pattern.MatchString(a.node.Text) {
		a.breaks(Breach{Keyword: "pattern"})
	}
}

// inPlace has other schemas judge the same value.
func (a *application) inPlace() {
	s, n := a.schema, a.node
	for _, target := range s.refs {
		a.join(a.follow(target, n))
	}
	for _, all := range s.allOf {
		a.join(a.validation.judge(all, n))
	}
	if n.Type == document.Map {
		for _, d := range s.object.dependentSchemas {
			if n.Has(d.key) {
				a.join(a.validation.judge(d.schema, n))
			}
		}
	}
	if s.not != nil && a.fits(s.not, n).ok {
		a.breaks(Breach{Keyword: "not"})
	}
	a.alternatives()
	if s.cond == nil {
		return
	}
	branch := s.other
	if condition := a.fits(s.cond, n); condition.ok {
		a.join(condition)
		branch = s.then
	}
	if branch != nil {
		a.join(a.validation.judge(branch, n))
	}
}

// alternatives judges anyOf and oneOf. Which of the forms was meant is unknown, so nothing is said of any of them.
func (a *application) alternatives() {
	s, n := a.schema, a.node
	isAny := false
	for _, one := range s.anyOf {
		if result := a.fits(one, n); result.ok {
			a.join(result)
			if isAny = true; !a.traces {
				break
			}
		}
	}
	if len(s.anyOf) > 0 && !isAny {
		a.breaks(Breach{Keyword: "anyOf"})
	}
	fitting := 0
	for _, one := range s.oneOf {
		if result := a.fits(one, n); result.ok {
			a.join(result)
			fitting++
		}
	}
	if len(s.oneOf) > 0 && fitting != 1 {
		a.breaks(Breach{Keyword: "oneOf"})
	}
}

// join takes over what another schema says of the same value.
func (v *verdict) join(other verdict) {
	v.ok = v.ok && other.ok
	for member := range other.judged {
		v.mark(member)
	}
}

// mark notes that a member has been judged.
func (v *verdict) mark(member *document.Node) {
	if v.judged == nil {
		v.judged = members{}
	}
	v.judged[member] = true
}

// member has a schema judge a member of the value.
func (a *application) member(s *subschema, n *document.Node, at Step) {
	a.path = append(a.path, at)
	a.ok = a.validation.judge(s, n).ok && a.ok
	a.path = a.path[:len(a.path)-1]
	if a.traces {
		a.mark(n)
	}
}
