package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/baseline"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/judge"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// Contracts returns the contracts that a run knows, by kind: those of packs and the user's own.
func Contracts(o Options, parts Parts) (map[string]*rules.Contract, error) {
	p, err := resolve(o, parts)
	if err != nil {
		return nil, err
	}
	return p.contracts, nil
}

// Kinds returns the kinds of the artefacts that a run would judge, each as often as there are artefacts.
func Kinds(ctx context.Context, o Options, parts Parts) ([]string, error) {
	_, s, err := begin(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	var kinds []string
	for _, in := range s.inputs {
		if in.Target && in.Kind != "" {
			kinds = append(kinds, in.Kind)
		}
	}
	return kinds, nil
}

// File is a file that a run was asked for, or a directory, with a slash at its end, that it does not enter.
type File struct {
	Path string `json:"path"`           // relative to the base
	Kind string `json:"kind,omitempty"` // "" for what is no artefact
	Root string `json:"root,omitempty"` // of the project of an artefact, relative to the base; "" if that is the base
	Why  string `json:"why,omitempty"`  // a file is no artefact
}

// Files returns which of the files that options ask for is of which kind, and why the others are of none, sorted.
func Files(ctx context.Context, o Options, parts Parts) ([]File, error) {
	_, s, err := begin(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	found, known := []File{}, map[string]bool{}
	for _, in := range s.inputs {
		known[in.Path] = true // files that others name lie in no place of a kind
		switch {
		case !in.Target:
		case in.Kind == "":
			found = append(found, File{Path: in.Path, Why: in.Problem.Message})
		default:
			found = append(found, File{Path: in.Path, Kind: in.Kind, Root: in.Root})
		}
	}
	for _, other := range s.found.Others(s.targets, s.scopes.Excluding) {
		if !known[other.Path] {
			found = append(found, File{Path: other.Path, Why: other.Why})
		}
	}
	slices.SortStableFunc(found, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return found, asUsage(cmp.Or(s.found.Exceeded(), s.scopes.Exceeded()))
}

// leftAlone returns the paths that were named and are excluded all the same, and what killed runs have left, with the
// reason of each.
func leftAlone(p *plan, s *scene) []report.LeftAlone {
	var left []report.LeftAlone
	for _, name := range s.found.Leftovers {
		const why = "a run that was killed has left it; delete it, or have nplint write there again"
		left = append(left, report.LeftAlone{Path: name, Why: why})
	}
	if len(p.Paths) == 0 || p.Kind != "" {
		return left
	}
	for _, target := range s.targets {
		name := paths.Below(target, s.files.Dir)
		if why := s.scopes.Excluding(name); name != "" && why != "" {
			left = append(left, report.LeftAlone{Path: name, Why: why})
		}
	}
	return left
}

// newPacks returns the names of packs that are new to the user and have findings.
func newPacks(p *plan, s *scene, findings []report.Finding) []string {
	var names []string
	for _, pack := range p.packs {
		isIts := func(f report.Finding) bool {
			i, known := slices.BinarySearchFunc(s.inputs, f.Path, byName)
			return known && (strings.HasPrefix(s.inputs[i].Kind, pack.Name+"/") ||
				s.inputs[i].Problem != nil && s.inputs[i].Problem.Pack == pack.Name)
		}
		if config.IsNew(p.Config, pack.Name) && slices.ContainsFunc(findings, isIts) {
			names = append(names, pack.Name)
		}
	}
	return names
}

// ShowConfig returns what holds for the one path of the options, as TOML.
func ShowConfig(ctx context.Context, o Options, parts Parts) (string, error) {
	_, s, err := begin(ctx, o, parts)
	if err != nil {
		return "", err
	}
	file, kind := paths.Below(s.targets[0], s.files.Dir), ""
	for _, in := range s.inputs {
		if in.Path == file {
			kind = in.Kind
		}
	}
	return s.scopes.ShowFile(file, kind), nil
}

// CreateBaseline lints without a baseline and returns one that lets all findings stand. A file that is there already
// would be replaced, but for what it says of files that the options do not ask about.
func CreateBaseline(ctx context.Context, o Options, parts Parts) (*baseline.Change, error) {
	o.NoBaseline = true
	return rebase(ctx, o, parts, func(w baseline.Where, s *scene, found []report.Finding, _ []*baseline.Held) (*baseline.Change, error) {
		return baseline.Create(w, found, s.wanted)
	})
}

// UpdateBaseline lints and returns the baseline without the findings that are gone and, if add is set, with those
// that are new. It fails if there is no baseline.
func UpdateBaseline(ctx context.Context, o Options, parts Parts, add bool) (*baseline.Change, error) {
	o.NoBaseline = false
	return rebase(ctx, o, parts, func(w baseline.Where, _ *scene, found []report.Finding, held []*baseline.Held) (*baseline.Change, error) {
		if !add {
			found = nil
		}
		return baseline.Update(w, held, found)
	})
}

// change makes a new baseline of findings and of the baselines that they were held against.
type change func(baseline.Where, *scene, []report.Finding, []*baseline.Held) (*baseline.Change, error)

func rebase(ctx context.Context, o Options, parts Parts, to change) (*baseline.Change, error) {
	l, err := lintAll(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	if l.report.Unanalyzed {
		return nil, errors.New("something could not be analyzed, so the baseline would be incomplete; `nplint run --no-baseline` shows what")
	}
	c, err := to(baselines(l.plan, l.scene), l.scene, l.report.Findings, l.held)
	return c, asUsage(err)
}

// Views lints as Run does, but for fixes, and returns besides the report what the packs show of the projects as a
// whole.
func Views(ctx context.Context, o Options, parts Parts) ([]pack.View, *report.Report, error) {
	return show(ctx, o, parts, false)
}

// Projects returns the projects that the paths of the options lie in, and those paths that lie in none; none is the
// project around the directory. It reads no artefact.
func Projects(o Options, parts Parts) ([]string, error) {
	p, err := resolve(o, parts)
	if err != nil {
		return nil, err
	}
	place, err := locate(p)
	if err != nil {
		return nil, err
	}
	return place.Projects(), nil
}

// Show lints as Run does, and returns besides the report what the packs show of the projects as a whole.
func Show(ctx context.Context, o Options, parts Parts) ([]pack.View, *report.Report, error) {
	return show(ctx, o, parts, true)
}

func show(ctx context.Context, o Options, parts Parts, fixes bool) ([]pack.View, *report.Report, error) {
	l, err := lintAll(ctx, o, parts)
	if err != nil {
		return nil, nil, err
	}
	if fixes {
		if err := offer(ctx, l); err != nil {
			return nil, nil, err
		}
	}
	settle(l.report, o.MaxFindings)
	findings := make([]pack.Finding, len(l.report.Findings))
	for i, f := range l.report.Findings {
		findings[i] = pack.Finding{Path: f.Path, Rule: f.Rule, Severity: f.Severity.String()}
	}
	defer l.scene.files.Close()
	set := document.NewSet(project(ctx, l.plan, l.scene, l.scene.inputs))
	found, err := judge.Views(ctx, parts.Packs, set, findings)
	return found, l.report, err
}

// Graphs returns the graph with the id or the name, or all if id is "", of every project that the options
// name. It does not lint. The error is a *UsageError if there is no such graph.
func Graphs(ctx context.Context, o Options, parts Parts, id string) ([]pack.Graph, error) {
	p, s, err := begin(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	defer s.files.Close()
	all, err := judge.Views(ctx, p.parts.Packs, document.NewSet(project(ctx, p, s, s.inputs)), nil)
	if err != nil {
		return nil, err
	}
	return GraphsOf(all, id)
}

// GraphsOf returns the graph with the id or the name, or all if id is "", of views. The error is a *UsageError if
// there is no such graph.
func GraphsOf(views []pack.View, id string) ([]pack.Graph, error) {
	var graphs []pack.Graph
	var known []string
	for _, v := range views {
		for _, g := range v.Graphs {
			known = append(known, g.ID, g.Name)
			if id == "" || id == g.Name || strings.TrimLeft(id, "0") == strings.TrimLeft(g.ID, "0") { // phase 1 is 01
				graphs = append(graphs, g)
			}
		}
	}
	if len(graphs) == 0 && id != "" {
		hint := spell.DidYouMean(id, known)
		if hint == "" {
			hint = "; `nplint graph` shows all"
		}
		return nil, usage("there is no graph %q%s", id, hint)
	}
	return graphs, nil
}
