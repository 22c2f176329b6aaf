package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/reporters"
)

// sink is a reporter with the place that it writes to.
type sink struct {
	format  reporters.Format
	file    string // as the user names it; "" is standard output
	target  files.Target
	out     io.Writer
	options reporters.Options
}

func (f *runFlags) sinks(s env, o *nplint.Options) ([]sink, error) {
	outputs := f.output
	if len(outputs) == 0 {
		if f.diff || f.fix && f.stdinFilename != "" {
			return nil, nil // standard output is taken
		}
		outputs = []string{"text"}
	}
	var sinks []sink
	stdout := 0
	for _, output := range outputs {
		name, file, toFile := strings.Cut(output, "=")
		format, err := reporters.Lookup(name)
		if err != nil {
			return nil, fmt.Errorf("--output: %w", err)
		}
		if toFile && file == "" {
			return nil, fmt.Errorf("--output %s: the file name is missing", output)
		}
		sk := sink{format: format, file: file, out: s.out}
		if file != "" {
			if err := sk.place(o.Dir, sinks); err != nil {
				return nil, fmt.Errorf("--output: %w", err)
			}
		}
		if file == "" {
			stdout++
		}
		if sk.options, err = f.reporterOptions(sk, o); err != nil {
			return nil, err
		}
		sinks = append(sinks, sk)
	}
	if stdout > 1 || stdout == 1 && (f.diff || f.fix && f.stdinFilename != "") {
		return nil, errors.New("--output: only one thing can go to standard output; " +
			"give the others a file, such as sarif=results.sarif")
	}
	return sinks, nil
}

// place finds out where the file of a sink is, in a working directory. No two reports can be there, and nothing that
// nplint reads.
func (sk *sink) place(dir string, others []sink) error {
	var err error
	if sk.target, err = files.To(dir, sk.file); err != nil {
		return fmt.Errorf("%s cannot be written: %w; write the report to a regular file", sk.file, err)
	}
	abs := sk.target.Abs()
	if slices.ContainsFunc(others, func(other sink) bool { return other.file != "" && other.target.Abs() == abs }) {
		return fmt.Errorf("two reports cannot go to one file, %s", sk.file)
	}
	if base := filepath.Base(abs); base == nplint.ConfigName || base == nplint.BaselineName {
		return replaces(sk.file)
	}
	return nil
}

func replaces(file string) error {
	return fmt.Errorf("a report would replace %s, which nplint reads; write it to another file", file)
}

func (f *runFlags) reporterOptions(sk sink, o *nplint.Options) (reporters.Options, error) {
	options := reporters.Options{Quiet: f.quiet, Statistics: f.statistics, WorkDir: o.Dir, Version: nplint.Version,
		Category: f.category}
	color, err := colour(f.color, sk.out)
	if err != nil {
		return options, err
	}
	if sk.file == "" {
		options.Color, options.Frames = color, terminal(sk.out) || f.color == "always"
	}
	return options, nil
}

// write runs the reporter. All that it opens is closed, and an error of closing counts: it may be the first word of a
// full disk.
func (sk *sink) write(r *nplint.Report) error {
	var summary *os.File
	var summaryError error
	if name := os.Getenv("GITHUB_STEP_SUMMARY"); name != "" && sk.format.Name == "github" {
		if summary, summaryError = files.Append(name); summaryError == nil {
			sk.options.StepSummary = summary
		}
	}
	report := func(w io.Writer) error { return sk.format.Write(w, r, &sk.options) }
	var err error
	if sk.file == "" {
		err = report(sk.out)
	} else if err = sk.target.Replace(report); err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			path.Op, path.Path = strings.TrimSuffix(path.Op, "at"), sk.file
		}
	}
	err = errors.Join(err, summaryError) // annotations come first
	if summary != nil {
		err = errors.Join(err, summary.Close())
	}
	if err != nil {
		return fmt.Errorf("output %s: %w", sk.format.Name, err)
	}
	return nil
}
