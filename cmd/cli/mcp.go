package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint/internal/mcpserver"
	"github.com/nplint/nplint/internal/paths"
)

const mcpHelp = `mcp serves agents over the Model Context Protocol, on standard input and output, until its input ends. The tools are
check, fix, explain, contract_prompt, graph and doctor; rule pages and contracts are resources. It looks at nothing
outside of the directories that the client gives (roots) or, if it gives none, of DIRECTORY or the working directory.`

func newMCP(s env, status *int) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp [DIRECTORY]",
		Short: "Serve agents over the Model Context Protocol",
		Long:  mcpHelp,
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			*status = exitUsage
			dir, err := directory(args)
			if err != nil {
				return err
			}
			*status = exitUnanalyzed
			err = mcpserver.Serve(cmd.Context(), s.in, s.out, mcpserver.Options{Dir: dir, Rules: s.rules, Passes: s.passes})
			if err == nil {
				*status = exitClean
			}
			return err
		},
	}
}

// directory returns the absolute path of the one directory that arguments name, or the working directory.
func directory(args []string) (string, error) {
	dir, err := filepath.Abs(strings.Join(args, ""))
	if err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", args[0], paths.Reason(err))
	case !info.IsDir():
		return "", fmt.Errorf("%s is no directory", args[0])
	}
	return dir, nil
}
