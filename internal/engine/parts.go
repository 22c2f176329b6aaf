package engine

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/internal/files"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// Parts is what an engine judges with. Halves of packs join by their names.
type Parts struct {
	Core    []*analysis.Analyzer // passes that judge the artefacts of any pack, in the order in which they run
	Packs   []pack.Pack          // halves in Go
	Data    []*rules.Pack        // halves as data
	Version string               // of nplint; "" is one that no pack is new to
}

// passes returns the passes of a run with some more, in the order in which they run. What they require runs before
// them.
func (p Parts) passes(more []*analysis.Analyzer) []*analysis.Analyzer {
	passes := slices.Clone(p.Core)
	for _, half := range p.Packs {
		passes = append(passes, half.Passes...)
	}
	return append(passes, more...)
}

// readers returns the dialects of frontmatter that packs bring.
func (p Parts) readers() map[string]document.Reader {
	all := map[string]document.Reader{}
	for _, half := range p.Packs {
		maps.Copy(all, half.Dialects)
	}
	return all
}

// fronts returns those of them that find frontmatter by themselves.
func (p Parts) fronts() map[string]document.FrontReader {
	all := map[string]document.FrontReader{}
	for _, half := range p.Packs {
		maps.Copy(all, half.Fronts)
	}
	return all
}

// checkDialects returns an error about the first contract whose dialect nobody reads.
func (p Parts) checkDialects(contracts []*rules.Contract) error {
	known := slices.Concat(slices.Sorted(maps.Keys(p.readers())), slices.Sorted(maps.Keys(p.fronts())), document.Dialects)
	for _, c := range contracts {
		if !slices.Contains(known, c.Dialect) {
			const message = "%s:%d: dialect %q: write one of %s"
			return fmt.Errorf(message, c.File, rules.Line(c.Text, "dialect"), c.Dialect, strings.Join(known, ", "))
		}
	}
	return nil
}

// checkKinds returns an error if a rule looks at a kind that its pack, one of some, does not have. Packs of the user's
// own contracts are other ones in each project.
func checkKinds(rule *rules.Rule, packs []*rules.Pack) error {
	for _, kind := range rule.Kinds {
		i := slices.IndexFunc(packs, func(data *rules.Pack) bool { return data.Name == path.Dir(kind) })
		if i < 0 {
			continue
		}
		var known []string
		for _, c := range packs[i].Contracts {
			known = append(known, c.Kind)
		}
		if !slices.Contains(known, kind) {
			const message = "%s: kinds: the pack %s has no kind %q%s, so the rule would look at no file"
			return usage(message, rule.File(), packs[i].Name, kind, spell.DidYouMean(kind, known))
		}
	}
	return nil
}

// check returns an error about parts that do not fit together: a half in Go without data, a dialect that nobody
// brings, two passes of one name, or a rule that none of the passes reports. own is the user's packs, whose rules those
// of the core report.
func (p Parts) check(catalogue *rules.Catalogue, own []*rules.Pack, more []*analysis.Analyzer) error {
	ofData := func(rule *rules.Rule) bool {
		return slices.ContainsFunc(own, func(data *rules.Pack) bool { return data.Name == rule.Pack })
	}
	var known []string
	for _, data := range p.Data {
		known = append(known, data.Name)
		if err := p.checkDialects(data.Contracts); err != nil {
			return err
		}
	}
	for _, half := range p.Packs {
		if !slices.Contains(known, half.Name) {
			return fmt.Errorf("pack %s: there are passes and no data%s; add its pack.toml", half.Name,
				spell.DidYouMean(half.Name, known))
		}
	}
	names := map[string]bool{}
	for _, pass := range p.passes(more) {
		if names[pass.Name] {
			return fmt.Errorf("pass %s: there are two of this name, so nobody knows which reports a rule; rename one", pass.Name)
		}
		names[pass.Name] = true
	}
	if catalogue == nil {
		return nil // the built-in rules alone, which tests hold
	}
	for _, rule := range catalogue.All() {
		if err := checkKinds(rule, slices.Concat(p.Data, own)); err != nil {
			return err
		}
		reported := func(a *analysis.Analyzer) bool { return a.Name == rule.Analyzer }
		if rules.Get(rule.ID) == nil && !slices.ContainsFunc(more, reported) && !(ofData(rule) && slices.ContainsFunc(p.Core, reported)) {
			return noPass(rule, own)
		}
	}
	return nil
}

// noPass says that no pass reports a rule.
func noPass(rule *rules.Rule, own []*rules.Pack) error {
	i := slices.IndexFunc(own, func(data *rules.Pack) bool { return data.Name == rule.Pack })
	if i < 0 || len(own[i].Contracts) == 0 {
		const message = "%s: there is no pass with the name %q, so the rule would never be reported; pass the analyzer that reports it"
		return usage(message, rule.File(), rule.Analyzer)
	}
	file := path.Join(path.Dir(path.Dir(own[i].Contracts[0].File)), path.Base(rule.File()))
	const message = "%s:%d: analyzer: there is no pass %q, so the rule would never be reported; write contract, if a contract of the pack demands it"
	return usage(message, file, rule.Line("analyzer"), rule.Analyzer)
}

// choose returns the packs that apply, the user's own among them, and their contracts by kind.
func (p Parts) choose(c *config.Config, asked []string) ([]*rules.Pack, map[string]*rules.Contract, error) {
	own, err := p.ownPacks(c)
	if err != nil {
		return nil, nil, err
	}
	wanted := asked
	if len(wanted) == 0 {
		wanted = c.Packs
	}
	var known []string
	var chosen []*rules.Pack
	contracts := map[string]*rules.Contract{}
	for _, data := range slices.Concat(own, p.Data) {
		known = append(known, data.Name)
		if len(wanted) > 0 && !slices.Contains(wanted, data.Name) && (len(asked) > 0 || slices.Contains(p.Data, data)) {
			continue
		}
		chosen = append(chosen, data)
		for _, contract := range data.Contracts {
			contracts[contract.Kind] = contract
		}
	}
	for _, name := range wanted {
		if !slices.Contains(known, name) {
			return nil, nil, fmt.Errorf("unknown pack %q%s; known: %s", name, spell.DidYouMean(name, known),
				strings.Join(known, ", "))
		}
	}
	return chosen, contracts, c.CheckContracts(slices.Sorted(maps.Keys(contracts)))
}

// ownPacks reads the user's own contracts from the directories that the configuration names, one pack for each first
// part of a kind, and checks all that is in them.
func (p Parts) ownPacks(c *config.Config) ([]*rules.Pack, error) {
	byName := map[string]*rules.Pack{}
	byKind := map[string]*rules.Contract{}
	for _, own := range c.OwnPacks {
		byName[own.Name] = own
		for _, c := range own.Contracts {
			byKind[c.Kind] = c
			if _, err := contract.Compile(c); err != nil {
				return nil, err
			}
		}
		if err := p.checkDialects(own.Contracts); err != nil {
			return nil, err
		}
	}
	for _, dir := range c.ContractDirs {
		if c.IsPack(dir) {
			continue
		}
		contracts, err := p.loadContracts(c, dir)
		if err != nil {
			return nil, err
		}
		for _, own := range contracts {
			name := own.Pack()
			if slices.ContainsFunc(p.Data, func(data *rules.Pack) bool { return data.Name == name }) {
				return nil, fmt.Errorf("%s:1: kind %q: the pack %s is built in; give your kinds a name of your own",
					own.File, own.Kind, name)
			}
			if other := byKind[own.Kind]; other != nil {
				return nil, fmt.Errorf("%s:1: the kind %q is taken by %s; give one of them another kind", own.File,
					own.Kind, other.File)
			}
			byKind[own.Kind] = own
			if byName[name] != nil && byName[name].Version != "" {
				return nil, fmt.Errorf("%s:1: kind %q: the pack %s has a folder of its own; put the contract into it",
					own.File, own.Kind, name)
			}
			if byName[name] == nil {
				byName[name] = &rules.Pack{Name: name, Title: "contracts of this project"}
			}
			byName[name].Contracts = append(byName[name].Contracts, own)
		}
	}
	if err := contract.CheckReferences(byKind); err != nil {
		return nil, err
	}
	var packs []*rules.Pack
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		packs = append(packs, byName[name])
	}
	return packs, nil
}

// loadContracts reads a directory of contracts without leaving the directory of the configuration.
func (p Parts) loadContracts(c *config.Config, dir string) ([]*rules.Contract, error) {
	root, err := os.OpenRoot(c.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	below, err := fs.Sub(files.Tree{Root: root, Limit: rules.MaxFile}, filepath.ToSlash(filepath.Clean(dir)))
	if err != nil {
		return nil, err
	}
	contracts, err := rules.LoadContracts(below, dir)
	if err := p.checkDialects(contracts); err != nil {
		return nil, err
	}
	for _, own := range contracts {
		if _, err := contract.Compile(own); err != nil { // now, while a schema beside it can be read
			return nil, err
		}
	}
	return contracts, err
}
