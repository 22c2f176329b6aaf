package nexuslayout

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

// facts is what is known of the .nexus directory of a project as a whole. Each is found out once, when it is first needed.
type facts struct {
	tracked   func() (map[string]bool, error) // paths relative to the base
	ignored   func() (map[string]bool, error) // those of the shelves below, relative to the base
	harnesses func() []string                 // names in .nexus/state that are directories of harnesses, sorted
}

// shelves are what git must keep; a slash ends a directory.
var shelves = []string{".nexus/history.json", ".nexus/memory/", ".nexus/context/", ".nexus/rules/"}

func newFacts(tree *project.Tree, root string) *facts {
	return &facts{
		tracked: sync.OnceValues(func() (map[string]bool, error) {
			files, err := tree.Tracked(project.Join(root, ".nexus"))
			tracked := make(map[string]bool, len(files))
			for _, file := range files {
				tracked[file] = true
			}
			return tracked, err
		}),
		ignored: sync.OnceValues(func() (map[string]bool, error) {
			var paths []string
			for _, path := range slices.Concat(stateSamples, shelves) {
				paths = append(paths, project.Join(root, path))
				if sample := sampleOf(path); sample != path {
					paths = append(paths, project.Join(root, sample))
				}
			}
			return tree.Ignored(paths)
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
	tracked, err := p.facts.tracked()
	if err != nil {
		p.unchecked(err)
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
			if ignored, err := p.facts.ignored(); err == nil && !ignored[project.Join(p.Doc.Root, shelf)] {
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

// unchecked says, once in a project, why git could not tell. Where there is no repository there is nothing to tell.
func (p *place) unchecked(err error) {
	if p.first(".nexus") && !errors.Is(err, document.ErrNotKept) {
		p.here("nx-git-unchecked", "it was not checked what git tracks and ignores below .nexus, because %v", err)
	}
}
