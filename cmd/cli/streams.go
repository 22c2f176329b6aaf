package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/internal/spell"
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

func (s streams) print(format string, args ...any) error {
	_, err := fmt.Fprintf(s.out, format, args...)
	return err
}

func (s streams) json(v any) error { return reporters.EncodeJSON(s.out, v) }

// terminal reports whether a stream is a terminal.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// colour decides whether output is coloured: the flag first, then the conventions of the environment, then the
// terminal.
func colour(flag string, w io.Writer) (bool, error) {
	switch flag {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
	default:
		return false, unknownOutput(flag, "auto", "always", "never")
	}
	if os.Getenv("NO_COLOR") != "" {
		return false, nil
	}
	if force := os.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true, nil
	}
	return terminal(w), nil
}

func unknownOutput(value string, known ...string) error {
	return fmt.Errorf("unknown value %q%s; known: %s", value, spell.DidYouMean(value, known), strings.Join(known, ", "))
}

// printable spells out what a terminal could take for a command: messages quote names from linted files.
func printable(s string) string { return reporters.Visible(s, "\n\t") }
