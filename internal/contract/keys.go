package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// missing reports required keys that are not there: at the opening fence, or where the object starts, unless a key that
// is not known is a likely misspelling of one.
func missing(a *artefact, keys []string, node *document.Node, at string, t tree, known []string) []document.Finding {
	var found []document.Finding
	typos := misspelt(a, node, known, t.schema)
	for _, key := range keys {
		f := document.Finding{Rule: "missing-required", Span: t.open, At: at + "." + key}
		if node != t.root {
			f.Span = a.doc.Start(node)
		}
		f.Message = fmt.Sprintf("the key `%s` is missing, and its consumer needs it", key)
		if sample := exampleOf(t.schema, key); sample != "" && node == t.root && !isJSON(a.doc) {
			f.Message += fmt.Sprintf("; add a line such as `%s: %s`", key, sample)
		}
		if typo := typos[key]; typo != nil {
			f.Span = typo.KeySpan
			f.Message = fmt.Sprintf(
				"the key `%s` is missing, and its consumer needs it; is `%s` a misspelling of it?", key, typo.Key)
			f.Fixes = rename(a.doc, typo, key)
		}
		found = append(found, f)
	}
	return found
}

// misspelt returns unknown pairs by the keys that are not there of which theirs are likely misspellings: each by the
// nearest one, and of several the first.
func misspelt(a *artefact, node *document.Node, known []string, wanted *rules.Schema) map[string]*document.Pair {
	typos, absent := map[string]*document.Pair{}, schema.Absent(known, node)
	for i := range node.Pairs {
		p := &node.Pairs[i]
		if len(absent) == 0 || !a.effort.Take(len(known)) {
			break // without known ones everything might be meant
		}
		if slices.Contains(known, p.Key) || wanted.Forbidden[p.Key] != "" {
			continue
		}
		if key := a.nearest(p.Key, absent); key != "" && typos[key] == nil {
			typos[key] = p
		}
	}
	return typos
}

// forbiddenKeys reports keys that the contract forbids, each with the contract's reason.
func forbiddenKeys(a *artefact, t tree) {
	for _, p := range t.root.Pairs {
		if why, ok := t.schema.Forbidden[p.Key]; ok {
			a.say("key-not-allowed", p.KeySpan, t.at+"."+p.Key, "the key `%s` is forbidden: %s", p.Key, why)
		}
	}
}

// rename is the fix that gives a pair another key, with the quotes that the key has.
func rename(d *document.Document, p *document.Pair, key string) []document.Fix {
	title := fmt.Sprintf("rename `%s` to `%s`", p.Key, key)
	if q := d.Src[p.KeySpan.Start]; q == '"' || q == '\'' {
		return document.Replace(title, p.KeySpan, string(q)+key+string(q))
	}
	return document.Replace(title, p.KeySpan, key)
}

// additional reports keys that a closed schema does not know.
func additional(a *artefact, b *schema.Breach, at string) []document.Finding {
	var found []document.Finding
	missing := schema.Absent(b.Properties(), b.Node)
	for _, p := range b.Pairs {
		f := document.Finding{Rule: "key-not-allowed", Span: p.KeySpan, At: at + "." + p.Key, Message: fmt.Sprintf(
			"the key `%s` is not allowed here; remove it", p.Key)}
		if near := a.nearest(p.Key, missing); near != "" {
			if b.Requires(near) {
				continue // the missing key says it already
			}
			f.Message = fmt.Sprintf("the key `%s` is not allowed here; did you mean `%s`?", p.Key, near)
			f.Fixes = rename(a.doc, p, near)
		}
		found = append(found, f)
	}
	return found
}

// unknownKeys warns of keys that look like a misspelling of a known key that is not there. Other unknown keys are
// welcome: schemas are open on purpose (ADR-0017).
func unknownKeys(a *artefact, t tree) {
	if t.root.Type != document.Map || t.schema.JSON["additionalProperties"] == false ||
		t.schema.JSON["patternProperties"] != nil {
		return
	}
	missing := sync.OnceValue(func() []string { return schema.Absent(t.schema.Properties, t.root) })
	refused := slices.Sorted(maps.Keys(t.schema.Forbidden))
	for _, p := range t.root.Pairs {
		if a.has(t.known, p.Key) || len(t.schema.Properties) == 0 || t.schema.Forbidden[p.Key] != "" {
			continue
		}
		if forbidden := a.nearest(p.Key, refused); forbidden != "" &&
			!(p.Value.Type == document.Bool && spell.Nearest(p.Key, missing()) != "") { // only switches are true or false
			a.say("unknown-key", p.KeySpan, t.at+"."+p.Key,
				"the key `%s` is not known to the contract; it looks like `%s`, which is forbidden; remove it", p.Key, forbidden)
			continue
		}
		near := a.nearest(p.Key, missing())
		if near == "" || slices.Contains(t.schema.Required, near) || strings.HasPrefix(p.Key, near+"_") ||
			strings.HasPrefix(near, p.Key+"_") {
			continue // a missing required key says it already, and "verified_by" is no misspelling of "verified"
		}
		a.add(document.Finding{Rule: "unknown-key", Span: p.KeySpan, At: t.at + "." + p.Key,
			Message: fmt.Sprintf(
				"the key `%s` is not known to the contract, so its consumer passes over it; did you mean `%s`?", p.Key, near),
			Fixes: rename(a.doc, &p, near)})
	}
}
