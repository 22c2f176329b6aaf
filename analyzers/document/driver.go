package document

import (
	"context"
	"go/token"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Driver has the documents of a project judged. Passes do not see it.
type Driver struct {
	*store
	byKind map[string][]*judge // those that look at documents of a kind
	lastOf map[string]bool     // kinds that are judged once more at the end

	most int // findings of a rule in a document that a pass tells, or 0 for all

	passes  origin      // of what passes did before documents were judged, in a project that is kept
	origins [2][]origin // of what was said of each document, first and at the end, in a project that is kept
}

// NewDriver prepares the documents of a project without reading any. It registers the files in path order; as none is
// read yet, each gets the same room in the FileSet: more than the largest file may have. token.Pos has 64 bits on all
// systems that nplint is built for.
func NewDriver(p *Project, fset *token.FileSet) *Driver {
	d := &Driver{store: newStore(p)}
	for i := range d.slots {
		d.slots[i].file = fset.AddFile(p.Inputs[i].Path, -1, p.MaxSize)
	}
	return d
}

// Limit has the passes of a driver tell no more than so many findings of a rule in a document, and how many more there
// are; 0 is no limit. In a project that is kept all documents are judged again.
func Limit(d *Driver, most int) {
	d.most, d.byKind = most, nil
	for k := range d.origins {
		for i := range d.origins[k] {
			d.origins[k][i].held = 0
		}
	}
	if d.trace != nil {
		d.trace.doubtful = nil
	}
}

// Partly returns the paths of the documents of which not all findings were told.
func Partly(d *Driver) map[string]bool {
	partly := map[string]bool{}
	for i := range d.slots {
		if untold := d.slots[i].untold; untold[0]+untold[1] > 0 {
			partly[d.project.Inputs[i].Path] = true
		}
	}
	return partly
}

// Untold returns how many findings of all documents were not told.
func Untold(d *Driver) (n int) {
	for i := range d.slots {
		n += d.slots[i].untold[0] + d.slots[i].untold[1]
	}
	return n
}

// Set returns what stands for the result of Analyzer.
func (d *Driver) Set() *Set { return d.as(nil) }

// bytesDense is from how many bytes on a text weighs as much for its length as for its bytes: what is larger is mostly
// lists, whose entries take long each, and passes hold them against one another.
const bytesDense = 4 << 10

// documentWeight is what a document weighs that has no text.
const documentWeight = 16 << 10

// Weight returns what it weighs to judge the documents of a driver once: bytes of a short text that are judged in that time.
func Weight(d *Driver) (weight int) {
	for i := range d.slots {
		s := &d.slots[i]
		s.mutex.Lock()
		size := s.size
		s.mutex.Unlock()
		if size > 0 {
			weight += documentWeight + size + size/bytesDense*size
		}
	}
	return weight
}

// Wait returns when all that passes have started with Prefetch has ended.
func (d *Driver) Wait() { d.fetches.Wait() }

// Run makes the calls that passes have asked Each for, a document at a time in each of Jobs goroutines. It releases
// every document, and keeps the text of those that something was reported of, so that memory grows with what is wrong
// and not with what is right; whoever asks for one again gets it parsed anew. It stops between two documents when ctx
// is done, and returns its error.
func (d *Driver) Run(ctx context.Context) error {
	defer d.Wait()
	d.assign()
	d.project.each(ctx, func(i int) {
		said := d.judge(i, false)
		d.release(i, said, d.lastOf[d.project.Inputs[i].Kind])
	})
	if slices.Contains(slices.Collect(maps.Values(d.lastOf)), true) {
		d.project.each(ctx, func(i int) {
			if d.lastOf[d.project.Inputs[i].Kind] {
				said := d.judge(i, true)
				d.release(i, said, false)
			}
		})
	}
	return ctx.Err()
}

// assign finds out who looks at documents of which kind.
func (d *Driver) assign() {
	d.byKind, d.lastOf = map[string][]*judge{}, map[string]bool{}
	for i := range d.project.Inputs {
		kind := d.project.Inputs[i].Kind
		if _, known := d.byKind[kind]; known {
			continue
		}
		d.byKind[kind] = slices.DeleteFunc(slices.Clone(d.judges), func(j *judge) bool { return !j.takes(kind) })
		d.lastOf[kind] = slices.ContainsFunc(d.byKind[kind], func(j *judge) bool { return j.last })
	}
}

// each calls judge for every document that findings are wanted for, from Jobs goroutines.
func (p *Project) each(ctx context.Context, judge func(i int)) {
	inputs, jobs := p.Inputs, p.jobs()
	batches := batchesOf(inputs, jobs)
	var next, done atomic.Int64
	tell := func() {
		if p.Progress != nil {
			p.Progress(int(done.Add(1)), len(inputs))
		}
	}
	work := func() {
		for ctx.Err() == nil {
			k := int(next.Add(1))
			if k >= len(batches) {
				return
			}
			for i := batches[k-1]; i < batches[k] && ctx.Err() == nil; i++ {
				if inputs[i].Target {
					judge(i)
				}
				tell()
			}
		}
	}
	var wait sync.WaitGroup
	for range min(jobs, len(inputs)) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}

// jobs returns how many documents are worked on at once.
func (p *Project) jobs() int {
	if p.Jobs > 0 {
		return p.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

// batchesOf cuts inputs into pieces, each of which one goroutine judges, and returns where they begin and the end of the
// last. Neighbours often need the same facts about what is around them: who judges several does not wait for another who
// is just finding them out, and the documents that these come from are still at hand. So a small project is not cut.
func batchesOf(inputs []Input, jobs int) []int {
	fair := max(1, len(inputs)/jobs/8)
	few := min(32, fair)
	cuts := []int{0}
	for i := 0; i < len(inputs); {
		end := i + 1
		for end < len(inputs) && inputs[end].Root == inputs[i].Root {
			end++
		}
		step := end - i
		if step > fair {
			step = few
		}
		for ; i < end; i = min(i+step, end) {
			if i-cuts[len(cuts)-1] >= few {
				cuts = append(cuts, i)
			}
		}
	}
	return append(cuts, len(inputs))
}

// take returns the document that is to be judged.
func (d *Driver) take(i int) *Document {
	slot := &d.slots[i]
	slot.mutex.Lock()
	defer slot.mutex.Unlock()
	if slot.doc == nil {
		in := &d.project.Inputs[i]
		slot.doc = d.parsed(slot.read(in, d.project.Read), in)
	}
	slot.judged = true
	return slot.doc
}

// release keeps the text of a document that something was said of, and drops the rest unless it is judged again.
func (d *Driver) release(i int, said, again bool) {
	slot := &d.slots[i]
	slot.mutex.Lock()
	defer slot.mutex.Unlock()
	if said {
		slot.keep(slot.doc)
	}
	if !again && !slot.pinned {
		slot.doc = nil
	}
	d.waiting.Add(-slot.waits)
	slot.waits = 0
}

// takes reports whether the judge looks at documents of a kind.
func (j *judge) takes(kind string) bool { return len(j.kinds) == 0 || slices.Contains(j.kinds, kind) }

// judge has the passes judge one document, those that judge last or the others, and reports whether they reported
// anything.
func (d *Driver) judge(i int, last bool) (said bool) {
	doc := d.take(i)
	var start time.Time
	if d.project.Timing {
		start = time.Now()
	}
	judges, untold := d.byKind[doc.Kind], 0
	reporters := make([]Reporter, len(judges))
	for k, j := range judges {
		if j.last != last {
			continue
		}
		r := &reporters[k]
		*r = Reporter{Doc: doc, pass: j.pass, file: d.slots[i].file}
		if d.most > 0 {
			r.left = &left{d.most, map[string]int{}, map[string]Finding{}}
		}
		r.run(j.call)
		untold += r.end()
		said = said || r.said
		if d.project.Timing { // asking for the time takes as long as many a call
			end := time.Now()
			j.time.Add(int64(end.Sub(start)))
			start = end
		}
	}
	slot, when := &d.slots[i], 0
	if last {
		when = 1
	}
	slot.mutex.Lock()
	slot.untold[when] = untold
	slot.mutex.Unlock()
	return said
}

// Timing returns how long the calls of each pass took, added up over all goroutines, by the name of the pass. It is 0
// unless the project says Timing.
func (d *Driver) Timing() map[string]time.Duration {
	all := map[string]time.Duration{}
	for _, j := range d.judges {
		all[j.pass.Analyzer.Name] += time.Duration(j.time.Load())
	}
	return all
}
