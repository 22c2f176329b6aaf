// Package cli is the command nplint: verbs and flags, and no logic, which is in package nplint.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint"
)

// Exit statuses.
const (
	exitClean      = 0
	exitFindings   = 1
	exitUsage      = 2
	exitUnanalyzed = 3

	exitInterrupted = 130
)

// Main runs the command line of the process and exits with its status. It is the whole of a command: nplint itself,
// or one with passes of your own beside the built-in ones. pages holds a page for every rule that they report, as
// rules.Catalogue.With reads them; it may be nil.
func Main(pages fs.FS, passes ...*analysis.Analyzer) {
	e := env{streams: streams{os.Stdin, os.Stdout, os.Stderr}, passes: passes}
	if pages != nil {
		var err error
		if e.rules, err = e.rules.With(pages); err != nil {
			fmt.Fprintln(os.Stderr, "nplint: rule pages:", printable(err.Error()))
			if len(os.Args) > 1 && os.Args[1] == hookName {
				os.Exit(exitFindings) // a host takes the other for an answer
			}
			os.Exit(exitUsage)
		}
	}
	collectSeldom()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	status := execute(ctx, os.Args[1:], e)
	stop()
	os.Exit(status)
}

// newRoot returns the command with all that it holds, which set the status.
func newRoot(s env, status *int) *cobra.Command {
	root := newRun(s, status)
	root.Use = "nplint [PATH...]"
	root.Short = "Check the planning artefacts of AI-assisted teams"
	root.Long = "nplint checks the files in which AI-assisted teams plan: agents, skills, plans, reports, state. It reports what their " +
		"programs\nwould misread. Without a command it lints the given files and directories, or the project around " +
		"the working directory."
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Version = nplint.Version
	root.AddCommand(newRun(s, status), newCheck(s, status), newBaseline(s, status), newContract(s, status), newRules(s),
		newExplain(s), newConfig(s), newDoctor(s, status), newFiles(s), newGraph(s), newHook(s), newInit(s), newMatcher(s),
		newMerge(s, status), newMCP(s, status), newLSP(s, status), newMan(s), newVersion(s))
	return root
}

// execute runs one command line and returns the exit status.
func execute(ctx context.Context, args []string, s env) int {
	status := exitClean
	s.err = printed{s.err}
	root := newRoot(s, &status)
	out := &library{Writer: s.out}
	root.SetOut(out)
	root.SetErr(s.err)
	root.InitDefaultCompletionCmd(args...)
	for _, cmd := range root.Commands() {
		if cmd.HasSubCommands() {
			refuseUnknown(cmd)
		}
	}
	explainUsage(root)
	refuseUnknownHelp(root)
	fitHelp(root, s)
	root.SetGlobalNormalizationFunc(alias)
	root.SetFlagErrorFunc(flagError)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		complete(root, s)
	}
	lint := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error { return suggestCommand(root, args, lint(cmd, args)) }
	root.SetArgs(args)
	ran, err := root.ExecuteContextC(ctx)
	if out.err != nil {
		err = out.err
	}
	if err == nil {
		return status
	}
	if ran.Name() == hookName && ran.Parent() == root || ran == root && slices.Contains(args, hookName) {
		return hookFailed(s, err) // flags before it hide the command
	}
	message := asWritten(err.Error(), args)
	if errors.Is(err, context.Canceled) && !strings.HasPrefix(message, "interrupted") {
		message = "interrupted"
	}
	fmt.Fprintln(s.err, "nplint:", printable(message))
	switch {
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case nplint.IsUsage(err):
		return exitUsage
	case errors.As(err, new(*unwritten)):
		return exitUnanalyzed
	case status == exitClean:
		return exitUsage
	}
	return status
}

// refuseUnknown makes a command that only holds others fail for one that it does not hold.
func refuseUnknown(cmd *cobra.Command) {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return unknownValue(fmt.Sprintf("`%s`", cmd.CommandPath()), args[0], commandNames(cmd)...)
	}
}

func newVersion(s env) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			revision, date := nplint.Commit()
			if output == "json" {
				return s.json(map[string]string{"name": "nplint", "version": nplint.Version, "commit": revision,
					"date": date})
			}
			if output != "text" {
				return unknownValue("--output", output, "text", "json")
			}
			built := ""
			if revision != "" {
				built = fmt.Sprintf(" (%s, %s)", revision[:min(12, len(revision))], date)
			}
			return s.print("nplint %s%s\n", nplint.Version, built)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "text", "text or json")
	return cmd
}
