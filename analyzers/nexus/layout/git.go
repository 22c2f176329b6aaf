package layout

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
)

// facts is what is known of the .nexus directory of a project as a whole. Each answer of git is found out once, when
// it is first needed.
type facts struct {
	shelves []string // what git must keep; a slash ends a directory
	// samples are files that all must be ignored for the directory with the state to be: a line may name some of
	// them, or except one.
	samples   []string
	tracked   func() (map[string]bool, error) // paths relative to the base
	ignored   func() (map[string]bool, error) // those of the shelves and samples, relative to the base
	harnesses func() []string                 // names in .nexus/state that are directories of harnesses, sorted
	memory    func() *regexp.Regexp           // what the names of memory files match
}

// shelfKinds are the kinds of what lies on the shelves.
var shelfKinds = []string{"nexus/history", "nexus/memory", "nexus/context", "nexus/project-rule"}

// trackedBelow returns a function that tells what git has in its index below the .nexus directory of a project.
func trackedBelow(projects *model.Projects) func(dir string) ([]string, error) {
	var dirs []string
	for _, root := range projects.StateRoots() {
		dirs = append(dirs, entryOf(projects.Project(root)))
	}
	return model.Together(dirs, projects.Git.Tracked)
}

// entryOf returns the .nexus directory of a project, relative to the base.
func entryOf(p *model.Project) string {
	return strings.TrimSuffix(document.Join(p.Root, p.Dir("nexus/entry")), "/")
}

func newFacts(p *model.Project, trackedBelow func(dir string) ([]string, error)) *facts {
	state := p.Dir("nexus/plan-state")
	f := &facts{shelves: []string{p.Path("nexus/history")}}
	for _, kind := range shelfKinds[1:] {
		if kind == "nexus/project-rule" && p.IsNewest() {
			continue // what harnesses write into .nexus/.gitignore leaves the rules to the project
		}
		f.shelves = append(f.shelves, p.Dir(kind))
	}
	isOlder := func(dir string) bool { return p.Files.Look(p.Root, p.Dir("nexus/entry")+dir) == document.Dir }
	if slices.ContainsFunc(p.WordList("banned_dirs"), isOlder) { // then .nexus/.gitignore is of that layout, too
		f.shelves = slices.DeleteFunc(f.shelves,
			func(shelf string) bool { return p.Files.Look(p.Root, shelf) == document.Absent })
	}
	f.samples = []string{p.Path("nexus/plan-state"), p.Path("nexus/tasks-state"),
		p.Path("nexus/agent-tracker", "a-harness"), state + "artifacts/a-report.md"}
	f.tracked = sync.OnceValues(func() (map[string]bool, error) {
		files, err := trackedBelow(entryOf(p))
		tracked := make(map[string]bool, len(files))
		for _, file := range files {
			tracked[file] = true
		}
		return tracked, err
	})
	f.ignored = sync.OnceValues(func() (map[string]bool, error) {
		var paths []string
		for _, path := range slices.Concat(f.samples, f.shelves) {
			paths = append(paths, document.Join(p.Root, path))
			if sample := sampleOf(path); sample != path {
				paths = append(paths, document.Join(p.Root, sample))
			}
		}
		return p.Git.Ignored(paths)
	})
	f.harnesses = sync.OnceValue(func() []string {
		names, err := p.Files.List(p.Root, strings.TrimSuffix(state, "/"))
		if err != nil {
			return nil
		}
		return slices.DeleteFunc(names, func(name string) bool {
			return name == "artifacts" || p.Files.Look(p.Root, state+name) != document.Dir
		})
	})
	f.memory = sync.OnceValue(func() *regexp.Regexp { return memoryName(p) })
	return f
}

// gitPlace judges what git does with a file below .nexus.
type gitPlace struct{ *place }

// git judges what git does with a file below .nexus, and, once in a project, with the directories there.
func (p *gitPlace) git() {
	tracked, err := p.facts.tracked()
	if err != nil {
		p.unchecked(err)
		return
	}
	isState := strings.HasPrefix(p.below, p.project.Dir("nexus/plan-state"))
	if isState && tracked[p.Doc.Path] {
		p.here("nx-state-tracked",
			"%s is tracked by git, and the state of a session is nobody else's: merges would mix sessions; "+
				"run `git rm --cached %s`", p.below, p.below)
	}
	if p.first(".nexus") {
		p.ignoreRules()
	}
	for _, shelf := range p.facts.shelves {
		if !isState && strings.HasPrefix(p.below, shelf) && !tracked[p.Doc.Path] && len(tracked) > 0 &&
			p.firstUntracked(tracked, shelf) {
			if ignored, err := p.facts.ignored(); err == nil && !ignored[document.Join(p.Doc.Root, shelf)] {
				p.here("nx-project-untracked",
					"%s is not tracked by git, so nobody else gets what the project has learned; commit it", p.below)
			}
		}
	}
}

// firstUntracked reports whether the file is the first of a shelf of which git tracks nothing. A new file beside
// tracked ones is work that is not committed yet, and a shelf is reported once.
func (p *gitPlace) firstUntracked(tracked map[string]bool, shelf string) bool {
	first := ""
	for _, kind := range shelfKinds {
		for _, other := range p.project.Paths(kind) {
			if !strings.HasPrefix(other, document.Join(p.Doc.Root, shelf)) {
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
func (p *gitPlace) unchecked(err error) {
	if p.first(".nexus") && !errors.Is(err, document.ErrNotKept) {
		p.here("nx-git-unchecked", "it was not checked what git tracks and ignores below .nexus, because %v", err)
	}
}
