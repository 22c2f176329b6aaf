package project

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Nexus is what the files of one nexus project say of each other's names. It is read once, when it is first asked for.
type Nexus struct {
	Edition string // of the contracts that hold here: "0.6" or "0.10"
	Source  bool   // this is a tree of nexus-core itself, with agents, skills and a vocabulary
	Agents  []Member
	Skills  []Member
	// Vocabulary is the entries of each vocabulary file that can be read, by the file's top key: "resume_tiers". memory_policy.yml
	// has two keys here: "memory_policy" with the whole as one entry, and "categories" of memory under "memory_categories".
	Vocabulary map[string][]*document.Node

	// Anchor is the path of the file at which is reported what has no file of its own in a tree of nexus-core; "" if this is none.
	Anchor string

	manifest *document.Node      // what manifest.json holds; nil if it cannot be read
	paths    map[string][]string // of artefacts by kind
}

// Member is an agent or a skill.
type Member struct {
	Dir  string         // name of its directory
	Path string         // of its meta.yml, relative to the run's base
	Meta *document.Node // what meta.yml holds; nil if it is missing or cannot be read as a map
}

// ID returns the member's id, or "".
func (m *Member) ID() string { return Text(m.Meta.Get("id")) }

// Text returns the value of a text, and "" for every other node and for nil.
func Text(n *document.Node) string {
	if n == nil || n.Type != document.String {
		return ""
	}
	return n.Text
}

// Texts returns the texts in a list, and nil for every other node and for nil.
func Texts(n *document.Node) []string {
	if n == nil || n.Type != document.List {
		return nil
	}
	var texts []string
	for _, item := range n.Items {
		if item.Type == document.String {
			texts = append(texts, item.Text)
		}
	}
	return texts
}

// Nexus returns what is known of the nexus project with the given root, relative to the run's base.
func (t *Tree) Nexus(root string) *Nexus {
	return t.nexus.Get(root, func() *Nexus { return newNexus(t, root) })
}

// Edition returns the edition of a pack's contracts that holds in a project: what the configuration chooses, or what the project's files
// tell. "" is the newest.
func (t *Tree) Edition(pack, root string) string {
	if t.Project.Edition != nil {
		if chosen := t.Project.Edition(pack); chosen != "" {
			return chosen
		}
	}
	if pack != "nexus" {
		return ""
	}
	return t.Nexus(root).Edition
}

func newNexus(t *Tree, root string) *Nexus {
	n := &Nexus{Vocabulary: map[string][]*document.Node{}, paths: map[string][]string{}}
	if t.Project.Edition != nil {
		n.Edition = t.Project.Edition("nexus")
	}
	if n.Edition == "" {
		n.Edition = t.detectEdition(root)
	}
	if t.Standalone {
		return n // a file judged alone has no neighbours
	}
	for i := range t.Inputs {
		if in := &t.Inputs[i]; in.Root == root && strings.HasPrefix(in.Kind, "nexus/") {
			n.paths[in.Kind] = append(n.paths[in.Kind], in.Path)
		}
	}
	for _, file := range VocabularyFiles("") {
		n.vocabulary(t, Join(root, "vocabulary/"+file.Name), file)
	}
	n.Agents = n.members(t, "nexus/agent-meta", "agent")
	n.Skills = n.members(t, "nexus/skill-meta", "skill")
	n.withoutMeta()
	if d := t.Lookup(Join(root, "manifest.json")); d != nil && d.Data != nil && len(n.paths["nexus/manifest"]) > 0 {
		n.manifest = d.Data.Root
	}
	n.Source = len(n.paths["nexus/agent-meta"])+len(n.paths["nexus/skill-meta"])+len(n.paths["nexus/body"])+len(n.paths["nexus/schema"])+
		len(n.paths["nexus/state-schema"])+len(n.Vocabulary) > 0
	n.Anchor = n.findAnchor()
	return n
}

// findAnchor returns the path of the first of the files that a tree of nexus-core cannot do without, or "".
func (n *Nexus) findAnchor() string {
	kinds := []string{"nexus/manifest", "nexus/package", "nexus/schema"}
	for _, file := range VocabularyFiles("") {
		kinds = append(kinds, file.Kind)
	}
	for _, kind := range append(kinds, "nexus/state-schema", "nexus/agent-meta", "nexus/skill-meta", "nexus/body") {
		if paths := n.paths[kind]; len(paths) > 0 {
			return paths[0]
		}
	}
	return ""
}

// Paths returns the sorted paths of the artefacts of a kind, relative to the run's base.
func (n *Nexus) Paths(kind string) []string { return n.paths[kind] }

// IDs returns the ids of the entries of a vocabulary file, and whether the file could be read.
func (n *Nexus) IDs(key string) (ids []string, ok bool) {
	entries, ok := n.Vocabulary[key]
	for _, entry := range entries {
		if id := Text(entry.Get("id")); id != "" {
			ids = append(ids, id)
		}
	}
	return ids, ok
}

// Entry returns the entry of a vocabulary file with the given id, or nil.
func (n *Nexus) Entry(key, id string) *document.Node {
	for _, entry := range n.Vocabulary[key] {
		if Text(entry.Get("id")) == id {
			return entry
		}
	}
	return nil
}

// Listed returns the entry of a list in manifest.json ("agents", "skills") with the given id, or nil. The manifest is what the tree was when it
// was generated last, and so tells which of two files that disagree has changed since.
func (n *Nexus) Listed(list, id string) *document.Node {
	entries := n.manifest.Get(list)
	if entries == nil {
		return nil
	}
	for _, entry := range entries.Items {
		if Text(entry.Get("id")) == id {
			return entry
		}
	}
	return nil
}

// MemberIDs returns the ids of agents or skills, and the names of their directories where those are others: an id that is missing or
// misspelt is one fault, in meta.yml, and none of everything that names the member.
func MemberIDs(members []Member) []string {
	var ids []string
	for i := range members {
		if id := members[i].ID(); id != "" && id != members[i].Dir {
			ids = append(ids, id)
		}
		ids = append(ids, members[i].Dir)
	}
	return ids
}

// Find returns the member with the given id or, if none has it, in the directory of that name; nil if there is neither.
func Find(members []Member, id string) *Member {
	i := slices.IndexFunc(members, func(m Member) bool { return m.ID() == id })
	if i < 0 {
		i = slices.IndexFunc(members, func(m Member) bool { return m.Dir == id })
	}
	if i < 0 {
		return nil
	}
	return &members[i]
}

func (n *Nexus) vocabulary(t *Tree, path string, file VocabularyFile) {
	d := t.Lookup(path)
	if d == nil || d.Data == nil || d.Data.Root == nil || d.Data.Root.Type != document.Map {
		return
	}
	if file.Key == "" {
		n.Vocabulary["memory_policy"] = []*document.Node{d.Data.Root}
		n.entries("memory_categories", d.Data.Root.Get("categories"))
		return
	}
	n.entries(file.Key, d.Data.Root.Get(file.Key))
}

func (n *Nexus) entries(key string, list *document.Node) {
	if list == nil || list.Type != document.List {
		return
	}
	n.Vocabulary[key] = []*document.Node{}
	for _, entry := range list.Items {
		if entry.Type == document.Map {
			n.Vocabulary[key] = append(n.Vocabulary[key], entry)
		}
	}
}

func (n *Nexus) members(t *Tree, kind, name string) []Member {
	var members []Member
	for _, path := range n.paths[kind] {
		d := t.Lookup(path)
		m := Member{Dir: d.Var(name), Path: path}
		if d.Data != nil && d.Data.Root != nil && d.Data.Root.Type == document.Map {
			m.Meta = d.Data.Root
		}
		members = append(members, m)
	}
	return members
}

// NexusStates returns the roots, sorted, of the projects that have files below .nexus; none when a file is judged alone.
func (t *Tree) NexusStates() []string {
	var roots []string
	for key := range t.first {
		if root, kind := key[0], key[1]; strings.HasPrefix(kind, "nexus/") && !t.Standalone && t.HasBelow(root, ".nexus/") {
			roots = append(roots, root)
		}
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// withoutMeta adds the agents and skills that have a prompt and no meta.yml, so that what is missing is reported once.
func (n *Nexus) withoutMeta() {
	known := map[string]bool{}
	for _, m := range slices.Concat(n.Agents, n.Skills) {
		known[m.Path] = true
	}
	for _, body := range n.paths["nexus/body"] {
		dir := path.Dir(body)
		m := Member{Dir: path.Base(dir), Path: dir + "/meta.yml"}
		switch {
		case known[m.Path]:
		case path.Base(path.Dir(dir)) == "agents":
			n.Agents = append(n.Agents, m)
		default:
			n.Skills = append(n.Skills, m)
		}
	}
	byPath := func(a, b Member) int { return strings.Compare(a.Path, b.Path) }
	slices.SortFunc(n.Agents, byPath)
	slices.SortFunc(n.Skills, byPath)
}

// Below returns the document's path relative to its project root.
func Below(d *document.Document) string {
	if d.Root == "" {
		return d.Path
	}
	return strings.TrimPrefix(d.Path, d.Root+"/")
}

// FirstBelow returns the path of the first artefact below a directory that is relative to the run's base, or "".
func (t *Tree) FirstBelow(dir string) string {
	i := sort.Search(len(t.Inputs), func(i int) bool { return t.Inputs[i].Path > dir+"/" })
	if i < len(t.Inputs) && strings.HasPrefix(t.Inputs[i].Path, dir+"/") {
		return t.Inputs[i].Path
	}
	return ""
}
