package vocab

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
)

// schemaFile judges a JSON Schema of the reference.
type schemaFile struct{ *sourceFile }

// schema judges a schema of the reference: its references, and lists in it that the vocabulary has as well.
func (s *schemaFile) schema() {
	s.refs(s.root, "$")
	s.closed(s.root, "$")
	if path.Base(s.Doc.Path) != "agent.schema.json" {
		return
	}
	for key, list := range enums {
		enum := s.root.Get("properties").Get(key).Get("enum")
		ids, known := s.project.IDs(list)
		if enum == nil || !known {
			continue
		}
		allowed, contract := document.Texts(enum), s.schemaEnum(key)
		isAllowed, isForeign := setOf(allowed), foreign(allowed, contract)
		for i, word := range allowed {
			if s.project.Entry(list, word) == nil && !slices.Contains(contract, word) {
				s.Reportf("nx-enum-vocab-drift", enum.Items[i].Span, fmt.Sprintf("$.properties.%s.enum[%d]", key, i),
					"the schema allows %s as `%s`, and the vocabulary has no such id, so no harness knows what it "+
						"means; make both lists equal", word, key)
			}
		}
		for _, id := range ids {
			if !isAllowed[id] && slices.Contains(contract, id) && !isForeign {
				s.Reportf("nx-enum-vocab-drift", enum.Span, "$.properties."+key+".enum",
					"the vocabulary has %s, and the schema does not allow it as `%s`, so no agent can use it; "+
						"make both lists equal", id, key)
			}
		}
	}
}

// enums are the properties of an agent whose values stand in the schema and in a vocabulary file as well.
var enums = map[string]string{"category": "categories", "resume_tier": "resume_tiers"}

// foreign reports whether a list has a word that another one has not: it then stands in the place of the right one,
// and is reported itself.
func foreign(words, known []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(known, word) })
}

// drift holds the ids of a vocabulary file against the schema of agents. What both the schema and the contract of
// nplint have is right.
func (s *wordFile) drift(key, list string) {
	d := s.project.At(document.Join(s.Doc.Root, s.project.Path("nexus/schema", "agent.schema")))
	if d == nil || d.Data == nil {
		return
	}
	enum, entries := d.Data.Root.Get("properties").Get(key).Get("enum"), s.root.Pair(list)
	ids, known := s.project.IDs(list)
	if enum == nil || !known {
		return
	}
	allowed, contract := document.Texts(enum), s.schemaEnum(key)
	isKnown, isAllowed, isForeign := setOf(ids), setOf(allowed, contract), foreign(ids, contract)
	for _, entry := range s.project.Entries[list] {
		if id := entry.Get("id"); document.Text(id) != "" && !s.wasOther(list, key, id.Text, &s.project.Agents) &&
			!isAllowed[id.Text] {
			s.Reportf("nx-enum-vocab-drift", id.Span, "$."+list,
				"schema/agent.schema.json does not allow %s as `%s`, so no agent can use it; make both lists equal",
				id.Text, key)
		}
	}
	for _, word := range allowed {
		if !isKnown[word] && slices.Contains(contract, word) && !isForeign &&
			!(s.project.IsGone(list, word) && len(s.project.Agents.With(key, word)) > 0) {
			s.Reportf("nx-enum-vocab-drift", entries.KeySpan, "$."+list,
				"schema/agent.schema.json allows %s as `%s`, and there is no such entry here, so no harness knows "+
					"what it means; make both lists equal", word, key)
		}
	}
}

// missingSchemas reports the schemas that are not there. The reference then crashes, or checks less without a word.
func missingSchemas(r *document.Reporter, p *model.Project) {
	missing := slices.DeleteFunc(p.Schemas(), p.HasFile)
	if len(missing) == 0 {
		return
	}
	names, is, it := strings.Join(missing, ", "), "is", "it"
	if len(missing) > 1 {
		is, it = "are", "them"
	}
	if more := len(missing) - 3; more > 0 {
		names = fmt.Sprintf("%s and %d more schemas", strings.Join(missing[:3], ", "), more)
	}
	r.Reportf("nx-schema-missing", r.Doc.FirstLine(), "content",
		"%s %s missing, so the reference crashes or leaves out what it checks by %s, and consumers cannot validate "+
			"either; restore %s", names, is, it, it)
}

// refs reports every $ref that leads nowhere. The reference crashes over one, and then reports nothing at all.
func (s *schemaFile) refs(n *document.Node, at string) {
	for i, item := range n.Items {
		s.refs(item, fmt.Sprintf("%s[%d]", at, i))
	}
	for _, p := range n.Pairs {
		if p.Key == "$ref" && p.Value.Type == document.String && !s.resolves(p.Value.Text) {
			s.Reportf("nx-schema-ref", p.Value.Span, at+".$ref",
				"the reference %q leads nowhere, so the schema cannot be compiled and nothing at all is validated; "+
					"correct it", p.Value.Text)
			continue
		}
		s.refs(p.Value, at+"."+p.Key)
	}
}

// closed reports keys that a map must have and may not have: nothing can be valid then, neither with nor without.
func (s *schemaFile) closed(n *document.Node, at string) {
	for i, item := range n.Items {
		s.closed(item, fmt.Sprintf("%s[%d]", at, i))
	}
	for _, p := range n.Pairs {
		if p.Key != "const" && p.Key != "enum" && p.Key != "default" && p.Key != "examples" {
			s.closed(p.Value, at+"."+p.Key)
		}
	}
	more, properties := n.Get("additionalProperties"), n.Get("properties")
	if more == nil || more.Type != document.Bool || more.True || properties == nil || n.Has("patternProperties") {
		return
	}
	for i, item := range document.Items(n.Get("required")) {
		if key := document.Text(item); key != "" && !properties.Has(key) {
			s.Reportf("nx-schema-required", item.Span, fmt.Sprintf("%s.required[%d]", at, i),
				"the schema requires `%s`, and without it in `properties` `additionalProperties` forbids it, so no file is ever "+
					"valid; declare the key, or do not require it", key)
		}
	}
}

// resolves reports whether a reference leads to a part of this schema or of one beside it.
func (s *schemaFile) resolves(ref string) bool {
	file, pointer, _ := strings.Cut(ref, "#")
	root := s.root
	if file != "" {
		if strings.Contains(file, "://") {
			return true // nobody may go there to look
		}
		d := s.project.At(path.Join(path.Dir(s.Doc.Path), file))
		if d == nil && s.project.Released() &&
			slices.Contains(s.project.Schemas(), path.Join(path.Dir(s.Doc.RootPath()), file)) {
			return true // nx-schema-missing says it
		}
		if d == nil {
			return s.there(path.Join(path.Dir(s.Doc.RootPath()), file))
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

func setOf(lists ...[]string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for _, word := range list {
			set[word] = true
		}
	}
	return set
}
