package model

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Project is a nexus project as one pass sees it.
type Project struct {
	*Projects
	*Facts
}

// Facts is what the files of one nexus project say of each other's names, the same for all passes.
type Facts struct {
	Root    string // relative to the run's base
	Edition string // of the contracts that hold here: "0.6", "0.10" or "0.20"
	Source  bool   // this is a tree of nexus-core before 0.18, with agents, skills and a vocabulary
	Agents  Members
	Skills  Members
	// Entries is what stands in each vocabulary file that can be read, by the file's top key: "resume_tiers".
	// memory_policy.yml has two keys here: "memory_policy" with the whole as one entry, and "categories" of memory
	// under "memory_categories".
	Entries map[string][]*document.Node

	// Anchor is the path of the file at which is reported what has no file of its own in a tree of nexus-core; "" if
	// this is none.
	Anchor   string
	manifest *document.Node      // what manifest.json holds; nil if it cannot be read
	paths    map[string][]string // of artefacts by kind
	gone     memo.Memo[string, []Gone]
	ids      memo.Memo[string, []string]
	areGone  memo.Memo[string, map[string]bool]
	withIDs  memo.Memo[string, map[string]*document.Node] // entries by their ids
	covered  document.Memo[bool, *Conformance]
}

func readFacts(all *Projects, root string) *Facts {
	facts := &Facts{Root: root, Edition: all.Edition("nexus", root), Entries: map[string][]*document.Node{},
		paths: map[string][]string{}}
	p := &Project{Projects: all, Facts: facts}
	if p.Standalone {
		return facts // a file judged alone has no neighbours
	}
	for _, in := range p.Inputs("") {
		if in.Root == root {
			p.paths[in.Kind] = append(p.paths[in.Kind], in.Path)
		}
	}
	for _, file := range p.vocabularyFiles(Newest) {
		p.readVocabulary(file)
	}
	p.readMembers()
	p.manifest = p.Data("nexus/manifest")
	kinds := []string{"nexus/agent-meta", "nexus/skill-meta", "nexus/body", "nexus/schema", "nexus/state-schema"}
	p.Source = !p.IsNewest() && (len(p.Entries) > 0 ||
		slices.ContainsFunc(kinds, func(kind string) bool { return len(p.paths[kind]) > 0 }))
	p.Anchor = p.findAnchor()
	return facts
}

// findAnchor returns the path of the first of the files that a tree of nexus-core cannot do without, or "".
func (p *Project) findAnchor() string {
	kinds := []string{"nexus/manifest", "nexus/package", "nexus/schema"}
	for _, file := range p.vocabularyFiles(Newest) {
		kinds = append(kinds, file.Kind)
	}
	kinds = append(kinds, "nexus/state-schema", "nexus/agent-meta", "nexus/skill-meta", "nexus/body",
		"nexus/spec-agent", "nexus/spec-skill", "nexus/harness-macros", "nexus/spec-macros")
	for _, kind := range kinds {
		if paths := p.paths[kind]; len(paths) > 0 {
			return paths[0]
		}
	}
	return ""
}

// Paths returns the sorted paths of the artefacts of a kind, relative to the run's base.
func (f *Facts) Paths(kind string) []string { return f.paths[kind] }

// IDs returns the ids of the entries of a vocabulary file, and whether the file could be read. They are not the caller's to
// change.
func (f *Facts) IDs(key string) (ids []string, ok bool) {
	entries, ok := f.Entries[key]
	return f.ids.Get(key, func() []string {
		var ids []string
		for _, entry := range entries {
			if id := document.Text(entry.Get("id")); id != "" {
				ids = append(ids, id)
			}
		}
		return ids
	}), ok
}

// Begins reports whether the id of an entry of a vocabulary file begins with a text.
func (f *Facts) Begins(key, text string) bool {
	ids, _ := f.IDs(key)
	sorted := f.ids.Get("sorted "+key, func() []string { return slices.Sorted(slices.Values(ids)) })
	i, _ := slices.BinarySearch(sorted, text)
	return i < len(sorted) && strings.HasPrefix(sorted[i], text)
}

// Entry returns the entry of a vocabulary file with the given id, or nil.
func (f *Facts) Entry(key, id string) *document.Node {
	return f.withIDs.Get("the entries of "+key, func() map[string]*document.Node { return withIDs(f.Entries[key]) })[id]
}

// Listed returns the entry of a list in manifest.json ("agents", "skills") with the given id, or nil. The manifest is
// what the tree was when it was generated last, and so tells which of two files that disagree has changed since.
func (f *Facts) Listed(list, id string) *document.Node {
	return f.withIDs.Get("listed "+list, func() map[string]*document.Node { return withIDs(document.Items(f.manifest.Get(list))) })[id]
}

// withIDs returns the first entry of each id.
func withIDs(entries []*document.Node) map[string]*document.Node {
	all := map[string]*document.Node{}
	for _, entry := range slices.Backward(entries) {
		all[document.Text(entry.Get("id"))] = entry
	}
	return all
}

func (p *Project) readVocabulary(file VocabularyFile) {
	root := p.Data(file.Kind)
	switch {
	case root == nil:
	case file.Whole:
		p.Entries[file.Key] = []*document.Node{root}
		p.addEntries("memory_categories", root.Get("categories"))
	default:
		p.addEntries(file.Key, root.Get(file.Key))
	}
}

func (f *Facts) addEntries(key string, list *document.Node) {
	if list == nil || list.Type != document.List {
		return
	}
	f.Entries[key] = []*document.Node{}
	for _, entry := range list.Items {
		if entry.Type == document.Map {
			f.Entries[key] = append(f.Entries[key], entry)
		}
	}
}
