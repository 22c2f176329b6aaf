package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/reporters"
)

func newDoctor(s env, status *int) *cobra.Command {
	var output string
	f := &configFlags{}
	cmd := &cobra.Command{
		Use:   "doctor [PATH...]",
		Short: "Show how healthy the projects are as a whole: milestones, criteria, tasks, and what fixtures cover",
		Long: "doctor lints as run does and shows the projects instead of the findings. Of a nubos project: each milestone with the artefacts that it has, its\n" +
			"findings, success criteria and tasks by status, and what is not covered. Of a nexus-core tree: which fields of its state schemas, which tools and\n" +
			"which events its conformance fixtures cover, and which parameters they pass without asserting anything about them. The exit status is that of run.",
		RunE: func(cmd *cobra.Command, args []string) error {
			*status = exitUsage
			config, err := f.load(s.rules)
			if err != nil {
				return err
			}
			*status = exitUnanalyzed // Main knows a mistake of the caller
			d, report, err := nplint.Doctor(cmd.Context(), nplint.Options{Paths: args, Config: config, Nested: f.found(), Rules: s.rules, Passes: s.passes})
			if err != nil {
				return err
			}
			switch {
			case report.Unanalyzed:
				*status = exitUnanalyzed
			case report.Fails(config.FailLevel):
				*status = exitFindings
			default:
				*status = exitClean
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
			*status = exitUsage
			return unknownOutput(output, "text", "json", "markdown")
		},
	}
	f.register(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text, json or markdown")
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
		if p.Nubos != nil {
			fmt.Fprintf(&b, "%s: nubos project\n", printable(p.Root))
			nubosText(&b, p.Nubos)
			b.WriteString("\n")
		}
		if p.Nexus != nil {
			fmt.Fprintf(&b, "%s: nexus-core tree, contracts of %s\n", printable(p.Root), p.Nexus.Edition)
			nexusText(&b, p.Nexus)
			b.WriteString("\n")
		}
	}
	if len(d.Projects) == 0 {
		b.WriteString("There is no project of a known framework here.\n\n")
	}
	b.WriteString(totals(report) + "\n")
	return b.String()
}

// milestoneHead is the columns of the table of milestones.
var milestoneHead = []string{"milestone", "status", "missing", "errors", "warnings", "criteria", "named by plans", "tasks", "uncovered", "under-sampled"}

func milestoneRow(m *nplint.MilestoneDiagnosis) []string {
	criteria := 0
	for _, n := range m.Criteria {
		criteria += n
	}
	missing := make([]string, len(m.Missing))
	for i, part := range m.Missing {
		missing[i], _, _ = strings.Cut(part, ".")
	}
	name := m.ID
	if m.Name != "" {
		name += " " + m.Name
	}
	return []string{name, dash(m.Status), dash(strings.Join(missing, ", ")), fmt.Sprint(m.Findings.Errors), fmt.Sprint(m.Findings.Warnings),
		tally(m.Criteria, "pass", "fail", "defer", "pending"), fmt.Sprintf("%d of %d", m.Planned, criteria),
		tally(m.Tasks, "done", "in-progress", "pending", "parked", "skipped"), known(m.Uncovered), known(m.UnderSampled)}
}

// tally tells counts by status, the known statuses first.
func tally(counts map[string]int, order ...string) string {
	var parts []string
	for _, status := range order {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[status]; n > 0 && !slices.Contains(order, status) {
			parts = append(parts, fmt.Sprintf("%d %s", n, dash(status)))
		}
	}
	return dash(strings.Join(parts, ", "))
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// known tells a number that is -1 if nobody knows it.
func known(n int) string {
	if n < 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func nubosText(b *strings.Builder, n *nplint.NubosDiagnosis) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "  %s\n", strings.Join(milestoneHead, "\t"))
	for i := range n.Milestones {
		row := milestoneRow(&n.Milestones[i])
		for k := range row {
			row[k] = cell(row[k])
		}
		fmt.Fprintf(w, "  %s\n", strings.Join(row, "\t"))
	}
	w.Flush()
	fmt.Fprintf(b, "  in files of no milestone: %d errors, %d warnings, %d infos\n", n.Elsewhere.Errors, n.Elsewhere.Warnings, n.Elsewhere.Infos)
}

func nubosMarkdown(b *strings.Builder, n *nplint.NubosDiagnosis) {
	fmt.Fprintf(b, "\n| %s |\n|%s\n", strings.Join(milestoneHead, " | "), strings.Repeat("---|", len(milestoneHead)))
	for i := range n.Milestones {
		row := milestoneRow(&n.Milestones[i])
		for k := range row {
			row[k] = reporters.CommentCell(row[k])
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
	}
	fmt.Fprintf(b, "\nIn files of no milestone: %d errors, %d warnings, %d infos.\n", n.Elsewhere.Errors, n.Elsewhere.Warnings, n.Elsewhere.Infos)
}

func nexusText(b *strings.Builder, n *nplint.NexusDiagnosis) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	covered, all := fields(n.Schemas)
	fmt.Fprintf(w, "  fields of state schemas\t%d of %d covered\n", covered, all)
	for _, schema := range n.Schemas {
		covered, all := fields([]nplint.SchemaCoverage{schema})
		missing := ""
		if len(schema.Uncovered) > 0 {
			missing = "; no fixture covers " + cell(strings.Join(schema.Uncovered, ", "))
		}
		fmt.Fprintf(w, "    %s\t%d of %d%s\n", cell(schema.Schema), covered, all, missing)
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
		fmt.Fprintf(w, "    %s\t%s in %s\n", cell(silent.Param), cell(silent.Fixture), cell(silent.Path))
	}
	w.Flush()
}

func doctorMarkdown(d *nplint.Diagnosis, report *nplint.Report) string {
	var b strings.Builder
	b.WriteString("# nplint doctor\n")
	for _, p := range d.Projects {
		if p.Nubos != nil {
			fmt.Fprintf(&b, "\n## %s: nubos project\n", reporters.CommentCell(p.Root))
			nubosMarkdown(&b, p.Nubos)
		}
		if p.Nexus != nil {
			fmt.Fprintf(&b, "\n## %s: nexus-core tree, contracts of %s\n", reporters.CommentCell(p.Root), p.Nexus.Edition)
			nexusMarkdown(&b, p.Nexus)
		}
	}
	if len(d.Projects) == 0 {
		b.WriteString("\nThere is no project of a known framework here.\n")
	}
	b.WriteString("\n" + totals(report) + "\n")
	return b.String()
}

func nexusMarkdown(b *strings.Builder, n *nplint.NexusDiagnosis) {
	b.WriteString("\n| state schema | covered | of | no fixture covers |\n|---|---:|---:|---|\n")
	for _, schema := range n.Schemas {
		covered, all := fields([]nplint.SchemaCoverage{schema})
		fmt.Fprintf(b, "| %s | %d | %d | %s |\n", reporters.CommentCell(schema.Schema), covered, all, reporters.CommentCell(strings.Join(schema.Uncovered, ", ")))
	}
	covered, all := fields(n.Schemas)
	fmt.Fprintf(b, "| **all** | %d | %d | |\n", covered, all)
	b.WriteString("\n| tool or event | fixtures |\n|---|---|\n")
	for _, use := range append(append([]nplint.FixtureUse{}, n.Tools...), n.Events...) {
		fmt.Fprintf(b, "| %s | %s |\n", reporters.CommentCell(use.Name), reporters.CommentCell(strings.Join(use.Fixtures, ", ")))
	}
	if len(n.Silent) == 0 {
		b.WriteString("\nNo fixture passes a parameter in silence.\n")
		return
	}
	b.WriteString("\n| silent parameter | fixture | file |\n|---|---|---|\n")
	for _, silent := range n.Silent {
		fmt.Fprintf(b, "| %s | %s | %s |\n", reporters.CommentCell(silent.Param), reporters.CommentCell(silent.Fixture), reporters.CommentCell(silent.Path))
	}
}
