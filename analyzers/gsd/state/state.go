// Package state judges STATE.md: whether its two halves and the files tell one story.
package state

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer reports what STATE.md says otherwise than itself or the files.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdstate",
	Doc:      "judge the state of a GSD project",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		model.Of(pass).Each(set, []string{"state"}, func(r *document.Reporter, p *model.Planning) {
			s := p.State()
			if s == nil || r.Doc.Problem != nil {
				return
			}
			j := &judge{r, p, s}
			j.fields()
			j.status()
			j.counts()
			j.statusLine()
			j.position()
			if !set.Standalone {
				phaseJudge{j}.phase()
				phaseJudge{j}.named()
				j.milestone()
				j.disk()
				j.resume()
			}
		})
		return nil, nil
	},
}

// judge is a state that is judged.
type judge struct {
	*document.Reporter
	p *model.Planning
	s *model.State
}

func (j *judge) report(rule string, span document.Span, at string, lesser bool, fixes []document.Fix,
	format string, args ...any) {
	j.Report(document.Finding{Rule: rule, Span: span, At: at, Lesser: lesser, Fixes: fixes,
		Message: fmt.Sprintf(format, args...)})
}

// words is the statuses that GSD knows, each with what it comes to.
var words = map[string]string{
	"paused": "paused", "stopped": "paused", "executing": "executing", "in progress": "executing",
	"ready to execute": "executing",
	"planning":         "planning", "ready to plan": "planning", "planning complete": "planning",
	"discussing": "discussing",
	"verifying":  "verifying",
	"completed":  "completed", "done": "completed", "complete": "completed", "phase complete": "completed",
	"phase complete — ready for verification": "verifying", "all phases complete": "completed",
	"milestone complete": "completed", "unknown": "unknown",
}

var (
	phasePattern = memo.Regexp(`^(executing|planning|verifying) phase [\w.-]+$|^phase [\w.-]+ (complete)$|` +
		`^.* milestone (complete)$|^(complete) ✓$`)
	statusWords = []string{"paused", "stopped", "executing", "in progress", "ready to execute", "planning",
		"ready to plan", "planning complete", "discussing", "verifying", "completed", "phase complete",
		"all phases complete", "milestone complete"}
)

// meaning returns what a status comes to, or "" if GSD does not know it.
func meaning(text string) string {
	text = strings.ToLower(strings.Trim(strings.TrimSpace(text), "*✅✓ "))
	if m := words[strings.ReplaceAll(text, "_", " ")]; m != "" {
		return m
	}
	if m := phasePattern().FindStringSubmatch(text); m != nil {
		if m[1] != "" {
			return m[1]
		}
		return "completed"
	}
	return ""
}

// fields holds the sources of a field against one another.
func (j *judge) fields() {
	const rule = "gsd-state-field"
	j.colons()
	body := j.s.Field("Current Phase")
	if body == nil {
		body = j.s.Field("Phase")
	}
	if key := dialect.Text(j.s.Key("current_phase")); key != "" && body != nil {
		a, b := model.PhaseIn(key), model.PhaseIn(body.Text)
		if a != "" && b != "" && a != b {
			j.report(rule, body.Span, "body", false, nil, "the body is at phase %s and current_phase at %s (S003), and "+
				"commands go by the key; correct the one that is wrong", b, a)
		}
	}
	if n := j.s.Key("current_phase_name"); dialect.Text(n) != "" {
		at, _ := j.s.CurrentPhase()
		name := strings.ToLower(strings.TrimSpace(dialect.Text(n)))
		if rm := j.p.Roadmap(); rm != nil && rm.Section(at) != nil && !strings.EqualFold(rm.Section(at).Name, name) {
			for _, sec := range rm.Sections {
				if sec.Number != at && strings.EqualFold(sec.Name, name) {
					j.report(rule, n.Span, "frontmatter.current_phase_name", false,
						document.Replace("write "+rm.Section(at).Name, n.Span, n.Requote(rm.Section(at).Name)),
						"the state is at phase %s, and %s is the name of phase %s; correct the one that is wrong", at,
						document.Quote(dialect.Text(n)), sec.Number)
					break
				}
			}
		}
	}
	if body := j.s.Field("Phase"); body != nil {
		total, ok := model.ParseInt(dialect.Text(j.s.Key("progress.total_phases")))
		if m := phaseOf().FindStringSubmatchIndex(body.Text); m != nil && ok && j.numbers(body.Text[m[2]:m[3]], total) {
			span := document.Span{Start: body.Span.Start + m[2], End: body.Span.Start + m[3]}
			j.report(rule, span, "body", false, document.Replace("write the other", span, strconv.Itoa(total)),
				"the text has %s phases, and total_phases is %d, so the status line and the commands show two numbers; "+
					"correct the "+
					"one that is wrong", body.Text[m[2]:m[3]], total)
		}
	}
	if key, body := dialect.Text(j.s.Key("status")), j.s.Field("Status"); key != "" && body != nil {
		a, b := meaning(key), meaning(body.Text)
		if a != "" && b != "" && a != b && a != "unknown" && b != "unknown" {
			j.report(rule, body.Span, "body", false, nil, "the status is %s here and %s in the frontmatter, which commands "+
				"go by; correct the one that is wrong", document.Quote(body.Text), document.Quote(key))
		}
	}
	if body := j.s.Field("Milestone", "Current Milestone"); body != nil && j.s.Milestone() != "" {
		if v := version().FindString(body.Text); v != "" && !strings.EqualFold(v, j.s.Milestone()) {
			j.report(rule, body.Span, "body", false, nil, "the milestone is %s here and %s in the frontmatter, which scopes "+
				"the roadmap; correct the one that is wrong", v, j.s.Milestone())
		}
	}
	if n := j.s.Key("last_activity"); n != nil && n.Span.Len() > 0 && !dated(dialect.Text(n)) {
		j.report(rule, n.Span, "frontmatter.last_activity", false, nil,
			"last_activity is %s and does not begin with a date (S008), so nobody sees how old the state is; write it as in "+
				"2026-10-16", document.Quote(dialect.Text(n)))
	} else if body := j.s.Field("Last activity"); body != nil && !dated(body.Text) && !empty(body.Text) {
		j.report(rule, body.Span, "body", false, nil, "the last activity is %s and does not begin with a date (S008), so "+
			"nobody sees how old the state is; write it as in 2026-10-16 — what was done", document.Quote(body.Text))
	}
}

var outside = memo.Regexp(`(?i)^[ \t]*(\*\*(status|current phase|phase|last activity)\*\*:)[ \t]*\S`)

// colons reports fields of the body that GSD does not find, since the colon stands behind the bold, where nothing else
// says the same.
func (j *judge) colons() {
	section := ""
	for _, l := range j.s.Lines {
		if heading, ok := strings.CutPrefix(l.Text, "## "); ok && !l.Hidden {
			section = heading
		}
		m := outside().FindStringSubmatchIndex(l.Text)
		if l.Hidden || m == nil || section != "" && !strings.HasPrefix(section, "Current ") {
			continue
		}
		name := l.Text[m[4]:m[5]]
		key := strings.ReplaceAll(strings.ToLower(name), " ", "_")
		form := name
		if strings.HasSuffix(key, "phase") {
			key, form = "current_phase", "(?:current )?phase"
		}
		said := regexp.MustCompile(`(?i)^(?:[ \t]*\*\*` + form + `:\*\*|` + form + `:|\|\s*\**` + form + `\**\s*\|)`)
		if dialect.Text(j.s.Key(key)) != "" || slices.ContainsFunc(j.s.Lines, func(l model.Line) bool {
			return said.MatchString(l.Text)
		}) {
			continue
		}
		span := document.Span{Start: l.Span.Start + m[2], End: l.Span.Start + m[3]}
		j.report("gsd-state-field", span, "body", false, nil,
			"GSD finds `**%s:**` and `%s:` and not this, so to it the state has no such field; put the colon before the "+
				"asterisks", name, name)
	}
}

// numbers reports whether a number of phases is neither the one that the roadmap has, which is given, nor that of its
// last.
func (j *judge) numbers(text string, total int) bool {
	rm := j.p.Roadmap()
	if rm == nil || text == strconv.Itoa(total) {
		return false
	}
	current := 0
	for i := range rm.Entries {
		if e := &rm.Entries[i]; !e.Archived && !e.Hidden {
			current++
			if e.Number == text && !slices.ContainsFunc(rm.Entries[i+1:], func(o model.Entry) bool { return !o.Archived }) {
				return false // what goes on with the numbers of a former milestone
			}
		}
	}
	return current == total
}

var phaseOf = memo.Regexp(`^\d+ of (\d+)\b`)

var version = memo.Regexp(`(?i)\bv\d+(?:\.\d+)*\b`)

// dated reports whether a text begins with a real date.
func dated(text string) bool {
	text = strings.TrimLeft(text, "\"'*`")
	if len(text) < len(time.DateOnly) {
		return false
	}
	_, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)])
	return err == nil
}

// empty reports whether a value says that there is none.
func empty(text string) bool {
	text = strings.ToLower(strings.Trim(text, "*`.\"' "))
	return text == "" || text == "none" || text == "n/a" || text == "na" || text == "-" || text == "—" ||
		text == "null" || strings.HasPrefix(text, "none ") || strings.HasPrefix(text, "none—") ||
		strings.HasPrefix(text, "[")
}

// status judges the word that tells what is under way.
func (j *judge) status() {
	n := j.s.Key("status")
	text, span, at := dialect.Text(n), document.Span{}, "frontmatter.status"
	if n != nil {
		span = n.Span
	}
	if text == "" {
		body := j.s.Field("Status")
		if body == nil {
			return
		}
		text, span, at = body.Text, body.Span, "body"
	}
	if meaning(text) != "" {
		return
	}
	if j.p.Old() {
		lower := strings.ToLower(text)
		if strings.Contains(lower, "not complete") || strings.Contains(lower, "not done") ||
			strings.Contains(lower, "incomplete") || strings.Contains(lower, "paused") && strings.Contains(lower, "not") {
			j.report("gsd-state-status", span, at, false, nil,
				"GSD up to 1.11 looks for words in the status, and takes %s for something else than it says; write one word, "+
					"such as executing", document.Quote(text))
		}
		return
	}
	if near := spell.Close(strings.ReplaceAll(strings.ToLower(text), "_", " "), statusWords); near != "" {
		var fixes []document.Fix
		if n != nil && span == n.Span {
			fixes = document.Replace("write "+near, span, n.Requote(near))
		} else {
			fixes = document.Replace("write "+near, span, near)
		}
		j.report("gsd-state-status", span, at, false, fixes,
			"%s is no status that GSD knows, so it is kept as it stands and no command goes by it; did you mean %s?",
			document.Quote(text), near)
	}
}

// phaseJudge judges the phase that is under way.
type phaseJudge struct{ *judge }

// phase holds it against the roadmap and the directories.
func (j phaseJudge) phase() {
	n, span := j.s.CurrentPhase()
	rm := j.p.Roadmap()
	if n == "" || rm == nil || len(rm.Sections)+len(rm.Entries) == 0 {
		return
	}
	if nowhere(j.p, rm, n) {
		j.report("gsd-state-phase", span, "current_phase", false, nil,
			"phase %s is in no section of the roadmap, no directory and no archive (S004), so the next command works on "+
				"nothing; name the phase that is under way", n)
		return
	}
	if f := j.s.Field("Current focus"); f != nil {
		if m := focus().FindStringSubmatch(f.Text); m != nil && model.Number(m[1]) != n && nowhere(j.p, rm, model.Number(m[1])) {
			j.report("gsd-state-phase", f.Span, "body", true, nil,
				"phase %s is in no section of the roadmap, no directory and no archive (W002), and the next session begins "+
					"with what is in focus here; name the phase that is under way", m[1])
		}
	}
	text := dialect.Text(j.s.Key("status"))
	if body := j.s.Field("Status"); text == "" && body != nil {
		text = body.Text
	}
	entry := rm.Entry(n)
	if entry == nil || !entry.Done() || entry.Archived {
		j.behind(n, text, entry != nil)
		return
	}
	switch meaning(text) {
	case "completed", "verifying", "paused":
		return
	case "":
		lower := strings.ToLower(text)
		if text == "" || strings.Contains(lower, "complete") || strings.Contains(lower, "done") ||
			strings.Contains(lower, "shipped") || strings.Contains(lower, "archived") || strings.Contains(lower, "verif") {
			return
		}
	}
	j.report("gsd-state-phase", span, "current_phase", true, nil,
		"the state is at phase %s, which the roadmap has ticked, and its status is %s (W011), so the next command works "+
			"on what is done; go on to the next phase", n, document.Quote(text))
}

// behind reports a status that says executing though all plans of the phase are done, and none was halted. If the phase
// has a box in the roadmap, which is open, its verification is told there.
func (j phaseJudge) behind(n, status string, boxed bool) {
	ph := j.p.PhaseNumbered(n)
	if ph == nil || !ph.Complete() || !strings.Contains(strings.ToLower(status), "executing") ||
		slices.ContainsFunc(ph.Summaries, func(s *model.Summary) bool { return s.Status == "halted" }) {
		return
	}
	f := document.Finding{Rule: "gsd-state-phase", At: "frontmatter.status", Lesser: true}
	if key, body := j.s.Key("status"), j.s.Field("Status"); dialect.Text(key) != "" {
		f.Span = key.Span
	} else {
		f.Span, f.At = body.Span, "body"
	}
	switch {
	case ph.Verified.Status == "passed" && !boxed:
		f.Message = fmt.Sprintf("the verification of phase %s passed, and the status is still %s (S006), so whoever goes on "+
			"looks for a plan to execute; write completed, or go on to the next phase", n, document.Quote(status))
	case ph.Verified.File == "":
		f.Least = true
		f.Message = fmt.Sprintf("all plans of phase %s have summaries, and the status is still %s (S007), so whoever goes on "+
			"looks for one to execute; verify the phase", n, document.Quote(status))
	default:
		return
	}
	j.Report(f)
}

// nowhere reports whether no file knows a phase.
func nowhere(p *model.Planning, rm *model.Roadmap, n string) bool {
	return p.PhaseNumbered(n) == nil && rm.Section(n) == nil && rm.Entry(n) == nil && !model.Archived(p, n) &&
		!slices.ContainsFunc(rm.Lines, func(l model.Line) bool {
			return strings.Contains(l.Text, "Phase "+n+" ") || strings.Contains(l.Text, "Phase "+n+":") || covers(l.Text, n)
		})
}

var focus = memo.Regexp(`^\**Phase (\d+[A-Z]?(?:\.\d+)*)\b`)

var phaseRange = memo.Regexp(`(?i)phases?\s+(\d+)\s*[-–—]\s*(\d+)`)

// covers reports whether a line names a range of phases with a number in it.
func covers(line, n string) bool {
	number, err := strconv.Atoi(n)
	if err != nil {
		return false
	}
	for _, m := range phaseRange().FindAllStringSubmatch(line, -1) {
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		if from <= number && number <= to {
			return true
		}
	}
	return false
}

// milestone reports a milestone that the roadmap does not have though it has others.
func (j *judge) milestone() {
	rm := j.p.Roadmap()
	n := j.s.Key("milestone")
	if rm == nil || rm.Version == "" || n == nil || j.s.Milestone() == "" {
		return
	}
	if rm.Scope != nil {
		j.over(rm, n)
		return
	}
	open := false
	for _, m := range rm.Milestones {
		if strings.EqualFold(m.Version, rm.Version) {
			return
		}
		open = open || !m.Closed && m.Level > 1
	}
	if len(rm.Milestones) == 0 || !open {
		return // a first milestone without a heading, or one that is not planned yet
	}
	j.report("gsd-roadmap-milestone", n.Span, "frontmatter.milestone", false, nil,
		"no heading of the roadmap bears %s, so GSD takes the phases of all milestones for current ones; name a "+
			"milestone of the roadmap", rm.Version)
}

// over reports a milestone that the roadmap has shipped while it has another one in progress.
func (j *judge) over(rm *model.Roadmap, n *document.Node) {
	if !rm.Scope.Closed || meaning(dialect.Text(j.s.Key("status"))) == "completed" {
		return
	}
	for _, m := range rm.Milestones {
		if m.Open && !strings.EqualFold(m.Version, rm.Version) && slices.ContainsFunc(rm.Entries, func(e model.Entry) bool {
			return !e.Done() && m.Holds(e.Span)
		}) {
			j.report("gsd-state-field", n.Span, "frontmatter.milestone", false, nil,
				"the roadmap has shipped %s, and %s is in progress with open phases: GSD reports, counts and archives under "+
					"the version that stands here; write %s", rm.Version, m.Version, m.Version)
			return
		}
	}
}

// counts judges the figures of progress by themselves.
func (j *judge) counts() {
	const rule = "gsd-state-progress"
	figure := func(name string) (int, *document.Node) {
		n := j.s.Key("progress." + name)
		v, ok := model.ParseInt(strings.TrimSuffix(dialect.Text(n), "%"))
		if !ok {
			return 0, nil
		}
		return v, n
	}
	var fractions []float64
	wrong := false
	for _, what := range []string{"plans", "phases"} {
		total, t := figure("total_" + what)
		done, d := figure("completed_" + what)
		if t == nil || d == nil {
			continue
		}
		if done > total {
			wrong = true
			j.report(rule, d.Span, "frontmatter.progress.completed_"+what, false, nil,
				"%d %s of %d are completed, which cannot be, and GSD never counts down by itself; correct the figure that is "+
					"wrong", done, what, total)
		}
		if total > 0 {
			fractions = append(fractions, 100*float64(done)/float64(total))
		} else {
			fractions = append(fractions, 0)
		}
	}
	percent, p := figure("percent")
	if p == nil || wrong {
		return
	}
	if percent < 0 || percent > 100 {
		j.report(rule, p.Span, "frontmatter.progress.percent", false, nil, "percent is %d; it must be 0 to 100", percent)
		return
	}
	fits := len(fractions) == 0
	for _, f := range fractions {
		fits = fits || float64(percent)-f <= 1 && f-float64(percent) <= 1
	}
	if !fits {
		right := strconv.Itoa(int(slices.Min(fractions)))
		j.report(rule, p.Span, "frontmatter.progress.percent", false,
			document.Replace("write "+right, p.Span, p.Requote(right)),
			"percent is %d, and the figures beside it make %s, so people see another progress than there is; write %s",
			percent, right, right)
	}
}

// disk holds the figures of progress against the directories.
func (j *judge) disk() {
	const rule = "gsd-state-progress"
	rm := j.p.Roadmap()
	all, done := 0, 0
	for _, ph := range j.p.Phases() {
		if ph.Number != "" && j.p.PhaseNumbered(ph.Number) == nil {
			return // two of one number: that is told
		}
		done += len(ph.Summaries)
		for _, name := range ph.Misnamed {
			if model.IsSummary(name) {
				done++ // which is told at the file
			}
		}
		if !model.Parked(ph.Number) && (rm == nil || rm.Current(ph.Number) && !model.Unlisted(j.p, ph)) {
			all += ph.Total()
		}
	}
	if n, _ := j.s.CurrentPhase(); n != "" {
		if ph := j.p.PhaseNumbered(n); ph != nil && ph.Total() > 0 && !ph.Complete() && !ph.Short() {
			right := strconv.Itoa(ph.Total())
			for _, said := range totals(j.s) {
				if total, ok := model.ParseInt(said.Text); ok && total != ph.Total() {
					j.report(rule, said.Span, "body", false, document.Replace("write "+right, said.Span, right),
						"the phase has %d plans here, and its directory %s (S005); write the number that is there", total, right)
				}
			}
		}
	}
	gone := rm != nil && slices.ContainsFunc(rm.Entries, func(e model.Entry) bool {
		return e.Done() && j.p.PhaseNumbered(e.Number) == nil && !model.Archived(j.p, e.Number)
	})
	if n := j.s.Key("progress.total_plans"); n != nil {
		total, ok := model.ParseInt(dialect.Text(n))
		if ok && total < all {
			j.report(rule, n.Span, "frontmatter.progress.total_plans", false,
				document.Replace("write the number", n.Span, n.Requote(strconv.Itoa(all))),
				"total_plans is %d, and phases/ holds %s, so the progress seems further than it is; write %d", total,
				document.Count(all, "plan"), all)
		}
	}
	if n := j.s.Key("progress.completed_plans"); n != nil {
		completed, ok := model.ParseInt(dialect.Text(n))
		total, hasTotal := model.ParseInt(dialect.Text(j.s.Key("progress.total_plans")))
		if ok && !gone && completed > done+model.ArchivedSummaries(j.p) && (!hasTotal || completed <= total) &&
			len(j.p.Phases()) > 0 {
			j.report(rule, n.Span, "frontmatter.progress.completed_plans", false, nil,
				"completed_plans is %d, and the summaries, archives included, are %d; GSD never counts down by itself, so "+
					"write the number that is there", completed, done+model.ArchivedSummaries(j.p))
		}
	}
}

// totals returns where the state says how many plans the phase has.
func totals(s *model.State) (found []model.Word) {
	if n := s.Key("total_plans_in_phase"); n != nil {
		found = append(found, model.Word{Text: dialect.Text(n), Span: n.Span})
	}
	for i, name := range []string{"Plan", "Total Plans in Phase"} {
		if f := s.Field(name); f != nil {
			if m := []*regexp.Regexp{phaseOf(), plain()}[i].FindStringSubmatchIndex(f.Text); m != nil {
				found = append(found, model.Word{Text: f.Text[m[2]:m[3]],
					Span: document.Span{Start: f.Span.Start + m[2], End: f.Span.Start + m[3]}})
			}
		}
	}
	return found
}

// archived returns where `milestone complete` moved a file of a phase, or "".
func archived(p *model.Planning, file string) string {
	rest, inPhases := strings.CutPrefix(strings.TrimPrefix(file, p.Dir), "phases/")
	names, _ := p.Files.List(p.Root, p.Dir+"milestones")
	for _, name := range names {
		if moved := p.Dir + "milestones/" + name + "/" + rest; inPhases && strings.HasSuffix(name, "-phases") &&
			model.Exists(p, moved) {
			return moved
		}
	}
	return ""
}

// resume reports a file to resume from that is not there.
func (j *judge) resume() {
	f := j.s.Field("Resume file", "Resume from")
	if f == nil || empty(f.Text) {
		return
	}
	file := strings.Trim(f.Text, "`\"'*<> ")
	if i := strings.IndexAny(file, " ("); i > 0 {
		file = strings.Trim(file[:i], "`\"',;")
	}
	if !strings.ContainsAny(file, "/.") || strings.Contains(file, "://") || path.IsAbs(file) ||
		strings.HasPrefix(file, "~") || strings.HasPrefix(file, "@~") {
		return
	}
	file = strings.TrimPrefix(file, "@")
	if model.Exists(j.p, file) || model.Exists(j.p, j.p.Dir+file) {
		return
	}
	if moved := archived(j.p, file); moved != "" {
		j.Report(document.Finding{Rule: "gsd-state-resume", Span: f.Span, At: "body", Least: true,
			Message: fmt.Sprintf("the file to resume from lies in an archive now, and nothing here says so; write %s, or None",
				moved)})
	} else {
		j.report("gsd-state-resume", f.Span, "body", false, nil,
			"there is no file %s to resume from, so the next session starts cold; name the file, or write None",
			document.Quote(file))
	}
}
