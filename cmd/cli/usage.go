package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// explainUsage makes a command and those below it say in one sentence what is wrong with how they were called, and
// what to write instead.
func explainUsage(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		explainUsage(sub)
	}
	positional := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if positional != nil && positional(cmd, args) != nil {
			return argumentError(cmd, len(args))
		}
		if err := together(cmd.Flags()); err != nil {
			return err
		}
		return empty(cmd.Flags())
	}
}

// optional is what a command takes and does not need, in its usage.
var optional = memo.Regexp(`\[[^\]]*\]`)

// argumentError says that a command was given too few arguments, or too many.
func argumentError(cmd *cobra.Command, given int) error {
	needed := strings.Fields(optional().ReplaceAllString(cmd.Use, ""))[1:]
	name := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ") + ": "
	if cmd.Name() == hookName {
		name = "" // its messages begin with it
	}
	usage := "usage: " + strings.TrimSuffix(cmd.UseLine(), " [flags]")
	if given < len(needed) {
		return fmt.Errorf("%sneeds %s (%s)", name, cmp.Or(arguments[needed[given]], needed[given]), usage)
	}
	takes := "no argument"
	switch {
	case len(needed) > 0:
		takes = "one argument"
	case strings.Contains(cmd.Use, " "):
		takes = "at most one argument"
	}
	return fmt.Errorf("%stakes %s, and was given %d (%s)", name, takes, given, usage)
}

// arguments says what the words in the usage of commands stand for.
var arguments = map[string]string{
	"NAME": "the name of a contract", "NAME...": "the name of a rule", "KIND": "the name of a kind", "FILE...": "a file",
	"HOST": "the name of an agent program", "{github|vscode}": "github or vscode",
}

// flagError says what is wrong with a flag, as pflag has it.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if letters := unknown.GetSpecifiedShortnames(); letters != "" {
			return fmt.Errorf("unknown flag -%s; `%s --help` lists all", unknown.GetSpecifiedName(), cmd.CommandPath())
		}
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		hint := ""
		if near := spell.Nearest(unknown.GetSpecifiedName(), known); near != "" {
			hint = fmt.Sprintf(" (did you mean --%s?)", near)
		}
		return fmt.Errorf("unknown flag --%s%s; `%s --help` lists all", unknown.GetSpecifiedName(), hint,
			cmd.CommandPath())
	}
	var bare *pflag.ValueRequiredError
	if errors.As(err, &bare) {
		return fmt.Errorf("--%s needs a value; `%s --help` tells which", bare.GetFlag().Name, cmd.CommandPath())
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == "int" {
		return fmt.Errorf("--%s must be a whole number, not %q", invalid.GetFlag().Name, invalid.GetValue())
	}
	return err
}

// alias gives flags a second name: --format is --output, as other linters have it.
func alias(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if name == "format" {
		name = "output"
	}
	return pflag.NormalizedName(name)
}

// asWritten returns a message about --output with the name that the flag has on the command line.
func asWritten(message string, args []string) string {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	is := func(arg string) bool { return arg == "--format" || strings.HasPrefix(arg, "--format=") }
	if rest, ok := strings.CutPrefix(message, "--output"); ok && slices.ContainsFunc(args, is) {
		return "--format" + rest
	}
	return message
}

// refuseUnknownHelp makes the command help fail for a command that there is not; to the root, which takes paths, it
// would be a path.
func refuseUnknownHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, help := range root.Commands() {
		if help.Name() != "help" {
			continue
		}
		show := help.Run
		help.Run, help.RunE = nil, func(cmd *cobra.Command, args []string) error {
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("there is no command %q%s; `%s --help` lists all",
					strings.Join(args, " "), hint(rest, found), found.CommandPath())
			}
			show(cmd, args)
			return nil
		}
	}
}

// hint names the command below another that is meant by the first of some words.
func hint(words []string, above *cobra.Command) string {
	if len(words) == 0 {
		return ""
	}
	return spell.DidYouMean(words[0], commandNames(above))
}

func commandNames(above *cobra.Command) (names []string) {
	for _, cmd := range above.Commands() {
		names = append(names, cmd.Name())
	}
	return names
}

// together returns an error about two flags that contradict each other.
func together(flags *pflag.FlagSet) error {
	for _, pair := range [][3]string{
		{"config", "no-config", "the one names a configuration, and the other wants none"},
		{"baseline", "no-baseline", "the one names a baseline, and the other wants none"},
		{"fail-stale", "no-baseline", "without a baseline nothing in it can be stale"},
		{"fix", "diff", "the one writes the fixes, and the other prints them and writes nothing"},
		{"add-suppressions", "fix", "one suppresses findings, and the other fixes them; fix first"},
		{"add-suppressions", "diff", "the one writes comments, and the other shows fixes"},
		{"add-suppressions", "staged", "comments are written into the working tree, and not into what is staged"},
		{"add-suppressions", "watch", "the one writes once, and the other stays"},
		{"staged", "fix", "fixes are written into the working tree, and not into what is staged"},
		{"staged", "diff", "a diff is for the working tree, and not for what is staged"},
		{"staged", "new-from", "what is staged is compared with the last commit"},
		{"staged", "new-from-merge-base", "what is staged is compared with the last commit"},
		{"new-from", "new-from-merge-base", "what is new is told by one commit"},
	} {
		if flags.Changed(pair[0]) && flags.Changed(pair[1]) {
			return fmt.Errorf("--%s and --%s do not go together: %s; leave out one of them", pair[0], pair[1], pair[2])
		}
	}
	return nil
}

// empty returns an error about a flag that was given and says nothing, most often because a variable of a script is
// empty: to pass over it would do something else than was asked for.
func empty(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		list, isList := f.Value.(pflag.SliceValue)
		if err == nil && (f.Value.String() == "" || isList && len(list.GetSlice()) == 0) {
			err = fmt.Errorf("--%s is empty; give it a value, or leave it out", f.Name)
		}
	})
	return err
}

// meant is what people type who know other linters, and what it is called here.
var meant = map[string]string{
	"lint": "run", "fix": "run --fix", "fmt": "run --fix", "format": "run --fix", "diff": "run --diff", "watch": "run --watch",
	"list": "rules", "linters": "rules", "why": "explain", "docs": "explain", "rule": "explain", "status": "doctor",
	"server": "lsp", "install": "init", "setup": "init", "suppress": "run --add-suppressions",
}

// suggestCommand adds to the error about a path that is not there that a command may have been meant by it.
func suggestCommand(root *cobra.Command, args []string, err error) error {
	if err == nil || len(args) == 0 {
		return err
	}
	if _, statErr := os.Lstat(args[0]); !errors.Is(statErr, fs.ErrNotExist) {
		return err
	}
	near := meant[args[0]]
	if near == "" {
		near = spell.Nearest(args[0], commandNames(root))
	}
	if near != "" {
		return fmt.Errorf("%w; did you mean the command `%s %s`?", err, root.Name(), near)
	}
	if len(args) == 1 && len(args[0]) > 1 && strings.Trim(args[0], "abcdefghijklmnopqrstuvwxyz") == "" {
		return fmt.Errorf("%w, nor is it a command; `%s --help` lists all", err, root.Name())
	}
	return err
}
