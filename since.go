package nplint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
)

// comparison is what a run knows of git if it reports only what is new. Its fields are nil otherwise.
type comparison struct {
	since    *since
	index    []gitFile // git's index
	before   *snapshot // what new findings are told by
	snapshot *snapshot // what is linted instead of the disk, or nil
}

// since is what findings are new in comparison with.
type since struct {
	revision string // as the caller names it, or HEAD
	base     bool   // not the revision, but where the last commit has left it
	staged   bool   // what is linted is the index
}

// startingPoint returns what the options ask for, or nil if all findings are to be reported.
func (o *Options) startingPoint() (*since, error) {
	var asked []since
	if o.NewFrom != "" {
		asked = append(asked, since{revision: o.NewFrom})
	}
	if o.NewFromMergeBase != "" {
		asked = append(asked, since{revision: o.NewFromMergeBase, base: true})
	}
	if o.Staged {
		asked = append(asked, since{revision: head, staged: true})
	}
	switch {
	case len(asked) > 1:
		return nil, usage("only one can be asked for of what is new since a revision, since a merge base, and what is staged")
	case len(asked) == 0:
		return nil, nil
	case o.Kind != "":
		return nil, usage("a file that is judged alone has no earlier state to be compared with; leave out the kind, or the revision")
	}
	return &asked[0], nil
}

// takeSnapshots finds out what git has of the files before the change that is looked at and, if that change is in the index, after it. Whatever
// goes wrong is for the caller to mend.
func (r *run) takeSnapshots(ctx context.Context) error {
	if r.since == nil {
		return nil
	}
	g, err := newGit(r.realBase, r.realBase)
	if err == nil {
		err = r.compare(ctx, g)
	}
	if err != nil && ctx.Err() == nil {
		return usage("it cannot be told what is new: %w", err)
	}
	return err
}

// compare takes the snapshots.
func (r *run) compare(ctx context.Context, g *git) error {
	index, conflicts, err := g.index(ctx, "")
	if err != nil {
		return err
	}
	commit, err := g.start(ctx, r.since)
	if err != nil {
		return err
	}
	var changes []gitChange
	if commit == "" { // there is none yet
		for _, f := range index {
			changes = append(changes, gitChange{after: f})
		}
	} else if changes, err = g.changes(ctx, commit); err != nil {
		return err
	}
	r.before = newSnapshot(ctx, g, commit)
	entries := make(map[string]gitFile, len(changes))
	for _, c := range changes {
		if c.before.path != "" {
			entries[c.before.path] = c.before
			r.before.renamed[c.before.path] = cmp.Or(c.after.path, c.before.path)
		}
		if c.after.path != c.before.path {
			r.before.gone[c.after.path] = true // "" is no path
		}
	}
	if err := r.before.conflicting(ctx, g, conflicts, entries); err != nil {
		return err
	}
	r.before.files = patched(index, entries, r.before.gone)
	r.index = index
	if r.since.staged {
		r.snapshot = newSnapshot(ctx, g, "")
		r.snapshot.files = patched(index, nil, nil)
		for _, c := range changes {
			if c.before.path != "" && c.before.path != c.after.path {
				r.snapshot.gone[c.before.path] = true
			}
		}
	}
	return nil
}

func newSnapshot(ctx context.Context, g *git, commit string) *snapshot {
	return &snapshot{ctx: ctx, commit: commit, gone: map[string]bool{}, renamed: map[string]string{}, blobs: blobs{git: g}}
}

// conflicting adds the entries that a commit has of files that the index has in conflict.
func (s *snapshot) conflicting(ctx context.Context, g *git, conflicts []string, entries map[string]gitFile) error {
	if s.commit == "" || len(conflicts) == 0 {
		return nil
	}
	found, err := g.blobs(ctx, s.commit, conflicts)
	for _, path := range conflicts {
		if b, ok := found[path]; ok {
			entries[path] = gitFile{path, "100644", b.id}
		} else {
			s.gone[path] = true
		}
	}
	return err
}

// patched returns the regular files among the entries of an index, without those that are gone and with those that differ.
func patched(index []gitFile, differ map[string]gitFile, gone map[string]bool) []gitFile {
	files := make([]gitFile, 0, len(index))
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
	slices.SortFunc(files, comparePaths)
	return files
}

// start returns the commit to compare with, "" if there is none yet and what is staged is the first.
func (g *git) start(ctx context.Context, s *since) (string, error) {
	commit, err := g.commit(ctx, s.revision)
	switch {
	case errors.Is(err, errNoCommit) && s.staged:
		return "", nil
	case errors.Is(err, errNoCommit):
		return "", fmt.Errorf("there is no commit %q here%s", s.revision, g.advice(ctx, "; name another, or fetch it"))
	case err != nil || !s.base:
		return commit, err
	}
	last, err := g.commit(ctx, head)
	if errors.Is(err, errNoCommit) {
		return "", errors.New("the repository has no commit yet")
	} else if err != nil {
		return "", err
	}
	base, err := g.mergeBase(ctx, commit, last)
	if err == nil && base == "" {
		err = fmt.Errorf("%q and the last commit have no commit in common here%s", s.revision, g.advice(ctx, "; name the branch that the work started from"))
	}
	return base, err
}

// advice says what to do about a commit that is not there.
func (g *git) advice(ctx context.Context, otherwise string) string {
	if g.shallow(ctx) {
		return ", since the clone is shallow; fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout)"
	}
	return otherwise
}

// forget takes files out of the snapshot before the change that git has never seen and does not ignore: they are new.
func (r *run) forget(ctx context.Context) error {
	if r.since == nil || r.since.staged {
		return nil
	}
	var unknown []string
	for i := range r.inputs {
		if at, ok := r.gitPath(r.before, r.inputs[i].Path); ok {
			if _, kept := slices.BinarySearchFunc(r.index, gitFile{path: at}, comparePaths); !kept && r.before.find(at) == nil {
				unknown = append(unknown, r.inputs[i].Path)
			}
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	ignored, err := r.ignored(ctx, unknown)
	if err != nil {
		return err
	}
	for _, path := range unknown {
		if at, _ := r.gitPath(r.before, path); !ignored[path] {
			r.before.gone[at] = true
		}
	}
	return nil
}

// onlyNew takes the findings out that were there before the change. It lints the files that have findings once more, as they and all
// others were then, under the configuration of today: so a finding that comes from a change of another file is new, and one whose file has
// changed elsewhere is not.
func (r *run) onlyNew(ctx context.Context, report *Report) error {
	if r.before == nil || len(report.Findings) == 0 {
		return nil
	}
	old := &run{
		Options: r.Options, config: r.config, choice: r.choice, contracts: r.contracts, packs: r.packs, base: r.base, realBase: r.realBase,
		rootAt: r.rootAt, roots: r.roots, scopes: r.scopes, comparison: comparison{snapshot: r.before},
	}
	old.Overlay, old.NoBaseline = nil, true
	found := map[string]bool{}
	for i := range report.Findings {
		found[report.Findings[i].Path] = true
	}
	old.wanted = func(string) bool { return false }
	old.inputs = old.inputsIn(r.before, r.inputs)
	for i := range old.inputs {
		in := &old.inputs[i]
		in.Target, in.Unsaved = found[old.today(in.Path)], false
	}
	before, err := old.lint(ctx)
	if err != nil {
		return err
	}
	if err := r.before.blobs.err(); err != nil {
		return fmt.Errorf("it cannot be told what is new: %w", err)
	}
	known := map[string]bool{}
	for i := range before.Findings {
		known[before.Findings[i].Fingerprint] = true
	}
	report.Findings = slices.DeleteFunc(report.Findings, func(f Finding) bool { return known[f.Fingerprint] && baselinable(&f) })
	return nil
}

// today returns the path that a file of a snapshot has today, both relative to the base.
func (r *run) today(path string) string {
	if r.snapshot == nil {
		return path
	}
	if now, ok := r.snapshot.renamed[path]; ok {
		return now
	}
	return path
}

// lastCommit returns the commit that was the last in the state that is linted.
func (r *run) lastCommit(g *git) string {
	if r.snapshot != nil && r.snapshot.commit != "" && g.dir == r.realBase {
		return r.snapshot.commit
	}
	return head
}

// sorted returns inputs by their paths, with those marked that are wanted.
func (r *run) sorted(found map[string]document.Input) []document.Input {
	inputs := make([]document.Input, 0, len(found))
	all := r.wanted(r.base)
	for _, path := range slices.Sorted(maps.Keys(found)) {
		in := found[path]
		if in.Target = all || r.wanted(r.abs(path)); in.Target {
			_, in.Unsaved = r.unsaved(path)
		}
		inputs = append(inputs, in)
	}
	return inputs
}
