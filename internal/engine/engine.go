package engine

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/baseline"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/judge"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// Run discovers, parses, analyzes and judges. The error is a *UsageError for a mistake of the caller; faults of
// the linted files are findings and never an error. The report does not depend on Jobs.
func Run(ctx context.Context, o Options, parts Parts) (*report.Report, error) {
	l, err := lintAll(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	if err := offer(ctx, l); err != nil {
		return nil, err
	}
	settle(l.report, o.MaxFindings)
	return l.report, nil
}

// offer leaves of the fixes in a report those that bring no error.
func offer(ctx context.Context, l *linted) error {
	start, inputs := time.Now(), l.scene.inputs
	err := edit.Offer(l.report, relint(ctx, l.plan, l.scene))
	l.plan.texts.Reset(l.plan.Overlay) // who looks at the project next sees it as it is
	l.scene.inputs = inputs
	l.report.Timing = append(l.report.Timing, report.Timing{Name: "fixes", Duration: time.Since(start)})
	return err
}

// begin resolves options and looks for files.
func begin(ctx context.Context, o Options, parts Parts) (*plan, *scene, error) {
	p, err := resolve(o, parts)
	if err != nil {
		return nil, nil, err
	}
	s, err := look(ctx, p)
	return p, s, err
}

// linted is what a run has come to.
type linted struct {
	plan   *plan
	scene  *scene
	report *report.Report
	held   []*baseline.Held // the baselines that findings were held against
}

// fewInputs is how many a project has at most whose documents are kept for the next look at it.
const fewInputs = 2000

// lintAll resolves options, looks for files and lints them.
func lintAll(ctx context.Context, o Options, parts Parts) (*linted, error) {
	start := time.Now()
	p, s, err := begin(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	if len(s.inputs) <= fewInputs {
		p.trees = new(document.Trees)
	}
	l := &linted{plan: p, scene: s}
	l.report, l.held, err = lint(ctx, p, s, time.Since(start))
	return l, err
}

// settle leaves of a report what is told.
func settle(r *report.Report, limit int) {
	report.Limit(r, limit)
	report.Gather(r)
}

// lint has passes judge what was found, and makes a report of what they say. It returns the baselines that findings
// were held against, too.
func lint(ctx context.Context, p *plan, s *scene, discovery time.Duration) (*report.Report, []*baseline.Held, error) {
	c, err := prepare(ctx, p, s, discovery)
	if err != nil {
		return nil, nil, err
	}
	defer s.files.Close()
	said, err := judge.Analyze(ctx, project(ctx, p, s, c.inputs), p.parts.passes(p.Passes))
	if err != nil {
		return nil, nil, err
	}
	return conclude(ctx, p, s, c, said)
}

// prepared is what is known before documents are judged.
type prepared struct {
	held   []*baseline.Held
	whole  config.Whole    // configurations whose whole directory is linted
	unused []config.Unused // entries in them that do nothing
	inputs []document.Input
	timing []report.Timing
}

// prepare reads baselines and finds out what in configurations does nothing.
func prepare(ctx context.Context, p *plan, s *scene, discovery time.Duration) (*prepared, error) {
	start := time.Now()
	held, err := baseline.Load(baselines(p, s))
	if err != nil {
		return nil, &UsageError{err}
	}
	c := &prepared{held: held}
	if c.whole, c.unused = unusedEntries(p, s); c.whole.Any() {
		c.unused = append(c.unused, outdatedBaselines(s.files.Dir, held, p.Rules)...)
	}
	c.inputs = with(s.inputs, c.whole.Suppressing(), c.unused)
	c.timing = []report.Timing{{Name: "discover", Duration: discovery + time.Since(start)}}
	return c, ctx.Err()
}

// conclude makes a report of what passes said.
func conclude(
	ctx context.Context, p *plan, s *scene, c *prepared, said *judge.Diagnostics,
) (*report.Report, []*baseline.Held, error) {
	start := time.Now()
	levels := config.Levels{Scopes: s.scopes, Choice: p.choice()}
	result := &report.Report{Base: s.files.Dir, LeftAlone: leftAlone(p, s)}
	result.Findings, result.Summary.Suppressed = said.Findings(judge.Case{
		Levels: levels, Contracts: p.contracts, Inputs: c.inputs, Alone: p.Kind != "", Whole: c.whole, Unused: c.unused,
		Today: p.Today,
	})
	unjudged := func(f report.Finding) bool { return report.Unjudged(f.Rule) && f.Severity == report.Error }
	result.Unanalyzed = said.Unanalyzed(levels) || slices.ContainsFunc(result.Findings, unjudged)
	hold(p, s, said, result, c.held, func(name, rule string) bool {
		return !said.Partly(name) && wouldFind(p, s, levels, c.whole, said.Set, name, rule)
	})
	var err error
	if result.Findings, err = onlyNew(ctx, p, s, result.Findings); err != nil {
		return nil, nil, err
	}
	copies(p.packs, levels, result.Findings, func(name string) []byte {
		if d := said.Set.Bare(name); d != nil {
			return d.Src
		}
		return nil
	})
	habits(p.packs, levels, result.Findings)
	result.NewPacks = newPacks(p, s, result.Findings)
	finish(p, s, result, said)
	result.Timing = append(append(slices.Clone(c.timing), said.Timing...),
		report.Timing{Name: "findings", Duration: time.Since(start)})
	return result, c.held, asUsage(s.scopes.Exceeded())
}

// hold gives findings their fingerprints, takes those out that are in a baseline, and finds out which are in one and
// fixed. wouldFind tells whether the run would have found one of a rule in a file; if not all could be analyzed,
// nothing is known to be fixed.
func hold(
	p *plan, s *scene, said *judge.Diagnostics, result *report.Report, held []*baseline.Held,
	wouldFind func(name, rule string) bool,
) {
	names := func(findings []report.Finding, files *config.Scope) []string {
		return report.Fingerprints(findings, func(name string) string {
			if files != s.scopes.Outer() && files.Path(name) == "" {
				return "" // a baseline below is not about it
			}
			return files.Relative(s.today(name))
		}, said.Line)
	}
	for i, name := range names(result.Findings, s.scopes.Outer()) {
		result.Findings[i].Fingerprint = name
	}
	all := len(result.Findings)
	result.Findings = baseline.Without(result.Findings, held, names, p.Rules.Names, p.Today)
	result.Summary.Baselined = all - len(result.Findings)
	for _, h := range held {
		result.Baselines = append(result.Baselines, h.Use(func(name, rule string) bool {
			return !result.Unanalyzed && wouldFind(name, rule)
		}))
	}
}

// finish counts what a report has and gives it what it can be asked.
func finish(p *plan, s *scene, result *report.Report, said *judge.Diagnostics) {
	report.Summarize(result)
	for i := range s.inputs {
		// Beside the index, the disk has what git does not keep: that is no part of what is staged.
		if in := &s.inputs[i]; in.Target && (s.tree == nil || s.tree.Kind(in.Path) == git.File) {
			result.Summary.Files++
		}
	}
	sources := map[string][]byte{}
	for i := range result.Findings {
		name := result.Findings[i].Path
		sources[name] = said.Set.Bare(name).Src
	}
	names := &aliases{of: s.files, inputs: s.inputs}
	report.Attach(result, report.Knowledge{
		Sources: sources, Rules: p.Rules, Artefact: s.artefact, Alias: names.ask, Weight: said.Weight,
	})
	if s.changes == nil {
		return
	}
	result.Touched = map[string]bool{}
	for name, src := range sources {
		if differs, known := s.changes.Before.Differs(name, src); known {
			result.Touched[name] = differs
		}
	}
}

// unusedEntries returns the configurations whose whole directory was linted, and what does nothing in them. That is no
// matter of what is new.
func unusedEntries(p *plan, s *scene) (whole config.Whole, unused []config.Unused) {
	if p.Kind != "" || len(p.Packs) > 0 || p.since != nil || s.tree != nil {
		return whole, nil
	}
	var artefacts []string
	for i := range s.inputs {
		if s.inputs[i].Target {
			artefacts = append(artefacts, s.inputs[i].Path)
		}
	}
	whole = s.scopes.Whole(s.wanted)
	return whole, whole.Unused(artefacts, p.contracts)
}

// baselines says which baselines count.
func baselines(p *plan, s *scene) baseline.Where {
	return baseline.Where{File: p.Baseline, WorkDir: p.Dir, Base: s.files.Dir, Scopes: s.scopes, Off: p.NoBaseline || p.Kind != ""}
}

// outdatedBaselines returns what is to be said of the baselines in the base that name rules by ids that they no
// longer have.
func outdatedBaselines(base string, held []*baseline.Held, known *rules.Catalogue) []config.Unused {
	var found []config.Unused
	for _, h := range held {
		var older []string
		for _, id := range h.Rules() {
			if rule := known.Named(id); rule != nil && (rule.ID != id || rule.RemovedIn != "") {
				older = append(older, id)
			}
		}
		if file, ok := h.In(base); ok && len(older) > 0 {
			const format = "%s: rules that were renamed or removed; their findings are let stand all the same, and " +
				"`nplint baseline update` writes the ids of today"
			found = append(found, config.Unused{File: file, Line: 1, At: "files", Rule: "config-outdated",
				Message: fmt.Sprintf(format, strings.Join(older, ", "))})
		}
	}
	return found
}

// wouldFind reports whether the run would have reported a finding of a rule in a file, named relative to the base, so
// that none means that it is gone: the file is wanted or was, if it is no longer there, the rule is on, and nothing
// keeps the file from being judged.
func wouldFind(p *plan, s *scene, levels config.Levels, whole config.Whole, set *document.Set, name, rule string) bool {
	if len(p.Packs) > 0 || !s.wanted(name) {
		return false
	}
	if strings.HasPrefix(rule, "config-") { // whether an entry does anything may not have been asked
		if p.since != nil || !s.wanted(path.Dir(name)) || paths.Exists(s.files.Abs(name)) && !whole.Has(name) {
			return false
		}
	}
	if page := levels.Page(rule); page != nil {
		rule = page.ID
	}
	doc := set.At(name)
	if doc == nil {
		doc = &document.Document{Path: name}
	}
	return judge.Wholly(doc, p.contracts) && levels.Of(rule, doc.Kind, name) != report.Off
}

// onlyNew returns the findings that were not there before the change that is looked at. It lints the files that have
// findings once more, as they and all others were then, under the configuration of today: so a finding that comes
// from a change of another file is new, and one whose file has changed elsewhere is not.
func onlyNew(ctx context.Context, p *plan, s *scene, findings []report.Finding) ([]report.Finding, error) {
	if s.changes == nil || len(findings) == 0 {
		return findings, nil
	}
	found := map[string]bool{}
	for i := range findings {
		found[findings[i].Path] = true
	}
	before := s.changes.Before
	then := *s
	then.changes, then.tree, then.files = nil, before, s.files.At(before, nil)
	then.inputs = withNamed(ctx, p, &then, s.found.At(then.files, s.inputs))
	for i := range then.inputs {
		in := &then.inputs[i]
		in.Target, in.Unsaved = found[before.Today(in.Path)], false
	}
	options := *p
	options.NoBaseline = true
	old, _, err := lint(ctx, &options, &then, 0)
	if err != nil {
		return nil, err
	}
	if err := before.Err(); err != nil {
		return nil, unknownNews(ctx, err)
	}
	known := map[string]bool{}
	for i := range old.Findings {
		known[old.Findings[i].Fingerprint] = true
	}
	return slices.DeleteFunc(findings, func(f report.Finding) bool { return known[f.Fingerprint] && report.Baselinable(f.Rule) }), nil
}
