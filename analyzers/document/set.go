package document

import (
	"context"
	"go/token"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/tools/go/analysis"
)

// Set is the documents of a project. A document is read and parsed when it is first asked for.
type Set struct {
	*Project
	slots  []slot
	judges []*judge
	byKind map[string][]*judge // those that look at documents of a kind; made by Sweep
	ahead  sync.WaitGroup      // what Ahead has started
}

type slot struct {
	mutex sync.Mutex
	doc   *Document
	file  *token.File

	lent   bool // somebody besides Sweep has been given doc
	judged bool // or being judged
}

// judge is what one pass does with single documents.
type judge struct {
	pass  *analysis.Pass
	kinds []string
	last  bool // after all others
	call  func(r *Reporter)
	took  atomic.Int64 // nanoseconds
}

// NewSet prepares the documents of a project without reading any.
func NewSet(p *Project) *Set { return &Set{Project: p, slots: make([]slot, len(p.Inputs))} }

// At returns the document of the i-th input, parsing it if that has not been done yet.
func (s *Set) At(i int) *Document {
	slot := &s.slots[i]
	slot.mutex.Lock()
	defer slot.mutex.Unlock()
	slot.lent = true
	if slot.doc == nil {
		slot.doc = Parse(&s.Inputs[i], s.Read)
	}
	return slot.doc
}

// Borrow is At for those who take facts from documents other than the one that they judge. A document that is still to be judged is kept until then,
// so that it is read and parsed once and all see the same bytes; another is not kept.
func (s *Set) Borrow(i int) *Document {
	slot := &s.slots[i]
	slot.mutex.Lock()
	defer slot.mutex.Unlock()
	switch {
	case slot.doc != nil:
		slot.lent = true
		return slot.doc
	case slot.judged || !s.Inputs[i].Target:
		return Parse(&s.Inputs[i], s.Read)
	}
	slot.lent = true
	slot.doc = Parse(&s.Inputs[i], s.Read)
	return slot.doc
}

// take is At for Sweep, which tells when it no longer needs the document. Room that is used is taken away from old.
func (s *Set) take(i int, old *spare) *Document {
	slot := &s.slots[i]
	slot.mutex.Lock()
	defer slot.mutex.Unlock()
	if slot.doc == nil {
		slot.doc = parse(&s.Inputs[i], s.Read, *old)
		*old = spare{}
	}
	slot.judged = true
	return slot.doc
}

// Lookup returns the document with the given path relative to the run's base, or nil.
func (s *Set) Lookup(path string) *Document {
	i, ok := slices.BinarySearchFunc(s.Inputs, path, func(in Input, path string) int { return strings.Compare(in.Path, path) })
	if !ok {
		return nil
	}
	return s.At(i)
}

// Each has call called for every document that findings are wanted for and whose kind is in kinds (all, if kinds is empty), with a
// reporter bound to the document. The calls come after all passes have run, in Sweep, from many goroutines, so that a document
// is judged by all passes while it is at hand and then let go: of a document that it reports nothing of, call must keep nothing but strings. A
// panic in call becomes an internal-error finding of that document, and the others go on.
func (s *Set) Each(pass *analysis.Pass, kinds []string, call func(r *Reporter)) {
	s.judges = append(s.judges, &judge{pass: pass, kinds: kinds, call: call})
}

// EachLast is Each for the few documents that are judged by what all the others say. The calls come when those of Each have been made, so that
// facts of each document were taken while it was at hand.
func (s *Set) EachLast(pass *analysis.Pass, kinds []string, call func(r *Reporter)) {
	s.judges = append(s.judges, &judge{pass: pass, kinds: kinds, last: true, call: call})
}

// Ahead starts f in a goroutine of its own, and Sweep does not return before it has ended. It is for answers that take time but no work of ours, such as
// another program's, and that f keeps for those who need them, as sync.OnceValue does. A panic in f is theirs.
func (s *Set) Ahead(f func()) {
	s.ahead.Go(func() {
		defer func() { _ = recover() }()
		f()
	})
}

// Sweep makes the calls that passes have asked Each for, a document at a time in each of Jobs goroutines. It lets go of every document
// that nothing was reported of, so that memory does not grow with what is right; whoever asks for one again gets it parsed anew. It
// stops between two documents when ctx is done, and returns its error.
func (s *Set) Sweep(ctx context.Context) error {
	defer s.ahead.Wait()
	s.byKind = map[string][]*judge{}
	lastOf := map[string]bool{} // kinds that are judged once more at the end
	for i := range s.Inputs {
		kind := s.Inputs[i].Kind
		if _, known := s.byKind[kind]; known {
			continue
		}
		s.byKind[kind] = slices.DeleteFunc(slices.Clone(s.judges), func(j *judge) bool { return !j.takes(kind) })
		if slices.ContainsFunc(s.byKind[kind], func(j *judge) bool { return j.last }) {
			lastOf[kind] = true
		}
	}
	s.sweep(ctx, func(i int, old *spare) {
		// A document that is judged again is kept until then.
		if said, again := s.judge(s.take(i, old), i, false); !said && !again {
			s.letGo(i, old)
		}
	})
	if len(lastOf) > 0 {
		s.sweep(ctx, func(i int, old *spare) {
			if lastOf[s.Inputs[i].Kind] {
				s.judge(s.take(i, old), i, true)
			}
		})
	}
	return ctx.Err()
}

// sweep calls judge for every document that findings are wanted for, from Jobs goroutines.
func (s *Set) sweep(ctx context.Context, judge func(i int, old *spare)) {
	jobs := s.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	// Neighbours often need the same facts about what is around them. Who takes several does not wait for another who is just finding them out.
	batch := max(1, min(32, len(s.Inputs)/jobs/8))
	var next atomic.Int64
	work := func() {
		var old spare
		for ctx.Err() == nil {
			end := int(next.Add(int64(batch)))
			if end-batch >= len(s.Inputs) {
				return
			}
			for i := end - batch; i < min(end, len(s.Inputs)) && ctx.Err() == nil; i++ {
				if s.Inputs[i].Target {
					judge(i, &old)
				}
			}
		}
	}
	var wait sync.WaitGroup
	for range min(jobs, len(s.Inputs)) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}

// letGo forgets a document, and keeps its room if nobody else can hold a part of it.
func (s *Set) letGo(i int, old *spare) {
	slot := &s.slots[i]
	slot.mutex.Lock()
	defer slot.mutex.Unlock()
	if !slot.lent {
		old.take(slot.doc)
	}
	slot.doc, slot.lent = nil, false
}

// takes reports whether the judge looks at documents of a kind.
func (j *judge) takes(kind string) bool { return len(j.kinds) == 0 || slices.Contains(j.kinds, kind) }

// judge has the passes judge one document, those that judge last or the others, and reports whether they reported anything and whether any is left to
// judge it again.
func (s *Set) judge(doc *Document, i int, last bool) (said, again bool) {
	var start time.Time
	if s.Timing {
		start = time.Now()
	}
	for _, j := range s.byKind[doc.Kind] {
		if j.last != last {
			again = true
			continue
		}
		r := &Reporter{Doc: doc, pass: j.pass, file: s.slots[i].file}
		r.run(j.call)
		said = said || r.said
		if s.Timing { // asking for the time takes as long as many a call
			end := time.Now()
			j.took.Add(int64(end.Sub(start)))
			start = end
		}
	}
	return said, again
}

// Took returns how long the calls of each pass took, added up over all goroutines, by the name of the pass. It is 0 unless Timing is set.
func (s *Set) Took() map[string]time.Duration {
	took := map[string]time.Duration{}
	for _, j := range s.judges {
		took[j.pass.Analyzer.Name] += time.Duration(j.took.Load())
	}
	return took
}

// Has reports whether there is an input with the given path relative to the run's base.
func (s *Set) Has(path string) bool {
	_, ok := slices.BinarySearchFunc(s.Inputs, path, func(in Input, path string) int { return strings.Compare(in.Path, path) })
	return ok
}
