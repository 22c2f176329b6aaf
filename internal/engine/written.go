package engine

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/nplint/nplint/internal/discover"
	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/report"
)

// Before is what is known of a file before it was written: its text, or the marks of what was found in it alone.
type Before struct {
	Text  []byte
	Found []string // unless it is nil
}

// News is what Written finds.
type News struct {
	*report.Report
	// Alone has the marks of all that is found in each artefact alone, new or not, by its absolute path: what finds it
	// again when the file is written. Each begins with the fingerprint, and a dot.
	Alone map[string][]string
}

// Written lints the files that options name, and returns of their findings those that are new since the files were as
// before, by their absolute paths, and that are true of the file alone, whatever the rest of its project holds. A file
// that was not there before is new, and so is all that is found in it. Whether a file is an artefact is known before
// its project is read, and a project is read only if there is something to say.
func Written(ctx context.Context, o Options, parts Parts, before map[string]Before) (*News, error) {
	p, err := resolve(o, parts)
	if err != nil {
		return nil, err
	}
	byKind, err := kindsOf(p)
	if err != nil {
		return nil, err
	}
	news := &News{Report: &report.Report{Base: p.Dir}, Alone: map[string][]string{}}
	alone := map[place]report.Finding{}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		news.Summary.Files += len(byKind[kind])
		if err := newAlone(ctx, p, kind, byKind[kind], before, alone, news.Alone); err != nil {
			return nil, err
		}
	}
	if len(alone) == 0 {
		return news, nil
	}
	o.Paths = filesOf(alone)
	l, err := lintAll(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	result := l.report
	at := placesIn(result.Base)
	kept := result.Findings[:0]
	for i := range result.Findings {
		f := &result.Findings[i]
		if said, known := alone[at(f)]; known {
			f.Fixes = within(f, said.Fixes)
			kept = append(kept, *f)
		}
	}
	result.Findings = kept
	result.Summary = report.Summary{Files: news.Summary.Files}
	report.Summarize(result)
	settle(result, o.MaxFindings)
	news.Report = result
	return news, nil
}

// place tells findings of runs with different bases apart.
type place struct {
	file, rule string // the absolute path, and the rule's id
	start, end int
}

// placesIn returns a function that tells the places of findings, of which those in one file come together.
func placesIn(base string) func(f *report.Finding) place {
	var name, file string
	return func(f *report.Finding) place {
		if file == "" || f.Path != name {
			name, file = f.Path, filepath.Join(base, filepath.FromSlash(f.Path))
		}
		return place{file, f.Rule, f.Range.Start.Offset, f.Range.End.Offset}
	}
}

// mostNew is how many new findings of files of one kind are looked into: nobody hears of more, and a file can be made
// to have hundreds of thousands.
const mostNew = report.DefaultLimit

// filesOf returns the files that findings are in.
func filesOf(found map[place]report.Finding) []string {
	var names []string
	for at := range found {
		names = append(names, at.file)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// kindsOf returns those of the paths that are artefacts, by their kinds. No project is read for it.
func kindsOf(p *plan) (map[string][]string, error) {
	found, err := discover.Locate(discover.Query{
		Dir: p.Dir, Paths: p.Paths, Packs: p.packs, Contracts: p.contracts, OwnDir: p.Config.Dir, Texts: p.texts,
		Deleted: true,
	})
	if err != nil {
		return nil, &UsageError{err}
	}
	byKind := map[string][]string{}
	for _, target := range found.Targets {
		if kind := found.KindOf(target); kind != "" {
			byKind[kind] = append(byKind[kind], target)
		}
	}
	return byKind, nil
}

// newAlone adds the findings of files of one kind that they have by themselves and did not have before, and the marks
// of all that they have.
func newAlone(
	ctx context.Context, p *plan, kind string, files []string, before map[string]Before,
	found map[place]report.Finding, all map[string][]string,
) error {
	o := p.Options
	o.Kind, o.Paths, o.NewFrom, o.NewFromMergeBase, o.Staged = kind, files, "", "", false
	now, err := lintAll(ctx, o, p.parts)
	if err != nil {
		return err
	}
	result := now.report
	for _, file := range files {
		all[file] = []string{}
	}
	at, marks := placesIn(result.Base), report.Marks(result, result.Findings)
	for i, m := range marks {
		file := at(&result.Findings[i]).file
		all[file] = append(all[file], m)
	}
	if len(result.Findings) == 0 {
		return nil
	}
	var known []string
	o.Paths, o.Overlay = nil, maps.Clone(o.Overlay)
	if o.Overlay == nil {
		o.Overlay = map[string][]byte{}
	}
	for _, file := range files {
		then, had := before[file]
		known = append(known, then.Found...)
		if had && then.Found == nil {
			o.Paths = append(o.Paths, file)
			o.Overlay[file] = then.Text
		}
	}
	if len(o.Paths) > 0 {
		then, err := lintAll(ctx, o, p.parts)
		if err != nil {
			return err
		}
		known = append(known, report.Marks(then.report, then.report.Findings)...)
	}
	fresh, old := result.Findings[:0], []report.Finding(nil)
	for i, isNew := range report.News(known, marks) {
		f := result.Findings[i]
		if isNew {
			fresh = append(fresh, f)
		} else {
			f.Fixes = nil
			old = append(old, f)
		}
	}
	if len(fresh) > mostNew {
		slices.SortStableFunc(fresh, func(a, b report.Finding) int { return int(b.Severity) - int(a.Severity) })
		fresh = fresh[:mostNew]
	}
	result.Findings = slices.Concat(fresh, old) // what was there is nothing that a fix brings
	result.Summary.Fixable = len(fresh)
	if err := edit.Offer(result, relint(ctx, now.plan, now.scene)); err != nil {
		return err
	}
	result.Findings = result.Findings[:len(fresh)]
	for i := range result.Findings {
		f := &result.Findings[i]
		found[at(f)] = *f
	}
	return nil
}

// within returns the fixes that change nothing but the file of a finding, under the name that the finding has for it.
func within(f *report.Finding, fixes []report.Fix) []report.Fix {
	var kept []report.Fix
	for _, fix := range fixes {
		own := len(fix.Edits) > 0
		fix.Edits = slices.Clone(fix.Edits)
		for i := range fix.Edits {
			own = own && fix.Edits[i].Path == fix.Edits[0].Path
			fix.Edits[i].Path = f.Path
		}
		if own {
			kept = append(kept, fix)
		}
	}
	return kept
}

// Artefacts returns the absolute paths of the artefacts that options ask for, sorted. It opens none.
func Artefacts(ctx context.Context, o Options, parts Parts) ([]string, error) {
	_, s, err := begin(ctx, o, parts)
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range s.inputs {
		if in := &s.inputs[i]; in.Target && in.Kind != "" {
			names = append(names, s.files.Abs(in.Path))
		}
	}
	return names, nil
}
