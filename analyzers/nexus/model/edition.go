package model

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
)

// DetectEdition returns the edition of the contracts that holds in a project: of a tree of nexus-core by what it is
// made of and the versions that it tells, of a consumer by what programs have written there. It is the newest edition
// if nothing tells.
func DetectEdition(set *document.Set, root string) string {
	p := NewProjects(set)
	trees, kinds := map[string]bool{}, map[string][]string{}
	for _, in := range p.Inputs("") {
		if in.Root != root || !strings.HasPrefix(in.Kind, "nexus/") {
			continue
		}
		kinds[in.Kind] = append(kinds[in.Kind], in.Path)
	}
	for kind := range kinds {
		trees[p.Tree(kind)] = true
	}
	switch {
	case trees["spec"], slices.ContainsFunc(kinds["nexus/invocations"], p.hasNewMacros):
		return Newest
	case trees["source"]:
		return p.sourceEdition(root)
	}
	return p.consumerEdition(root, kinds)
}

// hasNewMacros reports whether a catalogue of macros, of which a file that is judged alone has the name of both, is one
// since 0.18.
func (p *Projects) hasNewMacros(file string) bool {
	entries := document.Items(p.At(file).Map().Get("invocations"))
	older := func(entry *document.Node) bool { return !entry.Has("params") || entry.Has("semantic_params") }
	return len(entries) > 0 && !slices.ContainsFunc(entries, older)
}

// Tree returns the sort of trees that have files of a kind: "source" before 0.18, "spec" since; "" if all have.
func (p *Projects) Tree(kind string) string {
	if c := contract.Of(p.Set, kind); c != nil {
		return c.Tree
	}
	return ""
}

// sourceEdition returns the edition that most of the files that tell the version tell, and of two VERSION or
// manifest.json: one of them that cannot be read, or is wrong, must not change what holds for all. package.json and
// CHANGELOG.md count beside one of these, or where no file is there that came with 0.10.
func (p *Projects) sourceEdition(root string) string {
	versions := p.told(root)
	has := func(kind string) bool { return p.HasArtefact(root, p.Path(kind)) }
	kinds := []string{"nexus/version", "nexus/manifest"}
	if !slices.ContainsFunc(p.WordList("vocabulary_kinds_newer"), has) || slices.ContainsFunc(kinds, has) {
		kinds = append(kinds, "nexus/package", "nexus/changelog")
	}
	first, older, newer := "", 0, 0
	for _, kind := range kinds {
		edition := editionOf(versions[kind])
		switch edition {
		case "":
		case oldest:
			older++
		default:
			newer++
		}
		if first == "" {
			first = edition
		}
	}
	if older > newer || older == newer && first == oldest {
		return oldest
	}
	return Middle
}

// consumerEdition returns the edition of a project by its state, else the newest cycle that tells, else the version
// of nexus-core that its package depends on, else by files that no program of the newest edition writes.
func (p *Projects) consumerEdition(root string, kinds map[string][]string) string {
	for _, kind := range []string{"nexus/tasks-state", "nexus/plan-state", "nexus/history"} {
		for _, path := range kinds[kind] {
			root := p.Lookup(path).Map()
			cycles := document.Items(root.Get("cycles"))
			if len(cycles) > 0 && !slices.ContainsFunc(cycles, tellsVersion) {
				continue // programs older than any contract wrote them: no contract of theirs can hold
			}
			for _, n := range append(reversed(cycles), root) {
				if shape := Shape(n); shape != "" {
					return shape
				}
			}
		}
	}
	if edition := p.dependency(root); edition != "" {
		return edition
	}
	for _, kind := range []string{"nexus/agent-tracker", "nexus/extension", "nexus/memory-access"} {
		if len(kinds[kind]) > 0 {
			return Middle
		}
	}
	return Newest
}

// tellsVersion reports whether a cycle names the version of its schema, which all do since there is one: itself or,
// of one that was archived over an open plan, in marks of the newest programs.
func tellsVersion(cycle *document.Node) bool {
	return cycle.Has("schema_version") || cycle.Get("plan").Has("schema_version") || Shape(cycle) == Newest
}

// dependency returns the edition of the nexus-core that the package in a project's root depends on, or "".
func (p *Projects) dependency(root string) string {
	src, err := p.Files.Read(root, "package.json")
	if err != nil {
		return ""
	}
	pkg := document.ParseJSON(src).Root
	for _, key := range []string{"dependencies", "devDependencies"} {
		version := document.Text(pkg.Get(key).Get("@moreih29/nexus-core"))
		if edition := editionOf(strings.TrimLeft(version, "^~>=v ")); edition != "" {
			return edition
		}
	}
	return ""
}

// Shape returns the edition of the programs that wrote a plan, a task list or a cycle, by the marks that only those
// leave: "0.10", which stands for all before 0.18, or "0.20"; "" if there are none, or as many of either.
func Shape(n *document.Node) string {
	older, newer := 0, 0
	mark := func(isOlder, isNewer bool) {
		if isOlder {
			older++
		}
		if isNewer {
			newer++
		}
	}
	plan := cmp.Or(n.Get("plan"), n)
	version := document.Text(n.Get("schema_version"))
	mark(strings.HasPrefix(version, "0.") || plan != n && plan.Has("schema_version"), strings.HasPrefix(version, "1."))
	mark(n.Has("memoryHint"), false)
	for _, issue := range document.Items(plan.Get("issues")) {
		mark(issue.Has("how_agents") || issue.Has("how_agent_ids") || issue.Has("how_summary"), issue.Has("analysis"))
	}
	for _, task := range document.Items(n.Get("tasks")) {
		owner, deps := task.Get("owner"), task.Get("deps")
		mark(owner != nil && owner.Type == document.String || task.Has("owner_reuse_policy"),
			owner != nil && owner.Type == document.Map)
		mark(deps != nil && deps.Type == document.List && len(deps.Items) == 0, task.Has("result"))
	}
	switch {
	case older > newer:
		return Middle
	case newer > older:
		return Newest
	}
	return ""
}

// editionOf returns the edition of the contracts that a version belongs to, "" if it is no version.
func editionOf(version string) string {
	parts := strings.SplitN(version, ".", 3)
	if len(parts) < 2 {
		return ""
	}
	major, err := strconv.Atoi(parts[0])
	minor, wrong := strconv.Atoi(parts[1])
	switch {
	case err != nil || wrong != nil:
		return ""
	case major == 0 && minor <= 6:
		return oldest
	case major == 0 && minor < 18: // which was made anew
		return Middle
	}
	return Newest
}

func reversed[T any](all []T) []T {
	all = slices.Clone(all)
	slices.Reverse(all)
	return all
}
