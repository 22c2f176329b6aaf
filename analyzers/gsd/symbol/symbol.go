// Package symbol tells what has an id in a planning directory of GSD, where it is defined, and where it is meant:
// phases, plans, requirements and decisions. It judges nothing.
//
// The id of a plan holds the number of its phase, so it is renamed with it. Phases keep their order, since they are
// carried out by their numbers.
package symbol

import (
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer gathers the symbols of all planning directories.
var Analyzer = &analysis.Analyzer{
	Name:       "gsdsymbols",
	Doc:        "tell what has an id in GSD projects, and who means it",
	Requires:   []*analysis.Analyzer{model.Analyzer},
	ResultType: reflect.TypeFor[pack.Symbols](),
	Run: func(pass *analysis.Pass) (any, error) {
		projects := model.Of(pass)
		known := document.Shared[known](projects.Set)
		var all pack.Symbols
		for _, p := range projects.Plannings() {
			at := planning{projects, known, p.Root, p.Dir}
			b := at.book()
			b.Join(at.declared().symbols)
			for _, in := range p.Inputs(p.Path("")) {
				b.JoinFile(in.Path, at.uses(in))
			}
			all.Symbols = append(all.Symbols, b.Symbols()...)
		}
		return all, nil
	},
}

// planning is one planning directory, whatever is known of it.
type planning struct {
	projects  *model.Projects
	known     *known
	root, dir string
}

// known is what was found out of projects that are kept, by root and planning directory.
type known struct {
	declared document.Memo[[2]string, declared]
	names    document.Memo[[2]string, names]
	dirs     document.Memo[[2]string, []dir]
	phases   document.Memo[[3]string, []pack.Symbol] // by the number of the phase: what its directories declare
	uses     document.Memo[[3]string, []pack.Symbol] // by the path of an artefact: what that means
}

// declared is the symbols of a planning directory with the places that define them.
type declared struct {
	symbols []pack.Symbol
	dirs    []phaseDir
	now     map[string]bool // numbers of phases that the roadmap has outside of former milestones
}

// names is what tells who means a symbol: all but what else is known of it.
type names struct {
	own   pack.Names
	plans map[[2]string]string // ids by scope and name
	dirs  phaseDirs
	now   map[string]bool
}

// phaseDir is the directory of a phase.
type phaseDir struct {
	name   string
	number document.Span // in the name of the directory
}

// phaseDirs is the directories of phases by their names, and how long the names are that begin with a word.
type phaseDirs struct {
	named   map[string]phaseDir
	lengths map[string][]int
}

func newPhaseDirs(all []phaseDir) phaseDirs {
	d := phaseDirs{map[string]phaseDir{}, map[string][]int{}}
	for _, ph := range all {
		d.named[ph.name] = ph
		word := ph.name[:wordEnd(ph.name, 0)]
		if !slices.Contains(d.lengths[word], len(ph.name)) {
			d.lengths[word] = append(d.lengths[word], len(ph.name))
		}
	}
	return d
}

// in calls a function for each place in a text in which the name of a directory stands alone.
func (d *phaseDirs) in(text string, call func(ph phaseDir, start int)) {
	for at := 0; at < len(text); at++ {
		start := at
		at = wordEnd(text, at)
		for _, n := range d.lengths[text[start:at]] {
			if start+n > len(text) || start+n < len(text) && isWord(text[start+n]) {
				continue
			}
			if ph, is := d.named[text[start:start+n]]; is {
				call(ph, start)
			}
		}
	}
}

// dir is a directory that may be one of a phase, and the number that it has.
type dir struct{ name, number string }

func (at planning) key() [2]string { return [2]string{at.root, at.dir} }

// book returns an empty book of the planning directory.
func (at planning) book() *book {
	scope := strings.Trim(strings.TrimPrefix(at.dir, ".planning/"), "/")
	return &book{Book: pack.NewBook(at.root), at: at, p: at.projects.Planning(at.root, at.dir), scope: scope,
		now: map[string]bool{}}
}

func (at planning) declared() declared {
	return at.known.declared.Get(at.projects.Set, at.key(), func() declared {
		b := at.book()
		b.define()
		b.hold()
		d := declared{symbols: b.Noted(), now: b.now}
		for _, ph := range b.phases {
			d.dirs = append(d.dirs, phaseDir{ph.Dir, ph.number})
		}
		return d
	})
}

func (at planning) names() names {
	return at.known.names.Get(at.projects.Set, at.key(), func() names {
		d := at.declared()
		b := at.book()
		b.Join(d.symbols)
		n := names{b.Names(), map[[2]string]string{}, newPhaseDirs(d.dirs), d.now}
		for _, s := range b.All() {
			if s.Kind == "plan" {
				n.plans[[2]string{s.Scope, s.Name}] = s.ID
			}
		}
		return n
	})
}

// uses returns which symbols an artefact means, and where.
func (at planning) uses(in document.Input) []pack.Symbol {
	return at.known.uses.Get(at.projects.Set, [3]string{at.root, at.dir, in.Path}, func() []pack.Symbol {
		n := at.names()
		b := at.book()
		b.Book, b.dirs, b.plans, b.now = n.own.Book(at.root), n.dirs, n.plans, n.now
		b.read(&in)
		return b.Noted()
	})
}

// book is the symbols of one planning directory, or those that a part of it tells of.
type book struct {
	*pack.Book
	at     planning
	p      *model.Planning
	scope  string // "", or what the workstream is called
	phases []phase
	now    map[string]bool

	// In a book of what an artefact means there are these in place of the phases.
	dirs  phaseDirs
	plans map[[2]string]string
}

// phase is a phase that has a directory.
type phase struct {
	*model.Phase
	symbol *pack.Symbol
	number document.Span // in the name of the directory
}

// in returns the scope of what belongs to a phase.
func (b *book) in(phase *pack.Symbol) string {
	if b.scope == "" {
		return phase.ID
	}
	return b.scope + "/" + phase.ID
}

// phase returns the phase with a number as a text has it, or nil.
func (b *book) phase(number string) *pack.Symbol {
	return b.Find("phase", b.scope, notation.Number(number))
}

// addPhase adds the phase with a number, as notation.Number writes it.
func (b *book) addPhase(number, title string) *pack.Symbol {
	if number == "" {
		return nil
	}
	const form = `[1-9]\d*(?:\.\d+)*`
	s := b.Add(pack.Symbol{ID: number, Name: number, Kind: "phase", Scope: b.scope, Form: form, Like: "3"})
	if s.Title == "" {
		s.Title = title
	}
	if !notation.IsPlain(number) {
		s.Held = "its number has a letter, and is written in more ways than one"
	}
	return s
}

// define finds the symbols and the places that define them.
func (b *book) define() {
	if rm := b.p.Roadmap(); rm != nil {
		for _, sec := range rm.Sections {
			b.now[sec.Number] = b.now[sec.Number] || !sec.Head.Archived
		}
		for _, e := range rm.Entries {
			b.now[e.Number] = b.now[e.Number] || !e.Archived
		}
		for _, sec := range rm.Sections {
			if sec.Head.Archived && b.now[sec.Number] {
				continue // the number is another phase's now
			}
			if s := b.addPhase(sec.Number, sec.Name); s != nil {
				b.defined(s, b.p.Path("ROADMAP.md"), sec.Head)
			}
		}
		for _, e := range rm.Entries {
			b.addPhase(e.Number, "")
		}
	}
	b.directories()
	b.limits()
	if r := b.p.Requirements(); r != nil {
		for i := range r.Bullets {
			b.requirement(&r.Bullets[i])
		}
	}
}

// defined notes the heading of a phase's section.
func (b *book) defined(s *pack.Symbol, file string, head notation.Line) {
	for _, m := range phaseWord().FindAllStringSubmatchIndex(head.Text, 1) {
		span := document.Span{Start: head.Span.Start + m[2], End: head.Span.Start + m[3]}
		if notation.Number(head.Text[m[2]:m[3]]) == s.ID {
			b.Defined(s, numbered(file, span, head.Text[m[2]:m[3]]))
		}
	}
}

// numbered is a mention that is nothing but a number, with as many digits as its zeros ask for.
func numbered(file string, span document.Span, text string) pack.Mention {
	return pack.Mention{Path: file, Span: span, Own: span, Digits: digits(text)}
}

// digits is with how many digits a number is written that may have zeros in front.
func digits(text string) int {
	whole, _, _ := strings.Cut(text, ".")
	if whole[0] == '0' {
		return len(whole)
	}
	return 1
}

var dirNumber = memo.Regexp(`^(?:[A-Z][A-Z0-9_]*-)?(\d+(?:\.\d+)*)-`)

// directories adds the phases that have directories. What those of one number declare is found out together: they have
// the same symbols.
func (b *book) directories() {
	at, names := b.at, map[string][]string{} // by the number
	for _, d := range at.directories() {
		names[d.number] = append(names[d.number], d.name)
	}
	for _, d := range at.directories() {
		if names[d.number][0] == d.name {
			b.Join(at.known.phases.Get(b.p.Set, [3]string{at.root, at.dir, d.number}, func() []pack.Symbol {
				part := at.book()
				for _, name := range names[d.number] {
					part.directory(part.p.Phase(name))
				}
				return part.Noted()
			}))
		}
		if m := dirNumber().FindStringSubmatchIndex(d.name); m != nil && notation.Number(d.name[m[2]:m[3]]) == d.number {
			ph := phase{b.p.Phase(d.name), b.found(d.number), document.Span{Start: m[2], End: m[3]}}
			b.phases = append(b.phases, ph)
		}
	}
}

// directories returns the directories of phases with their numbers.
func (at planning) directories() []dir {
	return at.known.dirs.Get(at.projects.Set, at.key(), func() (all []dir) {
		for _, ph := range at.projects.Planning(at.root, at.dir).Phases() {
			all = append(all, dir{ph.Dir, ph.Number})
		}
		return all
	})
}

// directory adds a phase that has a directory, with its plans and decisions.
func (b *book) directory(ph *model.Phase) {
	m := dirNumber().FindStringSubmatchIndex(ph.Dir)
	if m == nil || notation.Number(ph.Dir[m[2]:m[3]]) != ph.Number {
		return
	}
	_, name, _ := strings.Cut(ph.Dir[m[3]:], "-")
	number := document.Span{Start: m[2], End: m[3]}
	s := b.addPhase(ph.Number, name)
	dir := b.p.Path("phases/" + ph.Dir)
	b.Named(s, pack.Named{Path: dir, Own: number, Digits: 2})
	for _, file := range ph.Files {
		base := path.Base(file)
		start, inside := dirNumber().FindStringSubmatchIndex(base), dir+"/"+file
		if start != nil && notation.Number(base[start[2]:start[3]]) == ph.Number {
			b.Named(s, pack.Named{Path: inside, Own: document.Span{Start: start[2], End: start[3]}, Digits: 2})
		}
		if d := b.p.At(inside); d != nil && d.Problem == nil && strings.HasSuffix(base, "CONTEXT.md") {
			for _, dec := range b.p.Decisions(d) {
				b.decision(s, dec, inside)
			}
		}
	}
	for _, plan := range ph.Plans {
		b.plan(s, plan)
	}
}

var planForm = memo.Regexp(`^(\d+(?:\.\d+)*)-(\d{2,})$`)

// plan adds a plan, unless its id is not made of the number of the phase and its own.
func (b *book) plan(ph *pack.Symbol, plan *model.Plan) {
	id := notation.Canonical(plan.ID)
	m := planForm().FindStringSubmatch(id)
	at := strings.Index(path.Base(plan.File), id)
	if m == nil || notation.Number(m[1]) != ph.ID || at < 0 || b.Find("plan", b.in(ph), id) != nil {
		return
	}
	s := b.Add(pack.Symbol{ID: id, Name: m[2], Kind: "plan", Scope: b.in(ph), Form: `\d{2}`, Like: "01"})
	if plan.WaveKnown {
		s.Labels = append(s.Labels, pack.Label{Name: "wave", Value: strconv.Itoa(plan.Wave)})
	}
	s.Labels = append(s.Labels, pack.Label{Name: "status", Value: status(plan.Done())})
	b.Named(s, pack.Named{Path: plan.Path, Own: document.Span{Start: at + len(m[1]) + 1, End: at + len(id)}})
	if d := b.p.At(plan.Path); d != nil && d.Problem == nil {
		if n := b.p.Front(d).Root.Get("plan"); n != nil && dialect.Text(n) == m[2] {
			if span, found := document.Find(d, n.Span, m[2]); found {
				b.Defined(s, pack.Mention{Path: plan.Path, Span: span, Own: span})
			}
		}
	}
	if sum := plan.Summary; sum != nil && len(sum.Plans) == 1 {
		if at := strings.Index(path.Base(sum.File), id); at >= 0 {
			b.Named(s, pack.Named{Path: sum.Path, Own: document.Span{Start: at + len(m[1]) + 1, End: at + len(id)}})
		}
	}
}

func (b *book) decision(ph *pack.Symbol, dec model.Decision, file string) {
	if !dec.Read || b.Find("decision", b.in(ph), dec.ID.Text) != nil {
		return
	}
	title := strings.Trim(dec.Text[dec.ID.Span.End-dec.Span.Start:], " \t:*—–")
	s := b.Add(pack.Symbol{ID: dec.ID.Text, Name: dec.ID.Text, Kind: "decision", Scope: b.in(ph), Title: title,
		Form: `D\d*-[A-Za-z0-9][A-Za-z0-9_-]*`, Like: "D-01"})
	b.Defined(s, pack.Mention{Path: file, Span: dec.ID.Span, Own: dec.ID.Span, Around: dec.Span})
}

func (b *book) requirement(r *model.Requirement) {
	if !notation.IsID(r.ID.Text) || b.Find("requirement", b.scope, r.ID.Text) != nil {
		return
	}
	s := b.Add(pack.Symbol{ID: r.ID.Text, Name: r.ID.Text, Kind: "requirement", Scope: b.scope,
		Title:  strings.Trim(r.Text[r.ID.Span.End-r.Span.Start:], " \t:*—–"),
		Labels: []pack.Label{{Name: "status", Value: status(r.Ticked)}},
		Form:   `[A-Z][A-Z0-9]*-[A-Za-z0-9_-]*[A-Za-z0-9]`, Like: "REQ-01"})
	b.Defined(s, pack.Mention{Path: b.p.Path("REQUIREMENTS.md"), Span: r.ID.Span, Own: r.ID.Span, Around: r.Span})
}

func status(done bool) string {
	if done {
		return "done"
	}
	return "open"
}

// limits keeps phases in their order.
func (b *book) limits() {
	var all []*pack.Symbol
	for _, s := range b.All() {
		if s.Kind == "phase" && s.Held == "" {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b *pack.Symbol) int { return notation.Compare(a.ID, b.ID) })
	for i, s := range all {
		n := &pack.Numbers{Why: "phases are carried out by their numbers"}
		if i > 0 {
			n.Above = all[i-1].ID
			n.Why += ", and it comes behind " + n.Above
		}
		if i+1 < len(all) {
			n.Below = all[i+1].ID
			n.Why += ", and it comes before " + n.Below
		}
		s.Numbers = n
	}
}
