package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
)

func newInit(s env) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a configuration, hooks for git and agents, and a GitHub workflow",
		Long: "init writes a commented .nplint.toml into the working directory and, at the top of the git " +
			"repository around it, .pre-commit-config.yaml and\n" +
			".github/workflows/nplint.yml. Where there is a directory of an agent program (.claude, .codex, .gemini,\n" +
			".cursor, .opencode), it adds hooks to the settings there; where there is .claude, CLAUDE.md or .mcp.json, it\n" +
			"lists nplint among the servers in .mcp.json. It touches nothing else in them. It asks nothing, and what is there\n" +
			"stays as it is.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			files, err := nplint.Init(cmd.Context(), ".", force)
			for _, f := range files {
				if err := s.print("%s\n", printable(initLine(f))); err != nil {
					return err
				}
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace the configuration and the workflow, if they are there")
	return cmd
}

// initLine says what was done about a file.
func initLine(f nplint.InitFile) string {
	line := "kept " + f.Path
	if f.Wrote {
		line = "wrote " + f.Path
	}
	if f.Note != "" {
		line = fmt.Sprintf("%s: %s", line, strings.TrimSuffix(f.Note, "\n"))
	}
	return line
}
