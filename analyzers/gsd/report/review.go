package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	findingHead = memo.Regexp(`^###\s+(CR|BL|WR|IN)-\d+(?:[^\w'’]|$)`) // a heading may speak of WR-01's cause
	// settled is the heading of what an earlier review found.
	settled = memo.Regexp(`(?i)^##\s.*\b(?:prior|previous|earlier|resolved|fixed|deferred|dismissed|acknowledged|applied|verification of)\b`)
	// mended is the line of a review that says what became of its findings.
	mended = memo.Regexp(`(?i)^\*\*Status:?\*\*:?\s*clean\b.*\b(?:fixed|resolved)\b`)
)

// review holds the status and the figures of a review against its findings: execute-phase and code-review go by the
// status, what mends goes by the headings.
func (j gateJudge) review() {
	f := j.p.Front(j.Doc)
	found := map[string]int{}
	fallow, old, over := false, false, false
	for l := range notation.LinesWith(j.Doc, f.End, "#", "**Status") {
		over = over || mended().MatchString(l.Text)
		if strings.HasPrefix(l.Text, "## ") && !l.Hidden {
			old = settled().MatchString(l.Text)
		}
		if m := findingHead().FindStringSubmatch(l.Text); m != nil && !l.Hidden && !old {
			found[m[1]]++
		}
		fallow = fallow || strings.HasPrefix(l.Text, "## Structural Findings")
	}
	found["critical"], found["warning"], found["info"] = found["CR"]+found["BL"], found["WR"], found["IN"]
	found["blocker"], found["total"] = found["critical"], found["critical"]+found["warning"]+found["info"]
	const rule, where = "gsd-review-status", "frontmatter.status"
	grave := found["critical"] + found["warning"]
	pair := f.Root.Pair("status")
	if pair == nil {
		if grave == 0 && !old && !over {
			grave = counted(f.Root.Get("findings"))
		}
		if grave > 0 && !model.Slips(j.p, j.Doc, f.Root).Mean("status") {
			j.Reportf(rule, j.Doc.FirstLine(), where, "the frontmatter has no `status`, so execute-phase tells nobody of the %s "+
				"of this review; write `status: issues_found`", document.Count(grave, "finding"))
		}
		return
	}
	text := strings.TrimSpace(dialect.Text(pair.Value))
	finding := document.Finding{Rule: rule, Span: pair.Value.Span, At: where}
	meant := ""
	switch word := strings.ToLower(text); {
	case text == "clean" && over:
		return
	case (text == "clean" || text == "skipped") && grave > 0:
		meant = "issues_found"
		finding.Message = fmt.Sprintf("`status` is %s, and the review has %s, of which execute-phase tells nobody and which "+
			"`code-review --fix` leaves alone; write issues_found", text, document.Count(grave, "finding"))
	case text != "clean" && text != "skipped" && found["total"] == 0 &&
		(word == "clean" || word == "skipped" || slices.Contains(overWords, word)):
		meant = "clean"
		if word == "skipped" {
			meant = word
		}
		finding.Message = fmt.Sprintf("`status` is %s, and programs know clean, skipped and issues_found, so the review counts "+
			"as one that found something; write %s", document.Quote(text), meant)
	default:
		if !fallow {
			j.figures(f.Root.Get("findings"), found)
		}
		return
	}
	if finding.Span.Len() > 0 {
		finding.Fixes = document.Replace("write "+meant, finding.Span, pair.Value.Requote(meant))
	}
	j.Report(finding)
}

// counted returns how many grave findings a review counts in its frontmatter.
func counted(counts *document.Node) (n int) {
	for _, key := range []string{"critical", "blocker", "warning"} {
		if count, ok := notation.ParseInt(dialect.Text(counts.Get(key))); ok {
			n += count
		}
	}
	return n
}

// figures holds what a review counts against its headings.
func (j gateJudge) figures(counts *document.Node, found map[string]int) {
	for _, key := range []string{"critical", "blocker", "warning", "info", "total"} {
		n := counts.Get(key)
		count, ok := notation.ParseInt(dialect.Text(n))
		if !ok || count == found[key] {
			continue
		}
		j.Lesserf("gsd-review-status", n.Span, "frontmatter.findings."+key, "`%s` is %d, and the text has %s of "+
			"such findings (### CR-01, ### BL-01, ### WR-01, ### IN-01), which are all that is fixed; count again, "+
			"or write the headings so", key, count, document.Count(found[key], "heading"))
		return
	}
}
