package project

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
)

// Place is where an artefact lies in a nubos project, by the names of the directories. Parts that do not apply are "".
type Place struct {
	Root, Milestone, Slice, Task string
}

const milestonesDir = ".nubos-pilot/milestones/"

// PlaceOf returns where an artefact lies. Below no milestone, only Root is set; nor below a directory that is not named as programs look for it.
func PlaceOf(root, path string) Place {
	p := Place{Root: root}
	rest, ok := strings.CutPrefix(path, Join(root, milestonesDir))
	if !ok {
		return p
	}
	next := func() (part string, inside bool) {
		part, rest, inside = strings.Cut(rest, "/")
		return part, inside
	}
	milestone, inside := next()
	if !inside {
		return p
	}
	found := Place{Root: root, Milestone: milestone}
	if dir, inside := next(); inside && dir == "slices" {
		if found.Slice, inside = next(); !inside {
			found.Slice = ""
		} else if dir, inside := next(); inside && dir == "tasks" {
			if found.Task, inside = next(); !inside {
				found.Task = ""
			}
		}
	}
	if !IsName(found.Milestone, 'M', 3) || found.Slice != "" && !IsName(found.Slice, 'S', 3) || found.Task != "" && !IsName(found.Task, 'T', 4) {
		return p
	}
	return found
}

// FormatID returns an id such as M001: its letter, and its number with so many digits at least.
func FormatID(letter byte, digits, number int) string {
	return fmt.Sprintf("%c%0*d", letter, digits, number)
}

// IsName reports whether a directory has a name that programs look for: an id without more zeros than it needs.
func IsName(name string, letter byte, digits int) bool {
	return IsID(name, letter, digits) && (len(name) == 1+digits || name[1] != '0') && strings.Trim(name[1:], "0") != ""
}

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

// IsID reports whether s is an id such as M001, S001 or T0001: its letter, then at least so many digits.
func IsID(s string, letter byte, digits int) bool {
	return len(s) > digits && s[0] == letter && strings.Trim(s[1:], "0123456789") == ""
}

// IDNumber returns the number of such an id, or 0 if it is none.
func IDNumber(s string, letter byte, digits int) int {
	if !IsID(s, letter, digits) {
		return 0
	}
	n, err := strconv.Atoi(s[1:])
	if err != nil {
		return 0
	}
	return n
}

// SplitID cuts the full id of a task, such as M001-S001-T0001, into its parts. They are "" if it is none.
func SplitID(id string) (milestone, slice, task string) {
	milestone, rest, _ := strings.Cut(id, "-")
	slice, task, _ = strings.Cut(rest, "-")
	if !IsID(milestone, 'M', 3) || !IsID(slice, 'S', 3) || !IsID(task, 'T', 4) {
		return "", "", ""
	}
	return milestone, slice, task
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

func (t *Tree) readMilestone(root, id string) *Milestone {
	m := &Milestone{ID: id, Root: root}
	prefix := Join(root, milestonesDir+id+"/")
	for i := t.from(prefix); i < len(t.Inputs) && strings.HasPrefix(t.Inputs[i].Path, prefix); i++ {
		in := &t.Inputs[i]
		if in.Root != root {
			continue
		}
		if m.First == "" {
			m.First = in.Path
		}
		if place := PlaceOf(root, in.Path); place.Slice != "" {
			t.readInSlice(m, place, i)
		} else if named(in.Path, id) {
			t.readInMilestone(m, i)
		}
	}
	slices.SortStableFunc(m.Slices, func(a, b *Slice) int {
		if (a.Number == 0) != (b.Number == 0) {
			return cmp.Compare(b.Number, a.Number)
		}
		return cmp.Compare(a.Number, b.Number)
	})
	for _, s := range m.Slices {
		s.linkStatuses(t, root)
	}
	m.link()
	return m
}

// named reports whether a file is named after the directory that it is an artefact of, as programs look for it.
func named(path, id string) bool {
	return strings.HasPrefix(path[strings.LastIndexByte(path, '/')+1:], id+"-")
}

// readInMilestone takes the facts from the i-th input, an artefact of the milestone itself.
func (t *Tree) readInMilestone(m *Milestone, i int) {
	switch t.Inputs[i].Kind {
	case "nubos/milestone-context":
		m.Context = ReadContext(t.Borrow(i))
	case "nubos/milestone-meta":
		m.Meta = ReadMeta(t.Borrow(i))
	case "nubos/milestone-roadmap":
		m.List = ReadList(t.Borrow(i))
	case "nubos/verification":
		m.Verification = ReadVerification(t.Borrow(i))
	case "nubos/validation":
		m.Validation = ReadValidation(t.Borrow(i))
	}
}

// readInSlice takes the facts from the i-th input, an artefact of a slice or of a task in it.
func (t *Tree) readInSlice(m *Milestone, place Place, i int) {
	in := &t.Inputs[i]
	s := m.Slice(place.Slice)
	if s == nil {
		s = &Slice{ID: place.Slice, Full: m.ID + "-" + place.Slice, Number: IDNumber(place.Slice, 'S', 3), First: in.Path,
			Kinds: map[string]string{}, byID: map[string]*File{}, byDir: map[string]*File{}, summaries: map[string]string{}}
		m.Slices = append(m.Slices, s)
	}
	if place.Task == "" {
		s.Kinds[in.Kind] = in.Path
	}
	switch {
	case in.Kind == "nubos/slice-plan" && (s.Plan == nil || named(in.Path, s.ID)):
		s.Plan = readPlan(t.Borrow(i))
	case in.Kind == "nubos/slice-uat":
		s.UAT = in.Path
	case in.Kind == "nubos/todo":
		s.Todo = ReadTodo(t.Borrow(i))
	case in.Kind == "nubos/status-history":
		s.history = readHistory(t.Borrow(i))
	case in.Kind == "nubos/task-plan":
		s.add(readFile(t.Borrow(i), place.Task))
	case in.Kind == "nubos/task-summary" && named(in.Path, place.Task):
		if d := t.Borrow(i); d.Readable() && d.Front != nil {
			s.summaries[place.Task] = text(d.Front.Root.Get("status"))
		}
	}
}

// linkStatuses gives every task the statuses that others tell of it.
func (s *Slice) linkStatuses(t *Tree, root string) {
	for _, f := range s.Files {
		f.Summary, f.History = s.summaries[f.Dir], s.history[f.ID]
		if s.Todo != nil && s.Todo.ByID[f.ID] != nil {
			f.Row = s.Todo.ByID[f.ID].Status()
		}
		if f.History == "" && f.Row == "in-progress" && t.HasArtefact(root, ".nubos-pilot/checkpoints/"+f.ID+".json") {
			f.History = "in-progress" // who works on a task writes a checkpoint, and removes it at the end
		}
	}
}

// readPlan reads a plan and what it covers.
func readPlan(d *document.Document) *Plan {
	p := ReadPlan(d)
	p.readAims(d)
	return p
}

func readFile(d *document.Document, dir string) *File {
	f := &File{Path: d.Path, Dir: dir, size: len(d.Src)}
	if !d.Readable() || d.Front == nil {
		f.Unreadable = true
		return f
	}
	root := d.Front.Root
	f.Open = d.Front.Open
	f.ID, f.Status, f.Tier = text(root.Get("id")), text(root.Get("status")), text(root.Get("tier"))
	f.DependsOn, f.DependsOnList = items(root.Get("depends_on"))
	f.Modified, f.ModifiedList = items(root.Get("files_modified"))
	for i := range d.Body.Headings {
		if h := &d.Body.Headings[i]; h.Level == 1 {
			f.Name = h.Text
			if _, name, ok := strings.Cut(h.Text, " — "); ok {
				f.Name = name
			}
			break
		}
	}
	for i := range d.Body.Elements {
		if e := &d.Body.Elements[i]; e.Name == "verify" && !e.Hidden {
			f.Verify = strings.TrimSpace(d.Text(e.Inner()))
			break
		}
	}
	return f
}

func text(n *document.Node) string {
	if n == nil || n.Type != document.String {
		return ""
	}
	return n.Text
}

func items(n *document.Node) ([]Item, bool) {
	if n == nil || n.Type != document.List {
		return nil, false
	}
	list := make([]Item, 0, len(n.Items))
	for _, item := range n.Items {
		if item.Type == document.String {
			list = append(list, Item{item.Text, item.Span})
		}
	}
	return list, true
}

func itoa(n int) string { return strconv.Itoa(n) }
