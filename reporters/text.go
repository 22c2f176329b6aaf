package reporters

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/spell"
)

// writeText writes `path:line:column: severity[rule-id] message`, one line a finding. With o.Frames a block follows
// each of these lines: the code frame, related places, fixes and an empty line.
func writeText(w io.Writer, r *nplint.Report, o *Options) error {
	t := textWriter{report: r, source: r.Source, o: o}
	return t.writeTo(w)
}

// textWriter writes one report. The first error stays in out until out is flushed.
type textWriter struct {
	report *nplint.Report
	source func(path string) []byte // bytes of a file by its path in the report, nil if unknown
	o      *Options
	out    *bufio.Writer
}

func (t *textWriter) writeTo(w io.Writer) error {
	t.out = bufio.NewWriter(w)
	for i := range t.report.Findings {
		f := &t.report.Findings[i]
		place := t.paint(bold, t.place(f.Path, f.Range)+":")
		level := t.paint(colours[f.Severity], f.Severity.String()+"["+Visible(f.Rule, "")+"]")
		fmt.Fprintln(t.out, place, level, Visible(f.Message, ""))
		if t.o.Frames {
			t.block(f)
		}
	}
	if t.o.Statistics && len(t.report.Findings) > 0 {
		t.statistics()
	}
	if !t.o.Quiet {
		fmt.Fprintln(t.out, t.summary())
	}
	return t.out.Flush()
}

// block writes what follows the line of a finding on a terminal.
func (t *textWriter) block(f *nplint.Finding) {
	if line, carets, ok := excerpt(t.source(f.Path), f.Range); ok {
		gutter := fmt.Sprintf("%5d", f.Range.Start.Line)
		if line != "" {
			line = " " + line
		}
		fmt.Fprintf(t.out, "%s%s\n", t.paint(dim, gutter+" |"), line)
		fmt.Fprintf(t.out, "%s %s", t.paint(dim, strings.Repeat(" ", len(gutter))+" |"),
			t.paint(colours[f.Severity], carets))
		if more := linesBelow(f.Range); more > 0 {
			fmt.Fprintf(t.out, " … and %s", spell.Count(more, "more line"))
		}
		fmt.Fprintln(t.out)
	}
	for _, related := range f.Related {
		fmt.Fprintf(t.out, "    note: %s: %s\n", t.place(related.Path, related.Range), Visible(related.Message, ""))
	}
	for _, fix := range f.Fixes {
		safety := "unsafe"
		if fix.Safe {
			safety = "safe"
		}
		fmt.Fprintf(t.out, "    fix: %s (%s)\n", Visible(fix.Title, ""), safety)
	}
	fmt.Fprintln(t.out)
}

// place returns path:line:column as a person in the working directory would write the path.
func (t *textWriter) place(path string, r nplint.Range) string {
	if base, dir := t.report.Base, t.o.WorkDir; base != dir && base != "" && dir != "" {
		path = filepath.Join(base, filepath.FromSlash(path))
		if relative, err := filepath.Rel(dir, path); err == nil { // else on another drive
			path = relative
		}
		path = filepath.ToSlash(path)
	}
	return Visible(path, "") + ":" + strconv.Itoa(r.Start.Line) + ":" + strconv.Itoa(r.Start.Column)
}

// linesBelow returns on how many lines after its first a range goes on. An end in column 1 adds no line.
func linesBelow(r nplint.Range) int {
	more := r.End.Line - r.Start.Line
	if r.End.Column == 1 {
		more--
	}
	return more
}

// statistics writes how often each rule was broken, most often first, and an empty line.
func (t *textWriter) statistics() {
	counts := maps.Clone(t.report.Beyond.Rules)
	if counts == nil {
		counts = map[string]int{}
	}
	for i := range t.report.Findings {
		counts[t.report.Findings[i].Rule]++
	}
	ids, width := make([]string, 0, len(counts)), 0
	for id := range counts {
		ids = append(ids, id)
		width = max(width, len(Visible(id, "")))
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	if !t.o.Frames {
		fmt.Fprintln(t.out) // a block ends with an empty line already
	}
	digits := len(strconv.Itoa(counts[ids[0]]))
	for _, id := range ids {
		line := fmt.Sprintf("%*d  %-*s", digits, counts[id], width, Visible(id, ""))
		if page := t.report.Rule(id); page != nil {
			line += "  " + page.Title
		}
		fmt.Fprintln(t.out, strings.TrimRight(line, " "))
	}
	fmt.Fprintln(t.out)
}

// summary returns the last line: totals, and what a user could do about them.
func (t *textWriter) summary() string {
	safe, unsafe := Fixable(t.report)
	var notes []string
	note := func(n int, format string) {
		if n > 0 {
			notes = append(notes, fmt.Sprintf(format, n))
		}
	}
	note(safe, "%d fixable with --fix")
	if safe > 0 {
		note(unsafe, "%d more with --unsafe-fixes")
	} else {
		note(unsafe, "%d fixable with --fix --unsafe-fixes")
	}
	note(t.report.Summary.Suppressed, "%d suppressed")
	note(t.report.Summary.Baselined, "%d in the baseline")
	if len(notes) == 0 {
		return headline(t.report)
	}
	return headline(t.report) + " (" + strings.Join(notes, ", ") + ")"
}

// Fixable returns how many findings have a safe fix, and how many others an unsafe one.
func Fixable(r *nplint.Report) (safe, unsafe int) {
	safe, unsafe = r.Beyond.Safe, r.Beyond.Unsafe
	for i := range r.Findings {
		fixes := r.Findings[i].Fixes
		switch {
		case slices.ContainsFunc(fixes, func(f nplint.Fix) bool { return f.Safe }):
			safe++
		case len(fixes) > 0:
			unsafe++
		}
	}
	return safe, unsafe
}

// The ANSI parameters of what is not plain.
const (
	bold = "1"
	dim  = "2"
)

// colours holds the ANSI parameters of each severity.
var colours = [...]string{nplint.Info: "1;36", nplint.Warning: "1;33", nplint.Error: "1;31"}

// paint returns s with the given ANSI parameters, or as it is where no colours are wanted.
func (t *textWriter) paint(parameters, s string) string {
	if !t.o.Color {
		return s
	}
	return "\x1b[" + parameters + "m" + s + "\x1b[0m"
}
