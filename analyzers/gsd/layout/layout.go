// Package layout judges what lies in a planning directory beside its phases: files that are missing or unknown, the
// project, archives, and what templates left behind.
package layout

import (
	"fmt"
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

// Analyzer reports files that are missing or that nobody reads, and what templates left behind.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdlayout",
	Doc:      "judge what lies in a planning directory beside its phases",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		projects, words := model.Of(pass), set.Vocabulary("gsd", "placeholders")
		projects.Each(set, nil, func(r *document.Reporter, p *model.Planning) {
			j := &judge{r, p, words}
			if !set.Standalone {
				j.missing()
			}
			j.name()
			j.headings()
			if r.Doc.Problem == nil && r.Doc.Body != nil {
				j.placeholders()
			}
		})
		each := func(kind string, call func(*judge)) {
			projects.Each(set, []string{kind}, func(r *document.Reporter, p *model.Planning) { call(&judge{r, p, words}) })
		}
		each("project", (*judge).project)
		each("project", current)
		each("milestones", (*judge).milestones)
		each("active-workstream", (*judge).workstream)
		each("handoff", handoff)
		each("continue", goOn)
		each("async-job", job)
		archives := &document.Memo[*model.Planning, []string]{}
		each("archive", func(j *judge) {
			j.archive(archives)
			if j.Doc.Path == model.FirstArchive(j.p) && !j.p.Has(j.p.Path("MILESTONES.md")) {
				j.milestones()
			}
		})
		return nil, nil
	},
}

// judge is a file that is judged.
type judge struct {
	*document.Reporter
	p     *model.Planning
	words []string // what templates have between brackets
}

// missing reports root files that are not there, at the roadmap or else the first file.
func (j *judge) missing() {
	at := j.p.Path("ROADMAP.md")
	if !j.p.Has(at) {
		at = j.p.FirstBelow(j.p.Path(""))
	}
	if j.Doc.Path != at {
		return
	}
	j.strays()
	ignored(j)
	reason, names, codes := "", []string(nil), []string(nil)
	for _, root := range []struct{ name, code, why string }{
		{"PROJECT.md", "E002", ""}, {"ROADMAP.md", "E003", position(j)}, {"STATE.md", "E004", planned(j.p)},
	} {
		why := root.why
		if j.hasPlans(root.name == "ROADMAP.md") {
			why = "there are plans"
		}
		if why == "" || j.p.Has(j.p.Path(root.name)) || root.name == "PROJECT.md" && j.p.Workstream() {
			continue
		}
		reason, names, codes = why, append(names, j.p.Dir+root.name), append(codes, root.code)
	}
	if len(names) == 0 {
		return
	}
	it := "it"
	if len(names) > 1 {
		it = "them"
	}
	j.Reportf("gsd-file-missing", j.Doc.FirstLine(), "files",
		"%s, and no %s (%s), so most commands of GSD stop; restore %s, or run /gsd-health --repair",
		reason, strings.Join(names, " and no "), strings.Join(codes, ", "), it)
}

// position says at which phase the state is, or "" if at none; between milestones there need be no roadmap.
func position(j *judge) string {
	s := j.p.State()
	if s == nil || model.FirstArchive(j.p) != "" {
		return ""
	}
	if number, _ := s.CurrentPhase(); number != "" && !notation.Parked(number) {
		return "STATE.md is at phase " + number
	}
	return ""
}

// planned says that the roadmap has phases, or "" if it has none.
func planned(p *model.Planning) string {
	if rm := p.Roadmap(); rm == nil || len(rm.Sections) == 0 {
		return ""
	}
	return "the roadmap has phases"
}

// hasPlans reports whether there are plans, or, told so, plans of a milestone that is not over.
func (j *judge) hasPlans(current bool) bool {
	return slices.ContainsFunc(j.p.Phases(), func(ph *model.Phase) bool {
		return len(ph.Plans)+len(ph.Counted) > 0 && !(current && model.StandingOf(j.p, ph.Number).Between)
	})
}

// current reports that PROJECT.md calls another milestone the current one than STATE.md. new-milestone writes both, unless
// there are workstreams, which have a state each.
func current(j *judge) {
	s := j.p.State()
	if j.p.Standalone || s == nil || j.Doc.Body == nil || model.Exists(j.p, j.p.Dir+"workstreams") {
		return
	}
	said := strings.ToLower(s.Milestone())
	status := strings.ToLower(dialect.Text(s.Key("status")))
	if !version().MatchString(said) || strings.Contains(status, "complete") || strings.Contains(status, "awaiting") {
		return // the next one may have begun to be written
	}
	for i := range j.Doc.Body.Headings {
		h := &j.Doc.Body.Headings[i]
		rest, ok := strings.CutPrefix(strings.ToLower(h.Text), "current milestone")
		v := version().FindString(rest)
		if h.Level != 2 || !ok || v == "" || notation.IsPart(v, said) || notation.IsPart(said, v) {
			continue
		}
		if rm := j.p.Roadmap(); rm != nil && strings.EqualFold(rm.Next, v) {
			return // that STATE.md is behind is told there
		}
		j.Reportf("gsd-project-milestone", h.Span, "body", "the current milestone is %s here and %s in STATE.md, by which programs go, so "+
			"agents that plan are told both; correct the one that is wrong", v, s.Milestone())
		return
	}
}

// project reports sections that PROJECT.md lacks. Since gsd-core that of a workstream is none that programs look at.
func (j *judge) project() {
	if j.Doc.Problem != nil || j.p.Workstream() && !j.p.Old() {
		return
	}
	there := map[string]bool{}
	for _, m := range section().FindAllStringSubmatch(j.Doc.Content(), -1) {
		there[strings.TrimSpace(m[1])] = true
	}
	var missing []string
	sections := []string{"What This Is", "Core Value", "Requirements"}
	for _, words := range sections {
		if there[words] {
			continue
		}
		missing = append(missing, "`## "+words+"`")
		for _, h := range j.Doc.Body.Headings {
			if heading := strings.TrimSpace(h.Text); h.Level == 2 && alike(heading, words) &&
				!slices.Contains(sections, heading) {
				span, _ := document.Find(j.Doc, h.Span, heading)
				j.Fixf("gsd-project-section", span, "body", document.Replace("write "+words, span, words),
					"the project has no section `## %s` (W001), which every planning prompt takes for granted; is this one "+
						"meant?", words)
				missing = missing[:len(missing)-1]
				break
			}
		}
	}
	if len(missing) > 0 {
		j.Reportf("gsd-project-section", j.Doc.FirstLine(), "body",
			"the project has no section %s (W001), which every planning prompt takes for granted; add it",
			document.AllOf(missing))
	}
}

// section is what GSD takes for the heading of a section, be it in a fence.
var section = memo.Regexp(`(?m)^##[ \t]+(.+)$`)

// alike reports whether a heading may have been meant for another: they begin with the same word, or differ in letters.
func alike(heading, meant string) bool {
	first, _, _ := strings.Cut(meant, " ")
	word, _, _ := strings.Cut(heading, " ")
	return strings.EqualFold(word, first) || spell.Close(heading, []string{meant}) != ""
}

var version = memo.Regexp(`(?i)\bv\d+(?:\.\d+)*\b`)

// wholeVersion is the versions that GSD looks for an entry of, and entry what it takes for one. anyVersion is what a text
// names, whatever follows.
var (
	anyVersion   = memo.Regexp(`(?i)\bv\d+(?:\.\d+)*`)
	wholeVersion = memo.Regexp(`^v\d+\.\d+(?:\.\d+)?$`)
	entry        = memo.Regexp(`(?m)^##\s+(v\d+\.\d+(?:\.\d+)?)`)
)

// milestones holds MILESTONES.md against the archives.
func (j *judge) milestones() {
	const rule = "gsd-milestone-archived"
	if j.Doc.Problem != nil || j.p.Standalone {
		return
	}
	names, _ := j.p.Files.List(j.p.Root, j.p.Dir+"milestones")
	archived, entries, text := map[string]bool{}, map[string]bool{}, ""
	if j.Doc.Kind == "gsd/milestones" {
		text = strings.ReplaceAll(j.Doc.Content(), "\n", " ")
		for _, m := range entry().FindAllStringSubmatch(j.Doc.Content(), -1) {
			entries[m[1]] = true
		}
	}
	var missing, aside []string
	heads, said := j.versionHeads(), map[string]bool{}
	for _, v := range anyVersion().FindAllString(text, -1) {
		said[strings.ToLower(v)] = true
	}
	for _, name := range names {
		v, ok := strings.CutSuffix(name, "-ROADMAP.md")
		archived[v] = ok
		switch {
		case !ok || !wholeVersion().MatchString(v) || entries[v]:
		case heads[v] != nil:
			j.Lesserf(rule, heads[v].Span, "body",
				"this heading does not begin with %s, so `validate health` misses the milestone (W018), and its repair "+
					"adds a second entry; write `## %s Name (Shipped: …)`", v, v)
		case said[v]:
			aside = append(aside, v)
		default:
			missing = append(missing, v)
		}
	}
	if len(missing) > 0 {
		const format = "the roadmap of %s is archived in milestones/, and no entry of MILESTONES.md names it (W018), " +
			"so the milestone is lost to whoever asks for it; add `## %s Name (Shipped: …)`"
		j.Reportf(rule, j.Doc.FirstLine(), "body", format, document.AllOf(missing), missing[0])
	}
	if len(aside) > 0 {
		j.Lesserf(rule, j.Doc.FirstLine(), "body",
			"%s stands in the text, and no heading begins with it, so `validate health` misses the milestone (W018); "+
				"write `## %s Name (Shipped: …)`", document.AllOf(aside), aside[0])
	}
	if j.Doc.Body == nil {
		return
	}
	var gather model.Gather
	defer func() { gather.Report(j.Reporter) }()
	for _, h := range j.Doc.Body.Headings {
		if v := version().FindString(h.Text); v != "" && h.Level == 2 && !archived[v] && len(archived) > 0 &&
			j.Doc.Kind == "gsd/milestones" {
			gather.Add("archive", document.Finding{Rule: rule, Span: h.Span, At: "body", Lesser: true,
				Message: fmt.Sprintf("there is no archive milestones/%s-ROADMAP.md of this milestone", v)})
		}
		if v := entry().FindStringSubmatch("## " + h.Text); h.Level == 2 && v != nil && j.Doc.Kind == "gsd/milestones" &&
			!archived[v[1]] && strings.Contains(strings.ToLower(h.Text), "shipped") && j.running(v[1]) {
			j.Reportf(rule, h.Span, "body", "%s shipped here, and STATE.md is in the middle of it, with open phases of "+
				"the roadmap: whoever asks for the milestone is told that all of it is done; if it is, name the one under way "+
				"in STATE.md, else take the entry out until `milestone complete` writes it", v[1])
		}
	}
}

// running reports whether a version is that of the milestone under way, and the roadmap has an open box in it, and does
// not say itself that another one is.
func (j *judge) running(v string) bool {
	s, rm := j.p.State(), j.p.Roadmap()
	return s != nil && rm != nil && strings.EqualFold(s.Milestone(), v) && (rm.Scope == nil || !rm.Scope.Closed) &&
		rm.Next == "" &&
		slices.ContainsFunc(rm.Entries, func(e model.Entry) bool {
			return !e.Archived && !e.Hidden && !e.Done() && !notation.Parked(e.Number) && rm.Current(e.Number)
		})
}

// versionHeads returns the first heading of an entry that names each version.
func (j *judge) versionHeads() map[string]*document.Heading {
	first := map[string]*document.Heading{}
	if j.Doc.Kind != "gsd/milestones" || j.Doc.Body == nil {
		return first
	}
	for i := range j.Doc.Body.Headings {
		h := &j.Doc.Body.Headings[i]
		for _, v := range version().FindAllString(h.Text, -1) {
			if h.Level == 2 && first[v] == nil {
				first[v] = h
			}
		}
	}
	return first
}

var (
	leftover   = memo.Regexp(`^(?:XX-name|XX-[a-z]+|YYYY-MM-DD|\{\{.*\}\})$`)
	labelled   = memo.Regexp(`^\s*(?:[-*]\s+)?\*\*([^*\n]+?)(?::\*\*|\*\*:)[ \t]*(\S.*?)\s*$`)
	plainLabel = memo.Regexp(`^([A-Z][\w ]{1,24}):[ \t]+(\S.*?)\s*$`)
	titleOf    = memo.Regexp(`^#{1,4}\s+[^:\n]*:\s*(\S.*?)\s*$`)
	// whole finds what is all that a heading, an item of a list or an element of a task says.
	whole = memo.Regexp(`^\s*(?:#{1,4}\s+|(?:[-*]|\d+\.)\s+(?:\[[ xX]\]\s+)?(?:\*\*[^*\n]+\*\*:?\s*)?|` +
		`<(?:name|action|verify|done)>(?:[^<:\n]*:\s*)?)(\[[^\]\n]{2,}\])\s*(?:</\w+>\s*)?$`)
	partOf    = memo.Regexp(`\[[A-Z][^\]]*\]|\s+of\s+|[()\s—-]`)
	bracketed = memo.Regexp(`^\[[A-Z]\]`)
	unjudged  = []string{"gsd/config", "gsd/unknown", "gsd/archive", "gsd/codebase", "gsd/research-note",
		"gsd/todo", "gsd/debug", "gsd/milestone-audit", "gsd/research"}
	scalarsOnly = []string{"phase", "plan", "wave", "status", "verified", "completed", "duration", "subsystem",
		"score", "slug", "created", "milestone", "started", "updated", "last_activity", "date"}
)

// leftover reports whether a value is a placeholder of a template.
func (j *judge) leftover(value string) bool {
	if value == "" || strings.IndexByte("[{XY", value[0]) < 0 {
		return false
	}
	if value[0] == '[' {
		return slices.Contains(j.words, strings.TrimSuffix(value[1:], "]")) && strings.HasSuffix(value, "]")
	}
	return leftover().MatchString(value)
}

// placeholders reports values that a template left behind.
func (j *judge) placeholders() {
	if slices.Contains(unjudged, j.Doc.Kind) || j.done() {
		return
	}
	said := func(span document.Span, value string) {
		j.Reportf("gsd-placeholder", span, "body", "%s is a placeholder of the template, and programs and agents read it "+
			"as content; write what is meant, or take the line out", document.Quote(value))
	}
	front := j.p.Front(j.Doc)
	for i := range front.Root.Pairs {
		p := &front.Root.Pairs[i]
		value := j.Doc.Text(p.Value.Span)
		if text := strings.Trim(value, `"'`); j.leftover(text) &&
			(slices.Contains(scalarsOnly, p.Key) || p.Value.Type != document.List) ||
			strings.HasPrefix(dialect.Text(p.Value), "{{") {
			said(p.Value.Span, text)
		}
	}
	fences := fence{at: front.End}
	for l := range notation.LinesWith(j.Doc, front.End, "[", "{{", "XX-", "YYYY-MM-DD") { // no placeholder is without one of these
		if l.Hidden {
			continue
		}
		for _, form := range []func() *memo.Pattern{whole, labelled, plainLabel, titleOf} {
			m := form().FindStringSubmatchIndex(l.Text)
			if m == nil {
				continue
			}
			span := l.Part(m[len(m)-2], m[len(m)-1])
			value := j.Doc.Text(span)
			if (j.leftover(value) || bracketed().MatchString(value) && partOf().ReplaceAllString(value, "") == "") &&
				!fences.openAt(j.Doc.Content(), l.Span.Start) {
				said(span, value)
			}
			break
		}
	}
}

// done reports whether the document is a plan that is done, which nobody executes again.
func (j *judge) done() bool {
	if ph := j.p.PhaseOf(j.Doc); ph != nil && !j.p.Standalone {
		plan := ph.PlanAt[j.Doc.Path]
		return plan != nil && plan.Done()
	}
	return false
}

// fence follows the fences of a text line by line, however deep they are indented, as they often are in elements of a
// plan.
type fence struct {
	at   int    // the end of what it has read
	open string // the marks of the fence that is open there
}

// openAt reports whether a line of the text that starts behind all asked for before is within a fence.
func (f *fence) openAt(src string, start int) bool {
	for line := range strings.Lines(src[f.at:start]) {
		line = strings.TrimSpace(line)
		marks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case len(marks) < 3:
		case f.open == "":
			f.open = marks
		case len(marks) >= len(f.open) && len(marks) == len(line):
			f.open = ""
		}
	}
	f.at = start
	return f.open != ""
}
