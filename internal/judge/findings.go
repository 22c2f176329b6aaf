package judge

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
	"golang.org/x/tools/go/analysis"
)

// Case is what diagnostics are judged by.
type Case struct {
	Levels    config.Levels
	Contracts map[string]*rules.Contract // by kind
	Inputs    []document.Input
	Alone     bool            // each file is judged alone, so nothing is known to be unused
	Whole     config.Whole    // configurations whose whole directory was linted
	Unused    []config.Unused // entries in them that do nothing
	Today     string          // the day by which suppressions are over
}

// judging is one call of Findings.
type judging struct {
	Case
	*Diagnostics
	configured config.Suppressor
}

// Findings turns diagnostics into findings with lines, columns and severities, drops those that are off or
// suppressed, and sorts the rest. It also returns how many were suppressed.
func (d *Diagnostics) Findings(c Case) (found []report.Finding, suppressed int) {
	j := &judging{Case: c, Diagnostics: d, configured: config.Suppressor{Used: config.Places{}, Today: c.Today}}
	d.addUnused(c.Unused)
	// In the order of their places, so that the column of the next is counted on from the last.
	slices.SortStableFunc(d.all, func(a, b diagnostic) int { return int(a.Pos) - int(b.Pos) })
	found = make([]report.Finding, 0, len(d.all))
	for i := range d.all {
		f, ok := j.finding(&d.all[i].Diagnostic)
		if !ok {
			failure := d.failure(d.all[i].pass, fmt.Sprintf("its finding %q lies outside of all files", d.all[i].Message))
			if f, ok = j.finding(&failure); !ok {
				continue // there is no file at all
			}
		}
		d.all[i].SuggestedFixes, d.all[i].Related = nil, nil // there may be half a million
		if f.Severity != report.Off {
			found = append(found, f)
		} else {
			j.suppressed(&f) // it counts as a use: what is off may be on for others
		}
	}
	slices.SortStableFunc(found, compare)
	found = slices.CompactFunc(found, func(a, b report.Finding) bool { return compare(a, b) == 0 })
	all := len(found)
	kept := found[:0]
	for i := range found {
		is, over := j.suppressed(&found[i])
		if is {
			continue
		}
		if over != "" {
			report.Return(&found[i], over)
		}
		kept = append(kept, found[i])
	}
	found = kept
	suppressed = all - len(found)
	if unused := j.unused(); len(unused) > 0 {
		found = append(found, unused...)
		slices.SortStableFunc(found, compare)
	}
	return found, suppressed
}

// Unanalyzed reports whether a pass said that something could not be judged, though nobody may have asked. What is a
// warning fails no run.
func (d *Diagnostics) Unanalyzed(levels config.Levels) bool {
	return slices.ContainsFunc(d.all, func(said diagnostic) bool {
		if !report.Unjudged(said.Category) {
			return false
		}
		doc, _, ok := d.locate(said.Pos, said.End)
		return !ok || levels.Of(said.Category, kindOf(doc), doc.Path) == report.Error
	})
}

// kindOf returns the kind by which severities go: of what has none since it cannot be read, that it is of a pack.
func kindOf(doc *document.Document) string {
	if doc.Kind == "" && doc.Problem != nil && doc.Problem.Pack != "" {
		return doc.Problem.Pack + "/"
	}
	return doc.Kind
}

// Line returns the text of a line of a file that has findings.
func (d *Diagnostics) Line(path string, line int) []byte {
	return linesOf(d.bare(path)).Line(line)
}

// bare returns a document without its tree, or nil.
func (d *Diagnostics) bare(path string) *document.Document {
	if d.last == nil || d.last.Path != path {
		d.last = d.Set.Bare(path)
	}
	return d.last
}

// linesOf returns the lines of a document, which are indexed when they are first needed.
func linesOf(doc *document.Document) *document.Lines {
	doc.Position(0)
	return doc.Lines
}

// addUnused adds a finding for each entry of a configuration that does nothing, about its line.
func (d *Diagnostics) addUnused(entries []config.Unused) {
	files := map[string]*token.File{}
	if len(entries) > 0 {
		d.fset.Iterate(func(f *token.File) bool { files[f.Name()] = f; return true })
	}
	for _, e := range entries {
		start, end := e.Span(linesOf(d.bare(e.File)))
		base := files[e.File].Base()
		d.all = append(d.all, diagnostic{analysis.Diagnostic{
			Pos: token.Pos(base + start), End: token.Pos(base + end),
			Category: e.Rule, Message: e.Message, URL: "#" + e.At,
		}, "driver"})
	}
}

// finding converts one diagnostic. It fails if one of its places does not lie in a file.
func (j *judging) finding(said *analysis.Diagnostic) (f report.Finding, ok bool) {
	doc, span, ok := j.locate(said.Pos, said.End)
	if !ok {
		return f, false
	}
	mark, at, _ := strings.Cut(said.URL, "#")
	f = report.Finding{Rule: said.Category, Path: doc.Path, Kind: doc.Kind, Message: message(said.Message), At: at,
		Lesser: mark == document.LesserURL || mark == document.MildURL || mark == document.PastURL}
	unknown := j.unknown(f.Rule, doc)
	if unknown != "" {
		f.Message += " (" + unknown + ")"
		said.SuggestedFixes = nil
	}
	switch contract := j.Contracts[doc.Kind]; {
	case mark == document.LeastURL, unknown != "", contract != nil && contract.Generated(doc.Path):
		f.Severity = j.Levels.Least(f.Rule, doc.Kind, doc.Path)
	case mark == document.LesserURL:
		f.Severity = j.Levels.Lesser(f.Rule, doc.Kind, doc.Path)
	case mark == document.MildURL:
		f.Severity = j.Levels.Mild(f.Rule, doc.Kind, doc.Path)
	case mark == document.PastURL:
		f.Severity = j.Levels.Past(f.Rule, doc.Kind, doc.Path)
	default:
		f.Severity = j.Levels.Of(f.Rule, kindOf(doc), doc.Path)
	}
	if f.Severity == report.Off {
		f.Range.Start.Offset = span.Start
		return f, true
	}
	f.Range = rangeOf(doc, span)
	if f.Kind != "" {
		f.Contract = path.Base(f.Kind)
	}
	var relatedOK, fixesOK bool
	f.Related, relatedOK = j.related(said.Related)
	f.Fixes, fixesOK = j.fixes(said, j.Levels.Page(said.Category))
	return f, relatedOK && fixesOK
}

// unknown says why a finding is an info: the rule goes by what versions of the framework know, and the project is of
// one that the pack does not know. It is "" of all others.
func (j *judging) unknown(rule string, doc *document.Document) string {
	pack, _, _ := strings.Cut(doc.Kind, "/")
	if page := j.Levels.Page(rule); page == nil || !page.Ages {
		return ""
	}
	if v := j.Set.Version(pack, doc.Root); v.IsUnknown() {
		return v.Unknown()
	}
	return ""
}

// compare orders by path, start, end and rule, and then by what is left, so that the order never depends on scheduling.
func compare(a, b report.Finding) int {
	for _, order := range []int{
		strings.Compare(a.Path, b.Path),
		a.Range.Start.Offset - b.Range.Start.Offset,
		a.Range.End.Offset - b.Range.End.Offset,
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.At, b.At),
		strings.Compare(a.Message, b.Message),
	} {
		if order != 0 {
			return order
		}
	}
	return 0
}

// locate returns the document and the span of two positions. An end that is missing is the start, as go/analysis has
// it.
func (d *Diagnostics) locate(start, end token.Pos) (*document.Document, document.Span, bool) {
	file := d.fset.File(start)
	if file == nil {
		return nil, document.Span{}, false
	}
	if !end.IsValid() {
		end = start
	}
	doc := d.bare(file.Name())
	span := document.Span{Start: int(start) - file.Base(), End: int(end) - file.Base()}
	return doc, span, doc != nil && span.Start <= span.End && span.End <= len(doc.Src)
}

func rangeOf(doc *document.Document, span document.Span) report.Range {
	return report.Range{Start: position(doc, span.Start), End: position(doc, span.End)}
}

func position(doc *document.Document, offset int) report.Position {
	line, column := doc.Position(offset)
	return report.Position{Line: line, Column: column, Offset: offset}
}

func (d *Diagnostics) related(all []analysis.RelatedInformation) (related []report.Related, ok bool) {
	for _, r := range all[:min(len(all), report.MaxRelated)] {
		doc, span, ok := d.locate(r.Pos, r.End)
		if !ok {
			return nil, false
		}
		related = append(related, report.Related{Path: doc.Path, Range: rangeOf(doc, span), Message: message(r.Message)})
	}
	return related, true
}

// fixes converts suggested fixes. Whether they are safe says the rule's page, unless the pass calls one unsafe;
// a rule whose page knows no fix has none. rule is nil if it has no page.
func (d *Diagnostics) fixes(said *analysis.Diagnostic, rule *rules.Rule) (fixes []report.Fix, ok bool) {
	if rule != nil && rule.Fix == "none" {
		return nil, true
	}
	for _, suggested := range said.SuggestedFixes {
		title, unsafe := strings.CutPrefix(suggested.Message, document.UnsafeTitle)
		title, opens := strings.CutPrefix(title, document.OpeningTitle)
		safe := rule != nil && rule.Fix == "safe" && !unsafe
		fix := report.Fix{Title: mistake.Fit(title), Safe: safe, Edits: []report.Edit{}, Opens: opens}
		for _, edit := range suggested.TextEdits {
			doc, span, ok := d.locate(edit.Pos, edit.End)
			if !ok {
				return nil, false
			}
			fix.Edits = append(fix.Edits, report.Edit{Path: doc.Path, Range: rangeOf(doc, span), NewText: inLines(string(edit.NewText), doc)})
		}
		fixes = append(fixes, fix)
	}
	return fixes, true
}

// inLines returns a text that a fix writes with the line ends of its file.
func inLines(text string, doc *document.Document) string {
	if !strings.Contains(text, "\n") || doc.Newline() == "\n" {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", doc.Newline())
}

// message returns what a finding says on one line, cut where it is much too long. Values and keys of a file may hold line ends.
func message(said string) string { return inert.Visible(mistake.Fit(said), "") }
