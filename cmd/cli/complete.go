package cli

import (
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// complete has shells complete the values of flags, and the names of contracts, of a command and those below it. It
// is only for a process that a shell asks.
func complete(cmd *cobra.Command, s env) {
	for _, sub := range cmd.Commands() {
		complete(sub, s)
	}
	if cmd.HasParent() && cmd.Parent().Name() == "contract" && strings.HasSuffix(cmd.Use, " NAME") {
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return contractNames(), cobra.ShellCompDirectiveNoFileComp
		}
	}
	for flag, values := range map[string]func() []string{
		"output": func() []string { return outputs(cmd) }, "color": fixed("auto", "always", "never"),
		"fail-level": fixed("error", "warning", "info", "never"), "kind": contractNames, "pack": packNames,
		"preset": fixed(rules.Recommended, rules.Strict), "fix": fixed("safe", "unsafe", "none"),
		"only": s.selectors, "enable": s.selectors, "disable": s.selectors,
	} {
		if known := cmd.Flags().Lookup(flag); known == nil || known.Value.Type() == "bool" {
			continue
		}
		// It fails for a flag that there is not or that has values already, and neither is so.
		_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			before := typed[:strings.LastIndexByte(typed, ',')+1] // of a list
			found := []string{}
			for _, value := range values() {
				found = append(found, before+value)
			}
			return found, cobra.ShellCompDirectiveNoFileComp
		})
	}
}

func fixed(values ...string) func() []string { return func() []string { return values } }

// outputs returns the formats of a command. Those that have no reporters list theirs in the flag's usage: "text,
// mermaid or json", which may stand behind what a value is.
func outputs(cmd *cobra.Command) []string {
	flag := cmd.Flags().Lookup("output")
	if flag.Value.Type() != "string" {
		return reporters.Names()
	}
	_, usage, behind := strings.Cut(flag.Usage, ": ")
	if !behind {
		usage = flag.Usage
	}
	return strings.Split(strings.ReplaceAll(usage, " or ", ", "), ", ")
}

// contractNames returns the names of the built-in contracts, without their packs where one has the name.
func contractNames() (names []string) {
	for _, pack := range rules.Packs() {
		for _, contract := range pack.Contracts {
			names = append(names, path.Base(contract.Kind))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func packNames() (names []string) {
	for _, pack := range rules.Packs() {
		names = append(names, pack.Name)
	}
	return names
}

// selectors returns what rules are chosen by.
func (s env) selectors() []string {
	var ids, groups []string
	for _, rule := range s.rules.All() {
		ids = append(ids, rule.ID+"\t"+rule.Title)
		groups = append(append(groups, rule.Pack), rule.Tags...)
	}
	slices.Sort(groups)
	return append(ids, slices.Compact(groups)...)
}
