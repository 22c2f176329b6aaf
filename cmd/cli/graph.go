package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
)

func newGraph(s env) *cobra.Command {
	f := &configFlags{}
	var output string
	cmd := &cobra.Command{
		Use:   "graph [MILESTONE]",
		Short: "Show the waves and dependencies of a milestone",
		Long:  "graph shows the tasks of a milestone, or of all, in waves, and what each waits for. Dependencies that do not hold are marked as broken or\ncyclic; `nplint run` says why. The forms mermaid and dot can be drawn.",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.load(s.rules)
			if err != nil {
				return err
			}
			graphs, err := nplint.Graphs(cmd.Context(), nplint.Options{Config: c, Nested: f.found(), Rules: s.rules, Passes: s.passes}, strings.Join(args, ""))
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

func writeGraphs(s env, graphs []nplint.Graph, output string) error {
	form := map[string]func(*nplint.Graph) string{"text": (*nplint.Graph).Text, "mermaid": (*nplint.Graph).Mermaid, "dot": (*nplint.Graph).DOT}[output]
	switch {
	case output == "json":
		if graphs == nil {
			graphs = []nplint.Graph{}
		}
		return s.json(map[string]any{"version": 1, "milestones": graphs})
	case form == nil:
		return unknownOutput(output, "text", "mermaid", "dot", "json")
	case len(graphs) == 0:
		return s.print("no milestones\n")
	}
	for i := range graphs {
		if i > 0 {
			if err := s.print("\n"); err != nil {
				return err
			}
		}
		if err := s.print("%s", printable(form(&graphs[i]))); err != nil {
			return err
		}
	}
	return nil
}
