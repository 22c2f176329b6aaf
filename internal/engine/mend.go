package engine

import (
	"context"
	"maps"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/report"
)

// Mend lints and repairs in memory: safe fixes, and with unsafe the others too. See edit.Mend.
func Mend(ctx context.Context, o Options, parts Parts, unsafe bool) (*edit.Repair, error) {
	return mend(ctx, o, parts, unsafe, nil)
}

// A Chooser returns which findings of a report are to be fixed. The report has the fixes that Mend would apply.
type Chooser func(*report.Report) (chosen func(*report.Finding) bool, err error)

// MendChosen is Mend for those findings alone that are chosen, and what follows from their fixes.
func MendChosen(ctx context.Context, o Options, parts Parts, unsafe bool, choose Chooser) (*edit.Repair, error) {
	return mend(ctx, o, parts, unsafe, choose)
}

func mend(ctx context.Context, o Options, parts Parts, unsafe bool, choose Chooser) (*edit.Repair, error) {
	if o.Staged {
		return nil, usage("what is staged is only looked at: fixes are made in the working tree; fix without it, and stage the result")
	}
	l, err := lintAll(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	chosen := func(*report.Finding) bool { return true }
	if choose != nil {
		if err := offer(ctx, l); err != nil {
			return nil, err
		}
		if chosen, err = choose(l.report); err != nil {
			return nil, err
		}
	}
	all, err := whole(ctx, l.plan, l.scene)
	if err != nil {
		return nil, err
	}
	repair, err := edit.Mend(l.report, unsafe, relint(ctx, l.plan, l.scene), all, chosen)
	if err == nil {
		settle(repair.Before, o.MaxFindings)
		if repair.After != repair.Before {
			settle(repair.After, o.MaxFindings)
		}
	}
	return repair, err
}

// whole lints all of the projects of which some files or rules were asked for. It returns nil if all were asked for, or
// nothing but one text.
func whole(ctx context.Context, p *plan, s *scene) (*edit.Whole, error) {
	roots := map[string]bool{}
	for i := range s.inputs {
		if s.inputs[i].Target {
			roots[s.inputs[i].Root] = true
		}
	}
	missing := func(in document.Input) bool { return roots[in.Root] && !in.Target }
	if p.Kind != "" || len(p.Overlay) > 0 || len(p.Only) == 0 && !slices.ContainsFunc(s.inputs, missing) {
		return nil, nil
	}
	all, around, found := *p, *s, *s.found
	all.Only, all.Enable = nil, slices.Concat(p.Enable, p.Only)
	found.Inputs = slices.Clone(found.Inputs)
	for i := range found.Inputs {
		in := &found.Inputs[i]
		in.Target = in.Target || roots[in.Root]
	}
	around.found, around.inputs = &found, withNamed(ctx, &all, &around, found.Inputs)
	everything, _, err := lint(ctx, &all, &around, 0)
	levels := config.Levels{Scopes: s.scopes, Choice: p.choice()}
	asked := func(f *report.Finding) bool {
		return s.wanted(f.Path) && levels.Of(f.Rule, f.Kind, f.Path) != report.Off
	}
	return &edit.Whole{Report: everything, Lint: relint(ctx, &all, &around), Asked: asked}, err
}

// relint returns a function that judges again what was judged, with other content in some files. It holds until the
// function is called again.
func relint(ctx context.Context, p *plan, s *scene) edit.Lint {
	return func(changed map[string][]byte) (*report.Report, error) {
		texts := maps.Clone(p.Overlay)
		if texts == nil {
			texts = map[string][]byte{}
		}
		for name, text := range changed {
			texts[s.files.Abs(name)] = text
		}
		p.texts.Reset(texts)
		s.inputs = withNamed(ctx, p, s, s.found.Inputs) // a fix may name another file
		again, _, err := lint(ctx, p, s, 0)
		return again, err
	}
}
