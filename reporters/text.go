package reporters

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fatih/color"
	"github.com/rivo/uniseg"

	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/terminal"
)

// writeText writes the full text on a terminal, and else the compact one.
func writeText(w io.Writer, r *report.Report, o *Options) error {
	if o.Frames {
		return writeFull(w, r, o)
	}
	return writeCompact(w, r, o)
}

// writeCompact writes `path:line:column: severity[rule-id] message`, one line a finding however wide it gets.
func writeCompact(w io.Writer, r *report.Report, o *Options) error {
	t := newTextWriter(w, r, o)
	return t.write((*textWriter).compact)
}

// writeFull writes the same line for each finding and a block below it: the code frame, related places, fixes and an
// empty line.
func writeFull(w io.Writer, r *report.Report, o *Options) error {
	t := newTextWriter(w, r, o)
	return t.write((*textWriter).full)
}

// writeGrouped writes the findings of each file below its path.
func writeGrouped(w io.Writer, r *report.Report, o *Options) error {
	t := newTextWriter(w, r, o)
	return t.write((*textWriter).grouped)
}

// textWriter writes one report. The first error stays in out until out is flushed.
type textWriter struct {
	report *report.Report
	source func(path string) []byte // bytes of a file by its path in the report, nil if unknown
	o      *Options
	host   string // where the files are, for links
	out    *bufio.Writer
	frames framer
}

func newTextWriter(w io.Writer, r *report.Report, o *Options) *textWriter {
	host, _ := os.Hostname() // without one a file is taken for one of the terminal's machine
	return &textWriter{report: r, source: report.Shown(r), o: o, host: host, out: bufio.NewWriter(w)}
}

// write writes the findings as a function does, and what stands behind them.
func (t *textWriter) write(findings func(*textWriter)) error {
	findings(t)
	if t.o.Statistics && len(t.report.Findings) > 0 {
		t.statistics()
	}
	if !t.o.Quiet {
		fmt.Fprintln(t.out, t.wrap(t.summary(), ""))
	}
	return t.out.Flush()
}

func (t *textWriter) compact() {
	for i := range t.report.Findings {
		f := &t.report.Findings[i]
		place := t.paint(t.place(f.Path, f.Range)+":", color.Bold)
		level := t.paint(f.Severity.String()+"["+Visible(f.Rule, "")+"]", colours[f.Severity]...)
		fmt.Fprintln(t.out, place, level, Visible(f.Message, ""))
	}
	if len(t.report.Findings) > 0 && t.o.Statistics {
		fmt.Fprintln(t.out)
	}
}

func (t *textWriter) full() {
	for i := range t.report.Findings {
		f := &t.report.Findings[i]
		place, level, rule := t.place(f.Path, f.Range)+":", f.Severity.String(), Visible(f.Rule, "")
		lines := t.wrap(place+" "+level+"["+rule+"] "+Visible(f.Message, ""), textIndent)
		var head string // what is painted; what is broken over lines is not
		if rest, whole := strings.CutPrefix(lines, place); whole {
			blank := rest[:len(rest)-len(strings.TrimLeft(rest, " \n"))]
			head, lines = t.fileLink(f.Path, t.paint(place, color.Bold))+blank, rest[len(blank):]
		}
		if rest, whole := strings.CutPrefix(lines, level+"["+rule+"]"); whole {
			head, lines = head+t.paint(level+"["+t.ruleLink(f.Rule, rule)+"]", colours[f.Severity]...), rest
		}
		fmt.Fprintln(t.out, head+lines)
		t.block(f)
	}
}

// wrap breaks a line where the terminal ends. No line of it is a command to the runner of a pipeline.
func (t *textWriter) wrap(line, indent string) string {
	return Inert(terminal.Wrap(line, t.o.Width, indent))
}

const textIndent = "    "

// grouped writes the findings of each file as a table below its path.
func (t *textWriter) grouped() {
	for all := t.report.Findings; len(all) > 0; {
		path, n := all[0].Path, 1
		for n < len(all) && all[n].Path == path {
			n++
		}
		var rows [][]string
		for i := range all[:n] {
			f := &all[i]
			at := strconv.Itoa(f.Range.Start.Line) + ":" + strconv.Itoa(f.Range.Start.Column)
			rows = append(rows, []string{at, f.Severity.String(), Visible(f.Message, "") + "  " + Visible(f.Rule, "")})
		}
		heading := t.path(path)
		if lines := t.wrap(heading, ""); lines != heading { // one that is broken is no link
			fmt.Fprintln(t.out, lines)
		} else {
			fmt.Fprintln(t.out, t.fileLink(path, t.paint(heading, color.Underline)))
		}
		for i, lines := range terminal.Rows("  ", rows, t.o.Width) {
			f := &all[i]
			lines = Inert(lines)
			level, rule := f.Severity.String(), Visible(f.Rule, "")
			lead := strings.Index(lines, level)
			behind := lead + len(level)
			if text, whole := strings.CutSuffix(lines[behind:], rule); whole {
				lines = t.paint(lines[:lead], color.Faint) + t.paint(level, colours[f.Severity]...) + text +
					t.ruleLink(f.Rule, t.paint(rule, color.Faint))
			}
			fmt.Fprintln(t.out, lines)
		}
		fmt.Fprintln(t.out)
		all = all[n:]
	}
}

// fileLink returns text that leads to a file, where links are wanted.
func (t *textWriter) fileLink(path, text string) string {
	if !t.o.Links || t.report.Base == "" {
		return text
	}
	file := filepath.ToSlash(filepath.Join(t.report.Base, filepath.FromSlash(path)))
	if !strings.HasPrefix(file, "/") {
		file = "/" + file // a drive
	}
	return terminal.Link((&url.URL{Scheme: "file", Host: t.host, Path: file}).String(), text)
}

// ruleLink returns text that leads to the page of a rule, where links are wanted and there is one.
func (t *textWriter) ruleLink(rule, text string) string {
	page := t.report.Rule(rule)
	if !t.o.Links || page == nil {
		return text
	}
	return terminal.Link(page.URL(), text)
}

// block writes what follows the line of a finding in the full text.
func (t *textWriter) block(f *report.Finding) {
	gutter := fmt.Sprintf("%5d", f.Range.Start.Line)
	if line, carets, ok := t.frames.excerpt(t.source(f.Path), f.Range, t.frameWidth(len(gutter+" | "))); ok {
		if line != "" {
			line = " " + line
		}
		fmt.Fprintf(t.out, "%s%s\n", t.paint(gutter+" |", color.Faint), line)
		fmt.Fprintf(t.out, "%s %s", t.paint(strings.Repeat(" ", len(gutter))+" |", color.Faint),
			t.paint(carets, colours[f.Severity]...))
		if below := linesBelow(f.Range); below > 0 {
			more := " … and " + spell.Count(below, "more line")
			if t.o.Width > 0 && uniseg.StringWidth(gutter+" | "+carets+more) > t.o.Width {
				more = "\n" + terminal.Wrap(textIndent+strings.TrimSpace(more), t.o.Width, textIndent)
			}
			fmt.Fprint(t.out, more)
		}
		fmt.Fprintln(t.out)
	}
	for _, related := range f.Related {
		note := "note: " + t.place(related.Path, related.Range) + ": " + Visible(related.Message, "")
		fmt.Fprintln(t.out, t.wrap(textIndent+note, textIndent+textIndent))
	}
	for _, fix := range f.Fixes {
		safety := "unsafe"
		if fix.Safe {
			safety = "safe"
		}
		line := textIndent + "fix: " + Visible(fix.Title, "") + " (" + safety + ")"
		fmt.Fprintln(t.out, t.wrap(line, textIndent+textIndent))
	}
	fmt.Fprintln(t.out)
}

// frameWidth returns how many columns a line of a frame may have behind a gutter of so many.
func (t *textWriter) frameWidth(gutter int) int {
	if t.o.Width == 0 {
		return frameWidth
	}
	return min(frameWidth, t.o.Width-gutter)
}

// place returns path:line:column, which is no command to a runner for a file whose name is a colon.
func (t *textWriter) place(path string, r report.Range) string {
	return Inert(t.path(path) + ":" + strconv.Itoa(r.Start.Line) + ":" + strconv.Itoa(r.Start.Column))
}

// path returns a path as a person in the working directory would write it.
func (t *textWriter) path(path string) string {
	if base, dir := t.report.Base, t.o.WorkDir; base != dir && base != "" && dir != "" {
		path = filepath.Join(base, filepath.FromSlash(path))
		if relative, err := filepath.Rel(dir, path); err == nil { // else on another drive
			path = relative
		}
		path = filepath.ToSlash(path)
	}
	return Visible(path, "")
}

// linesBelow returns on how many lines after its first a range goes on. An end in column 1 adds no line.
func linesBelow(r report.Range) int {
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
	ids := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	digits := len(strconv.Itoa(counts[ids[0]]))
	var rows [][]string
	for _, id := range ids {
		row := []string{fmt.Sprintf("%*d", digits, counts[id]), Visible(id, ""), ""}
		if page := t.report.Rule(id); page != nil {
			row[2] = page.Title
		}
		rows = append(rows, row)
	}
	fmt.Fprintln(t.out, Inert(terminal.Table("", rows, t.o.Width)))
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
func Fixable(r *report.Report) (safe, unsafe int) {
	safe, unsafe = r.Beyond.Safe, r.Beyond.Unsafe
	for i := range r.Findings {
		fixes := r.Findings[i].Fixes
		switch {
		case slices.ContainsFunc(fixes, func(f report.Fix) bool { return f.Safe }):
			safe++
		case len(fixes) > 0:
			unsafe++
		}
	}
	return safe, unsafe
}

// colours are how each severity looks.
var colours = [...][]color.Attribute{
	report.Info: {color.Bold, color.FgCyan}, report.Warning: {color.Bold, color.FgYellow}, report.Error: {color.Bold, color.FgRed},
}

// paint returns text with attributes, or as it is where no colours are wanted.
func (t *textWriter) paint(text string, attributes ...color.Attribute) string {
	if !t.o.Color || text == "" {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}
