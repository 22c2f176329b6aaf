package roadmap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// milestone reports that the milestone under way is closed while phases of it are open. One that is archived is over,
// with what was not done; until the next one begins STATE.md names it still.
func (j *judge) milestone() {
	scope := j.rm.Scope
	if scope == nil || !scope.Closed {
		listed(j)
		return
	}
	if model.Exists(j.p, j.p.Dir+"milestones/"+j.rm.Version+"-ROADMAP.md") {
		return
	}
	for i := range j.rm.Entries {
		if e := &j.rm.Entries[i]; !e.Archived && !e.Done() && !e.Hidden && !notation.Parked(e.Number) {
			j.report("gsd-roadmap-milestone", scope.Span, false, nil,
				"STATE.md is at %s, whose heading says that it is over while phase %s of it is open, so GSD takes its phases "+
					"for finished ones; reopen the heading, or move STATE.md on", j.rm.Version, e.Number)
			return
		}
	}
}

// listed reports that the list of milestones calls the one under way shipped while phases of it are open.
func listed(j *judge) {
	i := slices.IndexFunc(j.rm.Listed, func(m model.Milestone) bool { return m.Closed && strings.EqualFold(m.Version, j.rm.Version) })
	if i < 0 || model.Exists(j.p, j.p.Dir+"milestones/"+j.rm.Version+"-ROADMAP.md") {
		return
	}
	m := &j.rm.Listed[i]
	for k := range j.rm.Entries {
		e := &j.rm.Entries[k]
		whole, _, _ := strings.Cut(e.Number, ".")
		n, isNumber := notation.ParseInt(whole)
		if isOf := isNumber && m.First <= n && n <= m.Last; e.Archived || e.Done() || e.Hidden || notation.Parked(e.Number) ||
			!isOf && (m.Last > 0 || j.rm.Scope == nil) {
			continue
		}
		j.report("gsd-roadmap-milestone", m.Span, true, nil,
			"STATE.md is at %s, which is shipped by this line, while phase %s of it is open, so who reads the list begins the "+
				"next milestone; mark it as in progress, or move STATE.md on", j.rm.Version, e.Number)
		return
	}
}

// cut reports a heading before which no phase of the milestone under way stands, and behind which all do.
func cut(j *judge) {
	if j.rm.Cut == nil {
		return
	}
	current, _ := j.p.State().CurrentPhase()
	if j.rm.Ticked(current) || model.Archived(j.p, current) {
		return
	}
	if *j.rm.Cut == j.rm.Scope.Span {
		j.report("gsd-roadmap-milestone", *j.rm.Cut, true, nil, "no phase stands below the heading of %s, not phase %s either, at "+
			"which STATE.md is, so GSD counts those of other milestones too, and `milestone complete` refuses (V005); move the "+
			"heading above its phases", j.rm.Version, current)
		return
	}
	j.report("gsd-roadmap-milestone", *j.rm.Cut, false, nil, "here ends what GSD reads as %s, since this heading bears a version "+
		"or one of ✅ 📋 🚧, and no phase stands before it, not phase %s either, at which STATE.md is, so GSD counts those of "+
		"other milestones too, and `milestone complete` refuses (V005); move the heading, or make it one level deeper",
		j.rm.Version, current)
}

// beneath reports phases of another milestone that count as those of the one under way: GSD cuts its part of the roadmap
// at headings alone, and takes a <details> out of it since 1.14 only where the summary says that it is over.
func beneath(j *judge) {
	scope := j.rm.Scope
	if scope == nil || scope.Level == 0 || scope.Closed {
		return
	}
	sections := inOrder(j.rm)
	for i := range j.rm.Milestones {
		m := &j.rm.Milestones[i]
		if m.Level > 0 || strings.EqualFold(m.Version, scope.Version) || !scope.Holds(m.Span) || m.Closed && !j.p.Old() {
			continue
		}
		var numbers []string
		known := map[string]bool{}
		part := document.Span{Start: m.Span.Start, End: max(m.Span.Start, m.End)}
		add := func(number string, hidden bool) {
			if !hidden && !known[number] {
				numbers, known[number] = append(numbers, number), true
			}
		}
		for _, e := range within(j.rm.Entries, part, entryAt) {
			add(e.Number, e.Hidden)
		}
		for _, sec := range within(sections, part, sectionAt) {
			add(sec.Number, sec.Head.Hidden)
		}
		if len(numbers) == 0 {
			continue
		}
		what := "write in its summary that it is over, such as ✅ or SHIPPED, or move the block above the heading of " + scope.Version
		if m.Closed {
			what = "GSD before 1.14 goes by headings alone; move the block above the heading of " + scope.Version
		}
		j.report("gsd-roadmap-milestone", m.Span, true, nil, "this block of %s is a part of what stands below the heading of %s, "+
			"so GSD counts the phases in it as current ones (%s); %s", m.Version, scope.Version, document.AllOf(numbers), what)
		return
	}
}

var (
	opens  = memo.WithMark("<", `(?i)<details>`) // with an attribute GSD leaves it alone
	closes = memo.WithMark("<", `(?i)</details>`)
)

// folded reports phases under way in what GSD takes for a milestone that is over: it cuts out each <details> where no
// heading or summary bears the version of the milestone.
func folded(j *judge) {
	bears := func(m model.Milestone) bool {
		return strings.Contains(strings.ToLower(m.Text), strings.ToLower(j.rm.Version))
	}
	if j.rm.Version != "" && slices.ContainsFunc(j.rm.Milestones, bears) {
		return
	}
	var blocks []document.Span
	first := map[document.Span]notation.Line{}
	var open *notation.Line
	for i := range j.rm.Lines {
		l := &j.rm.Lines[i]
		if open == nil && opens.Match(l.Text) {
			open = l
		}
		if open != nil && closes.Match(l.Text) {
			block := document.Span{Start: open.Span.Start, End: l.Span.End}
			blocks, first[block], open = append(blocks, block), *open, nil
		}
	}
	blockOf := func(sec *model.Section) (i int, ok bool) {
		i, _ = slices.BinarySearchFunc(blocks, sectionAt(sec), func(b document.Span, at int) int { return b.End - 1 - at })
		return i, i < len(blocks) && blocks[i].Start <= sectionAt(sec)
	}
	elsewhere := map[string]bool{} // phases with a section outside of blocks
	for _, sec := range j.rm.Sections {
		if _, ok := blockOf(sec); !ok {
			elsewhere[sec.Number] = true
		}
	}
	lostIn := make([][]string, len(blocks))
	for _, sec := range j.rm.Sections {
		if i, ok := blockOf(sec); ok && !elsewhere[sec.Number] && underWay(j, sec) {
			lostIn[i] = append(lostIn[i], sec.Number)
		}
	}
	for i, block := range blocks {
		lost := lostIn[i]
		if text := j.Doc.Text(block); len(lost) > 0 && !shipped().MatchString(text) {
			noun, is := "phase", "is"
			if len(lost) > 1 {
				noun, is = "phases", "are"
			}
			j.report("gsd-roadmap-milestone", first[block].Span, false, nil,
				"GSD takes this block for a milestone that is over and cuts it out, so it does not see %s %s, which %s not "+
					"done; end the block before it", noun, document.AllOf(lost), is)
		}
	}
}

// shipped is a summary that names a version, or says that its phases are over.
var shipped = memo.Regexp(`(?i)<summary[^>]*>[^<]*(?:\bv\d|\b(?:CLOSED|ARCHIVED|ABANDONED|SHIPPED|FAILED)\b|✅|🗄)`)

// underWay reports whether a phase is not over and is known beside its section: by an open box outside of blocks, by
// open plans on disk, or by STATE.md.
func underWay(j *judge, sec *model.Section) bool {
	e, ph := j.rm.Entry(sec.Number), j.p.PhaseNumbered(sec.Number)
	if sec.Head.Hidden || notation.Parked(sec.Number) || e != nil && e.Done() || model.Archived(j.p, sec.Number) {
		return false
	}
	if e != nil && !e.Archived || ph != nil && ph.Total() > 0 && !ph.Complete() {
		return true
	}
	if state := j.p.State(); state != nil {
		n, _ := state.CurrentPhase()
		return n == sec.Number && (ph == nil || !ph.Complete())
	}
	return false
}

// lists holds the boxes of phases against plans, summaries and reports.
func (j *judge) lists() {
	for i := range j.rm.Entries {
		e := &j.rm.Entries[i]
		ph := j.p.PhaseNumbered(e.Number)
		if e.Archived || e.Hidden || ph == nil || j.rm.Entry(e.Number) != e {
			continue
		}
		open := ph.Unsummed()
		switch {
		case e.Done() && len(open) > 0:
			have, what := "has", "summary that closes it"
			if len(open) > 1 {
				have, what = "have", "summaries that close them"
			}
			j.unclosed[e.Number] = true
			j.report("gsd-roadmap-done", e.Span, false, nil,
				"phase %s is ticked while %s %s no %s, so progress and STATE.md tell two stories (W011); open the box, or "+
					"write what is missing", e.Number, planNames(open), have, what)
		case e.Mark == " " && ph.Verified.Status == "passed" && ph.Complete():
			j.report("gsd-roadmap-done", e.Span, true, document.Replace("tick it", e.MarkAt, "x"),
				"phase %s is open here while its verification passed and all its plans have summaries; tick the box", e.Number)
		case e.Done() && len(open) == 0 && ph.Complete() && ph.Verified.File == "" && !j.p.Old() && verified(j.p) &&
			!slices.ContainsFunc(ph.Misnamed, verification):
			j.gathered("gsd-verification-missing", e.Span, nil,
				"phase %s is ticked, all its plans have summaries, and no VERIFICATION is there: GSD since 1.14 takes it for "+
					"partial for ever; verify it", e.Number)
		}
	}
}

// verification reports whether a file has the name of a report on a phase.
func verification(file string) bool { return strings.HasSuffix(file, "VERIFICATION.md") }

// verified reports whether some phase has a report.
func verified(p *model.Planning) bool {
	return slices.ContainsFunc(p.Phases(), func(ph *model.Phase) bool { return ph.Verified.File != "" })
}

func planNames(plans []*model.Plan) string {
	var names []string
	for _, plan := range plans {
		names = append(names, plan.ID)
	}
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:3], ", "), len(names)-3)
	}
	return document.AllOf(names)
}

var planTotal = memo.Regexp(`(?i)^\s*\*\*Plans(?:\*\*:|:\*\*)\s*(?:\d+\s*/\s*)?(\d+)\s+plans?\b`)

// planForm is how ids of plans are written.
var planForm = memo.Regexp(`^\d+[A-Za-z]?(?:\.\d+)*-\d+`)

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
		more = fmt.Sprintf("; so it is with %s of the table", document.Count(n, "other row"))
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
		titles := notation.Titles(cells)
		column := func(name string) bool { return slices.Contains(titles, name) }
		if !column("phase") || !column("status") || !column("plans complete") && !column("plans") && !column("completed") {
			continue
		}
		below := j.rm.Lines[i+1]
		if row := notation.Cells(below); len(row) > 0 && !notation.IsRule(row) {
			j.report("gsd-roadmap-progress", l.Span, false, notation.AddRule(j.Doc, cells, below), "there is no line of dashes "+
				"below this header, so this is no table to GSD and no row of it is ever written; write one")
		} else if n := len(row); n != len(cells) {
			j.report("gsd-roadmap-progress", below.Span, false, nil,
				"the line of dashes has %s and the header %d, so this is no table to GSD and no row of it is ever written; "+
					"give it as many", document.Count(n, "cell"), len(cells))
		} else if column("plans") && !column("plans complete") && slices.ContainsFunc(j.rm.Progress, func(r model.Row) bool {
			return !j.rm.Ticked(r.Number) && !strings.Contains(strings.ToLower(r.Cells["status"].Text), "complete")
		}) {
			at := cells[slices.Index(titles, "plans")]
			j.report("gsd-roadmap-progress", at.Span, false, document.Replace("write Plans Complete", at.Span, "Plans Complete"),
				"GSD writes how far a phase is into the column Plans Complete, which this table does not have; name it so")
		}
	}
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
func (j *judge) progress() {
	const rule = "gsd-roadmap-progress"
	rows, seen := map[string]bool{}, map[string]*model.Row{}
	last := document.Span{}
	rowLabels(j)
	unfit(j)
	ragged(j)
	for i := range j.rm.Progress {
		row := &j.rm.Progress[i]
		rows[row.Number] = true
		if row.Archived || !j.rm.Current(row.Number) {
			continue
		}
		if first := seen[row.Number]; first != nil {
			j.Report(document.Finding{Rule: rule, Span: row.Span, At: "body", Lesser: true,
				Related: []document.Related{{Span: first.Span, Message: "it is here first"}},
				Message: fmt.Sprintf("phase %s has a row above, and GSD counts both, so its figures are those of more phases than "+
					"there are; remove one", row.Number)})
			continue
		}
		seen[row.Number] = row
		last = row.Span
		ph := j.p.PhaseNumbered(row.Number)
		status := strings.ToLower(strings.Trim(row.Cells["status"].Text, "* ✅✓"))
		plans := row.Cells["plans complete"]
		if plans.Text == "" {
			plans = row.Cells["plans"]
		}
		over := strings.HasPrefix(status, "complete") || status == "done"
		if e := j.rm.Entry(row.Number); over && e != nil && e.Mark == " " && (ph == nil || len(ph.Plans)+len(ph.Summaries) == 0) &&
			!model.Archived(j.p, row.Number) {
			j.report(rule, row.Cells["status"].Span, true, nil, "the table says that phase %s is complete, and its box is open and "+
				"it has no plan, so people take for done what GSD is still to come to; write Not started, or tick the box",
				row.Number)
			continue
		}
		if ph == nil || status == "deferred" || ph.Total() == 0 || ph.Stray() ||
			j.rm.Section(row.Number) == nil && j.rm.Entry(row.Number) == nil { // it is one of a former milestone
			continue
		}
		done, all := len(ph.Active)-len(ph.Open()), ph.Total()
		m := counts().FindStringSubmatch(strings.Trim(plans.Text, "*"))
		if m != nil {
			x, _ := notation.ParseInt(m[1])
			y, known := notation.ParseInt(m[2])
			if j.unclosed[row.Number] && x == all && y == all ||
				j.planless[row.Number] && x == done && y == len(j.rm.Section(row.Number).Plans) {
				continue // it follows from what is told of the phase, and is right once that is mended
			}
			if x != done || known && y != all {
				right, have := fmt.Sprintf("%d/%d", done, all), "have"
				if done == 1 {
					have = "has"
				}
				j.report(rule, plans.Span, false, document.Replace("write "+right, plans.Span, right),
					"the table says %s of phase %s, and its directory has %s of which %d %s a summary; write %s",
					plans.Text, row.Number, document.Count(all, "plan"), done, have, right)
				continue
			}
		}
		if slices.Contains(begun, status) && ph.Complete() && j.rm.Ticked(row.Number) {
			j.report(rule, row.Cells["status"].Span, true, document.Replace("write Complete", row.Cells["status"].Span, "Complete"),
				"the table says that phase %s is %s, and its box is ticked and each plan has its summary; write Complete",
				row.Number, document.Quote(row.Cells["status"].Text))
		}
		if over && !ph.Complete() && !j.unclosed[row.Number] {
			span := row.Cells["status"].Span
			are := "is"
			if len(ph.Open()) > 1 {
				are = "are"
			}
			var fixes []document.Fix
			if slices.Contains([]string{"complete", "completed", "done"}, status) { // the cell tells no more
				fixes = document.Replace("write In Progress", span, "In Progress")
				if on := row.Cells["completed"]; day().MatchString(on.Text) {
					fixes[0].Edits = append(fixes[0].Edits, document.Edit{Span: on.Span, Text: "-"}) // as GSD takes it out
				}
			}
			j.report(rule, span, false, fixes,
				"the table says that phase %s is complete while %s %s open; write In Progress", row.Number,
				planNames(ph.Open()), are)
		}
	}
	if len(rows) < 2 || last.Len() == 0 {
		return
	}
	var missing []*model.Section
	named := map[string]*model.Row{} // rows without a number, by the slugs of their names
	for i := range j.rm.Unnumbered {
		row := &j.rm.Unnumbered[i]
		cell := row.Cells["phase"]
		if name := cell.Bare(); !row.Archived && name != "" && named[notation.Slug(name)] == nil {
			named[notation.Slug(name)] = row
		}
	}
	for _, sec := range j.rm.Sections {
		if !sec.Head.Archived && !sec.Head.Hidden && !rows[sec.Number] && !notation.Parked(sec.Number) &&
			!struck(sec) && !unnumbered(j, sec, named) {
			missing = append(missing, sec)
		}
	}
	if len(missing) == 1 {
		j.Report(document.Finding{Rule: rule, Span: last, At: "body", Least: added(j, missing[0]),
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
