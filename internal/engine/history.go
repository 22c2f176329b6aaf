package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/judge"
	"github.com/nplint/nplint/internal/report"
)

// MostMoments is how many commits a report.History looks at, the first and the last among them.
const MostMoments = 30

// Since returns how the projects were in the commits from a revision to the last one, and are now. Each is judged as a
// whole with the configuration of today and without baselines, so that what they let stand counts. It reads commits
// from git and writes nothing. Progress is told how many of them have been judged.
func Since(ctx context.Context, o Options, parts Parts, revision string) (*report.History, error) {
	tell := o.Progress
	if tell == nil {
		tell = func(int, int) {}
	}
	o.NoBaseline, o.Progress = true, nil
	p, s, err := begin(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	defer s.files.Close()
	commits, all, err := git.History(ctx, s.place.Base, revision, MostMoments)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	} else if err != nil {
		return nil, ofGit(fmt.Errorf("it cannot be told how it was since %s: %w", revision, err))
	}
	h := &report.History{Since: revision, Commits: all}
	for _, commit := range commits {
		var m *report.Moment
		if !errors.Is(err, git.ErrLate) { // a tree can be made that git would list for ever, and be in all of them
			m, err = momentOf(ctx, p, s, commit)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			m = &report.Moment{Unjudged: err.Error()}
		}
		m.Commit, m.Time = commit.ID, commit.Time
		h.Moments = append(h.Moments, *m)
		tell(len(h.Moments), len(commits)+1)
	}
	now, err := moment(ctx, p, s)
	if err != nil {
		return nil, err
	}
	h.Moments = append(h.Moments, *now)
	tell(len(h.Moments), len(commits)+1)
	return h, nil
}

// momentOf returns how the projects of a scene were in a commit.
func momentOf(ctx context.Context, p *plan, s *scene, commit git.Commit) (*report.Moment, error) {
	c, err := git.Compare(ctx, s.place.Base, git.Start{Revision: commit.ID})
	if err != nil {
		return nil, err
	}
	defer c.Before.Close()
	names := make([]string, len(s.inputs))
	for i := range s.inputs {
		names[i] = s.inputs[i].Path
	}
	if err := c.Forget(ctx, names); err != nil {
		return nil, err
	}
	then := *s
	then.tree, then.files = c.Before, s.files.At(c.Before, nil)
	then.inputs = withNamed(ctx, p, &then, s.found.At(then.files, s.inputs))
	m, err := moment(ctx, p, &then)
	return m, errors.Join(err, c.Before.Err())
}

// moment judges what a scene has.
func moment(ctx context.Context, p *plan, s *scene) (*report.Moment, error) {
	r, _, err := lint(ctx, p, s, 0)
	if err != nil {
		return nil, err
	}
	set := document.NewSet(project(ctx, p, s, s.inputs))
	views, err := judge.Views(ctx, p.parts.Packs, set, []pack.Finding{}) // what they say of findings is not asked
	if err != nil {
		return nil, err
	}
	m := &report.Moment{Summary: &r.Summary}
	for _, v := range views {
		for _, section := range v.Sections {
			add(m, section.Progress)
			whole := func(p pack.Progress) bool {
				return slices.ContainsFunc(section.Progress, func(of pack.Progress) bool { return of.Name == p.Name })
			}
			for i := range section.Parts {
				add(m, slices.DeleteFunc(slices.Clone(section.Parts[i].Progress), whole))
			}
		}
	}
	return m, nil
}

// add adds what is measured to what is known by the same names.
func add(m *report.Moment, all []pack.Progress) {
	for _, p := range all {
		if p.Of <= 0 {
			continue
		}
		i := slices.IndexFunc(m.Progress, func(known report.Measure) bool { return known.Name == p.Name })
		if i < 0 {
			i = len(m.Progress)
			m.Progress = append(m.Progress, report.Measure{Name: p.Name})
		}
		m.Progress[i].Done += p.Done
		m.Progress[i].Of += p.Of
	}
}
