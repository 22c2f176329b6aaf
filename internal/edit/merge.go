package edit

import (
	"bytes"
	"slices"
	"sort"

	"github.com/nplint/nplint/internal/report"
)

// merge applies as many of the fixes as go together. Fixes come in order of priority: each is taken whole, with its
// edits in all files, if none of its edits conflicts with an edit taken before or with another of its own; otherwise
// none of it is. taken says for each fix whether it was. merged has the new content of every file that changed.
//
// Two edits of a file conflict if they replace a common byte, if one inserts between bytes that the other replaces,
// or if both insert at the same offset. Edits that merely touch do not, and identical edits count as one. A fix is
// not taken if it has no edits or if one of them lies outside its file. source returns the content that the edits'
// offsets refer to, and false for an unknown file; it is called once for each path, and what it returned is not
// changed.
func merge(source func(path string) ([]byte, bool), fixes []report.Fix) (merged map[string][]byte, taken []bool) {
	files := map[string]*editedFile{}
	for _, fix := range fixes {
		for _, e := range fix.Edits {
			if files[e.Path] == nil {
				src, known := source(e.Path)
				files[e.Path] = &editedFile{src: src, known: known}
			}
		}
	}
	taken = make([]bool, len(fixes))
	for i, fix := range fixes {
		taken[i] = len(fix.Edits) > 0 && take(files, fix)
	}
	merged = map[string][]byte{}
	for path, f := range files {
		if after := f.apply(); !bytes.Equal(after, f.src) {
			merged[path] = after
		}
	}
	return merged, taken
}

// take takes all edits of the fix, or none, and reports which.
func take(files map[string]*editedFile, fix report.Fix) bool {
	var undo []func()
	for _, e := range fix.Edits {
		f, s := files[e.Path], spliceOf(e)
		i := f.find(s)
		switch {
		case i < len(f.taken) && f.taken[i] == s: // identical edits count as one
		case !f.holds(s) || i < len(f.taken) && f.taken[i].meets(s):
			for _, remove := range undo {
				remove()
			}
			return false
		default:
			f.taken = slices.Insert(f.taken, i, s)
			undo = append(undo, func() { i := f.find(s); f.taken = slices.Delete(f.taken, i, i+1) })
		}
	}
	return true
}

// splice replaces the bytes from start to end (exclusive) by text.
type splice struct {
	start, end int
	text       string
}

func spliceOf(e report.Edit) splice {
	return splice{e.Range.Start.Offset, e.Range.End.Offset, e.NewText}
}

// extent returns the first and the last point that the splice touches, where 2n is the gap before byte n and 2n+1 is
// the byte. An insertion touches one gap, a replacement its bytes and the gaps between them. So two splices conflict
// exactly if their extents meet, and those that do not meet are applied in the order of their extents.
func (s splice) extent() (first, last int) {
	if s.start == s.end {
		return 2 * s.start, 2 * s.start
	}
	return 2*s.start + 1, 2*s.end - 1
}

// meets reports whether the extents of two splices have a point in common.
func (s splice) meets(other splice) bool {
	first, last := s.extent()
	otherFirst, otherLast := other.extent()
	return first <= otherLast && otherFirst <= last
}

// editedFile is a file with the splices taken so far, no two of which meet, in their order. Fixes come in the order
// of a report, so that nearly all splices are added at the end.
type editedFile struct {
	src   []byte
	known bool
	taken []splice
}

// holds reports whether the splice lies in the file.
func (f *editedFile) holds(s splice) bool {
	return f.known && 0 <= s.start && s.start <= s.end && s.end <= len(f.src)
}

// find returns the index of the first splice taken that ends at or behind the start of s: the only one that s can meet
// first, and where s belongs if it meets none.
func (f *editedFile) find(s splice) int {
	first, _ := s.extent()
	return sort.Search(len(f.taken), func(i int) bool {
		_, last := f.taken[i].extent()
		return last >= first
	})
}

// apply returns the content after all splices taken.
func (f *editedFile) apply() []byte {
	after := make([]byte, 0, len(f.src))
	at := 0
	for _, s := range f.taken {
		after = append(after, f.src[at:s.start]...)
		after = append(after, s.text...)
		at = s.end
	}
	return append(after, f.src[at:]...)
}
