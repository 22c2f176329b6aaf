package engine

import (
	"slices"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/paths"
)

// aliases answers for report.Alias.
type aliases struct {
	of     *files.FS
	inputs []document.Input
	mutex  sync.Mutex
	links  paths.Links
	first  map[string]string // the first name of each file, by its path without links; nil until it is asked for
}

// ask reports whether a name is a further one. One that is none of an artefact counts from the time it is asked.
func (a *aliases) ask(name string) bool {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	file := a.links.Key(a.of.Abs(name))
	own := paths.Below(file, a.of.Real)
	if _, found := slices.BinarySearchFunc(a.inputs, own, byName); found {
		return own != name
	}
	if a.first == nil {
		a.first = map[string]string{}
		for i := range a.inputs {
			a.note(a.links.Key(a.of.Abs(a.inputs[i].Path)), a.inputs[i].Path)
		}
	}
	a.note(file, name)
	return a.first[file] != name
}

// note gives a file its first name if it has none.
func (a *aliases) note(file, name string) {
	if a.first[file] == "" {
		a.first[file] = name
	}
}
