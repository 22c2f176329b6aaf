// Package spec judges the sources of nexus-core since 0.18: prompts with what stands in front of them, macros, and what
// the harnesses make of both. It goes by nexus-sync: reported is what that stops at, and what it loses without a word.
package spec

import (
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
)

// Analyzer judges agents and skills below spec, and the templates and tables of harnesses.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusspec",
	Doc:      "hold the sources of nexus-core against what nexus-sync makes of them",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

// members are the kinds of agents and skills, tables those of what the harnesses know of agents.
var (
	members = []string{"nexus/spec-agent", "nexus/spec-skill"}
	tables  = []string{"nexus/harness-claude", "nexus/harness-codex", "nexus/harness-opencode"}
)

func run(pass *analysis.Pass) (any, error) {
	projects := model.Of(pass)
	var (
		ids     document.Memo[[2]string, map[string]string] // by root and kind: see idsOf
		targets document.Memo[string, map[string]*called]   // by root
		started document.Memo[string, map[string]string]    // by root: see triggersOf
		mapped  document.Memo[[2]string, *mapping]          // by root and key
		macros  document.Memo[string, *catalogue]           // by root
	)
	catalogueIn := func(p *model.Project) *catalogue {
		return macros.Get(p.Set, p.Root, func() *catalogue { return catalogueOf(p) })
	}
	words := func(p *model.Project, key string) *mapping {
		return mapped.Get(p.Set, [2]string{p.Root, key}, func() *mapping { return words(p, key) })
	}
	projects.Each(members, func(r *document.Reporter, p *model.Project) {
		if r.Doc.Front != nil {
			m := &member{Reporter: r, project: p, words: words}
			m.catalogue = func() *catalogue { return catalogueIn(p) }
			m.ids = func(kind string) map[string]string {
				return ids.Get(p.Set, [2]string{p.Root, kind}, func() map[string]string { return idsOf(p, kind) })
			}
			m.targets = func() map[string]*called {
				return targets.Get(p.Set, p.Root, func() map[string]*called { return callable(p, m.ids) })
			}
			m.fences()
			m.id()
			if r.Doc.Kind == "nexus/spec-skill" {
				m.triggers(started.Get(p.Set, p.Root, func() map[string]string { return triggersOf(p) }))
			}
			m.unmapped()
			m.macros()
			m.tools()
		}
	})
	projects.Each(tables, func(r *document.Reporter, p *model.Project) {
		most := 20 // tables of which each may lack all that the others have
		for _, table := range document.Pairs(r.Doc.Map()) {
			isLast := r.Doc.Map().Pair(table.Key).KeySpan == table.KeySpan // of equal keys, which counts
			if key := tableOf(table.Key); key != "" && most > 0 && isLast {
				most--
				lacking(r, words(p, key), &table)
			}
		}
		unknownTools(r, p, 0, "content", "so nothing is taken away from an agent under that name")
	})
	projects.Each([]string{"nexus/spec-macros"}, entries)
	projects.Each([]string{"nexus/harness-macros"}, func(r *document.Reporter, p *model.Project) {
		if entries := r.Doc.Map().Pair("invocation_map"); entries != nil {
			(&templates{Reporter: r, project: p, entries: entries}).judge(catalogueIn(p))
		}
	})
	projects.Each(nil, missing)
	return nil, nil
}

// member judges an agent or a skill.
type member struct {
	*document.Reporter
	project *model.Project
	ids     func(kind string) map[string]string // see idsOf
	targets func() map[string]*called           // see callable
	words   func(p *model.Project, key string) *mapping

	catalogue func() *catalogue
	written   int // bytes that went into templates
}

// fences reports frontmatter that looks right to everybody else: nexus-sync looks for bytes.
func (m *member) fences() {
	front, src := m.Doc.Front, string(m.Doc.Src)
	if front.Fault != nil || len(front.Notes) > 0 || strings.HasPrefix(src, "\uFEFF") {
		return // which says it
	}
	at := front.Close
	if !strings.HasPrefix(src, "---\n") {
		at = front.Open
	} else if strings.Contains(src[len("---"):], "\n---\n") && front.Close.Start > len("---\n") {
		return
	}
	m.Reportf("nx-spec-frontmatter", at, "frontmatter",
		"nexus-sync looks for `---` with a line feed and nothing else around keys, does not find it here, and stops "+
			"before it writes any file; end the lines with line feeds, this one as well")
}

// idOf returns the id that nexus-sync gives to the agent or skill in a file.
func idOf(p *model.Project, file string) string {
	if d := p.At(file); d.Front != nil {
		if id := document.Text(d.Front.Root.Get("id")); id != "" {
			return id
		}
	}
	return path.Base(path.Dir(file))
}

// idsOf returns the ids of all agents or skills, and the first file of each.
func idsOf(p *model.Project, kind string) map[string]string {
	ids := map[string]string{}
	for _, file := range p.Paths(kind) {
		if id := idOf(p, file); ids[id] == "" {
			ids[id] = file
		}
	}
	return ids
}

// id reports an id that another one has as well.
func (m *member) id() {
	own := idOf(m.project, m.Doc.Path)
	other := m.ids(m.Doc.Kind)[own]
	if other == "" || other >= m.Doc.Path {
		return
	}
	span := m.Doc.FirstLine()
	if id := m.Doc.Front.Root.Get("id"); id != nil {
		span = id.Span
	}
	m.Reportf("nx-spec-id", span, "frontmatter.id",
		"%s has the id %s as well, and nexus-sync writes both to one file, so one of them is lost; "+
			"give each an id of its own, best the name of its directory", path.Base(path.Dir(other)), own)
}

// triggersOf returns the first skill of each trigger.
func triggersOf(p *model.Project) map[string]string {
	first := map[string]string{}
	for _, file := range p.Paths("nexus/spec-skill") {
		if d := p.At(file); d.Front != nil {
			for _, trigger := range document.Texts(d.Front.Root.Get("triggers")) {
				if first[trigger] == "" {
					first[trigger] = file
				}
			}
		}
	}
	return first
}

// triggers reports a trigger that another skill has as well.
func (m *member) triggers(first map[string]string) {
	for i, trigger := range document.Items(m.Doc.Front.Root.Get("triggers")) {
		if other := first[document.Text(trigger)]; other != "" && other < m.Doc.Path {
			m.Reportf("nx-spec-id", trigger.Span, document.Index("frontmatter.triggers", i),
				"%s has the trigger %s as well, so it is open which of the two a session starts; give this one its own",
				path.Base(path.Dir(other)), document.Quote(trigger.Text))
		}
	}
}

// tableOf returns the key of an agent whose values are looked up in a table of a harness, or "".
func tableOf(table string) string {
	if strings.HasPrefix(table, "capability_") {
		return "capabilities"
	}
	return map[string]string{"model_tier": "model_tier"}[table]
}

// unmapped reports capabilities and a tier that no harness knows.
func (m *member) unmapped() {
	for _, key := range []string{"capabilities", "model_tier"} {
		value := m.Doc.Front.Root.Get(key)
		names := document.Items(value)
		if value != nil && value.Type == document.String {
			names = []*document.Node{value}
		}
		known := m.words(m.project, key).known
		for _, name := range names {
			if _, found := slices.BinarySearch(known, name.Text); !found && name.Type == document.String && len(known) > 0 {
				m.Fixf("nx-spec-unmapped", name.Span, "frontmatter."+key, m.Meant(name.Span, name.Text, known),
					"no harness has %q in its agent-rules.yml, so it does nothing, silently%s",
					name.Text, model.Suggest(name.Text, known, writeOne))
			}
		}
	}
}

// writeOne introduces all words that are known, where none is near.
const writeOne = "; write one of "

// mapping is what the tables of all harnesses have for a key of agents, sorted, and the agents that name each.
type mapping struct {
	known []string
	users map[string][]string
}

func words(p *model.Project, key string) *mapping {
	all := map[string]bool{}
	for _, kind := range tables {
		for _, file := range p.Paths(kind) {
			for _, table := range document.Pairs(p.Lookup(file).Map()) {
				if tableOf(table.Key) == key {
					for _, entry := range table.Value.Pairs {
						all[entry.Key] = true
					}
				}
			}
		}
	}
	users := map[string][]string{}
	for _, file := range p.Paths("nexus/spec-agent") {
		if d := p.Lookup(file); d.Front != nil {
			value := d.Front.Root.Get(key)
			for _, word := range append(document.Texts(value), document.Text(value)) {
				users[word] = append(users[word], path.Base(path.Dir(file)))
			}
		}
	}
	return &mapping{slices.Sorted(maps.Keys(all)), users}
}

// lacking reports what a table of a harness lacks, other harnesses have, and agents name.
func lacking(r *document.Reporter, words *mapping, table *document.Pair) {
	if table.Value.Type != document.Map {
		return
	}
	for _, word := range words.known {
		if agents := words.users[word]; len(agents) > 0 && !table.Value.Has(word) {
			r.Reportf("nx-spec-unmapped", table.KeySpan, "$."+table.Key,
				"`%s` has no %s, so it silently does nothing in this harness for %s; "+
					"add the key, empty if that is meant", table.Key, word, strings.Join(agents, ", "))
		}
	}
}

// missing reports, at the first file of a tree, what nexus-sync reads and does not find.
func missing(r *document.Reporter, p *model.Project) {
	if p.Anchor != r.Doc.Path || p.Tree(r.Doc.Kind) != "spec" {
		return
	}
	files := []string{p.Path("nexus/spec-macros")}
	for _, kind := range tables {
		harness := strings.TrimPrefix(kind, "nexus/harness-")
		if p.Files.Look(r.Doc.Root, "harness/"+harness) == document.Dir {
			files = append(files, p.Path(kind), p.Path("nexus/harness-macros", harness), p.Path("nexus/harness-layout", harness))
		}
	}
	for _, kind := range members {
		dir := strings.TrimSuffix(p.Dir(kind), "/")
		names, _ := p.Files.List(r.Doc.Root, dir)
		files = append(files, dir)
		for _, name := range names {
			if p.Files.Look(r.Doc.Root, dir+"/"+name) == document.Dir {
				files = append(files, p.Path(kind, name))
			}
		}
	}
	for _, file := range files {
		if p.Files.Look(r.Doc.Root, file) == document.Absent {
			r.Reportf("nx-spec-missing", r.Doc.FirstLine(), "content",
				"%s is missing, and nexus-sync stops where it is to read it, before it writes any file; restore it, "+
					"or remove the directory that it is to lie in", file)
		}
	}
}
