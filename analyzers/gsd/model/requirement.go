package model

import (
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// Requirements is REQUIREMENTS.md.
type Requirements struct {
	Lines   []notation.Line
	Bullets []Requirement
	First   map[string]int // the first bullet of each id
	Rows    []TraceRow
	Table   bool                     // there is a traceability table
	TableAt document.Span            // of its last line
	Header  *notation.Line           // of the table
	Unfit   *notation.Line           // the line below the header, if it is none of as many dashes
	Loose   *notation.Line           // the first row of the table that does not stand below one
	Mute    bool                     // no column is called Status
	Archive map[string]bool          // ids of former milestones
	Unread  map[string]bool          // ids at the start of headings, rows or list items in brackets: GSD ticks none of these
	IDs     []string                 // of bullets and rows
	Rowless []string                 // ids of bullets that no row is about
	Cells   map[string]notation.Word // the cell of the table that says more than an id, by the ids in it

	rows     map[string]int  // the first row of each id
	bullets  map[string]bool // ids in lower case
	known    map[string]bool // these, and those of former milestones
	families map[string]bool // prefixes of what is known
}

// Requirement is a list item that starts with an id.
type Requirement struct {
	notation.Line
	ID     notation.Word
	Box    bool
	Ticked bool
	MarkAt document.Span
	Later  bool // in a section of what comes later or never
	Seen   bool // GSD reads it as a requirement
	Bold   bool // two stars, and no other mark, stand before the id
	Odd    bool // the box is none to GSD
	Star   bool // the bullet is no hyphen
	Colon  bool // the colon stands inside of the stars
	Apart  bool // a colon or a dash stands behind the id
	Sign   bool // a tick stands in place of the box
}

// TraceRow is a row of the traceability table.
type TraceRow struct {
	notation.Line
	ID, Phase, Status notation.Word
	Number            string // of the phase; "" if the cell names none
	Short             bool   // it ends before the column of the status
	Crossed           bool   // phase and status stand the other way round; Phase and Status are what is meant
}

var (
	idBullet = memo.Regexp(`^\s*([-*+]|\d+[.)])(\s*)(?:\[([^\]\n]{0,2})\](\s*)|[✓✔✅☑]\S*\s+)?([*_` + "`" + `]*)` +
		`([A-Za-z][A-Za-z0-9]*-[A-Za-z0-9_-]*[A-Za-z0-9])(:?)([*_` + "`" + `]*)`)
	idInBrackets = memo.Regexp(`^\s*[-*+]\s+(?:\[[^\]\n]{0,2}\]\s+)?[*_` + "`" + `]*\[([A-Z][A-Z0-9]*-[A-Za-z0-9_-]*[0-9])\](?:[^(\[]|$)`)
	apart        = memo.Regexp(`^(?::|\s+[-–—]\s)`)
	headingID    = memo.Regexp(`^[A-Z][A-Z0-9]*-[A-Za-z0-9_-]*[0-9]\b`)
	laterWords   = memo.Regexp(`(?i)\b(future|later|deferred|postponed|parked|backlog|out of scope)\b`)
	laterVersion = memo.Regexp(`(?i)^v[2-4]\b`)
	phaseCell    = memo.Regexp(`(?i)^(?:.*?\bphases?[\s-]*|\W*)(` + notation.NumberPattern + `)\b`)
)

// Requirements returns the requirements, or nil if there is no such file.
func (p *Planning) Requirements() *Requirements {
	return p.requirements.Get(p.Set, true, func() *Requirements {
		d := p.Doc("REQUIREMENTS.md")
		if d == nil {
			return nil
		}
		r := &Requirements{Lines: slices.Collect(notation.Lines(d)), rows: map[string]int{}, First: map[string]int{},
			bullets: map[string]bool{}, Unread: map[string]bool{}, Cells: map[string]notation.Word{}}
		milestone := ""
		if s := p.State(); s != nil {
			milestone = strings.ToLower(s.Milestone())
		}
		r.read(milestone)
		r.archive(p)
		r.index()
		return r
	})
}

// read finds bullets and rows. What stands below the version of the milestone that is under way is for now.
func (r *Requirements) read(milestone string) {
	in := &requirementSection{milestone: milestone}
	var ranges notation.Ranges
	var header, last *traceHeader
	for _, l := range r.Lines {
		if l.Hidden {
			continue
		}
		if own, text := notation.Heading(l.Text); own > 0 {
			last = nil
			in.heading(own, text)
			if id := headingID().FindString(text); notation.IsID(id) {
				r.Unread[id] = true
			}
		}
		if cells := notation.Cells(l); len(cells) > 0 {
			if header == nil {
				header = r.apart(&l, cells, last, in.isTracing)
			}
			if header != nil && header.isTrace && !notation.IsID(cells[0].Bare()) {
				for _, id := range ranges.Split(cells[0].Text, cells[0].Span.Start) {
					r.Cells[id.Text] = cells[0]
				}
			}
			header = r.row(l, cells, header, in.isTracing)
			last = header
			continue
		}
		header = nil
		if m := idInBrackets().FindStringSubmatchIndex(l.Text); m != nil {
			r.Unread[l.Text[m[2]:m[3]]] = true
			continue
		}
		req, isOne := requirementIn(l)
		if !isOne {
			continue
		}
		req.Later = in.isLater
		if _, again := r.First[req.ID.Text]; !again {
			r.First[req.ID.Text] = len(r.Bullets)
		}
		r.Bullets = append(r.Bullets, req)
		r.bullets[strings.ToLower(req.ID.Text)] = true
	}
	for i := range r.Bullets {
		b := &r.Bullets[i]
		if row := r.Row(b.ID.Text); row == nil {
			r.Rowless = append(r.Rowless, b.ID.Text)
		} else if row.Number != "" {
			b.Later = false // whatever the heading says: `### Issue Backlog Triage`
		}
	}
}

// requirementSection is where a line of a REQUIREMENTS file stands.
type requirementSection struct {
	milestone string // the version of the one under way
	isTitled  bool   // the title is read …
	current   string // … and this is the version of the first section that has one
	isTracing bool   // it is the section Traceability
	isLater   bool   // what stands here is for a later milestone …
	level     int    // … or not, by a heading of this level
}

// heading goes on to what stands below a heading.
func (in *requirementSection) heading(level int, text string) {
	isTitle := level == 1 && !in.isTitled // which names the milestone that the file is of
	in.isTitled = true
	if !isTitle && (!in.isLater || level <= in.level) {
		named := strings.ToLower(versionIn().FindString(text))
		if in.current == "" {
			in.current = named // `## v2.0 Requirements` of the second milestone
		}
		isOther := named != in.current && named != in.milestone && laterVersion().MatchString(named)
		in.isLater, in.level = isOther || laterWords().MatchString(text), level
	}
	if level <= 2 {
		in.isTracing = strings.Contains(strings.ToLower(text), "traceability")
	}
}

// requirementIn returns the requirement that an item of a list is, if it is one.
func requirementIn(l notation.Line) (req Requirement, isOne bool) {
	m := idBullet().FindStringSubmatchIndex(l.Text)
	if m == nil {
		return req, false
	}
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return l.Text[m[2*i]:m[2*i+1]]
	}
	if m[6] < 0 && (group(2) == "" || group(1) != "-" && group(1) != "*") {
		return req, false // no list item, or one of another list
	}
	req = Requirement{Line: l, ID: l.Word(m[12], m[13]), Box: m[6] >= 0, Bold: group(5) == "**"}
	if req.Box {
		req.Ticked = strings.EqualFold(strings.TrimSpace(group(3)), "x")
		req.MarkAt = document.Span{Start: l.Span.Start + m[6], End: l.Span.Start + m[7]}
	}
	req.Sign = !req.Box && strings.ContainsAny(l.Text[m[5]:m[10]], "✓✔✅☑")
	req.Colon = group(7) == ":" && group(8) == "**"
	req.Star = group(1) != "-"
	req.Apart = group(7) == ":" || apart().MatchString(l.Text[m[1]:])
	req.Odd = req.Box && (group(2) == "" || group(4) == "" || len(group(3)) != 1 || !strings.Contains(" xX", group(3)))
	req.Seen = req.Box && !req.Star && !req.Odd && req.Bold && group(7) == "" && group(8) == "**" && notation.IsID(req.ID.Text)
	return req, true
}

// isTrace reports whether a table with such a header traces requirements. In the section for it GSD asks only for the
// column Status.
func isTrace(header []string, tracing bool) bool {
	return slices.Contains([]string{"requirement", "requirement id", "req-id", "req id"}, header[0]) ||
		tracing && slices.Contains([]string{"id", "req", "req.", "requirements"}, header[0]) &&
			slices.Contains(header, "phase") && slices.Contains(header, "status")
}

// traceHeader is the header of a table.
type traceHeader struct {
	isTrace              bool
	cells, phase, status int // how many, and the last column of each name; -1 if there is none
	first                int // column of the status
}

func traceHeaderOf(cells []notation.Word, tracing bool) *traceHeader {
	titles := notation.Titles(cells)
	h := &traceHeader{isTrace(titles, tracing), len(titles), -1, -1, slices.Index(titles, "status")}
	for i, title := range titles {
		switch title {
		case "phase":
			h.phase = i
		case "status":
			h.status = i
		}
	}
	return h
}

// apart returns the header of a row that begins no table, and notes the first of them: behind a blank line, given the
// header before it, or without any header.
func (r *Requirements) apart(l *notation.Line, cells []notation.Word, last *traceHeader, tracing bool) *traceHeader {
	if !notation.IsID(cells[0].Bare()) || len(cells) < 3 || last != nil && !last.isTrace || last == nil && !tracing {
		return nil
	}
	if r.Loose == nil {
		r.Loose = l
	}
	if last == nil {
		r.Table, r.TableAt, r.Header = true, l.Span, l
		return &traceHeader{true, len(cells), 1, 2, 2}
	}
	return last
}

// row reads a line of a table, given the header of the table and whether it stands in the section Traceability, and
// returns the header.
func (r *Requirements) row(l notation.Line, cells []notation.Word, header *traceHeader, tracing bool) *traceHeader {
	if header == nil {
		if header = traceHeaderOf(cells, tracing); header.isTrace {
			r.Table, r.TableAt, r.Header = true, l.Span, &l
			r.Mute = header.phase >= 0 &&
				!slices.ContainsFunc(cells, func(c notation.Word) bool { return c.Bare() == "Status" })
		}
		return header
	}
	if !header.isTrace {
		if id := cells[0].Bare(); notation.IsID(id) {
			r.Unread[id] = true
		}
		return header
	}
	if r.TableAt == r.Header.Span && r.Loose == nil && (len(cells) != header.cells || !notation.IsRule(cells)) {
		r.Unfit = &l
	}
	r.TableAt = l.Span
	id := cells[0]
	id.Text = strings.Trim(id.Text, "*` ")
	upper := strings.ToUpper(id.Text)
	if _, known := r.First[upper]; known && !notation.IsID(id.Text) {
		id.Text = upper // GSD finds the row without regard to the case
	}
	if !notation.IsID(id.Text) {
		return header
	}
	row := TraceRow{Line: l, ID: id, Short: header.first >= len(cells)}
	if i := header.phase; i >= 0 && i < len(cells) {
		row.Phase = cells[i]
		if m := phaseCell().FindStringSubmatch(cells[i].Text); m != nil {
			row.Number = notation.Number(m[1])
		}
	}
	if i := header.status; i >= 0 && i < len(cells) {
		row.Status = cells[i]
	}
	row.cross()
	if _, again := r.rows[id.Text]; !again {
		r.rows[id.Text] = len(r.Rows)
	}
	r.Rows = append(r.Rows, row)
	return header
}

var wholePhase = memo.Regexp(`(?i)^\W*phase\s+(` + notation.NumberPattern + `)\W*$`)

// cross exchanges phase and status of a row that has the one where the header has the other.
func (row *TraceRow) cross() {
	m := wholePhase().FindStringSubmatch(row.Status.Text)
	if m == nil || row.Number != "" || strings.Trim(row.Phase.Text, "-–— ") == "" {
		return
	}
	row.Phase, row.Status, row.Number, row.Crossed = row.Status, row.Phase, notation.Number(m[1]), true
}

var anyID = memo.Regexp(`(?m)^\s*(?:[-*]\s+(?:\[[^\]\n]?\]\s*)?(?:\*\*)?|\|\s*(?:\*\*)?)` +
	`([A-Z][A-Z0-9]*-[A-Za-z0-9_-]*[A-Za-z0-9_])`)

// archive takes the ids of former milestones.
func (r *Requirements) archive(p *Planning) {
	r.Archive = map[string]bool{}
	names, _ := p.Files.List(p.Root, p.Dir+"milestones")
	for _, name := range names {
		if !strings.HasSuffix(name, "REQUIREMENTS.md") {
			continue
		}
		if text, err := p.Files.Read(p.Root, p.Dir+"milestones/"+name); err == nil {
			for _, m := range anyID().FindAllStringSubmatch(string(text), -1) {
				r.Archive[m[1]] = true
			}
		}
	}
}

// Known reports whether some file of requirements has an id.
func (r *Requirements) Known(id string) bool {
	return r.known[id]
}

// HasFamily reports whether a requirement that some file has begins with a prefix, in capitals.
func (r *Requirements) HasFamily(prefix string) bool { return r.families[prefix] }

// index notes what is known.
func (r *Requirements) index() {
	for i := range r.Bullets {
		r.IDs = append(r.IDs, r.Bullets[i].ID.Text)
	}
	for i := range r.Rows {
		r.IDs = append(r.IDs, r.Rows[i].ID.Text)
	}
	r.known, r.families = maps.Clone(r.Archive), map[string]bool{}
	for _, id := range r.IDs {
		r.known[id] = true
	}
	for id := range r.known {
		r.families[notation.Family(id)] = true
	}
}

// Row returns the first row of an id, or nil.
func (r *Requirements) Row(id string) *TraceRow {
	if i, known := r.rows[id]; known {
		return &r.Rows[i]
	}
	return nil
}

// Listed reports whether a bullet has an id, in capitals or not.
func (r *Requirements) Listed(id string) bool { return r.bullets[strings.ToLower(id)] }
