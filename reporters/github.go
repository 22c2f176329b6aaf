package reporters

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/report"
)

// maxAnnotations is how many annotations of a level GitHub keeps of a step; it drops the others without a word.
const maxAnnotations = 10

// writeGitHub writes workflow commands: errors first, and within a level first those of files that were touched. What
// is beyond GitHub's budget gets no annotation, and the last line counts it. Every finding is in the step summary.
func writeGitHub(w io.Writer, r *report.Report, o *Options) error {
	findings := byImportance(r)
	out := bufio.NewWriter(w)
	shown, hidden := spend(findings)
	for _, f := range shown {
		fmt.Fprintln(out, annotation(f))
	}
	if hidden == "" {
		fmt.Fprintln(out, "nplint: "+headline(r))
	} else {
		complete := "--output text"
		if o.StepSummary != nil {
			complete = "the job summary"
		}
		fmt.Fprintf(out,
			"::notice title=nplint::%s. Not annotated, since GitHub shows only %d of a level: %s. See %s for all.\n",
			headline(r), maxAnnotations, hidden, complete)
	}
	if err := out.Flush(); err != nil || o.StepSummary == nil {
		return err
	}
	return writeStepSummary(o.StepSummary, r, o.Blobs, findings)
}

// byImportance returns the findings of a report with the errors first and the infos last, within a severity those of
// touched files first, and otherwise in their order.
func byImportance(r *report.Report) []*report.Finding {
	findings := r.Findings
	type ranked struct {
		*report.Finding
		untouched int
	}
	order := make([]ranked, len(findings))
	for i := range findings {
		order[i].Finding = &findings[i]
		if !r.Touched[findings[i].Path] {
			order[i].untouched = 1
		}
	}
	slices.SortStableFunc(order, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(a.untouched, b.untouched))
	})
	sorted := make([]*report.Finding, len(order))
	for i := range order {
		sorted[i] = order[i].Finding
	}
	return sorted
}

// spend returns the findings that get an annotation, and the counts of those that do not, "" if there are none. Where
// some do not, one notice is kept back for the line that says so.
func spend(findings []*report.Finding) (shown []*report.Finding, hidden string) {
	var total [report.Error + 1]int
	for _, f := range findings {
		total[f.Severity]++
	}
	budget := [...]int{report.Info: maxAnnotations, report.Warning: maxAnnotations, report.Error: maxAnnotations}
	if slices.Max(total[:]) > maxAnnotations {
		budget[report.Info]--
	}
	for _, f := range findings {
		if budget[f.Severity] > 0 {
			budget[f.Severity]--
			total[f.Severity]--
			shown = append(shown, f)
		}
	}
	return shown, levels(total[report.Error], total[report.Warning], total[report.Info])
}

// annotation returns the workflow command for a finding. Columns are given only for a range on one line: GitHub rejects
// them for others.
func annotation(f *report.Finding) string {
	command := f.Severity.String()
	if f.Severity == report.Info {
		command = "notice"
	}
	start, end := f.Range.Start, f.Range.End
	endLine := start.Line + max(0, linesBelow(f.Range))
	columns := ""
	if end.Line == start.Line {
		columns = fmt.Sprintf(",col=%d,endColumn=%d", start.Column, end.Column)
	}
	return fmt.Sprintf("::%s file=%s,line=%d,endLine=%d%s,title=%s::%s", command, commandProperty(f.Path),
		start.Line, endLine, columns, commandProperty("nplint: "+f.Rule), commandData(f.Message))
}

// commandData escapes the text of a workflow command: as GitHub documents it, and what a terminal should not get.
func commandData(s string) string {
	return dataEscapes.Replace(Visible(s, "\r\n\t"))
}

// commandProperty escapes a property of a workflow command.
func commandProperty(s string) string {
	return propertyEscapes.Replace(Visible(s, "\r\n\t"))
}

var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
