package nexusmanifest

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// demand is what a contract demands of a source of the manifest, to tell whether it may go into the manifest as it is. As long as a source
// is wrong itself, which other passes report, the manifest cannot be generated, and that it differs is no fault of its own.
type demand struct {
	root, schema map[string]any
}

// demandOf returns what the contract of a kind demands; nothing if there is no such contract.
func (m *manifest) demandOf(kind string) demand {
	if c, ok := m.set.Contract(kind).(*rules.Contract); ok {
		if body, err := c.Body(); err == nil && body.Data != nil {
			return demand{body.Data.JSON, body.Data.JSON}
		}
	}
	return demand{}
}

// entry returns what is demanded of the entries of a vocabulary file.
func (s demand) entry(key string) demand {
	properties, _ := s.schema["properties"].(map[string]any)
	list, _ := properties[key].(map[string]any)
	items, _ := list["items"].(map[string]any)
	return demand{s.root, s.resolve(items)}
}

// met takes a rough look at a source: keys, types, values that are listed, patterns and lengths.
func (s demand) met(n *document.Node) bool { return s.schema == nil || s.fits(s.schema, n) }

// violated reports whether the value of a key is missing, of the wrong form or not allowed at all.
func (s demand) violated(key string, n *document.Node) bool {
	if s.schema == nil {
		return false
	}
	required, _ := s.schema["required"].([]any)
	properties, _ := s.schema["properties"].(map[string]any)
	property, known := properties[key].(map[string]any)
	if n == nil {
		return slices.Contains(required, any(key))
	}
	return !known || !s.fits(property, n)
}

// resolve follows a reference within the contract, which all lead to a definition.
func (s demand) resolve(schema map[string]any) map[string]any {
	name, ok := strings.CutPrefix(text(schema["$ref"]), "#/$defs/")
	if !ok {
		return schema
	}
	definitions, _ := s.root["$defs"].(map[string]any)
	target, _ := definitions[name].(map[string]any)
	return target
}

func (s demand) fits(schema map[string]any, n *document.Node) bool {
	schema = s.resolve(schema)
	if want := text(schema["type"]); want != "" && want != typeName[n.Type] {
		return false
	}
	if allowed, ok := schema["enum"].([]any); ok && !slices.Contains(allowed, n.Value()) {
		return false
	}
	if pattern := text(schema["pattern"]); pattern != "" {
		if re, err := regexp.Compile(pattern); err == nil && !re.MatchString(n.Text) {
			return false
		}
	}
	length := utf8.RuneCountInString(strings.TrimSpace(n.Text))
	if least, ok := number(schema["minLength"]); ok && length < least {
		return false
	}
	if most, ok := number(schema["maxLength"]); ok && length > most {
		return false
	}
	if least, ok := number(schema["minItems"]); ok && len(n.Items) < least {
		return false
	}
	items, _ := schema["items"].(map[string]any)
	for _, item := range n.Items {
		if items != nil && !s.fits(items, item) {
			return false
		}
	}
	required, _ := schema["required"].([]any)
	for _, key := range required {
		if !n.Has(text(key)) {
			return false
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for _, p := range n.Pairs {
		property, known := properties[p.Key].(map[string]any)
		if properties != nil && !known || known && !s.fits(property, p.Value) {
			return false
		}
	}
	return true
}

var typeName = map[document.Type]string{document.String: "string", document.Number: "number", document.Bool: "boolean", document.List: "array", document.Map: "object", document.Null: "null"}

func text(v any) string {
	s, _ := v.(string)
	return s
}

func number(v any) (int, bool) {
	switch v := v.(type) {
	case int64:
		return int(v), true
	case float64:
		return int(v), true
	}
	return 0, false
}

// settled reports whether what an agent or skill says of itself may go into the manifest, its references to the vocabulary too.
func (m *manifest) settled(member *project.Member, source demand) bool {
	if member.ID() != member.Dir || !source.met(member.Meta) {
		return false
	}
	known := func(list string, words ...string) bool {
		ids, read := m.nexus.IDs(list)
		return !read || !slices.ContainsFunc(words, func(word string) bool { return word != "" && !slices.Contains(ids, word) })
	}
	meta := member.Meta
	return known("capabilities", project.Texts(meta.Get("capabilities"))...) && known("categories", project.Text(meta.Get("category"))) &&
		known("resume_tiers", project.Text(meta.Get("resume_tier"))) && known("tags", project.Texts(meta.Get("triggers"))...)
}
