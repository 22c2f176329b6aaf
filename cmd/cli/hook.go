package cli

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/hook"
)

const hookName = "hook"

const hookHelp = `hook is called by an agent program, the host, which writes an event to standard input. It answers in the form that the
host acts on: what is new and wrong in the file that the agent has just written, as far as this file alone can mend it.
Nothing to say is no output. What hook does is told by the events that the host calls it for; docs/agents.md shows the
settings of each. A failure of hook never keeps an agent from its work: the exit status is 0 or 1, with one line on
standard error.`

func newHook(s env) *cobra.Command {
	var fix bool
	cmd := &cobra.Command{
		Use:       hookName + " HOST",
		Short:     "Tell an agent what is wrong in a file that it has just written",
		Long:      hookHelp + "\n\nHosts: " + strings.Join(hook.Names(), ", ") + ".",
		Args:      cobra.ExactArgs(1),
		ValidArgs: hook.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			debug.SetTraceback("crash") // what nobody can recover ends by a signal: hosts take exit status 2 for an answer
			lint := hook.Linter{
				Options: nplint.Options{Rules: s.rules, Passes: s.passes},
				Config:  func(file string) (*nplint.Config, error) { return loadConfig("", false, file, s.rules) },
				Fix:     fix,
			}
			return hook.Answer(cmd.Context(), args[0], lint, s.in, s.out)
		},
	}
	cmd.Flags().BoolVar(&fix, "fix", false,
		"mend the file that was written where that is safe, and tell the agent to read it again")
	return cmd
}

// hookFailed says in one line why an agent cannot be told anything. The status is none that a host takes for an answer.
func hookFailed(s env, err error) int {
	first, rest, more := strings.Cut(strings.TrimSpace(err.Error()), "\n")
	if more {
		first += fmt.Sprintf(" (and %d more lines; `nplint` shows them)", strings.Count(rest, "\n")+1)
	}
	fmt.Fprintln(s.err, "nplint hook:", printable(first))
	return exitFindings
}
