package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/terminal"
	"github.com/nplint/nplint/reporters"
)

// checkAsk returns an error if fixes are to be asked for and nobody can be.
func (f *runFlags) checkAsk(s env, args []string) error {
	switch {
	case !f.ask:
		return nil
	case !f.fix:
		return errors.New("--interactive goes with --fix")
	case slices.Contains(args, "-"):
		return errors.New("--interactive reads your answers from standard input, so the path - cannot be read from there")
	case !terminal.Somebody(s.in):
		return errors.New("--interactive asks on a terminal, and standard input is none; leave it out to write all " +
			"safe fixes")
	}
	return nil
}

// repair mends in memory, what is chosen at the terminal if it is to be asked for.
func (f *runFlags) repair(ctx context.Context, s env, o nplint.Options) (*nplint.Repair, error) {
	if !f.ask {
		return nplint.Mend(ctx, o, f.unsafe)
	}
	out := s.stderr() // what comes from files is spelled out, and our colours are not
	colours, err := colour(f.color, out)
	if err != nil {
		return nil, err
	}
	a := &asker{ctx: ctx, out: out, answers: readLines(s.in), colours: colours, unsafe: f.unsafe}
	return nplint.MendChosen(ctx, o, f.unsafe, a.choose)
}

// readLines reads lines beside whoever waits for them: a read of a terminal cannot be interrupted.
func readLines(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(in); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	return lines
}

// asker asks which fixes are to be written.
type asker struct {
	ctx     context.Context
	out     io.Writer
	answers <-chan string
	colours bool
	unsafe  bool
}

const askHelp = `y  write this fix
n  leave it
a  write this fix and all others of its rule
q  ask no more: write what was said yes to
`

// choose asks for each fix of a report. It returns the findings to which the answer was yes.
func (a *asker) choose(r *nplint.Report) (func(*nplint.Finding) bool, error) {
	type place struct {
		path, rule, at, message string
		offset                  int
	}
	placeOf := func(f *nplint.Finding) place { return place{f.Path, f.Rule, f.At, f.Message, f.Range.Start.Offset} }
	offered := a.offered(r)
	wanted, all := map[place]bool{}, map[string]bool{}
	for i, o := range offered {
		answer := "a"
		if !all[o.finding.Rule] {
			a.show(r, o, fmt.Sprintf("fix %d of %d", i+1, len(offered)))
			var err error
			if answer, err = a.answer(); err != nil {
				return nil, err
			}
		}
		if answer == "q" {
			break
		}
		all[o.finding.Rule] = answer == "a"
		wanted[placeOf(o.finding)] = answer != "n"
	}
	return func(f *nplint.Finding) bool { return wanted[placeOf(f)] }, nil
}

// offer is a fix that would be applied.
type offer struct {
	finding *nplint.Finding
	fix     nplint.Fix
}

// offered returns the fixes that would be applied, in the order of the report.
func (a *asker) offered(r *nplint.Report) (offered []offer) {
	for i := range r.Findings {
		f := &r.Findings[i]
		for _, fix := range f.Fixes {
			if fix.Safe || a.unsafe {
				offered = append(offered, offer{f, fix})
				break
			}
		}
	}
	return offered
}

// show prints a finding with what its fix does.
func (a *asker) show(r *nplint.Report, o offer, count string) {
	f, safety := o.finding, ""
	if !o.fix.Safe {
		safety = " (it may change what is meant)"
	}
	columns := terminal.Columns(a.out)
	fits := func(line string) string {
		return reporters.Inert(terminal.Wrap(reporters.Visible(line, ""), columns, "    "))
	}
	fmt.Fprintf(a.out, "\n%s\n", a.paint("1", fits(fmt.Sprintf("%s:%d:%d: %s[%s] %s", f.Path,
		f.Range.Start.Line, f.Range.Start.Column, f.Severity, f.Rule, f.Message))))
	fmt.Fprintln(a.out, fits(fmt.Sprintf("%s: %s%s", count, o.fix.Title, safety)))
	for _, c := range edit.Preview(r, o.fix) {
		for line := range strings.Lines(nplint.Diff(c.Path, c.Before, c.After)) {
			parameters := map[byte]string{'-': "31", '+': "32", '@': "36"}[line[0]]
			fmt.Fprintln(a.out, a.paint(parameters, reporters.Visible(strings.TrimSuffix(line, "\n"), "\t")))
		}
	}
}

// answer returns y, n, a or q. The end of the input is q.
func (a *asker) answer() (string, error) {
	for {
		fmt.Fprint(a.out, a.paint("1", "Write this fix? [y,n,a,q,?] "))
		select {
		case <-a.ctx.Done():
			return "", a.ctx.Err()
		case line, ok := <-a.answers:
			if !ok {
				fmt.Fprintln(a.out)
				return "q", nil
			}
			switch answer := strings.ToLower(strings.TrimSpace(line)); answer {
			case "y", "n", "a", "q":
				return answer, nil
			case "yes", "no", "all", "quit":
				return answer[:1], nil
			}
			fmt.Fprint(a.out, askHelp)
		}
	}
}

// paint returns a text with ANSI parameters, or as it is where no colours are wanted.
func (a *asker) paint(parameters, text string) string {
	if !a.colours || parameters == "" {
		return text
	}
	return "\x1b[" + parameters + "m" + text + "\x1b[0m"
}
