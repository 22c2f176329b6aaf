package git

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
)

// Start says where a change starts that is looked at.
type Start struct {
	Revision  string // as the caller names it, or Head
	MergeBase bool   // it is not the revision, but where the last commit has left it
	Staged    bool   // the change ends in the index and not on disk
}

// Comparison is the files of a base on both sides of a change.
type Comparison struct {
	Before *Snapshot
	Staged *Snapshot // the index, if the change ends there, or nil
	index  []entry
}

// Compare finds out what git has of the files below a base before a change and, if the change is staged, after it.
// IsMistake tells whether what goes wrong is for the caller to mend.
func Compare(ctx context.Context, base Base, start Start) (*Comparison, error) {
	g, err := open(base.Real, base.Real)
	if err != nil {
		return nil, err
	}
	if err := g.useIndex(ctx); err != nil {
		return nil, err
	}
	var commit string
	var changes []change
	var changesErr error
	var wait sync.WaitGroup
	wait.Go(func() { commit, changes, changesErr = start.changes(ctx, g) })
	index, conflicts, err := g.index(ctx, "")
	wait.Wait()
	if err = cmp.Or(err, changesErr); err != nil {
		return nil, err
	}
	if commit == "" { // there is none yet
		for _, f := range index {
			changes = append(changes, change{after: f})
		}
	}
	c := &Comparison{Before: newSnapshot(ctx, base, g, commit), index: index}
	entries := make(map[string]entry, len(changes))
	for _, change := range changes {
		if change.before.path != "" {
			entries[change.before.path] = change.before
			c.Before.renamed[change.before.path] = cmp.Or(change.after.path, change.before.path)
		}
		if change.after.path != change.before.path {
			c.Before.gone[change.after.path] = true // "" is no path
		}
	}
	if err := c.Before.conflicting(g, conflicts, entries); err != nil {
		return nil, err
	}
	c.Before.files = patched(index, entries, c.Before.gone)
	if start.Staged {
		c.Staged = newSnapshot(ctx, base, g, "")
		c.Staged.files = patched(index, nil, nil)
		for _, change := range changes {
			if change.before.path != "" && change.before.path != change.after.path {
				c.Staged.gone[change.before.path] = true
			}
		}
	}
	return c, nil
}

func newSnapshot(ctx context.Context, base Base, g *repo, commit string) *Snapshot {
	return &Snapshot{
		base: base, ctx: ctx, commit: commit, gone: map[string]bool{}, renamed: map[string]string{}, reader: reader{git: g},
	}
}

// conflicting adds the entries that the commit has of files that the index has in conflict.
func (s *Snapshot) conflicting(g *repo, conflicts []string, entries map[string]entry) error {
	if s.commit == "" || len(conflicts) == 0 {
		return nil
	}
	found, err := g.blobs(s.ctx, s.commit, conflicts)
	for _, path := range conflicts {
		if b, ok := found[path]; ok {
			entries[path] = entry{path, "100644", b.id}
		} else {
			s.gone[path] = true
		}
	}
	return err
}

// patched returns the regular files among the entries of an index, without those that are gone and with those that
// differ.
func patched(index []entry, differ map[string]entry, gone map[string]bool) []entry {
	files := make([]entry, 0, len(index))
	for _, f := range index {
		if _, other := differ[f.path]; !other && !gone[f.path] && f.regular() {
			files = append(files, f)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(differ)) {
		if f := differ[path]; f.regular() {
			files = append(files, f)
		}
	}
	slices.SortStableFunc(files, byPath)
	return files
}

// changes returns the commit to compare with, "" if there is none yet, and how the index differs from it.
func (s Start) changes(ctx context.Context, g *repo) (commit string, changes []change, err error) {
	if commit, err = s.commit(ctx, history{g}); err != nil || commit == "" {
		return commit, nil, err
	}
	changes, err = g.changes(ctx, commit)
	return commit, changes, err
}

// commit returns the commit to compare with, "" if there is none yet and what is staged is the first.
func (s Start) commit(ctx context.Context, h history) (string, error) {
	commit, err := h.commit(ctx, s.Revision)
	switch {
	case errors.Is(err, errNoCommit) && s.Staged:
		return "", nil
	case errors.Is(err, errNoCommit):
		return "", mistake("there is no commit %q here%s", s.Revision, h.advice(ctx, "; name another, or fetch it"))
	case err != nil || !s.MergeBase:
		return commit, err
	}
	last, err := h.commit(ctx, Head)
	if errors.Is(err, errNoCommit) {
		return "", mistake("the repository has no commit yet")
	} else if err != nil {
		return "", err
	}
	base, err := h.mergeBase(ctx, commit, last)
	if err == nil && base == "" {
		advice := h.advice(ctx, "; name the branch that the work started from")
		err = mistake("%q and the last commit have no commit in common here%s", s.Revision, advice)
	}
	return base, err
}

// Forget takes those of the files out of the snapshot before the change that git has never seen and does not ignore:
// they are new.
func (c *Comparison) Forget(ctx context.Context, files []string) error {
	unknown := map[string]string{} // to the path for git
	for _, name := range files {
		if path, ok := c.Before.path(name); ok {
			if _, kept := slices.BinarySearchFunc(c.index, entry{path: path}, byPath); !kept && c.Before.find(path) == nil {
				unknown[name] = path
			}
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	ignored, err := NewIgnoring(c.Before.base).Ignored(ctx, slices.Sorted(maps.Keys(unknown)))
	if err != nil {
		return err
	}
	for name, path := range unknown {
		if !ignored[name] {
			c.Before.gone[path] = true
		}
	}
	return nil
}
