// Package state judges STATE.md: whether its two halves and the files tell one story.
package state

import (
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

// Analyzer reports what STATE.md says otherwise than itself or the files.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdstate",
	Doc:      "judge the state of a GSD project",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		model.Of(pass).Each(set, []string{"state"}, func(r *document.Reporter, p *model.Planning) {
			s := p.State()
			if s == nil {
				return // it cannot be read, which is told, or lies elsewhere
			}
			j := &judge{Reporter: r, p: p, s: s}
			j.odd, j.by = outvoted(p, s)
			j.inflated = !set.Standalone && inflated(p, s)
			fieldJudge{j}.fields()
			slips(j)
			j.status()
			j.counts()
			j.statusLine()
			j.coming()
			j.action()
			j.paused()
			positionJudge{j}.position()
			if !set.Standalone {
				phaseJudge{j}.phase()
				phaseJudge{j}.unbegun()
				phaseJudge{j}.named()
				phaseJudge{j}.called()
				positionJudge{j}.ahead()
				if p.Roadmap() != nil {
					phaseJudge{j}.focused()
				}
				j.stopped()
				j.milestone()
				j.disk()
				session(j)
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

	odd string   // the phase that the rest of the state is at, where current_phase stands alone against it
	by  []string // who is at it

	inflated bool // calls more plans completed than have summaries
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

// oneWord is a status that was meant for a word of GSD's: others are sentences for people.
var oneWord = memo.Regexp(`^[A-Za-z]+(?:[_-][A-Za-z]+)?$`)

// settled reports whether a status that GSD does not know says in people's words that something is done.
func settled(text string) bool {
	lower := strings.NewReplacer("-", " ", "_", " ").Replace(strings.ToLower(text))
	return slices.ContainsFunc([]string{"complete", "done", "shipped", "archived", "verif", "next milestone"},
		func(word string) bool { return strings.Contains(lower, word) })
}

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
	} else if n != nil && span == n.Span && oneWord().MatchString(text) && !settled(text) {
		j.report("gsd-state-status", span, at, true, nil,
			"%s is no status that GSD knows, so no command goes by it; write planning, discussing, executing, verifying, "+
				"completed or paused", document.Quote(text))
	}
}

// milestone reports a milestone that the roadmap does not have though it has others.
func (j *judge) milestone() {
	rm := j.p.Roadmap()
	n := j.s.Key("milestone")
	if rm == nil || rm.Version == "" || n == nil || j.s.Milestone() == "" {
		return
	}
	if rm.Next != "" && meaning(dialect.Text(j.s.Key("status"))) != "completed" {
		j.report("gsd-state-field", n.Span, "frontmatter.milestone", false, nil,
			"the roadmap has shipped %s, and %s is in progress with open phases: GSD reports, counts and archives under "+
				"the version that stands here; write %s", rm.Version, rm.Next, rm.Next)
		return
	}
	if rm.Scope != nil {
		return
	}
	open, others := false, false
	for _, m := range rm.Milestones {
		if strings.EqualFold(m.Version, rm.Version) {
			return
		}
		open = open || !m.Closed && m.Level > 1 && hasPhases(rm, &m)
		others = others || notation.Whole(m.Version) != notation.Whole(rm.Version)
	}
	format := "no heading of the roadmap names %s, so GSD takes the phases of all milestones for current ones; name a " +
		"milestone of the roadmap"
	if !open || !others {
		marked := func(l notation.Line) bool {
			return !l.Hidden && strings.Contains(l.Text, "🚧") && strings.HasPrefix(l.Text, "#") &&
				!strings.HasPrefix(l.Text, "####") && !strings.Contains(l.Text, " Phase ")
		}
		if j.p.Old() || !slices.ContainsFunc(rm.Lines, marked) {
			j.unlisted(rm, n) // a first milestone without a heading or as v1 for v1.0, or one that is not planned yet
			return
		}
		format = "no heading of the roadmap names %s, and one with 🚧 no version, so GSD counts no phases and leaves the " +
			"figures of progress; write it there"
	}
	j.report("gsd-roadmap-milestone", n.Span, "frontmatter.milestone", !open || !others, nil, format, rm.Version)
}

// hasPhases reports whether a box or a section of a phase stands in a milestone.
func hasPhases(rm *model.Roadmap, m *model.Milestone) bool {
	at := m.Span.Start
	i, _ := slices.BinarySearchFunc(rm.Entries, at, func(e model.Entry, at int) int { return e.Span.Start - at })
	k, _ := slices.BinarySearchFunc(rm.Sections, at, func(s *model.Section, at int) int { return s.Head.Span.Start - at })
	return i < len(rm.Entries) && m.Holds(rm.Entries[i].Span) || k < len(rm.Sections) && m.Holds(rm.Sections[k].Head.Span)
}

// unlisted reports a milestone that the list of milestones does not have, while it has another one in progress.
func (j *judge) unlisted(rm *model.Roadmap, n *document.Node) {
	var under []string
	for _, m := range rm.Listed {
		if notation.IsPart(m.Version, rm.Version) || notation.IsPart(rm.Version, m.Version) {
			return
		}
		if m.Open {
			under = append(under, m.Version)
		}
	}
	if len(under) == 0 || meaning(dialect.Text(j.s.Key("status"))) == "completed" {
		return
	}
	j.report("gsd-state-field", n.Span, "frontmatter.milestone", false, nil,
		"the roadmap has %s in progress, and lists no %s: GSD reports and archives under the version that stands here; "+
			"correct it, or list the milestone", document.AllOf(under), rm.Version)
}

// session reports where the last session stopped if no heading says so: GSD reads that from the section of the session alone.
func session(j *judge) {
	f := j.s.Field("Stopped at", "Resume file")
	if f == nil || empty(f.Text) || slices.ContainsFunc(j.Doc.Body.Headings, func(h document.Heading) bool {
		return strings.HasPrefix(strings.ToLower(h.Text), "session")
	}) {
		return
	}
	j.report("gsd-state-resume", f.Span, "body", false, nil, "no heading `## Session Continuity` stands above this line, so GSD does not "+
		"see where the last session stopped, and the next one starts cold; write the heading")
}

// resume reports a file to resume from that is not there.
func (j *judge) resume() {
	f := j.s.Field("Resume file", "Resume from")
	if f == nil || empty(f.Text) {
		return
	}
	file := strings.Trim(f.Text, "`\"'*<> ")
	if i := strings.IndexAny(file, " ("); i > 0 {
		file = strings.TrimRight(strings.Trim(file[:i], "`\"',;"), ".")
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
