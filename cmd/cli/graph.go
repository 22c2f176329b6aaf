package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/reporters"
)

const graphHelp = `graph shows what waits for what: one graph, or all, in waves. Dependencies that do not hold are marked as broken or
cyclic; ` + "`nplint run`" + ` says why. The forms mermaid and dot can be drawn.`

func newGraph(s env) *cobra.Command {
	f := &configFlags{}
	var output string
	cmd := &cobra.Command{
		Use:   "graph [ID]",
		Short: "Show what waits for what, in waves, such as the tasks of a milestone",
		Long:  graphHelp,
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.load(s.rules)
			if err != nil {
				return err
			}
			o := nplint.Options{Config: c, Nested: f.found(), Rules: s.rules, Passes: s.passes}
			graphs, err := nplint.Graphs(cmd.Context(), o, strings.Join(args, ""))
			if err != nil {
				return err
			}
			return writeGraphs(s, graphs, output)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text, mermaid, dot or json")
	return cmd
}

func writeGraphs(s env, graphs []pack.Graph, output string) error {
	form := map[string]func([]pack.Graph) string{
		"text": reporters.GraphText, "mermaid": reporters.GraphMermaid, "dot": reporters.GraphDOT,
	}[output]
	switch {
	case output == "json":
		return s.json(reporters.NewGraphsJSON(graphs))
	case form == nil:
		return unknownValue("--output", output, "text", "mermaid", "dot", "json")
	case len(graphs) == 0:
		return s.print("no graphs\n")
	}
	return s.print("%s", printable(form(graphs)))
}
