package engine

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/baseline"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/discover"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/git"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// plan is options with what they come to: its Dir is absolute, its Config prepared.
type plan struct {
	Options
	parts     Parts
	packs     []*rules.Pack              // that apply
	contracts map[string]*rules.Contract // by kind
	since     *git.Start                 // where only-new findings start, or nil
	texts     *files.Texts               // of the overlay
	trees     *document.Trees            // of a small project that may be linted again, or nil
}

// resolve finds out what options come to, and returns the caller's mistakes in them.
func resolve(o Options, parts Parts) (*plan, error) {
	p := &plan{Options: o, parts: parts}
	var err error
	if p.since, err = o.start(); err != nil {
		return nil, err
	}
	if p.Dir, err = o.workDir(); err != nil {
		return nil, err
	}
	if p.Today == "" {
		p.Today = report.Today()
	} else if err := report.CheckDay(p.Today); err != nil {
		return nil, &UsageError{err}
	}
	for file := range o.Overlay {
		if !filepath.IsAbs(file) {
			return nil, usage("overlay: %s must be an absolute path, or nobody knows which file it replaces", file)
		}
	}
	p.texts = files.NewTexts(o.Overlay)
	p.Config = o.Config.For(config.Known{Rules: o.Rules, Packs: parts.Data, Version: parts.Version}, o.Packs)
	p.Rules = p.Config.Catalogue()
	if err = parts.check(p.Rules, p.Config.OwnPacks, o.Passes); err != nil {
		return nil, err
	}
	if p.packs, p.contracts, err = parts.choose(p.Config, o.Packs); err != nil {
		return nil, &UsageError{err}
	}
	return p, asUsage(p.choice().Check(p.Rules, p.kinds()))
}

// kinds returns the kinds of all contracts, sorted.
func (p *plan) kinds() []string { return slices.Sorted(maps.Keys(p.contracts)) }

// choice returns the caller's choice of rules.
func (p *plan) choice() config.Choice {
	return config.Choice{Only: p.Only, Enable: p.Enable, Disable: p.Disable}
}

// scene is what discovery found, before any artefact is opened.
type scene struct {
	place   *discover.Place
	targets []string // absolute
	files   *files.FS
	scopes  *config.Scopes
	found   *discover.Project
	inputs  []document.Input
	changes *git.Comparison // with the state that only-new findings start from, or nil
	tree    *git.Snapshot   // what is linted instead of the disk, or nil
	naming  *naming         // files that tell which others are artefacts
	git     *git.Answers    // what git has said, or nil if it is to be asked each time
}

// locate finds out what the paths of the options name.
func locate(p *plan) (*discover.Place, error) {
	query := discover.Query{
		Dir: p.Dir, Paths: p.Paths, Kind: p.Kind, Packs: p.packs, Contracts: p.contracts, OwnDir: p.Config.Dir,
		Texts: p.texts, Deleted: p.Staged, Jobs: p.Jobs,
	}
	if p.Config.File != "" {
		query.ConfigDir = p.Config.Dir
	}
	place, err := discover.Locate(query)
	if err != nil {
		return nil, &UsageError{err}
	}
	return place, nil
}

// look finds the files to lint, their kinds and the configuration of each.
func look(ctx context.Context, p *plan) (*scene, error) {
	place, err := locate(p)
	if err != nil {
		return nil, err
	}
	s := &scene{place: place, targets: place.Targets, naming: &naming{}}
	s.scopes = p.Config.Scopes(config.Where{Base: place.Real, WorkDir: p.Dir, Kinds: p.kinds(), Nested: p.Nested})
	if p.since != nil {
		if s.changes, err = git.Compare(ctx, place.Base, *p.since); err != nil {
			return nil, unknownNews(ctx, err)
		}
		s.tree = s.changes.Staged
	}
	s.files = files.New(place.Base, p.Config.MaxFileSize, p.texts, place.Dirs).At(s.tree, p.texts)
	s.git = s.answers(p)
	s.found, err = discover.Find(ctx, place, s.files, discover.Around{
		Excluded: s.scopes.Excluded, Own: []string{config.Name, baseline.Name}, ConfigName: config.Name,
		Configured: func(dir string) { s.scopes.At(dir) }, // a mistake in it is told, whether there are artefacts or not
		Plain:      s.scopes.Plain,
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &UsageError{err}
	}
	s.inputs = withNamed(ctx, p, s, s.found.Inputs)
	names := make([]string, len(s.inputs))
	for i := range s.inputs {
		names[i] = s.inputs[i].Path
		s.scopes.Of(names[i])
	}
	if s.changes != nil && !p.Staged {
		if err := s.changes.Forget(ctx, names); err != nil {
			return nil, err
		}
	}
	return s, asUsage(s.scopes.Err())
}

// unknownNews is the error of git that keeps us from telling what is new.
func unknownNews(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return ofGit(fmt.Errorf("it cannot be told what is new: %w", err))
}

// ofGit returns an error of git, as one of the caller if it is for that one to mend.
func ofGit(err error) error {
	if git.IsMistake(err) {
		return asUsage(err)
	}
	return err
}

// answers returns those of git about the scene, none of which it has asked for yet.
func (s *scene) answers(p *plan) *git.Answers {
	return git.NewAnswers(git.State{Base: s.files.Base, Snapshot: s.tree, Limit: p.Config.MaxFileSize, Read: s.files.Read})
}

// wanted reports whether findings are asked for in a file, named relative to the base.
func (s *scene) wanted(name string) bool {
	return s.found.Wanted != nil && s.found.Wanted(s.files.Abs(name))
}

// today returns the name that a file of the tree that is linted has today.
func (s *scene) today(name string) string {
	if s.tree == nil {
		return name
	}
	return s.tree.Today(name)
}

// artefact reports whether the file with an absolute path is an artefact of the project that was linted, a target of
// the run or not.
func (s *scene) artefact(file string) bool {
	file = paths.Key(file)
	if !paths.Within(file, s.files.Real) {
		return false
	}
	_, found := slices.BinarySearchFunc(s.inputs, paths.Below(file, s.files.Real), byName)
	return found
}

func byName(in document.Input, name string) int { return strings.Compare(in.Path, name) }

// with returns inputs, sorted by name, with configurations that passes may speak of and do not judge: some, and those
// that have entries.
func with(inputs []document.Input, files []string, entries []config.Unused) []document.Input {
	for i := range entries {
		files = append(files, entries[i].File)
	}
	var more []document.Input
	for _, name := range files {
		if _, known := slices.BinarySearchFunc(inputs, name, byName); !known {
			more = append(more, document.Input{Path: name, Dialect: "none"})
		}
	}
	return merged(inputs, more)
}

// merged returns inputs, sorted by name, with more of other names, of which some may be there twice.
func merged(inputs, more []document.Input) []document.Input {
	if len(more) == 0 {
		return inputs
	}
	all := slices.Concat(inputs, more)
	slices.SortStableFunc(all, func(a, b document.Input) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(all, func(a, b document.Input) bool { return a.Path == b.Path })
}
