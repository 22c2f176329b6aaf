package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
)

// A Pack is the contracts of one framework, with what tells its projects from other trees.
type Pack struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Version  string   `json:"version"`  // of the framework that the data follows
	Since    string   `json:"since"`    // the first version of nplint with the pack; "" is the first of all
	Prefix   string   `json:"prefix"`   // what the ids of its rules begin with; "" only of core and nubos, which are older than this
	Editions []string `json:"editions"` // of its contracts, oldest first, if a configuration may choose one
	Markers  []string `json:"markers"`  // path patterns; a directory with a match below it is a project root; see OnlyTop
	// Marks tell the projects of the framework from others that have the markers, too: a root needs one of them. Each
	// is a path pattern, or a path and, behind a blank, a text that stands in the file.
	Marks []string `json:"marks"`
	// Excludes are path patterns of files and directories, relative to a root or to the base of a run, in which the
	// pack has no artefacts.
	Excludes []string `json:"excludes"`
	// Habit is how many warnings of one rule in a run stay warnings: what more places do alike is a habit, and they are
	// infos; 0 is any number.
	Habit int `json:"habit"`
	// Yields says that a file that a kind of another pack claims as well, in the same root, is that pack's, and so is a
	// short name of a kind.
	Yields bool `json:"yields"`
	// Installs are path patterns of files that the framework's installer writes for other programs to read. Their next
	// update undoes what a team mends there, so a pack that yields leaves them alone. In a directory that marks roots of
	// another pack, the pack has these files and no others.
	Installs []string `json:"installs"`
	// Generated are path patterns of files that other programs write: what is wrong in one is for these to mend, so
	// findings there are infos.
	Generated  []string            `json:"generated"`
	Trees      map[string][]string `json:"trees"`      // markers of sorts of projects, by their name; see Contract.Tree
	Vocabulary map[string][]string `json:"vocabulary"` // word lists that age, as of Version
	// Later is the words of these lists that came with later versions: by the version, and by the list.
	Later     map[string]map[string][]string `json:"later"`
	Tellers   []Teller                       `json:"tellers"`  // which files tell the version of a project; the first that does counts
	Types     Types                          `json:"types"`    // what values may be, for contracts to refer to
	Dialects  map[string]string              `json:"dialects"` // how to write frontmatter in a dialect of its own, by name
	Contracts []*Contract                    `json:"-"`
}

// OnlyTop begins a marker of a pack, or a path pattern of a kind, that counts in the top directory of a repository alone: "/SKILL.md".
const OnlyTop = "/"

// Packs returns the packs that are built in, sorted by name, with their contracts sorted by kind.
var Packs = sync.OnceValue(func() []*Pack {
	heads, err := fs.Glob(files, "*/pack.toml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	packs := make([]*Pack, len(heads))
	var wait sync.WaitGroup
	for i, head := range heads {
		wait.Go(func() { packs[i] = readPack(head) })
	}
	wait.Wait()
	for _, p := range packs {
		for _, other := range packs {
			if p.Yields && other != p {
				if err := p.leave("installs", other.Installs); err != nil {
					panic(fmt.Sprintf("rules/%s: %v", p.Name, err)) // a test reads every pack
				}
			}
		}
	}
	return packs
})

// leave has the pack's contracts leave the files of the patterns of a key alone.
func (p *Pack) leave(key string, patterns []string) error {
	for i, text := range patterns {
		pattern, err := ParsePattern(text)
		if err != nil {
			return &place{path: at(key, i), err: fmt.Errorf("%s: %w", key, err)}
		}
		for _, c := range p.Contracts {
			c.leaves = append(c.leaves, pattern)
		}
	}
	return nil
}

// readPack reads a pack that is built in.
func readPack(head string) *Pack {
	sub, err := fs.Sub(files, path.Dir(head))
	if err != nil {
		panic(err) // the pattern of the name is right
	}
	p, err := loadPack(sub, "rules/"+path.Dir(head), nil)
	if err != nil {
		panic(err) // a test reads every pack
	}
	for _, c := range p.Contracts {
		c.BuiltIn = true
	}
	return p
}

// PackFile is the file that makes a folder one of a pack.
const PackFile = "pack.toml"

// LoadPack reads a pack from its folder: pack.toml, and contracts in kinds; Catalogue.WithPack reads its pages. dir
// names the folder in messages, and ends with the name of the pack. The error names the file of a mistake.
func LoadPack(folder fs.FS, dir string) (*Pack, error) { return loadPack(folder, dir, checkShape) }

// loadPack is LoadPack with a check of each contract's file.
func loadPack(folder fs.FS, dir string, check func(file, text string) error) (*Pack, error) {
	file := path.Join(dir, PackFile)
	text, err := readLimited(folder, PackFile)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	p := &Pack{}
	root, err := decode(string(text), p)
	if err != nil {
		return nil, in(file, string(text), err)
	}
	p.Types = Types{}
	for _, t := range document.Pairs(root.Get("types")) { // whole numbers stay such
		p.Types[t.Key], _ = document.TOMLValue(t.Value).(map[string]any)
	}
	if err := checkNames(root); err != nil {
		return nil, in(file, string(text), err)
	}
	if err := p.check(path.Base(dir)); err != nil {
		return nil, in(file, string(text), err)
	}
	if check != nil { // a test checks those that are built in
		if err := p.checkTypes(); err != nil {
			return nil, in(file, string(text), err)
		}
	}
	if err := checkBeside(folder, dir); err != nil {
		return nil, err
	}
	kinds, err := fs.Sub(folder, "kinds")
	if err != nil {
		return nil, err
	}
	if p.Contracts, err = loadContracts(kinds, path.Join(dir, "kinds"), check); err != nil {
		return nil, err
	}
	for _, c := range p.Contracts {
		if c.Pack() != p.Name {
			return nil, fmt.Errorf("%s:1: kind %q: a contract of the pack %s begins with its name", c.File, c.Kind, p.Name)
		}
		c.Packed, c.types, c.yields = true, p.Types, p.Yields
	}
	if err := p.checkContracts(); err != nil {
		return nil, err
	}
	if err := p.leave("excludes", p.Excludes); err != nil {
		return nil, in(file, string(text), err)
	}
	for i, glob := range p.Generated {
		pattern, err := ParsePattern(glob)
		if err != nil {
			return nil, in(file, string(text), &place{path: at("generated", i), err: fmt.Errorf("generated: %w", err)})
		}
		for _, c := range p.Contracts {
			c.generated = append(c.generated, pattern)
		}
	}
	p.Contracts, err = joinEditions(p.Contracts)
	return p, err
}

// joinEditions hangs the contracts of older editions on those of the newest.
func joinEditions(all []*Contract) ([]*Contract, error) {
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
		switch {
		case c.Edition == "":
		case newest[c.Kind] == nil:
			return nil, fmt.Errorf("%s:1: edition %q: there is no contract of the newest edition for the kind %s",
				c.File, c.Edition, c.Kind)
		default:
			newest[c.Kind].editions[c.Edition] = c
		}
	}
	return contracts, nil
}

const (
	// MaxFile is how many bytes a file of a pack may have: a contract, a schema beside it, a page.
	MaxFile    = 1 << 20 // bytes of a file of a pack: a contract, a schema beside it, a page
	maxNesting = 64      // of brackets in one; parsers of such files recurse
)

// readLimited reads a regular file that no parser chokes on: contracts come from the repository that is linted.
func readLimited(files fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(files, name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("this is no regular file")
	case info.Size() > MaxFile:
		return nil, fmt.Errorf("the file has more than %d bytes", MaxFile)
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

// LoadContracts reads all contracts (*.toml) of a directory; dir names it in messages. The error is the first mistake
// in the heads and shapes of the files.
func LoadContracts(files fs.FS, dir string) ([]*Contract, error) {
	return loadContracts(files, dir, checkShape)
}

// loadContracts is LoadContracts with a check of each file; nil for those that are built in, which a test checks.
func loadContracts(files fs.FS, dir string, check func(file, text string) error) ([]*Contract, error) {
	names, err := fs.Glob(files, "*.toml")
	if err != nil {
		return nil, err
	}
	read := readLimited
	if check == nil {
		read = fs.ReadFile
	}
	var contracts []*Contract
	for _, name := range names {
		text, err := read(files, name)
		if err != nil {
			var pathError *fs.PathError
			if errors.As(err, &pathError) {
				err = pathError.Err
			}
			return nil, fmt.Errorf("%s: %w", path.Join(dir, name), err)
		}
		if check != nil {
			if err := check(path.Join(dir, name), string(text)); err != nil {
				return nil, err
			}
		}
		c, err := ParseContract(path.Join(dir, name), string(text),
			func(name string) ([]byte, error) { return read(files, name) })
		if err != nil {
			return nil, err
		}
		contracts = append(contracts, c)
	}
	slices.SortStableFunc(contracts, func(a, b *Contract) int { return strings.Compare(a.Kind, b.Kind) })
	return contracts, nil
}
