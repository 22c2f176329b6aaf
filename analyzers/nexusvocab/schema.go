package nexusvocab

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// schema judges a schema of the reference: its references, and lists in it that the vocabulary has as well.
func (j *judge) schema() {
	j.refs(j.root, "$")
	if path.Base(j.Doc.Path) != "agent.schema.json" {
		return
	}
	for key, list := range map[string]string{"category": "categories", "resume_tier": "resume_tiers"} {
		enum := j.root.Get("properties").Get(key).Get("enum")
		ids, known := j.nexus.IDs(list)
		if enum == nil || !known {
			continue
		}
		allowed := project.Texts(enum)
		for _, id := range ids {
			if !slices.Contains(allowed, id) {
				j.Reportf("nx-enum-vocab-drift", enum.Span, "$.properties."+key+".enum", "the vocabulary has %s, and the schema does not allow it as `%s`, so no agent can use it; make both lists equal", id, key)
			}
		}
		for i, word := range allowed {
			if !slices.Contains(ids, word) {
				j.Reportf("nx-enum-vocab-drift", enum.Span, fmt.Sprintf("$.properties.%s.enum[%d]", key, i), "the schema allows %s as `%s`, and the vocabulary has no such id, so no harness knows what it means; make both lists equal", word, key)
			}
		}
	}
}

// refs reports every $ref that leads nowhere. The reference crashes over one, and then reports nothing at all.
func (j *judge) refs(n *document.Node, at string) {
	for i, item := range n.Items {
		j.refs(item, fmt.Sprintf("%s[%d]", at, i))
	}
	for _, p := range n.Pairs {
		if p.Key == "$ref" && p.Value.Type == document.String && !j.resolves(p.Value.Text) {
			j.Reportf("nx-schema-ref", p.Value.Span, at+".$ref", "the reference %q leads nowhere, so the schema cannot be compiled and nothing at all is validated; correct it", p.Value.Text)
			continue
		}
		j.refs(p.Value, at+"."+p.Key)
	}
}

// resolves reports whether a reference leads to a part of this schema or of one beside it.
func (j *judge) resolves(ref string) bool {
	file, pointer, _ := strings.Cut(ref, "#")
	root := j.root
	if file != "" {
		if strings.Contains(file, "://") {
			return true // nobody may go there to look
		}
		d := j.set.Lookup(path.Join(path.Dir(j.Doc.Path), file))
		if d == nil {
			return j.there(path.Join(path.Dir(project.Below(j.Doc)), file))
		}
		if d.Data == nil || d.Data.Root == nil {
			return true // that it cannot be read is reported there
		}
		root = d.Data.Root
	}
	if pointer == "" || !strings.HasPrefix(pointer, "/") {
		return true // the whole, or an anchor
	}
	steps := strings.Split(pointer[1:], "/")
	for i := range steps {
		steps[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(steps[i])
	}
	_, _, ok := root.At(steps)
	return ok
}
