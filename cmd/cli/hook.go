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

const hookHelp = `hook is called by an agent program, its host, with an event on standard input. It answers in the form that the host acts
on: the new faults in the file that the agent has just written, as far as they can be fixed in this file alone. It prints
nothing if there are none. The host's settings say for which events it is called; docs/agents.md shows them. A failure of
hook never stops an agent: the exit status is 0 or 1, with one line on standard error.`

func newHook(s env) *cobra.Command {
	var fix bool
	cmd := &cobra.Command{
		Use:       hookName + " HOST",
		Short:     "Tell an agent what is wrong in a file it has just written",
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
		"apply the safe fixes to the file, and tell the agent to read it again")
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
