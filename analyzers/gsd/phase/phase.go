// Package phase judges the directories of phases, the names in them, and summaries.
package phase

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer reports directories and files of phases that GSD does not find, and summaries that it misunderstands.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdphase",
	Doc:      "judge the directories of phases, the names in them, and summaries",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		projects := model.Of(pass)
		type place struct {
			p   *model.Planning
			dir string
		}
		faults := &document.Memo[place, fault]{Quick: true}
		all := &overviews{set: set}
		made, lack := &claims{set: set}, &lacks{}
		projects.Each(set, nil, func(r *document.Reporter, p *model.Planning) {
			ph := p.PhaseOf(r.Doc)
			if ph == nil || set.Standalone {
				return
			}
			(&judge{r, p, ph}).name()
			(&judge{r, p, ph}).foreign()
			dir := ph.Dir
			if p.FirstBelow(p.Path("phases/"+dir+"/")) != r.Doc.Path {
				return
			}
			r.Mild, r.Past, r.Least = false, false, false // it is about the directory, whatever is done in it
			f := faults.Get(set, place{p, dir}, func() fault { return (&directory{p, p.Phase(dir), all}).judge() })
			if f.message != "" {
				r.Report(document.Finding{Rule: "gsd-phase-dir", Span: r.Doc.FirstLine(), At: "name", Lesser: f.lesser,
					Least: f.least, Message: f.message})
			}
		})
		reports := []string{"summary", "verification", "uat", "validation", "security", "review", "phase-note"}
		projects.Each(set, reports, func(r *document.Reporter, p *model.Planning) {
			if ph := p.PhaseOf(r.Doc); ph != nil && !set.Standalone && r.Doc.Problem == nil {
				(&judge{r, p, ph}).placed()
			}
		})
		projects.Each(set, append(reports, "context", "research"), func(r *document.Reporter, p *model.Planning) {
			if ph := p.PhaseOf(r.Doc); ph != nil && !set.Standalone && r.Doc.Problem == nil {
				titled(&judge{r, p, ph})
			}
		})
		projects.Each(set, []string{"summary"}, func(r *document.Reporter, p *model.Planning) {
			if r.Doc.Problem == nil {
				(&judge{r, p, p.PhaseOf(r.Doc)}).summary(set.Standalone, made, lack)
			}
		})
		projects.Each(set, []string{"roadmap"}, func(r *document.Reporter, p *model.Planning) {
			if !set.Standalone {
				gone(r, p)
			}
		})
		return nil, nil
	},
}

// judge is a file of a phase that is judged.
type judge struct {
	*document.Reporter
	p  *model.Planning
	ph *model.Phase
}

// directory is that of a phase.
type directory struct {
	p   *model.Planning
	ph  *model.Phase
	all *overviews
}

// fault is what is said of a directory; its message is "" if it is nothing.
type fault struct {
	message       string
	lesser, least bool
}

func lesser(format string, args ...any) fault {
	return fault{message: fmt.Sprintf(format, args...), lesser: true}
}

// others says at the first of more than two directories how many more there are. Of two each is told.
func (d *directory) others(all []*model.Phase) (more string, isFirst bool) {
	if len(all) < 3 {
		return "", true
	}
	return fmt.Sprintf("; the same holds for %d other directories", len(all)-1), all[0] == d.ph
}

// judge returns what is to be said of the directory at the first of its files. Nothing in that matters for it.
func (d *directory) judge() (none fault) {
	names := d.all.of(d.p)
	twins := names.twins[d.ph.Number]
	if bad := names.bad; twins == nil && !notation.ValidDir(d.ph.Dir) {
		more, isFirst := d.others(bad)
		if !isFirst {
			return none
		}
		if notation.FoundDir(d.ph.Dir) {
			return lesser("the name of the directory %s is not that of a phase: two digits, a hyphen, and letters, digits, "+
				"hyphens and _ alone, which `validate health` asks for (W005); name it as in 03-short-name%s",
				document.Quote(d.ph.Dir), more)
		}
		return lesser("the directory %s has no name of a phase (W005), so commands that ask for its number do not find it; "+
			"name it as in 03-short-name%s", document.Quote(d.ph.Dir), more)
	}
	if coded := names.coded; isCoded(d.ph, strings.Trim(model.Setting(d.p, "project_code"), `"`)) {
		more, isFirst := d.others(coded)
		if !isFirst {
			return none
		}
		prefix, rest, _ := strings.Cut(d.ph.Dir, "-")
		return lesser("GSD takes %s of the directory %s for the code of a project, which config.json does not set: "+
			"find-phase cuts it off, and stats does not and counts one more phase beside phase %s; name it %s%s",
			document.Quote(prefix+"-"), d.ph.Dir, d.ph.Number, rest, more)
	}
	if twins != nil {
		if told := slices.IndexFunc(twins, d.speaks); told < 0 || twins[told] != d.ph {
			return none // it is told at the first that has a file
		}
		at := model.StandingOf(d.p, d.ph.Number)
		isOver := at.Read && !(at.Listed && at.Current) ||
			!slices.ContainsFunc(twins, func(ph *model.Phase) bool { return !ph.Complete() })
		more := ""
		if n := len(names.twins) - 1; n > 0 {
			if d.ph.Number != names.first {
				return none // it is told at the first number
			}
			more = fmt.Sprintf("; the same holds for %s", document.Count(n, "other number"))
		}
		return fault{lesser: isOver, message: fmt.Sprintf(
			"the directories %s and %s have one number (W023), so index, find and execute refuse it as ambiguous and the "+
				"phase cannot run; give one another number%s", twins[0].Dir, twins[1].Dir, more)}
	}
	if sec := d.other(); sec != nil {
		return lesser("the directory has the name of phase %s, %s, which has none of its own, and the number of phase %s: "+
			"GSD goes by the number, so each runs what belongs to the other; give it the number %s", sec.Number,
			document.Quote(sec.Name), d.ph.Number, sec.Number)
	}
	if rm := d.p.Roadmap(); rm != nil && len(rm.Sections)+len(rm.Entries) > 0 && d.all.roadmap(d.p).isNowhere(rm, d.ph) {
		if len(d.ph.Plans) == 0 && len(d.ph.Summaries) > 0 {
			return none // work that was done on the way
		} else if len(d.ph.Plans) == 0 {
			return fault{least: true, message: fmt.Sprintf("the roadmap has no phase %s (W007), and the directory no plan: ideas for "+
				"later have numbers such as 999.1, which commands pass over; number it so, or add the section", d.ph.Number)}
		}
		nowhere := d.all.roadmap(d.p).nowhere
		more := ""
		if n := len(nowhere) - 1; n > 3 {
			if nowhere[0] != d.ph.Dir {
				return none // it is told at the first
			}
			more = fmt.Sprintf(", nor those of %d other directories", n)
		}
		return lesser("the roadmap has no phase %s (W007)%s, so GSD has no goal of this directory and never comes to it; "+
			"add the section, or move the directory away", d.ph.Number, more)
	}
	return none
}

// speaks reports whether there is a file at which something can be told of a directory.
func (d *directory) speaks(ph *model.Phase) bool {
	return d.p.FirstBelow(d.p.Path("phases/"+ph.Dir+"/")) != ""
}

var code = memo.Regexp(`^([A-Za-z_]*[a-z][A-Za-z_]*)-\d`)

// other returns the phase of the roadmap whose name the directory has, if the number is that of one with another name,
// and no directory has its number; or nil.
func (d *directory) other() *model.Section {
	rm := d.p.Roadmap()
	if rm == nil || !rm.Current(d.ph.Number) {
		return nil
	}
	own := rm.Section(d.ph.Number)
	_, name, _ := strings.Cut(d.ph.Dir, "-")
	if own == nil || notation.Slug(own.Name) == name {
		return nil
	}
	for _, sec := range d.all.roadmap(d.p).missing[name] {
		if sec.Number != own.Number && !model.Archived(d.p, sec.Number) {
			return sec
		}
	}
	return nil
}

// name reports a file that is counted as a plan and never runs, or that is none by its name where no other is one.
func (j *judge) name() {
	file := strings.TrimPrefix(j.Doc.Path, j.p.Path("phases/"+j.ph.Dir+"/"))
	meant, format := j.ph.Counted, "by its name %s is counted as a plan%s, and only names that end in -PLAN.md are "+
		"scheduled: it never runs, and the phase never ends; rename it"
	if len(meant) == 0 && len(j.ph.Plans) == 0 {
		meant, format = j.ph.Unrun, "by its name %s is no plan%s, for only names that end in -PLAN.md are scheduled: "+
			"nothing of the phase runs; rename it"
	}
	if len(meant) == 0 || meant[0] != file {
		return
	}
	more := ""
	if n := len(meant) - 1; n > 0 {
		more = fmt.Sprintf(" (like %s of the phase)", document.Count(n, "other file"))
	}
	j.Report(document.Finding{Rule: "gsd-plan-name", Span: j.Doc.FirstLine(), At: "name",
		Lesser: model.StandingOf(j.p, j.ph.Number).Ticked, Message: fmt.Sprintf(format, document.Quote(file), more)})
}

// unread is what follows, for kinds of files, if GSD reads none of the phase.
var unread = map[string]string{
	"gsd/context":      "the phase counts as not discussed",
	"gsd/research":     "the phase is planned without it",
	"gsd/verification": "the phase counts as never verified",
	"gsd/uat":          "the phase counts as not tested",
}

// foreign reports the files of a directory that bear the number of another phase, at the first of them: whoever gives a
// directory another number gives it to the files in it.
func (j *judge) foreign() {
	file := path.Base(j.Doc.Path)
	if len(j.ph.Foreign) == 0 || j.ph.Foreign[0] != file || !j.directly() {
		return
	}
	more := ""
	if n := len(j.ph.Foreign) - 1; n > 0 {
		more = fmt.Sprintf("; the same holds for %s of the directory", document.Count(n, "other file"))
	}
	number, _, _ := strings.Cut(j.ph.Dir[strings.IndexAny(j.ph.Dir, "0123456789"):], "-")
	kind := file[strings.IndexByte(file, '-'):]
	then, what := cmp.Or(unread[j.Doc.Kind], "nobody reads it"), "name it "+number+kind+", or move it to its phase"
	if slices.ContainsFunc(j.ph.Files, func(f string) bool {
		return !slices.Contains(j.ph.Foreign, f) && (strings.HasSuffix(f, kind) || "-"+f == kind)
	}) {
		then, what = "nobody reads it", "move it to its phase"
	}
	is := "has the number of another phase than " + j.ph.Dir
	if meant := notation.Undated(file); meant != "" {
		is, what = "begins with a date and so with the number of no phase that there is", "name it "+meant
	}
	j.Report(document.Finding{Rule: "gsd-phase-file", Span: j.Doc.FirstLine(), At: "name", Lesser: model.Past(j.p, j.Doc),
		Message: fmt.Sprintf("%s %s, so gsd-core since 1.11 passes it over, and %s; %s%s", file, is, then, what, more)})
}

// directly reports whether the document lies in the directory of the phase, and in none below it.
func (j *judge) directly() bool { return path.Base(path.Dir(j.Doc.Path)) == j.ph.Dir }

// statuses are the words of a summary that mean something.
var statuses = []string{"halted", "blocked"}

func (j *judge) summary(alone bool, made *claims, lack *lacks) {
	if strings.HasPrefix(j.p.Below(j.Doc), "quick/") {
		return
	}
	f := j.p.Front(j.Doc)
	found := j.own()
	if found != nil && !alone {
		j.orphan(found)
	}
	if f.Lost() || alone {
		return
	}
	j.keys(f, found, lack)
	j.lists(f)
	j.coverage(f)
	j.status(f, found)
	if found != nil {
		j.claims(found, made)
	}
}

// own returns the summary that the document is, or nil if it is that of no phase.
func (j *judge) own() *model.Summary {
	if j.ph == nil {
		return nil
	}
	return j.ph.SummaryAt[j.Doc.Path]
}

// orphan reports a summary that no plan claims.
func (j *judge) orphan(s *model.Summary) {
	if len(s.Plans) > 0 || len(j.ph.Plans) == 0 {
		return
	}
	canonical := notation.Canonical(strings.TrimSuffix(s.File, "-SUMMARY.md"))
	numbered := strings.Contains(canonical, "-") && canonical != strings.TrimSuffix(s.File, "-SUMMARY.md") ||
		strings.Count(canonical, "-") == 1 && strings.Trim(canonical, "0123456789.-") == ""
	f := document.Finding{Rule: "gsd-summary-orphan", Span: j.Doc.FirstLine(), At: "name",
		Lesser: !numbered || canonical+"-SUMMARY.md" != s.File, // of a part of the work, or of mending it
		Message: fmt.Sprintf("no plan of %s claims this summary (C003), so the plan that it is about counts as open and "+
			"runs again", j.ph.Dir)}
	open := j.ph.Open()
	listed := false // in the roadmap, by the name of the summary
	for _, box := range model.StandingOf(j.p, j.ph.Number).Plans {
		listed = listed || strings.EqualFold(box.ID, canonical)
	}
	switch {
	case listed && (len(open) != 1 || flat(open[0].ID) != flat(canonical)):
		return // that the roadmap lists a plan which is not there is told
	case len(open) == 0:
		isOrphan := func(s *model.Summary) bool { return len(s.Plans) == 0 }
		at := slices.IndexFunc(j.ph.Summaries, isOrphan)
		if j.ph.Summaries[at] != s {
			return // it is told at the first
		}
		f.Message = fmt.Sprintf("no plan of %s claims this summary (C003), and all have one, so what it tells of counts for "+
			"nothing; restore its plan, if it had one", j.ph.Dir)
		n := 0
		for _, other := range j.ph.Summaries[at+1:] {
			if isOrphan(other) {
				n++
			}
		}
		if n > 0 {
			f.Message += fmt.Sprintf("; the same holds for %s of the directory", document.Count(n, "other summary"))
		}
	case listed:
		f.Message += fmt.Sprintf("; the roadmap knows the plan by that name, so rename %s to %s-PLAN.md", open[0].File,
			canonical)
	case numbered && len(open) == 1 && spell.Nearest(canonical, []string{open[0].ID}) != "":
		f.Message += "; did you mean " + open[0].ID + "-SUMMARY.md?"
	default:
		f.Message += "; name it as its plan, with SUMMARY in place of PLAN"
	}
	j.Report(f)
}

// flat is the id of a plan without what stands between its numbers.
func flat(id string) string { return strings.NewReplacer(".", "", "-", "").Replace(id) }

// unfinished is what people write of plans that are not done.
var unfinished = []string{"failed", "partial", "incomplete", "in_progress", "in progress", "in-progress", "pending", "open", "wip",
	"paused", "aborted", "not started", "draft", "stopped", "on hold", "on-hold", "unfinished", "not complete", "interrupted",
	"abandoned"}

// status judges the word that says how a plan ended.
func (j *judge) status(f *dialect.Front, s *model.Summary) {
	pair := f.Root.Pair("status")
	if pair == nil {
		return
	}
	text := strings.TrimSpace(dialect.Text(pair.Value))
	word, _, _ := strings.Cut(text, "#")
	word = strings.ToLower(strings.TrimSpace(word))
	for _, known := range statuses {
		if word == known || word == "" {
			continue
		}
		starts := strings.HasPrefix(word, known)
		if near := spell.Nearest(word, []string{known}); starts || near != "" || strings.HasPrefix(word, known[:4]) &&
			!strings.Contains(word, " ") {
			effect := "what depends on the plan runs all the same"
			if known == "blocked" {
				effect = "the plan counts as done"
			}
			j.Fixf("gsd-summary-status", pair.Value.Span, "frontmatter.status",
				document.Replace("write "+known, pair.Value.Span, known),
				"`status` is %s, and GSD takes only the word %s for it, so %s; write %s, and the reason in the text",
				document.Quote(text), known, effect, known)
			return
		}
	}
	if slices.Contains(unfinished, word) && s != nil && len(s.Plans) > 0 {
		j.Reportf("gsd-summary-status", pair.Value.Span, "frontmatter.status", "`status` is %s, and GSD takes the plan of every summary "+
			"for done that is not halted or blocked, so nobody takes up what is left; write blocked, or complete", document.Quote(text))
	}
	if word != "blocked" || s == nil || j.ph == nil {
		return
	}
	for _, plan := range s.Plans {
		for _, box := range model.StandingOf(j.p, j.ph.Number).Plans {
			if strings.EqualFold(box.ID, plan.ID) && strings.EqualFold(box.Mark, "x") {
				j.Reportf("gsd-summary-status", pair.Value.Span, "frontmatter.status",
					"the summary says blocked, so GSD keeps %s open, and the roadmap has ticked it; correct the one that is "+
						"wrong", plan.ID)
			}
		}
	}
}
