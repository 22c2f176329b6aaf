package verifycmd

import (
	"math"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// task is what a plan says of a task.
type task struct {
	id    string
	files []string // relative to the project root
	done  bool
	text  string // in lower case, what it is to do, if it changes a file that declares scripts
}

// declaring are files that declare scripts, targets or recipes.
var declaring = memo.Regexp(`(?i)(?:^|/)(?:package\.json|composer\.json|deno\.jsonc?|pyproject\.toml|cargo\.toml|` +
	`(?:docker-)?compose[^/]*\.ya?ml|\.?justfile|(?:gnu)?makefile|[^/]+\.mk)$`)

// tasks returns the tasks of a slice plan, or the one of a task file, which alone knows that it is done.
func tasks(doc *document.Document) []task {
	if !doc.Readable() || doc.Body == nil {
		return nil
	}
	if doc.Kind == taskPlan {
		f := model.ReadFile(doc, "")
		body := document.Span{Start: doc.Front.End, End: len(doc.Src)}
		return []task{newTask(doc, f.ID, f.Modified, f.Status == "done" || f.Status == "skipped", body)}
	}
	var all []task
	for _, t := range model.ReadTasks(doc).Tasks {
		all = append(all, newTask(doc, t.ID, t.Files, false, t.Tag.Inner()))
	}
	return all
}

// newTask returns a task that changes files and is told in a span of a document.
func newTask(doc *document.Document, id string, files []model.Item, done bool, told document.Span) task {
	t := task{id: id, done: done}
	for _, item := range files { // perhaps with a remark in parentheses
		file, _, _ := strings.Cut(item.Text, " (")
		if file = strings.Trim(file, " \t\r`\"'"); file != "" {
			t.files = append(t.files, path.Clean(file))
		}
	}
	if slices.ContainsFunc(t.files, declaring().MatchString) {
		t.text = withoutCommands(doc, told)
	}
	return t
}

// withoutCommands returns in lower case what stands in a span, but for each <verify>.
func withoutCommands(doc *document.Document, s document.Span) string {
	var b strings.Builder
	for i := range doc.Body.Elements {
		if e := &doc.Body.Elements[i]; e.Name == "verify" && !e.Hidden && s.Start <= e.Open.Start && e.Open.Start < s.End {
			b.WriteString(doc.Text(document.Span{Start: s.Start, End: e.Open.Start}))
			s.Start = max(e.Open.End, e.Close.End)
		}
	}
	b.WriteString(doc.Text(document.Span{Start: s.Start, End: max(s.Start, s.End)}))
	return strings.ToLower(b.String()) + " "
}

// planned is the files that plans say they touch.
type planned struct {
	files    map[string]int  // of any task, and when the first is carried out that touches them: see position
	above    map[string]int  // the directories that these lie in
	patterns []string        // among the files
	open     []task          // those that are not yet done and change a file that is there to declare something
	done     map[string]bool // ids of the tasks that are
}

// newPlanned collects the files of tasks. Other plans may tell that a task is done.
func newPlanned(tasks []task, others *planned) *planned {
	p := &planned{files: map[string]int{}, above: map[string]int{}, done: map[string]bool{}}
	for _, t := range tasks {
		if t.done {
			p.done[t.id] = true
		}
	}
	for _, t := range tasks {
		if t.text != "" && !p.done[t.id] && (others == nil || !others.done[t.id]) {
			p.open = append(p.open, t)
		}
		milestone, slice, _ := place.SplitID(t.id)
		at := position(milestone, slice)
		if p.done[t.id] || others != nil && others.done[t.id] {
			at = 0
		}
		for _, file := range t.files {
			p.add(file, at)
		}
	}
	return p
}

// position tells when the tasks of a slice are carried out: a number that grows with milestones and slices. It is 0 if
// nobody knows.
func position(milestone, slice string) int {
	return place.IDNumber(milestone, 'M')*1e6 + place.IDNumber(slice, 'S')
}

// mostPatterns is how many patterns of files are held against each path.
const mostPatterns = 100

func (p *planned) add(file string, at int) {
	if first, is := p.files[file]; is && first <= at || len(file) > document.MaxPath {
		return
	}
	if strings.ContainsAny(file, "*?[\\") && len(p.patterns) < mostPatterns {
		p.patterns = append(p.patterns, file)
	}
	p.files[file] = at
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if first, is := p.above[dir]; is && first <= at {
			break
		}
		p.above[dir] = at
	}
}

// touches reports whether a task up to a position touches a file, the directory that it lies in, or one in it if it is
// a directory.
func (p *planned) touches(file string, until int) bool {
	if at, is := p.above[file]; is && at <= until {
		return true
	}
	if len(file) > document.MaxPath {
		return false
	}
	for name := file; name != "." && name != "/" && name != ".."; name = path.Dir(name) {
		if at, is := p.files[name]; is && at <= until {
			return true
		}
	}
	return slices.ContainsFunc(p.patterns, func(pattern string) bool {
		ok, err := path.Match(pattern, file)
		return ok && err == nil && p.files[pattern] <= until
	})
}

// outlook is what plans tell of the files around a document.
type outlook struct {
	*facts
	doc *document.Document
	own *planned // what is planned in the document itself, once somebody asked
}

// all returns what the plans of the project say, read once a run. Most runs never ask.
func (o *outlook) all() *planned {
	root := o.doc.Root
	return fact(o.facts, lookup{"plans", root, ""}, func() *planned {
		var all []task
		for _, in := range o.set.Inputs(document.Join(root, place.Milestones)) {
			if in.Root == root && (in.Kind == slicePlan || in.Kind == taskPlan) {
				file := strings.TrimPrefix(in.Path, document.Join(root, ""))
				all = append(all, tasks(document.Parse(&in, func(*document.Input) ([]byte, *document.Problem) {
					return o.content(root, file), nil // the document is not kept: there may be very many
				}))...)
			}
		}
		return newPlanned(all, nil)
	})
}

// either reports whether test holds for what the plans of the project say, or for what the document itself says, which
// may be more than is written to disk.
func (o *outlook) either(test func(p *planned) bool) bool {
	if o.doc.Kind == taskPlan && !o.doc.Readable() {
		return true // nobody can read what the task changes
	}
	all := o.all()
	if o.own == nil {
		o.own = newPlanned(tasks(o.doc), all)
	}
	return test(o.own) || test(all)
}

// makes reports whether a task up to the slice of the document touches a file: then it may be there when a command
// runs. With ever, one of a later slice does as well.
func (o *outlook) makes(file string, ever bool) bool {
	until := math.MaxInt
	if !ever {
		until = o.now()
	}
	return o.either(func(p *planned) bool { return p.touches(file, until) })
}

// now is the position of the tasks in the slice of the document.
func (o *outlook) now() int {
	own := place.Of(o.doc.Root, o.doc.Path)
	if own.Slice == "" {
		return math.MaxInt
	}
	return position(own.Milestone, own.Slice)
}

// names reports whether a task of any plan touches a file whose path fits.
func (o *outlook) names(fits func(file string) bool) bool {
	return o.either(func(p *planned) bool { return slices.ContainsFunc(sorted(p.files), fits) })
}

// declares reports whether a task that is not yet done may declare a script in a file: the task with the id, whose
// command asks for it, or one that comes before and whose text names the script.
func (o *outlook) declares(file, script, id string) bool {
	parts := strings.FieldsFunc(strings.ToLower(script), func(r rune) bool { return strings.ContainsRune(":-_./", r) })
	return o.either(func(p *planned) bool {
		return slices.ContainsFunc(p.open, func(t task) bool {
			return slices.Contains(t.files, file) && o.before(t.id, id) &&
				!slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(t.text, part) })
		})
	})
}

// before reports whether a task is done when the commands of the one with the id run, "" for those of the whole
// slice. The tasks of a slice run side by side.
func (o *outlook) before(task, id string) bool {
	milestone, slice, _ := place.SplitID(task)
	at, now := position(milestone, slice), o.now()
	return at == 0 || at < now || task == id || at == now && id == ""
}
