// Package roadmap judges ROADMAP.md: whether GSD sees its phases, and whether they tell the story of the files.
package roadmap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer reports phases that GSD does not see, or sees otherwise than the files are.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdroadmap",
	Doc:      "judge the roadmap of a GSD project",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		model.Of(pass).Each(set, []string{"roadmap"}, func(r *document.Reporter, p *model.Planning) {
			rm := p.Roadmap()
			if rm == nil {
				return // it cannot be read, which is told, or lies elsewhere
			}
			j := &judge{Reporter: r, p: p, rm: rm, meant: map[string]bool{}, unclosed: map[string]bool{},
				planless: map[string]bool{}}
			j.headings()
			j.boxes()
			j.details()
			listedTwice(j)
			j.dependencies()
			j.criteria()
			j.fields()
			j.marks()
			unclosed(j)
			if !set.Standalone {
				j.milestone()
				cut(j)
				beyond(j)
				folded(j)
				beneath(j)
				titled(j)
				j.lists()
				passed(j)
				j.plans()
				progress(j)
			}
			j.gather.Report(r)
		})
		return nil, nil
	},
}

// judge is a roadmap that is judged.
type judge struct {
	*document.Reporter
	p     *model.Planning
	rm    *model.Roadmap
	meant map[string]bool // phases whose headings are not seen

	unclosed map[string]bool // phases of which it is told that plans are open though they are ticked
	planless map[string]bool // phases of which it is told that their list has plans that are not there

	gather model.Gather
}

// report hands over a finding with a format for its message.
func (j *judge) report(rule string, span document.Span, lesser bool, fixes []document.Fix, format string, args ...any) {
	j.Report(document.Finding{Rule: rule, Span: span, At: "body", Lesser: lesser, Fixes: fixes,
		Message: fmt.Sprintf(format, args...)})
}

// gathered is report for what may be there often with one cause.
func (j *judge) gathered(cause, rule string, span document.Span, lesser bool, fixes []document.Fix, format string, args ...any) {
	j.gather.Add(cause, document.Finding{Rule: rule, Span: span, At: "body", Lesser: lesser, Fixes: fixes,
		Message: fmt.Sprintf(format, args...)})
}

var numerals = strings.Fields("one two three four five six seven eight nine ten")

const number = `(?:[A-Za-z]?\d+[A-Za-z]?(?:\.\d+)*)`

var (
	phaseLike = memo.Regexp(`(?i)^ {0,3}(#{1,6})\s*((?:\[[^\]]*\]\s*)?)((?:[*_` + "`" + `]|[^\x00-\x7F])*\s*)` +
		`Phase([-#:\s]*)(` + number + `|one|two|three|four|five|six|seven|eight|nine|ten)\b((?:\s*\([^)]*\))?)` +
		`(?:[\s–—.|:)：-]+|[*_` + "`" + `]*$)(.*)$`)
	twoPhases = memo.Regexp(`(?i)phase\s+\d\S*\s*(?:[-–—&+/,]|and|to|bis|through)\s*(?:phase\s+)?\d`)
)

// headings reports headings that were meant for phases and are none.
func (j *judge) headings() {
	first := true
	for _, l := range j.rm.Lines {
		isFirst := first && strings.HasPrefix(l.Text, "# ")
		if strings.HasPrefix(l.Text, "#") {
			first = false
		}
		m := phaseLike().FindStringSubmatch(l.Text)
		if n, _, ok := notation.SectionHead(l.Text); ok {
			if l.Hidden && !l.Archived {
				j.report("gsd-roadmap-hidden", l.Span, false, nil,
					"this heading stands in a fence or a comment, and analysis counts phase %s all the same (get-phase does not); "+
						"write it without the marks, or take it out", n)
			}
			continue
		}
		if m == nil || l.Archived && !listedAs(j.rm, m) || l.Hidden || isFirst || twoPhases().MatchString(l.Text) {
			continue
		}
		n, why := m[5], "a colon must follow the number"
		if i := slices.Index(numerals, strings.ToLower(n)); i >= 0 {
			n, why = strconv.Itoa(i+1), "the number must be written in digits"
		}
		if j.rm.Section(notation.Number(n)) != nil {
			continue // it tells something of a phase that has its section
		}
		var fixes []document.Fix
		level, rest := m[1], unmarked(m[3], strings.TrimSpace(m[7]))
		if len(level) < 2 || len(level) > 4 {
			why, level = "the heading must be of level 2 to 4", levelAt(j.rm, l.Span.Start)
		} else if m[3] != "" {
			why = "nothing but a tag in brackets may stand before the word"
		} else if strings.TrimSpace(m[4]) != "" || m[4] == "" {
			why = "only a space may stand between the word and the number"
		}
		if rest != "" && notation.Paired(rest) {
			fixes = document.Replace("write it as a phase", l.Span, level+" "+m[2]+"Phase "+n+m[6]+": "+rest)
		}
		j.meant[notation.Number(n)] = true
		j.gathered("heading", "gsd-roadmap-heading", l.Span, false, fixes,
			"GSD does not see this phase, since %s, so it has no goal, no plans and no place in the order; write `%s Phase "+
				"%s: Name`", why, level, n)
	}
}

// listedAs reports whether the list of the milestone under way has the phase of a heading under its name: then the heading
// is meant for that phase, though none of its milestone stands above it.
func listedAs(rm *model.Roadmap, m []string) bool {
	e := rm.Entry(notation.Number(m[5]))
	name := unmarked(m[3], strings.TrimSpace(m[7]))
	return e != nil && !e.Archived && !e.Hidden && name != "" && strings.Contains(e.Text, "Phase "+m[5]+": "+name)
}

// levelAt returns the marks of the heading of the phase above a place, those of the template if there is none.
func levelAt(rm *model.Roadmap, at int) string {
	marks := "###"
	for _, sec := range rm.Sections {
		if n, _ := notation.Heading(sec.Head.Text); n > 0 && sec.Head.Span.Start < at {
			marks = strings.Repeat("#", n)
		}
	}
	return marks
}

// unmarked returns the name of a phase without the marks that close those before the word Phase.
func unmarked(before, name string) string {
	var marks []byte
	for i := len(before) - 1; i >= 0; i-- {
		if strings.IndexByte("*_`", before[i]) >= 0 {
			marks = append(marks, before[i])
		}
	}
	if rest, ok := strings.CutPrefix(name, string(marks)); ok && len(marks) > 0 {
		return strings.TrimSpace(rest)
	}
	return strings.TrimSpace(strings.TrimSuffix(name, string(marks)))
}

// starsBehind finds the stars that stand directly behind the number of a phase, and a colon or dash behind them.
var starsBehind = memo.Regexp(`(?i)^\s*[-*]\s*\[[^\]\n]{0,3}\]\W*Phase\s+\d+[A-Z]?(?:\.\d+)*` +
	`(\*\*(?:\s*[:—–-])?)`)

// shown writes a checkbox so that a mark can be told from a space that looks like it.
func shown(mark string) string {
	if strings.TrimSpace(mark) == "" && strings.Trim(mark, " \t") != "" {
		return fmt.Sprintf("[ ] with the character %U in place of a space", []rune(strings.Trim(mark, " \t"))[0])
	}
	return "[" + mark + "]"
}

// boxes reports boxes of phases and plans that are neither open nor ticked to GSD.
func (j *judge) boxes() {
	judge := func(l notation.Line, mark string, at document.Span, what string) {
		if l.Archived || l.Hidden {
			return
		}
		if at := strings.IndexByte(l.Text, '*'); at >= 0 && at < strings.IndexByte(l.Text, '[') {
			star := l.Part(at, at+1)
			j.gathered("box", "gsd-roadmap-box", l.Span, false, document.Replace("write a hyphen", star, "-"),
				"GSD looks for boxes behind a hyphen, so it never ticks this one of %s; write `- [ ]`", what)
			return
		}
		if mark == " " || mark == "x" {
			return
		}
		var fixes []document.Fix
		meant := "x or a space"
		if strings.EqualFold(strings.TrimSpace(mark), "x") {
			fixes, meant = document.Replace("write x", at, "x"), "x"
		}
		j.gathered("box "+mark, "gsd-roadmap-box", l.Span, false, fixes,
			"the checkbox %s of %s is no ticked one to GSD, so it counts as open and is never ticked; write %s", shown(mark), what,
			meant)
	}
	for i := range j.rm.Entries {
		e := &j.rm.Entries[i]
		judge(e.Line, e.Mark, e.MarkAt, "phase "+e.Number)
		if m := starsBehind().FindStringSubmatchIndex(e.Text); m != nil && !e.Archived && !e.Hidden {
			at := document.Span{Start: e.Span.Start + m[2], End: e.Span.Start + m[3]}
			j.gathered("box", "gsd-roadmap-box", e.Span, false, document.Replace("write a colon", at, ":**"),
				"GSD looks for `Phase %s` with a colon or a space behind it, so it never sees whether this checkbox is ticked; write "+
					"the colon before the stars", e.Number)
		}
		if e.Hidden && !e.Archived {
			j.report("gsd-roadmap-hidden", e.Span, false, nil,
				"this checkbox stands in a fence or a comment, and analysis counts it all the same; write it without the marks, or "+
					"take it out")
		}
	}
	for _, sec := range j.rm.Sections {
		for i := range sec.Plans {
			judge(sec.Plans[i].Line, sec.Plans[i].Mark, sec.Plans[i].MarkAt, "plan "+sec.Plans[i].ID)
		}
	}
}

// details holds the list of phases against the sections.
func (j *judge) details() {
	isListed := slices.ContainsFunc(j.rm.Entries, func(e model.Entry) bool { return !e.Archived && !e.Hidden })
	seen := map[string]document.Span{}
	for _, sec := range j.rm.Sections {
		if sec.Head.Archived || sec.Head.Hidden || sec.Table {
			continue
		}
		if first, twice := seen[sec.Number]; twice {
			j.Report(document.Finding{Rule: "gsd-roadmap-duplicate", Span: sec.Head.Span, At: "body",
				Message: fmt.Sprintf("phase %s has two sections, and GSD reads the first alone; give this phase a number of "+
					"its own", sec.Number),
				Related: []document.Related{{Span: first, Message: "it is here first"}}})
			continue
		}
		seen[sec.Number] = sec.Head.Span
		if isListed && j.rm.Entry(sec.Number) == nil && !notation.Parked(sec.Number) && !struck(sec) &&
			!notation.SaysOver(sec.Name) {
			j.Report(document.Finding{Rule: "gsd-roadmap-detail", Span: sec.Head.Span, At: "body", Lesser: true,
				Least: added(j, sec),
				Message: fmt.Sprintf("phase %s is not in the list of phases, so it has no checkbox to tick when it is done; add a "+
					"line `- [%s] **Phase %s: %s**`", sec.Number, mark(j, sec), sec.Number, strings.Trim(sec.Name, "* "))})
		}
	}
	told := map[string]bool{}
	var missing []*model.Entry
	for i := range j.rm.Entries {
		e := &j.rm.Entries[i]
		if e.Archived || e.Hidden || told[e.Number] || j.meant[e.Number] || notation.Parked(e.Number) ||
			j.rm.Section(e.Number) != nil || len(j.rm.Sections) == 0 && len(told) > 0 {
			continue
		}
		if e.Done() && j.p.PhaseNumbered(e.Number) == nil {
			continue // it is over and cleared away
		}
		told[e.Number] = true
		missing = append(missing, e)
	}
	// What is done needs no goal any more.
	if i := slices.IndexFunc(missing, func(e *model.Entry) bool { return !e.Done() }); i > 0 {
		missing[0], missing[i] = missing[i], missing[0]
	}
	many := ""
	if n := len(missing); n > 3 {
		many, missing = fmt.Sprintf(" (nor have %d other phases of the list)", n-1), missing[:1]
	}
	for _, e := range missing {
		j.Report(document.Finding{Rule: "gsd-roadmap-detail", Span: e.Span, At: "body", Least: e.Done(),
			Message: fmt.Sprintf("phase %s has no section%s, so GSD has neither goal nor criteria of it "+
				"(missing_phase_details); add `### Phase %s: Name` with its goal", e.Number, many, e.Number)})
	}
}

// ended is what says behind the name of a phase that it is done.
var ended = memo.Regexp(`(?i)(?:[—–(\[:✅✓✔☑]|\s--?\s)[^\pL\d]*(?:complete[d]?|done|shipped|finished)\b|[✅✓✔☑]\W*$`)

// mark returns what belongs into the box of a phase that has none.
func mark(j *judge, sec *model.Section) string {
	if ph := j.p.PhaseNumbered(sec.Number); ended().MatchString(sec.Name) || ph != nil && ph.Complete() {
		return "x"
	}
	return " "
}

// added reports whether a phase is done, or `phase add` or `phase insert` wrote its section: they write neither box nor
// row, and what its plans left tells whether it is done.
func added(j *judge, sec *model.Section) bool {
	if ph := j.p.PhaseNumbered(sec.Number); ph != nil && ph.Complete() {
		return true
	}
	return strings.Contains(sec.Number, ".") || strings.Contains(sec.Head.Text, "(INSERTED)") ||
		sec.Requirements != nil && sec.Depends != nil && sec.Requirements.Line.Start < sec.Depends.Line.Start // their order
}

var (
	numbered = memo.Regexp(`^\s*\d+\.\s*\S`)
	bullet   = memo.Regexp(`^(\s*)([-*+]|\d+\))(\s+(?:\[[ xX]\]\s+)?)\S`)
)

// criteria reports success criteria that `roadmap get-phase` does not read.
func (j *judge) criteria() {
	fault := func(line notation.Line, why string, fixes []document.Fix) {
		j.gathered(why, "gsd-roadmap-criteria", line.Span, false, fixes, "GSD reads no success criterion of this phase, since %s; "+
			"write `**Success Criteria** (what must be TRUE):` and `1. …` below", why)
	}
	for _, sec := range j.rm.Sections {
		l := sec.Criteria
		if l == nil || sec.Head.Archived || l.Hidden || j.rm.Ticked(sec.Number) {
			continue
		}
		text := strings.TrimRight(l.Text, " \t")
		if !strings.HasSuffix(text, ":") {
			why, fixed := "the line does not end with a colon", text+":"
			head, between := strings.CutSuffix(text, ":**")
			if between {
				why, fixed = "the colon stands between the stars", head+"**:"
			}
			var fixes []document.Fix
			if onLine := strings.Contains(text, "**:") || strings.Contains(text, ":** "); between || !onLine {
				fixes = document.Replace("end the line with a colon", l.Span, fixed)
			}
			fault(*l, why, fixes)
			continue
		}
		if f := bullets(sec, l); f != nil {
			at := slices.IndexFunc(sec.Body, func(o *notation.Line) bool { return o.Span.End >= f[0].Span.End })
			fault(*sec.Body[at], "they are not numbered as `1.`", []document.Fix{{Title: "number them", Edits: f}})
		}
	}
}

// struck reports whether the heading of a phase is struck out, as of one that was given up.
func struck(sec *model.Section) bool { return strings.HasPrefix(sec.Name, "~~") }

// indent returns how many bytes of white space a line starts with.
func indent(text string) int { return len(text) - len(strings.TrimLeft(text, " \t")) }

// bullets returns the edits that number the bullets below a line, or nil if there are none directly below. Where the line
// is a bullet itself, those below it are indented.
func bullets(sec *model.Section, l *notation.Line) []document.Edit {
	var edits []document.Edit
	listed := bullet().MatchString(l.Text)
	below := slices.IndexFunc(sec.Body, func(o *notation.Line) bool { return o.Span.Start == l.Span.Start })
	for _, o := range sec.Body[below+1:] {
		if strings.TrimSpace(o.Text) == "" {
			continue
		}
		m := bullet().FindStringSubmatchIndex(o.Text)
		if m == nil || numbered().MatchString(o.Text) || listed && indent(o.Text) <= indent(l.Text) {
			break
		}
		edits = append(edits, document.Edit{Span: document.Span{Start: o.Span.Start + m[4], End: o.Span.Start + m[7]},
			Text: fmt.Sprintf("%d. ", len(edits)+1)})
	}
	return edits
}
