package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/reporters"
)

const graphHelp = `graph shows dependencies in waves: those of one graph, or of all. Dependencies that do not hold are marked as broken or
cyclic; ` + "`nplint run`" + ` says why. svg and html are pictures with the findings of a run in place; mermaid and dot are for
other programs to draw.`

// graphForms are the forms of graph for other programs that draw.
var graphForms = map[string]func([]pack.Graph) string{
	"mermaid": reporters.GraphMermaid, "dot": reporters.GraphDOT,
}

func newGraph(s env) *cobra.Command {
	f := &configFlags{}
	var form string
	cmd := &cobra.Command{
		Use:   "graph [ID]",
		Short: "Show dependencies in waves, such as those of a milestone's tasks",
		Long:  graphHelp,
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			out, err := shownBy(s, form, "text", "svg", "html", "mermaid", "dot", "json")
			if err != nil {
				return err
			}
			c, err := f.load(s.rules)
			if err != nil {
				return err
			}
			o := nplint.Options{Config: c, Nested: f.found(), Rules: s.rules, Passes: s.passes}
			id := strings.Join(args, "")
			if out.file == "" && out.form != "svg" && out.form != "html" {
				graphs, err := nplint.Graphs(cmd.Context(), o, id)
				if err != nil {
					return err
				}
				return out.graphs(s, graphs, nil)
			}
			views, report, err := nplint.Views(cmd.Context(), o)
			if err != nil {
				return err
			}
			graphs, err := nplint.GraphsOf(views, id)
			if err != nil {
				return err
			}
			if err := out.spare(report); err != nil {
				return err
			}
			return out.graphs(s, graphs, report)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVarP(&form, "output", "o", "text",
		"`form` or form=file: text, svg, html, mermaid, dot or json")
	return cmd
}

// graphs writes graphs. The report is nil if there was no run.
func (o *shown) graphs(s env, graphs []pack.Graph, report *nplint.Report) error {
	var text string
	switch {
	case o.form == "json":
		var b strings.Builder
		if err := reporters.EncodeJSON(&b, reporters.NewGraphsJSON(graphs)); err != nil {
			return err
		}
		text = b.String()
	case o.form == "svg":
		text = reporters.GraphSVG(graphs, report)
	case o.form == "html":
		var b strings.Builder
		if err := reporters.GraphHTML(&b, graphs, report); err != nil {
			return err
		}
		text = b.String()
	case len(graphs) == 0:
		text = "no graphs: nothing here waits for something else, as tasks of a plan do; `nplint doctor` shows what is here, and `nplint run` what is wrong with it\n"
	case o.form == "text":
		text = printable(reporters.GraphText(graphs, o.columns()))
	default:
		text = printable(graphForms[o.form](graphs))
	}
	if err := o.text(s, text); err != nil {
		return fmt.Errorf("output %s: %w", o.form, err)
	}
	return nil
}
