package git

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Head is the name of the last commit.
const Head = "HEAD"

// history is the commits of a repository.
type history struct{ *repo }

// Commit is a commit with its time.
type Commit struct {
	ID   string
	Time time.Time
}

// History returns the commits from the one that a revision names to the last one, the oldest first. Of merges it
// follows the branch that was merged into. Of more than so many commits it returns as many, spread evenly, the first
// and the last among them; all is how many there are.
func History(ctx context.Context, base Base, revision string, most int) (commits []Commit, all int, err error) {
	g, err := open(base.Real, base.Real)
	if err != nil {
		return nil, 0, err
	}
	h := history{g}
	first, err := Start{Revision: revision}.commit(ctx, h)
	if err != nil {
		return nil, 0, err
	}
	last, err := h.commit(ctx, Head)
	if err != nil {
		return nil, 0, err
	}
	if common, err := h.mergeBase(ctx, first, last); err != nil {
		return nil, 0, err
	} else if common != first {
		const stray = "the last commit does not come from %q%s"
		return nil, 0, mistake(stray, revision, h.advice(ctx, "; name one of its ancestors"))
	}
	newest, err := h.revisions(ctx, "--first-parent", first+".."+last)
	if err != nil {
		return nil, 0, err
	}
	oldest, err := h.revisions(ctx, "--max-count=1", first)
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

// LastCommit returns the newest commit of the last one's history that was made until a time, or without one the last.
func LastCommit(ctx context.Context, base Base, until time.Time) (Commit, error) {
	g, err := open(base.Real, base.Real)
	if err != nil {
		return Commit{}, err
	}
	args := []string{"--max-count=1", Head}
	if !until.IsZero() {
		args = append(args, fmt.Sprintf("--min-age=%d", until.Unix()))
	}
	commits, err := history{g}.revisions(ctx, args...)
	if err == nil && len(commits) == 0 {
		err = errNoCommit
	}
	if err != nil {
		return Commit{}, err
	}
	return commits[0], nil
}

// revisions returns the commits that git lists, the newest first.
func (h history) revisions(ctx context.Context, args ...string) (commits []Commit, err error) {
	out, err := h.run(ctx, nil, append(append([]string{"rev-list", "--timestamp"}, args...), "--")...)
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

// commit returns the id of the commit that a revision names. The error is errNoCommit if there is none.
func (h history) commit(ctx context.Context, revision string) (string, error) {
	if strings.HasPrefix(revision, "-") {
		return "", errNoCommit // git would take it for an option
	}
	out, err := h.run(ctx, nil, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
	if isStatus(err, 1) {
		if err := h.broken(ctx, revision); err != nil {
			return "", err
		}
		return "", errNoCommit
	}
	if isStatus(err, 128) && strings.Contains(revision, "@{") { // there is no upstream, or no such entry in the log
		return "", &mistakeError{err.Error()}
	}
	return strings.TrimSpace(string(out)), err
}

// broken returns an error if it is not for its name that a revision names no commit, but since git cannot read a commit
// on the way from the branch or tag that it begins with.
func (h history) broken(ctx context.Context, revision string) error {
	name := revision
	if i := strings.IndexAny(name, "~^@:"); i > 0 {
		name = name[:i]
	}
	out, err := h.run(ctx, nil, "rev-parse", "--verify", "--quiet", name)
	id := strings.TrimSpace(string(out))
	if err != nil || id == name {
		return nil
	}
	if kind, err := h.run(ctx, nil, "cat-file", "-t", id); err == nil && strings.TrimSpace(string(kind)) != "commit" {
		return nil
	}
	_, err = h.run(ctx, nil, "rev-list", "--quiet", "--max-count=100000", id, "--")
	return err
}

// errNoCommit is a mistake of who names a revision.
var errNoCommit error = &mistakeError{"there is no such commit here"}

// mergeBase returns the commit from which two commits have gone apart, or "" if they have none in common here.
func (h history) mergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := h.run(ctx, nil, "merge-base", a, b)
	if isStatus(err, 1) {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}

// advice says what to do about a commit that is not there.
func (h history) advice(ctx context.Context, otherwise string) string {
	const shallow = ", since the clone is shallow; fetch the whole history " +
		"(`git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout)"
	out, err := h.run(ctx, nil, "rev-parse", "--is-shallow-repository")
	if err == nil && strings.TrimSpace(string(out)) == "true" {
		return shallow
	}
	return otherwise
}
