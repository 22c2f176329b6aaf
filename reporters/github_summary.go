package reporters

import (
	"io"

	"github.com/nplint/nplint/internal/report"
)

// maxStepSummary is how many bytes nplint writes at most: GitHub drops the whole summary of a step beyond 1 MiB, and
// other commands of the step may have something to say too.
const maxStepSummary = 1<<20 - 1<<14

// writeStepSummary writes the findings, in the given order, as a Markdown table below a heading. A table that would
// be too large for GitHub ends with a line that counts the findings left out. Where the files are on the web, places
// are links to their lines.
func writeStepSummary(w io.Writer, r *report.Report, blobs string, findings []*report.Finding) error {
	table := findingsTable{page: r.Rule, maxRows: len(findings), maxBytes: maxStepSummary, blobs: blobs,
		cut: "GitHub has no room for more"}
	_, err := io.WriteString(w, table.text(headline(r), findings))
	return err
}
