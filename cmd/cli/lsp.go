package cli

import (
	"github.com/spf13/cobra"

	"github.com/nplint/nplint/internal/lsp"
)

const lspHelp = `lsp serves an editor over the Language Server Protocol: it reads messages from standard input and writes to standard
output until the editor says exit, or is gone. It tells what is wrong in the planning files of the folders that the editor
has open, mends it, and says what a file may hold.`

func newLSP(s env, status *int) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve editors over the Language Server Protocol",
		Long:  lspHelp,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			*status = exitFindings // what the protocol wants of a server whose client just goes
			err := lsp.Serve(cmd.Context(), s.in, s.out, lsp.Options{Rules: s.rules, Passes: s.passes})
			if err == nil {
				*status = exitClean
			}
			return err
		},
	}
	cmd.Flags().Bool("stdio", true, "speak over standard input and output, which is all there is")
	return cmd
}
