package requirement

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// postponed reports a requirement of a phase that stands among those of a later version: without a box and a row nobody
// can tick it.
func postponed(j *judge, sec *model.Section, word notation.Word) {
	i, ok := j.req.First[word.Text]
	if !ok || !j.req.Bullets[i].Later || j.req.Bullets[i].Box || j.req.Row(word.Text) != nil || j.req.Archive[word.Text] ||
		j.rm.Ticked(sec.Number) || !j.rm.Current(sec.Number) || !j.req.Table {
		return
	}
	j.gathered("later", "gsd-requirement-trace", word.Span, true, nil,
		"REQUIREMENTS.md has %s among what comes later, without a checkbox and a row, so nothing is ticked when phase %s is done; "+
			"move it to those of this version, or take it out here", word.Text, sec.Number)
}

// named reports a row that tells the name of a phase, and not its number.
func named(j lister, row *model.TraceRow) {
	name := strings.Trim(row.Phase.Text, "*`_ ")
	if j.rm == nil || row.Number != "" || name == "" {
		return
	}
	for _, sec := range j.rm.Sections {
		if strings.EqualFold(sec.Name, name) {
			j.report("gsd-requirement-trace", row.Phase.Span, true,
				document.Replace("write Phase "+sec.Number, row.Phase.Span, "Phase "+sec.Number),
				"GSD knows phases by their numbers, and this row of %s has none, so nobody finds which phase covers it; write "+
					"Phase %s", row.ID.Text, sec.Number)
			return
		}
	}
}

// otherPart is the figure of other requirements than those of the first version, or what they are, in the same list.
var otherPart = memo.Regexp(`(?i)^[-*]\s+(\S[^:]*?) requirements:\s+\S`)

// crossed reports rows that have the phase below Status and the status below Phase: all of them are told at the header.
func crossed(j lister) {
	var rows []*model.TraceRow
	for i := range j.req.Rows {
		if j.req.Rows[i].Crossed {
			rows = append(rows, &j.req.Rows[i])
		}
	}
	const format = "%s the phase below Status and the status below Phase, and GSD goes by the header, so it finds no " +
		"Pending to turn, and takes back even the tick of the requirement; %s"
	if len(rows) > 0 && len(rows) == len(j.req.Rows) {
		if j.p.Old() {
			return // which looks for the words of a row, whatever the header says
		}
		fix := document.Fix{Title: "exchange the two titles"}
		for _, c := range notation.Cells(*j.req.Header) {
			if title := map[string]string{"Phase": "Status", "Status": "Phase"}[c.Text]; title != "" {
				fix.Edits = append(fix.Edits, document.Edit{Span: c.Span, Text: title})
			}
		}
		var fixes []document.Fix
		if len(fix.Edits) == 2 {
			fixes = append(fixes, fix)
		}
		j.report("gsd-requirement-trace", j.req.Header.Span, false, fixes, format, "all rows have", "exchange the two titles")
		return
	}
	for _, row := range rows {
		j.gathered("crossed", "gsd-requirement-trace", row.Span, false, nil, format, "this row has", "exchange the two cells")
	}
}

var coverage = memo.Regexp(`(?i)^[-*]\s+(v1 requirements|mapped to phases|unmapped):\s+\**(\d+)\b`)

// unmapped is what stands in the column of the phase where a requirement has none.
var unmapped = memo.Regexp(`(?i)^[^\pL\d]*(?:(?:tbd|tba|none|no|not|n/a|un\w+|pending|open|` +
	`deferred|later|backlog|future|out of|v\d+)\b.*)?$`)

// counted holds the figures below the table against the requirements and rows, if each has its other half: what is
// missing is told, and the figures may be right.
func counted(j lister) {
	rows, seen := 0, map[string]bool{}
	for i := range j.req.Bullets {
		b := &j.req.Bullets[i]
		row := j.req.Row(b.ID.Text)
		switch {
		case row == nil && (b.Later || !b.Seen):
		case !b.Seen || seen[b.ID.Text] || row == nil:
			return
		default:
			seen[b.ID.Text] = true
		}
	}
	listed := len(seen)
	twice := map[string]bool{}
	for i := range j.req.Rows {
		row := &j.req.Rows[i]
		if !j.req.Listed(row.ID.Text) || twice[row.ID.Text] {
			return
		}
		twice[row.ID.Text] = true
		if row.Number != "" || !unmapped().MatchString(row.Phase.Text) {
			rows++
		}
	}
	noPhase := !slices.ContainsFunc(j.req.Rows, func(row model.TraceRow) bool { return row.Phase != (notation.Word{}) })
	var wrong document.Finding
	for _, l := range j.req.Lines {
		m := coverage().FindStringSubmatchIndex(l.Text)
		if other := otherPart().FindStringSubmatch(l.Text); other != nil && !l.Hidden && !strings.EqualFold(other[1], "v1") {
			return // each has its own figure, and the list and the table have them all
		}
		if m == nil || l.Hidden {
			continue
		}
		what := strings.ToLower(l.Text[m[2]:m[3]])
		right := map[string]int{"v1 requirements": listed, "mapped to phases": rows, "unmapped": listed - rows}[what]
		said, err := strconv.Atoi(l.Text[m[4]:m[5]])
		if err != nil || said == right || right < 0 || noPhase && what != "v1 requirements" {
			continue
		}
		span := l.Part(m[4], m[5])
		fix := document.Replace("write "+strconv.Itoa(right), span, strconv.Itoa(right))
		if wrong.Message != "" { // one list is counted in several lines
			wrong.Related = append(wrong.Related, document.Related{Span: span, Message: "and so is this"})
			wrong.Fixes[0].Edits = append(wrong.Fixes[0].Edits, fix[0].Edits...)
			continue
		}
		wrong = document.Finding{Rule: "gsd-requirement-trace", Span: span, At: "body", Lesser: true, Fixes: fix,
			Message: fmt.Sprintf("%d stand here, and the list and the table make %d, so people and agents go by a wrong count; "+
				"write %[2]d", said, right)}
	}
	if wrong.Message != "" {
		j.Report(wrong)
	}
}

// foreign reports requirements that a summary finishes, and that its plan did not have, but another one.
func foreign(j *judge) {
	ph := j.p.PhaseOf(j.Doc)
	if ph == nil || j.p.Front(j.Doc).Lost() || j.req == nil {
		return
	}
	s := ph.SummaryAt[j.Doc.Path]
	if s == nil || len(s.Plans) != 1 || len(s.Plans[0].Requirements) == 0 {
		return
	}
	own := s.Plans[0]
	for _, n := range model.Keys(j.p.Front(j.Doc).Root.Get("requirements-completed")) {
		id := strings.TrimSpace(dialect.Text(n))
		if !notation.IsID(id) || slices.Contains(own.Requirements, id) {
			continue
		}
		for _, other := range ph.Active {
			if other != own && !other.Done() && slices.Contains(other.Requirements, id) {
				j.report("gsd-requirement-status", n.Span, true, nil, "the summary finishes %s, which is no requirement of its plan but "+
					"of %s, and that one is open, so audits count %[1]s too early; take it out", id, other.ID)
				break
			}
		}
	}
}

// ahead reports requirements of an open plan that the roadmap gives to a phase which has not begun: they are ticked when
// the plan is done, since GSD asks only whether other plans of the same phase are open that name them.
func ahead(j *judge) {
	ph, f := j.p.PhaseOf(j.Doc), j.p.Front(j.Doc)
	if ph == nil || j.req == nil || f.Lost() || model.Past(j.p, j.Doc) ||
		dialect.Text(f.Root.Get("gap_closure")) == "true" {
		return
	}
	i := slices.IndexFunc(ph.Active, func(plan *model.Plan) bool { return plan.Path == j.Doc.Path })
	own := model.StandingOf(j.p, ph.Number).IDs
	if i < 0 || ph.Active[i].Done() || len(own) == 0 {
		return
	}
	for _, n := range model.Keys(f.Root.Get("requirements")) {
		id := strings.TrimSpace(dialect.Text(n))
		at, known := j.req.First[id]
		if !known || own[id] || j.req.Bullets[at].Later || !j.req.Bullets[at].Seen || j.req.Bullets[at].Ticked {
			continue
		}
		phases := j.p.Roadmap().Naming(id)
		if len(phases) != 1 || !begins(j, ph.Number, phases[0]) {
			continue
		}
		j.gathered("ahead", "gsd-requirement-status", n.Span, true, nil, "the plan names %s, which the roadmap gives to "+
			"phase %s, and that has not begun: when this plan is done, GSD ticks %[1]s and turns its row to Complete; take it "+
			"out, or give it to phase %[3]s in the roadmap", id, phases[0], ph.Number)
	}
}

// begins reports whether a phase is still to come, and is no part of the phase own, as 3.1 is of 3.
func begins(j *judge, own, number string) bool {
	rm, ph := j.p.Roadmap(), j.p.PhaseNumbered(number)
	sec := rm.Section(number)
	return sec != nil && !sec.Head.Hidden && !sec.Head.Archived && !notation.Parked(number) && !rm.Ticked(number) &&
		!notation.IsPart(number, own) && !notation.IsPart(own, number) &&
		(ph == nil || !slices.ContainsFunc(ph.Plans, (*model.Plan).Done))
}

// covering reports requirements that entries of `coverage` name, and no file has.
func covering(j *judge) {
	f := j.p.Front(j.Doc)
	pair := f.Root.Pair("coverage")
	if j.req == nil || pair == nil || f.Lost() || pair.Value.Type != document.List || model.Past(j.p, j.Doc) {
		return
	}
	for i, item := range pair.Value.Items {
		n := item.Get("requirement")
		if id := strings.TrimSpace(dialect.Text(n)); notation.IsID(id) && !j.req.Known(id) && j.req.HasFamily(notation.Family(id)) {
			j.gather.Add("coverage", document.Finding{Rule: "gsd-requirement-unknown", Span: n.Span,
				At: document.Index("frontmatter.coverage", i) + ".requirement",
				Message: fmt.Sprintf("the entry names %s, which no REQUIREMENTS file has, so nobody learns what its tests cover; "+
					"name the requirement that is meant, or leave the key out", id)})
		}
	}
}
