package document

import (
	"context"
	"slices"
)

// maxParsed is how many bytes the texts of documents have, together, that stay parsed in a project that is kept. Their
// trees take some ten times the room.
const maxParsed = 4 << 20

// Keep has the driver note what each judgement comes from, so that after a change only those documents are judged again
// of which something else could be said. It is called first. From then on one goroutine at a time works with the
// project, and Again takes the place of Run.
func (d *Driver) Keep() {
	d.trace = newTrace()
	d.origins = [2][]origin{make([]origin, len(d.slots)), make([]origin, len(d.slots))}
}

// Prepare calls f, which runs the passes of a project that is kept.
func (d *Driver) Prepare(f func()) { d.trace.find(&d.passes, f) }

// Change tells that files of a project that is kept have another content or may be run now, and of some whether they
// are unsaved now, by their paths relative to the run's base. What is there is the same: where a file comes or goes,
// another driver is needed.
func (d *Driver) Change(files []string, areUnsaved map[string]bool) {
	var facts []fileFact
	for _, file := range files {
		facts = append(facts, fileFact{file, content}, fileFact{file, executable})
		if i, ok := d.find(file); ok {
			d.slots[i].forget(d.store)
		}
	}
	for file, is := range areUnsaved {
		if i, ok := d.find(file); ok && d.project.Inputs[i].Target && d.project.Inputs[i].Unsaved != is {
			d.project.Inputs[i].Unsaved = is
			facts = append(facts, fileFact{file, unsaved})
		}
	}
	d.trace.change(facts)
}

// Read returns the paths, relative to the run's base, of all files from whose contents anything was found out in a
// project that is kept, in the order in which they were asked for. They are not the caller's to change.
func (d *Driver) Read() []string { return d.trace.read }

// Again has those documents of a project that is kept judged of which something else could be said than before: judge
// is called for each, last tells whether it is one of the judgements at the end, and run makes it. All else that was
// said still holds. It is false if what passes did before does not, so that another driver is needed. It stops between
// two documents when ctx is done, and returns its error; the next call goes on.
func (d *Driver) Again(ctx context.Context, judge func(i int, last bool, run func())) (ok bool, err error) {
	if !d.Holds() {
		return false, nil
	}
	if d.byKind == nil {
		d.assign() // no judgement was made yet, so all of them are doubtful
		for k, last := range []bool{false, true} {
			for i := range d.slots {
				if in := &d.project.Inputs[i]; in.Target && (!last || d.lastOf[in.Kind]) {
					o := &d.origins[k][i]
					o.call = 1 + k*len(d.slots) + i
					d.trace.doubtful = append(d.trace.doubtful, o)
				}
			}
		}
	}
	doubtful := &d.trace.doubtful
	slices.SortStableFunc(*doubtful, func(a, b *origin) int { return a.call - b.call })
	for ; len(*doubtful) > 0; *doubtful = (*doubtful)[1:] {
		o := (*doubtful)[0]
		if o.held > 0 && d.trace.holds(o) {
			continue
		}
		if ctx.Err() != nil {
			return true, ctx.Err()
		}
		i, last := (o.call-1)%len(d.slots), o.call > len(d.slots)
		judge(i, last, func() {
			d.trace.find(o, func() {
				in := &d.project.Inputs[i]
				d.trace.noteFile(fileFact{in.Path, content})
				said := d.judge(i, last)
				d.release(i, said, d.lastOf[in.Kind] && !last || d.slots[i].stays(d.store))
			})
		})
	}
	*doubtful = nil
	return true, nil
}

// Holds reports whether what passes did before documents were judged could not be otherwise now, in a project that is
// kept. If it could, another driver is needed.
func (d *Driver) Holds() bool { return d.trace.holds(&d.passes) }

// Inputs returns the inputs of the project, by path. They are not the caller's to change.
func (d *Driver) Inputs() []Input { return d.project.Inputs }

// stays reports whether a document of a project that is kept stays parsed.
func (s *slot) stays(all *store) bool {
	if all.trace == nil || s.doc == nil {
		return false
	}
	if n := len(s.doc.Src); s.parsed == 0 && all.trace.parsed+n <= maxParsed {
		s.parsed = n
		all.trace.parsed += n
	}
	return s.parsed > 0
}

// forget lets go of what is known of a document that has changed.
func (s *slot) forget(all *store) {
	all.trace.parsed -= s.parsed
	s.doc, s.bare, s.pinned, s.judged, s.parsed = nil, nil, false, false, 0
}
