package requirement

import (
	"fmt"
	"index/suffixarray"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// lister judges the list of requirements.
type lister struct {
	*judge
	listed bool // all phases of the current milestone name requirements
	phases map[*model.Phase]*completion
	parted map[string]bool // ids of bullets in which something else stands for the hyphen
}

// completion is what the summaries of a phase say that they complete.
type completion struct {
	texts  *suffixarray.Index
	silent bool // one does not say it, or names an id that is no requirement, and so may be the slip of another
}

func (j lister) requirements() {
	if j.req == nil {
		return
	}
	j.listed, j.phases, j.parted = listsRequirements(j.rm), map[*model.Phase]*completion{}, map[string]bool{}
	j.unseen()
	seen := map[string]document.Span{}
	for i := range j.req.Bullets {
		b := &j.req.Bullets[i]
		if !b.Seen && (!b.Later || !notation.IsID(b.ID.Text)) {
			continue
		}
		if first, twice := seen[b.ID.Text]; twice && !b.Later {
			j.Report(document.Finding{Rule: "gsd-requirement-duplicate", Span: b.ID.Span, At: "body",
				Related: []document.Related{{Span: first, Message: "it is here first"}},
				Message: fmt.Sprintf("%s stands for two requirements, and GSD ticks the first alone; give this one an id of "+
					"its own", b.ID.Text)})
			continue
		}
		if _, twice := seen[b.ID.Text]; !twice {
			seen[b.ID.Text] = b.ID.Span
		}
		if !b.Later {
			j.trace(b)
			j.status(b)
		}
	}
	if !j.req.Table {
		return
	}
	if below := j.req.Unfit; below != nil && !notation.IsRule(notation.Cells(*below)) {
		fix := notation.AddRule(notation.Cells(*j.req.Header), *below)
		j.report("gsd-requirement-trace", j.req.Header.Span, false, fix, "there is no line of dashes below this header, so "+
			"this is no table to GSD and no status in it is ever turned; write one")
	} else if below != nil {
		j.report("gsd-requirement-trace", below.Span, false, nil, "this line has not as many cells as the header, "+
			"so this is no table to GSD and no status in it is ever turned; give it as many")
	}
	if l := j.req.Loose; l != nil {
		j.report("gsd-requirement-trace", l.Span, false, nil, "this row stands below no header of a table, and GSD finds none "+
			"there, so the status in it is never turned; put it right below the other rows, or write a header and dashes above it")
	}
	if j.req.Mute {
		j.report("gsd-requirement-trace", j.req.Header.Span, false, nil,
			"GSD turns what stands in the column Status, which this table does not have, so no requirement is ever complete in "+
				"it; name a column so, or add it")
	}
	crossed(j)
	for i := range j.req.Rows {
		j.row(&j.req.Rows[i])
		named(j, &j.req.Rows[i])
	}
	counted(j)
}

// trace holds a requirement against the table and the roadmap.
func (j lister) trace(b *model.Requirement) {
	const rule = "gsd-requirement-trace"
	if !j.req.Table || !b.Seen {
		return
	}
	phases := j.rm.Naming(b.ID.Text)
	row := j.req.Row(b.ID.Text)
	switch {
	case row == nil && j.req.Cells[b.ID.Text].Text != "":
		cell := j.req.Cells[b.ID.Text]
		j.gathered("no row", rule, cell.Span, false, nil, "this cell is %s, and GSD looks for a row whose first cell is the id "+
			"alone, so the status of %s is never turned to Complete; give each id a row of its own", document.Quote(cell.Text),
			b.ID.Text)
	case row == nil:
		f := document.Finding{Rule: rule, Span: b.ID.Span, At: "body",
			Message: fmt.Sprintf("%s has no row in the traceability table, so its status is never turned to Complete; add "+
				"the row", b.ID.Text)}
		if n := len(j.req.Rows); n > 0 && len(phases) == 1 && j.plain() {
			last := j.req.Rows[n-1].Span.End
			status := "Pending"
			if b.Ticked {
				status = "Complete"
			}
			f.Fixes = document.Replace("add the row", document.Span{Start: last, End: last},
				fmt.Sprintf("\n| %s | Phase %s | %s |", b.ID.Text, phases[0], status))
		}
		j.gather.Add("no row", f)
	case len(phases) == 0 && j.listed && (shelved(j, row.Number) || notation.Over(row.Status.Text)):
	case len(phases) == 0 && j.listed && !b.Ticked && !done(row.Status.Text) && !j.rm.Below[b.ID.Text]:
		where := "a phase"
		if row.Number != "" && j.rm.Section(row.Number) != nil {
			where = "phase " + row.Number + ", as its row says, or correct the row"
		}
		j.gathered("no phase", rule, b.ID.Span, false, nil,
			"no phase of the roadmap names %s, so no plan has to cover it; add it to the Requirements of %s", b.ID.Text, where)
	}
}

// shelved reports whether a phase is in an archive, and in no section of what is still to come.
func shelved(j lister, number string) bool {
	if sec := j.rm.Section(number); sec != nil {
		return sec.Head.Archived
	}
	return model.Archived(j.p, number)
}

// plain reports whether the traceability table has the columns of the template, and no others.
func (j lister) plain() bool {
	return slices.Equal(notation.Titles(notation.Cells(*j.req.Header))[1:], []string{"phase", "status"})
}

// listsRequirements reports whether all phases of the current milestone name requirements; rm may be nil.
func listsRequirements(rm *model.Roadmap) bool {
	if rm == nil {
		return false
	}
	for i := range rm.Entries {
		if e := &rm.Entries[i]; !e.Archived && !e.Hidden && !e.Done() && rm.Section(e.Number) == nil {
			return false // its section is not seen
		}
	}
	has := false
	for _, sec := range rm.Sections {
		if sec.Head.Archived || sec.Head.Hidden {
			continue
		}
		if has = true; sec.Requirements == nil {
			return false
		}
	}
	return has
}

// traceRule is reported for rows of the traceability table.
const traceRule = "gsd-requirement-trace"

// row judges a row of the traceability table.
func (j lister) row(row *model.TraceRow) {
	id := row.ID.Text
	if !j.req.Listed(id) && (notation.Over(row.Status.Text) || // on purpose
		len(j.req.Bullets) == 0 || j.parted[id]) { // the rows are the list, or it is told
		return
	}
	switch isListed := j.req.Listed(id) || j.req.Archive[id]; {
	case !isListed && j.req.Unread[id]:
		j.gathered("unread", traceRule, row.ID.Span, false, nil, "%s stands in no list item with a checkbox, so complete-"+
			"milestone does not count it; write `- [ ] **%[1]s**: …`, or take the row out", id)
	case !isListed:
		meant := ""
		if j.seeks() {
			meant = spell.DidYouMean(id, j.req.Rowless)
		}
		j.gathered("row", traceRule, row.ID.Span, false, nil,
			"this row is about %s, which is no requirement of the list above%s; write the bullet, or take the row out", id, meant)
	case j.req.Row(id) != row:
		j.gathered("row twice", traceRule, row.ID.Span, false, nil, "%s has a row above, and GSD turns that one alone to Complete, so this "+
			"one stays as it is; take one of them out", id)
	case !strings.EqualFold(strings.TrimSpace(j.Doc.Text(row.ID.Span)), id) && !done(row.Status.Text):
		j.gathered("row marked", traceRule, row.ID.Span, false, document.Replace("write "+id, row.ID.Span, id),
			"GSD compares this cell as it stands, marks and all, so it finds no row of %s, and never turns its status to "+
				"Complete; write %s", id, id)
	case row.Number != "" && j.rm != nil && !isRange(row.Phase.Text):
		j.rowPhase(row)
	}
}

// rowPhase holds the phase of a row against the roadmap.
func (j lister) rowPhase(row *model.TraceRow) {
	id, phases, entry := row.ID.Text, j.rm.Naming(row.ID.Text), j.rm.Entry(row.Number)
	if j.rm.Section(row.Number) == nil {
		isSomewhere := entry != nil || j.p.PhaseNumbered(row.Number) != nil || model.Archived(j.p, row.Number)
		switch {
		case !isSomewhere && len(phases) > 0:
			j.gathered("no "+row.Number+" "+phases[0], traceRule, row.Phase.Span, false, rewrite(row, phases),
				"the roadmap has no phase %s, so nobody covers %s there; write Phase %s", row.Number, id, phases[0])
			return
		case !isSomewhere && len(j.rm.Sections) > 0 && !j.req.Archive[id] && !done(row.Status.Text) &&
			!notation.Over(row.Status.Text):
			j.report(traceRule, row.Phase.Span, false, nil, "the roadmap has no phase %s, so nobody covers %s there; name a phase "+
				"of the roadmap", row.Number, id)
			return
		case entry != nil && !entry.Archived: // it is told to have none
			return
		}
	}
	if len(phases) > 0 && !j.rm.Names(row.Number, id) && !several(row.Phase.Text) {
		j.gathered("row "+row.Number+" "+phases[0], traceRule, row.Phase.Span, false, rewrite(row, phases),
			"the table puts %s into phase %s, and the roadmap into phase %s, which is the one that covers it; write Phase "+
				"%s", id, row.Number, phases[0], phases[0])
	}
}

var barePhase = memo.Regexp(`(?i)^[\s*]*(?:Phase\s+)?[\w.]*\d[\w.]*[\s*]*$`)

// rewrite is the fix that names another phase; none where the cell tells more than one.
func rewrite(row *model.TraceRow, phases []string) []document.Fix {
	if len(phases) != 1 || !barePhase().MatchString(row.Phase.Text) {
		return nil
	}
	return document.Replace("write Phase "+phases[0], row.Phase.Span, "Phase "+phases[0])
}

// several reports whether a cell names more than one phase.
func several(cell string) bool {
	return strings.ContainsAny(cell, ",&+/→") || strings.Contains(cell, " and ")
}

var phaseRange = memo.Regexp(`(?i)^\W*phases\s+\d+\s*(?:[-–—]|to)\s*\d`)

// isRange reports whether a cell names phases from one to another.
func isRange(cell string) bool { return phaseRange().MatchString(cell) }

func done(status string) bool {
	status = strings.ToLower(strings.Trim(status, "*✅✓ "))
	over := []string{"complete", "done", "validated", "satisfied", "shipped", "implemented", "verified"}
	return slices.ContainsFunc(over, func(word string) bool { return strings.HasPrefix(status, word) })
}

// status holds the box of a requirement against its row, and both against the phase.
func (j lister) status(b *model.Requirement) {
	const rule = "gsd-requirement-status"
	row := j.placed(j.req.Row(b.ID.Text))
	if row == nil || !b.Seen || row.Crossed {
		return
	}
	if row.Short && !b.Ticked {
		j.gathered("short", rule, row.Span, true, border(row), "this row ends before the column Status, so GSD finds no status of "+
			"%s that it could turn to Complete; write all cells", b.ID.Text)
		return
	}
	if row.Status.Text == "" {
		return
	}
	word := strings.Trim(row.Status.Text, "*✅✓ ")
	switch {
	case b.Ticked && (strings.EqualFold(word, "Pending") || strings.EqualFold(word, "Gaps Found")):
		at, fixes, advice := b.Span, document.Replace("write Complete", row.Status.Span, "Complete"),
			"write Complete, or untick it"
		if j.finished(b.ID.Text, row.Number) {
			at = row.Status.Span
		} else if !j.over(row.Number) { // nothing tells that the box is right
			fixes[0].Unsafe = true
			advice = "untick it, or write Complete if it is done"
		}
		j.gathered("ticked", rule, at, false, fixes,
			"%s is ticked, and its row says %s, so programs and people get two answers; %s", b.ID.Text, word, advice)
	case !b.Ticked && done(word) && b.Box && !j.finished(b.ID.Text, row.Number) && j.open(row.Number):
		j.gathered("early", rule, row.Status.Span, false, pending(row.Status),
			"%s is %s here and its checkbox is open, and neither phase %s is complete nor a summary of it names the requirement, so "+
				"programs and people get two answers; write Pending", b.ID.Text, word, row.Number)
	case !b.Ticked && done(word) && b.Box:
		noted := !bareStatus().MatchString(strings.TrimRight(row.Status.Text, " ()0123456789-")) // by more than a day
		j.gathered("open", rule, b.Span, noted, document.Replace("tick it", b.MarkAt, "x"),
			"%s is not ticked, and its row says %s, so programs and people get two answers; tick it, or write "+
				"Pending", b.ID.Text, word)
	case b.Ticked && done(word):
		j.early(b, row)
	case !b.Ticked && b.Box && strings.EqualFold(word, "Pending") && j.left(b.ID.Text, row.Number):
		j.gathered("left", rule, b.Span, true, nil, "%s is open here, and phase %s, a summary of which completes it, is "+
			"ticked, so complete-milestone asks what became of it; run `requirements mark-complete %[1]s`", b.ID.Text, row.Number)
	case !b.Ticked && !turns(word):
		usual := slices.ContainsFunc([]string{"in progress", "in-progress", "blocked"},
			func(w string) bool { return strings.HasPrefix(strings.ToLower(word), w) })
		fixes, advice, until := pending(row.Status), "write Pending", ""
		if strings.EqualFold(word, "in progress") {
			until = ", until the phase is completed"
		}
		if usual {
			advice = "write Pending before it is done"
			for i := range fixes {
				fixes[i].Unsafe = true // the word tells people what Pending does not
			}
		}
		j.gather.Add(word, document.Finding{Rule: rule, Span: row.Status.Span, At: "body", Lesser: true, Least: usual,
			Fixes: fixes,
			Message: fmt.Sprintf("GSD turns only Pending to Complete (gsd-core Gaps Found, too), so with %s the row stays as it "+
				"is, and gsd-core takes back even the tick of %s%s; %s", document.Quote(word), b.ID.Text, until, advice)})
	}
}

// placed returns a row with the phase that covers its requirement, where the row names another, which is told.
func (j lister) placed(row *model.TraceRow) *model.TraceRow {
	if row == nil || row.Number == "" || len(j.rm.Naming(row.ID.Text)) == 0 || j.rm.Names(row.Number, row.ID.Text) {
		return row
	}
	there := *row
	there.Number = j.rm.Naming(row.ID.Text)[0]
	return &there
}

var bareStatus = memo.Regexp(`^[\s*✅✓]*[A-Za-z]+(?:[ -][A-Za-z]+)?[\s*✅✓]*$`)

// pending is the fix that writes Pending over a status; none where the cell tells more.
func pending(status notation.Word) []document.Fix {
	if !bareStatus().MatchString(status.Text) {
		return nil
	}
	return document.Replace("write Pending", status.Span, "Pending")
}

var endsInStatus = memo.Regexp(`(?i)\s(?:Pending|Planned|In Progress|Complete|Gaps Found|Blocked)$`)

// border is the fix for a row without the border between its last two cells.
func border(row *model.TraceRow) []document.Fix {
	m := endsInStatus().FindStringIndex(row.Phase.Text)
	if m == nil {
		return nil
	}
	at := row.Phase.Span.Start + m[0]
	return document.Replace("write the border", document.Span{Start: at, End: at}, " |")
}

// open reports whether a phase is one that is not over.
func (j lister) open(number string) bool {
	ph := j.p.PhaseNumbered(number)
	return j.rm != nil && j.rm.Entry(number) != nil && !j.rm.Ticked(number) && (ph == nil || !ph.Complete())
}

// over reports whether a phase is done: by its plans, or by the roadmap if it has no directory any more.
func (j lister) over(number string) bool {
	if ph := j.p.PhaseNumbered(number); ph != nil {
		return ph.Complete()
	}
	return j.rm != nil && j.rm.Ticked(number)
}

// left reports whether a phase is ticked, and a summary of it names a requirement that it completes, while its
// verification found no gaps, for which GSD opens requirements again.
func (j lister) left(id, number string) bool {
	ph := j.p.PhaseNumbered(number)
	return ph != nil && j.rm != nil && j.rm.Ticked(number) && ph.Complete() && ph.Verified.Status != "gaps_found" &&
		len(j.completed(ph).texts.Lookup([]byte(id+"\n"), 1)) > 0
}

// finished reports whether a summary of a phase says that it completes a requirement.
func (j lister) finished(id, number string) bool {
	ph := j.p.PhaseNumbered(number)
	if ph == nil {
		return false
	}
	return !strings.Contains(id, "\n") && len(j.completed(ph).texts.Lookup([]byte(id), 1)) > 0
}

// completed returns what the summaries of a phase complete.
func (j lister) completed(ph *model.Phase) *completion {
	if c := j.phases[ph]; c != nil {
		return c
	}
	c := &completion{}
	var texts strings.Builder
	for _, s := range ph.Summaries {
		d := j.p.At(s.Path)
		if d == nil {
			c.silent = true
			continue
		}
		completed := j.p.Front(d).Root.Pair("requirements-completed")
		c.silent = c.silent || s.Lost || completed == nil
		if completed == nil {
			continue
		}
		for _, n := range model.Keys(completed.Value) {
			id := strings.TrimSpace(dialect.Text(n))
			c.silent = c.silent || notation.IsID(id) && !j.req.Known(id)
			texts.WriteString(dialect.Text(n) + "\n")
		}
	}
	c.texts = suffixarray.New([]byte(texts.String()))
	j.phases[ph] = c
	return c
}

// turns reports whether the status of an open requirement needs no word: it turns by itself, or says that nobody
// works on it.
func turns(word string) bool {
	word = strings.ToLower(word)
	known := []string{"pending", "gaps found", "partial", "-", "—", "n/a", "planned"}
	return notation.Over(word) || slices.ContainsFunc(known, func(known string) bool { return strings.HasPrefix(word, known) })
}

// early reports a requirement that is complete while its phase is open and no summary completes it.
func (j lister) early(b *model.Requirement, row *model.TraceRow) {
	if j.rm == nil || row.Number == "" || j.rm.Section(row.Number) == nil ||
		j.rm.Section(row.Number).Head.Archived || j.rm.Entry(row.Number) == nil || j.rm.Ticked(row.Number) {
		return
	}
	ph := j.p.PhaseNumbered(row.Number)
	if len(j.p.Phases()) == 0 || ph != nil && (ph.Complete() || ph.Stray() || j.finished(b.ID.Text, row.Number) ||
		j.completed(ph).silent) {
		return
	}
	j.gathered("early "+row.Number, "gsd-requirement-status", row.Status.Span, true, nil,
		"%s is complete here while phase %s is open and no summary of it names the requirement, so nobody looks at it "+
			"again; write Pending and untick it", b.ID.Text, row.Number)
}
