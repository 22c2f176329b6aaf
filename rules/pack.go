package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
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
	Markers  []string `json:"markers"`  // path patterns; a directory with a match below it is a project root
	// Marks tell the projects of the framework from others that have the markers, too: a root needs one of them. Each
	// is a path pattern, or a path and, behind a blank, a text that stands in the file.
	Marks []string `json:"marks"`
	// Excludes are path patterns of files and directories, relative to a root or to the base of a run, in which the
	// pack has no artefacts.
	Excludes []string `json:"excludes"`
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
				p.leave(other.Installs)
			}
		}
	}
	return packs
})

// leave has the pack's contracts leave the files of patterns alone. They are those of a pack that is built in, which a
// test reads.
func (p *Pack) leave(patterns []string) {
	for _, text := range patterns {
		pattern, err := ParsePattern(text)
		if err != nil {
			panic(fmt.Sprintf("rules/%s: %v", p.Name, err))
		}
		for _, c := range p.Contracts {
			c.leaves = append(c.leaves, pattern)
		}
	}
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
		c.BuiltIn, c.yields = true, p.Yields
	}
	p.leave(p.Excludes)
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
	for _, key := range keys(root) {
		if !slices.Contains(packKeys(), key) {
			return nil, fmt.Errorf("%s:%d: unknown key %q", file, Line(string(text), key), key)
		}
	}
	if err := p.check(path.Base(dir)); err != nil {
		return nil, fmt.Errorf("%s:1: %w", file, err)
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
		c.Packed, c.types = true, p.Types
	}
	for _, glob := range p.Generated {
		pattern, err := ParsePattern(glob)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: generated: %w", file, Line(string(text), "generated"), err)
		}
		for _, c := range p.Contracts {
			c.generated = append(c.generated, pattern)
		}
	}
	p.Contracts, err = joinEditions(p.Contracts)
	return p, err
}

// packKeys returns the keys that pack.toml may have.
func packKeys() (keys []string) {
	for f := range reflect.TypeFor[Pack]().Fields() {
		keys = append(keys, f.Tag.Get("json"))
	}
	return keys
}

// check says what a pack lacks.
func (p *Pack) check(folder string) error {
	switch {
	case p.Name != folder:
		return fmt.Errorf("name %q: write the name of the folder, %q", p.Name, folder)
	case p.Version == "":
		return errors.New("version is missing: write which one of the framework the pack follows")
	case len(p.Markers)+len(p.Trees) == 0:
		return errors.New("markers are missing, so no project would ever be found; write path patterns that tell one")
	}
	for _, marker := range slices.Concat(append(slices.Collect(maps.Values(p.Trees)), p.Markers)...) {
		if err := checkMarker(marker); err != nil {
			return fmt.Errorf("markers: %w", err)
		}
	}
	for _, mark := range p.Marks {
		pattern, _, hasText := strings.Cut(mark, " ")
		if err := checkMarker(pattern); err != nil {
			return fmt.Errorf("marks: %w", err)
		}
		if hasText && strings.ContainsAny(pattern, "*{") {
			return fmt.Errorf("marks: %q: a text is looked for in one file; write its path without wildcards", mark)
		}
	}
	return p.checkVersions()
}

// checkMarker returns what is wrong with a path pattern that is looked for in every directory of a disk.
func checkMarker(text string) error {
	if _, err := ParsePattern(text); err != nil {
		return err
	}
	if slices.Contains(strings.Split(text, "/"), "**") {
		return fmt.Errorf("path pattern %q: `**` is not for markers, which lie at one depth; write `*` for one directory", text)
	}
	return nil
}

// checkBeside finds a contract beside pack.toml, where nobody reads it.
func checkBeside(folder fs.FS, dir string) error {
	names, err := fs.Glob(folder, "*.toml")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := readLimited(folder, name)
		if err != nil || name == PackFile {
			continue
		}
		if root, err := readTOML(string(text)); err == nil && root.Get("kind") != nil {
			return fmt.Errorf("%s: the contracts of a pack lie in its folder kinds; move it there", path.Join(dir, name))
		}
	}
	return nil
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
	slices.SortFunc(contracts, func(a, b *Contract) int { return strings.Compare(a.Kind, b.Kind) })
	return contracts, nil
}
