package cli

import (
	"github.com/spf13/cobra"

	"github.com/nplint/nplint/reporters"
)

func newMatcher(s env) *cobra.Command {
	return &cobra.Command{
		Use:   "matcher {github|vscode}",
		Short: "Print a problem matcher, with which GitHub or VS Code reads nplint's text output",
		Args:  cobra.ExactArgs(1), ValidArgs: []string{"github", "vscode"},
		RunE: func(_ *cobra.Command, args []string) error {
			switch args[0] {
			case "github":
				return s.json(reporters.GitHubMatcher())
			case "vscode":
				return s.json(reporters.VSCodeTasks())
			}
			return unknownValue("`nplint matcher`", args[0], "github", "vscode")
		},
	}
}
