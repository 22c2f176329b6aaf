package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// Catalogue is the rules that a run knows. It never changes; With makes a new one. A nil *Catalogue is the built-in rules.
type Catalogue struct {
	byID map[string]*Rule
	all  []*Rule // sorted by id
}

// builtin reads the embedded pages, once.
var builtin = sync.OnceValue(func() *Catalogue {
	byID := map[string]*Rule{}
	packs, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the directory is embedded
	}
	for _, pack := range packs {
		pages, err := files.ReadDir(pack.Name())
		if err != nil {
			panic(err) // as is this one
		}
		for _, page := range pages {
			if name := pack.Name() + "/" + page.Name(); path.Ext(name) == ".md" {
				rule := embedded(name)
				byID[rule.ID] = rule
			}
		}
	}
	return newCatalogue(byID)
})

func newCatalogue(byID map[string]*Rule) *Catalogue {
	all := slices.SortedFunc(maps.Values(byID), func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	return &Catalogue{byID, all}
}

// embedded reads a page that is built in, once.
func embedded(name string) *Rule {
	if read, ok := pages.Load(name); ok {
		return read.(func() *Rule)()
	}
	read, _ := pages.LoadOrStore(name, sync.OnceValue(func() *Rule {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // the file is embedded
		}
		rule, err := ParsePage(path.Dir(name), string(text))
		if err != nil {
			panic(fmt.Sprintf("rules/%s: %v", name, err)) // a test reads every page
		}
		return rule
	}))
	return read.(func() *Rule)()
}

// pages is the pages that have been read: name to func() *Rule.
var pages sync.Map

// All returns every built-in rule, sorted by id. The slice and the rules are shared: do not change them.
func All() []*Rule { return builtin().all }

// Get returns the built-in rule with the given id, or nil. Most runs ask for few, so only their pages are read.
func Get(id string) *Rule {
	if rule, ok := found.Load(id); ok {
		return rule.(*Rule)
	}
	rule := find(id)
	if rule != nil { // words in linted files ask for what is not there
		found.Store(id, rule)
	}
	return rule
}

// found is the built-in rules that were asked for: id to *Rule.
var found sync.Map

// find looks for the page of a rule.
func find(id string) *Rule {
	packs, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the directory is embedded
	}
	for _, pack := range packs {
		name := pack.Name() + "/" + strings.ReplaceAll(id, ":", ".") + ".md"
		if _, err := fs.Stat(files, name); err == nil && !strings.Contains(id, "/") {
			return embedded(name)
		}
	}
	return nil
}

// All returns every rule, sorted by id. The slice and the rules are shared: do not change them.
func (c *Catalogue) All() []*Rule {
	if c == nil {
		c = builtin()
	}
	return c.all
}

// Get returns the rule with the given id, or nil.
func (c *Catalogue) Get(id string) *Rule {
	if c == nil {
		return Get(id)
	}
	return c.byID[id]
}

// With returns a catalogue that has the rules of pages too, a page in every file whose name ends in .md. Pages lie as ours do, each at
// <pack>/<id>.md with a dot for a colon, and possibly in directories above the pack's. The error joins all mistakes, each as "file: line N:
// sentence" or "file: sentence".
func (c *Catalogue) With(pages fs.FS) (*Catalogue, error) {
	byID := map[string]*Rule{}
	for _, rule := range c.All() {
		byID[rule.ID] = rule
	}
	var mistakes []error
	err := fs.WalkDir(pages, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) != ".md" {
			return err
		}
		rule, err := readPage(pages, file)
		if err == nil && byID[rule.ID] != nil {
			err = fmt.Errorf("the id %s is taken by the page %s; give the rule another id", rule.ID, byID[rule.ID].File())
		}
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s: %w", file, err))
			return nil
		}
		byID[rule.ID] = rule
		return nil
	})
	if err := errors.Join(append(mistakes, err)...); err != nil {
		return nil, err
	}
	return newCatalogue(byID), nil
}

// readPage reads a page that is not built in, and holds it against what a test holds of ours.
func readPage(pages fs.FS, file string) (*Rule, error) {
	text, err := fs.ReadFile(pages, file)
	if err != nil {
		return nil, err
	}
	pack := path.Base(path.Dir(file))
	rule, err := ParsePage(pack, strings.ReplaceAll(string(text), "\r\n", "\n"))
	switch {
	case err != nil:
		return nil, err
	case !ruleID().MatchString(rule.ID):
		return nil, fmt.Errorf("id %q: write lower-case words of letters and digits with hyphens or colons between them", rule.ID)
	case pack == ".":
		return nil, errors.New("a page lies in a directory with the name of its pack; put it into one")
	case slices.ContainsFunc(All(), func(r *Rule) bool { return r.Pack == pack }):
		return nil, fmt.Errorf("the pack %s is built in; put the page into a directory with a name of your own", pack)
	case path.Base(rule.File()) != path.Base(file):
		return nil, fmt.Errorf("the page of the rule %s is the file %s; rename one of them", rule.ID, path.Base(rule.File()))
	case len(rule.Bad()) == 0 || len(rule.Good()) == 0:
		return nil, errors.New("the page has no example below ## Bad or none below ## Good; show at least one of each in a fence of ~~~~txtar")
	}
	return rule, nil
}

var ruleID = Lazy(`^[a-z0-9]+([:-][a-z0-9]+)*$`)
