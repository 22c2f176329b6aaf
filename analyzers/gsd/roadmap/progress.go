package roadmap

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var rowLabel = memo.Regexp(`(?i)^0*(\d+[A-Z]?(?:[.-]\d+)*)\.?(?:\s|$)`)

// rowLabels reports rows of phases under way that GSD does not find, since it looks for their number at the start.
func rowLabels(j *judge) {
	var odd []*model.Row
	for i := range j.rm.Progress {
		row := &j.rm.Progress[i]
		cell, ok := row.Cells["phase"]
		if m := rowLabel().FindStringSubmatch(cell.Text); !ok || row.Archived ||
			m != nil && notation.Number(m[1]) == row.Number {
			continue
		}
		if ph := j.p.PhaseNumbered(row.Number); !j.rm.Ticked(row.Number) && j.rm.Current(row.Number) &&
			!(ph != nil && ph.Complete()) {
			odd = append(odd, row)
		} else {
			return // others were never found either, and nobody missed it
		}
	}
	if len(odd) == 0 {
		return
	}
	cell, more := odd[0].Cells["phase"], ""
	if n := len(odd) - 1; n > 0 {
		more = fmt.Sprintf("; the same holds for %s of the table", document.Count(n, "other row"))
	}
	var fixes []document.Fix
	if name := rowName().FindString(cell.Bare()); name != "" {
		title := cell.Bare()[len(name):]
		fixes = document.Replace("begin with the number", cell.Span, odd[0].Number+". "+title)
	}
	j.report("gsd-roadmap-progress", cell.Span, len(odd) > 2, fixes,
		"GSD looks for the number of a phase at the start of its row, so it never writes how far phase %s is into this "+
			"one; begin with `%s. `%s", odd[0].Number, odd[0].Number, more)
}

// unfit reports a table of progress that GSD cannot write into: it has no fitting line of dashes, a row stands apart, or
// the column is not there.
func unfit(j *judge) {
	if l := j.rm.Loose; l != nil {
		j.report("gsd-roadmap-progress", l.Span, false, nil, "this row stands below no header of a table, and GSD finds none "+
			"there, so it never writes how far the phase is; put it right below the other rows, or write a header and dashes above it")
	}
	for i, l := range j.rm.Lines {
		cells := notation.Cells(l)
		if len(cells) < 3 || l.Hidden || l.Archived || i+1 == len(j.rm.Lines) ||
			len(notation.Cells(j.rm.Lines[max(i-1, 0)])) > 0 {
			continue
		}
		if !isProgress(notation.Titles(cells)) {
			continue
		}
		below := j.rm.Lines[i+1]
		if row := notation.Cells(below); len(row) > 0 && !notation.IsRule(row) {
			j.report("gsd-roadmap-progress", l.Span, false, notation.AddRule(cells, below), "there is no line of dashes "+
				"below this header, so this is no table to GSD and no row of it is ever written; write one")
		} else if n := len(row); n != len(cells) {
			j.report("gsd-roadmap-progress", below.Span, false, nil,
				"the line of dashes has %s and the header %d, so this is no table to GSD and no row of it is ever written; "+
					"give it as many", document.Count(n, "cell"), len(cells))
		} else if name, at := misnamed(cells); name != "" && goesOn(j.rm) {
			j.report("gsd-roadmap-progress", at.Span, false, document.Replace("write "+name, at.Span, name),
				"GSD looks for a column named exactly %s to write how far a phase is, and this table has none; "+
					"name this one so", name)
		}
	}
}

// progressColumns is the column by which GSD finds a row, and those that it writes into.
var progressColumns = []string{"Phase", "Plans Complete", "Status", "Completed"}

// isProgress reports whether a table with these titles, in small letters, tells how far phases are.
func isProgress(titles []string) bool {
	known := 0
	for _, name := range progressColumns {
		if slices.Contains(titles, strings.ToLower(name)) {
			known++
		}
	}
	return slices.Contains(titles, "phase") &&
		(known > 2 || slices.Contains(titles, "status") && slices.Contains(titles, "plans"))
}

// columnWords is what people call those columns, in small letters.
var columnWords = map[string]string{"plans": "Plans Complete", "state": "Status", "done": "Completed",
	"finished": "Completed"}

// misnamed returns a column that GSD looks for and a table lacks, and the title that was meant for it.
func misnamed(cells []notation.Word) (name string, at notation.Word) {
	has := func(name string) bool {
		return slices.ContainsFunc(cells, func(cell notation.Word) bool { return cell.Bare() == name })
	}
	for _, cell := range cells {
		meant := cmp.Or(columnWords[strings.ToLower(cell.Bare())], spell.Close(cell.Bare(), progressColumns))
		if meant != "" && !has(meant) {
			return meant, cell
		}
	}
	return "", notation.Word{}
}

// goesOn reports whether the table of progress has a phase that is not done, or the list of phases where it tells no
// status.
func goesOn(rm *model.Roadmap) bool {
	if len(rm.Progress) == 0 {
		return slices.ContainsFunc(rm.Entries, func(e model.Entry) bool { return !rm.Ticked(e.Number) })
	}
	return slices.ContainsFunc(rm.Progress, func(r model.Row) bool {
		return !rm.Ticked(r.Number) && !strings.Contains(strings.ToLower(r.Cells["status"].Text), "complete")
	})
}

// ragged reports rows with more or fewer cells than the header: GSD counts by a table of progress where all have as
// many alone, and finds no cell to write into that is not there.
func ragged(j *judge) {
	for i := range j.rm.Progress {
		row := &j.rm.Progress[i]
		if row.Archived || row.Columns == row.Header || row.Cells["plans complete"].Text == "" {
			continue
		}
		unwritten := ""
		if _, ok := row.Cells["completed"]; !ok {
			unwritten = ", and never writes into it when the phase was completed"
		}
		j.report("gsd-roadmap-progress", row.Span, false, nil,
			"the row has %s and the header %d, so GSD counts no phase of this table%s; give it as many",
			document.Count(row.Columns, "cell"), row.Header, unwritten)
	}
}

var rowName = memo.Regexp(`(?i)^(?:Phase\s+)?[\w.-]*?\d[\w.-]*\s*[:)–—-]?\s*`)

var day = memo.Regexp(`^\d{4}-\d{2}-\d{2}$`)

var counts = memo.Regexp(`^(\d+)\s*/\s*(\d+|TBD|\?|-|—)$`)

// begun is what the table says of phases that are not over.
var begun = []string{"in progress", "not started", "planned", "pending", "executing", "ready to execute"}

// progress holds the table of progress against the directories.
func progress(j *judge) {
	rowLabels(j)
	unfit(j)
	ragged(j)
	seen := map[string]*model.Row{}
	var last *model.Row
	for i := range j.rm.Progress {
		row := &j.rm.Progress[i]
		if row.Archived || !j.rm.Current(row.Number) {
			continue
		}
		if first := seen[row.Number]; first != nil && first.Table == row.Table { // GSD reads one table alone
			j.gather.Add("again", document.Finding{Rule: "gsd-roadmap-progress", Span: row.Span, At: "body", Lesser: true,
				Related: []document.Related{{Span: first.Span, Message: "it is here first"}},
				Message: fmt.Sprintf("phase %s has a row above, and GSD counts both, so its figures are those of more phases than "+
					"there are; remove one", row.Number)})
			continue
		}
		seen[row.Number], last = row, row
		progressRow(j, row)
	}
	if last != nil {
		rowMissing(j, last)
	}
}

// progressRow holds the row of a phase against its box and its directory.
func progressRow(j *judge, row *model.Row) {
	ph := j.p.PhaseNumbered(row.Number)
	cell := row.Cells["status"]
	status := strings.ToLower(strings.Trim(cell.Text, "* ✅✓"))
	over := strings.HasPrefix(status, "complete") || status == "done"
	if over && isUnplanned(j, row.Number, ph) {
		j.gathered("unplanned", "gsd-roadmap-progress", cell.Span, true, nil, "the table says that phase %s is complete, and its checkbox "+
			"is open and it has no plan, so people take for done what GSD is still to come to; write Not started, or tick it", row.Number)
		return
	}
	if ph == nil || status == "deferred" || ph.Total() == 0 || ph.Stray() ||
		j.rm.Section(row.Number) == nil && j.rm.Entry(row.Number) == nil { // it is one of a former milestone
		return
	}
	if isCounted := rowCount(j, row, ph); !isCounted {
		return
	}
	switch {
	case slices.Contains(begun, status) && ph.Complete() && j.rm.Ticked(row.Number):
		j.report("gsd-roadmap-progress", cell.Span, true, document.Replace("write Complete", cell.Span, "Complete"),
			"the table says that phase %s is %s, and its checkbox is ticked and each plan has its summary; write Complete",
			row.Number, document.Quote(cell.Text))
	case over && !ph.Complete() && !j.unclosed[row.Number]:
		are := "is"
		if len(ph.Open()) > 1 {
			are = "are"
		}
		j.report("gsd-roadmap-progress", cell.Span, false, reopened(row, status),
			"the table says that phase %s is complete while %s %s open; write In Progress", row.Number, planNames(ph.Open()), are)
	}
}

// isUnplanned reports whether a phase has an open box and no plan, neither in its directory, which may be nil, nor archived.
func isUnplanned(j *judge, number string, ph *model.Phase) bool {
	e := j.rm.Entry(number)
	return e != nil && e.Mark == " " && (ph == nil || len(ph.Plans)+len(ph.Summaries) == 0) && !model.Archived(j.p, number)
}

// rowCount holds how many plans of a phase are done to its row against its directory, and reports whether the two agree,
// or the row says nothing.
func rowCount(j *judge, row *model.Row, ph *model.Phase) bool {
	plans := row.Cells["plans complete"]
	if plans.Text == "" {
		plans = row.Cells["plans"]
	}
	m := counts().FindStringSubmatch(strings.Trim(plans.Text, "*"))
	if m == nil {
		return true
	}
	done, all := len(ph.Active)-len(ph.Open()), ph.Total()
	x, _ := notation.ParseInt(m[1])
	y, isKnown := notation.ParseInt(m[2])
	if j.unclosed[row.Number] && x == all && y == all ||
		j.planless[row.Number] && x == done && y == len(j.rm.Section(row.Number).Plans) {
		return false // it follows from what is told of the phase, and is right once that is mended
	}
	if x == done && (!isKnown || y == all) {
		return true
	}
	right, have := fmt.Sprintf("%d/%d", done, all), "have"
	if done == 1 {
		have = "has"
	}
	j.report("gsd-roadmap-progress", plans.Span, false, document.Replace("write "+right, plans.Span, right),
		"the table says %s of phase %s, and its directory has %s of which %d %s a summary; write %s",
		plans.Text, row.Number, document.Count(all, "plan"), done, have, right)
	return false
}

// reopened is how a row that says complete and no more is set to In Progress, without the day, as GSD does it.
func reopened(row *model.Row, status string) []document.Fix {
	if !slices.Contains([]string{"complete", "completed", "done"}, status) {
		return nil
	}
	fixes := document.Replace("write In Progress", row.Cells["status"].Span, "In Progress")
	if on := row.Cells["completed"]; day().MatchString(on.Text) {
		fixes[0].Edits = append(fixes[0].Edits, document.Edit{Span: on.Span, Text: "-"})
	}
	return fixes
}

// rowMissing reports the one phase that has no row where all others have one. The last row is where it is told.
func rowMissing(j *judge, last *model.Row) {
	rows := map[string]bool{}
	for _, row := range j.rm.Progress {
		rows[row.Number] = true
	}
	if len(rows) < 2 || last.Span.Len() == 0 {
		return
	}
	named := map[string]*model.Row{} // rows without a number, by the slugs of their names
	for i := range j.rm.Unnumbered {
		row := &j.rm.Unnumbered[i]
		cell := row.Cells["phase"]
		if name := cell.Bare(); !row.Archived && name != "" && named[notation.Slug(name)] == nil {
			named[notation.Slug(name)] = row
		}
	}
	var missing []*model.Section
	for _, sec := range j.rm.Sections {
		if j.rm.Current(sec.Number) && !sec.Head.Archived && !sec.Head.Hidden && !rows[sec.Number] &&
			!notation.Parked(sec.Number) && !struck(sec) && !unnumbered(j, sec, named) {
			missing = append(missing, sec)
		}
	}
	if len(missing) == 1 {
		j.Report(document.Finding{Rule: "gsd-roadmap-progress", Span: last.Span, At: "body", Least: added(j, missing[0]),
			Message: fmt.Sprintf("phase %s has no row in this table, and all others have one, so nobody sees how far it is; "+
				"add the row", missing[0].Number)})
	}
}

// unnumbered reports the row that has the name of a phase and not its number, and whether there is one.
func unnumbered(j *judge, sec *model.Section, named map[string]*model.Row) bool {
	row := named[notation.Slug(sec.Name)]
	if row == nil {
		return false
	}
	cell := row.Cells["phase"]
	right := sec.Number + ". " + cell.Bare()
	j.report("gsd-roadmap-progress", cell.Span, false, document.Replace("begin with the number", cell.Span, right),
		"GSD looks for the number of a phase at the start of its row, so it never writes how far phase %s is into this "+
			"one; give it its number: `%s`", sec.Number, right)
	return true
}
