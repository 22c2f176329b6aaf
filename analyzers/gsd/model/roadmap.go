package model

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Roadmap is ROADMAP.md as analysis reads it: by line patterns, blind to fences and comments.
type Roadmap struct {
	Sections   []*Section
	Entries    []Entry // of the lists of phases
	Progress   []Row
	Unnumbered []Row       // of the table of progress, that tell no number of a phase
	Milestones []Milestone // headings and summaries with a version
	Lines      []Line
	// Version is the milestone that STATE.md or the roadmap names, and Scope the heading or summary of it; nil if there
	// is none.
	Version string
	Scope   *Milestone
	naming  map[string][]string // by requirement
	names   map[naming]bool
	title   int                 // where the first heading stands: it is the title, if all stands below it
	section map[string]*Section // by number
	entry   map[string]*Entry
}

// naming says that the section of a phase names a requirement.
type naming struct{ number, id string }

// Line is a line of a text.
type Line struct {
	Text   string
	Span   document.Span
	Hidden bool // in a fence or comment
	// Archived lines belong to milestones that are not the current one.
	Archived bool
}

// Milestone is a heading or a summary of a <details> that bears a version.
type Milestone struct {
	Text    string
	Span    document.Span
	Level   int // of the heading; 0 of a summary
	Version string
	Closed  bool
	Open    bool // says that it is in progress
	end     int  // offset where it ends
}

// Holds reports whether something stands in the part of the roadmap that is about the milestone.
func (m *Milestone) Holds(span document.Span) bool {
	return m.Span.Start <= span.Start && span.Start < m.end
}

// Section is the section of one phase.
type Section struct {
	Number       string // as Number writes it
	Name         string
	Head         Line
	Body         []Line
	Goal         *Field
	Depends      *Field
	Requirements *Field
	Criteria     *Line // the line that announces criteria
	PlansAt      *Line // the line `Plans:`
	Plans        []Box
	Table        bool   // the phase stands in a table alone
	bare         string // the text of Requirements without remarks
	ids          []Word
}

// Field is a value behind a label, `**Label**: value`.
type Field struct {
	Text string
	Span document.Span // of the value
	Line document.Span
}

// Box is a list item with a box that names a plan.
type Box struct {
	Line
	Mark   string // what stands between the brackets
	MarkAt document.Span
	ID     string // the word that names the plan
}

// Entry is a list item with a box that names a phase.
type Entry struct {
	Line
	Mark   string
	MarkAt document.Span
	Number string
}

// Done reports whether the box is ticked, in whatever way.
func (e *Entry) Done() bool { return e.Mark == "x" || e.Mark == "X" }

// Row is a row of the Progress table.
type Row struct {
	Line
	Cells   map[string]Word // by the folded name of the column
	Number  string
	Columns int // cells of the row
	Header  int // cells of the line above the table
}

const number = `[A-Za-z]?\d+[A-Z]?(?:[.-]\d+)*`

var (
	sectionHead = memo.Regexp(`^ {0,3}#{2,4}\s*(?:\[[^\]\n]*\]\s*)?(?i:Phase)\s+(` + number +
		`)(?:\s*\([^)\n]{0,200}\))?\s*:\s*(.*)$`)
	phaseBox = memo.WithMark("[", `^\s*[-*]\s*\[([^\]\n]{0,3})\]\s*[^\w\n]{0,9}(?:\[[^\]\n]*\]\s*)?(?i:Phase)\s+(`+
		number+`)(?:\s*\([^)\n]*\))?(?:[:\s*—–-]|$)`)
	planBox = memo.WithMark("[", `^\s*[-*]\s*\[([^\]\n]{0,3})\]\s*(?:\*\*|`+"`"+
		`)?((?:[A-Za-z0-9.]+-)*[A-Za-z0-9.]*\d[A-Za-z0-9.-]*|PLAN\.md|[\w.-]+-PLAN\.md)`)
	fieldLine = memo.WithMark("**", `(?i)^\s*(?:[-*]\s+)?\*\*(Goal|Mode|Depends on|Requirements|Plans)`+
		`(?:\*\*:|:\*\*|\*\*\s+:)[ \t]*(.*)$`)
	criteria    = memo.WithMark("**", `(?i)^\s*\*\*Success Criteria\b\*?\*?`)
	versionIn   = memo.Regexp(`(?i)\bv\d+(?:\.\d+)*\b`)
	headingLine = memo.WithMark("#", `^(#{1,6})\s+(.*?)\s*$`)
	summaryTag  = memo.WithMark("<", `(?i)<summary[^>]*>([^<]*)</summary>`)
	closedWord  = memo.Regexp(`(?i)\b(?:CLOSED|ARCHIVED|ABANDONED|SHIPPED|FAILED)\b|✅|🗄`)
	openWord    = memo.Regexp(`(?i)\b(?:STARTED|ACTIVE|WIP|in progress)\b|🚧|🔄`)
	progressAt  = memo.WithMark("**v", `(?:🚧|🔄)\s*\*\*v(\d+\.\d+)\s`)
	phaseWord   = memo.Regexp(`(?i)^phase\s+\S`)
)

// SectionHead returns number and name of the phase whose section a line heads.
func SectionHead(line string) (number, name string, ok bool) {
	m := sectionHead().FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	return Number(m[1]), m[2], true
}

// Lines yields the lines of a document.
func Lines(d *document.Document) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for at := 0; at < len(d.Src); {
			l, next := lineAt(d, at)
			if !yield(l) {
				return
			}
			at = next
		}
	}
}

// LinesWith yields the lines behind an offset, where one starts, that have any of some characters.
func LinesWith(d *document.Document, at int, any string) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for s := d.Content(); at < len(s); {
			i := strings.IndexAny(s[at:], any)
			if i < 0 {
				return
			}
			l, next := lineAt(d, at+strings.LastIndexAny(s[at:at+i], "\r\n")+1)
			if !yield(l) {
				return
			}
			at = next
		}
	}
}

// lineAt returns the line that starts at an offset, and where the next does.
func lineAt(d *document.Document, at int) (Line, int) {
	s := d.Content()
	end, next := document.LineEnd(s, at)
	hidden := d.Body != nil && (d.Body.HiddenAt(at) != nil || end > at && d.Body.HiddenAt(end-1) != nil)
	return Line{Text: s[at:end], Span: document.Span{Start: at, End: end}, Hidden: hidden}, next
}

// Roadmap returns the roadmap, or nil if there is none.
func (p *Planning) Roadmap() *Roadmap {
	if known, ok := p.roadmap.Known(p.Set, true); ok {
		return known
	}
	return p.roadmap.Get(p.Set, true, func() *Roadmap {
		d := p.Doc("ROADMAP.md")
		if d == nil {
			return nil
		}
		rm := &Roadmap{Lines: slices.Collect(Lines(d))}
		rm.milestones(d.Content())
		rm.scope(p, d.Content())
		rm.sections()
		rm.index()
		rm.tables()
		rm.requirements()
		return rm
	})
}

// milestones finds headings and summaries that bear a version, and marks the lines in details and below closed
// headings.
func (rm *Roadmap) milestones(s string) {
	rm.title = -1
	details, closedLevel := 0, 0
	for i := range rm.Lines {
		l := &rm.Lines[i]
		details += strings.Count(l.Text, "<details")
		if m := summaryTag.FindIndex(l.Text); m != nil {
			if text := l.Text[m[2]:m[3]]; versionIn().MatchString(text) {
				rm.Milestones = append(rm.Milestones, Milestone{Text: text, Span: l.Span,
					Version: versionIn().FindString(text), Closed: Closed(text), Open: openWord().MatchString(text)})
			}
		}
		m := headingLine.Find(l.Text)
		if m != nil && rm.title < 0 {
			rm.title = l.Span.Start
		}
		if m != nil && !l.Hidden && !phaseWord().MatchString(m[2]) {
			level := len(m[1])
			if closedLevel > 0 && level <= closedLevel {
				closedLevel = 0
			}
			if level <= 3 && (versionIn().MatchString(m[2]) || openWord().MatchString(m[2]) || Closed(m[2])) && level > 1 {
				if closedLevel == 0 && Closed(m[2]) {
					closedLevel = level
				}
			}
			if v := versionIn().FindString(m[2]); v != "" && level <= 3 {
				rm.Milestones = append(rm.Milestones, Milestone{Text: m[2], Span: l.Span, Level: level, Version: v,
					Closed: Closed(m[2]), Open: openWord().MatchString(m[2])})
			}
		}
		l.Archived = details > 0 || closedLevel > 0
		details = max(0, details-strings.Count(l.Text, "</details"))
	}
	rm.ends(len(s))
}

// ends finds where each milestone ends: a heading before the next one of its level or above, a summary with its block.
func (rm *Roadmap) ends(size int) {
	const levels = 6
	next := [levels + 1]int{} // where what has a level ends; at 0, summaries
	for level := range next {
		next[level] = size
	}
	left := len(rm.Milestones)
	for _, l := range slices.Backward(rm.Lines) {
		for ; left > 0 && rm.Milestones[left-1].Span.Start == l.Span.Start; left-- {
			m := &rm.Milestones[left-1]
			m.end = next[m.Level]
		}
		if strings.Contains(l.Text, "</details") {
			next[0] = l.Span.End
		}
		h := headingLine.Find(l.Text)
		if h == nil || phaseWord().MatchString(h[2]) || !versionIn().MatchString(h[2]) && !strings.ContainsAny(h[2], "✅📋🚧") {
			continue
		}
		for level := len(h[1]); level <= levels; level++ {
			next[level] = l.Span.Start
		}
	}
}

// Closed reports whether the heading of a milestone says that it is over.
func Closed(text string) bool { return closedWord().MatchString(text) && !openWord().MatchString(text) }

// scope finds the milestone that is under way.
func (rm *Roadmap) scope(p *Planning, s string) {
	if state := p.State(); state != nil {
		rm.Version = state.Milestone()
	}
	if m := progressAt.Find(s); m != nil && rm.Version == "" {
		rm.Version = "v" + m[1]
	}
	if rm.Version == "" {
		return
	}
	version := regexp.MustCompile(`(?i)` + regexp.QuoteMeta(rm.Version) + `\b`) // v2.0 is in v2.0.1 as well
	choose := func(accept func(*Milestone) bool) {
		for i := range rm.Milestones {
			if m := &rm.Milestones[i]; rm.Scope == nil && version.MatchString(m.Text) && accept(m) {
				rm.Scope = m
			}
		}
	}
	body := func(m *Milestone) bool { return m.Level > 1 || m.Level == 1 && m.Span.Start != rm.title }
	choose(func(m *Milestone) bool { return body(m) && !m.Closed })
	choose(body)
	choose(func(m *Milestone) bool { return m.Level == 0 })
	if rm.Scope == nil {
		return
	}
	first := len(s)
	for _, m := range rm.Milestones {
		if body(&m) {
			first = min(first, m.Span.Start)
		}
	}
	inScope := func(l Line) bool { return rm.Scope.Holds(l.Span) }
	over := rm.Scope.Closed && !slices.ContainsFunc(rm.Lines, func(l Line) bool {
		m := phaseBox.Find(l.Text)
		return inScope(l) && m != nil && m[1] == " "
	})
	for i := range rm.Lines {
		l := &rm.Lines[i]
		inside := inScope(*l)
		if rm.Scope.Closed || rm.Scope.Level == 0 {
			l.Archived = inside && over || !inside && (l.Archived || l.Span.Start >= first)
			continue
		}
		if !inside && l.Span.Start >= first {
			l.Archived = true
		}
	}
}

// requirements notes which phases name which requirements.
func (rm *Roadmap) requirements() {
	rm.naming, rm.names = map[string][]string{}, map[naming]bool{}
	var ranges Ranges
	for _, sec := range rm.Sections {
		if sec.Requirements == nil {
			continue
		}
		sec.bare = withoutRemarks(sec.Requirements.Text)
		sec.ids = ranges.Split(sec.bare, sec.Requirements.Span.Start)
		for _, word := range sec.ids {
			if this := (naming{sec.Number, word.Text}); !sec.Head.Hidden && !rm.names[this] {
				rm.names[this] = true
				rm.naming[word.Text] = append(rm.naming[word.Text], sec.Number)
			}
		}
	}
}

// sections finds phases: sections with their fields, and boxes.
func (rm *Roadmap) sections() {
	var open *Section
	level := 0
	for i, l := range rm.Lines {
		text := strings.TrimLeft(l.Text, " ")
		if h := headingLine.Find(l.Text); h != nil || strings.HasPrefix(text, "##") {
			if n, name, ok := SectionHead(l.Text); ok {
				open = &Section{Number: n, Name: name, Head: l}
				level = len(text) - len(strings.TrimLeft(text, "#"))
				rm.Sections = append(rm.Sections, open)
				continue
			}
			if h != nil && !l.Hidden && len(h[1]) <= level {
				open = nil
			}
		}
		if strings.Contains(l.Text, "</details") {
			open = nil
		}
		if m := phaseBox.FindIndex(l.Text); m != nil {
			rm.Entries = append(rm.Entries, Entry{Line: l, Mark: l.Text[m[2]:m[3]], Number: Number(l.Text[m[4]:m[5]]),
				MarkAt: document.Span{Start: l.Span.Start + m[2], End: l.Span.Start + m[3]}})
			continue
		}
		if open == nil {
			continue
		}
		open.Body = append(open.Body, l)
		open.line(&rm.Lines[i])
	}
}

// line takes what one line says of the section that it stands in.
func (sec *Section) line(l *Line) {
	if m := fieldLine.FindIndex(l.Text); m != nil {
		start, end := document.Trim(l.Text, m[4], m[5])
		f := &Field{Text: l.Text[start:end], Span: document.Span{Start: l.Span.Start + start, End: l.Span.Start + end},
			Line: l.Span}
		switch strings.ToLower(l.Text[m[2]:m[3]]) {
		case "goal":
			sec.Goal = first(sec.Goal, f)
		case "depends on":
			sec.Depends = first(sec.Depends, f)
		case "requirements":
			sec.Requirements = first(sec.Requirements, f)
		case "plans":
			if sec.PlansAt == nil {
				sec.PlansAt = l
			}
		}
	}
	if criteria.Match(l.Text) && sec.Criteria == nil {
		sec.Criteria = l
	}
	if strings.EqualFold(strings.Trim(l.Text, " *"), "Plans:") {
		sec.PlansAt = l
	}
	if m := planBox.FindIndex(l.Text); m != nil && sec.PlansAt != nil {
		sec.Plans = append(sec.Plans, Box{Line: *l, Mark: l.Text[m[2]:m[3]],
			ID:     strings.TrimSuffix(strings.Trim(l.Text[m[4]:m[5]], "."), "-PLAN.md"),
			MarkAt: document.Span{Start: l.Span.Start + m[2], End: l.Span.Start + m[3]}})
	}
}

func first(a, b *Field) *Field {
	if a != nil {
		return a
	}
	return b
}

// tables reads tables of phases: that of progress, and those that stand in place of sections.
func (rm *Roadmap) tables() {
	var header []string
	for _, l := range rm.Lines {
		cells := Cells(l)
		if len(cells) < 2 || l.Hidden {
			header = nil
			continue
		}
		if header == nil {
			for _, c := range cells {
				header = append(header, strings.ToLower(strings.Trim(c.Text, "* ")))
			}
			if !strings.HasPrefix(header[0], "phase") && header[0] != "#" {
				header = []string{""}
			}
			continue
		}
		if strings.Trim(cells[0].Text, "-: ") == "" || header[0] == "" {
			continue
		}
		row := Row{Line: l, Cells: map[string]Word{}, Columns: len(cells), Header: len(header)}
		for i, c := range cells {
			if i < len(header) {
				row.Cells[header[i]] = c
			}
		}
		label := strings.Trim(cells[0].Text, "* ")
		label = strings.TrimPrefix(label, "Phase ")
		n, _, _ := strings.Cut(label, " ")
		row.Number = Number(strings.TrimRight(n, ".:"))
		if row.Number == "" {
			if _, ok := row.Cells["status"]; ok {
				rm.Unnumbered = append(rm.Unnumbered, row)
			}
			continue
		}
		if _, named := row.Cells["name"]; named {
			if rm.Section(row.Number) == nil {
				sec := &Section{Number: row.Number, Name: row.Cells["name"].Text, Head: l, Table: true}
				rm.Sections, rm.section[row.Number] = append(rm.Sections, sec), sec
			}
			continue
		}
		if _, ok := row.Cells["status"]; ok {
			rm.Progress = append(rm.Progress, row)
		}
	}
}

// Cells returns the cells of a line of a table; none of another line.
func Cells(l Line) []Word {
	start, end := document.Trim(l.Text, 0, len(l.Text))
	if end-start < 2 || l.Text[start] != '|' {
		return nil
	}
	var cells []Word
	at := start + 1
	for i := at; i < end; i++ {
		if l.Text[i] == '|' && l.Text[i-1] != '\\' || i == end-1 {
			stop := i
			if l.Text[i] != '|' {
				stop = end
			}
			a, b := document.Trim(l.Text, at, stop)
			cells = append(cells, Word{l.Text[a:b], document.Span{Start: l.Span.Start + a, End: l.Span.Start + b}})
			at = i + 1
		}
	}
	return cells
}

// Section returns the first section of a phase that is not archived, else the first at all, or nil.
func (rm *Roadmap) Section(number string) *Section {
	if rm == nil {
		return nil
	}
	return rm.section[number]
}

// Entry returns the box of a phase: of several the first that is not archived; nil if there is none.
func (rm *Roadmap) Entry(number string) *Entry {
	if rm == nil {
		return nil
	}
	return rm.entry[number]
}

// index notes the sections and boxes by their numbers.
func (rm *Roadmap) index() {
	rm.section, rm.entry = map[string]*Section{}, map[string]*Entry{}
	for _, sec := range rm.Sections {
		if found := rm.section[sec.Number]; sec.Number != "" && (found == nil || found.Head.Archived && !sec.Head.Archived) {
			rm.section[sec.Number] = sec
		}
	}
	for i := range rm.Entries {
		e := &rm.Entries[i]
		if found := rm.entry[e.Number]; e.Number != "" && !e.Hidden && (found == nil || found.Archived && !e.Archived) {
			rm.entry[e.Number] = e
		}
	}
}

// Naming returns the numbers of the phases whose sections name a requirement.
func (rm *Roadmap) Naming(id string) []string {
	if rm == nil {
		return nil
	}
	return rm.naming[id]
}

// Names reports whether the section of a phase names a requirement.
func (rm *Roadmap) Names(number, id string) bool { return rm.names[naming{number, id}] }

// Ticked reports whether the box of a phase is ticked.
func (rm *Roadmap) Ticked(number string) bool {
	e := rm.Entry(number)
	return e != nil && e.Done()
}

// Current reports whether a phase belongs to the current milestone, or to none.
func (rm *Roadmap) Current(number string) bool {
	sec, entry := rm.Section(number), rm.Entry(number)
	return (sec == nil || !sec.Head.Archived) && (entry == nil || !entry.Archived)
}

// Standing is what the roadmap tells of a phase to those who judge its files. It has no places, so that it stays while
// other lines of the roadmap change.
type Standing struct {
	Read    bool // there is a roadmap
	Listed  bool // it has a section or a box of the phase
	Current bool // as of Roadmap
	Ticked  bool
	IDs     map[string]bool // requirements that its section names, if that is not archived
	Plans   []PlanBox
}

// PlanBox is a plan in the section of a phase.
type PlanBox struct{ ID, Mark string }

// StandingOf returns what the roadmap tells of the phase with a number.
func StandingOf(p *Planning, number string) Standing {
	return p.standings.Get(p.Set, number, func() Standing {
		rm := p.Roadmap()
		sec := rm.Section(number)
		at := Standing{Read: rm != nil, Listed: sec != nil || rm.Entry(number) != nil, Current: rm.Current(number),
			Ticked: rm.Ticked(number)}
		if sec == nil {
			return at
		}
		if !sec.Head.Archived {
			at.IDs = map[string]bool{}
			for _, word := range sec.IDs() {
				at.IDs[word.Text] = true
			}
		}
		for _, box := range sec.Plans {
			at.Plans = append(at.Plans, PlanBox{box.ID, box.Mark})
		}
		return at
	})
}
