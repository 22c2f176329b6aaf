package judge

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/suppress"
	"github.com/nplint/nplint/rules"
)

// suppressed reports whether a comment in its file or the configuration suppresses a finding, of which nothing is
// needed but rule, kind, place and the offset of its start. It notes which comments were of use. over is the last day
// of the last suppression if they are over, and else "".
func (j *judging) suppressed(f *report.Finding) (is bool, over string) {
	if !report.Suppressible(f.Rule) {
		return false, ""
	}
	is, over = j.configured.Suppresses(j.Levels.Scopes.Of(f.Path), f)
	for _, directive := range j.suppressions.In(f.Path) {
		switch covers := directive.Covers(f.Rule, f.Kind, f.Range.Start.Offset); { // every one that covers it is of use
		case !covers:
		case report.Over(directive.Until, j.Today):
			over = max(over, directive.Until)
		default:
			is = true
		}
	}
	return is, over
}

// unused returns the findings about suppressions that suppress nothing, when all others have been held against them.
// A file that is judged alone, or was not judged as a whole, has none: what is suppressed there may not have been
// looked for.
func (j *judging) unused() []report.Finding {
	if j.Alone {
		return nil
	}
	partly := map[string]bool{} // files in which a pass failed, or did not tell all
	maps.Copy(partly, j.partly)
	for i := range j.all {
		if j.all[i].Category != "internal-error" {
			continue
		}
		if doc, _, ok := j.locate(j.all[i].Pos, j.all[i].End); ok {
			partly[doc.Path] = true
		}
	}
	var found []report.Finding
	all := j.suppressions.All()
	for _, file := range slices.Sorted(maps.Keys(all)) {
		doc := j.Set.At(file)
		if partly[file] || !Wholly(doc, j.Contracts) {
			continue
		}
		for _, directive := range all[file] {
			if f, ok := j.unusedIn(doc, directive); ok {
				found = append(found, f)
			}
		}
	}
	linted := config.Linted{
		Today: j.Today,
		Wholly: func(i int) bool {
			in := &j.Inputs[i]
			return !partly[in.Path] && Wholly(j.Set.At(in.Path), j.Contracts)
		},
		On: func(i int, rule string) bool {
			in := &j.Inputs[i]
			return in.Target && !j.Levels.TurnedOff(rule, in.Kind, in.Path)
		},
	}
	for i := range j.Inputs {
		linted.Paths = append(linted.Paths, j.Inputs[i].Path)
	}
	for _, e := range j.Whole.UnusedSuppressions(j.configured.Used, linted) {
		doc := j.bare(e.File)
		start, end := e.Span(linesOf(doc))
		f := report.Finding{
			Rule: e.Rule, Path: e.File, Message: e.Message, At: e.At, Range: rangeOf(doc, document.Span{Start: start, End: end}),
			Severity: j.Levels.Of(e.Rule, doc.Kind, doc.Path),
		}
		if f.Severity != report.Off {
			found = append(found, f)
		}
	}
	return found
}

// Wholly reports whether nothing keeps the passes from judging all of a document. It may lack frontmatter that its
// contract does not demand.
func Wholly(doc *document.Document, contracts map[string]*rules.Contract) bool {
	if doc.Readable() || doc.Problem != nil || doc.Front == nil || !doc.Front.Absent() {
		return doc.Readable()
	}
	c := contracts[doc.Kind]
	if c == nil {
		return false
	}
	body, err := c.Body()
	return err == nil && (body.Frontmatter == nil || body.Frontmatter.Optional)
}

// unusedIn returns the finding about those rules of a directive for which it suppresses nothing, if there are any. A
// rule that is off in this file is none of them: its pass may look no further then.
func (j *judging) unusedIn(doc *document.Document, directive *suppress.Directive) (f report.Finding, ok bool) {
	drop := func(n suppress.Name) bool { return !n.Used && !j.Levels.TurnedOff(n.Text, doc.Kind, doc.Path) }
	var names []string
	for _, n := range directive.Names {
		if drop(n) {
			names = append(names, n.Text)
		}
	}
	f = report.Finding{
		Rule: "suppression-unused", Path: doc.Path, Kind: doc.Kind, Contract: path.Base(doc.Kind), At: "comment",
		Severity: j.Levels.Of("suppression-unused", doc.Kind, doc.Path), Range: rangeOf(doc, directive.Comments[0].Span),
	}
	if len(names) == 0 || f.Severity == report.Off {
		return f, false
	}
	what, todo := "nothing", "remove the suppression"
	if len(names) < len(directive.Names) {
		what, todo = "nothing of it", "take it out of the list"
	}
	if report.Over(directive.Until, j.Today) {
		f.Message = fmt.Sprintf("the suppression was over with %s, and there is no finding of %s here, so it can go; %s",
			directive.Until, strings.Join(names, " and "), todo)
	} else {
		f.Message = fmt.Sprintf("there is no finding of %s here, so %s is suppressed, and one that comes would be hidden; %s",
			strings.Join(names, " and "), what, todo)
	}
	for _, fix := range directive.Without(drop) {
		edits := make([]report.Edit, len(fix.Edits))
		for i, e := range fix.Edits {
			edits[i] = report.Edit{Path: doc.Path, Range: rangeOf(doc, e.Span), NewText: e.Text}
		}
		f.Fixes = append(f.Fixes, report.Fix{Title: fix.Title, Safe: true, Edits: edits})
	}
	return f, true
}
