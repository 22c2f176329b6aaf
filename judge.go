package nplint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// findings turns diagnostics into findings with lines, columns and severities, drops those that are off or suppressed, and sorts the rest. It
// also returns how many were suppressed.
func (r *run) findings(d *diagnostics) (found []Finding, suppressed int) {
	// In the order of their places, so that the column of the next is counted on from the last.
	slices.SortStableFunc(d.all, func(a, b diagnostic) int { return int(a.Pos) - int(b.Pos) })
	found = make([]Finding, 0, len(d.all))
	r.suppressing = map[*Config]map[string]bool{}
	for i := range d.all {
		f, ok := r.finding(d, &d.all[i].Diagnostic)
		if !ok {
			failure := d.failure(d.all[i].pass, fmt.Sprintf("its finding %q lies outside of all files", d.all[i].Message))
			if f, ok = r.finding(d, &failure); !ok {
				continue // there is no file at all
			}
		}
		if f.Severity != Off {
			found = append(found, f)
		} else {
			r.suppressed(d, &f) // it counts as a use: what is off may be on for others
		}
	}
	slices.SortStableFunc(found, compareFindings)
	found = slices.CompactFunc(found, func(a, b Finding) bool { return compareFindings(a, b) == 0 })
	all := len(found)
	found = slices.DeleteFunc(found, func(f Finding) bool { return r.suppressed(d, &f) })
	suppressed = all - len(found)
	if unused := r.unused(d); len(unused) > 0 {
		found = append(found, unused...)
		slices.SortStableFunc(found, compareFindings)
	}
	r.fingerprint(found, d.set)
	return found, suppressed
}

// finding converts one diagnostic. It fails if one of its places does not lie in a file.
func (r *run) finding(d *diagnostics, said *analysis.Diagnostic) (f Finding, ok bool) {
	doc, span, ok := d.locate(said.Pos, said.End)
	if !ok {
		return f, false
	}
	f = Finding{Rule: said.Category, Path: doc.Path, Kind: doc.Kind, Message: said.Message, At: strings.TrimPrefix(said.URL, "#")}
	if f.Severity = r.severity(&f, doc); f.Severity == Off {
		f.Range.Start.Offset = span.Start
		return f, true
	}
	f.Range = rangeOf(doc, span)
	if f.Kind != "" {
		f.Contract = path.Base(f.Kind)
	}
	var relatedOK, fixesOK bool
	f.Related, relatedOK = d.related(said.Related)
	f.Fixes, fixesOK = d.fixes(said, r.Rules.Get(said.Category))
	return f, relatedOK && fixesOK
}

// compareFindings orders by path, start, end and rule, and then by what is left, so that the order never depends on scheduling.
func compareFindings(a, b Finding) int {
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

// severity returns the level of a finding: the configuration's, unless the caller's choice of rules overrides it.
func (r *run) severity(f *Finding, doc *document.Document) Severity {
	if unjudged(f.Rule) {
		return Error
	}
	return r.level(f.Rule, doc, r.choice)
}

// unjudged reports whether the findings of a rule say that something was not judged. They are never silent, whatever anybody sets.
func unjudged(rule string) bool { return rule == "internal-error" || rule == "file-unreadable" }

// level returns the severity of a rule in a document after a choice of rules.
func (r *run) level(rule string, doc *document.Document, chosen choice) Severity {
	fallback := pageSeverity(r.Rules.Get(rule))
	scope := r.scopeOf(doc.Path)
	file := scope.path(doc.Path)
	if file == "" {
		file = "../" + doc.Path // no glob of the configuration is about it, but its rules are
	}
	level := scope.config.Severity(rule, doc.Kind, file, fallback)
	return chosen.apply(rule, doc.Kind, level, fallback)
}

// pageSeverity returns the severity on a rule's page, and Error for a rule without one, which a user's pass may report.
func pageSeverity(rule *rules.Rule) Severity {
	if rule == nil {
		return Error
	}
	severity, err := ParseSeverity(rule.Severity)
	if err != nil {
		return Error // the loader of pages has seen to it that this cannot be
	}
	return severity
}

// locate returns the document and the span of two positions. An end that is missing is the start, as go/analysis has it.
func (d *diagnostics) locate(start, end token.Pos) (*document.Document, document.Span, bool) {
	file := d.fset.File(start)
	if file == nil {
		return nil, document.Span{}, false
	}
	if !end.IsValid() {
		end = start
	}
	doc := d.set.Lookup(file.Name())
	span := document.Span{Start: int(start) - file.Base(), End: int(end) - file.Base()}
	return doc, span, doc != nil && span.Start <= span.End && span.End <= len(doc.Src)
}

func rangeOf(doc *document.Document, span document.Span) Range {
	return Range{Start: position(doc, span.Start), End: position(doc, span.End)}
}

func position(doc *document.Document, offset int) Position {
	line, column := doc.Position(offset)
	return Position{Line: line, Column: column, Offset: offset}
}

func (d *diagnostics) related(all []analysis.RelatedInformation) (related []Related, ok bool) {
	for _, r := range all {
		doc, span, ok := d.locate(r.Pos, r.End)
		if !ok {
			return nil, false
		}
		related = append(related, Related{Path: doc.Path, Range: rangeOf(doc, span), Message: r.Message})
	}
	return related, true
}

// fixes converts suggested fixes. Whether they are safe says the rule's page; a rule whose page knows no fix has none. rule is nil if it
// has no page.
func (d *diagnostics) fixes(said *analysis.Diagnostic, rule *rules.Rule) (fixes []Fix, ok bool) {
	if rule != nil && rule.Fix == "none" {
		return nil, true
	}
	for _, suggested := range said.SuggestedFixes {
		fix := Fix{Title: suggested.Message, Safe: rule != nil && rule.Fix == "safe", Edits: []Edit{}}
		for _, edit := range suggested.TextEdits {
			doc, span, ok := d.locate(edit.Pos, edit.End)
			if !ok {
				return nil, false
			}
			fix.Edits = append(fix.Edits, Edit{Path: doc.Path, Range: rangeOf(doc, span), NewText: string(edit.NewText)})
		}
		fixes = append(fixes, fix)
	}
	return fixes, true
}

// fingerprint gives every finding a name that survives when lines move.
func (r *run) fingerprint(found []Finding, set *document.Set) {
	for i, name := range r.fingerprints(found, set, r.scopes.outer) {
		found[i].Fingerprint = name
	}
}

// fingerprints returns the names of sorted findings in what speaks of the files of a scope: each is made of rule, file, place, the text of the
// line, and a number that tells equal ones apart. It is "" for a file that the scope has no name for.
func (r *run) fingerprints(found []Finding, set *document.Set, files *scope) []string {
	names := make([]string, len(found))
	seen := map[string]int{}
	var path string
	var line int
	var text [sha256.Size]byte // of the line, taken once for all findings in it
	for i := range found {
		f := &found[i]
		if files != r.scopes.outer && files.path(f.Path) == "" {
			continue
		}
		if start := f.Range.Start.Line; f.Path != path || start != line {
			path, line = f.Path, start
			doc := set.Lookup(path)
			doc.Position(0) // makes sure that the lines are indexed
			text = sha256.Sum256(bytes.Join(bytes.Fields(doc.Lines.Line(line)), []byte(" ")))
		}
		key := strings.Join([]string{f.Rule, files.lasting(r.today(f.Path)), index().ReplaceAllLiteralString(f.At, "[]"), string(text[:])}, "\x00")
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
		names[i] = hex.EncodeToString(sum[:16])
	}
	return names
}

// index is the number of an element in the place of a finding. It moves as lines do.
var index = rules.Lazy(`\[[0-9]+\]`)

// summarize counts the findings of a report.
func summarize(report *Report) {
	s := &report.Summary
	for i := range report.Findings {
		f := &report.Findings[i]
		switch f.Severity {
		case Error:
			s.Errors++
		case Warning:
			s.Warnings++
		case Info:
			s.Infos++
		}
		if len(f.Fixes) > 0 {
			s.Fixable++
		}
	}
}
