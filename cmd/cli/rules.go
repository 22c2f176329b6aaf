package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/rules"
)

// ruleRow is a rule page as JSON output shows it.
type ruleRow struct {
	ID       string         `json:"id"`
	Pack     string         `json:"pack"`
	Title    string         `json:"title"`
	Severity string         `json:"severity"`
	Fix      string         `json:"fix"`
	Analyzer string         `json:"analyzer"`
	Kinds    []string       `json:"kinds,omitempty"`
	Since    string         `json:"since"`
	Source   string         `json:"source"`
	Tags     []string       `json:"tags,omitempty"`
	Options  map[string]any `json:"options,omitempty"`
	Why      string         `json:"why,omitempty"`
	Bad      []string       `json:"bad,omitempty"`
	Good     []string       `json:"good,omitempty"`
}

func newRow(r *rules.Rule) ruleRow {
	return ruleRow{ID: r.ID, Pack: r.Pack, Title: r.Title, Severity: r.Severity, Fix: r.Fix, Analyzer: r.Analyzer, Kinds: r.Kinds,
		Since: r.Since, Source: r.Source, Tags: r.Tags, Options: r.Options}
}

func newRules(s env) *cobra.Command {
	var output string
	var only []string
	cmd := &cobra.Command{
		Use: "rules", Short: "List all rules", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			chosen, err := nplint.SelectRules(s.rules, only)
			if err != nil {
				return err
			}
			rows := []ruleRow{}
			for _, r := range chosen {
				rows = append(rows, newRow(r))
			}
			switch output {
			case "json":
				return s.json(rows)
			case "text":
				w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
				for _, r := range rows {
					fmt.Fprintf(w, "%s\t%s\tfix: %s\t%s\n", r.ID, r.Severity, r.Fix, r.Title)
				}
				return w.Flush()
			}
			return unknownOutput(output, "text", "json")
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text or json")
	cmd.Flags().StringSliceVar(&only, "only", nil, "list only these `rules`, tags or packs")
	return cmd
}

func newExplain(s env) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use: "explain RULE", Short: "Explain a rule: why it matters, what breaks it and what does not", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			id := args[0]
			r := s.rules.Get(id)
			if r == nil { // in one contract only, as in the configuration
				id = id[strings.LastIndexByte(id, '/')+1:]
				r = s.rules.Get(id)
			}
			if r == nil {
				ids := []string{}
				for _, rule := range s.rules.All() {
					ids = append(ids, rule.ID)
				}
				return unknownRule(id, ids)
			}
			switch output {
			case "json":
				row := newRow(r)
				row.Why, row.Bad, row.Good = r.Why, r.Bad(), r.Good()
				return s.json(row)
			case "text", "markdown":
				return s.print("%s", explain(r, output == "markdown"))
			}
			return unknownOutput(output, "text", "markdown", "json")
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

func unknownRule(id string, known []string) error {
	return fmt.Errorf("unknown rule %q%s; `nplint rules` lists all", id, rules.DidYouMean(id, known))
}

// explain renders a page for reading.
func explain(r *rules.Rule, markdown bool) string {
	var b strings.Builder
	heading := func(text string) {
		if markdown {
			fmt.Fprintf(&b, "\n## %s\n\n", text)
		} else {
			fmt.Fprintf(&b, "\n%s\n%s\n\n", text, strings.Repeat("-", len(text)))
		}
	}
	if markdown {
		fmt.Fprintf(&b, "# %s: %s\n\n", r.ID, r.Title)
	} else {
		fmt.Fprintf(&b, "%s: %s\n\n", r.ID, r.Title)
	}
	kinds := "any artefact"
	if len(r.Kinds) > 0 {
		kinds = strings.Join(r.Kinds, ", ")
	}
	fmt.Fprintf(&b, "severity: %s · fix: %s · kinds: %s · since %s\nsource: %s\n", r.Severity, r.Fix, kinds, r.Since, r.Source)
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		fmt.Fprintf(&b, "option %s: %v\n", name, r.Options[name])
	}
	fmt.Fprintf(&b, "\n%s\n", r.Why)
	for _, example := range []struct {
		title    string
		archives []string
	}{{"Bad", r.Bad()}, {"Good", r.Good()}} {
		if len(example.archives) == 0 {
			continue
		}
		heading(example.title)
		for _, a := range example.archives {
			if markdown {
				fmt.Fprintf(&b, "~~~~txtar\n%s~~~~\n", a)
			} else {
				fmt.Fprint(&b, a)
			}
		}
	}
	return b.String()
}
