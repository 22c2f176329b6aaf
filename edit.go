package nplint

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
)

// mergeFixes applies as many of the fixes as go together. Fixes come in order of priority: each is taken whole, with its
// edits in all files, if none of its edits conflicts with an edit taken before or with another of its own; otherwise
// none of it is. taken says for each fix whether it was. merged has the new content of every file that changed.
//
// Two edits of a file conflict if they replace a common byte, if one inserts between bytes that the other replaces, or
// if both insert at the same offset. Edits that merely touch do not, and identical edits count as one. A fix is not taken
// if it has no edits or if one of them lies outside its file. source returns the content that the edits' offsets refer
// to, and false for an unknown file; it is called once for each path, and what it returned is not changed.
func mergeFixes(source func(path string) ([]byte, bool), fixes []Fix) (merged map[string][]byte, taken []bool) {
	m := newMerger(source, fixes)
	taken = make([]bool, len(fixes))
	for i, fix := range fixes {
		taken[i] = len(fix.Edits) > 0 && m.take(fix)
	}
	merged = map[string][]byte{}
	for path, f := range m {
		if after := f.apply(); !bytes.Equal(after, f.src) {
			merged[path] = after
		}
	}
	return merged, taken
}

// merger holds, by path, the files that a set of fixes edits.
type merger map[string]*editedFile

// newMerger prepares the files for every edit that may be taken.
func newMerger(source func(path string) ([]byte, bool), fixes []Fix) merger {
	m := merger{}
	for _, fix := range fixes {
		for _, e := range fix.Edits {
			f := m[e.Path]
			if f == nil {
				f = &editedFile{taken: map[splice]struct{}{}}
				f.src, f.known = source(e.Path)
				m[e.Path] = f
			}
			if s := spliceOf(e); f.holds(s) {
				first, last := s.extent()
				f.points = append(f.points, first, last)
			}
		}
	}
	for _, f := range m {
		slices.Sort(f.points)
		f.points = slices.Compact(f.points)
		f.firsts, f.lasts = newFenwick(len(f.points)), newFenwick(len(f.points))
	}
	return m
}

// take takes all edits of the fix, or none, and reports which.
func (m merger) take(fix Fix) bool {
	var undo []func()
	for _, e := range fix.Edits {
		f, s := m[e.Path], spliceOf(e)
		if _, same := f.taken[s]; same {
			continue
		}
		if !f.holds(s) || f.conflicts(s) {
			for _, remove := range undo {
				remove()
			}
			return false
		}
		f.add(s)
		undo = append(undo, func() { f.remove(s) })
	}
	return true
}

// splice replaces the bytes from start to end (exclusive) by text.
type splice struct {
	start, end int
	text       string
}

func spliceOf(e Edit) splice { return splice{e.Range.Start.Offset, e.Range.End.Offset, e.NewText} }

// extent returns the first and the last point that the splice touches, where 2n is the gap before byte n and 2n+1 is the
// byte. An insertion touches one gap, a replacement its bytes and the gaps between them. So two splices conflict exactly if
// their extents meet, and those that do not meet are applied in the order of their extents.
func (s splice) extent() (first, last int) {
	if s.start == s.end {
		return 2 * s.start, 2 * s.start
	}
	return 2*s.start + 1, 2*s.end - 1
}

// editedFile is a file with the splices taken so far, no two of which conflict.
type editedFile struct {
	src   []byte
	known bool
	taken map[splice]struct{}
	// points are the ends of the extents of all splices that may be taken, sorted. The counters hold, by index in
	// points, how many of the taken ones begin and end there.
	points        []int
	firsts, lasts fenwick
}

// holds reports whether the splice lies in the file.
func (f *editedFile) holds(s splice) bool {
	return f.known && 0 <= s.start && s.start <= s.end && s.end <= len(f.src)
}

// conflicts reports whether s meets a splice taken before: whether more of those begin up to the last point of s than
// end before its first.
func (f *editedFile) conflicts(s splice) bool {
	first, last := f.indices(s)
	return f.firsts.below(last+1) > f.lasts.below(first)
}

func (f *editedFile) add(s splice) {
	first, last := f.indices(s)
	f.firsts.add(first, 1)
	f.lasts.add(last, 1)
	f.taken[s] = struct{}{}
}

func (f *editedFile) remove(s splice) {
	first, last := f.indices(s)
	f.firsts.add(first, -1)
	f.lasts.add(last, -1)
	delete(f.taken, s)
}

// indices returns where in points the extent of s begins and ends.
func (f *editedFile) indices(s splice) (first, last int) {
	first, last = s.extent()
	first, _ = slices.BinarySearch(f.points, first)
	last, _ = slices.BinarySearch(f.points, last)
	return first, last
}

// apply returns the content after all splices taken.
func (f *editedFile) apply() []byte {
	splices := slices.SortedFunc(maps.Keys(f.taken), func(a, b splice) int {
		firstOfA, _ := a.extent()
		firstOfB, _ := b.extent()
		return cmp.Compare(firstOfA, firstOfB)
	})
	after := make([]byte, 0, len(f.src))
	at := 0
	for _, s := range splices {
		after = append(after, f.src[at:s.start]...)
		after = append(after, s.text...)
		at = s.end
	}
	return append(after, f.src[at:]...)
}

// fenwick counts things that bear an index. Its methods take logarithmic time: it is a Fenwick tree.
type fenwick []int

func newFenwick(indices int) fenwick { return make(fenwick, indices+1) }

// add counts n more things at the index.
func (c fenwick) add(index, n int) {
	for i := index + 1; i < len(c); i += i & -i {
		c[i] += n
	}
}

// below returns how many things have a smaller index.
func (c fenwick) below(index int) int {
	n := 0
	for i := index; i > 0; i -= i & -i {
		n += c[i]
	}
	return n
}
