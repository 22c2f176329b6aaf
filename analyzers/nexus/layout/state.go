package layout

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// nexusEntry judges a file below .nexus by the parts of its path there.
func (p *place) nexusEntry(parts []string) {
	switch top := parts[0]; {
	case len(parts) > 1 && slices.Contains(p.project.WordList("banned_dirs"), top):
		if p.first(p.project.Dir("nexus/entry") + top) {
			p.here("nx-banned-dirs",
				"the directory .nexus/%s is of an older layout, and no agent looks into it any more; "+
					"move what is in it to .nexus/context or .nexus/memory", top)
		}
	case top == "state" && len(parts) == 2:
		p.stateRoot(parts[1])
	case top == "state" && len(parts) > 2 && parts[1] != "artifacts":
		p.namespace(parts[1], parts[2:])
	case (top == "memory" || top == "context" || top == "rules") && len(parts) > 1:
		p.knowledgeName(top, parts[1:])
	case len(parts) == 1 && strings.HasSuffix(top, ".extension.json"):
		p.here("nx-extension-name",
			"%s lies in .nexus, where no harness reads it; extensions lie in .nexus/state/{harness-id}", p.below)
	}
}

// stateRoot judges a file directly in .nexus/state.
func (p *place) stateRoot(name string) {
	older := p.project.IsOldest()
	switch {
	case name == "plan.json", name == "tasks.json", name == "tool-log.jsonl", strings.HasPrefix(name, "."):
	case name == "runtime.json":
		p.here("nx-root-runtime-json",
			".nexus/state/runtime.json was removed from the common files, so nobody reads it; "+
				"keep it as .nexus/state/{harness-id}/session-config.json")
	case name == "agent-tracker.json" && !older, (name == "edit-tracker.json" || name == "reopen-tracker.json") &&
		!older:
		p.here("nx-legacy-root-tracker",
			"%s is where older harnesses kept it, and two harnesses would overwrite each other's there; "+
				"move it to .nexus/state/{harness-id}/%s", p.below, name)
	case name == "agent-tracker.json", name == "edit-tracker.json", name == "reopen-tracker.json":
	case strings.HasSuffix(name, ".extension.json"):
		p.here("nx-extension-name",
			"%s lies beside the common files, where every harness would take it for its own; "+
				"move it to .nexus/state/{harness-id}/%s", p.below, name)
	default:
		p.here("nx-state-root-file",
			"%s is no common state file, and no new files may stand in .nexus/state itself; "+
				"move it to .nexus/state/{harness-id}/%s", p.below, name)
	}
}

var harnessID = memo.Regexp(`^[a-z][a-z0-9-]*$`)

// namespace judges a file in the directory of a harness.
func (p *place) namespace(harness string, rest []string) {
	if dir := p.project.Dir("nexus/plan-state") + harness; !harnessID().MatchString(harness) && p.first(dir) {
		p.here("nx-harness-id",
			"the directory %s is not named like a harness: lower-case letters, digits and hyphens, as the last "+
				"part of the harness's package name; rename it", dir)
	}
	if len(rest) > 1 {
		return
	}
	name := rest[0]
	p.trackerHarness(harness)
	common := []string{"plan.json", "tasks.json", "history.json", "runtime.json"}
	if p.project.IsOldest() {
		common = append(common, "agent-tracker.json")
	}
	base, isExtension := strings.CutSuffix(name, ".extension.json")
	switch {
	case slices.Contains(common, name):
		better := strings.TrimSuffix(name, ".json") + ".extension.json"
		if !slices.Contains([]string{"plan.json", "tasks.json", "history.json"}, name) {
			better = "a name of its own"
		}
		p.here("nx-namespace-common-name",
			"%s has the name of a common file, so two files of that name with different content are about; "+
				"what the harness adds belongs into %s", p.below, better)
	case isExtension && !slices.Contains([]string{"plan", "tasks", "history"}, base):
		p.here("nx-extension-name", "%s extends no common file: the base is plan, tasks or history; rename it", p.below)
	case isExtension, slices.Contains(p.project.WordList("shared_names"), name), strings.HasPrefix(name, "."):
	default:
		p.sharedName(harness, name)
	}
}

// sharedName reports a name that the directory of an earlier harness has as well.
func (p *place) sharedName(harness, name string) {
	for _, other := range p.facts.harnesses() {
		if other < harness && p.project.HasFile(p.project.Dir("nexus/plan-state")+other+"/"+name) {
			p.here("nx-shared-name-unregistered",
				"%s and %s have files of one name, %s, which no contract registers, so a reader cannot know that "+
					"they hold the same; give this one a name of its own", other, harness, name)
			return
		}
	}
}

// trackerHarness holds what a tracker says of its harness against the directory that it lies in.
func (p *place) trackerHarness(harness string) {
	if p.Doc.Data == nil || p.Doc.Data.Root == nil {
		return
	}
	for i, entry := range p.Doc.Data.Root.Items {
		if id := entry.Get("harness_id"); document.Text(id) != "" && id.Text != harness {
			p.Reportf("nx-harness-id", id.Span, document.Index("$", i)+".harness_id",
				"`harness_id` is %q, and the file lies in the directory of %s, so each of the two takes the entry "+
					"for the other's; make them equal", id.Text, harness)
		}
	}
}
