package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nplint/nplint"
)

// newMan returns the hidden command that packagers make the manual page with.
func newMan(s env) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "Print the manual page in roff", Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.print("%s", manual(cmd.Root())) },
	}
}

// manualEnd is what the manual says and no command knows.
const manualEnd = `.SH EXIT STATUS
.TP
.B 0
nothing at or above the fail level
.TP
.B 1
findings
.TP
.B 2
wrong usage or configuration
.TP
.B 3
something could not be analyzed
.TP
.B 130
interrupted
.SH ENVIRONMENT
.TP
.B NO_COLOR
if it is not empty, no colours
.TP
.B FORCE_COLOR, CLICOLOR_FORCE
if one is neither empty nor 0 nor false, colours wherever the output goes, unless NO_COLOR forbids them
.TP
.B FORCE_HYPERLINK
if it is not empty, whether the terminal knows links: 0 is no
.TP
.B COLUMNS
how wide a terminal is that does not tell
.TP
.B CI
if it is not empty, nobody is told how far a run is
.TP
.B GITHUB_STEP_SUMMARY
the file to which the format github adds its table
.TP
.BR GITHUB_SERVER_URL ", " GITHUB_REPOSITORY ", " GITHUB_SHA ", " GITHUB_WORKSPACE
where the lines that this table names are on the web
.SH FILES
.TP
.I .nplint.toml
the configuration, looked for in the directory of the first path and those above it
`

// manual returns the manual page of a program with all its commands, in the macros of man(7).
func manual(root *cobra.Command) string {
	var b strings.Builder
	_, date := nplint.Commit()
	fmt.Fprintf(&b,
		".TH NPLINT 1 \"%s\" \"nplint %s\" \"User Commands\"\n",
		date[:min(len("2006-01-02"), len(date))], nplint.Version)
	fmt.Fprintf(&b, ".SH NAME\nnplint \\- %s\n", roff(strings.ToLower(root.Short[:1])+root.Short[1:]))
	b.WriteString(".SH SYNOPSIS\n.B nplint\n.RI [ COMMAND ]\n.RI [ FLAG \\&...]\n.RI [ ARGUMENT \\&...]\n")
	fmt.Fprintf(&b,
		".SH DESCRIPTION\n%s\n.PP\nWithout a command it takes the flags of\n.BR \"nplint run\" .\n.SH COMMANDS\n",
		roff(root.Long))
	describeCommands(&b, root)
	b.WriteString(manualEnd)
	return b.String()
}

func describeCommands(b *strings.Builder, parent *cobra.Command) {
	for _, cmd := range parent.Commands() {
		if !cmd.IsAvailableCommand() {
			continue
		}
		text := cmd.Long
		if text == "" || cmd.Name() == "completion" { // whose long text is about shells
			text = cmd.Short + "."
		}
		fmt.Fprintf(b, ".SS \"%s\"\n%s\n", roff(strings.TrimSuffix(cmd.UseLine(), " [flags]")), roff(text))
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				describeFlag(b, f)
			}
		})
		if cmd.Name() != "completion" {
			describeCommands(b, cmd)
		}
	}
}

func describeFlag(b *strings.Builder, f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	fmt.Fprintf(b, ".TP\n.B %s", roff(name))
	if value != "" {
		fmt.Fprintf(b, " \\fI%s\\fR", roff(value))
	}
	fmt.Fprintf(b, "\n%s\n", roff(usage))
}

// roff returns text that roff sets as it stands.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`, "`", `\(ga`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
