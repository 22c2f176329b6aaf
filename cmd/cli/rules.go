package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/terminal"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// ruleFlags choose among the rules that are listed.
type ruleFlags struct {
	only, packs, kinds, fixes []string
	preset                    string
	preview                   bool
}

func newRules(s env) *cobra.Command {
	var output string
	f := &ruleFlags{}
	cmd := &cobra.Command{
		Use: "rules", Short: "List all rules, or some of them, by pack and kind", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			known, err := s.known()
			if err != nil {
				return err
			}
			contracts, err := (&configFlags{}).contracts(s.rules)
			if err != nil {
				return err
			}
			chosen, err := f.choose(known, contracts)
			if err != nil {
				return err
			}
			switch output {
			case "json":
				rows := []reporters.RuleJSON{}
				for _, r := range chosen {
					rows = append(rows, reporters.NewRuleJSON(r, false))
				}
				return s.json(rows)
			case "text":
				if len(chosen) == 0 {
					fmt.Fprintln(s.err, "nplint: no rule is all of that")
				}
				return s.print("%s", ruleList(chosen, contracts, terminal.Columns(s.out)))
			}
			return unknownValue("--output", output, "text", "json")
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&output, "output", "o", "text", "text or json")
	flags.StringSliceVar(&f.only, "only", nil, "list only these `rules`, tags or packs")
	flags.StringSliceVar(&f.packs, "pack", nil, "list only rules of these `packs`")
	flags.StringSliceVar(&f.kinds, "kind", nil, "list only rules about these `kinds`, as contract list names them")
	flags.StringSliceVar(&f.fixes, "fix", nil, "list only rules with these `fixes`: safe, unsafe or none")
	flags.StringVar(&f.preset, "preset", "",
		"list only rules of a `preset`: recommended, or strict for those it adds")
	flags.BoolVar(&f.preview, "preview", false, "list only rules that may still change")
	return cmd
}

// choose returns the rules that are all of what the flags say.
func (f *ruleFlags) choose(known *rules.Catalogue, contracts map[string]*rules.Contract) ([]*rules.Rule, error) {
	chosen, err := nplint.SelectRules(known, f.only)
	if err != nil {
		word := f.only[0]
		for _, only := range f.only {
			if _, err := nplint.SelectRules(known, []string{only}); err != nil {
				word = only
			}
		}
		return nil, fmt.Errorf("--only: %w; `nplint explain %s` looks for words", err, word)
	}
	var packs []string
	for _, r := range known.All() {
		packs = append(packs, r.Pack)
	}
	slices.Sort(packs)
	packs = slices.Compact(packs)
	if err := eachKnown("--pack", f.packs, packs); err != nil {
		return nil, err
	}
	if err := eachKnown("--fix", f.fixes, []string{"safe", "unsafe", "none"}); err != nil {
		return nil, err
	}
	if f.preset != "" {
		if err := eachKnown("--preset", []string{f.preset}, []string{rules.Recommended, rules.Strict}); err != nil {
			return nil, err
		}
	}
	var kinds []string
	for _, name := range f.kinds {
		c, err := nplint.FindContract(contracts, name)
		if err != nil {
			return nil, fmt.Errorf("--kind: %w", err)
		}
		kinds = append(kinds, c.Kind)
	}
	isOf := func(r *rules.Rule) bool {
		about := func(kind string) bool { return slices.Contains(kinds, kind) }
		return (f.packs == nil || slices.Contains(f.packs, r.Pack)) && (f.fixes == nil || slices.Contains(f.fixes, r.Fix)) &&
			(kinds == nil || slices.ContainsFunc(r.Kinds, about)) && (f.preset == "" || r.Preset == f.preset) &&
			(!f.preview || r.Preview)
	}
	return slices.DeleteFunc(slices.Clone(chosen), func(r *rules.Rule) bool { return !isOf(r) }), nil
}

// eachKnown returns an error about the first value of a flag that is not known.
func eachKnown(flag string, values, known []string) error {
	for _, value := range values {
		if !slices.Contains(known, value) {
			return unknownValue(flag, value, known...)
		}
	}
	return nil
}

// ruleList returns rules, a line each unless so many columns are too few, by their packs and the kinds that they are
// about.
func ruleList(all []*rules.Rule, contracts map[string]*rules.Contract, columns int) string {
	if len(all) == 0 {
		return ""
	}
	all = slices.SortedStableFunc(slices.Values(all), func(a, b *rules.Rule) int {
		return cmp.Or(cmp.Compare(a.Pack, b.Pack), cmp.Compare(min(len(a.Kinds), 2), min(len(b.Kinds), 2)),
			cmp.Compare(soleKind(a), soleKind(b)))
	})
	var rows [][]string
	for _, r := range all {
		rows = append(rows, []string{printable(r.ID), r.Severity, "fix: " + r.Fix, printable(r.Title)})
	}
	lines := terminal.Rows("  ", rows, columns)
	var b strings.Builder
	for i, r := range all {
		if i == 0 || all[i-1].Pack != r.Pack || ruleGroup(all[i-1]) != ruleGroup(r) {
			if i > 0 {
				b.WriteString("\n")
			}
			heading := r.Pack + ", " + ruleGroup(r)
			if c := contracts[soleKind(r)]; c != nil {
				heading += ": " + c.Title
			}
			b.WriteString(terminal.Wrap(printable(heading), columns, "    ") + "\n")
		}
		b.WriteString(lines[i] + "\n")
	}
	return b.String()
}

// soleKind returns the one kind that a rule is about, or "".
func soleKind(r *rules.Rule) string {
	if len(r.Kinds) != 1 {
		return ""
	}
	return r.Kinds[0]
}

// ruleGroup names the kinds that a rule is about.
func ruleGroup(r *rules.Rule) string {
	switch len(r.Kinds) {
	case 0:
		return "any kind"
	case 1:
		return r.Kinds[0]
	}
	return "several kinds"
}

// known returns the rules of the command and those of packs that the configuration names.
func (s env) known() (*rules.Catalogue, error) {
	c, err := (&configFlags{}).load(s.rules)
	if err != nil || len(c.OwnPacks) == 0 {
		return s.rules, err
	}
	return c.Catalogue(), nil
}
