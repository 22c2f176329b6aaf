package document

// trace notes what each answer in a project that is kept came from, so that after a change only those are found out
// again that could be others. Nothing happens when a file changes: whoever needs an answer asks whether all that it came
// from is as it was. One goroutine works with it.
type trace struct {
	now   int // version of the project: each change makes it larger
	files map[fileFact]*origin
	read  []string // paths of the files of whose contents there are facts

	parsed int // bytes of the texts of documents that stay parsed

	open  []pending // what is being found out, the innermost last
	finds int
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
	changed int       // the version since which it is what it is
	held    int       // the latest version in which it was found to be
	again   func()    // finds it out anew or forgets it, and sets changed and held; nil for what comes from outside
	noted   int       // the last of the finds that asked for it
}

// pending is what is being found out.
type pending struct {
	*origin
	find int
}

func newTrace() *trace {
	return &trace{now: 1, files: map[fileFact]*origin{}}
}

// find calls f, and notes what is asked for meanwhile as what s comes from.
func (t *trace) find(s *origin, f func()) {
	s.from = nil
	t.finds++
	t.open = append(t.open, pending{s, t.finds})
	defer func() { t.open = t.open[:len(t.open)-1] }()
	f()
	s.held = t.now
}

// note notes that what is being found out comes from s.
func (t *trace) note(s *origin) {
	if len(t.open) == 0 {
		return
	}
	if top := t.open[len(t.open)-1]; s.noted != top.find {
		s.noted = top.find
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
		}
	}
}

// holds reports whether all that s came from is as it was. It stops at the first that is not: what was asked for after
// that may not even make sense any more.
func (t *trace) holds(s *origin) bool {
	if s.held == t.now {
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
	s.held = t.now
	return true
}
