package lsp

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/nplint/nplint/internal/paths"
)

// workspace is what a client works on, as far as it has told.
type workspace struct {
	encoding encoding // of positions

	mutex   sync.Mutex // of what follows
	at      stage
	docs    map[string]*doc // that are open, by the key of their paths; a request keeps the map, so it is replaced
	folders []folder
	roots   map[string]*root // by their directories
}

// folder is a directory that a client works in.
type folder struct {
	path string // as the client writes it
	dir  string // without links
}

// stage is how far a client has come.
type stage int

const (
	fresh   stage = iota
	running       // initialize was answered
	stopped       // shutdown was
)

func (w *workspace) stage() stage {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.at
}

// addFolders adds folders of the client. The mutex is held.
func (w *workspace) addFolders(folders []workspaceFolder) {
	for _, f := range folders {
		path := pathOf(f.URI)
		if path == "" {
			continue // it is no directory
		}
		if dir := paths.Real(path); !slices.ContainsFunc(w.folders, func(f folder) bool { return f.dir == dir }) {
			w.folders = append(w.folders, folder{path, dir})
		}
	}
}

// owner returns the root whose matter a file is, or nil. The mutex is held.
func (w *workspace) owner(key string) *root {
	var found *root
	for _, r := range w.roots {
		if paths.Within(key, r.top) && (found == nil || len(r.top) > len(found.top)) {
			found = r
		}
	}
	return found
}

// uri returns the URI of a file as the client would write it. The mutex is held.
func (w *workspace) uri(key string) string {
	if d := w.docs[key]; d != nil {
		return d.uri
	}
	for _, f := range w.folders {
		if paths.Within(key, f.dir) {
			return toURI(filepath.Join(f.path, filepath.FromSlash(paths.Below(key, f.dir))))
		}
	}
	return toURI(key)
}
