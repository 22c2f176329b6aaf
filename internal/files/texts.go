package files

import (
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/nplint/nplint/internal/paths"
)

// Texts is the contents of files that are not saved: what editors hold, standard input, and what fixes have made of
// files. A nil one has none.
type Texts struct {
	byKey map[string][]byte   // by paths.Key
	names map[string]struct{} // last parts of the keys
	dirs  map[string][]string // the same, by the directories of the keys
	keys  sync.Map            // what paths.Key has found out, by file: a run that fixes reads every file several times
	links *paths.Links        // what their directories have in common, since Reset
}

// NewTexts returns the texts of files by their absolute paths.
func NewTexts(texts map[string][]byte) *Texts {
	t := &Texts{}
	t.Reset(texts)
	return t
}

// Reset gives files other texts, by their absolute paths, and takes them from all others. It must not be called while
// somebody reads.
func (t *Texts) Reset(texts map[string][]byte) {
	t.links = &paths.Links{}
	t.byKey, t.names, t.dirs = map[string][]byte{}, map[string]struct{}{}, map[string][]string{}
	for file, text := range texts {
		key := t.key(file)
		dir, name := filepath.Dir(key), filepath.Base(key)
		if _, again := t.byKey[key]; !again {
			t.dirs[dir] = append(t.dirs[dir], name)
		}
		t.byKey[key] = text
		t.names[name] = struct{}{}
	}
}

// Get returns the text of a file, whatever links lead to it.
func (t *Texts) Get(abs string) ([]byte, bool) {
	if t.empty() {
		return nil, false
	}
	text, ok := t.byKey[t.key(abs)]
	return text, ok
}

// Files yields the absolute paths of the files in their order, free of links.
func (t *Texts) Files() iter.Seq[string] {
	if t.empty() {
		return func(func(string) bool) {}
	}
	return slices.Values(slices.Sorted(maps.Keys(t.byKey)))
}

func (t *Texts) empty() bool { return t == nil || len(t.byKey) == 0 }

// holds reports whether a file of that name may have a text, unless it is a link to one.
func (t *Texts) holds(name string) bool {
	if t.empty() {
		return false
	}
	_, ok := t.names[name]
	return ok
}

// in returns the names of the files in a directory.
func (t *Texts) in(dir string) []string { return t.dirs[t.links.Free(dir)] }

func (t *Texts) key(abs string) string {
	if key, ok := t.keys.Load(abs); ok {
		return key.(string)
	}
	key := t.links.Key(abs)
	t.keys.Store(abs, key)
	return key
}
