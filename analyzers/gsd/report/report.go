// Package report judges what says whether a phase reached its goal: verification, acceptance tests, validation.
package report

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
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
		})
		each("research", (*judge).research)
		each("validation", (*judge).flags)
		each("todo", (*judge).todo)
		for _, kind := range []string{"debug", "uat", "summary", "validation", "thread", "seed"} {
			each(kind, (*judge).session)
		}
		return nil, nil
	},
}

// judge is a report that is judged.
type judge struct {
	*document.Reporter
	p     *model.Planning
	alone bool
}

var (
	verdicts = []string{"passed", "gaps_found", "human_needed"}
	score    = memo.Regexp(`^\D{0,3}(\d+)\s*/\s*(\d+)`)
	bodyLine = memo.Regexp(`(?i)^\s*\*\*Score(?::\*\*|\*\*:)\s*(.*)$`)
)

func (j *judge) verification() {
	f := j.p.Front(j.Doc)
	if ph := j.p.PhaseOf(j.Doc); ph != nil && !j.alone {
		for _, other := range ph.Verified.Others {
			own := strings.TrimSuffix(ph.Verified.File, "-VERIFICATION.md")
			if j.Doc.Path == j.p.Path("phases/"+ph.Dir+"/"+other) && model.Number(own) != ph.Number {
				j.Reportf("gsd-verification-several", j.Doc.FirstLine(), "name",
					"GSD reads %s, the first by name, and not this report, so what it says does not count; keep one, and name it "+
						"%s-VERIFICATION.md",
					ph.Verified.File, strings.SplitN(ph.Dir, "-", 2)[0])
			}
		}
	}
	if f.Lost() {
		return
	}
	pair := f.Root.Pair("status")
	if pair == nil && model.Meant(model.MisspeltKeys(j.p.Set, j.Doc, f.Root), "status") != nil {
		return // that is told
	}
	if pair == nil {
		j.Reportf("gsd-verification-status", document.Span{End: len("---")}, "frontmatter.status",
			"the report has no `status`, so GSD takes it for missing and executes the phase again; write passed, gaps_found "+
				"or human_needed")
		return
	}
	text := strings.TrimSpace(dialect.Text(pair.Value))
	known := text == verdicts[0] || text == verdicts[1] || text == verdicts[2]
	if !known {
		span := pair.Value.Span
		if span.Len() == 0 {
			span = pair.KeySpan
		}
		finding := document.Finding{Rule: "gsd-verification-status", Span: span, At: "frontmatter.status",
			Message: fmt.Sprintf("`status` is %s, and GSD knows passed, gaps_found and human_needed, so it takes it for "+
				"unknown and executes the phase again", document.Quote(text))}
		if near := verdict(text); near != "" {
			finding.Message += "; write " + near
			if span == pair.Value.Span {
				finding.Fixes = document.Replace("write "+near, span, pair.Value.Requote(near))
			}
		}
		j.Report(finding)
	}
	j.score(f.Root, text)
	j.told(text, pair.Value.Span)
	if known && !j.alone {
		j.stale(f.Root, text)
	}
}

var statusLine = memo.WithMark("**",
	`(?i)^\*\*Status(?::\*\*|\*\*:)[ \t]*[✓✅✗❌ *]*(passed|gaps_found|human_needed)\b`)

// told holds the status of the text against that of the frontmatter, and a passed report against its rows of
// requirements.
func (j *judge) told(status string, at document.Span) {
	related := []document.Related{{Span: at, Message: "the key"}}
	seen, column := false, 0
	for l := range model.LinesWith(j.Doc, j.p.Front(j.Doc).End, "|*") {
		if l.Hidden {
			continue
		}
		if m := statusLine.Find(l.Text); m != nil && !seen {
			seen = true
			if word := strings.ToLower(m[1]); word != status && word+status != "human_neededpassed" &&
				slices.Contains(verdicts, status) { // verify-work writes passed into the key alone
				j.Report(document.Finding{Rule: "gsd-verification-status", Span: l.Span, At: "body", Lesser: true, Related: related,
					Message: fmt.Sprintf("the text says %s, and the key %s, which is all that programs read; correct the one that is "+
						"wrong", word, status)})
			}
			continue
		}
		cells := model.Cells(l)
		if len(cells) == 0 {
			continue
		}
		if strings.EqualFold(strings.Trim(cells[0].Text, "* "), "Requirement") {
			column = 0
			for i, c := range cells {
				if strings.EqualFold(strings.Trim(c.Text, "* "), "Status") {
					column = i
				}
			}
			continue
		}
		id := strings.Trim(cells[0].Text, "*` ")
		if status != "passed" || column == 0 || column >= len(cells) || !model.IsID(id) {
			continue
		}
		word := strings.Trim(cells[column].Text, "* ")
		if strings.HasPrefix(word, "✗") || strings.HasPrefix(word, "❌") {
			j.Report(document.Finding{Rule: "gsd-verification-score", Span: l.Span, At: "body", Lesser: true, Related: related,
				Message: fmt.Sprintf("the report passed, and %s is %s in its own table; programs believe the status, so it is "+
					"never "+
					"mended; write `status: gaps_found`, or correct the row", id, document.Quote(word))})
			return
		}
	}
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

// score holds the score against the table of truths, and against itself in the body.
func (j *judge) score(root *document.Node, status string) {
	const rule, where = "gsd-verification-score", "frontmatter.score"
	pair := root.Pair("score")
	table := j.truths()
	if pair != nil {
		key, ok := readScore(dialect.Text(pair.Value))
		if !ok {
			return
		}
		switch {
		case key.n > key.m:
			j.Reportf(rule, pair.Value.Span, where, "the score %d/%d has more good than all; correct it", key.n, key.m)
			return
		case status == "passed" && key.n < key.m:
			const format = "the report passed with a score of %d/%d, and programs believe the status, " +
				"so what is missing is never done; write gaps_found, or correct the score"
			j.Reportf(rule, pair.Value.Span, where, format, key.n, key.m)
			return
		}
		l, body, found := j.bodyScore()
		if table.differs(key, body, found) {
			const format = "the score is %d/%d, and the table of truths has %s, %d of them good; " +
				"programs believe the status, so count again"
			j.Report(document.Finding{Rule: rule, Span: pair.Value.Span, At: where,
				Lesser:  !table.template || status == "passed" && table.good == table.rows,
				Message: fmt.Sprintf(format, key.n, key.m, document.Count(table.rows, "row"), table.good)})
			return
		}
		if found && body.unit == key.unit && (body.n != key.n || body.m != key.m) && table.tables < 2 {
			const format = "the score here is %d/%d, and that of the frontmatter %d/%d; correct the one that is wrong"
			j.Report(document.Finding{Rule: rule, Span: l.Span, At: "body", Lesser: true,
				Related: []document.Related{{Span: pair.Value.Span, Message: "the key"}},
				Message: fmt.Sprintf(format, body.n, body.m, key.n, key.m)})
		}
	}
	if status == "passed" && table.failed > 0 {
		const format = "the report passed, and %s of its table of truths failed; programs believe the status, " +
			"so it is never mended; write `status: gaps_found`, or correct the table"
		status := root.Pair("status").Value.Span
		j.Report(document.Finding{Rule: rule, Span: table.at, At: "body",
			Related: []document.Related{{Span: status, Message: "it passed here"}},
			Message: fmt.Sprintf(format, document.Count(table.failed, "row"))})
	}
}

// count is a score: n of m, and what is counted, "" for truths.
type count struct {
	n, m int
	unit string
}

// readScore reads a score such as "4/5 must-haves verified".
func readScore(text string) (count, bool) {
	found := score().FindStringSubmatch(text)
	if found == nil {
		return count{}, false
	}
	var c count
	c.n, _ = model.ParseInt(found[1])
	c.m, _ = model.ParseInt(found[2])
	unit, _, _ := strings.Cut(strings.ToLower(text[len(found[0]):]), "verified")
	if i := strings.IndexAny(unit, "(;,.*"); i >= 0 {
		unit = unit[:i]
	}
	c.unit = strings.TrimSpace(strings.ReplaceAll(unit, "fully", ""))
	switch strings.TrimSuffix(strings.ReplaceAll(c.unit, " ", "-"), "s") {
	case "truth", "must-have", "observable-truth":
		c.unit = ""
	}
	return c, true
}

// bodyScore returns the first score of the text, and its line.
func (j *judge) bodyScore() (l model.Line, c count, ok bool) {
	for l := range model.Lines(j.Doc) {
		if m := bodyLine().FindStringSubmatch(l.Text); m != nil && !l.Hidden {
			c, ok = readScore(m[1])
			return l, c, ok
		}
	}
	return l, c, false
}

// truths is what the tables of truths of a report come to.
type truths struct {
	tables, rows, good, failed int
	at                         document.Span // the first row that failed
	template                   bool          // the columns are those of GSD's own template
	unclear                    bool          // a row has other columns than its table
}

// differs reports whether a score counts the rows of the table, and otherwise than they are. A score may count more
// than truths: then only the text, if it has a score, tells what is meant.
func (t *truths) differs(key, body count, hasBody bool) bool {
	switch {
	case t.rows == 0 || t.unclear || key.unit != "":
		return false
	case key.m == t.rows:
		return t.failed == 0 && key.n != t.good
	case !t.template || t.tables > 1:
		return false
	}
	return !hasBody || body.unit == "" && body.m == t.rows
}

// truthColumns returns the column of the status in the header of a table of truths, or 0.
func truthColumns(cells []model.Word) int {
	truth, status := false, 0
	for i, c := range cells {
		name := strings.ToLower(strings.Trim(c.Text, "* "))
		truth = truth || name == "truth" || name == "must-have" || name == "observable truth"
		if name == "status" {
			status = i
		}
	}
	if !truth {
		return 0
	}
	return status
}

// truths reads the tables of truths.
func (j *judge) truths() truths {
	column, width := 0, 0
	t := truths{template: true}
	for l := range model.Lines(j.Doc) {
		cells := model.Cells(l)
		switch {
		case len(cells) == 0 || l.Hidden:
			column = 0
		case column == 0:
			if column = truthColumns(cells); column > 0 {
				t.tables, width = t.tables+1, len(cells)
				t.template = t.template && len(cells) == 4 && cells[0].Text == "#" && strings.EqualFold(cells[1].Text, "Truth")
			}
		case len(cells) > column && strings.Trim(cells[column].Text, "-: ") != "":
			t.rows++
			t.unclear = t.unclear || len(cells) != width // a bar in a text
			status := strings.ToUpper(strings.Trim(cells[column].Text, "* "))
			switch {
			case len(cells) != width:
			case strings.HasPrefix(status, "✓") || strings.HasPrefix(status, "✅") || strings.Contains(status, "PASS"),
				strings.Contains(status, "VERIFIED") && !strings.Contains(status, "NOT VERIFIED"):
				t.good++
			case strings.HasPrefix(status, "✗") || strings.HasPrefix(status, "❌") || strings.HasPrefix(status, "FAIL"):
				if t.failed++; t.failed == 1 {
					t.at = l.Span
				}
			}
		}
	}
	return t
}

// research reports a research that announces a validation which the phase does not have.
func (j *judge) research() {
	ph := j.p.PhaseOf(j.Doc)
	if ph == nil || j.alone || model.Switched(j.p, "workflow", "nyquist_validation") {
		return
	}
	for _, file := range ph.Files {
		if strings.HasSuffix(file, "VALIDATION.md") {
			return
		}
	}
	for l := range model.Lines(j.Doc) {
		if strings.Contains(l.Text, "## Validation Architecture") {
			j.Reportf("gsd-validation-missing", l.Span, "body",
				"the research has a Validation Architecture, and the phase no VALIDATION (W009), so nobody holds its tests "+
					"against it; write it, or set workflow.nyquist_validation to false")
			return
		}
	}
}
