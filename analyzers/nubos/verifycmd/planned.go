package verifycmd

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/dialect"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/rules"
)

// planned is the files that plans say they touch.
type planned struct {
	files    map[string]bool // of any task
	above    map[string]bool // the directories that these lie in
	patterns []string        // among the files
	open     []task          // those that are not yet done and change a file that is there to declare something
	done     map[string]bool // ids of the tasks that are
}

// newPlanned collects the files of tasks. Other plans may tell that a task is done.
func newPlanned(tasks []task, others *planned) *planned {
	p := &planned{files: map[string]bool{}, above: map[string]bool{}, done: map[string]bool{}}
	for _, t := range tasks {
		if t.done {
			p.done[t.id] = true
		}
	}
	for _, t := range tasks {
		if t.text != "" && !p.done[t.id] && (others == nil || !others.done[t.id]) {
			p.open = append(p.open, t)
		}
		for _, file := range t.files {
			p.add(file)
		}
	}
	return p
}

func (p *planned) add(file string) {
	if p.files[file] {
		return
	}
	p.files[file] = true
	if strings.ContainsAny(file, "*?[\\") {
		p.patterns = append(p.patterns, file)
	}
	for dir := path.Dir(file); dir != "." && dir != "/" && !p.above[dir]; dir = path.Dir(dir) {
		p.above[dir] = true
	}
}

// touches reports whether a task touches a file, the directory that it lies in, or one in it if it is a directory.
func (p *planned) touches(file string) bool {
	if p.above[file] {
		return true
	}
	for name := file; name != "." && name != "/" && name != ".."; name = path.Dir(name) {
		if p.files[name] {
			return true
		}
	}
	return slices.ContainsFunc(p.patterns, func(pattern string) bool {
		ok, err := path.Match(pattern, file)
		return ok && err == nil
	})
}

// planned reports whether a task of any plan touches a file: then it may be there when the command runs.
func (s *script) planned(file string) bool {
	return s.headless() || s.tasks().touches(file) || s.plans().touches(file)
}

// headless reports whether the document is a task's and nobody can read what it changes.
func (s *script) headless() bool { return s.Doc.Kind == taskPlan && !s.Doc.Readable() }

// brings reports whether a task that is not yet done may declare a script in a file: the task that is verified itself,
// or one of an earlier slice, whose text names the script.
func (s *script) brings(file, name string) bool {
	named := func(t task) bool {
		return slices.Contains(t.files, file) && s.comesFirst(t.id) &&
			!slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), isMark),
				func(part string) bool { return !strings.Contains(t.text, part) })
	}
	return s.headless() || slices.ContainsFunc(s.plans().open, named) || slices.ContainsFunc(s.tasks().open, named)
}

// isMark reports whether a rune parts the words in the name of a script.
func isMark(r rune) bool { return strings.ContainsRune(":-_./", r) }

// comesFirst reports whether a task is done when the commands run. The tasks of a slice run side by side.
func (s *script) comesFirst(id string) bool {
	milestone, slice, _ := place.SplitID(id)
	own := place.Of(s.Doc.Root, s.Doc.Path)
	switch {
	case milestone == "" || own.Slice == "" || id == s.id:
		return true
	case milestone != own.Milestone:
		return place.IDNumber(milestone, 'M') < place.IDNumber(own.Milestone, 'M')
	case slice == own.Slice:
		return s.id == "" // the whole slice is verified
	}
	return place.IDNumber(slice, 'S') < place.IDNumber(own.Slice, 'S')
}

// tasks returns those of the document itself, which may hold more than is written to disk.
func (s *script) tasks() *planned {
	if s.own == nil {
		s.own = newPlanned(tasks(s.Doc), s.plans())
	}
	return s.own
}

// plans reads the plans of the project that the document belongs to, once a run. Most runs never ask.
func (s *script) plans() *planned {
	c, root := s.checker, s.Doc.Root
	return fact(c, lookup{"plans", root, ""}, func() *planned {
		var all []task
		read := func(kind, file string) {
			in := document.Input{Path: file, Kind: kind, Dialect: "nubos", Reader: dialect.Read}
			all = append(all,
				tasks(document.Parse(&in,
					func(in *document.Input) ([]byte, *document.Problem) { return c.content(root, in.Path), nil }))...)
		}
		const milestones = place.Home + "/milestones"
		for _, milestone := range c.list(root, milestones) {
			dir := path.Join(milestones, milestone, "slices")
			for _, slice := range c.list(root, dir) {
				read(slicePlan, path.Join(dir, slice, slice+"-PLAN.md"))
				tasks := path.Join(dir, slice, "tasks")
				for _, task := range c.list(root, tasks) {
					read(taskPlan, path.Join(tasks, task, task+"-PLAN.md"))
				}
			}
		}
		return newPlanned(all, nil)
	})
}

func (c *checker) list(root, dir string) []string {
	names, err := c.set.List(root, dir)
	if err != nil {
		return nil // there is nothing to read then
	}
	return names
}

// task is what a plan says of a task.
type task struct {
	id    string
	files []string // relative to the project root
	done  bool
	text  string // in lower case, what it is to do, if it changes a file that declares scripts
}

// declaring are files that declare scripts, targets or recipes.
var declaring = rules.Lazy(`(?i)(?:^|/)(?:package\.json|composer\.json|deno\.jsonc?|pyproject\.toml|cargo\.toml|\.?justfile|(?:gnu)?makefile|[^/]+\.mk)$`)

// tasks returns the tasks of a slice plan, or the one of a task plan. Only a task plan knows that it is done.
func tasks(doc *document.Document) []task {
	if !doc.Readable() || doc.Body == nil {
		return nil
	}
	found := map[string]*task{}
	var order []string
	at := func(id string) *task {
		if found[id] == nil {
			found[id] = &task{id: id}
			order = append(order, id)
		}
		return found[id]
	}
	own := ""
	if doc.Kind == taskPlan {
		front := doc.Front.Root
		if id := front.Get("id"); id != nil {
			own = id.Text
		}
		t := at(own)
		if status := front.Get("status"); status != nil {
			t.done = status.Text == "done" || status.Text == "skipped"
		}
		if files := front.Get("files_modified"); files != nil {
			for _, item := range files.Items {
				t.files = append(t.files, listed(item.Text)...)
			}
		}
	}
	elements := doc.Body.Elements
	for i := range elements {
		e := &elements[i]
		if e.Hidden || e.Name != "files_modified" && e.Name != "files" {
			continue
		}
		id := own
		if e.Parent >= 0 && elements[e.Parent].Attr("id") != nil {
			id = elements[e.Parent].Attr("id").Text
		}
		t := at(id)
		t.files = append(t.files, listed(doc.Text(e.Inner()))...)
	}
	var all []task
	for _, id := range order {
		t := *found[id]
		if slices.ContainsFunc(t.files, declaring().MatchString) {
			t.text = said(doc, id, own)
		}
		all = append(all, t)
	}
	return all
}

// said returns in lower case what a task is to do: all but its commands.
func said(doc *document.Document, id, own string) string {
	var b strings.Builder
	elements := doc.Body.Elements
	for i := range elements {
		e := &elements[i]
		parent := own
		if e.Parent >= 0 && elements[e.Parent].Attr("id") != nil {
			parent = elements[e.Parent].Attr("id").Text
		}
		if parent == id && !e.Hidden && e.Name != "task" && e.Name != "verify" && e.Name != "automated" {
			b.WriteString(strings.ToLower(doc.Text(e.Inner())) + "\n")
		}
	}
	for i := range doc.Body.Headings {
		if h := &doc.Body.Headings[i]; h.Level == 1 && own == id {
			b.WriteString(strings.ToLower(h.Text))
		}
	}
	return b.String() + " "
}

// listed returns the paths in a list that is separated by commas or lines, without list marks, backticks and remarks
// in parentheses.
func listed(text string) []string {
	var files []string
	for item := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		item, _, _ = strings.Cut(strings.TrimLeft(strings.TrimSpace(item), "-*+ \t`"), " (")
		if item = strings.Trim(item, " \t\r`\"'"); item != "" {
			files = append(files, path.Clean(item))
		}
	}
	return files
}
