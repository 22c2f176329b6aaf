package manifest

import (
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/schema"
)

// breaches is where a value breaks the contract of its kind. As long as a source is wrong itself, which other passes
// report, the manifest cannot be generated, and that it differs is no fault of its own.
type breaches struct {
	within  map[*document.Node]bool     // the values that break it, and those around them
	missing map[*document.Node][]string // the keys that a map lacks
}

// breachesOf holds a value against the contract of a kind; there are none if there is no such contract.
func (m *manifest) breachesOf(kind string, root *document.Node) *breaches {
	b := &breaches{map[*document.Node]bool{}, map[*document.Node][]string{}}
	if compiled := m.schemaOf(kind); compiled != nil {
		for _, breach := range compiled.Validate(root) {
			b.within[root] = true
			b.missing[breach.Node] = append(b.missing[breach.Node], breach.Keys...)
			node := root
			for _, step := range breach.Path {
				if step.Pair != nil {
					node = step.Pair.Value
				} else {
					node = node.Items[step.Index]
				}
				b.within[node] = true
			}
			for _, p := range breach.Pairs {
				b.within[p.Value] = true
			}
		}
	}
	return b
}

func (m *manifest) schemaOf(kind string) *schema.Schema {
	if compiled, known := m.schemas[kind]; known {
		return compiled
	}
	m.schemas[kind] = nil
	if body := contract.BodyOf(m.project.Set, kind); body != nil && body.Data != nil {
		m.schemas[kind], _ = schema.Compile("data", body.Data.JSON) // the contract is checked when it is loaded
	}
	return m.schemas[kind]
}

// violated reports whether the contract says that the value of a key in a map is missing, of the wrong form or not
// allowed at all.
func (b *breaches) violated(in *document.Node, key string, value *document.Node) bool {
	if value == nil {
		return slices.Contains(b.missing[in], key)
	}
	return b.within[value]
}

// settled reports whether what an agent or skill says of itself may go into the manifest, its references to the
// vocabulary too.
func (m *manifest) settled(member *model.Member, kind string) bool {
	if member.ID() != member.Dir || len(m.breachesOf(kind, member.Meta).within) > 0 {
		return false
	}
	known := func(list string, words ...string) bool {
		_, read := m.project.IDs(list)
		isUnknown := func(word string) bool { return word != "" && m.project.Entry(list, word) == nil }
		return !read || !slices.ContainsFunc(words, isUnknown)
	}
	meta := member.Meta
	return known("capabilities", document.Texts(meta.Get("capabilities"))...) &&
		known("categories", document.Text(meta.Get("category"))) &&
		known("resume_tiers", document.Text(meta.Get("resume_tier"))) &&
		known("tags", document.Texts(meta.Get("triggers"))...)
}
