// Package fleet makes one report over the reports of many repositories: which of them, which packs and which rules have
// the most findings, and what has changed since an earlier one. It keeps counts and no findings.
package fleet

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/report"
)

// Version is that of the JSON of a Report.
const Version = 1

// Report is what many reports come to. Its lists begin with what has the most errors.
type Report struct {
	Version      int          `json:"version"`
	Merged       bool         `json:"merged"` // true: it is no report of one run
	Repositories []Repository `json:"repositories"`
	Packs        []Share      `json:"packs"`
	Rules        []Share      `json:"rules"`
	Summary      Summary      `json:"summary"`
	Trend        *Trend       `json:"trend,omitempty"` // nil if it is not compared
}

// Counts is findings by severity.
type Counts struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Infos    int `json:"infos"`
}

func (c *Counts) add(o Counts) {
	c.Errors, c.Warnings, c.Infos = c.Errors+o.Errors, c.Warnings+o.Warnings, c.Infos+o.Infos
}

// Summary is the totals. Unread is how many reports could not be read and so are in no count.
type Summary struct {
	Repositories int `json:"repositories"`
	Clean        int `json:"clean"` // repositories without errors and warnings
	Unread       int `json:"unread"`
	Files        int `json:"files"`
	Counts
}

// Repository is the counts of one report.
type Repository struct {
	Name  string `json:"name"`
	Files int    `json:"files"`
	Counts
	Rules  []string `json:"rules"`            // that are broken most, at most three
	Change *Counts  `json:"change,omitempty"` // since the earlier report, if it is in that
}

// Share is what a rule or a pack has of all findings that reports list: of very many of one rule in one file, a report
// counts more than it lists.
type Share struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"` // of a rule
	Pack  string `json:"pack,omitempty"`  // of a rule
	Counts
	Repositories int     `json:"repositories"` // how many have some
	Change       *Counts `json:"change,omitempty"`
}

// Trend is how a report differs from an earlier one.
type Trend struct {
	Common int      `json:"common"` // repositories that are in both
	Change Counts   `json:"change"` // in these
	New    []string `json:"new"`
	Gone   []string `json:"gone"`
}

// Builder makes a Report of reports that come one by one.
type Builder struct {
	report Report
	rules  map[string]*Share
	packs  map[string]*Share
	about  func(rule string) (pack, title string)
}

// NewBuilder returns a builder that knows of a rule its pack and title.
func NewBuilder(about func(rule string) (pack, title string)) *Builder {
	return &Builder{rules: map[string]*Share{}, packs: map[string]*Share{}, about: about}
}

// Tally counts the findings of one report by their rules, and by the packs of the files that they are in.
type Tally struct{ rules, packs map[string]Counts }

// Count adds a finding.
func (b *Builder) Count(t *Tally, f *report.Finding) {
	if t.rules == nil {
		t.rules, t.packs = map[string]Counts{}, map[string]Counts{}
	}
	var one Counts
	switch f.Severity {
	case report.Error:
		one.Errors++
	case report.Warning:
		one.Warnings++
	default:
		one.Infos++
	}
	pack, _, ofPack := strings.Cut(f.Kind, "/")
	if !ofPack {
		pack, _ = b.about(f.Rule)
	}
	for _, of := range []struct {
		all  map[string]Counts
		name string
	}{{t.rules, f.Rule}, {t.packs, pack}} {
		counts := of.all[of.name]
		counts.add(one)
		of.all[of.name] = counts
	}
}

// Add adds the report of a repository.
func (b *Builder) Add(name string, s report.Summary, t *Tally) {
	r := Repository{Name: name, Files: s.Files, Counts: Counts{s.Errors, s.Warnings, s.Infos}, Rules: []string{}}
	var broken []Share
	for id, counts := range t.rules {
		rule := share(b.rules, id, counts)
		rule.Pack, rule.Title = b.about(id)
		broken = append(broken, Share{Name: id, Counts: counts})
	}
	for pack, counts := range t.packs {
		share(b.packs, pack, counts)
	}
	slices.SortStableFunc(broken, worst)
	for _, one := range broken[:min(len(broken), 3)] {
		r.Rules = append(r.Rules, one.Name)
	}
	sum := &b.report.Summary
	sum.Repositories++
	sum.Files += s.Files
	sum.Counts.add(r.Counts)
	if s.Errors+s.Warnings == 0 {
		sum.Clean++
	}
	b.report.Repositories = append(b.report.Repositories, r)
}

// Skip counts a report that could not be read.
func (b *Builder) Skip() { b.report.Summary.Unread++ }

func share(all map[string]*Share, name string, counts Counts) *Share {
	if all[name] == nil {
		all[name] = &Share{Name: name}
	}
	all[name].add(counts)
	all[name].Repositories++
	return all[name]
}

// Report returns what was added, compared with an earlier report unless that is nil.
func (b *Builder) Report(earlier *Report) *Report {
	r := b.report
	r.Version, r.Merged = Version, true
	r.Repositories = append([]Repository{}, r.Repositories...)
	slices.SortStableFunc(r.Repositories, func(a, b Repository) int {
		return cmp.Or(heavier(a.Counts, b.Counts), cmp.Compare(a.Name, b.Name))
	})
	r.Packs, r.Rules = sorted(b.packs), sorted(b.rules)
	if earlier != nil {
		r.compare(earlier)
	}
	return &r
}

func sorted(all map[string]*Share) []Share {
	list := make([]Share, 0, len(all))
	for _, s := range all {
		list = append(list, *s)
	}
	slices.SortStableFunc(list, worst)
	return list
}

func worst(a, b Share) int { return cmp.Or(heavier(a.Counts, b.Counts), cmp.Compare(a.Name, b.Name)) }

func heavier(a, b Counts) int {
	return cmp.Or(cmp.Compare(b.Errors, a.Errors), cmp.Compare(b.Warnings, a.Warnings), cmp.Compare(b.Infos, a.Infos))
}

// compare finds out what has changed since an earlier report. What is new has not changed.
func (r *Report) compare(earlier *Report) {
	t := &Trend{New: []string{}, Gone: []string{}}
	before := map[string]Counts{}
	for _, repository := range earlier.Repositories {
		before[repository.Name] = repository.Counts
	}
	now := map[string]bool{}
	for i := range r.Repositories {
		one := &r.Repositories[i]
		now[one.Name] = true
		was, known := before[one.Name]
		if !known {
			t.New = append(t.New, one.Name)
			continue
		}
		one.Change = less(one.Counts, was)
		t.Common++
		t.Change.add(*one.Change)
	}
	for _, repository := range earlier.Repositories {
		if !now[repository.Name] {
			t.Gone = append(t.Gone, repository.Name)
		}
	}
	slices.Sort(t.New)
	slices.Sort(t.Gone)
	changes(r.Packs, earlier.Packs)
	changes(r.Rules, earlier.Rules)
	r.Trend = t
}

func changes(now, earlier []Share) {
	before := map[string]Counts{}
	for _, s := range earlier {
		before[s.Name] = s.Counts
	}
	for i := range now {
		now[i].Change = less(now[i].Counts, before[now[i].Name])
	}
}

func less(now, was Counts) *Counts {
	return &Counts{now.Errors - was.Errors, now.Warnings - was.Warnings, now.Infos - was.Infos}
}

// Name returns what the repository is called whose report has a path: the path without .json and, of a file named
// nplint.json, the directory. It does not depend on the other files, so that a later report calls it the same.
func Name(file string) string {
	name := strings.TrimSuffix(path.Clean(filepath.ToSlash(file)), ".json")
	if dir, base := path.Split(name); base == "nplint" && path.Clean(dir) != "." {
		return path.Clean(dir)
	}
	return name
}
