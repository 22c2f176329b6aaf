package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/fleet"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/reporters"
)

const mergeHelp = `merge makes one report of the reports of many repositories, each written by ` + "`nplint run -o json`" + `: which
repositories, packs and rules have the most findings and, with --since, what has changed since an earlier report. A
repository is named after its file, without .json, or after the directory of a file named nplint.json. A file that cannot
be read is named on standard error and left out; the exit status is then 3. Otherwise it is 0, whatever the findings.`

func newMerge(s env, status *int) *cobra.Command {
	var form, since string
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Merge the reports of many repositories into one",
		Long:  mergeHelp,
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			*status = exitUsage
			out, err := shownBy(s, form, "text", "html", "sarif", "json", "markdown")
			if err != nil {
				return err
			}
			if file := twice(args); file != "" {
				return fmt.Errorf("%s is given twice; leave one of them out", file)
			}
			m := &merger{env: s, out: out, files: args}
			if err := m.spareInputs(append([]string{since}, args...)); err != nil {
				return err
			}
			if since != "" {
				if m.earlier, err = readEarlier(since); err != nil {
					return fmt.Errorf("--since %s: %w", since, err)
				}
			}
			if err := m.run(); err != nil {
				*status = exitUnanalyzed
				return fmt.Errorf("output %s: %w", out.form, err)
			}
			if *status = exitClean; m.unread {
				*status = exitUnanalyzed
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&form, "output", "o", "text", "`form` or form=file: text, html, sarif, json or markdown")
	cmd.Flags().StringVar(&since, "since", "", "earlier report to compare with, a `file` of `nplint merge -o json`")
	return cmd
}

// twice returns a file that is given more than once, or "".
func twice(files []string) string {
	seen := map[string]bool{}
	for _, file := range files {
		if seen[filepath.Clean(file)] {
			return file
		}
		seen[filepath.Clean(file)] = true
	}
	return ""
}

// readEarlier reads a merged report.
func readEarlier(name string) (*fleet.Report, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, unwrapped(err)
	}
	defer f.Close()
	return fleet.ReadMerged(f)
}

// unwrapped returns what the system says of a file, without its name.
func unwrapped(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// merger merges reports.
type merger struct {
	env
	out     *shown
	files   []string
	earlier *fleet.Report
	unread  bool
}

// spareInputs returns an error if the report would replace what it is made of.
func (m *merger) spareInputs(inputs []string) error {
	if m.out.file == "" {
		return nil
	}
	old, err := os.Stat(m.out.target.Abs())
	if err != nil {
		return nil // nothing is there
	}
	for _, input := range inputs {
		if info, err := os.Stat(input); err == nil && os.SameFile(old, info) {
			const replaced = "--output: the report would replace %s, which it is made of; write it to another file"
			return fmt.Errorf(replaced, m.out.file)
		}
	}
	return nil
}

func (m *merger) run() error {
	if m.out.form == "sarif" {
		return m.out.write(m.sarif)
	}
	b := fleet.NewBuilder(m.about)
	m.each(func(name string, r io.Reader) error {
		var tally fleet.Tally
		summary, err := fleet.Read(r, func(f *report.Finding) { b.Count(&tally, f) })
		if err == nil {
			b.Add(name, summary, &tally)
		}
		return err
	}, b.Skip)
	merged := b.Report(m.earlier)
	switch m.out.form {
	case "html":
		return m.out.write(func(w io.Writer) error { return reporters.MergedHTML(w, merged) })
	case "json":
		return m.out.write(func(w io.Writer) error { return reporters.EncodeJSON(w, merged) })
	case "markdown":
		return m.out.text(m.env, reporters.MergedMarkdown(merged))
	}
	return m.out.text(m.env, printable(reporters.MergedText(merged, m.out.columns())))
}

// about returns the pack and the title of a rule.
func (m *merger) about(rule string) (pack, title string) {
	if page := m.rules.Get(rule); page != nil {
		return page.Pack, page.Title
	}
	return "other", ""
}

// sarif writes the findings of each repository as a run.
func (m *merger) sarif(w io.Writer) error {
	log, err := reporters.NewMergedSARIF(w, &reporters.Options{Version: nplint.Version})
	if err != nil {
		return err
	}
	var failed error
	m.each(func(name string, r io.Reader) error {
		found := &nplint.Report{}
		summary, err := fleet.Read(r, func(f *report.Finding) {
			found.Findings = append(found.Findings, *f)
			found.Unanalyzed = found.Unanalyzed || report.Unjudged(f.Rule) && f.Severity == report.Error
		})
		if err != nil || failed != nil {
			return err
		}
		found.Summary = summary
		report.Attach(found, report.Knowledge{Rules: m.rules})
		failed = log.Add(name, found)
		return nil
	}, func() {})
	return errors.Join(failed, log.Close())
}

// each opens one report after the other and has a function read it. What cannot be read is told, and the rest goes on.
func (m *merger) each(read func(name string, r io.Reader) error, skip func()) {
	for _, file := range m.files {
		err := func() error {
			f, err := files.Open(file)
			if err != nil {
				return unwrapped(err)
			}
			defer f.Close()
			return unwrapped(read(fleet.Name(file), f))
		}()
		if err != nil {
			skip()
			m.unread = true
			fmt.Fprintf(m.err, "nplint: %s: %s\n", onLine(file), strings.TrimSpace(printable(err.Error())))
		}
	}
}
