package plan

import (
	"fmt"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var wholeNumber = memo.Regexp(`^\+?\d+$`)

// edgeJudge judges what a plan waits for, and when it runs.
type edgeJudge struct{ *judge }

// wave holds the declared wave against the one that GSD computes.
func (j edgeJudge) wave() {
	pair, text := j.value("wave")
	if pair == nil {
		return
	}
	number := strings.TrimSpace(strings.SplitN(text, "#", 2)[0])
	known := j.plan != nil && !j.plan.Phase.Circle && !j.plan.Unsure
	if !wholeNumber().MatchString(number) {
		f := document.Finding{Rule: "gsd-plan-wave", Span: dialect.At(pair), At: "frontmatter.wave",
			Message: fmt.Sprintf("`wave` is %s, which is no whole number from 0, so nothing is compared with the wave that "+
				"GSD computes", document.Quote(text))}
		if known {
			f.Message += fmt.Sprintf("; write %d", j.plan.Runs)
			f.Fixes = j.set1(pair, strconv.Itoa(j.plan.Runs))
		}
		j.Report(f)
		return
	}
	if !known || j.plan.Wave == j.plan.Runs || j.over && !slices.ContainsFunc(j.plan.Deps, func(dep model.Dep) bool {
		return dep.Plan.WaveKnown && dep.Plan.Wave >= j.plan.Wave
	}) {
		return
	}
	why := "it depends on no plan of the phase"
	if len(j.plan.Deps) > 0 {
		var ids []string
		for _, dep := range j.plan.Deps {
			ids = append(ids, dep.ID)
		}
		why = "it depends on " + document.AllOf(ids)
	}
	f := document.Finding{Rule: "gsd-plan-wave", Span: dialect.At(pair), At: "frontmatter.wave", Lesser: true, Least: j.over,
		Message: fmt.Sprintf("the plan says wave %d, and GSD runs it in wave %d, since %s; write %d, or fix "+
			"depends_on", j.plan.Wave, j.plan.Runs, why, j.plan.Runs)}
	if j.plan.Wave < j.plan.Runs { // one that is to run later may lack what it waits for
		f.Fixes = j.set1(pair, strconv.Itoa(j.plan.Runs))
	}
	j.Report(f)
}

var (
	phaseWords = memo.Regexp(`(?i)^phase[\s-]*\d`)
	noEdge     = memo.Regexp(`^\[\s*\]\s+#`)
	nothing    = memo.Regexp(`(?i)^(?:none|nothing|null|nil|n/?a|no|-+|–|—)$`)
	planNumber = memo.Regexp(`(?i)^(?:plan[\s-]*|p)?0*(\d+[a-z]?)$`)
	noteBehind = memo.Regexp(`\s+[(\[–—#-].*$`) // as in 02-01-PLAN.md (once it is merged)
	planEnd    = memo.Regexp(`(?i)(-PLAN)?(\.md)?$`)
	pairOfIDs  = memo.Regexp(`^0*(\d+(?:\.\d+)*)[-_./]0*(\d+)(?:[-_.][A-Za-z].*)?$`) // with or without a name
)

// depends judges every entry of depends_on.
func (j edgeJudge) depends() {
	if j.plan == nil {
		return
	}
	list := j.front.Root.Get("depends_on")
	gone, dated := sync.OnceValue(j.gone), j.plan.Phase.Dated
	for i, dep := range j.plan.Deps {
		where := document.Index("frontmatter.depends_on", i)
		if dep.Plan != nil {
			j.dependency(dep, where)
			continue
		}
		if other := j.elsewhere(noteBehind().ReplaceAllString(dep.ID, "")); other != "" {
			j.crosses(list, dep, where, other)
			continue
		}
		// An empty list with a comment is one of an old edition; in a short phase it may be the plan whose name is misspelt, which is told.
		if !noEdge().MatchString(dep.ID) && !j.plan.Phase.Short() && len(dated) == 0 {
			j.unknown(list, i, where, gone)
		}
	}
}

// crosses reports an entry that names what is outside of the phase.
func (j edgeJudge) crosses(list *document.Node, dep model.Dep, where, other string) {
	j.gather.Add("cross", document.Finding{Rule: "gsd-depends-cross-phase", Span: dep.Span, At: where,
		Message: fmt.Sprintf("%s is %s, and GSD looks for dependencies in the phase of the plan alone: the edge is "+
			"dropped; phases follow the roadmap anyway, so remove it", document.Quote(dep.ID), other),
		Fixes: drop(j.Doc, list, dep.Span)})
}

// unknown judges an entry that names nothing of any phase. Of plans that are gone, summaries may remain.
func (j edgeJudge) unknown(list *document.Node, i int, where string, gone func() map[string]bool) {
	dep, phase := j.plan.Deps[i], j.plan.Phase
	f := document.Finding{Rule: "gsd-depends-unknown", Span: dep.Span, At: where}
	id := notation.Canonical(dep.ID)
	isNamed := func() bool {
		return slices.ContainsFunc(phase.Plans, func(plan *model.Plan) bool {
			return strings.HasPrefix(plan.ID, id+"-") // the summary of 3.1-02-schema may be called 3.1-02
		})
	}
	switch {
	case nothing().MatchString(strings.TrimSpace(dep.ID)):
		f.Message = fmt.Sprintf("%s names no plan of phase %s, so GSD drops the edge; write `[]` if the plan waits for nothing",
			document.Quote(dep.ID), phase.Dir)
		f.Lesser, f.Fixes = true, drop(j.Doc, list, dep.Span)
	case gone()[id] && !isNamed():
		f.Message = fmt.Sprintf("the plan %s is gone, and its summary says that it is done, so GSD drops the edge; remove it", dep.ID)
		f.Lesser, f.Least, f.Fixes = j.done, true, drop(j.Doc, list, dep.Span)
	default:
		f.Message = fmt.Sprintf("%s is no plan of phase %s that runs, so GSD drops the edge", document.Quote(dep.ID), phase.Dir)
		f.Lesser = j.done || gone()[id]
		if j.done {
			f.Message += " (the plan is done already)"
		} else {
			f.Message += " and starts this plan before what it needs"
		}
		var fix []string
		if n := len(phase.Active); (i+1)*n*n <= maxCompared {
			fix = j.meant(dep.ID)
		}
		switch len(fix) {
		case 0:
			if j.earlier(dep.ID) {
				j.crosses(list, dep, where, "a phase")
				return
			}
			if phase := j.begins(dep.ID); phase != "" {
				j.crosses(list, dep, where, "by its beginning one of phase "+phase)
				return
			}
			if m := pairOfIDs().FindStringSubmatch(dep.ID); m != nil && notation.Compare(m[1], phase.Number) < 0 {
				j.crosses(list, dep, where, "by its number a plan of phase "+m[1])
				return
			}
			f.Message += "; name a plan of the phase by its id" + j.example()
		case 1:
			f.Message += "; write " + fix[0]
			f.Fixes = document.Replace("write "+fix[0], dep.Span, `"`+fix[0]+`"`)
		default:
			f.Message += "; write a list: [" + strings.Join(fix, ", ") + "]"
			f.Fixes = document.Replace("write a list", dep.Span, `["`+strings.Join(fix, `", "`)+`"]`)
		}
	}
	j.Report(f)
}

// gone returns the ids in the names of summaries that no plan claims.
func (j edgeJudge) gone() map[string]bool {
	ids := map[string]bool{}
	for _, s := range j.plan.Phase.Summaries {
		if len(s.Plans) == 0 {
			ids[notation.Canonical(strings.TrimSuffix(s.File, "-SUMMARY.md"))] = true
		}
	}
	return ids
}

// earlier reports whether a text is the number of a phase before that of the plan.
func (j edgeJudge) earlier(text string) bool {
	number := notation.Number(text)
	return notation.IsPlain(text) && notation.Compare(number, j.plan.Phase.Number) < 0 &&
		j.p.PhaseNumbered(number) != nil
}

// begins returns the number of the phase before that of the plan with whose number and name a text begins, or "".
func (j edgeJudge) begins(text string) string {
	const longest = 200 // bytes of a name of a phase by which a plan is called
	number, name, _ := strings.Cut(strings.ToLower(text), "-")
	number = notation.Number(number)
	if number == "" || name == "" || notation.Compare(number, j.plan.Phase.Number) >= 0 {
		return ""
	}
	slug := ""
	if ph := j.p.PhaseNumbered(number); ph != nil {
		_, slug, _ = strings.Cut(strings.ToLower(ph.Dir), "-")
	} else if sec := j.p.Roadmap().Section(number); sec != nil && len(sec.Name) <= longest {
		slug = notation.Slug(sec.Name)
	}
	if slug == "" || !strings.HasPrefix(name+"-", slug+"-") {
		return ""
	}
	return number
}

// example names the plan of the phase before this one, if there is one: those behind it may wait for it.
func (j edgeJudge) example() string {
	if i := slices.Index(j.plan.Phase.Active, j.plan); i > 0 {
		return ", such as " + j.plan.Phase.Active[i-1].ID
	}
	return ""
}

// dependency judges an entry that leads to a plan.
func (j edgeJudge) dependency(dep model.Dep, where string) {
	switch {
	case dep.Plan == j.plan:
		j.Reportf("gsd-depends-cycle", dep.Span, where, "the plan depends on itself, so the index of the phase fails and "+
			"none of its plans runs; remove the entry")
	case dep.Circle:
		j.Reportf("gsd-depends-cycle", dep.Span, where,
			"%s depends on %s, which depends on it, so the index of the phase fails and none of its plans runs; break "+
				"the cycle", j.plan.ID, dep.Plan.ID)
	case dep.Plan.Summary != nil && dep.Plan.Summary.Status == "halted" && j.plan.Summary != nil &&
		j.plan.Summary.Status != "halted":
		j.Reportf("gsd-summary-halted", dep.Span, where,
			"the summary of %s says halted, which blocks this plan, and yet the plan has a summary of its own; correct the "+
				"one that is wrong", dep.Plan.ID)
	}
}

// drop is the fix that takes the entry at a place out of a list.
func drop(d *document.Document, list *document.Node, at document.Span) []document.Fix {
	i := sort.Search(len(list.Items), func(i int) bool { return list.Items[i].Span.Start >= at.Start })
	switch {
	case list.Type != document.List && list.Span == at:
		return document.Replace("write []", at, "[]")
	case i == len(list.Items): // it is one text
		return nil
	case list.Flow:
		return document.DropItem(list, i)
	case len(list.Items) == 1:
		start := list.Span.Start - len(d.Indent(list.Items[0].Span.Start))
		return document.Replace("remove it", document.Span{Start: max(0, start-1), End: list.Span.End}, " []")
	}
	s := d.Content()
	start := strings.LastIndexByte(s[:list.Items[i].Span.Start], '\n') + 1
	_, next := document.LineEnd(s, list.Items[i].Span.End)
	return document.Replace("remove it", document.Span{Start: start, End: next}, "")
}

// elsewhere tells what an id names outside of the phase, or "".
func (j edgeJudge) elsewhere(id string) string {
	if phaseWords().MatchString(id) {
		return "a phase"
	}
	named := j.p.Named.Get(j.p.Set, true, j.named)
	another := func(ph *model.Phase) bool { return ph != j.plan.Phase }
	dir, _, isFile := strings.Cut(strings.TrimPrefix(id, "../"), "/")
	if slices.ContainsFunc(named[directory+dir], another) {
		if isFile {
			return "a file of phase " + dir
		}
		return "a phase"
	}
	phases := named[strings.ToLower(id)]
	if i := slices.IndexFunc(phases, another); i >= 0 {
		return "a plan of phase " + phases[i].Dir
	}
	return ""
}

// directory stands before the name of a phase's directory, and in no id of a plan.
const directory = "/"

// named returns the first two phases, which are as good as all, by the names of their directories and by the ids of
// their plans in lower case.
func (j edgeJudge) named() map[string][]*model.Phase {
	all := map[string][]*model.Phase{}
	add := func(name string, ph *model.Phase) {
		if known := all[name]; len(known) < 2 && !slices.Contains(known, ph) {
			all[name] = append(known, ph)
		}
	}
	for _, ph := range j.p.Phases() {
		add(directory+ph.Dir, ph)
		for _, plan := range ph.Plans {
			add(strings.ToLower(plan.ID), ph)
			if canonical := notation.Canonical(plan.ID); strings.Contains(canonical, "-") {
				add(strings.ToLower(canonical), ph)
			}
		}
	}
	return all
}

// maxFields is how many ids a text may be a list of.
const maxFields = 50

// maxCompared is how many ids of plans the plans of a phase may be held against, in all, to find out which were
// meant: many more than in real ones, where a plan names a few and a phase has a few.
const maxCompared = 200_000

// meant returns the ids of the plans that a text was probably meant for: several if it is a list in one text, none if
// nothing is near.
func (j edgeJudge) meant(text string) []string {
	fields := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(", ;", c) })
	if len(fields) > 1 && len(fields) <= maxFields {
		var all []string
		for _, field := range fields {
			if plan := j.plan.Phase.Resolve(field, j.p.Old()); plan != nil {
				all = append(all, plan.ID)
			} else if one := j.meantOne(field); one != "" {
				all = append(all, one)
			}
		}
		if len(all) == len(fields) {
			return all
		}
	}
	if one := j.meantOne(text); one != "" {
		return []string{one}
	}
	return nil
}

func (j edgeJudge) meantOne(text string) string {
	active := j.plan.Phase.Active
	one := func(fits func(id string) bool) string {
		found := ""
		for _, plan := range active {
			if plan != j.plan && fits(plan.Canonical) {
				if found != "" {
					return ""
				}
				found = plan.ID
			}
		}
		return found
	}
	text = noteBehind().ReplaceAllString(text, "")
	bare := planEnd().ReplaceAllString(path.Base(text), "")
	if bare != text { // else it is known that it names none
		if plan := j.plan.Phase.Resolve(bare, j.p.Old()); plan != nil && plan != j.plan {
			return plan.ID
		}
	}
	bare = strings.TrimPrefix(bare, j.plan.Phase.Dir+"-")
	if m := planNumber().FindStringSubmatch(bare); m != nil {
		return one(func(id string) bool {
			n, name, _ := strings.Cut(id, "-")
			if name == "" || '0' <= name[0] && name[0] <= '9' { // that of the phase stands before it
				n = id[strings.LastIndexByte(id, '-')+1:]
			}
			return strings.EqualFold(strings.TrimLeft(n, "0"), m[1])
		})
	}
	if m := pairOfIDs().FindStringSubmatch(bare); m != nil {
		return one(func(id string) bool {
			n := pairOfIDs().FindStringSubmatch(id)
			return n != nil && n[1] == m[1] && n[2] == m[2]
		})
	}
	start := strings.ToLower(bare) + "-"
	if plan := one(func(id string) bool { // the id without the number of the phase
		_, rest, _ := strings.Cut(strings.ToLower(id), "-")
		return bare != "" && strings.HasPrefix(rest+"-", start)
	}); plan != "" || len(bare) < 6 {
		return plan
	}
	var ids []string
	for _, plan := range active {
		if plan != j.plan {
			ids = append(ids, plan.ID)
		}
	}
	return spell.Nearest(bare, ids)
}

const (
	maxOthers = 20      // how many plans one finding names
	maxFound  = 300     // how many it counts
	maxEffort = 1 << 14 // how many plans a plan is held against, again for each file that they share
)

// conflicts reports files that earlier plans of the same wave change as well, in one finding: a dependency that lacks is
// its cause.
func (j edgeJudge) conflicts() {
	if !j.due || j.plan.Phase.Circle || j.plan.Unsure {
		return
	}
	first := document.Finding{Rule: "gsd-wave-conflict"}
	var entries []document.Finding // the files
	var found []*model.Plan        // the others
	told, named, effort := map[string]bool{}, map[string]int{}, maxEffort
	for _, key := range []string{"files_modified", "files-modified"} {
		for i, n := range model.Keys(j.front.Root.Get(key)) {
			file := strings.TrimSpace(dialect.Text(n))
			entries = append(entries, document.Finding{Span: n.Span, At: document.Index("frontmatter."+key, i), Message: file})
			for _, other := range j.plan.Phase.Changing(j.plan, file) {
				if other.Path >= j.plan.Path || effort < 0 {
					break // two plans are told of at the later one
				}
				effort -= 1 + (len(j.plan.Coupled)+len(other.Coupled))/256
				if strings.Contains(j.plan.Coupled, other.ID) || strings.Contains(other.Coupled, j.plan.ID) {
					continue
				}
				told[file] = true
				if len(found) == maxFound {
					break
				}
				if _, ok := named[other.ID]; !ok {
					named[other.ID] = len(entries) - 1
					found = append(found, other)
				}
			}
		}
	}
	if found == nil {
		return
	}
	slices.SortStableFunc(found, func(a, b *model.Plan) int { return strings.Compare(a.Path, b.Path) })
	var others []string
	for _, other := range found {
		others = append(others, other.ID)
	}
	at := entries[named[others[0]]]
	first.Span, first.At = at.Span, at.At
	what := at.Message
	if n := len(told) - 1; n > 0 {
		what += " and " + document.Count(n, "other file")
	}
	first.Message = fmt.Sprintf("%s and %s run in parallel in wave %d, and both change %s, so their worktrees do not "+
		"merge; let one depend on the other", others[0], j.plan.ID, j.plan.Runs, what)
	if n := len(others) - maxOthers; n > 1 {
		more := document.Count(n, "other plan")
		if effort < 0 || len(found) == maxFound {
			more = "others"
		}
		others = append(others[:maxOthers], more)
	}
	if len(others) > 1 {
		first.Message = fmt.Sprintf("%s runs in parallel with %s in wave %d, and they change %s as well, so the "+
			"worktrees do not merge; let one depend on the other", j.plan.ID, document.AllOf(others), j.plan.Runs, what)
	}
	j.Report(first)
}
