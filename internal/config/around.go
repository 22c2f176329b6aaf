package config

import (
	"path/filepath"
	"sync"

	"github.com/nplint/nplint/internal/paths"
)

// around knows where configurations lie. The system is asked once for what many have in common: there may be thousands,
// each in the directory of another.
type around struct {
	links paths.Links
	mutex sync.Mutex
	tops  map[string]string // by directory
}

// project returns the directory that what a directory holds may speak of, without links; see paths.Project.
func (a *around) project(dir string) string {
	a.mutex.Lock()
	top := a.repository(dir)
	a.mutex.Unlock()
	if top == "" {
		top = dir
	}
	return a.links.Free(top)
}

// repository returns the nearest directory at or above dir that contains .git, or "".
func (a *around) repository(dir string) string {
	top, known := a.tops[dir]
	if known {
		return top
	}
	switch above := filepath.Dir(dir); {
	case paths.IsRepository(dir):
		top = dir
	case above != dir:
		top = a.repository(above)
	}
	if a.tops == nil {
		a.tops = map[string]string{}
	}
	a.tops[dir] = top
	return top
}
