package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/terminal"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
)

// notices is what is told on standard error beside the reports of a run.
type notices struct {
	env
	quiet bool
}

// misnamed tells of a file that looks like a configuration and has another name.
func (n notices) misnamed(o *nplint.Options) {
	if n.quiet {
		return
	}
	if name := config.Misnamed(paths.Around(o.Dir, o.Paths)); name != "" {
		fmt.Fprintf(n.err, "nplint: %s is not read, since a configuration is named %s; rename it\n",
			onLine(name), nplint.ConfigName)
	}
}

// run tells what a run looked at, by what it went and how long it took.
func (n notices) run(ctx context.Context, o nplint.Options, report *nplint.Report, took time.Duration) error {
	files, err := nplint.Files(ctx, o)
	if err != nil {
		return err
	}
	kinds := map[string]int{}
	for _, file := range files {
		if file.Kind != "" {
			kinds[file.Kind]++
		}
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		parts = append(parts, fmt.Sprintf("%d %s", kinds[kind], kind))
	}
	rows := [][]string{
		{"version", nplint.Version},
		{"directory", report.Base},
		{"configuration", cmp.Or(o.Config.File, "none")},
	}
	for _, b := range report.Baselines {
		rows = append(rows, []string{"baseline", b.File})
	}
	rows = append(rows, []string{"artefacts", cmp.Or(strings.Join(parts, ", "), "none")},
		[]string{"files of no kind", strconv.Itoa(len(files) - sum(kinds))},
		[]string{"time", took.Round(time.Millisecond).String()})
	_, err = io.WriteString(n.err, reporters.Columns("", rows, terminal.Columns(n.stderr())))
	return err
}

func sum(counts map[string]int) (total int) {
	for _, count := range counts {
		total += count
	}
	return total
}

// leftAlone tells which files are not linted, and why.
func (n notices) leftAlone(report *nplint.Report) {
	for _, left := range report.LeftAlone {
		if !n.quiet {
			fmt.Fprintf(n.err, "nplint: %s is left alone: %s\n", onLine(left.Path), onLine(left.Why))
		}
	}
}

// newPacks tells of packs that are newer than what the configuration was written for.
func (n notices) newPacks(o *nplint.Options, report *nplint.Report) {
	if len(report.NewPacks) == 0 || n.quiet {
		return
	}
	known, it := "the pack "+report.NewPacks[0]+" reports", "it"
	if len(report.NewPacks) > 1 {
		known, it = "the packs "+document.AllOf(report.NewPacks)+" report", "them"
	}
	until := fmt.Sprintf("a configuration names %s: run `nplint init`, or write packs = %s into %s", it,
		config.Value(config.Known{Packs: rules.Packs()}.PackNames()), nplint.ConfigName)
	if o.Config.Since != "" {
		until = fmt.Sprintf("since = %q in the configuration is raised to a version that has %s", o.Config.Since, it)
	}
	fmt.Fprintf(n.err, "nplint: %s warnings at most until %s\n", known, until)
}

// nothing tells that there was nothing to lint.
func (n notices) nothing(o *nplint.Options, report *nplint.Report) {
	if report.Summary.Files == 0 && !n.quiet && len(report.LeftAlone) == 0 {
		where, more := "here", ", and `nplint check FILE` checks a file wherever it lies"
		if o.Staged {
			where, more = "among the files that git has staged or committed", ""
		}
		fmt.Fprintf(n.err, "nplint: there is no artefact of a known kind %s; `nplint contract list` shows what nplint looks for%s\n",
			where, more)
		for _, own := range o.Config.OwnPacks {
			if len(own.Contracts) == 0 {
				fmt.Fprintf(n.err, "nplint: your pack %s has no kinds; `nplint contract new %s/NAME` writes one\n", own.Name, own.Name)
				continue
			}
			var markers, paths []string
			for _, texts := range append(slices.Collect(maps.Values(own.Trees)), own.Markers) {
				markers = append(markers, texts...)
			}
			for _, c := range own.Contracts {
				paths = append(paths, c.Paths...)
			}
			slices.Sort(markers)
			fmt.Fprintf(n.err, "nplint: of your pack %s, no directory has a marker (%s) and below it a file of a kind (%s)\n", own.Name,
				inertList(markers), inertList(paths))
		}
	}
}

// maxListed is how many path patterns a notice lists.
const maxListed = 5

// inertList is the first path patterns of a list, as a message shows them.
func inertList(patterns []string) string {
	shown := strings.Join(patterns[:min(len(patterns), maxListed)], ", ")
	if len(patterns) > maxListed {
		shown += ", …"
	}
	return onLine(shown)
}

// changed tells what was done in which files, of which rules.
func (n notices) changed(result *nplint.Repair, done string) {
	if n.quiet {
		return
	}
	total, files := 0, 0
	for fixed := result.Fixed; len(fixed) > 0; {
		path, count := fixed[0].Path, 0
		var rules []string
		for len(fixed) > 0 && fixed[0].Path == path {
			rules = append(rules, fixed[0].Rule)
			if fixed[0].Count > 1 {
				rules[len(rules)-1] += fmt.Sprintf(" (%d)", fixed[0].Count)
			}
			count, fixed = count+fixed[0].Count, fixed[1:]
		}
		total, files = total+count, files+1
		fmt.Fprintf(n.err, "nplint: %s %s: %s\n", done, onLine(path), strings.Join(rules, ", "))
	}
	if total > 0 {
		fmt.Fprintf(n.err, "nplint: %s %s in %s\n", done, spell.Count(total, "finding"), spell.Count(files, "file"))
	}
}

// refused tells which fixes are not applied, and why, and how many were not tried.
func (n notices) refused(result *nplint.Repair) {
	for _, r := range result.Refused {
		at := fmt.Sprintf("%s:%d", r.Finding.Path, r.Finding.Range.Start.Line)
		fmt.Fprintf(n.err, "nplint: did not fix %s: %s: %s\n", onLine(at), r.Finding.Rule, onLine(r.Why()))
	}
	if result.Untried > 0 {
		const format = "nplint: did not try %s, since it takes too long to lint the files once more; apply these and run nplint again, or name fewer paths\n"
		fmt.Fprintf(n.err, format, spell.Count(result.Untried, "other fix"))
	}
}

// unsuppressed tells what to put into the configuration for findings that no comment suppresses.
func (n notices) unsuppressed(o nplint.Options, r *nplint.Report, reason string) {
	dir := r.Base
	if o.Config != nil && o.Config.File != "" {
		dir = paths.Real(o.Config.Dir)
	}
	rules := map[string]map[string]bool{}
	for i := range r.Findings {
		found := &r.Findings[i]
		file := filepath.Join(r.Base, filepath.FromSlash(found.Path))
		name, err := filepath.Rel(dir, file)
		outside := err != nil || !filepath.IsLocal(name) || strings.ContainsAny(name, "*?[]{}\\")
		if outside || !report.Suppressible(found.Rule) || strings.HasPrefix(found.Rule, "config-") {
			continue
		}
		name = filepath.ToSlash(name)
		if rules[name] == nil {
			rules[name] = map[string]bool{}
		}
		rules[name][found.Rule] = true
	}
	if len(rules) == 0 || n.quiet {
		return
	}
	config := filepath.Join(dir, nplint.ConfigName)
	if near, err := filepath.Rel(o.Dir, config); err == nil {
		config = near
	}
	fmt.Fprintf(n.err, "nplint: no comment can suppress what is left in these files; this in %s can:\n", printable(config))
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		var ids []string
		for _, id := range slices.Sorted(maps.Keys(rules[name])) {
			ids = append(ids, document.JSONString(id))
		}
		const entry = "\n[[suppressions]]\npaths = [%s]\nrules = [%s]\nreason = %s\n"
		fmt.Fprintf(n.err, entry, document.JSONString(name), strings.Join(ids, ", "), document.JSONString(reason))
	}
	fmt.Fprintln(n.err)
}

// timing tells how long each stage took.
func (n notices) timing(report *nplint.Report) {
	for _, t := range report.Timing {
		fmt.Fprintf(n.err, "%10.3f ms  %s\n", float64(t.Duration.Microseconds())/1000, t.Name)
	}
}
