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

const doctorHelp = `doctor lints as run does and shows the projects instead of the findings: for each, what its packs have to say of it
as a whole, such as how far its work is and what its fixtures cover. The exit status is that of run.`

func newDoctor(s env, status *int) *cobra.Command {
	var form string
	f := &configFlags{}
	cmd := &cobra.Command{
		Use:   "doctor [PATH...]",
		Short: "Show how the projects are as a whole: how far their work is, and what is covered",
		Long:  doctorHelp,
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
			views, report, err := nplint.Views(cmd.Context(), o)
			if err != nil {
				return err
			}
			if err := out.spare(report); err != nil {
				*status = exitUsage
				return err
			}
			if err := out.doctor(s, views, report); err != nil {
				return fmt.Errorf("output %s: %w", out.form, err)
			}
			*status = statusOf(report, config.FailLevel)
			return nil
		},
	}
	f.register(cmd)
	cmd.Flags().StringVarP(&form, "output", "o", "text", "`form` or form=file: text, json, markdown or html")
	return cmd
}

// doctor writes what packs show of projects.
func (o *shown) doctor(s env, views []pack.View, report *nplint.Report) error {
	var b strings.Builder
	sections := reporters.Sections(views)
	more := terminal.Wrap(reporters.Totals(report)+"; `nplint run` shows them", o.columns(), "")
	switch o.form {
	case "text":
		bars := o.file == "" && terminal.Is(o.out)
		fmt.Fprintf(&b, "%s\n%s\n", reporters.SectionsText(sections, bars, o.columns()), more)
	case "markdown":
		fmt.Fprintf(&b, "# nplint doctor\n%s\n%s\n", reporters.SectionsMarkdown(sections), more)
	case "json":
		if err := reporters.EncodeJSON(&b, reporters.NewDoctorJSON(sections, report)); err != nil {
			return err
		}
	case "html":
		if err := reporters.DoctorHTML(&b, views, report); err != nil {
			return err
		}
	}
	if o.form == "text" || o.form == "markdown" {
		return o.text(s, printable(b.String()))
	}
	return o.text(s, b.String())
}
