package engine

import (
	"context"
	"slices"

	"github.com/nplint/nplint/internal/baseline"
	"github.com/nplint/nplint/internal/report"
)

// Keeping calls a function that edits files, and returns what baselines become so that they let stand what they did
// before: a finding whose line was edited is in its baseline anew. options are those of a run on a path, or on the
// project around the working directory for "": what the function edits may be the configuration. Where nothing can be
// linted, no baseline counts.
func Keeping(
	ctx context.Context, options func(path string) (Options, error), parts Parts, edit func() error,
) ([]*baseline.Change, error) {
	before := accepted(ctx, options, parts)
	if err := edit(); err != nil {
		return nil, err
	}
	var changes []*baseline.Change
	for _, a := range before {
		c, err := a.renew(ctx, options, parts)
		if err != nil {
			return changes, err
		}
		if c != nil {
			changes = append(changes, c)
		}
	}
	return changes, ctx.Err()
}

// standing is what a baseline lets stand.
type standing struct {
	held  *baseline.Held
	marks []string // of the findings
}

// accepted returns what each baseline of a project lets stand.
func accepted(ctx context.Context, options func(path string) (Options, error), parts Parts) []standing {
	o, err := options("")
	if err != nil {
		return nil
	}
	p, s, err := begin(ctx, o, parts)
	if err != nil {
		return nil
	}
	defer s.files.Close()
	held, err := baseline.Load(baselines(p, s))
	if err != nil {
		return nil
	}
	var all []standing
	for _, h := range held {
		if o, err = options(h.Dir()); err != nil {
			continue
		}
		l, everything, err := both(ctx, o, parts)
		if err != nil {
			continue
		}
		reported := map[string]bool{}
		for i := range l.report.Findings {
			reported[l.report.Findings[i].Fingerprint] = true
		}
		stand := slices.DeleteFunc(everything.report.Findings, func(f report.Finding) bool { return reported[f.Fingerprint] })
		if i := slices.IndexFunc(l.held, h.Same); i >= 0 && len(stand) > 0 {
			all = append(all, standing{l.held[i], report.Marks(everything.report, stand)})
		}
	}
	return all
}

// both lints with baselines and without.
func both(ctx context.Context, o Options, parts Parts) (with, without *linted, err error) {
	if with, err = lintAll(ctx, o, parts); err != nil {
		return nil, nil, err
	}
	o.NoBaseline = true
	without, err = lintAll(ctx, o, parts)
	return with, without, err
}

// renew returns what a baseline becomes that let something stand, or nil if it needs no change.
func (a *standing) renew(
	ctx context.Context, options func(path string) (Options, error), parts Parts,
) (*baseline.Change, error) {
	o, err := options(a.held.Dir())
	if err != nil {
		return nil, nil // what keeps nplint from linting is told by the next run
	}
	l, everything, err := both(ctx, o, parts)
	if err != nil || l.report.Unanalyzed {
		return nil, nil
	}
	news := map[string]bool{}
	for i, isNew := range report.News(a.marks, report.Marks(everything.report, everything.report.Findings)) {
		if isNew {
			news[everything.report.Findings[i].Fingerprint] = true
		}
	}
	again := slices.DeleteFunc(l.report.Findings, func(f report.Finding) bool { return news[f.Fingerprint] })
	i := slices.IndexFunc(l.held, a.held.Same)
	if w := baselines(l.plan, l.scene); len(again) > 0 && i >= 0 && w.Is(a.held) {
		l.held[i].GoneSince(a.held)
		return baseline.Update(w, l.held, again)
	}
	return nil, nil
}
