package model

import (
	"fmt"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// Milestone is the outline of a milestone with the plans that it was taken from: what its slices say, and what was
// scaffolded from them.
type Milestone struct {
	*Outline
	Slices    []*Slice        // by number, those without a number last
	Context   string          // the path of CONTEXT.md …
	Decisions map[string]bool // … and the ids that it locks: D-01

	Tasks  []*Node // by id
	nodes  map[string]*Node
	slices map[string]*Slice // by the names of their directories
}

// Slice is one directory below slices/.
type Slice struct {
	*SliceOutline
	Plan  *Plan  // nil if there is none
	UAT   string // path of the acceptance criteria, "" if there are none
	Files []*File

	byID, byDir map[string]*File
	faulty      bool // a task of the plan has not the id that it should have
}

// File is a scaffolded task: a T<NNNN>-PLAN.md. What its frontmatter does not have, or not as it should be, is left
// empty.
type File struct {
	Path, Dir              string // Dir is the name of its directory
	ID, Status, Tier, Name string
	DependsOn, Modified    []Item
	Unreadable             bool
}

// Slice returns the slice whose directory has the name, or nil. The milestone may be nil.
func (m *Milestone) Slice(id string) *Slice {
	if m == nil {
		return nil
	}
	return m.slices[id]
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

// Meant reports whether a task that does not exist was probably meant to: its slice has so many tags of tasks, and
// one of them has lost its id. What became of that one is reported where it stands, and not again wherever it is
// referred to.
func (m *Milestone) Meant(id string) bool {
	_, slice, task := place.SplitID(id)
	s, number := m.Slice(slice), place.IDNumber(task, 'T')
	return s != nil && s.Plan != nil && number <= s.Plan.Tags && s.faulty
}

// faulty reports whether a task of the plan has not the id that it should have.
func (p *Plan) faulty(slice string) bool {
	return p.Tags != len(p.Tasks) || slices.ContainsFunc(p.Tasks, func(t *Task) bool {
		a := t.Tag.Attr("id")
		return t.Tag.Unclosed || a == nil || a.Quote != '"' || t.ID != fmt.Sprintf("%s-T%04d", slice, t.Nth)
	})
}

// Milestone returns the milestone in the directory with the given name; it has no slices if there is no such
// directory, and is nil without a name.
func (t *Tree) Milestone(root, id string) *Milestone {
	if id == "" {
		return nil
	}
	return t.milestone(root, id)
}

func (t *Tree) milestone(root, id string) *Milestone {
	return t.milestones.Get(t.Set, [2]string{root, id}, func() *Milestone { return readMilestone(t.Set, root, id) })
}

// maxKept is how many milestones are kept with their documents. Artefacts are judged in the order of their paths, so
// a milestone that was long not asked for is hardly asked for again; if it is, it is read anew. In a project of
// 100,000 files this saves a quarter of the memory.
const maxKept = 32

// MilestoneIDs returns the names of the milestone directories of a project that hold artefacts, sorted.
func (t *Tree) MilestoneIDs(root string) []string {
	var ids []string
	for _, in := range t.Inputs(document.Join(root, place.Milestones)) {
		if id := place.Of(root, in.Path).Milestone; id != "" && (len(ids) == 0 || ids[len(ids)-1] != id) {
			ids = append(ids, id)
		}
	}
	return ids
}
