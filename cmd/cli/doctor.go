package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/spell"
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
			sections := sectionsOf(views)
			switch output {
			case "text":
				return s.print("%s\n%s\n", reporters.SectionsText(sections), totals(report))
			case "markdown":
				return s.print("# nplint doctor\n%s\n%s\n", reporters.SectionsMarkdown(sections), totals(report))
			case "json":
				return s.json(map[string]any{"projects": doctorJSON(sections), "summary": report.Summary})
			}
			*status = exitUsage
			return unknownValue("--output", output, "text", "json", "markdown")
		},
	}
	f.register(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text, json or markdown")
	return cmd
}

// sectionsOf returns the sections of all views, by root and then in the order of packs. "." is the root that is the
// base.
func sectionsOf(views []pack.View) []pack.Section {
	var all []pack.Section
	for _, v := range views {
		for _, s := range v.Sections {
			s.Root = cmp.Or(s.Root, ".")
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b pack.Section) int { return strings.Compare(a.Root, b.Root) })
	return all
}

func totals(report *nplint.Report) string {
	sum := report.Summary
	return fmt.Sprintf("%s, %s, %s, %s; `nplint run` shows them", spell.Count(sum.Files, "file"),
		spell.Count(sum.Errors, "error"), spell.Count(sum.Warnings, "warning"), spell.Count(sum.Infos, "info"))
}

// doctorJSON returns an object for each root: its sections by their names.
func doctorJSON(sections []pack.Section) []map[string]any {
	projects := []map[string]any{}
	for _, s := range sections {
		if n := len(projects); n == 0 || projects[n-1]["root"] != s.Root {
			projects = append(projects, map[string]any{"root": s.Root})
		}
		projects[len(projects)-1][s.Name] = s.Data
	}
	return projects
}
