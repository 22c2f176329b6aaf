package document

import (
	"fmt"
	"go/token"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/spell"
	"golang.org/x/tools/go/analysis"
)

// Finding is what a pass says of a document. Severity is not its business: the rule's page decides.
type Finding struct {
	Rule    string // id of the rule that is broken
	Span    Span
	At      string // the place in the artefact's own terms: "frontmatter.tier"
	Message string
	Related []Related
	Fixes   []Fix
	Lesser  bool // it weighs what the rule's page says of lesser findings
	Least   bool // it is an info: the same fault where it does no harm
}

// LeastURL starts the URL of the diagnostic of a least finding, before the "#".
const LeastURL = "least"

// LesserURL starts the URL of the diagnostic of a lesser finding, before the "#".
const LesserURL = "lesser"

// MildURL starts the URL of the diagnostic of a finding in a document that is over, before the "#".
const MildURL = "mild"

// PastURL starts the URL of the diagnostic of a finding in a document that is long over, before the "#".
const PastURL = "past"

// Related is another place in the same document.
type Related struct {
	Span    Span
	Message string
}

// UnsafeTitle starts the message of a suggested fix that is unsafe whatever the rule's page says.
const UnsafeTitle = "unsafe: "

// OpeningTitle starts the message of a suggested fix that opens its document, behind the UnsafeTitle.
const OpeningTitle = "opening: "

// Rename is the fix that gives an element, which has an end, another name.
func Rename(e *Element, name string) []Fix {
	fix := Fix{Title: "write `<" + name + ">`"}
	for _, at := range []int{e.Open.Start + 1, e.Close.Start + 2} {
		if at > e.Open.Start+1 && (e.Unclosed || e.SelfClosing) {
			continue
		}
		fix.Edits = append(fix.Edits, Edit{Span: Span{Start: at, End: at + len(e.Name)}, Text: name})
	}
	return []Fix{fix}
}

// AppendBlock is the fix that puts text, which ends its own lines, behind a blank line at the end of d.
func AppendBlock(title string, d *Document, text string) []Fix {
	gap := "\n"
	if !d.EndsLine() {
		gap = "\n\n"
	}
	end := len(d.Src)
	return Replace(title, Span{Start: end, End: end}, gap+text)
}

// Find returns the place in a span of a document where a text stands first; if it does not, that is the span.
func Find(d *Document, in Span, text string) (at Span, found bool) {
	i := strings.Index(d.Content()[in.Start:in.End], text)
	if i < 0 {
		return in, false
	}
	return Span{Start: in.Start + i, End: in.Start + i + len(text)}, true
}

// DropItem is the fix that takes the i-th item out of a List in brackets, with one of the commas beside it.
func DropItem(list *Node, i int) []Fix {
	span := list.Items[i].Span
	switch {
	case i > 0:
		span.Start = list.Items[i-1].Span.End
	case len(list.Items) > 1:
		span.End = list.Items[1].Span.Start
	}
	return Replace("remove it", span, "")
}

// Count writes a number with its noun: "1 block", "3 blocks".
func Count(n int, noun string) string { return spell.Count(n, noun) }

// Reporter hands the findings of one document, Doc, to the driver. It serves one goroutine.
type Reporter struct {
	Doc   *Document
	Mild  bool // what is an error elsewhere is a warning: what the document tells is done
	Past  bool // and what is a warning elsewhere is an info: it was done long ago
	Least bool // whatever is found is an info: nothing goes by the document any more

	pass *analysis.Pass
	file *token.File
	said bool // something was reported
	left *left
}

// left is the findings of a document that are too many to be told, by their rules.
type left struct {
	most  int // findings of a rule that are told
	count map[string]int
	first map[string]Finding // of the gravest that are not told
}

// leaves reports whether a finding is left out.
func (l *left) leaves(f *Finding) bool {
	if l == nil {
		return false
	}
	l.count[f.Rule]++
	if l.count[f.Rule] <= l.most {
		return false
	}
	if first, ok := l.first[f.Rule]; !ok || f.weight() > first.weight() {
		l.first[f.Rule] = *f
	}
	return true
}

// reportf is Report of a finding whose message is made of a format and its arguments, if it is told.
func (r *Reporter) reportf(f Finding, format string, args []any) {
	if r.left != nil {
		if first, ok := r.left.first[f.Rule]; ok && f.weight() <= first.weight() {
			r.left.count[f.Rule]++
			return
		}
	}
	f.Message = fmt.Sprintf(format, args...)
	r.Report(f)
}

// weight is the larger the graver a finding is among those of its rule.
func (f *Finding) weight() int {
	switch {
	case f.Least:
		return 0
	case f.Lesser:
		return 1
	}
	return 2
}

// end has one finding of each rule of which some were left out say how many, and returns how many all are.
func (r *Reporter) end() (untold int) {
	if r.left == nil {
		return 0
	}
	left := r.left
	r.left = nil
	for _, rule := range slices.Sorted(maps.Keys(left.first)) {
		f := left.first[rule]
		if n := left.count[rule] - left.most - 1; n > 0 {
			f.Message += fmt.Sprintf("; %s of this kind, further down, are neither told nor counted, since there are very many findings "+
				"in all", Count(n, "more finding"))
			untold += n
		}
		r.Report(f)
	}
	return untold
}

// run calls a pass's function and recovers if it panics.
func (r *Reporter) run(call func(r *Reporter)) {
	defer func() {
		if cause := recover(); cause != nil {
			r.crashed(cause)
		}
	}()
	call(r)
}

// Meant returns the fix that writes, in the place of a word in a span, the known one that is near to it: safe if that
// is the word but for case, separators or tense. There is none if another one is as near.
func (r *Reporter) Meant(span Span, word string, known []string) []Fix {
	near, text := spell.Only(word, known), r.Doc.Text(span)
	at := strings.Index(text, word)
	if near == "" || at < 0 || strings.Count(text, word) > 1 {
		return nil
	}
	fixes := Replace("write "+near, Span{Start: span.Start + at, End: span.Start + at + len(word)}, near)
	fixes[0].Unsafe = !spell.Surely(word, near)
	return fixes
}

// Report hands over a finding as an analysis.Diagnostic: Category is the rule, URL is the place behind a "#". A span
// that does not lie in the document is a bug of the pass and is reported as internal-error.
func (r *Reporter) Report(f Finding) {
	if r.left.leaves(&f) {
		return
	}
	diagnostic := analysis.Diagnostic{Category: f.Rule, Message: f.Message, URL: "#" + f.At}
	switch {
	case f.Least, r.Least:
		diagnostic.URL = LeastURL + diagnostic.URL
	case f.Lesser:
		diagnostic.URL = LesserURL + diagnostic.URL
	case r.Past:
		diagnostic.URL = PastURL + diagnostic.URL
	case r.Mild:
		diagnostic.URL = MildURL + diagnostic.URL
	}
	ok := r.place(f.Span, &diagnostic.Pos, &diagnostic.End)
	for _, related := range f.Related {
		information := analysis.RelatedInformation{Message: related.Message}
		ok = r.place(related.Span, &information.Pos, &information.End) && ok
		diagnostic.Related = append(diagnostic.Related, information)
	}
	for _, fix := range f.Fixes {
		suggested := analysis.SuggestedFix{Message: fix.Title}
		if fix.Opens {
			suggested.Message = OpeningTitle + suggested.Message
		}
		if fix.Unsafe {
			suggested.Message = UnsafeTitle + suggested.Message
		}
		for _, e := range fix.Edits {
			edit := analysis.TextEdit{NewText: []byte(e.Text)}
			ok = r.place(e.Span, &edit.Pos, &edit.End) && ok
			suggested.TextEdits = append(suggested.TextEdits, edit)
		}
		diagnostic.SuggestedFixes = append(diagnostic.SuggestedFixes, suggested)
	}
	if !ok {
		r.internalError(fmt.Sprintf("rule %s has a span outside the file: %v", f.Rule, f.Span))
		return
	}
	r.said = true
	r.pass.Report(diagnostic)
}

// place turns a span into positions. token.File.Pos would move a bad offset silently, so it is not asked.
func (r *Reporter) place(s Span, start, end *token.Pos) bool {
	if s.Start < 0 || s.End < s.Start || s.End > len(r.Doc.Src) {
		return false
	}
	*start, *end = token.Pos(r.file.Base()+s.Start), token.Pos(r.file.Base()+s.End)
	return true
}

// Reportf hands over a finding without fixes whose message is made of a format and its arguments.
func (r *Reporter) Reportf(rule string, span Span, at, format string, args ...any) {
	r.reportf(Finding{Rule: rule, Span: span, At: at}, format, args)
}

// Lesserf is Reportf of a finding that is Lesser.
func (r *Reporter) Lesserf(rule string, span Span, at, format string, args ...any) {
	r.reportf(Finding{Rule: rule, Span: span, At: at, Lesser: true}, format, args)
}

// Fixf is Reportf with fixes, which may be none.
func (r *Reporter) Fixf(rule string, span Span, at string, fixes []Fix, format string, args ...any) {
	r.reportf(Finding{Rule: rule, Span: span, At: at, Fixes: fixes}, format, args)
}

func (r *Reporter) internalError(what string) {
	start := token.Pos(r.file.Base())
	r.said = true
	r.pass.Report(analysis.Diagnostic{
		Pos: start, End: start, Category: "internal-error", URL: "#",
		Message: fmt.Sprintf(
			"nplint's pass %q failed on this file (%s), so the file was not fully judged; please report this as a "+
				"bug of nplint", r.pass.Analyzer.Name, what),
	})
}

// crashed reports a recovered panic. It is called by the function that recovers.
func (r *Reporter) crashed(cause any) { r.internalError(panicked(cause)) }

// panicked says what a panic was and where in our code it came from, for what a function that recovers calls.
func panicked(cause any) string {
	callers := make([]uintptr, 16)
	frames := runtime.CallersFrames(callers[:runtime.Callers(4, callers)])
	for more := true; more; {
		var frame runtime.Frame
		if frame, more = frames.Next(); !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf("%v at %s:%d", cause, frame.Function, frame.Line)
		}
	}
	return fmt.Sprint(cause)
}
