// Package report judges what says whether a phase reached its goal: verification, acceptance tests, validation.
package report

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// Analyzer reports verifications and tests that GSD does not take for what they say.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdreport",
	Doc:      "judge verification, acceptance tests and validation of phases",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		set := document.Of(pass)
		each := func(kind string, call func(*judge)) {
			model.Of(pass).Each(set, []string{kind}, func(r *document.Reporter, p *model.Planning) {
				if r.Doc.Problem == nil {
					call(&judge{Reporter: r, p: p, alone: set.Standalone})
				}
			})
		}
		each("verification", (*judge).verification)
		each("uat", func(j *judge) {
			j.Least = j.Least || model.Past(j.p, j.Doc) // audits of tests pass former milestones over
			j.uat()
			gaps(j)
			workJudge{j}.entries("Gaps")
		})
		each("validation", func(j *judge) {
			workJudge{j}.flags()
			workJudge{j}.compliant()
		})
		for _, kind := range []string{"security", "review"} {
			each(kind, func(j *judge) {
				j.Least = j.Least || model.Past(j.p, j.Doc)
				gateJudge{j}.gate()
			})
		}
		each("windows", func(j *judge) { windows(j, set) })
		each("todo", func(j *judge) { workJudge{j}.todo() })
		each("thread", thread)
		each("phase-note", func(j *judge) { workJudge{j}.deferred() })
		for kind := range sessions {
			each(strings.TrimPrefix(kind, "gsd/"), func(j *judge) { workJudge{j}.session() })
		}
		for _, kind := range []string{"debug", "uat", "summary", "thread", "seed", "todo", "verification", "context"} {
			each(kind, func(j *judge) { workJudge{j}.acknowledged() })
		}
		if set.Standalone {
			return nil, nil
		}
		each("research", func(j *judge) {
			researchJudge{j}.research()
			researchJudge{j}.questions()
		})
		each("validation", func(j *judge) { workJudge{j}.planned() })
		each("state", func(j *judge) {
			workJudge{j}.quick()
			workJudge{j}.listed()
		})
		each("seed", seed)
		each("milestone-audit", (*judge).audit)
		quick := &document.Memo[*model.Planning, quickTasks]{}
		each("summary", func(j *judge) { workJudge{j}.silent(quick) })
		return nil, nil
	},
}

// judge is a report that is judged.
type judge struct {
	*document.Reporter
	p      *model.Planning
	alone  bool
	denied []document.Finding // what speaks against the report that it passed
}

var verdicts = []string{"passed", "gaps_found", "human_needed"}

func (j *judge) verification() {
	f := j.p.Front(j.Doc)
	aside := false
	if ph := j.p.PhaseOf(j.Doc); ph != nil && !j.alone && ph.Verified.Others[path.Base(j.Doc.Path)] {
		aside = true
		if own := strings.TrimSuffix(ph.Verified.File, "-VERIFICATION.md"); notation.Number(own) != ph.Number {
			j.Reportf("gsd-verification-several", j.Doc.FirstLine(), "name",
				"GSD reads %s, the first by name, and not this report, so what it says does not count; keep one, and name it "+
					"%s-VERIFICATION.md",
				ph.Verified.File, strings.SplitN(ph.Dir, "-", 2)[0])
		}
	}
	if f.Lost() {
		return
	}
	pair := f.Root.Pair("status")
	if aside && !slices.Contains(verdicts, strings.TrimSpace(dialect.Text(f.Root.Get("status")))) {
		return // `phase complete` looks into it for a verdict, and nobody asks for one
	}
	if pair == nil && model.Slips(j.p, j.Doc, f.Root).Mean("status") {
		return // that is told
	}
	if pair == nil {
		j.Reportf("gsd-verification-status", document.Span{End: len("---")}, "frontmatter.status",
			"the report has no `status`, so GSD takes it for missing and executes the phase again; write passed, gaps_found "+
				"or human_needed")
		return
	}
	text := strings.TrimSpace(dialect.Text(pair.Value))
	known := slices.Contains(verdicts, text)
	if !known {
		span := dialect.At(pair)
		finding := document.Finding{Rule: "gsd-verification-status", Span: span, At: "frontmatter.status",
			Message: fmt.Sprintf("`status` is %s, and GSD knows passed, gaps_found and human_needed, so it takes it for "+
				"unknown and executes the phase again", document.Quote(text))}
		if near := verdict(text); near != "" {
			finding.Message += "; write " + near
			if span == pair.Value.Span {
				finding.Fixes = document.Replace("write "+near, span, pair.Value.Requote(near))
				finding.Fixes[0].Unsafe = near == "passed" && spell.Close(text, verdicts) == "" && !j.borneOut(f.Root)
			}
		}
		j.Report(finding)
	}
	j.score(f.Root, text)
	unverified(j, f.Root, text)
	unnamed(j, f.Root, pair)
	overrides(j, f.Root)
	covered(j)
	j.told(text, pair.Value.Span)
	if gaps := f.Root.Pair("gaps"); text == "passed" && gaps != nil && openGap(gaps.Value) {
		j.denied = append(j.denied, document.Finding{Rule: "gsd-verification-status", Span: gaps.KeySpan, At: "frontmatter.gaps", Lesser: true,
			Related: []document.Related{{Span: pair.Value.Span, Message: "it passed here"}},
			Message: "the report passed, and names gaps that are open; programs believe the status, so nobody plans to close " +
				"them; write `status: gaps_found`, or take them out"})
	}
	j.deny()
	if known && !j.alone {
		j.stale(f.Root, text)
	}
}

// deny reports what speaks against a report that it passed: the gravest alone, which points to the others.
func (j *judge) deny() {
	if len(j.denied) == 0 {
		return
	}
	i := max(0, slices.IndexFunc(j.denied, func(f document.Finding) bool { return !f.Lesser }))
	f := j.denied[i]
	for _, other := range slices.Delete(j.denied, i, i+1) {
		f.Related = append(f.Related, document.Related{Span: other.Span, Message: "this speaks against it, too"})
	}
	j.Report(f)
}

// borneOut reports whether the text of a report, or its score, says that it passed.
func (j *judge) borneOut(root *document.Node) bool {
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "*") {
		if m := statusLine().FindStringSubmatch(l.Text); m != nil && !l.Hidden {
			return strings.EqualFold(m[1], "passed")
		}
	}
	c, ok := readScore(dialect.Text(root.Get("score")))
	return ok && c.n == c.m && c.n > 0 && j.truths().failed == 0
}

// openGap reports whether a list of gaps has one that failed.
func openGap(gaps *document.Node) bool {
	return slices.ContainsFunc(gaps.Items, func(gap *document.Node) bool {
		status := dialect.Text(gap.Get("status"))
		return status == "failed" || status == "partial"
	})
}

var statusLine = memo.Regexp(`(?i)^\*\*Status(?::\*\*|\*\*:)[ \t]*[✓✅✗❌ *]*(passed|gaps_found|human_needed)\b`)

// told holds the status of the text against that of the frontmatter, and a passed report against its rows of
// requirements, artifacts and links; and what a line counts against the table above it.
func (j *judge) told(status string, at document.Span) {
	related := []document.Related{{Span: at, Message: "the key"}}
	seen, failing := false, false
	var t tally
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "|", "*", "#") {
		if l.Hidden {
			continue
		}
		if m := statusLine().FindStringSubmatch(l.Text); m != nil && !seen {
			seen = true
			if word := strings.ToLower(m[1]); word != status && word+status != "human_neededpassed" &&
				slices.Contains(verdicts, status) { // verify-work writes passed into the key alone
				f := document.Finding{Rule: "gsd-verification-status", Span: l.Span, At: "body", Lesser: true, Related: related,
					Message: fmt.Sprintf("the text says %s, and the key %s, which is all that programs read; correct the one that is "+
						"wrong", word, status)}
				if status == "passed" {
					j.denied = append(j.denied, f)
				} else {
					j.Report(f)
				}
			}
			continue
		}
		cells := notation.Cells(l)
		if len(cells) == 0 {
			t.counted(j, l)
			continue
		}
		if what := strings.ToLower(cells[0].Bare()); tables[what] != "" {
			t = tally{what: what, column: max(0, slices.Index(notation.Titles(cells), "status")), width: len(cells), end: l.Span.End}
			continue
		}
		word, name := t.row(l, cells)
		if failing || status != "passed" || t.what == "requirement" && !notation.IsID(name) ||
			!strings.HasPrefix(word, "✗") && !strings.HasPrefix(word, "❌") ||
			strings.Contains(strings.ToLower(word), "deferred") {
			continue
		}
		failing = true
		j.denied = append(j.denied, document.Finding{Rule: "gsd-verification-score", Span: l.Span, At: "body", Lesser: true, Related: related,
			Message: fmt.Sprintf("the report passed, and %s is %s in its own table; programs believe the status, so it "+
				"is never fixed; write `status: gaps_found`, or correct the row", name, document.Quote(word))})
	}
}

// tables is the first columns of the tables of a verification but that of truths, and the labels of the lines that count
// their rows.
var tables = map[string]string{"requirement": "coverage", "artifact": "artifacts", "from": "wiring"}

var countedRows = memo.Regexp(`^\*\*(Coverage|Artifacts|Wiring)(?::\*\*|\*\*:)[ \t]*((\d+)/(\d+))`)

// tally is what the rows of a table come to.
type tally struct {
	what                      string // its first column
	column, width, rows, good int
	end                       int // of its last row
}

// row counts a row, and returns its status and first cell; none of a row that has other columns than the table.
func (t *tally) row(l notation.Line, cells []notation.Word) (word, name string) {
	if l.Span.Start > t.end+len("\r\n") {
		t.column = 0 // another table
	}
	t.end = l.Span.End
	if t.column == 0 || t.column >= len(cells) || strings.Trim(cells[0].Text, "-: ") == "" {
		return "", ""
	}
	if t.rows++; len(cells) != t.width {
		t.width = 0 // a bar in a text, so nobody knows what the table comes to
	}
	word = cells[t.column].Bare()
	switch outlook(word) {
	case good:
		t.good++
	case unread:
		t.width = 0
	}
	return word, strings.Trim(cells[0].Text, "*` ")
}

// counted holds a line such as `**Artifacts:** 2/3 verified` against the table above it. A heading ends the table.
func (t *tally) counted(j *judge, l notation.Line) {
	if strings.HasPrefix(l.Text, "#") {
		*t = tally{}
	}
	m := countedRows().FindStringSubmatchIndex(l.Text)
	if m == nil || t.rows == 0 || t.width == 0 || tables[t.what] != strings.ToLower(l.Text[m[2]:m[3]]) {
		return
	}
	if right := fmt.Sprintf("%d/%d", t.good, t.rows); l.Text[m[4]:m[5]] != right {
		j.Report(document.Finding{Rule: "gsd-verification-score", Span: l.Part(m[4], m[5]), At: "body", Lesser: true,
			Message: fmt.Sprintf("this says %s, and the table above has %s, %d of them good; correct the one that is wrong",
				l.Text[m[4]:m[5]], document.Count(t.rows, "row"), t.good)})
	}
	*t = tally{}
}

// verdict returns the status that a word was meant for, or "".
func verdict(word string) string {
	synonyms := map[string]string{"pass": "passed", "verified": "passed", "complete": "passed",
		"completed": "passed", "ok": "passed", "approved": "passed", "success": "passed",
		"gaps": "gaps_found", "failed": "gaps_found", "partial": "gaps_found",
		"human_verification_needed": "human_needed", "needs_human": "human_needed", "human": "human_needed"}
	if meant := synonyms[strings.ToLower(strings.NewReplacer(" ", "_", "-", "_").Replace(word))]; meant != "" {
		return meant
	}
	return spell.Nearest(word, verdicts)
}
