package document

import "slices"

// trace notes what each answer in a project that is kept came from, so that after a change only those are found out
// again that could be others. When a file changes, all that came from it becomes doubtful, however far; whoever needs a
// doubtful answer asks whether all that it came from is as it was. One goroutine works with it.
type trace struct {
	now   int // version of the project: each change makes it larger
	files map[fileFact]*origin
	read  []string // paths of the files of whose contents there are facts

	parsed int // bytes of the texts of documents that stay parsed

	open  []*pending // what is being found out, the innermost last
	finds int

	doubtful []*origin // those of judgements
}

// fileFact is a fact about a file that comes from outside.
type fileFact struct {
	path string // relative to the run's base
	of   aspect
}

// aspect is what a fact about a file tells.
type aspect uint8

const (
	content    aspect = iota
	unsaved           // the content comes from elsewhere than the disk
	executable        // it may be run
)

// origin is what answers come from: a fact about a file, or an answer that came from other sources.
type origin struct {
	from    []*origin // in the order in which they were asked for
	users   []*origin // what came from it and is not doubtful, and perhaps some that no longer do
	changed int       // the version since which it is what it is
	held    int       // the latest version in which it was found to be
	left    int       // the latest version in which its users became doubtful, so that they are no longer among users
	again   func()    // finds it out anew or forgets it, and sets changed and held; nil for what comes from outside
	mark    int       // the last of the finds that asked for it
	doubt   bool      // something that it came from, however far, may have changed since it was held
	call    int       // of a judgement: which it is, counted from 1
}

// pending is what is being found out.
type pending struct {
	find int
	from []*origin
}

func newTrace() *trace {
	return &trace{now: 1, files: map[fileFact]*origin{}}
}

// find calls f, and notes what is asked for meanwhile as what s comes from.
func (t *trace) find(s *origin, f func()) {
	t.finds++
	p := &pending{find: t.finds}
	t.open = append(t.open, p)
	defer func() { // even if f panics: another version of what it was told may not have it panic
		t.open = t.open[:len(t.open)-1]
		t.comeFrom(s, p.from)
	}()
	f()
}

// comeFrom notes that s was found in the version of now, and what it came from.
func (t *trace) comeFrom(s *origin, from []*origin) {
	t.finds += 2
	before, now := t.finds-1, t.finds
	for _, o := range s.from {
		o.mark = before
	}
	s.from = make([]*origin, 0, len(from))
	for _, o := range from {
		if o.mark == now {
			continue // it was asked for twice
		}
		s.from = append(s.from, o)
		if o.mark != before || o.left > s.held {
			o.use(s)
		}
		o.mark = now
	}
	s.held, s.doubt = t.now, false
}

// use notes that s came from o.
func (o *origin) use(s *origin) {
	if n := len(o.users); n == cap(o.users) && n > 8 {
		seen := make(map[*origin]bool, n)
		o.users = slices.DeleteFunc(o.users, func(u *origin) bool {
			if seen[u] || !slices.Contains(u.from, o) {
				return true
			}
			seen[u] = true
			return false
		})
	}
	o.users = append(o.users, s)
}

// note notes that what is being found out comes from s.
func (t *trace) note(s *origin) {
	if len(t.open) == 0 {
		return
	}
	if top := t.open[len(t.open)-1]; s.mark != top.find {
		s.mark = top.find
		top.from = append(top.from, s)
	}
}

// noteFile notes that what is being found out comes from a fact about a file.
func (t *trace) noteFile(f fileFact) {
	s := t.files[f]
	if s == nil {
		s = &origin{}
		t.files[f] = s
		if f.of == content {
			t.read = append(t.read, f.path)
		}
	}
	t.note(s)
}

// change makes a new version of the project, in which some facts about files are others.
func (t *trace) change(facts []fileFact) {
	t.now++
	for _, f := range facts {
		if s := t.files[f]; s != nil {
			s.changed = t.now
			t.doubtUsers(s)
		}
	}
}

// doubtUsers makes doubtful all that came from s, however far.
func (t *trace) doubtUsers(s *origin) {
	for all := []*origin{s}; len(all) > 0; {
		s, all = all[len(all)-1], all[:len(all)-1]
		for _, u := range s.users {
			if u.doubt {
				continue
			}
			u.doubt = true
			if u.call > 0 {
				t.doubtful = append(t.doubtful, u)
			}
			all = append(all, u)
		}
		s.users, s.left = s.users[:0], t.now // most come back
	}
}

// holds reports whether all that s came from is as it was. It stops at the first that is not: what was asked for after
// that may not even make sense any more.
func (t *trace) holds(s *origin) bool {
	if !s.doubt {
		return true
	}
	for _, from := range s.from {
		if from.again != nil && !t.holds(from) {
			from.again()
		}
		if from.changed > s.held {
			return false
		}
	}
	for _, from := range s.from {
		if from.left > s.held {
			from.use(s)
		}
	}
	s.held, s.doubt = t.now, false
	return true
}
