package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/discover"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// runFlags is what run and check have in common.
type runFlags struct {
	config, color, failLevel      string
	noConfig                      bool
	output                        []string
	only, enable, disable, packs  []string
	fix, unsafe, diff, ask        bool
	errorOnNoFiles, watch         bool
	jobs, maxFindings             int
	quiet, statistics, showTiming bool
	noSnippets                    bool
	verbose                       bool
	stdinFilename, kind, category string
	today, reason                 string
	adoptFlags
}

func (f *runFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.config, "config", "",
		"configuration `file` to use instead of those found (default: every .nplint.toml from the repository down to each "+
			"file)")
	flags.BoolVar(&f.noConfig, "no-config", false, "use no configuration file")
	flags.StringArrayVarP(&f.output, "output", "o", nil,
		"`format` or format=file; can be repeated ("+strings.Join(reporters.Names(), ", ")+")")
	flags.StringVar(&f.failLevel, "fail-level", "",
		"lowest `level` of a finding that makes the exit status 1: error, warning, info or never (default error)")
	flags.StringSliceVar(&f.only, "only", nil, "report only these `rules`, tags or packs")
	flags.StringSliceVar(&f.enable, "enable", nil,
		"turn on these `rules`, tags or packs, whatever the configuration says")
	flags.StringSliceVar(&f.disable, "disable", nil, "turn off these `rules`, tags or packs")
	flags.StringSliceVar(&f.packs, "pack", nil, "apply only these `packs`")
	flags.BoolVar(&f.fix, "fix", false, "apply the safe fixes")
	flags.BoolVarP(&f.ask, "interactive", "i", false,
		"with --fix: show each fix on the terminal and ask before applying it")
	flags.BoolVar(&f.unsafe, "unsafe-fixes", false, "with --fix or --diff: include the unsafe fixes")
	flags.BoolVar(&f.diff, "diff", false, "print what --fix would change as a unified diff, and write nothing")
	flags.BoolVar(&f.errorOnNoFiles, "error-on-no-files", false,
		"exit with status 2 if no file is checked, as when a path or pattern is wrong")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "number of files to work on at once (default: one per processor)")
	flags.IntVar(&f.maxFindings, "max-findings", report.DefaultLimit,
		"most findings of one rule to report in one file; one more counts the rest; 0 means no limit")
	flags.StringVar(&f.color, "color", "auto", "auto, always or never")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "do not print the summary line")
	flags.BoolVar(&f.statistics, "statistics", false, "print the number of findings per rule")
	flags.BoolVar(&f.showTiming, "timing", false, "print the time of each stage to standard error")
	flags.StringVar(&f.today, "today", "",
		"the `day`, such as 2026-12-31, on which suppressions and baselines expire or not (default: today, in UTC)")
	flags.BoolVar(&f.noSnippets, "no-snippets", false,
		"leave the content of files out of reports, except what messages quote")
	flags.BoolVar(&f.verbose, "verbose", false, "print what was linted, with which rules and in what time, to standard error")
	flags.StringVar(&f.category, "sarif-category", "", "`name` that distinguishes several SARIF uploads of one commit")
}

func newRun(s env, status *int) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run [PATH...]",
		Short: "Lint files and directories, or the project around the working directory",
		Args:  cobra.ArbitraryArgs,
		RunE:  func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), s, args, status) },
	}
	f.register(cmd)
	f.adoptFlags.register(cmd)
	cmd.Flags().StringVar(&f.reason, "add-suppressions", "",
		"write comments that suppress all findings, with this `reason`")
	cmd.Flags().BoolVar(&f.watch, "watch", false, "keep running, and print new and resolved findings as files change")
	cmd.Flags().StringVar(&f.stdinFilename, "stdin-filename", "",
		"with the path -: check standard input as if it were at this `path`")
	return cmd
}

const checkHelp = `check checks each file against the contract of one kind, whatever its path and without the project around it, right
after an agent has written it. Without --kind, the kind is inferred from the name of the file.`

func newCheck(s env, status *int) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "check [--kind KIND] FILE...",
		Short: "Check files against the contract of one kind, whatever their path",
		Long:  checkHelp,
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.kind == "" {
				f.kind = "?"
			}
			if pack := (config.Known{Packs: rules.Packs()}).PackOf(f.kind); pack != "" && len(f.packs) == 0 {
				f.packs = []string{pack} // who names a kind names its pack
			}
			return f.run(cmd.Context(), s, args, status)
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&f.kind, "kind", "",
		"`kind` of the files, as contract list names it, with its pack or without")
	cmd.Flags().StringVar(&f.stdinFilename, "stdin-filename", "",
		"with the path -: check standard input as if it were at this `path`")
	return cmd
}

func (f *runFlags) run(ctx context.Context, s env, args []string, status *int) error {
	*status = exitUsage
	o, err := f.options(s, args)
	if err != nil {
		return err
	}
	sinks, err := f.sinks(s, o)
	if err != nil {
		return err
	}
	level := o.Config.FailLevel
	if f.failLevel != "" {
		if level, err = nplint.ParseFailLevel(f.failLevel); err != nil {
			return fmt.Errorf("--fail-level: %w%s", err, spell.DidYouMeanWhole(f.failLevel, report.FailLevelNames[:]))
		}
	}
	say := notices{s, f.quiet}
	if o.Config.File == "" && !f.noConfig {
		say.misnamed(o)
	}
	if f.watch {
		if len(sinks) != 1 {
			return errWatch
		}
		return f.watchFor(ctx, s, args, o, sinks[0], status)
	}
	*status = exitUnanalyzed // Main knows a mistake of the caller
	wanted := slices.ContainsFunc(sinks, func(sk sink) bool { return sk.format.Views && !sk.bare })
	bar := s.progress()
	if bar != nil && !f.quiet && !f.ask { // the time in which somebody thinks says nothing
		o.Progress = bar.judged
	}
	start := time.Now()
	report, views, failed, err := f.lint(ctx, s, *o, wanted)
	bar.end()
	if err != nil {
		return err
	}
	for _, sink := range sinks {
		if err := sink.spare(report); err != nil {
			*status = exitUsage
			return err
		}
	}
	if f.verbose {
		if err := say.run(ctx, *o, report, time.Since(start)); err != nil {
			return err
		}
	}
	say.leftAlone(report)
	say.newPacks(o, report)
	if report.Summary.Files == 0 && f.errorOnNoFiles {
		*status = exitUsage
		return errors.New("there is no artefact of a known kind here, and --error-on-no-files is given; " +
			"`nplint files` shows why")
	}
	say.nothing(o, report)
	for _, sink := range sinks {
		sink.options.FailLevel, sink.options.Views, sink.options.Only = level, views, paths.Relative(report.Base, o.Dir, o.Paths)
		if err := sink.write(report); err != nil {
			failed = append(failed, err)
		}
	}
	if f.showTiming {
		say.timing(report)
	}
	stale := f.stale(s, report.Baselines, f.quiet)
	*status = statusOf(report, level)
	switch {
	case len(failed) > 0:
		*status = exitUnanalyzed
	case stale && *status == exitClean:
		*status = exitFindings
	}
	return errors.Join(failed...)
}

// statusOf returns the exit status that a report makes of a run.
func statusOf(report *nplint.Report, level nplint.FailLevel) int {
	switch {
	case report.Unanalyzed:
		return exitUnanalyzed
	case report.Fails(level):
		return exitFindings
	}
	return exitClean
}

// lint runs, and fixes if it is asked to. failed are files that could not be written. views are what packs show of what
// is on disk then, if they are wanted.
func (f *runFlags) lint(ctx context.Context, s env, o nplint.Options, wanted bool) (
	report *nplint.Report, views []pack.View, failed []error, err error,
) {
	switch {
	case f.reason != "":
		if report, failed, err = f.suppress(ctx, s, o); err == nil && wanted {
			views, _, err = nplint.Views(ctx, o)
		}
	case !f.fix && !f.diff && wanted:
		views, report, err = nplint.Show(ctx, o)
	case !f.fix && !f.diff:
		report, err = nplint.Run(ctx, o)
	default:
		if report, failed, err = f.mend(ctx, s, o); err == nil && wanted {
			views, _, err = nplint.Views(ctx, o)
		}
	}
	return report, views, failed, err
}

// mend fixes. failed are files that could not be written.
func (f *runFlags) mend(ctx context.Context, s env, o nplint.Options) (
	report *nplint.Report, failed []error, err error,
) {
	result, err := f.repair(ctx, s, o)
	if err != nil {
		return nil, nil, err
	}
	notices{s, f.quiet}.refused(result)
	if f.diff {
		for _, c := range result.Changes {
			if err := s.content(nplint.Diff(c.Path, c.Before, c.After)); err != nil {
				return nil, nil, err
			}
		}
		return result.After, nil, nil
	}
	if f.stdinFilename != "" {
		return result.After, nil, s.content(string(mendedInput(result, o)))
	}
	if failed = result.Write(ctx); ctx.Err() != nil {
		return nil, nil, fmt.Errorf("interrupted while fixing: not all of %s may be written; "+
			"run nplint again (%w)", spell.Count(len(result.Changes), "change"), ctx.Err())
	}
	notices{s, f.quiet}.changed(result, "fixed")
	if len(failed) > 0 {
		report, err = nplint.Run(ctx, o) // what is on disk now is neither before nor after
		return report, failed, err
	}
	return result.After, nil, nil
}

// mendedInput returns standard input with its fixes, or as it came if there is nothing to fix.
func mendedInput(result *nplint.Repair, o nplint.Options) []byte {
	for _, c := range result.Changes {
		return c.After // standard input is the only path
	}
	for _, data := range o.Overlay {
		return data
	}
	return nil
}

func (f *runFlags) options(s env, args []string) (*nplint.Options, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	o := &nplint.Options{Dir: dir, Paths: args, Kind: f.kind, Jobs: f.jobs, Timing: f.showTiming, Only: f.only,
		Enable: f.enable, Disable: f.disable, Packs: f.packs,
		Rules: s.rules, Passes: s.passes, Nested: f.config == "" && !f.noConfig,
		Baseline: f.baseline, NoBaseline: f.noBaseline,
		Today: f.today, NewFrom: f.newFrom, NewFromMergeBase: f.newFromMergeBase, Staged: f.staged}
	if f.unsafe && !f.fix && !f.diff {
		return nil, errors.New("--unsafe-fixes goes with --fix or --diff")
	}
	if f.today != "" {
		if err := report.CheckDay(f.today); err != nil {
			return nil, fmt.Errorf("--today: %w", err)
		}
	}
	if err := f.checkAsk(s, args); err != nil {
		return nil, err
	}
	if f.reason != "" && slices.Contains(args, "-") {
		return nil, errors.New("--add-suppressions writes into files, and - is none")
	}
	if f.jobs < 0 {
		return nil, errors.New("--jobs must not be negative")
	}
	if f.maxFindings < 0 {
		return nil, errors.New("--max-findings must not be negative")
	}
	if o.MaxFindings = f.maxFindings; f.maxFindings == 0 {
		o.MaxFindings = -1
	}
	name, err := f.stdin(o)
	if err != nil {
		return nil, err
	}
	if err := discover.CheckNames(dir, o.Paths); err != nil {
		return nil, err
	}
	if o.Config, err = loadConfig(f.config, f.noConfig, paths.Around(dir, o.Paths), s.rules); err != nil || name == "" {
		return o, err
	}
	data, err := readInput(s.in, o.Config.MaxFileSize, f.fix)
	o.Overlay = map[string][]byte{name: data}
	return o, err
}

// stdin replaces the path - by the name that standard input is judged as, and returns it.
func (f *runFlags) stdin(o *nplint.Options) (string, error) {
	at := slices.Index(o.Paths, "-")
	switch {
	case at < 0 && f.stdinFilename == "":
		return "", nil
	case at < 0:
		return "", errors.New("--stdin-filename goes with the path -")
	case f.stdinFilename == "" && f.kind != "" && f.kind != "?":
		f.stdinFilename = document.Stdin // its name tells nothing that the kind does not
	case f.stdinFilename == "":
		return "", errors.New("the path - needs --stdin-filename: its name and place tell what kind of artefact it is")
	}
	if f.fix && len(o.Paths) > 1 {
		return "", errors.New("--fix prints the fixed standard input; give no other path beside -")
	}
	name := f.stdinFilename
	if !filepath.IsAbs(name) {
		name = filepath.Join(o.Dir, name)
	}
	o.Paths = slices.Clone(o.Paths)
	if o.Paths[at] = name; filepath.IsLocal(f.stdinFilename) {
		o.Paths[at] = f.stdinFilename // so that no link leads out
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return "", fmt.Errorf("--stdin-filename %s is a directory; name a file, which need not be there", f.stdinFilename)
	}
	return filepath.Clean(name), nil
}

// readInput reads standard input, of which no more than limit bytes are judged: one byte more says that there are more.
// What is to be given back is needed whole.
func readInput(in io.Reader, limit int, whole bool) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	if whole && len(data) > limit {
		const tooLarge = "standard input has more than the %d bytes that nplint reads (max_file_size), so it cannot be fixed; " +
			"shorten it, or raise max_file_size"
		return nil, fmt.Errorf(tooLarge, limit)
	}
	return data, nil
}
