package cli

import (
	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/reporters"
)

const doctorHelp = `doctor lints as run does and shows the projects instead of the findings: for each, what its packs have to say of it
as a whole, such as how far its work is and what its fixtures cover. The exit status is that of run.`

func newDoctor(s env, status *int) *cobra.Command {
	var output string
	f := &configFlags{}
	cmd := &cobra.Command{
		Use:   "doctor [PATH...]",
		Short: "Show how the projects are as a whole: how far their work is, and what is covered",
		Long:  doctorHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			*status = exitUsage
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
			*status = statusOf(report, config.FailLevel)
			sections := reporters.Sections(views)
			switch output {
			case "text":
				return s.print("%s\n%s; `nplint run` shows them\n", reporters.SectionsText(sections), reporters.Totals(report))
			case "markdown":
				return s.print("# nplint doctor\n%s\n%s; `nplint run` shows them\n", reporters.SectionsMarkdown(sections), reporters.Totals(report))
			case "json":
				return s.json(reporters.NewDoctorJSON(sections, report))
			}
			*status = exitUsage
			return unknownValue("--output", output, "text", "json", "markdown")
		},
	}
	f.register(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text, json or markdown")
	return cmd
}
