package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/report"
)

func newBaseline(s env, status *int) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Accept today's findings, so that only new ones are reported",
		Long: "A baseline is a file of accepted findings, " + nplint.BaselineName +
			", beside the outermost configuration or, without one, at\nthe root of the repository." +
			" A finding is known by its rule, file, place and the text of its line: it stays known when lines\n" +
			"move, and is new when its line is changed or its file renamed.",
	}
	cmd.AddCommand(newBaselineCreate(s, status), newBaselineUpdate(s, status), newBaselineCheck(s, status))
	return cmd
}

// baselineFlags is what the commands about baselines have in common.
type baselineFlags struct {
	config, baseline string
	noConfig         bool
}

func (f *baselineFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.config, "config", "",
		"configuration `file` to use instead of those found (default: every .nplint.toml from the repository down to each "+
			"file)")
	cmd.Flags().BoolVar(&f.noConfig, "no-config", false, "use no configuration file")
	cmd.Flags().StringVar(&f.baseline, "baseline", "",
		"the baseline `file` (default: "+nplint.BaselineName+" beside the outermost configuration or at the root)")
}

func (f *baselineFlags) options(s env, args []string) (*nplint.Options, error) {
	run := runFlags{config: f.config, noConfig: f.noConfig, adoptFlags: adoptFlags{baseline: f.baseline}}
	return run.options(s, args)
}

// baselineMaker makes the baseline of a run.
type baselineMaker func(nplint.Options) (*nplint.BaselineChange, error)

// change makes the baseline that a command asks for, and sets the exit status to that of an error.
func (f *baselineFlags) change(s env, args []string, status *int, change baselineMaker) (*nplint.BaselineChange, error) {
	*status = exitUsage
	o, err := f.options(s, args)
	if err != nil {
		return nil, err
	}
	*status = exitUnanalyzed // Main knows a mistake of the caller
	return change(*o)
}

func newBaselineCreate(s env, status *int) *cobra.Command {
	var f baselineFlags
	var force bool
	var until string
	cmd := &cobra.Command{
		Use:   "create [PATH...]",
		Short: "Write a baseline with all findings of today",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.change(s, args, status, func(o nplint.Options) (*nplint.BaselineChange, error) {
				return nplint.CreateBaseline(cmd.Context(), o)
			})
			if err == nil {
				err = keepUntil(cmd, c, until, status)
			}
			if err != nil {
				return err
			}
			if c.Exists() && !force {
				*status = exitUsage
				return fmt.Errorf("%s is there already; `nplint baseline update` keeps it up to date, and --force "+
					"writes it anew", c.Name)
			}
			return write(s, c, status)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&until, "until", "", untilHelp)
	cmd.Flags().BoolVar(&force, "force", false, "replace an existing baseline")
	return cmd
}

func newBaselineUpdate(s env, status *int) *cobra.Command {
	var f baselineFlags
	var add bool
	var until string
	cmd := &cobra.Command{
		Use:   "update [PATH...]",
		Short: "Remove findings that are gone from the baseline",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.change(s, args, status, func(o nplint.Options) (*nplint.BaselineChange, error) {
				return nplint.UpdateBaseline(cmd.Context(), o, add)
			})
			if err == nil {
				err = keepUntil(cmd, c, until, status)
			}
			if err != nil {
				return err
			}
			return write(s, c, status)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&until, "until", "", untilHelp+", in place of that in the file")
	cmd.Flags().BoolVar(&add, "add", false, "add new findings as well")
	return cmd
}

const untilHelp = "the last `day` on which the findings are let stand, such as 2026-12-31: then they are back, as " +
	"warnings at most"

// keepUntil has a baseline hold until the day that --until names, if it is given.
func keepUntil(cmd *cobra.Command, c *nplint.BaselineChange, day string, status *int) error {
	if !cmd.Flags().Changed("until") {
		return nil
	}
	err := c.Until(day)
	if err == nil && report.Over(day, report.Today()) {
		err = fmt.Errorf("%s is over, so nothing would be let stand; name today or a day to come", day)
	}
	if err != nil {
		*status = exitUsage
		return fmt.Errorf("--until: %w", err)
	}
	return nil
}

func write(s env, c *nplint.BaselineChange, status *int) error {
	if err := c.Write(); err != nil {
		return err
	}
	*status = exitClean
	return s.print("%s: %d added, %d taken out, %d in it now\n", onLine(c.Name), c.Added, c.Removed, c.Size)
}

func newBaselineCheck(s env, status *int) *cobra.Command {
	var f baselineFlags
	var fail bool
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "List findings of the baseline that are gone",
		RunE: func(cmd *cobra.Command, args []string) error {
			*status = exitUsage
			o, err := f.options(s, args)
			if err != nil {
				return err
			}
			return check(cmd.Context(), s, *o, fail, status)
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&fail, "fail-stale", false, "exit with status 1 if the baseline has findings that are gone")
	return cmd
}

// check prints what is in the baseline and gone.
func check(ctx context.Context, s env, o nplint.Options, fail bool, status *int) error {
	*status = exitUnanalyzed // Main knows a mistake of the caller
	found, err := nplint.Run(ctx, o)
	if err != nil {
		return err
	}
	if len(found.Baselines) == 0 {
		*status = exitUsage
		return errors.New("there is no baseline to check; `nplint baseline create` writes one")
	}
	if found.Unanalyzed {
		*status = exitUnanalyzed
		return errors.New("something could not be analyzed, so it is not known what is gone; `nplint run` shows what")
	}
	*status = exitClean
	for i := range found.Baselines {
		use := &found.Baselines[i]
		for _, e := range use.Fixed {
			if err := s.print("%s: %s: %d gone\n", onLine(e.Path), onLine(e.Rule), e.Count); err != nil {
				return err
			}
		}
		summary := goneFrom(use, o.Baseline != "")
		if summary == "" {
			summary = fmt.Sprintf("all %d findings in %s are still there", use.Size, printable(use.Name))
			if use.Size == 1 {
				summary = fmt.Sprintf("the one finding in %s is still there", printable(use.Name))
			}
		} else if fail {
			*status = exitFindings
		}
		if err := s.print("%s\n", summary); err != nil {
			return err
		}
	}
	return nil
}
