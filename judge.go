package nplint

import (
	"crypto/sha256"
	"encoding/hex"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// findings turns diagnostics into findings with lines, columns and severities, drops those that are off, and sorts the rest.
func (r *run) findings(d *diagnostics) []Finding {
	found := make([]Finding, 0, len(d.all))
	for i := range d.all {
		doc, span := d.locate(d.all[i].Pos, d.all[i].End)
		f := Finding{Rule: d.all[i].Category, Path: doc.Path, Kind: doc.Kind}
		if f.Severity = r.severity(&f, doc); f.Severity == Off {
			continue
		}
		f.Range = rangeOf(doc, span)
		f.Message = d.all[i].Message
		f.At = strings.TrimPrefix(d.all[i].URL, "#")
		if f.Kind != "" {
			f.Contract = path.Base(f.Kind)
		}
		f.Related = d.related(d.all[i].Related)
		f.Fixes = d.fixes(d.all[i])
		found = append(found, f)
	}
	slices.SortStableFunc(found, compareFindings)
	found = slices.CompactFunc(found, func(a, b Finding) bool { return compareFindings(a, b) == 0 })
	fingerprint(found, d.set)
	return found
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
	if f.Rule == "internal-error" {
		return Error // never silent: something was not judged
	}
	level, err := ParseSeverity(rules.Level(f.Rule))
	if err != nil {
		level = Error // a user's pass reports a rule without a page
	}
	fallback := level
	if file := r.configPath(doc.Path); file != "" {
		level = r.config.Severity(f.Rule, f.Kind, file, level)
	}
	return r.choice.apply(f.Rule, f.Kind, level, fallback)
}

// locate returns the document and the span of two positions.
func (d *diagnostics) locate(start, end token.Pos) (*document.Document, document.Span) {
	file := d.fset.File(start)
	span := document.Span{Start: int(start) - file.Base(), End: int(end) - file.Base()}
	return d.set.Lookup(file.Name()), span
}

func rangeOf(doc *document.Document, span document.Span) Range {
	return Range{Start: position(doc, span.Start), End: position(doc, span.End)}
}

func position(doc *document.Document, offset int) Position {
	line, column := doc.Position(offset)
	return Position{Line: line, Column: column, Offset: offset}
}

func (d *diagnostics) related(all []analysis.RelatedInformation) []Related {
	var related []Related
	for _, r := range all {
		doc, span := d.locate(r.Pos, r.End)
		related = append(related, Related{Path: doc.Path, Range: rangeOf(doc, span), Message: r.Message})
	}
	return related
}

// fixes converts suggested fixes. Whether they are safe says the rule's page; a rule whose page knows no fix has none.
func (d *diagnostics) fixes(diagnostic analysis.Diagnostic) []Fix {
	rule := rules.Get(diagnostic.Category)
	if rule != nil && rule.Fix == "none" {
		return nil
	}
	var fixes []Fix
	for _, suggested := range diagnostic.SuggestedFixes {
		fix := Fix{Title: suggested.Message, Safe: rule != nil && rule.Fix == "safe"}
		for _, edit := range suggested.TextEdits {
			doc, span := d.locate(edit.Pos, edit.End)
			fix.Edits = append(fix.Edits, Edit{Path: doc.Path, Range: rangeOf(doc, span), NewText: string(edit.NewText)})
		}
		fixes = append(fixes, fix)
	}
	return fixes
}

// fingerprint gives every finding a name that survives when lines move: it is made of rule, file, place, the text of the line, and
// a number that tells equal ones apart.
func fingerprint(found []Finding, set *document.Set) {
	seen := map[string]int{}
	for i := range found {
		f := &found[i]
		doc := set.Lookup(f.Path)
		line := ""
		if doc.Lines != nil {
			line = strings.Join(strings.Fields(string(doc.Lines.Line(f.Range.Start.Line))), " ")
		}
		key := strings.Join([]string{f.Rule, f.Path, f.At, line}, "\x00")
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
		f.Fingerprint = hex.EncodeToString(sum[:16])
	}
}

func summarize(found []Finding) Summary {
	var s Summary
	for i := range found {
		switch found[i].Severity {
		case Error:
			s.Errors++
		case Warning:
			s.Warnings++
		case Info:
			s.Infos++
		}
		if len(found[i].Fixes) > 0 {
			s.Fixable++
		}
	}
	return s
}
