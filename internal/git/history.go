package git

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Commit is a commit with its time.
type Commit struct {
	ID   string
	Time time.Time
}

// History returns the commits from the one that a revision names to the last one, the oldest first. Of merges it follows
// the branch that was merged into. Of more than so many commits it returns as many, spread evenly, the first and the last
// among them; all is how many there are.
func History(ctx context.Context, base Base, revision string, most int) (commits []Commit, all int, err error) {
	g, err := open(base.Real, base.Real)
	if err != nil {
		return nil, 0, err
	}
	first, err := Start{Revision: revision}.commit(ctx, g)
	if err != nil {
		return nil, 0, err
	}
	last, err := g.commit(ctx, Head)
	if err != nil {
		return nil, 0, err
	}
	if common, err := g.mergeBase(ctx, first, last); err != nil {
		return nil, 0, err
	} else if common != first {
		const stray = "the last commit does not come from %q%s"
		return nil, 0, mistake(stray, revision, advice(ctx, g, "; name one of its ancestors"))
	}
	newest, err := g.revisions(ctx, "--first-parent", first+".."+last)
	if err != nil {
		return nil, 0, err
	}
	oldest, err := g.revisions(ctx, "--max-count=1", first)
	if err != nil {
		return nil, 0, err
	}
	line := append(newest, oldest...)
	all = len(line)
	for i := range min(all, most) {
		at := i
		if all > most {
			at = i * (all - 1) / (most - 1)
		}
		commits = append(commits, line[all-1-at])
	}
	return commits, all, nil
}

// revisions returns the commits that git lists, the newest first.
func (g *repo) revisions(ctx context.Context, args ...string) (commits []Commit, err error) {
	out, err := g.run(ctx, nil, append(append([]string{"rev-list", "--timestamp"}, args...), "--")...)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(out)) {
		seconds, id, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.ParseInt(seconds, 10, 64)
		if err != nil || id == "" {
			return nil, fmt.Errorf("git says: %q", line)
		}
		commits = append(commits, Commit{id, time.Unix(n, 0).UTC()})
	}
	return commits, nil
}
