package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/discover"
	"github.com/nplint/nplint/internal/terminal"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// configFlags chooses the configuration of the commands that lint nothing.
type configFlags struct {
	file string
	none bool
}

func (f *configFlags) register(cmd *cobra.Command) {
	cmd.PersistentFlags().StringVar(&f.file, "config", "",
		"configuration `file` to use instead of those found (default: every .nplint.toml from the repository down to the "+
			"working directory)")
	cmd.PersistentFlags().BoolVar(&f.none, "no-config", false, "use no configuration file")
}

func (f *configFlags) load(known *rules.Catalogue) (*nplint.Config, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return loadConfig(f.file, f.none, dir, known)
}

// found reports whether the configuration is looked for, and not given.
func (f *configFlags) found() bool { return f.file == "" && !f.none }

// contracts returns the contracts of all packs, the user's own before ours.
func (f *configFlags) contracts(known *rules.Catalogue) (map[string]*rules.Contract, error) {
	c, err := f.load(known)
	if err != nil {
		return nil, err
	}
	return nplint.Contracts(c)
}

func newContract(s env, status *int) *cobra.Command {
	f := &configFlags{}
	cmd := &cobra.Command{Use: "contract", Short: "List, show, write and test contracts, and print them for prompts"}
	f.register(cmd)
	var output string
	list := &cobra.Command{
		Use: "list", Short: "List the kinds of artefacts that have a contract", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return listContracts(s, f, output) },
	}
	list.Flags().StringVarP(&output, "output", "o", "text", "text or json")
	update := false
	test := &cobra.Command{
		Use: "test [NAME...]", Short: "Run the examples beside your own contracts",
		RunE: func(cmd *cobra.Command, args []string) error {
			return testContracts(cmd.Context(), s, f, args, update, status)
		},
	}
	test.Flags().BoolVar(&update, "update", false, "write what nplint reports into the bad examples")
	cmd.AddCommand(list, test,
		&cobra.Command{
			Use: "new KIND", Short: "Write a first contract of your own, with examples beside it",
			Args: cobra.ExactArgs(1),
			RunE: func(_ *cobra.Command, args []string) error { return makeContract(s, f, args[0]) },
		},
		&cobra.Command{
			Use: "schema", Short: "Print the JSON Schema of contract files", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return s.print("%s", rules.ContractSchema()) },
		},
		&cobra.Command{
			Use: "show NAME", Short: "Print the contract file of a kind", Args: cobra.ExactArgs(1),
			RunE: func(_ *cobra.Command, args []string) error {
				return withContract(s, f, args[0],
					func(c *rules.Contract) error { return s.print("%s", printable(c.Text)) })
			},
		},
		&cobra.Command{
			Use: "prompt NAME", Short: "Print a contract as a Markdown section for the prompt of the agent that " +
				"writes the artefact", Args: cobra.ExactArgs(1),
			RunE: func(_ *cobra.Command, args []string) error {
				return withContract(s, f, args[0], func(c *rules.Contract) error {
					text, err := nplint.ContractPrompt(c)
					if err != nil {
						return err
					}
					return s.print("%s", printable(text))
				})
			},
		})
	return cmd
}

func withContract(s env, f *configFlags, name string, do func(*rules.Contract) error) error {
	contracts, err := f.contracts(s.rules)
	if err != nil {
		return err
	}
	c, err := nplint.FindContract(contracts, name)
	if err != nil {
		return err
	}
	if c.Kind != name {
		for _, kind := range discover.Kinds(contracts, name) {
			if kind != c.Kind {
				fmt.Fprintf(s.err, "nplint: %s is taken for %s; there is %s, too\n", name, c.Kind, kind)
			}
		}
	}
	return do(c)
}

func listContracts(s env, f *configFlags, output string) error {
	contracts, err := f.contracts(s.rules)
	if err != nil {
		return err
	}
	rows := []reporters.KindJSON{}
	for _, c := range contracts {
		rows = append(rows, reporters.NewKindJSON(c))
	}
	slices.SortStableFunc(rows, func(a, b reporters.KindJSON) int { return strings.Compare(a.Kind, b.Kind) })
	switch output {
	case "json":
		return s.json(rows)
	case "text":
		var lines [][]string
		for _, r := range rows {
			lines = append(lines, []string{r.Kind, r.Title, strings.Join(r.Paths, " ")})
		}
		return s.print("%s", reporters.Columns("", lines, terminal.Columns(s.out)))
	}
	return unknownValue("--output", output, "text", "json")
}

func newConfig(s env) *cobra.Command {
	f := &configFlags{}
	cmd := &cobra.Command{Use: "config", Short: "Show the configuration and its schema"}
	f.register(cmd)
	cmd.AddCommand(
		&cobra.Command{
			Use: "show [FILE]", Short: "Print the resolved configuration, or that for one file, with the origin of each " +
				"value", Args: cobra.MaximumNArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error { return showConfig(cmd.Context(), s, f, args) },
		},
		&cobra.Command{
			Use: "schema", Short: "Print the JSON Schema of .nplint.toml", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return s.json(json.RawMessage(nplint.ConfigSchema(s.rules))) },
		})
	return cmd
}

func showConfig(ctx context.Context, s env, f *configFlags, args []string) error {
	if len(args) == 0 {
		c, err := f.load(s.rules)
		if err != nil {
			return err
		}
		return s.print("%s", c.Show())
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := discover.CheckNames(dir, args); err != nil {
		return err
	}
	c, err := loadConfig(f.file, f.none, args[0], s.rules)
	if err != nil {
		return err
	}
	text, err := nplint.ShowConfig(ctx, nplint.Options{Paths: args, Config: c, Nested: f.found(), Rules: s.rules,
		Passes: s.passes})
	if err != nil {
		return err
	}
	return s.print("%s", text)
}
