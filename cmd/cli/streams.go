package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/terminal"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// streams is where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// env is what a command works with.
type env struct {
	streams
	rules  *rules.Catalogue     // nil is the built-in ones
	passes []*analysis.Analyzer // beside the built-in ones
}

// print prints text for people: what lies in files reaches neither a terminal nor the runner of a pipeline as a
// command.
func (s streams) print(format string, args ...any) error {
	return s.raw(printable(fmt.Sprintf(format, args...)))
}

// raw prints text as it is.
func (s streams) raw(text string) error {
	_, err := io.WriteString(s.out, text)
	return writing(err)
}

// unwritten is that something could not be written.
type unwritten struct{ err error }

func (e *unwritten) Error() string { return e.err.Error() }

// Unwrap returns what went wrong.
func (e *unwritten) Unwrap() error { return e.err }

// writing returns an error of writing, unless it is nil.
func writing(err error) error {
	if err == nil {
		return nil
	}
	return &unwritten{err}
}

// library is the output of the library of commands, which prints help, versions and scripts for shells and forgets
// what goes wrong.
type library struct {
	io.Writer
	err error // the first
}

func (l *library) Write(text []byte) (int, error) {
	n, err := l.Writer.Write(text)
	if l.err == nil {
		l.err = writing(err)
	}
	return n, err
}

// content prints what other programs take: as it is, but for commands to a terminal, if that is where it goes, and to
// the runner of a pipeline.
func (s streams) content(text string) error {
	switch {
	case terminal.Is(s.out):
		text = printable(text)
	case inLog(s.out):
		text = reporters.Inert(text)
	}
	return s.raw(text)
}

// inLog reports whether the runner of a pipeline looks at what is written to a stream.
func inLog(w io.Writer) bool {
	runs := func(name string) bool { return os.Getenv(name) != "" }
	if !slices.ContainsFunc([]string{"GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"}, runs) {
		return false
	}
	f, ok := w.(*os.File)
	if !ok {
		return true
	}
	info, err := f.Stat()
	return err != nil || !info.Mode().IsRegular()
}

// printed is a stream of text for people: see streams.print.
type printed struct{ io.Writer }

func (p printed) Write(text []byte) (int, error) {
	_, err := io.WriteString(p.Writer, printable(string(text)))
	return len(text), err
}

// stderr returns standard error as it is, for what is no text.
func (s streams) stderr() io.Writer {
	if p, ok := s.err.(printed); ok {
		return p.Writer
	}
	return s.err
}

func (s streams) json(v any) error { return writing(reporters.EncodeJSON(s.out, v)) }

// colour decides whether output is coloured: the flag first, then the conventions of the environment, of which the one
// that forbids colours is the strongest, then the terminal.
func colour(flag string, w io.Writer) (bool, error) {
	switch flag {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
	default:
		return false, unknownValue("--color", flag, "auto", "always", "never")
	}
	if os.Getenv("NO_COLOR") != "" {
		return false, nil
	}
	for _, name := range []string{"FORCE_COLOR", "CLICOLOR_FORCE"} {
		if force := os.Getenv(name); force != "" && force != "0" && force != "false" {
			return true, nil
		}
	}
	return terminal.Is(w), nil
}

// unknownValue says that a flag or argument, which name names, knows other values.
func unknownValue(name, value string, known ...string) error {
	return fmt.Errorf("%s knows no %q%s; write %s or %s", name, value, spell.DidYouMean(value, known),
		strings.Join(known[:len(known)-1], ", "), known[len(known)-1])
}

// printable spells out what a terminal could take for a command: messages quote names from linted files.
func printable(s string) string { return reporters.Visible(s, "\n\t") }

// onLine is printable for what must stay on its line: names of files may hold line ends.
func onLine(s string) string { return reporters.Visible(s, "\t") }
