package task

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// scaffolded reports tasks of the plan that have no file though others of the slice have: nobody carries them out.
func (p *plan) scaffolded(tree *model.Tree) {
	s := tree.Milestone(p.Doc.Root, place.Of(p.Doc.Root, p.Doc.Path).Milestone).Slice(p.slice)
	if s == nil || len(s.Files) == 0 {
		return // not scaffolded yet
	}
	reported := map[string]bool{}
	for _, t := range p.Tasks {
		_, _, number := place.SplitID(t.ID)
		if t.Tag.Unclosed || number == "" || reported[t.ID] || s.File(t.ID) != nil || s.FileIn(number) != nil {
			continue
		}
		reported[t.ID] = true
		p.report("task-unscaffolded", t, "", t.Tag.Open, nil,
			"task %s has no file tasks/%s/%s-PLAN.md, though the slice was scaffolded, so the executor never carries "+
				"it out; scaffold the slice again, or remove the task", t.ID, number, number)
	}
}

// drift holds the file against the <task> that it was made from. The scaffolder never refreshes a file, so what is
// changed in the plan does not reach the executor, and what is changed in the file is not what the plan-checker
// approved.
func (f *file) drift(tree *model.Tree) {
	m := tree.Milestone(f.Doc.Root, f.place.Milestone)
	s := m.Slice(f.place.Slice)
	if s == nil || s.Plan == nil || !s.Plan.Closed || f.wrong["id"] {
		return
	}
	id := document.Text(f.front.Get("id"))
	t := s.Plan.Task(id)
	if t == nil {
		if id != "" && !m.Meant(id) {
			f.report("task-orphan", "id", nil,
				"the slice plan %s has no task %s, so nobody planned or checked what this file tells the executor to "+
					"do; remove the file, or add the task to the plan", s.Plan.Path, id)
		}
		return
	}
	d := comparison{file: f, task: t, plan: s.Plan, milestone: m}
	d.values()
	d.name()
	for _, part := range []string{"read_first", "action", "verify", "acceptance_criteria", "done"} {
		d.part(part)
	}
}

// comparison is a file beside its task.
type comparison struct {
	*file
	task      *model.Task
	plan      *model.Plan
	milestone *model.Milestone
}

const drifted = "task-drift"

// values compares tier, wave and the two lists.
func (d *comparison) values() {
	tier, _ := d.attribute("tier")
	if slices.Contains(d.set.Vocabulary("nubos", "tier"), tier) && !d.wrong["tier"] &&
		document.Text(d.front.Get("tier")) != tier {
		d.value("tier", strconv.Quote(tier), tier)
	}
	wave, _ := d.attribute("wave")
	if n, err := strconv.Atoi(strings.TrimSpace(wave)); err == nil && !d.wrong["wave"] {
		if v := d.front.Get("wave"); v.Type == document.Number && v.Num != float64(n) {
			d.value("wave", strconv.Itoa(n), strconv.Itoa(n))
		}
	}
	if _, ok := d.attribute("depends_on"); ok && d.consistent() {
		d.list("depends_on", d.task.DependsOn)
	}
	files := d.task.Part("files_modified")
	if files == nil {
		files = d.task.Part("files")
	}
	if files != nil && !files.Unclosed {
		d.list("files_modified", d.task.Files)
	}
}

// attribute returns an attribute of the task as the scaffolder sees it, in double quotes.
func (d *comparison) attribute(name string) (text string, ok bool) {
	if a := d.task.Tag.Attr(name); a != nil && a.Quote == '"' {
		return a.Text, true
	}
	return "", false
}

// consistent reports whether every dependency in the file and in the plan leads to an earlier slice: others are
// reported for what they are.
func (d *comparison) consistent() bool {
	n := d.milestone.Node(d.task.ID)
	if n == nil {
		return false
	}
	for e := range d.milestone.Edges(n) {
		if e.Backward {
			return false
		}
	}
	return true
}

// value reports a value that is not the plan's.
func (d *comparison) value(key, text, shown string) {
	v := d.front.Get(key)
	fixes := document.Replace("write "+shown, v.Span, text)
	if key == "wave" && text != strconv.Itoa(place.IDNumber(d.place.Slice, 'S')) {
		fixes = nil // what the plan says is wrong itself
	}
	d.report(drifted, key, fixes,
		"`%s` is %s, but the slice plan says %s; the executor goes by this file and the plan-checker by the plan",
		key, document.Show(v), shown)
}

// list reports a list that does not hold the same things as the plan's, in whatever order.
func (d *comparison) list(key string, want []model.Item) {
	if d.wrong[key] {
		return
	}
	var missing, extra []string
	has, wanted := map[string]bool{}, map[string]bool{}
	for _, w := range want {
		wanted[w.Text] = true
	}
	for _, item := range d.front.Get(key).Items {
		if has[item.Text] = true; !wanted[item.Text] {
			extra = append(extra, item.Text)
		}
	}
	for _, w := range want {
		if !has[w.Text] {
			missing = append(missing, w.Text)
		}
	}
	if len(missing)+len(extra) == 0 {
		return
	}
	var differences []string
	if len(missing) > 0 {
		differences = append(differences, "lacks "+document.AllOf(missing))
	}
	if len(extra) > 0 {
		differences = append(differences, "has "+document.AllOf(extra)+" besides")
	}
	p := d.front.Pair(key)
	var lines strings.Builder
	lines.WriteString(key + ":")
	if len(want) == 0 {
		lines.WriteString(" []")
	}
	for _, w := range want {
		lines.WriteString("\n  - " + strconv.Quote(w.Text))
	}
	fixes := document.Replace("write the list of the plan", p.Line, lines.String()+"\n")
	if len(extra) > 0 || slices.ContainsFunc(want, doubtful) {
		fixes = nil
	}
	d.report(drifted, key, fixes,
		"`%s` %s, compared with the slice plan; the executor goes by this file and the plan-checker by the plan",
		key, strings.Join(differences, " and "))
}

// doubtful reports whether an entry of the plan's lists is reported there.
func doubtful(entry model.Item) bool {
	return isOutside(entry.Text) || strings.ContainsAny(entry.Text, " <>")
}
