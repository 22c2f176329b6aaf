package reporters

import (
	"fmt"
	"io"
	"strings"

	"github.com/nplint/nplint"
)

const (
	// maxStepSummary is how many bytes nplint writes at most: GitHub drops the whole summary of a step beyond 1 MiB, and
	// other commands of the step may have something to say too.
	maxStepSummary = 1<<20 - 1<<14
	// closingRoom is more than the closing line of a cut table takes.
	closingRoom = 200
)

// writeStepSummary writes the findings, in the given order, as a Markdown table below a heading. A table that would be too
// large for GitHub ends with a line that counts the findings left out.
func writeStepSummary(w io.Writer, headline string, findings []*nplint.Finding) error {
	var text strings.Builder
	fmt.Fprintf(&text, "### nplint: %s\n\n", headline)
	if len(findings) > 0 {
		text.WriteString("| Severity | Place | Rule | Message |\n| --- | --- | --- | --- |\n")
	}
	for i, f := range findings {
		row := fmt.Sprintf("| %s | %s:%d:%d | %s | %s |\n", f.Severity, tableCell(f.Path), f.Range.Start.Line, f.Range.Start.Column,
			tableCell(f.Rule), tableCell(f.Message))
		if text.Len()+len(row) > maxStepSummary-closingRoom {
			fmt.Fprintf(&text, "\n… and %s: GitHub has no room for more.\n", count(len(findings)-i, "more finding"))
			break
		}
		text.WriteString(row)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// tableCell returns text that Markdown shows as it is within a table: on one line, and with all punctuation that could
// be read as markup, HTML or the end of the cell as character references.
func tableCell(s string) string { return cellEscapes.Replace(visible(s, "")) }

var cellEscapes = strings.NewReplacer(cellReferences()...)

// cellReferences pairs each character that has a meaning in Markdown with a reference to it.
func cellReferences() []string {
	var pairs []string
	for _, r := range "&<>|`*_[]~\\$" {
		pairs = append(pairs, string(r), fmt.Sprintf("&#%d;", r))
	}
	return pairs
}
