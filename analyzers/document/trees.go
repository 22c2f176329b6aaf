package document

import (
	"bytes"
	"slices"
	"sync"
)

// maxTrees is how many bytes the texts of documents have, together, that Trees keeps. Where there are more it keeps none,
// since trees take some ten times the room.
const maxTrees = 8 << 20

// Trees keeps the documents of a small project, so that they are not parsed again where it is looked at again with other
// content in some files, as fixes are tried out: over 26 repositories of GSD runs take 30 % less CPU. The zero value is
// ready for use, by several goroutines.
type Trees struct {
	mutex sync.Mutex
	docs  map[string]*Document // by their paths
	size  int                  // of their texts; more than maxTrees if none is kept any more
}

// of returns the document that was made of the same input with the same text, or nil. t may be nil.
func (t *Trees) of(d *Document) *Document {
	if t == nil || d.Problem != nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	k := t.docs[d.Path]
	if k == nil || k.Kind != d.Kind || k.Dialect != d.Dialect || k.Root != d.Root || !slices.Equal(k.Vars, d.Vars) ||
		!bytes.Equal(k.Src, d.Src) {
		return nil
	}
	return k
}

// keep keeps a document that was parsed, if there is none of its path. t may be nil.
func (t *Trees) keep(d *Document) {
	if t == nil || d.Problem != nil {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.size > maxTrees || t.docs[d.Path] != nil {
		return
	}
	if t.size += len(d.Src); t.size > maxTrees {
		t.docs = nil
		return
	}
	if t.docs == nil {
		t.docs = map[string]*Document{}
	}
	t.docs[d.Path] = d
}
