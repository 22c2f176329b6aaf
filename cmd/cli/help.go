package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint/internal/terminal"
)

// fitHelp has help fit the terminal that it goes to.
func fitHelp(root *cobra.Command, s env) {
	columns := terminal.Columns(s.out)
	if columns == 0 {
		return
	}
	const flags = ".FlagUsages"
	const last = `Use "{{.CommandPath}} [command] --help" for more information about a command.`
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), flags, fmt.Sprintf("%sWrapped %d", flags, columns)))
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		cmd.Long = terminal.Paragraphs(cmd.Long, columns)
		if cmd.Long == "" {
			cmd.Long = terminal.Wrap(cmd.Short, columns, "")
		}
		for _, sub := range cmd.Commands() {
			name := "  " + strings.Repeat("x", sub.NamePadding()) + " " // as the list of commands begins a line
			line := terminal.Wrap(name+sub.Short, columns, strings.Repeat(" ", len(name)))
			sub.Short = strings.TrimPrefix(line, name)
		}
		hint := strings.ReplaceAll(last, "{{.CommandPath}}", cmd.CommandPath())
		cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), last, terminal.Wrap(hint, columns, "")))
		show(cmd, args)
	})
}
