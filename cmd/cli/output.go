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
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/terminal"
	"github.com/nplint/nplint/reporters"
)

// destination is where something is written to.
type destination struct {
	file   string // as the user names it; "" is standard output
	target files.Target
	out    io.Writer
}

// destinationOf cuts the value of --output, `name` or `name=file`, and finds out where the file is, in a working
// directory.
func destinationOf(s env, output, dir string) (name string, d destination, err error) {
	name, file, toFile := strings.Cut(output, "=")
	d = destination{file: file, out: s.out}
	if toFile && file == "" {
		return name, d, fmt.Errorf("--output %s: the file name is missing", output)
	}
	if file != "" {
		if d.target, err = files.To(dir, file); err != nil {
			const unwritable = "--output: %s cannot be written: %w; write the report to a regular file"
			return name, d, fmt.Errorf(unwritable, file, err)
		}
		if base := filepath.Base(d.target.Abs()); base == nplint.ConfigName || base == nplint.BaselineName {
			return name, d, fmt.Errorf("--output: %w", replaces(file))
		}
	}
	return name, d, nil
}

// spare returns an error if the file is an artefact that the report is about.
func (d *destination) spare(r *nplint.Report) error {
	if d.file != "" && r.Artefact(d.target.Abs()) {
		return fmt.Errorf("--output: %w", replaces(d.file))
	}
	return nil
}

// write has a function write to the destination.
func (d *destination) write(report func(io.Writer) error) error {
	if d.file == "" {
		return report(d.out)
	}
	err := d.target.Replace(report)
	var path *fs.PathError
	if errors.As(err, &path) {
		path.Op, path.Path = strings.TrimSuffix(path.Op, "at"), d.file
	}
	return err
}

// shown is the one --output of a command that shows one thing.
type shown struct {
	form string
	destination
}

// shownBy reads the value of --output, whose form is one of those that are known.
func shownBy(s env, value string, known ...string) (*shown, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	name, d, err := destinationOf(s, value, dir)
	if err == nil && !slices.Contains(known, name) {
		err = unknownValue("--output", name, known...)
	}
	return &shown{name, d}, err
}

// columns returns how many columns a line may have where it is written to; 0 is any number.
func (o *shown) columns() int {
	if o.file != "" {
		return 0
	}
	return terminal.Columns(o.out)
}

// text writes text that is inert already. To standard output it goes as other programs take it.
func (o *shown) text(s env, text string) error {
	if o.file == "" {
		return s.content(text)
	}
	return writing(o.write(func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}))
}

// sink is a reporter with the place that it writes to.
type sink struct {
	destination
	format  reporters.Format
	options reporters.Options
	bare    bool // without snippets of files
}

func (f *runFlags) sinks(s env, o *nplint.Options) ([]sink, error) {
	if f.noSnippets && (f.diff || f.fix && f.stdinFilename != "") {
		return nil, errors.New("--no-snippets: a diff and a fixed file are what files hold; leave out one of the flags")
	}
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
		name, _, _ := strings.Cut(output, "=")
		format, err := reporters.Lookup(name)
		if err != nil {
			return nil, fmt.Errorf("--output: %w", err)
		}
		sk := sink{format: format, bare: f.noSnippets}
		if _, sk.destination, err = destinationOf(s, output, o.Dir); err != nil {
			return nil, err
		}
		same := func(other sink) bool { return other.file != "" && other.target.Abs() == sk.target.Abs() }
		switch {
		case sk.file == "":
			stdout++
		case slices.ContainsFunc(sinks, same):
			return nil, fmt.Errorf("--output: two reports cannot go to one file, %s", sk.file)
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
		options.Color, options.Frames = color, terminal.Is(sk.out) || f.color == "always"
		options.Width = terminal.Columns(sk.out)
		forced := os.Getenv("FORCE_HYPERLINK") != ""
		options.Links = color && (terminal.Is(sk.out) || forced) && terminal.KnowsLinks(os.Getenv)
	}
	return options, nil
}

// write runs the reporter. All that it opens is closed, and an error of closing counts: it may be the first word of a
// full disk. What packs show is made of what files say, so a bare report has none of it.
func (sk *sink) write(r *nplint.Report) error {
	if sk.bare {
		r, sk.options.Views = report.WithoutSnippets(r), nil
	}
	var summary *os.File
	var summaryError error
	if name := os.Getenv("GITHUB_STEP_SUMMARY"); name != "" && sk.format.Name == "github" {
		if summary, summaryError = files.Append(name); summaryError == nil {
			sk.options.StepSummary, sk.options.Blobs = summary, blobs(r.Base)
		}
	}
	err := sk.destination.write(func(w io.Writer) error { return sk.format.Write(w, r, &sk.options) })
	err = errors.Join(err, summaryError) // annotations come first
	if summary != nil {
		err = errors.Join(err, summary.Close())
	}
	if err != nil {
		return fmt.Errorf("output %s: %w", sk.format.Name, err)
	}
	return nil
}

// blobs returns where the runner's workspace is on the web, if a directory is that workspace: a repository that was
// checked out elsewhere in it can be another one.
func blobs(base string) string {
	server, repository, commit := os.Getenv("GITHUB_SERVER_URL"), os.Getenv("GITHUB_REPOSITORY"), os.Getenv("GITHUB_SHA")
	workspace := os.Getenv("GITHUB_WORKSPACE")
	if server == "" || repository == "" || commit == "" || workspace == "" || paths.Real(workspace) != base {
		return ""
	}
	return fmt.Sprintf("%s/%s/blob/%s/", server, repository, commit)
}
