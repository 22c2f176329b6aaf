// Package requirement judges requirements and decisions: whether GSD sees them, and whether plans cover them.
package requirement

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer reports requirements and decisions that GSD does not see, that are nowhere, or that nobody covers.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdrequirement",
	Doc:      "judge the requirements and decisions of a GSD project",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		projects := model.Of(pass)
		each := func(kind string, call func(*judge)) {
			projects.Each(set, []string{kind}, func(r *document.Reporter, p *model.Planning) {
				if r.Doc.Problem != nil {
					return
				}
				j := &judge{Reporter: r, p: p, req: p.Requirements(), rm: p.Roadmap()}
				if set.Standalone { // its neighbours are not known
					j.rm = nil
					if kind != "requirements" {
						j.req = nil
					}
				}
				call(j)
			})
		}
		each("requirements", (*judge).requirements)
		each("roadmap", (*judge).roadmap)
		each("plan", func(j *judge) { j.keyed("requirements") })
		each("summary", func(j *judge) { j.keyed("requirements-completed") })
		each("context", (*judge).decisions)
		return nil, nil
	},
}

// judge is a file that is judged. req and rm are nil if there is none.
type judge struct {
	*document.Reporter
	p   *model.Planning
	req *model.Requirements
	rm  *model.Roadmap
}

func (j *judge) report(rule string, span document.Span, lesser bool, fixes []document.Fix, format string, args ...any) {
	j.Report(document.Finding{Rule: rule, Span: span, At: "body", Lesser: lesser, Fixes: fixes, Message: fmt.Sprintf(format, args...)})
}

func (j *judge) requirements() {
	if j.req == nil {
		return
	}
	j.unseen()
	seen := map[string]document.Span{}
	for i := range j.req.Bullets {
		b := &j.req.Bullets[i]
		if !b.Seen && (!b.Later || !model.IsID(b.ID.Text)) {
			continue
		}
		if first, twice := seen[b.ID.Text]; twice && !b.Later {
			j.Report(document.Finding{Rule: "gsd-requirement-duplicate", Span: b.ID.Span, At: "body", Related: []document.Related{{Span: first, Message: "it is here first"}},
				Message: fmt.Sprintf("%s stands for two requirements, and GSD ticks the first alone; give this one an id of its own", b.ID.Text)})
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
	for i := range j.req.Rows {
		j.row(&j.req.Rows[i])
	}
}

// unseen reports bullets that were meant for requirements and are none. Many with one cause are one finding.
func (j *judge) unseen() {
	prefixes := map[string]bool{}
	for i := range j.req.Bullets {
		if b := &j.req.Bullets[i]; b.Seen {
			prefixes[prefix(b.ID.Text)] = true
		}
	}
	for i := range j.req.Rows {
		prefixes[prefix(j.req.Rows[i].ID.Text)] = true
	}
	byCause := map[string][]*model.Requirement{}
	var causes []string
	for i := range j.req.Bullets {
		b := &j.req.Bullets[i]
		cause := j.cause(b, prefixes)
		if cause == "" {
			continue
		}
		if byCause[cause] == nil {
			causes = append(causes, cause)
		}
		byCause[cause] = append(byCause[cause], b)
	}
	for _, cause := range causes {
		all, many := byCause[cause], ""
		if len(all) > 4 {
			many = fmt.Sprintf(" (%d requirements of this file)", len(all))
			all = all[:1]
		}
		for _, b := range all {
			mark := " "
			if b.Ticked {
				mark = "x"
			}
			id := strings.ToUpper(b.ID.Text)
			rest := strings.TrimLeft(b.Text[b.ID.Span.End-b.Span.Start:], "*: \t")
			indent := b.Text[:len(b.Text)-len(strings.TrimLeft(b.Text, " \t"))]
			fixed := fmt.Sprintf("%s- [%s] **%s**: %s", indent, mark, id, rest)
			j.report("gsd-requirement-unseen", b.Span, j.req.Row(b.ID.Text) != nil, document.Replace("write it as GSD reads it", b.Span, fixed),
				"GSD does not see this requirement, since %s%s, so nobody can tick or count it; write `- [%s] **%s**: …`", cause, many, mark, id)
		}
	}
}

func prefix(id string) string {
	p, _, _ := strings.Cut(id, "-")
	return strings.ToUpper(p)
}

// cause tells why a bullet is not read as the requirement that it was meant for, or "".
func (j *judge) cause(b *model.Requirement, prefixes map[string]bool) string {
	_, tail, _ := strings.Cut(b.ID.Text, "-")
	digit := strings.ContainsAny(tail, "0123456789")
	known := prefixes[prefix(b.ID.Text)]
	bold := strings.Contains(b.Text[:b.ID.Span.Start-b.Span.Start], "**")
	switch {
	case b.Seen || b.Later || !digit && !(known && bold) || !bold && !known && !b.Box:
		return ""
	case !model.IsID(b.ID.Text):
		if !known {
			return ""
		}
		return "its id is not written in capitals"
	case b.Colon:
		return "the colon stands inside of the stars"
	case !bold:
		return "its id does not stand between stars"
	case !b.Box && known:
		return "it has no box"
	case !b.Box:
		return ""
	}
	return "more than the id stands between the stars"
}

// trace holds a requirement against the table and the roadmap.
func (j *judge) trace(b *model.Requirement) {
	const rule = "gsd-requirement-trace"
	if !j.req.Table || !b.Seen {
		return
	}
	phases := j.phases(b.ID.Text)
	row := j.req.Row(b.ID.Text)
	switch {
	case row == nil:
		f := document.Finding{Rule: rule, Span: b.ID.Span, At: "body",
			Message: fmt.Sprintf("%s has no row in the traceability table, so its status is never turned to Complete; add the row", b.ID.Text)}
		if n := len(j.req.Rows); n > 0 && len(phases) == 1 {
			last := j.req.Rows[n-1].Span.End
			status := "Pending"
			if b.Ticked {
				status = "Complete"
			}
			f.Fixes = document.Replace("add the row", document.Span{Start: last, End: last}, fmt.Sprintf("%s| %s | Phase %s | %s |", j.Doc.Newline(), b.ID.Text, phases[0], status))
		}
		j.Report(f)
	case len(phases) == 0 && j.listsRequirements() && row.Number != "" && j.rm.Section(row.Number) != nil && j.rm.Section(row.Number).Head.Archived:
	case len(phases) == 0 && j.listsRequirements() && !b.Ticked:
		j.report(rule, b.ID.Span, false, nil, "no phase of the roadmap names %s, so no plan has to cover it; add it to the Requirements of a phase", b.ID.Text)
	}
}

// phases returns the numbers of the phases whose sections name a requirement.
func (j *judge) phases(id string) []string {
	if j.rm == nil {
		return nil
	}
	return j.rm.Naming(id)
}

// listsRequirements reports whether all phases of the current milestone name requirements.
func (j *judge) listsRequirements() bool {
	if j.rm == nil {
		return false
	}
	for i := range j.rm.Entries {
		if e := &j.rm.Entries[i]; !e.Archived && !e.Hidden && !e.Done() && j.rm.Section(e.Number) == nil {
			return false // its section is not seen
		}
	}
	has := false
	for _, sec := range j.rm.Sections {
		if sec.Head.Archived || sec.Head.Hidden {
			continue
		}
		if has = true; sec.Requirements == nil {
			return false
		}
	}
	return has
}

// row judges a row of the traceability table.
func (j *judge) row(row *model.TraceRow) {
	const rule = "gsd-requirement-trace"
	bullet := false
	for i := range j.req.Bullets {
		bullet = bullet || strings.EqualFold(j.req.Bullets[i].ID.Text, row.ID.Text)
	}
	if !bullet && !j.req.Archive[row.ID.Text] {
		j.report(rule, row.ID.Span, false, nil, "this row is about %s, which is no requirement of the list above%s; write the bullet, or take the row out", row.ID.Text, spell.DidYouMean(row.ID.Text, j.bulletIDs()))
		return
	}
	if row.Number == "" || j.rm == nil {
		return
	}
	phases := j.phases(row.ID.Text)
	section := j.rm.Section(row.Number)
	switch {
	case section == nil && j.rm.Entry(row.Number) == nil && j.p.PhaseNumbered(row.Number) == nil && !j.p.Archived(row.Number) && len(phases) > 0:
		j.report(rule, row.Phase.Span, false, j.rewrite(row, phases), "the roadmap has no phase %s, so nobody covers %s there; write Phase %s", row.Number, row.ID.Text, phases[0])
	case section == nil && j.rm.Entry(row.Number) == nil && len(j.rm.Sections) > 0 && !j.p.Archived(row.Number) && j.p.PhaseNumbered(row.Number) == nil && !j.req.Archive[row.ID.Text] && !done(row.Status.Text):
		j.report(rule, row.Phase.Span, false, nil, "the roadmap has no phase %s, so nobody covers %s there; name a phase of the roadmap", row.Number, row.ID.Text)
	case len(phases) > 0 && !contains(phases, row.Number) && !several(row.Phase.Text):
		j.report(rule, row.Phase.Span, false, j.rewrite(row, phases), "the table puts %s into phase %s, and the roadmap into phase %s, which is the one that covers it; write Phase %s", row.ID.Text, row.Number, phases[0], phases[0])
	}
}

func (j *judge) rewrite(row *model.TraceRow, phases []string) []document.Fix {
	if len(phases) != 1 {
		return nil
	}
	return document.Replace("write Phase "+phases[0], row.Phase.Span, "Phase "+phases[0])
}

// several reports whether a cell names more than one phase.
func several(cell string) bool {
	return strings.ContainsAny(cell, ",&+/→") || strings.Contains(cell, " and ")
}

func contains(list []string, s string) bool {
	for _, item := range list {
		if item == s {
			return true
		}
	}
	return false
}

func (j *judge) bulletIDs() []string {
	var ids []string
	for i := range j.req.Bullets {
		if j.req.Row(j.req.Bullets[i].ID.Text) == nil {
			ids = append(ids, j.req.Bullets[i].ID.Text)
		}
	}
	return ids
}

func done(status string) bool {
	status = strings.ToLower(strings.Trim(status, "*✅✓ "))
	for _, word := range []string{"complete", "done", "validated", "satisfied", "shipped", "implemented", "verified"} {
		if strings.HasPrefix(status, word) {
			return true
		}
	}
	return false
}

// status holds the box of a requirement against its row, and both against the phase.
func (j *judge) status(b *model.Requirement) {
	const rule = "gsd-requirement-status"
	row := j.req.Row(b.ID.Text)
	if row == nil || !b.Seen || row.Status.Text == "" {
		return
	}
	word := strings.Trim(row.Status.Text, "*✅✓ ")
	switch {
	case b.Ticked && (strings.EqualFold(word, "Pending") || strings.EqualFold(word, "Gaps Found")):
		j.report(rule, b.Span, false, document.Replace("write Complete", row.Status.Span, "Complete"), "%s is ticked, and its row says %s, so programs and people read two stories; write Complete, or open the box", b.ID.Text, word)
	case !b.Ticked && done(word) && b.Box:
		j.report(rule, b.Span, false, document.Replace("tick it", b.MarkAt, "x"), "the box of %s is open, and its row says %s, so programs and people read two stories; tick it, or write Pending", b.ID.Text, word)
	case b.Ticked && done(word):
		j.early(b, row)
	case !b.Ticked && !turns(word):
		j.report(rule, row.Status.Span, true, document.Replace("write Pending", row.Status.Span, "Pending"),
			"GSD turns only Pending and Gaps Found to Complete: with %s here it takes back even the tick of %s; write Pending", document.Quote(word), b.ID.Text)
	}
}

// turns reports whether the status of an open requirement needs no word: it turns by itself, or says that nobody works on it.
func turns(word string) bool {
	for _, known := range []string{"pending", "gaps found", "in progress", "blocked", "deferred", "dropped", "descoped", "out of scope", "moved", "superseded", "removed", "cancelled", "partial", "-", "—", "n/a", "planned", "in-progress"} {
		if strings.HasPrefix(strings.ToLower(word), known) {
			return true
		}
	}
	return false
}

// early reports a requirement that is complete while its phase is open and no summary completes it.
func (j *judge) early(b *model.Requirement, row *model.TraceRow) {
	if j.rm == nil || row.Number == "" || j.rm.Section(row.Number) == nil || j.rm.Section(row.Number).Head.Archived || j.rm.Entry(row.Number) == nil || j.rm.Ticked(row.Number) {
		return
	}
	ph := j.p.PhaseNumbered(row.Number)
	if ph != nil && ph.Complete() {
		return
	}
	if ph != nil {
		for _, s := range ph.Summaries {
			d := j.p.At(s.Path)
			if d == nil || s.Lost || strings.Contains(dialect.Text(j.p.Front(d).Root.Get("requirements-completed")), b.ID.Text) {
				return
			}
			for _, n := range model.Keys(j.p.Front(d).Root.Get("requirements-completed")) {
				if dialect.Text(n) == b.ID.Text {
					return
				}
			}
			if !j.p.Front(d).Root.Has("requirements-completed") {
				return // it does not say what it completes
			}
		}
	}
	j.report("gsd-requirement-status", row.Status.Span, true, nil, "%s is complete here while phase %s is open and no summary of it names the requirement, so nobody looks at it again; write Pending and open the box", b.ID.Text, row.Number)
}

// roadmap judges the requirements that phases name.
func (j *judge) roadmap() {
	if j.rm == nil || j.req == nil {
		return
	}
	first := map[string]string{}
	for _, sec := range j.rm.Sections {
		if sec.Head.Hidden || sec.Head.Archived || sec.Requirements == nil {
			continue
		}
		told := map[string]bool{}
		var twice []string
		var at document.Span
		where := ""
		for _, word := range sec.IDs() {
			if told[word.Text] {
				continue
			}
			told[word.Text] = true
			if !j.req.Known(word.Text) {
				j.unknown(word, "", "phase "+sec.Number)
				continue
			}
			if other := first[word.Text]; other != "" && other != sec.Number && j.req.Table {
				if twice = append(twice, word.Text); len(twice) == 1 {
					at, where = word.Span, other
				}
			}
			first[word.Text] = sec.Number
		}
		if len(twice) > 0 {
			what := twice[0]
			if len(twice) > 1 {
				what = fmt.Sprintf("%s and %d others", what, len(twice)-1)
			}
			j.report("gsd-requirement-trace", at, false, nil, "%s, named here, is in phase %s already, so two phases cover it and the table can name one of them alone; take it out of one", what, where)
		}
		j.uncovered(sec)
	}
}

// unknown reports an id that no file of requirements has.
func (j *judge) unknown(word model.Word, quote, who string) {
	f := document.Finding{Rule: "gsd-requirement-unknown", Span: word.Span, At: "body",
		Message: fmt.Sprintf("%s names %s, which no REQUIREMENTS file has, so nothing is ticked when it is done", who, word.Text)}
	if near := spell.Nearest(word.Text, j.req.IDs()); near != "" && prefix(near) == prefix(word.Text) && len(near) == len(word.Text) && near[len(near)-1] == word.Text[len(word.Text)-1] || near != "" && prefix(near) != prefix(word.Text) {
		f.Message += "; did you mean " + near + "?"
		f.Fixes = document.Replace("write "+near, word.Span, quote+near+quote)
	} else {
		f.Message += "; write the requirement, or name another"
	}
	j.Report(f)
}

// uncovered reports requirements of a phase that no plan names, once its plans are written.
func (j *judge) uncovered(sec *model.Section) {
	ph := j.p.PhaseNumbered(sec.Number)
	if ph == nil || j.rm.Ticked(sec.Number) || ph.Complete() || len(ph.Active()) == 0 || !j.p.Majority("plan", "requirements") {
		return
	}
	written := len(sec.Plans) > 0 && len(ph.Active()) >= len(sec.Plans)
	for _, plan := range ph.Active() {
		if plan.Lost {
			return
		}
		written = written || plan.Summary != nil
		for _, id := range plan.Requirements {
			if !j.req.Known(id) {
				return // one of them is meant
			}
		}
	}
	if !written {
		return
	}
	for _, word := range sec.IDs() {
		covered := !j.req.Known(word.Text)
		for _, plan := range ph.Active() {
			covered = covered || plan.Mentions[word.Text]
		}
		if !covered {
			j.report("gsd-requirement-uncovered", word.Span, false, nil, "no plan of phase %s names %s, so the phase can end without it (gap-analysis); name it in `requirements` of the plan that covers it", sec.Number, word.Text)
		}
	}
}

// keyed judges the requirements that a key of a plan or summary names.
func (j *judge) keyed(key string) {
	if j.req == nil || strings.HasPrefix(j.p.Below(j.Doc), "quick/") {
		return
	}
	f := j.p.Front(j.Doc)
	if f.Lost() || strings.EqualFold(dialect.Text(f.Root.Get("status")), "superseded") {
		return
	}
	for _, n := range model.Keys(f.Root.Get(key)) {
		for _, word := range model.SplitIDs(dialect.Text(n), n.Span.Start) {
			if j.req.Known(word.Text) || j.blamed(word.Text, key) {
				continue
			}
			quote := ""
			if word.Text == strings.TrimSpace(dialect.Text(n)) {
				word.Span = n.Span
				if n.Quote != 0 {
					quote = string(n.Quote)
				}
			}
			if word.Span.End > len(j.Doc.Src) {
				word.Span = n.Span
			}
			who := "the plan"
			if key != "requirements" {
				who = "the summary"
			}
			j.unknown(word, quote, who)
		}
	}
}

// blamed reports whether an unknown id is told elsewhere: in the roadmap, or in the plan of a summary.
func (j *judge) blamed(id, key string) bool {
	ph := j.p.PhaseOf(j.Doc)
	if ph == nil {
		return false
	}
	if sec := j.rm.Section(ph.Number); sec != nil && !sec.Head.Archived {
		for _, word := range sec.IDs() {
			if word.Text == id {
				return true
			}
		}
	}
	if key == "requirements" {
		return false
	}
	for _, plan := range ph.Plans {
		if plan.Mentions[id] {
			return true
		}
	}
	return false
}

// decisions judges the decisions of a context.
func (j *judge) decisions() {
	ph := j.p.PhaseOf(j.Doc)
	all := j.p.Decisions(j.Doc)
	seen := map[string]document.Span{}
	for i := range all {
		d := &all[i]
		if !d.Read {
			var fixes []document.Fix
			if d.Fix != (document.Span{}) {
				fixes = document.Replace("write the colon", d.Fix, ":")
			}
			j.report("gsd-decision", d.Span, false, fixes, "GSD cannot parse this decision, and so none of the file (could-not-parse): neither colon nor dash follows its id; write `- **%s:** …`", d.ID.Text)
			continue
		}
		if first, twice := seen[d.ID.Text]; twice {
			j.Report(document.Finding{Rule: "gsd-decision", Span: d.ID.Span, At: "body", Lesser: true, Related: []document.Related{{Span: first, Message: "it is here first"}},
				Message: fmt.Sprintf("%s stands for two decisions, so a plan that names it may mean either; give this one an id of its own", d.ID.Text)})
			continue
		}
		seen[d.ID.Text] = d.ID.Span
	}
	if ph == nil || len(ph.Active()) == 0 || ph.Complete() || j.rm.Ticked(ph.Number) {
		return
	}
	named := func(id string) bool {
		for _, plan := range ph.Active() {
			if plan.Mentions[id] {
				return true
			}
		}
		return false
	}
	any, lost := false, false
	for i := range all {
		any = any || named(all[i].ID.Text)
	}
	for _, plan := range ph.Active() {
		lost = lost || plan.Lost
	}
	for i := range all {
		if d := &all[i]; any && !lost && d.Read && d.Tracked && !named(d.ID.Text) {
			j.report("gsd-decision-uncovered", d.ID.Span, false, nil, "no plan of the phase names %s, and others are named, so what was decided here may be forgotten; name it in the plan that keeps it, or tag it [informational]", d.ID.Text)
		}
	}
}
