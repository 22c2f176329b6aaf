package contract

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// noLoader refuses every reference out of a schema: a linted repository must not make us read files or the network.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s: a contract's schema may refer only to itself", url)
}

func compileSchema(schema map[string]any) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(noLoader{})
	c.AssertFormat()
	c.RegisterFormat(&jsonschema.Format{Name: "date-or-time", Validate: dateOrTime})
	const url = "contract:///schema.json"
	if err := c.AddResource(url, schema); err != nil {
		return nil, err
	}
	return c.Compile(url)
}

// dateOrTime is the format of the frameworks' time stamps: an ISO 8601 date, or a date with a time and an optional zone.
func dateOrTime(v any) error {
	s, ok := v.(string)
	if !ok {
		return nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", time.DateTime,
		"2006-01-02T15:04:05Z0700", "2006-01-02 15:04", "2006-01-02 15:04:05 Z0700", "2006-01-02 15:04:05Z07:00"} {
		if _, err := time.Parse(layout, s); err == nil {
			return nil
		}
	}
	return errors.New("no ISO 8601 date or time")
}

// tree is a value to be judged with what its findings need: where they lie and how they are addressed.
type tree struct {
	root   *document.Node
	schema *rules.Schema
	at     string        // "frontmatter" or "$"
	open   document.Span // where a missing top-level key is reported
}

func (j *judge) judgeFrontmatter() {
	front, schema := j.Doc.Front, j.body.Frontmatter
	t := tree{root: front.Root, schema: schema, at: "frontmatter", open: front.Open}
	if schema.CheckedBy == "" {
		j.forbiddenKeys(t)
	}
	if j.frontmatter != nil && (j.quick == nil || !j.quick.approves(t.root)) {
		j.validate(j.frontmatter, t)
	}
	j.unknownKeys(t)
	for i := range j.invariants {
		j.judgeInvariant(&j.invariants[i], t)
	}
}

func (j *judge) judgeData() {
	data := j.Doc.Data
	if j.data == nil || data.Root == nil && data.Lines == nil {
		return
	}
	roots := data.Lines
	if data.Root != nil {
		roots = []*document.Node{data.Root}
	}
	for i, root := range roots {
		if root == nil {
			continue
		}
		t := tree{root: root, schema: j.body.Data, at: "$", open: document.Span{Start: root.Span.Start, End: min(root.Span.Start+1, root.Span.End)}}
		if data.Root == nil {
			t.at = fmt.Sprintf("$[%d]", i)
		}
		j.wrong = nil
		j.validate(j.data, t)
		if root.Type == document.Map {
			j.unknownKeys(t)
			for i := range j.invariants {
				j.judgeInvariant(&j.invariants[i], t)
			}
		}
	}
}

// validate reports everything that breaks the schema, in the order of the document.
func (j *judge) validate(schema *jsonschema.Schema, t tree) {
	var invalid *jsonschema.ValidationError
	if !errors.As(schema.Validate(t.root.Value()), &invalid) {
		return
	}
	var found []document.Finding
	leaves(invalid, func(e *jsonschema.ValidationError) { found = append(found, j.explain(e, t)...) })
	slices.SortStableFunc(found, func(a, b document.Finding) int {
		if a.Span != b.Span {
			return a.Span.Start - b.Span.Start
		}
		return strings.Compare(a.Rule+a.At, b.Rule+b.At)
	})
	for _, f := range found {
		j.Report(f)
	}
}

// leaves calls f with the innermost errors. The alternatives of anyOf and oneOf are one error: which one was meant is unknown.
func leaves(e *jsonschema.ValidationError, f func(*jsonschema.ValidationError)) {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf, *kind.Not, *kind.Contains:
		f(e)
		return
	}
	if len(e.Causes) == 0 {
		f(e)
	}
	for _, cause := range e.Causes {
		leaves(cause, f)
	}
}

// explain turns a schema error into findings with rule, place and words.
func (j *judge) explain(e *jsonschema.ValidationError, t tree) []document.Finding {
	pair, node, ok := t.root.At(e.InstanceLocation)
	if !ok {
		node = t.root
	}
	at := t.at
	for i, step := range e.InstanceLocation {
		at = join(t.root, e.InstanceLocation[:i], at, step)
	}
	if len(e.InstanceLocation) > 0 {
		j.spoil(e.InstanceLocation[0])
	}
	span := node.Span
	switch {
	case node == t.root:
		span = t.open
	case span.Len() == 0 && pair != nil:
		span = pair.KeySpan
	}
	f := document.Finding{Span: span, At: at}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return j.missing(k.Missing, node, at, t)
	case *kind.DependentRequired:
		found := j.missing(k.Missing, node, at, tree{root: t.root, schema: &rules.Schema{}, open: t.open})
		for i := range found {
			found[i].Fixes, found[i].Related = nil, nil
			found[i].Message = fmt.Sprintf("the key `%s` is missing, and `%s` demands it; add it", k.Missing[i], k.Prop)
		}
		return found
	case *kind.AdditionalProperties:
		return j.additional(k.Properties, node, at, t)
	case *kind.UniqueItems:
		return []document.Finding{repeated(k, node, at, nameOf(t.root, e.InstanceLocation))}
	default:
		d := describer{node: node, name: nameOf(t.root, e.InstanceLocation), sample: example(t.schema, e.InstanceLocation), json: j.isJSON()}
		f.Rule, f.Message, f.Fixes = d.describe(k)
	}
	return []document.Finding{f}
}

// isJSON reports whether texts in the document are always quoted as in JSON.
func (j *judge) isJSON() bool { return j.Doc.Dialect == "json" || j.Doc.Dialect == "jsonl" }

// nameOf names a value in a message: "`key`", or "item 3 of `key`".
func nameOf(root *document.Node, path []string) string {
	for i := len(path) - 1; i >= 0; i-- {
		pair, _, ok := root.At(path[:i+1])
		if !ok || pair == nil {
			continue
		}
		name := "`" + pair.Key + "`"
		for _, index := range path[i+1:] {
			n, _ := strconv.Atoi(index)
			name = fmt.Sprintf("item %d of %s", n+1, name)
		}
		return name
	}
	return "the value"
}

// repeated points to the second of two equal items.
func repeated(k *kind.UniqueItems, list *document.Node, at, name string) document.Finding {
	first, second := list.Items[k.Duplicates[0]], list.Items[k.Duplicates[1]]
	return document.Finding{Rule: "unique-items", Span: second.Span, At: fmt.Sprintf("%s[%d]", at, k.Duplicates[1]),
		Message: fmt.Sprintf("%s holds %s twice; remove one of them", name, show(second)),
		Related: []document.Related{{Span: first.Span, Message: "it is here first"}}}
}

func (j *judge) spoil(key string) {
	if j.wrong == nil {
		j.wrong = map[string]bool{}
	}
	j.wrong[key] = true
}

// join appends a step to an address: .key or [index].
func join(root *document.Node, path []string, at, step string) string {
	if _, node, ok := root.At(path); ok && node.Type == document.List {
		return at + "[" + step + "]"
	}
	return at + "." + step
}

// missing reports required keys that are not there: at the opening fence, or where the object starts.
func (j *judge) missing(keys []string, node *document.Node, at string, t tree) []document.Finding {
	var found []document.Finding
	for _, key := range keys {
		f := document.Finding{Rule: "missing-required", Span: t.open, At: at + "." + key}
		if node != t.root {
			f.Span = document.Span{Start: node.Span.Start, End: min(node.Span.Start+1, node.Span.End)}
		}
		f.Message = fmt.Sprintf("the key `%s` is missing, and its consumer needs it", key)
		if sample := example(t.schema, []string{key}); sample != "" && node == t.root && !j.isJSON() {
			f.Message += fmt.Sprintf("; add a line such as `%s: %s`", key, sample)
		}
		if typo := misspelt(key, node, t.schema); typo != nil && node == t.root {
			f.Span = typo.KeySpan
			f.Message = fmt.Sprintf("the key `%s` is missing, and its consumer needs it; is `%s` a misspelling of it?", key, typo.Key)
			f.Fixes = j.rename(typo, key)
		}
		found = append(found, f)
	}
	return found
}

// misspelt returns an unknown pair whose key is a likely misspelling of key, or nil.
func misspelt(key string, node *document.Node, schema *rules.Schema) *document.Pair {
	for i := range node.Pairs {
		p := &node.Pairs[i]
		if !slices.Contains(schema.Properties, p.Key) && schema.Forbidden[p.Key] == "" && rules.Nearest(p.Key, []string{key}) == key {
			return p
		}
	}
	return nil
}

// forbiddenKeys reports keys that the contract forbids, each with the contract's reason.
func (j *judge) forbiddenKeys(t tree) {
	for _, p := range t.root.Pairs {
		if why, ok := t.schema.Forbidden[p.Key]; ok {
			j.report("key-not-allowed", p.KeySpan, t.at+"."+p.Key, fmt.Sprintf("the key `%s` is forbidden: %s", p.Key, why))
		}
	}
}

// rename is the fix that gives a pair another key, with the quotes that the key has.
func (j *judge) rename(p *document.Pair, key string) []document.Fix {
	title := fmt.Sprintf("rename `%s` to `%s`", p.Key, key)
	if q := j.Doc.Src[p.KeySpan.Start]; q == '"' || q == '\'' {
		return document.Replace(title, p.KeySpan, string(q)+key+string(q))
	}
	return document.Replace(title, p.KeySpan, key)
}

// additional reports keys that a closed schema does not know.
func (j *judge) additional(keys []string, node *document.Node, at string, t tree) []document.Finding {
	var found []document.Finding
	missing := absent(t)
	for _, key := range keys {
		p := node.Pair(key)
		if p == nil {
			continue
		}
		f := document.Finding{Rule: "key-not-allowed", Span: p.KeySpan, At: at + "." + key, Message: fmt.Sprintf("the key `%s` is not allowed here; remove it", key)}
		if near := rules.Nearest(key, missing); near != "" && node == t.root {
			if slices.Contains(t.schema.Required, near) {
				continue // the missing key says it already
			}
			f.Message = fmt.Sprintf("the key `%s` is not allowed here; did you mean `%s`?", key, near)
			f.Fixes = j.rename(p, near)
		}
		found = append(found, f)
	}
	return found
}

// unknownKeys warns of keys that look like a misspelling of a known key that is not there. Other unknown keys are welcome:
// schemas are open on purpose (ADR-0017).
func (j *judge) unknownKeys(t tree) {
	if t.root.Type != document.Map || t.schema.JSON["additionalProperties"] == false || t.schema.JSON["patternProperties"] != nil {
		return
	}
	missing := absent(t)
	for _, p := range t.root.Pairs {
		if slices.Contains(t.schema.Properties, p.Key) || len(t.schema.Properties) == 0 || t.schema.Forbidden[p.Key] != "" {
			continue
		}
		if forbidden := rules.Nearest(p.Key, slices.Sorted(maps.Keys(t.schema.Forbidden))); forbidden != "" {
			j.report("unknown-key", p.KeySpan, t.at+"."+p.Key, fmt.Sprintf("the key `%s` is not known to the contract; it looks like `%s`, which is forbidden; remove it", p.Key, forbidden))
			continue
		}
		near := rules.Nearest(p.Key, missing)
		if near == "" || slices.Contains(t.schema.Required, near) || strings.HasPrefix(p.Key, near+"_") || strings.HasPrefix(near, p.Key+"_") {
			continue // a missing required key says it already, and "verified_by" is no misspelling of "verified"
		}
		j.Report(document.Finding{Rule: "unknown-key", Span: p.KeySpan, At: t.at + "." + p.Key,
			Message: fmt.Sprintf("the key `%s` is not known to the contract, so its consumer passes over it; did you mean `%s`?", p.Key, near),
			Fixes:   j.rename(&p, near)})
	}
}

// absent returns the known top-level keys that the document does not have.
func absent(t tree) []string {
	var keys []string
	for _, key := range t.schema.Properties {
		if !t.root.Has(key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// property returns the schema of a top-level key, or nil.
func property(schema *rules.Schema, path []string) map[string]any {
	if len(path) != 1 {
		return nil
	}
	properties, _ := schema.JSON["properties"].(map[string]any)
	p, _ := properties[path[0]].(map[string]any)
	return p
}

// example returns how a value of the key may be written in frontmatter, or "".
func example(schema *rules.Schema, path []string) string {
	p := property(schema, path)
	for _, key := range []string{"examples", "enum"} {
		if values, _ := p[key].([]any); len(values) > 0 {
			return Literal(values[0])
		}
	}
	switch p["type"] {
	case "boolean":
		return "true"
	case "integer", "number":
		return "0"
	}
	return ""
}

// Literal writes a schema value as frontmatter has it: texts that would be read as something else in double quotes.
func Literal(v any) string {
	s, ok := v.(string)
	if !ok {
		return fmt.Sprint(v)
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil || s == "" || s == "true" || s == "false" || s == "null" || strings.ContainsAny(s[:1], "[{\"'#&*!|>%@`~") {
		return `"` + s + `"`
	}
	return s
}
