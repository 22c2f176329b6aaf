package nplint

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/contract"
	"github.com/nplint/nplint/rules"
)

// loadPacks collects the packs that apply and their contracts. The user's own are equal to ours.
func (r *run) loadPacks() error {
	packs, err := userPacks(r.config)
	if err != nil {
		return &UsageError{err}
	}
	wanted := r.Packs
	if len(wanted) == 0 {
		wanted = r.config.Packs
	}
	known := []string{}
	for _, p := range slices.Concat(packs, rules.Packs()) {
		known = append(known, p.Name)
		if len(wanted) == 0 || slices.Contains(wanted, p.Name) || len(r.Packs) == 0 && p.Version == "" {
			r.packs = append(r.packs, p)
		}
	}
	for _, name := range wanted {
		if !slices.Contains(known, name) {
			return usage("unknown pack %q%s; known: %s", name, rules.DidYouMean(name, known), strings.Join(known, ", "))
		}
	}
	for _, p := range r.packs {
		for _, c := range p.Contracts {
			r.contracts[c.Kind] = c
		}
	}
	if err := r.config.CheckContracts(slices.Sorted(maps.Keys(r.contracts))); err != nil {
		return &UsageError{err}
	}
	return nil
}

// Contracts returns the contracts that a run with the configuration knows, by kind: ours and the user's own.
func Contracts(c *Config) (map[string]*rules.Contract, error) {
	r, err := newRun(Options{Config: c})
	if err != nil {
		return nil, err
	}
	return r.contracts, nil
}

// userPacks reads the user's own contracts from the directories that the configuration names, one pack for each first part of a
// kind, and checks all that is in them.
func userPacks(c *Config) ([]*rules.Pack, error) {
	byName := map[string]*rules.Pack{}
	byKind := map[string]*rules.Contract{}
	for _, dir := range c.ContractDirs {
		contracts, err := loadContracts(c, dir)
		if err != nil {
			return nil, err
		}
		for _, own := range contracts {
			if slices.ContainsFunc(rules.Packs(), func(p *rules.Pack) bool { return p.Name == own.Pack() }) {
				return nil, fmt.Errorf("%s:1: kind %q: the pack %s is built in; give your kinds a name of your own", own.File, own.Kind, own.Pack())
			}
			if other := byKind[own.Kind]; other != nil {
				return nil, fmt.Errorf("%s:1: the kind %q is taken by %s; give one of them another kind", own.File, own.Kind, other.File)
			}
			byKind[own.Kind] = own
			p := byName[own.Pack()]
			if p == nil {
				p = &rules.Pack{Name: own.Pack(), Title: "contracts of this project"}
				byName[own.Pack()] = p
			}
			p.Contracts = append(p.Contracts, own)
		}
	}
	var packs []*rules.Pack
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		packs = append(packs, byName[name])
	}
	return packs, nil
}

// loadContracts reads a directory of contracts without leaving the directory of the configuration.
func loadContracts(c *Config, dir string) ([]*rules.Contract, error) {
	root, err := os.OpenRoot(c.Dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	files, err := fs.Sub(root.FS(), filepath.ToSlash(filepath.Clean(dir)))
	if err != nil {
		return nil, err
	}
	contracts, err := rules.LoadContracts(files, dir)
	for _, own := range contracts {
		if err := contract.Check(own); err != nil { // now, while a schema beside it can be read
			return nil, err
		}
	}
	return contracts, err
}

func vocabulary(pack, list string) []string {
	for _, p := range rules.Packs() {
		if p.Name == pack {
			return p.Vocabulary[list]
		}
	}
	return nil
}
