package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/reporters"
)

func newInit(s env) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a configuration, hooks for git and agents, and a GitHub workflow",
		Long: "init writes a commented .nplint.toml into the working directory, and .pre-commit-config.yaml and\n" +
			".github/workflows/nplint.yml at the top of the git repository. Where an agent program has a directory (.claude, .codex,\n" +
			".gemini, .cursor, .opencode), it adds hooks to the settings there; where there is .claude, CLAUDE.md or .mcp.json, it adds\n" +
			"nplint to the servers in .mcp.json. It asks nothing and changes nothing else. It ends with what to do next.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			files, err := nplint.Init(cmd.Context(), ".", force)
			for _, f := range files {
				if err := s.print("%s\n", printable(initLine(f))); err != nil {
					return err
				}
			}
			if err != nil {
				return writing(err)
			}
			if dir, err := os.Getwd(); err == nil && paths.Repository(paths.Real(dir)) == "" {
				const text = "left out hooks of git and a workflow: there is no git repository here; run `git init`, and then " +
					"`nplint init` again\n"
				if err := s.print(text); err != nil {
					return err
				}
			}
			return s.print("%s\n", printable(next(cmd.Context(), s)))
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace an existing configuration and workflow")
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

// next says what to do next, by what is found in the project today.
func next(ctx context.Context, s env) string {
	options, err := (&baselineFlags{}).options(s, nil)
	var r *nplint.Report
	if err == nil {
		r, err = nplint.Run(ctx, *options)
	}
	if err != nil {
		return fmt.Sprintf("next: fix what keeps nplint from linting: %v", err)
	}
	n := r.Summary.Errors + r.Summary.Warnings + r.Summary.Infos
	switch {
	case r.Summary.Files == 0:
		return "next: there is no artefact of a known kind here yet; `nplint contract list` shows what nplint looks for"
	case n == 0:
		const text = "next: commit what was written; there is nothing to report in %s today"
		return fmt.Sprintf(text, spell.Count(r.Summary.Files, "file"))
	}
	mends, rest := "", "them"
	if safe, _ := reporters.Fixable(r); safe > 0 {
		mends, rest = fmt.Sprintf(", `nplint --fix` fixes %d", safe), "the rest"
	}
	are := "are"
	if n == 1 {
		are = "is"
	}
	accept := "create"
	if len(r.Baselines) > 0 {
		accept = "update --add"
	}
	const text = "next: there %s %s in %s today: `nplint` shows them%s, and `nplint baseline %s` accepts %s, so that only " +
		"new findings are reported"
	return fmt.Sprintf(text, are, spell.Count(n, "finding"), spell.Count(r.Summary.Files, "file"), mends, accept, rest)
}
