package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/terminal"
	"github.com/nplint/nplint/reporters"
)

const doctorHelp = `doctor lints as run does, and shows the projects instead of the findings: for each, what its packs know of it as a whole,
such as its progress and what its fixtures cover. A PATH inside a project stands for all of it. The exit status is that
of run.

With --since it also shows findings and progress over the commits since a revision. Each commit is judged with today's
configuration and without a baseline. Of more than %d commits, that many are judged, spread evenly from the first to the
last; merged branches are not followed.`

func newDoctor(s env, status *int) *cobra.Command {
	var form, since string
	f := &configFlags{}
	cmd := &cobra.Command{
		Use:   "doctor [PATH...]",
		Short: "Show the health of whole projects: progress and coverage",
		Long:  fmt.Sprintf(doctorHelp, nplint.MostMoments),
		RunE: func(cmd *cobra.Command, args []string) error {
			*status = exitUsage
			out, err := shownBy(s, form, "text", "json", "markdown", "html")
			if err != nil {
				return err
			}
			config, err := f.load(s.rules)
			if err != nil {
				return err
			}
			*status = exitUnanalyzed // Main knows a mistake of the caller
			o := nplint.Options{Paths: args, Config: config, Nested: f.found(), Rules: s.rules, Passes: s.passes}
			if len(args) > 0 {
				if o.Paths, err = nplint.Projects(o); err != nil {
					return err
				}
			}
			bar := s.progress()
			defer bar.end()
			if bar != nil {
				o.Progress = bar.judged
			}
			views, report, err := nplint.Views(cmd.Context(), o)
			if err != nil {
				return err
			}
			if err := out.spare(report); err != nil {
				*status = exitUsage
				return err
			}
			var history *nplint.History
			if since != "" {
				if history, err = nplint.Since(cmd.Context(), o, since); err != nil {
					return err
				}
			}
			bar.end()
			if err := out.doctor(s, views, report, history); err != nil {
				return fmt.Errorf("output %s: %w", out.form, err)
			}
			*status = statusOf(report, config.FailLevel)
			return nil
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&since, "since", "", "also show the commits since a git `revision`")
	cmd.Flags().StringVarP(&form, "output", "o", "text", "`form` or form=file: text, json, markdown or html")
	return cmd
}

// doctor writes what packs show of projects, and how they were, if that is known.
func (o *shown) doctor(s env, views []pack.View, report *nplint.Report, history *nplint.History) error {
	var b strings.Builder
	sections := reporters.Sections(views)
	totals := reporters.Totals(report) + "; `nplint run` shows them"
	if n := report.Summary.Baselined; n > 0 {
		counted := ""
		if history != nil {
			counted = ", which the history counts, too"
		}
		totals += fmt.Sprintf(" (and %d in the baseline%s)", n, counted)
	}
	more := terminal.Wrap(totals, o.columns(), "")
	switch o.form {
	case "text":
		bars := o.file == "" && terminal.Is(o.out)
		b.WriteString(reporters.SectionsText(sections, bars, o.columns()))
		if history != nil {
			b.WriteString(reporters.HistoryText(history, bars, o.columns()))
		}
		fmt.Fprintf(&b, "\n%s\n", more)
	case "markdown":
		b.WriteString("# nplint doctor\n" + reporters.SectionsMarkdown(sections))
		if history != nil {
			b.WriteString(reporters.HistoryMarkdown(history))
		}
		fmt.Fprintf(&b, "\n%s\n", more)
	case "json":
		all := reporters.NewDoctorJSON(sections, report)
		all.History = history
		if err := reporters.EncodeJSON(&b, all); err != nil {
			return err
		}
	case "html":
		if err := reporters.DoctorHTML(&b, views, report, history); err != nil {
			return err
		}
	}
	if o.form == "text" || o.form == "markdown" {
		return o.text(s, printable(b.String()))
	}
	return o.text(s, b.String())
}
