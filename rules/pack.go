package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// A Pack is the contracts of one framework, with what tells its projects from other trees.
type Pack struct {
	Name       string              `toml:"name"`
	Title      string              `toml:"title"`
	Version    string              `toml:"version"`    // of the framework that the data follows
	Editions   []string            `toml:"editions"`   // of its contracts, oldest first, if a configuration may choose one
	Markers    []string            `toml:"markers"`    // path patterns; a directory with a match below it is a project root
	Trees      map[string][]string `toml:"trees"`      // markers of sorts of projects, by their name; see Contract.Tree
	Vocabulary map[string][]string `toml:"vocabulary"` // word lists that age
	Contracts  []*Contract         `toml:"-"`
}

// Packs returns the packs that are built in, sorted by name, with their contracts sorted by kind.
var Packs = sync.OnceValue(func() []*Pack {
	heads, err := fs.Glob(files, "contracts/*/pack.toml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	packs := make([]*Pack, len(heads))
	var wait sync.WaitGroup
	for i, head := range heads {
		wait.Go(func() { packs[i] = readPack(head) })
	}
	wait.Wait()
	return packs
})

// readPack reads a pack that is built in.
func readPack(head string) *Pack {
	p := &Pack{}
	if _, err := toml.DecodeFS(files, head, p); err != nil {
		panic(fmt.Sprintf("rules/%s: %v", head, err)) // a test reads every pack
	}
	sub, err := fs.Sub(files, path.Dir(head))
	if err != nil {
		panic(err) // the directory is embedded
	}
	if p.Contracts, err = LoadContracts(sub, "rules/"+path.Dir(head)); err != nil {
		panic(err) // a test reads every contract
	}
	p.Contracts = joinEditions(p.Contracts)
	return p
}

// joinEditions hangs the contracts of older editions on those of the newest.
func joinEditions(all []*Contract) []*Contract {
	newest := map[string]*Contract{}
	var contracts []*Contract
	for _, c := range all {
		if c.Edition == "" {
			newest[c.Kind] = c
			c.editions = map[string]*Contract{}
			contracts = append(contracts, c)
		}
	}
	for _, c := range all {
		if c.Edition != "" {
			newest[c.Kind].editions[c.Edition] = c
		}
	}
	return contracts
}

const (
	maxContract = 1 << 20 // bytes of a contract or a schema beside it
	maxNesting  = 64      // of brackets in one; parsers of such files recurse
)

// readLimited reads a regular file that no parser chokes on: contracts come from the repository that is linted.
func readLimited(files fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(files, name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("this is no regular file")
	case info.Size() > maxContract:
		return nil, fmt.Errorf("the file has more than %d bytes", maxContract)
	}
	text, err := fs.ReadFile(files, name)
	depth := 0
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth > maxNesting {
			return nil, fmt.Errorf("brackets are nested deeper than %d", maxNesting)
		}
	}
	return text, err
}

// LoadContracts reads all contracts (*.toml but pack.toml) of a directory; dir names it in messages.
func LoadContracts(files fs.FS, dir string) ([]*Contract, error) {
	names, err := fs.Glob(files, "*.toml")
	if err != nil {
		return nil, err
	}
	var contracts []*Contract
	for _, name := range names {
		if name == "pack.toml" {
			continue
		}
		text, err := readLimited(files, name)
		if err != nil {
			var pathError *fs.PathError
			if errors.As(err, &pathError) {
				err = pathError.Err
			}
			return nil, fmt.Errorf("%s: %w", path.Join(dir, name), err)
		}
		c, err := ParseContract(path.Join(dir, name), string(text), func(name string) ([]byte, error) { return readLimited(files, name) })
		if err != nil {
			return nil, err
		}
		contracts = append(contracts, c)
	}
	slices.SortFunc(contracts, func(a, b *Contract) int { return strings.Compare(a.Kind, b.Kind) })
	return contracts, nil
}
