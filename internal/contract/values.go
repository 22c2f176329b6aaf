package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/rules"
)

// tree is a value to be judged with what its findings need: where they lie and how they are addressed.
type tree struct {
	root   *document.Node
	schema *rules.Schema
	known  []string      // the top-level keys that the contract speaks of
	at     string        // "frontmatter" or "$"
	open   document.Span // where a missing top-level key is reported
}

func judgeFrontmatter(a *artefact) {
	front, wanted := a.doc.Front, a.body.Frontmatter
	t := tree{root: front.Root, schema: wanted, known: a.frontKeys, at: "frontmatter", open: front.Open}
	if wanted.CheckedBy == "" {
		forbiddenKeys(a, t)
	}
	if a.frontmatter != nil {
		validate(a, a.frontmatter, t)
	}
	unknownKeys(a, t)
	judgeInvariants(a, t)
}

func judgeData(a *artefact) {
	data := a.doc.Data
	if a.data == nil {
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
		t := tree{root: root, schema: a.body.Data, known: a.dataKeys, at: "$", open: a.doc.Start(root)}
		if data.Root == nil {
			t.at = fmt.Sprintf("$[%d]", i)
		}
		validate(a, a.data, t)
		if root.Type == document.Map {
			unknownKeys(a, t)
			judgeInvariants(a, t)
		}
	}
}

// validate reports everything that breaks the schema, in the order of the document.
func validate(a *artefact, compiled *schema.Schema, t tree) {
	a.wrong = map[string]bool{}
	unknown := later(a, t)
	var found []document.Finding
	for _, b := range compiled.ValidateWithin(a.effort, t.root) {
		for _, f := range explain(a, &b, t) {
			if a.effort.Take(len(f.Message)) {
				found = append(found, f)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b document.Finding) int {
		if a.Span != b.Span {
			return a.Span.Start - b.Span.Start
		}
		return strings.Compare(a.Rule+a.At, b.Rule+b.At)
	})
	for _, f := range gathered(found) {
		if !below(unknown, f.At) {
			a.add(f)
		}
	}
}

// gathered makes one finding of those about items of one list that are all of a wrong type, which have one cause.
func gathered(found []document.Finding) (all []document.Finding) {
	last := "" // the list of the finding before, and what is wrong in it
	for _, f := range found {
		list := ""
		if at := strings.LastIndexByte(f.At, '['); f.Rule == "type" && f.Fixes == nil && at > 0 && strings.HasSuffix(f.At, "]") {
			_, what, _ := strings.Cut(f.Message, " of ")
			list = f.At[:at] + what
		}
		if list == "" || list != last {
			all, last = append(all, f), list
			continue
		}
		first := &all[len(all)-1]
		first.Related = append(first.Related, document.Related{Span: f.Span, Message: "this one too"})
	}
	for i := range all {
		if n := len(all[i].Related); all[i].Rule == "type" && n > 0 {
			all[i].Message += "; the same holds for " + document.Count(n, "other item")
		}
	}
	return all
}

// explain turns a breach into findings with rule, place and words.
func explain(a *artefact, b *schema.Breach, t tree) []document.Finding {
	at, span := b.At(t.at), b.Span()
	if b.Node == t.root {
		span = t.open
	}
	if len(b.Path) > 0 && b.Path[0].Pair != nil {
		a.wrong[b.Path[0].Pair.Key] = true
	}
	switch b.Keyword {
	case "required":
		known := t.known
		if b.Node != t.root {
			known = b.Properties()
		}
		return missing(a, b.Keys, b.Node, at, t, known)
	case "dependentRequired":
		found := missing(a, b.Keys, b.Node, at, tree{root: t.root, schema: &rules.Schema{}, open: t.open}, nil)
		for i := range found {
			found[i].Fixes, found[i].Related = nil, nil
			found[i].Message = fmt.Sprintf("the key `%s` is missing, and `%s` demands it; add it", b.Keys[i], b.Cause)
		}
		return found
	case "additionalProperties":
		return additional(a, b, at)
	case "uniqueItems":
		return []document.Finding{repeated(b, at)}
	}
	f := document.Finding{Rule: "schema", Span: span, At: at, Message: b.Message(example(t.schema, b.Path))}
	if rule, ok := ruleOf[b.Keyword]; ok {
		f.Rule = rule
	}
	switch b.Keyword {
	case "type":
		mendType(&f, b)
	case "enum":
		mendEnum(a, &f, b)
	case "pattern":
		mendPattern(a, &f, b, example(t.schema, b.Path))
	}
	return []document.Finding{f}
}

// ruleOf is the rules of keywords that have one of their own.
var ruleOf = map[string]string{
	"type": "type", "enum": "enum", "pattern": "pattern", "format": "format",
	"minimum": "min", "exclusiveMinimum": "min", "maximum": "max", "exclusiveMaximum": "max",
	"minLength": "min-length", "maxLength": "max-length", "minItems": "min-items", "maxItems": "max-items",
}

// isJSON reports whether texts in the document are always quoted as in JSON.
func isJSON(d *document.Document) bool { return d.Dialect == "json" || d.Dialect == "jsonl" }

// repeated points to the second of two equal items.
func repeated(b *schema.Breach, at string) document.Finding {
	first, second := b.Node.Items[b.Equal[0]], b.Node.Items[b.Equal[1]]
	return document.Finding{Rule: "unique-items", Span: second.Span, At: fmt.Sprintf("%s[%d]", at, b.Equal[1]),
		Message: fmt.Sprintf("%s holds %s twice; remove one of them", b.Name(), document.Show(second)),
		Related: []document.Related{{Span: first.Span, Message: "it is here first"}}}
}
