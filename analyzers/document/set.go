package document

import (
	"go/token"
	"reflect"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"
)

// Analyzer is the one analyzer that does not run: the driver puts a *Set in its place, which Of gives to the passes
// that require it.
var Analyzer = &analysis.Analyzer{
	Name:       "document",
	Doc:        "the documents of a project, parsed into trees with byte spans, and what the driver knows of the run",
	ResultType: reflect.TypeFor[*Set](),
	Run:        func(*analysis.Pass) (any, error) { panic("the driver must supply the documents") },
}

// Set is the documents of a project as one pass sees them, and the only way to what is around them. A document is
// read and parsed when it is first asked for.
type Set struct {
	inputs
	judge *analysis.Pass // nil if nobody judges with it

	Standalone bool // the files are judged alone, without a project around them
	Options    Options
	Files      Files
	Git        Git
}

// Of returns the documents of a run. The pass must require Analyzer.
func Of(pass *analysis.Pass) *Set { return pass.ResultOf[Analyzer].(*Set).as(pass) }

// NewSet prepares the documents of a project, without reading any, for one who judges none.
func NewSet(p *Project) *Set { return newStore(p).as(nil) }

// store is what all that look at a project share.
type store struct {
	project *Project
	slots   []slot
	judges  []*judge
	fetches sync.WaitGroup // what Prefetch has started
	waiting atomic.Int64   // bytes of documents that stay parsed until they are judged
	places  chan struct{}  // each taken by a call of Prefetch that runs
	helpers chan struct{}  // each taken by a goroutine that Parallel has started

	first    map[[2]string]string     // root and kind to the path of the first input
	editions Memo[[2]string, string]  // by pack and root
	versions Memo[[2]string, Version] // by pack and root

	trace *trace // of a project that is kept, or nil

	sharing sync.Mutex // of shared
	shared  map[reflect.Type]any
}

// Shared returns the one T of the project that a Set shows, which is zero at first: memos of one who looks at the
// project again and again while it is kept.
func Shared[T any](s *Set) *T {
	s.sharing.Lock()
	defer s.sharing.Unlock()
	if s.shared == nil {
		s.shared = map[reflect.Type]any{}
	}
	of := reflect.TypeFor[T]()
	if s.shared[of] == nil {
		s.shared[of] = new(T)
	}
	return s.shared[of].(*T)
}

// slot is the room of one document.
type slot struct {
	mutex  sync.Mutex
	doc    *Document // nil before it is asked for, and once it is released
	bare   *Document // without its tree, which takes several times the room; nil unless findings are made of it
	file   *token.File
	judged bool   // or being judged
	parsed int    // bytes that it has among those that stay parsed in a project that is kept
	size   int    // of its text when it was read last; 0 if it never was
	waits  int64  // bytes that it has among those that stay parsed until they are judged
	untold [2]int // how many findings of it were not told, first and at the end
	pinned bool   // somebody holds it to the end of the run, and may compare its nodes with those of a later look
}

// read returns the document without its tree, from what is kept of it or else from its file.
func (s *slot) read(in *Input, read func(*Input) ([]byte, *Problem)) *Document {
	switch {
	case s.bare != nil:
		d := *s.bare
		return &d
	case s.doc != nil:
		return s.doc.bare()
	}
	d := open(in, read)
	s.size = len(d.Src)
	return d
}

// keep keeps a document without its tree.
func (s *slot) keep(d *Document) {
	if s.bare == nil {
		s.bare = d.bare()
	}
}

// judge is what one pass does with single documents.
type judge struct {
	pass  *analysis.Pass
	kinds []string
	last  bool // after all others
	call  func(r *Reporter)
	time  atomic.Int64 // nanoseconds
}

func newStore(p *Project) *store {
	const atOnce = 4 // calls of Prefetch
	return &store{
		project: p, slots: make([]slot, len(p.Inputs)), first: firsts(p.Inputs),
		places: make(chan struct{}, atOnce), helpers: make(chan struct{}, p.jobs()-1),
	}
}

func (s *store) as(pass *analysis.Pass) *Set {
	a := asker{store: s}
	if pass != nil {
		a.pass = pass.Analyzer.Name
	}
	return &Set{
		inputs: inputs{a}, judge: pass, Standalone: s.project.Standalone,
		Options: Options{a}, Files: Files{a}, Git: Git{a},
	}
}

// Lookup returns the document with the given path relative to the run's base, or nil. It is kept to the end of the run.
func (s *Set) Lookup(path string) *Document { return s.get(path, true) }

// At is Lookup for those who take facts from a document and are done with it: it is kept only if it is still to be
// judged, so that it is read and parsed once and all see the same bytes.
func (s *Set) At(path string) *Document { return s.get(path, false) }

func (s *Set) get(path string, pin bool) *Document {
	s.asks("document", "", path)
	i, ok := s.find(path)
	if !ok {
		return nil
	}
	slot, in := &s.slots[i], &s.project.Inputs[i]
	slot.mutex.Lock()
	defer slot.mutex.Unlock()
	slot.pinned = slot.pinned || pin
	if slot.doc != nil {
		return slot.doc
	}
	d := s.parsed(slot.read(in, s.project.Read), in)
	if pin || in.Target && !slot.judged && s.waits(slot, d) {
		slot.doc = d
	} else if s.trace != nil {
		if slot.doc = d; !slot.stays(s.store) {
			slot.doc = nil
		}
	}
	return d
}

// parsed returns a document with its tree.
func (s *store) parsed(d *Document, in *Input) *Document {
	if known := s.project.Trees.of(d); known != nil {
		return known
	}
	d.parse(in)
	s.project.Trees.keep(d)
	return d
}

// maxWaiting is how many bytes the texts of documents have, together, that stay parsed until they are judged. What is
// beyond is parsed again then.
const maxWaiting = 16 << 20

// waits reports whether a document stays parsed until it is judged.
func (s *store) waits(slot *slot, d *Document) bool {
	n := int64(len(d.Src))
	if s.waiting.Add(n) > maxWaiting {
		s.waiting.Add(-n)
		return false
	}
	slot.waits = n
	return true
}

// Uses notes that what is being found out, in a Memo, comes from a document that is at hand.
func (s *Set) Uses(d *Document) { s.asks("document", "", d.Path) }

// IsUnsaved reports whether the content of an input, a target in a project, comes from elsewhere than the disk, such as
// standard input.
func (s *Set) IsUnsaved(path string) bool {
	s.asks("unsaved", "", path)
	i, ok := s.find(path)
	return ok && s.project.Inputs[i].Unsaved
}

// Bare returns the document with the given path without its tree, or nil: what places, lines and edits of findings are
// made of. Its text is kept to the end of the run.
func (s *Set) Bare(path string) *Document {
	i, ok := s.find(path)
	if !ok {
		return nil
	}
	slot := &s.slots[i]
	slot.mutex.Lock()
	defer slot.mutex.Unlock()
	d := slot.read(&s.project.Inputs[i], s.project.Read)
	slot.keep(d)
	return d
}

// Each has call called for every document that findings are wanted for and whose kind is in kinds (all, if kinds is
// empty), with a reporter bound to the document. The calls come after all passes have run, from many goroutines, so
// that a document is judged by all passes while it is at hand and then released: keep no part of it beyond the call.
// A panic in call becomes an internal-error finding of that document, and the others go on.
func (s *Set) Each(kinds []string, call func(r *Reporter)) {
	s.judges = append(s.judges, &judge{pass: s.judge, kinds: kinds, call: call})
}

// EachLast is Each for the few documents that are judged by what all the others say. The calls come when those of
// Each have been made, so that facts of each document were taken while it was at hand.
func (s *Set) EachLast(kinds []string, call func(r *Reporter)) {
	s.judges = append(s.judges, &judge{pass: s.judge, kinds: kinds, last: true, call: call})
}

// Prefetch has f called in a goroutine of its own, of which a few run at once; all have ended when the run has. It is
// for answers that take time but no work of ours, such as another program's, and that f keeps for those who need
// them, as sync.OnceValue does. A panic in f is theirs.
func (s *Set) Prefetch(f func()) {
	if s.trace != nil {
		return // who needs the answer asks for it
	}
	s.fetches.Go(func() {
		s.places <- struct{}{}
		defer func() { _ = recover(); <-s.places }()
		f()
	})
}

// Parallel calls f for each number from 0 below n, several at once, and returns when all calls have returned. It is for
// what many documents say together, in a Memo: whoever else needs the answer can do nothing but wait for it. A panic in f
// is the caller's.
func (s *Set) Parallel(n int, f func(i int)) {
	var next atomic.Int64
	var failed atomic.Pointer[any]
	work := func() {
		defer func() {
			if problem := recover(); problem != nil {
				failed.Store(&problem)
			}
		}()
		for i := int(next.Add(1)) - 1; i < n && failed.Load() == nil; i = int(next.Add(1)) - 1 {
			f(i)
		}
	}
	var wait sync.WaitGroup
	for range n - 1 {
		if s.trace != nil || !s.help(&wait, work) { // what is read is noted of the answer that it is read for
			break
		}
	}
	work()
	wait.Wait()
	if problem := failed.Load(); problem != nil {
		panic(*problem)
	}
}

// help calls f in a goroutine of its own and returns true, unless enough of them run.
func (s *store) help(wait *sync.WaitGroup, f func()) bool {
	select {
	case s.helpers <- struct{}{}:
		wait.Go(func() {
			defer func() { <-s.helpers }()
			f()
		})
		return true
	default:
		return false
	}
}
