package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

func newRules(s env) *cobra.Command {
	var output string
	var only []string
	cmd := &cobra.Command{
		Use: "rules", Short: "List all rules", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			known, err := s.known()
			if err != nil {
				return err
			}
			chosen, err := nplint.SelectRules(known, only)
			if err != nil {
				return err
			}
			rows := []reporters.RuleJSON{}
			for _, r := range chosen {
				rows = append(rows, reporters.NewRuleJSON(r, false))
			}
			switch output {
			case "json":
				return s.json(rows)
			case "text":
				var lines [][]string
				for _, r := range rows {
					lines = append(lines, []string{r.ID, r.Severity, "fix: " + r.Fix, r.Title})
				}
				return s.print("%s", reporters.Columns("", lines))
			}
			return unknownValue("--output", output, "text", "json")
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text or json")
	cmd.Flags().StringSliceVar(&only, "only", nil, "list only these `rules`, tags or packs")
	return cmd
}

func newExplain(s env) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use: "explain RULE", Short: "Explain a rule: why it matters, what breaks it and what does not",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			id := args[0][strings.LastIndexByte(args[0], '/')+1:] // it may be in one contract only, as in the configuration
			r := s.rules.Get(id)
			if r == nil {
				known, err := s.known()
				if err != nil {
					return err
				}
				if r = known.Get(id); r != nil {
					return explain(s, r, output)
				}
				return notRule(s, known, args[0])
			}
			return explain(s, r, output)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var ids []string
			for _, r := range s.rules.All() {
				ids = append(ids, r.ID+"\t"+r.Title)
			}
			return ids, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text, markdown or json")
	return cmd
}

// known returns the rules of the command and those of packs that the configuration names.
func (s env) known() (*rules.Catalogue, error) {
	c, err := (&configFlags{}).load(s.rules)
	if err != nil || len(c.OwnPacks) == 0 {
		return s.rules, err
	}
	return c.Catalogue(), nil
}

func explain(s env, r *rules.Rule, output string) error {
	switch output {
	case "json":
		return s.json(reporters.NewRuleJSON(r, true))
	case "text", "markdown":
		return s.print("%s", reporters.RuleText(r, output == "markdown"))
	}
	return unknownValue("--output", output, "text", "markdown", "json")
}

// notRule says what a word is that is no rule.
func notRule(s env, known *rules.Catalogue, word string) error {
	if contracts, err := (&configFlags{}).contracts(s.rules); err == nil {
		if c, err := nplint.FindContract(contracts, word); err == nil {
			return fmt.Errorf("%s is a kind and no rule: `nplint contract prompt %s` says what such a file must hold, and "+
				"`nplint contract show %s` prints its contract", c.Kind, c.Kind, c.Kind)
		}
	}
	var ids []string
	for _, r := range known.All() {
		if ids = append(ids, r.ID); r.Pack == word || slices.Contains(r.Tags, word) {
			return fmt.Errorf("%q names several rules; `nplint rules --only %s` lists them", word, word)
		}
	}
	id := word[strings.LastIndexByte(word, '/')+1:]
	return fmt.Errorf("unknown rule %q%s; `nplint rules` lists all", id, spell.DidYouMean(id, ids))
}
