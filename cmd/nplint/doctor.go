package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
)

func newDoctor(s streams) *cobra.Command {
	var output string
	f := &configFlags{}
	cmd := &cobra.Command{
		Use:   "doctor [PATH...]",
		Short: "Show what the projects look like as a whole: editions, and what their fixtures cover",
		Long: "doctor shows for every nexus-core tree below the paths which fields of its state schemas, which tools and which events its conformance fixtures\n" +
			"cover, and which parameters they pass without asserting anything about them. It ends with 0 whatever it shows; `nplint run` judges.",
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := f.load()
			if err != nil {
				return err
			}
			d, report, err := nplint.Doctor(cmd.Context(), nplint.Options{Paths: args, Config: config})
			if err != nil {
				return err
			}
			switch output {
			case "text":
				return s.print("%s", doctorText(d, report))
			case "markdown":
				return s.print("%s", doctorMarkdown(d, report))
			case "json":
				return s.json(struct {
					*nplint.Diagnosis
					Summary nplint.Summary `json:"summary"`
				}{d, report.Summary})
			}
			return unknownOutput(output, "text", "json", "markdown")
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&output, "output", "text", "text, json or markdown")
	return cmd
}

// fields counts the covered fields and all fields of some schemas.
func fields(schemas []nplint.SchemaCoverage) (covered, all int) {
	for _, schema := range schemas {
		covered += len(schema.Covered)
		all += len(schema.Covered) + len(schema.Uncovered)
	}
	return covered, all
}

// used counts the tools or events that some fixture uses.
func used(all []nplint.FixtureUse) int {
	n := 0
	for _, use := range all {
		if len(use.Fixtures) > 0 {
			n++
		}
	}
	return n
}

func totals(report *nplint.Report) string {
	return fmt.Sprintf("%d files, %d errors, %d warnings, %d infos; `nplint run` shows them", report.Summary.Files, report.Summary.Errors, report.Summary.Warnings, report.Summary.Infos)
}

func doctorText(d *nplint.Diagnosis, report *nplint.Report) string {
	var b strings.Builder
	for _, p := range d.Projects {
		if p.Nexus == nil {
			continue
		}
		fmt.Fprintf(&b, "%s: nexus-core tree, contracts of %s\n", printable(p.Root), p.Nexus.Edition)
		nexusText(&b, p.Nexus)
		b.WriteString("\n")
	}
	if len(d.Projects) == 0 {
		b.WriteString("There is no nexus-core tree here.\n\n")
	}
	b.WriteString(totals(report) + "\n")
	return b.String()
}

func nexusText(b *strings.Builder, n *nplint.NexusDiagnosis) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	covered, all := fields(n.Schemas)
	fmt.Fprintf(w, "  fields of state schemas\t%d of %d covered\n", covered, all)
	for _, schema := range n.Schemas {
		covered, all := fields([]nplint.SchemaCoverage{schema})
		missing := ""
		if len(schema.Uncovered) > 0 {
			missing = "; no fixture covers " + printable(strings.Join(schema.Uncovered, ", "))
		}
		fmt.Fprintf(w, "    %s\t%d of %d%s\n", printable(schema.Schema), covered, all, missing)
	}
	for _, group := range []struct {
		name string
		uses []nplint.FixtureUse
	}{{"tools", n.Tools}, {"events", n.Events}} {
		fmt.Fprintf(w, "  %s\t%d of %d with a fixture\n", group.name, used(group.uses), len(group.uses))
		for _, use := range group.uses {
			fmt.Fprintf(w, "    %s\t%d\n", use.Name, len(use.Fixtures))
		}
	}
	fmt.Fprintf(w, "  silent parameters\t%d\n", len(n.Silent))
	for _, silent := range n.Silent {
		fmt.Fprintf(w, "    %s\t%s in %s\n", printable(silent.Param), printable(silent.Fixture), printable(silent.Path))
	}
	w.Flush()
}

func doctorMarkdown(d *nplint.Diagnosis, report *nplint.Report) string {
	var b strings.Builder
	b.WriteString("# nplint doctor\n")
	for _, p := range d.Projects {
		if p.Nexus == nil {
			continue
		}
		fmt.Fprintf(&b, "\n## `%s`: nexus-core tree, contracts of %s\n", cell(p.Root), p.Nexus.Edition)
		nexusMarkdown(&b, p.Nexus)
	}
	if len(d.Projects) == 0 {
		b.WriteString("\nThere is no nexus-core tree here.\n")
	}
	b.WriteString("\n" + totals(report) + "\n")
	return b.String()
}

func nexusMarkdown(b *strings.Builder, n *nplint.NexusDiagnosis) {
	b.WriteString("\n| state schema | covered | of | no fixture covers |\n|---|---:|---:|---|\n")
	for _, schema := range n.Schemas {
		covered, all := fields([]nplint.SchemaCoverage{schema})
		fmt.Fprintf(b, "| %s | %d | %d | %s |\n", cell(schema.Schema), covered, all, cell(strings.Join(schema.Uncovered, ", ")))
	}
	covered, all := fields(n.Schemas)
	fmt.Fprintf(b, "| **all** | %d | %d | |\n", covered, all)
	b.WriteString("\n| tool or event | fixtures |\n|---|---|\n")
	for _, use := range append(append([]nplint.FixtureUse{}, n.Tools...), n.Events...) {
		fmt.Fprintf(b, "| %s | %s |\n", cell(use.Name), cell(strings.Join(use.Fixtures, ", ")))
	}
	if len(n.Silent) == 0 {
		b.WriteString("\nNo fixture passes a parameter in silence.\n")
		return
	}
	b.WriteString("\n| silent parameter | fixture | file |\n|---|---|---|\n")
	for _, silent := range n.Silent {
		fmt.Fprintf(b, "| %s | %s | %s |\n", cell(silent.Param), cell(silent.Fixture), cell(silent.Path))
	}
}

// cell writes a text into a cell of a Markdown table.
func cell(s string) string { return strings.ReplaceAll(printable(s), "|", `\|`) }
