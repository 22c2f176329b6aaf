package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

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
	if j.frontmatter != nil {
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
		t := tree{root: root, schema: j.body.Data, at: "$", open: j.Doc.Start(root)}
		if data.Root == nil {
			t.at = fmt.Sprintf("$[%d]", i)
		}
		clear(j.wrong)
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
func (j *judge) validate(schema *compiledSchema, t tree) {
	var found []document.Finding
	for _, b := range schema.validate(t.root) {
		found = append(found, j.explain(&b, t)...)
	}
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

// explain turns a breach into findings with rule, place and words.
func (j *judge) explain(b *breach, t tree) []document.Finding {
	at, span := t.at, b.node.Span
	var last *document.Pair
	for i, s := range b.path {
		if last = s.pair; last == nil {
			at = fmt.Sprintf("%s[%d]", at, s.index)
			continue
		}
		at += "." + last.Key
		if i == 0 {
			j.spoil(last.Key)
		}
	}
	switch {
	case b.node == t.root:
		span = t.open
	case span.Len() == 0 && last != nil:
		span = last.KeySpan
	}
	switch b.keyword {
	case "required":
		return j.missing(b.keys, b.node, at, t, b.known(t))
	case "dependentRequired":
		found := j.missing(b.keys, b.node, at, tree{root: t.root, schema: &rules.Schema{}, open: t.open}, nil)
		for i := range found {
			found[i].Fixes, found[i].Related = nil, nil
			found[i].Message = fmt.Sprintf("the key `%s` is missing, and `%s` demands it; add it", b.keys[i], b.cause)
		}
		return found
	case "additionalProperties":
		return j.additional(b, at, t)
	case "uniqueItems":
		return []document.Finding{repeated(b, at)}
	}
	d := describer{breach: b, name: b.name(), sample: example(t.schema, b.path), json: j.isJSON()}
	f := document.Finding{Span: span, At: at}
	f.Rule, f.Message, f.Fixes = d.describe()
	return []document.Finding{f}
}

// isJSON reports whether texts in the document are always quoted as in JSON.
func (j *judge) isJSON() bool { return j.Doc.Dialect == "json" || j.Doc.Dialect == "jsonl" }

// name names the value in a message: "`key`", or "item 3 of `key`".
func (b *breach) name() string {
	if b.isKey {
		return "the key"
	}
	for i := len(b.path) - 1; i >= 0; i-- {
		if b.path[i].pair == nil {
			continue
		}
		name := "`" + b.path[i].pair.Key + "`"
		for _, s := range b.path[i+1:] {
			name = fmt.Sprintf("item %d of %s", s.index+1, name)
		}
		return name
	}
	return "the value"
}

// repeated points to the second of two equal items.
func repeated(b *breach, at string) document.Finding {
	first, second := b.node.Items[b.equal[0]], b.node.Items[b.equal[1]]
	return document.Finding{Rule: "unique-items", Span: second.Span, At: fmt.Sprintf("%s[%d]", at, b.equal[1]),
		Message: fmt.Sprintf("%s holds %s twice; remove one of them", b.name(), document.Show(second)),
		Related: []document.Related{{Span: first.Span, Message: "it is here first"}}}
}

func (j *judge) spoil(key string) { j.wrong[key] = true }
