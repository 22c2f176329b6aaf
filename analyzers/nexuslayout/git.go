package nexuslayout

import (
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// facts is what is known of the .nexus directory of a project as a whole. Each is found out once, when it is first needed. Without a
// repository git knows nothing, and nothing is reported.
type facts struct {
	tracked   func() (map[string]bool, bool) // paths relative to the base
	ignored   func() (map[string]bool, bool) // those of the shelves below, relative to the base
	harnesses func() []string                // names in .nexus/state that are directories of harnesses, sorted
}

// shelves are what git must keep; a slash ends a directory.
var shelves = []string{".nexus/history.json", ".nexus/memory/", ".nexus/context/", ".nexus/rules/"}

func newFacts(tree *project.Tree, root string) *facts {
	return &facts{
		tracked: sync.OnceValues(func() (map[string]bool, bool) {
			files, err := tree.Tracked(project.Join(root, ".nexus"))
			tracked := make(map[string]bool, len(files))
			for _, file := range files {
				tracked[file] = true
			}
			return tracked, err == nil
		}),
		ignored: sync.OnceValues(func() (map[string]bool, bool) {
			var paths []string
			for _, path := range slices.Concat(stateSamples, shelves) {
				paths = append(paths, project.Join(root, path))
				if sample := sampleOf(path); sample != path {
					paths = append(paths, project.Join(root, sample))
				}
			}
			ignored, err := tree.Ignored(paths)
			return ignored, err == nil
		}),
		harnesses: sync.OnceValue(func() []string {
			names, err := tree.List(root, ".nexus/state")
			if err != nil {
				return nil
			}
			return slices.DeleteFunc(names, func(name string) bool {
				return name == "artifacts" || tree.Look(root, ".nexus/state/"+name) != document.Dir
			})
		}),
	}
}

// git judges what git does with a file below .nexus, and, once in a project, with the directories there.
func (p *place) git() {
	tracked, ok := p.facts.tracked()
	if !ok {
		return
	}
	isState := strings.HasPrefix(p.below, ".nexus/state/")
	if isState && tracked[p.Doc.Path] {
		p.here("nx-state-tracked", "%s is tracked by git, and the state of a session is nobody else's: merges would mix sessions; run `git rm --cached %s`", p.below, p.below)
	}
	if p.first(".nexus") {
		p.ignoreRules()
	}
	for _, shelf := range shelves {
		if !isState && strings.HasPrefix(p.below, shelf) && !tracked[p.Doc.Path] && len(tracked) > 0 && p.firstUntracked(tracked, shelf) {
			if ignored, ok := p.facts.ignored(); ok && !ignored[project.Join(p.Doc.Root, shelf)] {
				p.here("nx-project-untracked", "%s is not tracked by git, so nobody else gets what the project has learned; commit it", p.below)
			}
		}
	}
}

// firstUntracked reports whether the file is the first of a shelf of which git tracks nothing. A new file beside tracked ones is work that
// is not committed yet, and a shelf is reported once.
func (p *place) firstUntracked(tracked map[string]bool, shelf string) bool {
	first := ""
	for _, kind := range []string{"nexus/history", "nexus/memory", "nexus/context", "nexus/project-rule"} {
		for _, other := range p.nexus.Paths(kind) {
			if !strings.HasPrefix(other, project.Join(p.Doc.Root, shelf)) {
				continue
			}
			if tracked[other] {
				return false
			}
			if first == "" {
				first = other
			}
		}
	}
	return first == p.Doc.Path
}
