package report

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// flags reports marks of a validation that are neither true nor false.
func (j workJudge) flags() {
	root := j.p.Front(j.Doc).Root
	for _, key := range []string{"nyquist_compliant", "wave_0_complete"} {
		pair := root.Pair(key)
		if pair == nil {
			continue
		}
		text := strings.TrimSpace(dialect.Text(pair.Value))
		if text == "true" || text == "false" || text == "" {
			continue
		}
		f := document.Finding{Rule: "gsd-session-status", Span: pair.Value.Span, At: "frontmatter." + key,
			Message: fmt.Sprintf("`%s` is %s, and audit-milestone looks for true, so the phase counts as not compliant; "+
				"write true or false", key, document.Quote(text))}
		if meant := map[string]string{"yes": "true", "True": "true", "TRUE": "true", "no": "false", "False": "false",
			"FALSE": "false"}[text]; meant != "" {
			f.Fixes = document.Replace("write "+meant, pair.Value.Span, meant)
		}
		j.Report(f)
	}
	j.signed(root)
}

// signed reports a box that says that a mark is set which is not.
func (j workJudge) signed(root *document.Node) {
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "`") {
		m := signedFlag().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden {
			continue
		}
		key := l.Text[m[2]:m[3]]
		pair := root.Pair(key)
		if pair == nil || strings.TrimSpace(dialect.Text(pair.Value)) != "false" {
			continue
		}
		j.Report(document.Finding{Rule: "gsd-session-status", Span: pair.Value.Span, At: "frontmatter." + key,
			Related: []document.Related{{Span: l.Span, Message: "it is signed off here"}},
			Message: fmt.Sprintf("the sign-off has ticked that `%s: true` is set, and it is false, by which audit-milestone goes; "+
				"write true, or untick it", key)})
		return
	}
}

// signedFlag is a box of the sign-off for a mark of the frontmatter.
var signedFlag = memo.Regexp("^\\s*[-*] \\[[xX]\\] `(nyquist_compliant|wave_0_complete): true` (?:is )?set in frontmatter[ \\t\\r.]*$")

// mapped is a row of the map of tasks of a validation; the texts of columns that are not there are empty.
type mapped struct{ id, plan, status, requirement notation.Word }

// mapRows returns the rows of the map of tasks.
func (j workJudge) mapRows() (rows []mapped) {
	var titles []string
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "|") {
		cells := notation.Cells(l)
		if l.Hidden || len(cells) == 0 {
			continue
		}
		if header := notation.Titles(cells); header[0] == "task id" {
			titles = header
			continue
		}
		if len(cells) != len(titles) {
			titles = nil // of another table
		}
		if titles == nil || strings.Trim(cells[0].Text, "-: ") == "" {
			continue
		}
		at := func(title string) (word notation.Word) {
			if i := slices.Index(titles, title); i >= 0 {
				word = cells[i]
			}
			return word
		}
		rows = append(rows, mapped{cells[0], at("plan"), at("status"), at("requirement")})
	}
	return rows
}

// compliant reports a validation that is done and says that all is covered, with a task that is not green.
func (j workJudge) compliant() {
	root := j.p.Front(j.Doc).Root
	pair := root.Pair("nyquist_compliant")
	if pair == nil || dialect.Text(pair.Value) != "true" || dialect.Text(root.Get("status")) != "validated" {
		return
	}
	var open []document.Span
	for _, row := range j.mapRows() {
		if word := strings.ToLower(strings.Trim(row.status.Text, "⬜❌* ")); word == "pending" || word == "red" {
			open = append(open, row.status.Span)
		}
	}
	if len(open) == 0 {
		return
	}
	j.Report(document.Finding{Rule: "gsd-session-status", Span: pair.Value.Span, At: "frontmatter.nyquist_compliant",
		Least:   model.Past(j.p, j.Doc),
		Related: []document.Related{{Span: open[0], Message: "this one is not green"}},
		Message: fmt.Sprintf("the validation is done and compliant, and of its map %s red or pending, so audit-milestone "+
			"takes the phase for compliant in part; run the tests and write what they say, or `nyquist_compliant: false`",
			document.Count(len(open), "task")+" "+map[bool]string{true: "is", false: "are"}[len(open) == 1])})
}

var (
	taskID  = memo.Regexp(`^0*(\d+(?:\.\d+)*)-0*(\d+)-[Tt]?0*(\d+)$`)
	planRef = memo.Regexp(`^(?:0*(\d+(?:\.\d+)*)-)?0*(\d+)$`)
)

// planned reports rows of the map about a plan that the phase does not have. What has no number is yet to be planned, and
// plan 0 is what comes before the first. The map is drafted before the plans, so tasks are counted only where it was held
// against them.
func (j workJudge) planned() {
	ph := j.p.PhaseOf(j.Doc)
	if ph.Number == "" || len(ph.Plans) == 0 || len(ph.Counted) > 0 || ph.Short() || len(ph.Dated) > 0 ||
		slices.Contains(ph.Foreign, path.Base(j.Doc.Path)) { // that the file is of another phase is told
		return
	}
	m := mapJudge{workJudge: j, phase: ph, plans: map[string]*model.Plan{}}
	for _, plan := range ph.Plans {
		number := notation.ShortForm(plan.ID)
		if number == "" {
			return // it is not known
		}
		m.plans[strings.TrimLeft(number, "0")], m.ids = plan, append(m.ids, plan.Canonical)
	}
	m.validated = dialect.Text(j.p.Front(j.Doc).Root.Get("status")) == "validated"
	for _, row := range j.mapRows() {
		m.requirements(row)
		m.row(row)
	}
	m.gather.Report(j.Reporter)
}

// mapJudge holds the map of a validation against the plans of its phase.
type mapJudge struct {
	workJudge
	phase     *model.Phase
	plans     map[string]*model.Plan // by their numbers, without zeros
	ids       []string               // of these
	validated bool
	gather    model.Gather
}

func (m *mapJudge) report(at notation.Word, format string, args ...any) {
	m.gather.Add("map", document.Finding{Rule: "gsd-validation-map", Span: at.Span, At: "body",
		Least: m.phase.Complete() && !m.validated, Message: fmt.Sprintf(format, args...)})
}

// parts returns what a cell lists.
func parts(cell string) []string {
	return strings.FieldsFunc(cell, func(c rune) bool { return strings.ContainsRune(",;&+/ `*", c) })
}

// requirements judges those that a row names.
func (m *mapJudge) requirements(row mapped) {
	req := m.p.Requirements()
	if req == nil {
		return
	}
	for _, need := range parts(row.requirement.Text) {
		if notation.IsID(need) && !req.Known(need) && req.HasFamily(notation.Family(need)) {
			m.report(row.requirement, "no REQUIREMENTS file has %s, so this row tests what nobody asked for, and what was asked for "+
				"has none; name the requirement that is meant", need)
		}
	}
}

// row judges the task and the plan that a row names.
func (m *mapJudge) row(row mapped) {
	id := taskID().FindStringSubmatch(strings.Trim(row.id.Text, "`* "))
	if id != nil && notation.Number(id[1]) != m.phase.Number {
		m.report(row.id, "%s is a task of phase %s, and this is the map of phase %s, so what audits it looks for the test of "+
			"another phase; write the phase of the file, or take the row out", document.Quote(row.id.Text), id[1], m.phase.Number)
		return
	}
	at, refs := row.plan, parts(row.plan.Text)
	if row.plan.Span == (document.Span{}) && id != nil {
		at, refs = row.id, []string{id[2]}
	}
	for _, ref := range refs {
		of := planRef().FindStringSubmatch(ref)
		if of == nil || of[2] == "0" || of[1] != "" && notation.Number(of[1]) != m.phase.Number {
			break
		}
		if m.plans[of[2]] == nil {
			m.report(at, "%s is no plan of phase %s, which has %s, so nobody makes what this row is to test, and who audits "+
				"the phase does not find it; name the plan that has the task, or take the row out", ref, m.phase.Number,
				document.AllOf(m.ids))
			break
		}
	}
	if id == nil || !m.validated || m.plans[id[2]] == nil {
		return
	}
	all := m.taskCount(m.plans[id[2]])
	if task, known := notation.ParseInt(id[3]); known && 0 < all && all < task {
		m.report(row.id, "plan %s has %s, and %s is none of them, so the validation, which was held against the plan, counts a "+
			"test of nothing; write the number of the task, or take the row out", m.plans[id[2]].Canonical,
			document.Count(all, "task"), document.Quote(row.id.Text))
	}
}

// taskCount returns how many tasks a plan has.
func (j workJudge) taskCount(plan *model.Plan) int {
	if d := j.p.At(plan.Path); d != nil && d.Problem == nil {
		return len(notation.Tasks(d))
	}
	return 0
}
