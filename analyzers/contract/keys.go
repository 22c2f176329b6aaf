package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// missing reports required keys that are not there: at the opening fence, or where the object starts, unless a key that is not known is a
// likely misspelling of one.
func (j *judge) missing(keys []string, node *document.Node, at string, t tree, known []string) []document.Finding {
	var found []document.Finding
	for _, key := range keys {
		f := document.Finding{Rule: "missing-required", Span: t.open, At: at + "." + key}
		if node != t.root {
			f.Span = j.Doc.Start(node)
		}
		f.Message = fmt.Sprintf("the key `%s` is missing, and its consumer needs it", key)
		if sample := exampleOf(t.schema, key); sample != "" && node == t.root && !j.isJSON() {
			f.Message += fmt.Sprintf("; add a line such as `%s: %s`", key, sample)
		}
		if typo := misspelt(key, node, known, t.schema); typo != nil {
			f.Span = typo.KeySpan
			f.Message = fmt.Sprintf("the key `%s` is missing, and its consumer needs it; is `%s` a misspelling of it?", key, typo.Key)
			f.Fixes = j.rename(typo, key)
		}
		found = append(found, f)
	}
	return found
}

// known returns the keys that the schema of an object knows.
func (b *breach) known(t tree) []string {
	if b.node == t.root {
		return t.schema.Properties
	}
	if b.schema == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(b.schema.object.properties))
}

// misspelt returns an unknown pair whose key is a likely misspelling of key, or nil.
func misspelt(key string, node *document.Node, known []string, schema *rules.Schema) *document.Pair {
	if len(known) == 0 {
		return nil // everything might be meant
	}
	for i := range node.Pairs {
		p := &node.Pairs[i]
		if !slices.Contains(known, p.Key) && schema.Forbidden[p.Key] == "" && rules.Nearest(p.Key, []string{key}) == key {
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
func (j *judge) additional(b *breach, at string, t tree) []document.Finding {
	var found []document.Finding
	missing := absentOf(slices.Sorted(maps.Keys(b.schema.object.properties)), b.node)
	for _, p := range b.pairs {
		f := document.Finding{Rule: "key-not-allowed", Span: p.KeySpan, At: at + "." + p.Key, Message: fmt.Sprintf("the key `%s` is not allowed here; remove it", p.Key)}
		if near := rules.Nearest(p.Key, missing); near != "" {
			if slices.Contains(b.schema.object.required, near) {
				continue // the missing key says it already
			}
			f.Message = fmt.Sprintf("the key `%s` is not allowed here; did you mean `%s`?", p.Key, near)
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
		if forbidden := rules.Nearest(p.Key, slices.Sorted(maps.Keys(t.schema.Forbidden))); forbidden != "" && !(p.Value.Type == document.Bool && rules.Nearest(p.Key, missing) != "") { // only switches are true or false
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
