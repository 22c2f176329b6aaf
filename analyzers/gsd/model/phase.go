package model

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/graph"
	"github.com/nplint/nplint/internal/memo"
)

// Phase is one directory below phases/.
type Phase struct {
	Dir       string // its name
	Number    string // as Number writes it; "" if the name has none
	Plans     []*Plan
	Active    []*Plan  // those that are scheduled and not superseded
	Dated     []string // files of plans whose names begin with a date, which GSD takes for their number
	Summaries []*Summary
	Counted   []string // files that are counted as plans and never run, by their paths below the directory
	Unrun     []string // files that were meant for plans and are none by their names, likewise
	Files     []string // all artefacts, likewise
	Foreign   []string // files that bear the number of another phase, likewise
	Misnamed  []string // names that files were meant to have and nearly do: what is not there because of it is told once
	Research  bool     // a research file announces a validation
	Verified  verification
	Circle    bool // plans depend on one another

	PlanAt    map[string]*Plan    // by their paths
	SummaryAt map[string]*Summary // likewise
	Mentioned map[string]bool     // ids that the plans that are not superseded mention
	Builds    map[string]bool     // files of buildFiles that an open plan changes

	changing map[change][]*Plan
}

// change is a file that plans change which run side by side.
type change struct {
	wave int
	done bool
	file string
}

// Changing returns the plans that run side by side with a plan, as far as is known, and change a file, in the order
// of their paths; it may be among them.
func (ph *Phase) Changing(with *Plan, file string) []*Plan {
	return ph.changing[change{with.Runs, with.Summary != nil, path.Clean(file)}]
}

func (ph *Phase) readChanges() {
	ph.changing = map[change][]*Plan{}
	byPath := func(a, b *Plan) int { return strings.Compare(a.Path, b.Path) }
	for _, plan := range slices.SortedFunc(slices.Values(ph.Active), byPath) {
		if plan.Unsure {
			continue
		}
		for _, file := range plan.Files {
			key := change{plan.Runs, plan.Summary != nil, path.Clean(file)}
			if all := ph.changing[key]; len(all) == 0 || all[len(all)-1] != plan {
				ph.changing[key] = append(all, plan)
			}
		}
	}
}

// Summary is what a plan leaves.
type Summary struct {
	File      string // below the phase directory
	Path      string // relative to the run's base
	Status    string // folded, without what stands behind a #
	Completed string // its day, as notation.Day gives it
	Lost      bool   // its keys are not read
	Plans     []*Plan
}

// verification is the report that says whether a phase reached its goal.
type verification struct {
	File   string          // below the phase directory; "" if there is none
	Others map[string]bool // reports that nobody reads
	Status string          // "" if there is none or it is not read
}

// Phases returns the phases that have a directory, by its name. If there are files in them and none is judged, as where
// phases/ is a link, nothing is known of any.
func (p *Planning) Phases() []*Phase {
	return p.list.Get(p.Set, true, func() []*Phase {
		names, _ := p.Files.List(p.Root, strings.TrimSuffix(p.Dir+"phases", "/"))
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return strings.HasPrefix(name, ".") || p.Files.Look(p.Root, p.Dir+"phases/"+name) != document.Dir
		})
		if p.FirstBelow(p.Path("phases/")) == "" && slices.ContainsFunc(names, func(name string) bool {
			files, _ := p.Files.List(p.Root, p.Dir+"phases/"+name)
			return slices.ContainsFunc(files, isPlanOrSummary)
		}) {
			return nil
		}
		all := make([]*Phase, len(names))
		p.Parallel(len(names), func(i int) { all[i] = p.Phase(names[i]) })
		return all
	})
}

// isPlanOrSummary reports whether a file has the name of a plan or a summary.
func isPlanOrSummary(name string) bool {
	return strings.HasSuffix(name, "PLAN.md") || strings.HasSuffix(name, "SUMMARY.md")
}

// PhaseOf returns the phase that a document lies in, or nil.
func (p *Planning) PhaseOf(d *document.Document) *Phase {
	if name := notation.PhaseDir(p.Below(d)); name != "" {
		return p.Phase(name)
	}
	return nil
}

// PhaseNumbered returns the phase with a number, or nil if there is none, or more than one: then GSD refuses them all.
func (p *Planning) PhaseNumbered(number string) *Phase {
	if known, ok := p.numbered.Known(p.Set, true); ok {
		return known[number]
	}
	return p.numbered.Get(p.Set, true, func() map[string]*Phase {
		all := map[string]*Phase{}
		for _, phase := range p.Phases() {
			number := phase.Number
			if _, twice := all[number]; twice || number == "" {
				phase = nil
			}
			all[number] = phase
		}
		return all
	})[number]
}

// Phase returns the phase in a directory.
func (p *Planning) Phase(name string) *Phase {
	if known, ok := p.phases.Known(p.Set, name); ok {
		return known
	}
	return p.phases.Get(p.Set, name, func() *Phase { return readPhase(p, name) })
}

// numberOf returns the number of a phase directory: GSD looks for 14 in 14-80-20-rule, too, if nothing else has it.
func numberOf(p *Planning, dir string) string {
	number := notation.DirNumber(dir)
	whole, _, isPart := strings.Cut(number, "-")
	knows := func(rm *Roadmap, n string) bool { return rm.Section(n) != nil || rm.Entry(n) != nil }
	if rm := p.Roadmap(); isPart && rm != nil && !knows(rm, number) && knows(rm, whole) {
		return whole
	}
	return number
}

// numbered is the kinds of files that a phase has one of, and that bear its number.
var numbered = map[string]bool{"gsd/context": true, "gsd/research": true, "gsd/validation": true, "gsd/verification": true,
	"gsd/uat": true, "gsd/security": true, "gsd/review": true, "gsd/phase-note": true}

var planLike = memo.Regexp(`^(?:\d[\d.]*-)?PLAN-[a-z][a-z0-9-]*\.md$`)

func readPhase(p *Planning, name string) *Phase {
	ph := &Phase{Dir: name, Number: numberOf(p, name), PlanAt: map[string]*Plan{}, SummaryAt: map[string]*Summary{},
		Mentioned: map[string]bool{}}
	dir := p.Path("phases/" + name + "/")
	var reports []string
	for _, in := range p.Inputs(dir) {
		file := strings.TrimPrefix(in.Path, dir)
		ph.Files = append(ph.Files, file)
		if in.Kind == "gsd/unknown" && !strings.Contains(file, "/") {
			if near, known := NearName(p, "phases/"+name, file); near != "" && !known {
				ph.Misnamed = append(ph.Misnamed, path.Base(near))
			}
		}
		if ph.Number != "" && numbered[in.Kind] && notation.ForeignTo(name, file) && p.Edition != "1.x" {
			ph.Foreign = append(ph.Foreign, file)
		}
		switch {
		case notation.Scheduled(file):
			ph.Plans = append(ph.Plans, readPlan(p, ph, file, in.Path))
		case notation.IsSummary(file):
			ph.Summaries = append(ph.Summaries, readSummary(p, file, in.Path))
		case notation.Counted(file, p.Old()):
			ph.Counted = append(ph.Counted, file)
		case planLike().MatchString(file):
			ph.Unrun = append(ph.Unrun, file)
		case strings.HasSuffix(file, "-VERIFICATION.md") || file == "VERIFICATION.md":
			reports = append(reports, file)
		case strings.HasSuffix(file, "RESEARCH.md"):
			if d := p.At(in.Path); d != nil {
				ph.Research = ph.Research || strings.Contains(d.Content(), "## Validation Architecture")
			}
		}
	}
	ph.Plans = slices.DeleteFunc(ph.Plans, func(plan *Plan) bool { return plan == nil })
	ph.Active = slices.DeleteFunc(slices.Clone(ph.Plans), func(plan *Plan) bool { return plan.Superseded })
	for _, plan := range ph.Plans {
		if notation.Scheduled(notation.Undated(plan.File)) {
			ph.Dated = append(ph.Dated, plan.File)
		}
	}
	ph.verification(p, reports)
	ph.Foreign = slices.DeleteFunc(ph.Foreign, func(file string) bool {
		return ph.Verified.Others[file] || strings.HasSuffix(file, "-DISCUSSION-LOG.md") // which people read
	})
	for _, plan := range ph.Active {
		maps.Copy(ph.Mentioned, plan.Mentions)
	}
	ph.pair()
	ph.connect(p.Old())
	ph.readChanges()
	ph.readBuilds()
	return ph
}

// buildFiles are those that declare what commands of tasks may call.
var buildFiles = []string{"package.json", "justfile", "Makefile"}

func (ph *Phase) readBuilds() {
	ph.Builds = map[string]bool{}
	for _, plan := range ph.Plans {
		for _, changed := range slices.Concat(plan.Files, plan.TaskFiles) {
			for _, file := range buildFiles {
				if !plan.Done() && strings.HasSuffix(changed, file) {
					ph.Builds[file] = true
				}
			}
		}
	}
}

// verification chooses the report that GSD reads.
func (ph *Phase) verification(p *Planning, reports []string) {
	slices.SortStableFunc(reports, func(a, b string) int {
		rank := func(file string) int {
			if file == "VERIFICATION.md" {
				return 2
			}
			if notation.Number(strings.TrimSuffix(file, "-VERIFICATION.md")) == ph.Number && !p.Old() {
				return 0
			}
			return 1
		}
		if rank(a) != rank(b) {
			return rank(a) - rank(b)
		}
		return strings.Compare(a, b)
	})
	if len(reports) == 0 {
		return
	}
	ph.Verified = verification{File: reports[0], Others: map[string]bool{}}
	for _, other := range reports[1:] {
		ph.Verified.Others[other] = true
	}
	if d := p.Doc("phases/" + ph.Dir + "/" + reports[0]); d != nil {
		ph.Verified.Status = strings.Clone(strings.TrimSpace(dialect.Text(p.Front(d).Root.Get("status"))))
	}
}

func readSummary(p *Planning, file, path string) *Summary {
	s := &Summary{File: file, Path: path}
	if d := p.At(path); d != nil && d.Problem == nil {
		f := p.Front(d)
		status, _, _ := strings.Cut(dialect.Text(f.Root.Get("status")), "#")
		s.Lost, s.Status = f.Lost(), strings.Clone(strings.ToLower(strings.TrimSpace(status)))
		s.Completed = strings.Clone(notation.Day(dialect.Text(f.Root.Get("completed"))))
	}
	return s
}

// pair gives plans their summaries: a plan claims all that have one of its names, and the first tells of it. A summary
// may close several plans.
func (ph *Phase) pair() {
	byFile := map[string]*Summary{}
	for _, s := range ph.Summaries {
		byFile[s.File], ph.SummaryAt[s.Path] = s, s
	}
	for _, plan := range ph.Plans {
		ph.PlanAt[plan.Path] = plan
		for _, name := range notation.SummaryNames(plan.File) {
			s := byFile[name]
			if s == nil || len(s.Plans) > 0 && s.Plans[len(s.Plans)-1] == plan {
				continue
			}
			s.Plans = append(s.Plans, plan)
			if plan.Summary == nil {
				plan.Summary = s
			}
		}
	}
}

// Short reports whether a file is there that was meant for a plan and is none by its name: then it is not known which
// plans there are.
func (ph *Phase) Short() bool { return slices.ContainsFunc(ph.Misnamed, notation.Scheduled) }

// Stray reports whether a summary is there that no plan claims, or that has nearly its name, or a plan is not known:
// then it is not known which plans are done.
func (ph *Phase) Stray() bool {
	orphan := func(s *Summary) bool {
		return len(s.Plans) == 0 && strings.Contains(strings.TrimSuffix(s.File, "-SUMMARY.md"), "-")
	}
	return ph.Short() || slices.ContainsFunc(ph.Misnamed, notation.IsSummary) || slices.ContainsFunc(ph.Summaries, orphan)
}

// Open returns the plans without a summary that closes them.
func (ph *Phase) Open() []*Plan {
	return slices.DeleteFunc(slices.Clone(ph.Active), (*Plan).Done)
}

// Unsummed returns the open plans of which no summary with nearly its name is there.
func (ph *Phase) Unsummed() []*Plan {
	return slices.DeleteFunc(ph.Open(), func(plan *Plan) bool {
		return slices.ContainsFunc(notation.SummaryNames(plan.File),
			func(name string) bool { return slices.Contains(ph.Misnamed, name) })
	})
}

// Total returns how many plans GSD counts.
func (ph *Phase) Total() int { return len(ph.Active) + len(ph.Counted) }

// Complete reports whether all plans of the phase, of which there are some, have summaries.
func (ph *Phase) Complete() bool {
	isOpen := func(plan *Plan) bool { return !plan.Done() }
	return len(ph.Active) > 0 && len(ph.Counted) == 0 && !slices.ContainsFunc(ph.Active, isOpen)
}

// Resolve returns the plan of the phase that an id in `depends_on` leads to, or nil.
func (ph *Phase) Resolve(id string, old bool) *Plan {
	return ph.resolver(old)(id)
}

// resolver returns a function that resolves many ids: by the name of the file, by the form that all editions write, and
// by what newer ones take for it, each of which is read once an id is not found by those before.
func (ph *Phase) resolver(old bool) func(id string) *Plan {
	forms := []func(*Plan) string{
		func(plan *Plan) string { return plan.ID },
		func(plan *Plan) string { return plan.Canonical },
		func(plan *Plan) string { return notation.ShortForm(plan.ID) },
	}
	if old {
		forms = forms[:2]
	}
	var plans []map[string]*Plan // one for each form that was asked for
	return func(id string) *Plan {
		id = strings.ToLower(id)
		for i, form := range forms {
			if i == len(plans) {
				plans = append(plans, map[string]*Plan{})
				for _, plan := range slices.Backward(ph.Active) { // the first of two counts
					plans[i][strings.ToLower(form(plan))] = plan
				}
			}
			if plan := plans[i][id]; plan != nil && id != "" {
				return plan
			}
		}
		return nil
	}
}

// connect resolves dependencies, finds circles and computes waves.
func (ph *Phase) connect(old bool) {
	active, resolve := ph.Active, ph.resolver(old)
	for _, plan := range active {
		for i := range plan.Deps {
			plan.Deps[i].Plan = resolve(plan.Deps[i].ID)
		}
	}
	component := graph.Components(active, (*Plan).next)
	size := map[int]int{}
	for _, plan := range active {
		size[component[plan]]++
	}
	for _, plan := range active {
		for i := range plan.Deps {
			to := plan.Deps[i].Plan
			plan.Deps[i].Circle = to == plan || to != nil && component[to] == component[plan] && size[component[plan]] > 1
			ph.Circle = ph.Circle || plan.Deps[i].Circle
		}
	}
	if ph.Circle {
		return
	}
	offset := 1
	for _, plan := range active {
		if plan.WaveKnown && plan.Wave == 0 {
			offset = 0
		}
	}
	graph.After(active, (*Plan).next, func(plan *Plan) {
		plan.Runs, plan.Unsure = offset, plan.Lost || !plan.DepsKnown
		for _, dep := range plan.Deps {
			if dep.Plan == nil {
				plan.Unsure = true
				continue
			}
			plan.Runs = max(plan.Runs, dep.Plan.Runs+1)
			plan.Unsure = plan.Unsure || dep.Plan.Unsure
		}
	})
}

// Archived reports whether an archive of a milestone has a directory of the phase.
func Archived(p *Planning, number string) bool {
	if known, ok := p.archived.Known(p.Set, true); ok {
		return known[number]
	}
	return p.archived.Get(p.Set, true, func() map[string]bool {
		all := map[string]bool{}
		names, _ := p.Files.List(p.Root, p.Dir+"milestones")
		for _, name := range names {
			dirs, _ := p.Files.List(p.Root, p.Dir+"milestones/"+name)
			for _, dir := range dirs {
				all[notation.DirNumber(dir)] = true
			}
		}
		return all
	})[number]
}

// Past reports whether a document belongs to a phase of a former milestone: the roadmap has it in an archived part, or
// not at all though something of it is done.
func Past(p *Planning, d *document.Document) bool { return ageOf(p, d).past }

// age is how far a phase is over.
type age struct{ past, unlisted, complete, ticked bool }

// ageOf returns how far the phase is over that a document lies in.
func ageOf(p *Planning, d *document.Document) age {
	name := notation.PhaseDir(p.Below(d))
	if name == "" {
		return age{}
	}
	if known, ok := p.ages.Known(p.Set, name); ok {
		return known
	}
	return p.ages.Get(p.Set, name, func() age {
		ph := p.Phase(name)
		a := age{unlisted: Unlisted(p, ph), complete: ph.Complete()}
		if ph.Number != "" {
			at := StandingOf(p, ph.Number)
			a.past, a.ticked = at.Read && !at.Current || a.unlisted || at.Between || at.Shipped, at.Ticked
		}
		return a
	})
}

// Unlisted reports whether the roadmap no longer has a phase, of which something is done.
func Unlisted(p *Planning, ph *Phase) bool {
	if ph.Number == "" || len(ph.Summaries) == 0 && ph.Verified.File == "" {
		return false
	}
	at := StandingOf(p, ph.Number)
	return at.Read && !at.Listed
}
