package model

import (
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// Roadmap is ROADMAP.md as analysis reads it: by line patterns, blind to fences and comments.
type Roadmap struct {
	Sections   []*Section
	Entries    []Entry // of the lists of phases
	Progress   []Row
	Loose      *notation.Line // the first row of a phase that stands below no header
	Unnumbered []Row          // of the table of progress, that tell no number of a phase
	Milestones []Milestone    // headings and summaries with a version
	Listed     []Milestone    // items of a list with a version in bold
	Lines      []notation.Line
	// Version is the milestone that STATE.md or the roadmap names, and Scope the heading or summary of it; nil if there
	// is none.
	Version string
	Scope   *Milestone
	// Shipped reports whether a milestone that is over names the phase with a number as one of its own, as in `Phases 1-4`.
	Shipped func(number string) bool
	Next    string // the milestone in progress with open phases, if the one that STATE.md names is over
	// Cut is where the part about the milestone under way ends, if no phase stands in it, though the one at which STATE.md
	// is stands in the roadmap.
	Cut *document.Span
	// Below is the requirements that a phase names in bullets, where GSD does not read them.
	Below    map[string]bool
	naming   map[string][]string // by requirement
	names    map[naming]bool
	own      map[int]bool        // lines of a <details> that is no milestone's
	folded   map[int]bool        // offsets of lines in a <details>
	preamble int                 // where the first milestone begins
	title    int                 // where the first heading stands: it is the title, if all stands below it
	section  map[string]*Section // by number
	entry    map[string]*Entry
	spoken   func() func(number string) bool // see speaks
}

// naming says that the section of a phase names a requirement.
type naming struct{ number, id string }

// Entry is a list item with a box that names a phase.
type Entry struct {
	notation.Line
	Mark   string
	MarkAt document.Span
	Number string
}

// Done reports whether the box is ticked, in whatever way.
func (e *Entry) Done() bool { return e.Mark == "x" || e.Mark == "X" }

// bold reports whether GSD takes the box for a phase where no section is (BULLET_PHASE_LINE_PATTERN).
func (e *Entry) bold() bool { return e != nil && strings.Contains(e.Text, "**Phase ") }

// Row is a row of the Progress table.
type Row struct {
	notation.Line
	Cells   map[string]notation.Word // by the folded name of the column
	Number  string
	Columns int // cells of the row
	Header  int // cells of the line above the table
	Table   int // where its table begins
}

var (
	phaseBox = memo.Regexp(`^\s*[-*]\s*\[([^\]\n]{0,3})\]\s*[^\w\n]{0,9}(?:\[[^\]\n]*\]\s*)?(?i:Phase)\s+(` +
		notation.NumberPattern + `)(?:\s*\([^)\n]*\))?(?:[:\s*—–-]|$)`)
	planBox = memo.Regexp(`^\s*[-*]\s*\[([^\]\n]{0,3})\]\s*(?:\*\*|` + "`" +
		`)?((?:[A-Za-z0-9.]+-)*[A-Za-z0-9.]*\d[A-Za-z0-9.-]*|PLAN\.md|[\w.-]+-PLAN\.md)`)
	fieldLine = memo.Regexp(`(?i)^\s*(?:[-*]\s+)?\*\*(Goal|Mode|Depends on|Requirements|Plans)` +
		`(?:\*\*:|:\*\*|\*\*\s+:)[ \t]*(.*)$`)
	criteria   = memo.Regexp(`(?i)^\s*(?:[-*]\s+)?\*\*Success Criteria\b\*?\*?`)
	versionIn  = memo.Regexp(`(?i)\bv\d+(?:\.\d+)*\b`)
	summaryTag = memo.Regexp(`(?i)<summary[^>]*>([^<]*)</summary>`)
	closedWord = memo.Regexp(`(?i)\b(?:CLOSED|ARCHIVED|ABANDONED|SHIPPED|FAILED)\b|✅|🗄`)
	openWord   = memo.Regexp(`(?i)\b(?:STARTED|ACTIVE|WIP|in progress)\b|🚧|🔄`)
	progressAt = memo.Regexp(`(?:🚧|🔄)\s*\*\*v(\d+\.\d+)\s`)
	phaseWord  = memo.Regexp(`(?i)^phase\s+\S`)
)

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
		lines := make([]notation.Line, 0, strings.Count(d.Content(), "\n")+1) // grown bit by bit, it would be held twice
		rm := &Roadmap{Lines: slices.AppendSeq(lines, notation.Lines(d))}
		rm.milestones(d.Content())
		rm.Shipped = rangesOf(slices.Concat(rm.Listed, rm.Milestones), true).has
		rm.scope(p, d.Content())
		rm.sections()
		archiveShipped(rm)
		rm.index()
		rm.follow()
		rm.tables()
		rm.requirements()
		rm.Cut = cut(p, rm)
		rm.spoken = sync.OnceValue(func() func(string) bool { return speaks(rm) })
		return rm
	})
}

// requirements notes which phases name which requirements.
func (rm *Roadmap) requirements() {
	rm.naming, rm.names, rm.Below = map[string][]string{}, map[naming]bool{}, map[string]bool{}
	var ranges notation.Ranges
	for _, sec := range rm.Sections {
		if sec.Requirements == nil {
			continue
		}
		sec.bare = notation.WithoutRemarks(sec.Requirements.Text)
		sec.IDs = ranges.Split(sec.bare, sec.Requirements.Span.Start)
		if sec.Requirements.Text == "" {
			sec.Below = sec.below(&ranges)
			for _, word := range sec.Below {
				rm.Below[word.Text] = true
			}
		}
		for _, word := range sec.IDs {
			if this := (naming{sec.Number, word.Text}); !sec.Head.Hidden && !rm.names[this] {
				rm.names[this] = true
				rm.naming[word.Text] = append(rm.naming[word.Text], sec.Number)
			}
		}
	}
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
