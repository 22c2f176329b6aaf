package reporters

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/nplint/nplint/internal/report"
)

// writeAzure writes logging commands of Azure Pipelines. Of a level Azure shows the first ten of a step above its
// log, so errors come first and, within a level, those of files that were touched. It knows no infos: they are plain
// lines.
func writeAzure(w io.Writer, r *report.Report, _ *Options) error {
	out := bufio.NewWriter(w) // the first error stays in out until it is flushed
	for _, f := range byImportance(r) {
		start := f.Range.Start
		if f.Severity == report.Info {
			line := fmt.Sprintf("%s:%d:%d: info[%s] %s", f.Path, start.Line, start.Column, f.Rule, f.Message)
			fmt.Fprintln(out, Visible(line, ""))
			continue
		}
		fmt.Fprintf(out, "##vso[task.logissue type=%s;sourcepath=%s;linenumber=%d;columnnumber=%d;code=%s;]%s\n", f.Severity,
			azureProperty(f.Path), start.Line, start.Column, azureProperty(f.Rule), azureData(f.Message))
	}
	fmt.Fprintln(out, "nplint: "+headline(r))
	return out.Flush()
}

// azureData escapes the text of a logging command, in which nothing has to be escaped of what Visible leaves but what
// is read as an escape.
func azureData(s string) string { return strings.ReplaceAll(Visible(s, ""), "%", "%AZP25") }

// azureProperty escapes a property of a logging command.
func azureProperty(s string) string { return azureEscapes.Replace(azureData(s)) }

var azureEscapes = strings.NewReplacer(";", "%3B", "]", "%5D")
