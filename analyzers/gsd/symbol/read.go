package symbol

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/memo"
)

var (
	// phaseWord is a phase by its number, in prose, in a heading, behind a key.
	// The keys total_phases and completed_phases count them.
	phaseWord = memo.Regexp("(?i)(?:(?:^|[^a-z])phase|(?:^|[^a-z_])phases)[\"'`\\s:*\\[(-]{1,6}(\\d+(?:\\.\\d+)*)")
	// planWord is the id of a plan, perhaps with the number of a task or the name of a file behind it.
	planWord = memo.Regexp(`(?:^|[^\w./-]|/)(\d{1,3}(?:\.\d+)*)-(\d{2})(-\d{2})?\b`)
	// ofPhase is a phase and a plan of it by its number alone.
	ofPhase = memo.Regexp(`(?i)\bphase\s+(\d+(?:\.\d+)*)\s*[,:]?\s+plan\s+(\d{2})\b`)
	// fileWord is a file of a phase that is none of a plan.
	fileWord = memo.Regexp(`(?:^|[^\w.-])(\d{2,}(?:\.\d+)*)-[A-Z][A-Z-]*\.md\b`)
	// idWord is a word that may be the id of a requirement or decision.
	idWord = memo.Regexp(`[A-Z][A-Z0-9]*-[A-Za-z0-9_-]*[A-Za-z0-9]`)
	idSpan = memo.Regexp(`([A-Z][A-Z0-9]*-)(\d+)\.\.([A-Z][A-Z0-9]*-)(\d+)`)
)

// read finds out whom an artefact means. A number counts where a word says what it is the number of; what leads nowhere
// means nothing.
func (b *book) read(in *document.Input) {
	if !strings.HasPrefix(in.Kind, "gsd/") || strings.HasPrefix(in.Path, b.p.Path("milestones/")) {
		return
	}
	d := b.p.At(in.Path)
	if d == nil || d.Problem != nil {
		return
	}
	if own := b.at.projects.Planning(d.Root, d.RootPath()); own.Root != b.p.Root || own.Dir != b.p.Dir {
		return // a workstream, which lies in the planning directory, has phases of its own
	}
	r := reader{book: b, doc: d}
	if number := notation.DirNumber(notation.PhaseDir(b.p.Below(d))); number != "" {
		r.phase = b.found(number)
	}
	r.archived()
	for l := range notation.Lines(d) {
		r.former = r.old[l.Span.Start]
		r.line(l)
	}
	r.keys()
	switch path.Base(in.Path) {
	case "ROADMAP.md":
		r.roadmap()
	case "STATE.md":
		r.state()
	}
}

// found returns the phase with a number, or nil.
func (b *book) found(number string) *pack.Symbol { return b.Find("phase", b.scope, number) }

// reader reads one artefact.
type reader struct {
	ranges notation.Ranges
	*book
	doc   *document.Document
	phase *pack.Symbol // that it lies in, or nil
	old   map[int]bool // lines about former milestones, by their offsets
	// former says that a line is one of these: a phase of now is not meant there, though it may have the number of
	// one of then.
	former bool
}

// archived notes the lines of the roadmap that are about former milestones.
func (r *reader) archived() {
	r.old = map[int]bool{}
	if r.doc.Path != r.p.Path("ROADMAP.md") {
		return
	}
	if rm := r.p.Roadmap(); rm != nil {
		for _, l := range rm.Lines {
			if l.Archived {
				r.old[l.Span.Start] = true
			}
		}
	}
}

// line reads a line.
func (r *reader) line(l notation.Line) {
	at := func(from, to int) document.Span {
		return l.Part(from, to)
	}
	for _, m := range all(phaseWord(), l.Text) {
		r.meansPhase(l.Text[m[2]:m[3]], at(m[2], m[3]), false)
	}
	for _, m := range all(planWord(), l.Text) {
		r.meansPlan(l.Text[m[2]:m[3]], l.Text[m[4]:m[5]], at(m[2], m[5]))
	}
	for _, m := range all(ofPhase(), l.Text) {
		if ph := r.means(l.Text[m[2]:m[3]]); ph != nil {
			r.Meant(r.planOf(ph, l.Text[m[4]:m[5]]), whole(r.doc.Path, at(m[4], m[5])))
		}
	}
	for _, m := range all(fileWord(), l.Text) {
		r.meansPhase(l.Text[m[2]:m[3]], at(m[2], m[3]), false)
	}
	r.dirs.in(l.Text, func(ph phaseDir, start int) {
		number := at(start+ph.number.Start, start+ph.number.End)
		r.meansPhase(ph.name[ph.number.Start:ph.number.End], number, false)
	})
	for _, m := range all(idWord(), l.Text) {
		if id := l.Text[m[0]:m[1]]; standsAlone(l.Text, m[0], m[1]) {
			s := r.Find("requirement", r.scope, id)
			if r.phase != nil && s == nil {
				s = r.Find("decision", r.in(r.phase), id)
			}
			r.Meant(s, whole(r.doc.Path, at(m[0], m[1])))
		}
	}
	for _, m := range all(idSpan(), l.Text) {
		r.span(l.Text[m[0]:m[1]])
	}
}

// all returns the matches of an expression, of which one may start with the character that another ends with.
func all(re interface{ FindStringSubmatchIndex(string) []int }, text string) (found [][]int) {
	for at := 0; at < len(text); {
		m := re.FindStringSubmatchIndex(text[at:])
		if m == nil {
			return found
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += at
			}
		}
		found = append(found, m)
		at = m[1]
	}
	return found
}

func isWord(c byte) bool { return c == '-' || document.IsWordByte(c) }

// wordEnd returns where a word ends that starts at an offset, which is that if none does.
func wordEnd(text string, at int) int {
	for at < len(text) && isWord(text[at]) {
		at++
	}
	return at
}

func standsAlone(text string, start, end int) bool {
	return (start == 0 || !isWord(text[start-1])) && (end == len(text) || !isWord(text[end]))
}

func whole(path string, span document.Span) pack.Mention {
	return pack.Mention{Path: path, Span: span, Own: span}
}

// meansPhase notes a number that means a phase.
func (r *reader) meansPhase(text string, span document.Span, within bool) {
	m := numbered(r.doc.Path, span, text)
	m.Within = within
	r.Meant(r.means(text), m)
}

// means returns the phase that a number means, or nil.
func (r *reader) means(number string) *pack.Symbol {
	if s := r.book.phase(number); s != nil && !(r.former && r.now[s.ID]) {
		return s
	}
	return nil
}

// meansPlan notes the id of a plan, and the phase in it.
func (r *reader) meansPlan(phase, plan string, span document.Span) {
	ph := r.means(phase)
	if ph == nil {
		return
	}
	s := r.planOf(ph, plan)
	own := document.Span{Start: span.End - len(plan), End: span.End}
	r.Meant(s, pack.Mention{Path: r.doc.Path, Span: span, Own: own})
	if s != nil {
		r.meansPhase(phase, document.Span{Start: span.Start, End: span.Start + len(phase)}, true)
	}
}

// planOf returns the plan of a phase with a number of two digits, or nil.
func (b *book) planOf(ph *pack.Symbol, number string) *pack.Symbol {
	scope := b.in(ph)
	return b.Find("plan", scope, b.plans[[2]string{scope, number}])
}

// span has a range of requirements, such as REQ-01..REQ-03, hold those in it: it would mean others.
func (r *reader) span(text string) {
	for _, id := range r.ranges.Split(text, 0) {
		if s := r.Find("requirement", r.scope, id.Text); s != nil && s.Held == "" {
			s.Held = path.Base(r.doc.Path) + " means it by the range " + text + "; write out the ids"
		}
	}
}

// keys reads the frontmatter of what lies in a phase: its number, that of the plan, and what a plan depends on.
func (r *reader) keys() {
	if r.phase == nil {
		return
	}
	front := r.p.Front(r.doc).Root
	value := func(n *document.Node, call func(text string, span document.Span)) {
		text := strings.TrimSpace(dialect.Text(n))
		if span, found := document.Find(r.doc, n.Span, text); found && text != "" {
			call(text, span)
		}
	}
	number := func(text string, span document.Span) {
		if twoDigits().MatchString(text) {
			r.Meant(r.planOf(r.phase, text), whole(r.doc.Path, span))
		}
	}
	if n := front.Get("plan"); n != nil {
		value(n, number)
	}
	for _, n := range model.Keys(front.Get("depends_on")) {
		value(n, number)
	}
	for l := range notation.Lines(r.doc) { // the map of tasks in a validation
		cells := notation.Cells(l)
		if len(cells) > 1 && taskCell().MatchString(cells[0].Text) {
			number(cells[1].Text, cells[1].Span)
		}
	}
}

var (
	twoDigits = memo.Regexp(`^\d{2}$`)
	taskCell  = memo.Regexp(`^\d+(?:\.\d+)*-\d{2}-\d{2}$`)
)

// roadmap reads the table of progress, and the order in which phases are carried out.
func (r *reader) roadmap() {
	rm := r.p.Roadmap()
	for _, row := range rm.Progress {
		cells := notation.Cells(row.Line)
		r.former = row.Archived
		if m := rowNumber().FindStringSubmatchIndex(cells[0].Text); m != nil {
			start := cells[0].Span.Start
			r.meansPhase(cells[0].Text[m[2]:m[3]], document.Span{Start: start + m[2], End: start + m[3]}, false)
		}
	}
	for _, l := range rm.Lines {
		if !strings.Contains(l.Text, "order") || !strings.Contains(l.Text, "→") {
			continue
		}
		r.former = l.Archived
		for _, m := range anyNumber().FindAllStringIndex(l.Text, -1) {
			span := l.Part(m[0], m[1])
			r.meansPhase(l.Text[m[0]:m[1]], span, false)
		}
	}
}

var (
	rowNumber = memo.Regexp(`^(\d+(?:\.\d+)*)(?:\.\s|$)`)
	anyNumber = memo.Regexp(`\d+(?:\.\d+)*`)
)

// state reads the table of durations, whose rows start with the number of a phase.
func (r *reader) state() {
	header := ""
	for l := range notation.Lines(r.doc) {
		cells := notation.Cells(l)
		switch {
		case len(cells) == 0:
			header = ""
		case header == "":
			header = cells[0].Text
		case header == "Phase" && notation.IsPlain(cells[0].Text):
			r.meansPhase(cells[0].Text, cells[0].Span, false)
		}
	}
}

// hold finds out which phase and plan somebody works on, and which phase was left in the middle of something.
func (b *book) hold() {
	if st := b.p.State(); st != nil {
		number, _ := st.CurrentPhase()
		ph := b.found(number)
		if ph != nil && strings.EqualFold(strings.TrimSpace(dialect.Text(st.Key("status"))), "executing") {
			holds(ph, "STATE.md says that phase "+ph.ID+" is being carried out")
			for _, one := range b.phases {
				if open := one.Open(); one.symbol == ph && len(open) > 0 {
					why := "STATE.md says that phase " + ph.ID + " is being carried out, and it is the next plan of it"
					holds(b.Find("plan", b.in(ph), notation.Canonical(open[0].ID)), why)
				}
			}
		}
	}
	for _, ph := range b.phases {
		if b.p.Files.Look(b.p.Root, b.p.Dir+"phases/"+ph.Dir+"/.continue-here.md") == document.File {
			holds(ph.symbol, ".continue-here.md waits for somebody to go on with phase "+ph.symbol.ID)
		}
	}
}

func holds(s *pack.Symbol, why string) {
	if s != nil && s.Held == "" {
		s.Held = why
	}
}
