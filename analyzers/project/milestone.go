package project

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
)

// Milestone is the plans of one milestone: what its slices say, and what was scaffolded from them.
type Milestone struct {
	ID     string // the name of its directory
	Root   string
	First  string   // path of the first file in its directory, "" if there is none
	Slices []*Slice // by number, those without a number last

	// What its other artefacts say; nil for those that are not there.
	Context      *Context
	Meta         *Entry // META.json
	List         *Entry // ROADMAP.md
	Verification *Verification
	Validation   *Validation

	tasks   map[string]*Node
	closing map[int]closing // by component
}

// Slice is one directory below slices/.
type Slice struct {
	ID     string // the name of its directory: "S001"
	Full   string // "M001-S001"
	Number int    // 0 if the directory is not named as it should be
	Plan   *Plan  // nil if there is none
	UAT    string // path of the acceptance criteria, "" if there are none
	Files  []*File
	First  string            // path of the first file in its directory
	Todo   *Todo             // TODO.md, or nil
	Kinds  map[string]string // paths of the artefacts of the slice itself, by their kinds

	byID, byDir map[string]*File
	summaries   map[string]string // the status of the summary in a task directory
	history     map[string]string // the last status of a task by its id, as STATUS-HISTORY.jsonl has it
}

// File is a scaffolded task: a T<NNNN>-PLAN.md. What its frontmatter does not have, or not as it should be, is left empty.
type File struct {
	Path                        string
	Dir                         string // the name of its directory
	ID, Status, Tier, Name      string
	DependsOn, Modified         []Item
	Unreadable                  bool
	Open                        document.Span // the opening fence
	Verify                      string        // the text of the first <verify>
	DependsOnList, ModifiedList bool
	// Row, Summary and History are the statuses of the task in the TODO.md, in its summary and at the end of the slice's history; "" if they do not say one.
	Row, Summary, History string
	NoSummary             bool // there is no file of that kind

	size int // bytes of the document
}

// Slice returns the slice whose directory has the name, or nil.
func (m *Milestone) Slice(id string) *Slice {
	for _, s := range m.Slices {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// File returns the scaffolded task with the id, or nil; of several, the first.
func (s *Slice) File(id string) *File { return s.byID[id] }

// FileIn returns the scaffolded task in the directory with the name, or nil.
func (s *Slice) FileIn(dir string) *File { return s.byDir[dir] }

func (s *Slice) add(f *File) {
	s.Files = append(s.Files, f)
	if s.byID[f.ID] == nil {
		s.byID[f.ID] = f
	}
	s.byDir[f.Dir] = f
}

// Meant reports whether a task that does not exist was probably meant to: its slice has so many tags of tasks, and one of them has lost its id. What
// became of that one is reported where it stands, and not again wherever it is referred to.
func (m *Milestone) Meant(id string) bool {
	_, slice, task := SplitID(id)
	s, number := m.Slice(slice), IDNumber(task, 'T', 4)
	return s != nil && s.Plan != nil && number <= s.Plan.Tags && s.Plan.faulty(s.Full)
}

// faulty reports whether a task of the plan has not the id that it should have.
func (p *Plan) faulty(slice string) bool {
	return p.Tags != len(p.Tasks) || slices.ContainsFunc(p.Tasks, func(t *Task) bool {
		a := t.Tag.Attr("id")
		return t.Tag.Unclosed || a == nil || a.Quote != '"' || t.ID != fmt.Sprintf("%s-T%04d", slice, t.Nth)
	})
}

// Milestone returns the milestone that the artefact with the given path belongs to, or nil if it lies in none. Its documents are read
// when it is first asked for.
func (t *Tree) Milestone(root, path string) *Milestone {
	place := PlaceOf(root, path)
	if place.Milestone == "" {
		return nil
	}
	return t.MilestoneByID(root, place.Milestone)
}

// MilestoneByID returns the milestone in the directory with the given name; it has no slices if there is no such directory.
func (t *Tree) MilestoneByID(root, id string) *Milestone {
	return t.milestones.get([2]string{root, id}, func() *Milestone {
		return t.readMilestone(root, id)
	})
}

// maxKept is how many bytes of plans are kept in memory. Artefacts are judged in the order of their paths, so a milestone that was long not
// asked for is hardly asked for again; if it is, it is read anew.
const maxKept = 2 << 20

// milestones keeps milestones, the latest of them.
type milestones struct {
	mutex sync.Mutex
	kept  map[[2]string]func() *Milestone
	order [][2]string
	size  int
}

func (c *milestones) get(key [2]string, read func() *Milestone) *Milestone {
	c.mutex.Lock()
	kept := c.kept[key]
	if kept == nil {
		kept = sync.OnceValue(func() *Milestone {
			m := read()
			c.grow(key, m.size())
			return m
		})
		if c.kept == nil {
			c.kept = map[[2]string]func() *Milestone{}
		}
		c.kept[key] = kept
	}
	c.mutex.Unlock()
	return kept()
}

// grow notes that a milestone was read, and lets go of the oldest if there are too many.
func (c *milestones) grow(key [2]string, size int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.order = append(c.order, key)
	c.size += size
	for c.size > maxKept && len(c.order) > 1 {
		oldest := c.order[0]
		c.order = c.order[1:]
		c.size -= c.kept[oldest]().size()
		delete(c.kept, oldest)
	}
}

// size returns the bytes of the documents that the milestone refers to.
func (m *Milestone) size() int {
	size := 0
	for _, s := range m.Slices {
		if s.Plan != nil {
			size += s.Plan.size
		}
		for _, f := range s.Files {
			size += f.size
		}
	}
	return size
}

// Roots returns the project roots that hold artefacts, relative to the run's base, sorted.
func (t *Tree) Roots() []string {
	var roots []string
	for i := range t.Inputs {
		if !slices.Contains(roots, t.Inputs[i].Root) {
			roots = append(roots, t.Inputs[i].Root)
		}
	}
	slices.Sort(roots)
	return roots
}

// MilestoneIDs returns the names of the milestone directories of a project that hold artefacts, sorted.
func (t *Tree) MilestoneIDs(root string) []string {
	var ids []string
	for i := t.from(Join(root, milestonesDir)); i < len(t.Inputs) && strings.HasPrefix(t.Inputs[i].Path, Join(root, milestonesDir)); i++ {
		if id := PlaceOf(root, t.Inputs[i].Path).Milestone; id != "" && (len(ids) == 0 || ids[len(ids)-1] != id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// from returns the index of the first input whose path is not less than prefix.
func (t *Tree) from(prefix string) int {
	return sort.Search(len(t.Inputs), func(i int) bool { return t.Inputs[i].Path >= prefix })
}
