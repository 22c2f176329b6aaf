package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/terminal"
)

const filesHelp = `files shows what run would look at: the kind of each file, and why other files and directories are left alone, such as
excluded by a line of a configuration, ignored by git, another working tree, or of no kind. It opens no file.`

func newFiles(s env) *cobra.Command {
	var output string
	f := &configFlags{}
	cmd := &cobra.Command{
		Use:   "files [PATH...]",
		Short: "Show which files are checked as what, and why the others are not",
		Long:  filesHelp,
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := f.load(s.rules)
			if err != nil {
				return err
			}
			o := nplint.Options{Paths: args, Config: config, Nested: f.found(), Rules: s.rules, Passes: s.passes}
			files, err := nplint.Files(cmd.Context(), o)
			switch {
			case err != nil:
				return err
			case output == "json":
				return s.json(map[string]any{"version": 1, "files": files})
			case output == "text":
				return s.print("%s", filesText(files, terminal.Columns(s.out)))
			}
			return unknownValue("--output", output, "text", "json")
		},
	}
	f.register(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text or json")
	return cmd
}

// filesText returns a line for each file, of at most so many columns or of any length with 0, and how many there are.
func filesText(files []nplint.File, columns int) string {
	const longest = 60
	width, kinds := 0, 0
	for _, file := range files {
		if len(file.Path) <= longest {
			width = max(width, len(file.Path))
		}
		if file.Kind != "" {
			kinds++
		}
	}
	var b strings.Builder
	for _, file := range files {
		line := onLine(fmt.Sprintf("%-*s  %s", width, file.Path, cmp.Or(file.Kind, "- "+file.Why)))
		fmt.Fprintln(&b, terminal.Wrap(line, columns, "    "))
	}
	fmt.Fprintf(&b, "%d of a kind, %d of none\n", kinds, len(files)-kinds)
	return b.String()
}
