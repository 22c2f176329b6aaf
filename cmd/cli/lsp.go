package cli

import (
	"github.com/spf13/cobra"

	"github.com/nplint/nplint/internal/lsp"
)

const lspHelp = `lsp serves an editor over the Language Server Protocol, on standard input and output, until the editor exits. It reports
faults in the planning files of the editor's folders, offers fixes, and completes and explains what a file may hold.`

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
	cmd.Flags().Bool("stdio", true, "use standard input and output, the only transport")
	return cmd
}
