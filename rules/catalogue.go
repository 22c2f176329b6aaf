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

	"github.com/nplint/nplint/internal/memo"
)

// Catalogue is the rules that a run knows. It never changes; With makes a new one. A nil *Catalogue is the built-in
// rules.
type Catalogue struct {
	// pages is the pages by the ids of their rules. A page is read when somebody asks for it, since most runs report few
	// rules and reading all takes 2 ms.
	pages map[string]func() *Rule
	all   func() []*Rule          // those in use, sorted by id
	older func() map[string]*Rule // the rules by the ids that they once had
}

// builtin is the embedded pages.
var builtin = sync.OnceValue(func() *Catalogue {
	pages, err := pagesIn(files)
	if err != nil {
		panic(err) // a test reads every page, as below
	}
	return newCatalogue(pages)
})

// pagesIn returns the pages of packs by the ids of their rules, which it takes from their names.
func pagesIn(packs fs.FS) (map[string]func() *Rule, error) {
	names, err := fs.Glob(packs, "*/*.md")
	if err != nil {
		return nil, err
	}
	pages, first := map[string]func() *Rule{}, map[string]string{}
	for _, name := range names {
		id := strings.ReplaceAll(strings.TrimSuffix(path.Base(name), ".md"), ".", ":")
		if first[id] != "" {
			return nil, fmt.Errorf("%s: the id %s is taken by the page %s; give the rule another id", name, id, first[id])
		}
		first[id] = name
		pages[id] = sync.OnceValue(func() *Rule {
			rule, err := readPage(packs, name, path.Base(path.Dir(name)))
			if err != nil {
				panic(fmt.Sprintf("rules/%s: %v", name, err))
			}
			return rule
		})
	}
	return pages, nil
}

func newCatalogue(pages map[string]func() *Rule) *Catalogue {
	c := &Catalogue{pages: pages}
	c.all = sync.OnceValue(func() []*Rule {
		var all []*Rule
		for _, id := range slices.Sorted(maps.Keys(pages)) {
			if rule := pages[id](); rule.RemovedIn == "" {
				all = append(all, rule)
			}
		}
		return all
	})
	c.older = sync.OnceValue(func() map[string]*Rule {
		older := map[string]*Rule{}
		for _, page := range pages {
			for _, id := range page().RenamedFrom {
				older[id] = page()
			}
		}
		return older
	})
	return c
}

// All returns every built-in rule, sorted by id. The slice and the rules are shared: do not change them.
func All() []*Rule { return builtin().All() }

// Get returns the built-in rule with the given id, or nil.
func Get(id string) *Rule { return builtin().Get(id) }

// All returns every rule, sorted by id, without those that were removed. The slice and the rules are shared: do not
// change them.
func (c *Catalogue) All() []*Rule {
	if c == nil {
		c = builtin()
	}
	return c.all()
}

// Get returns the rule with the given id, or nil. It may have been removed.
func (c *Catalogue) Get(id string) *Rule {
	if c == nil {
		c = builtin()
	}
	if page := c.pages[id]; page != nil {
		return page()
	}
	return nil
}

// Named returns the rule that an id means to whoever wrote it, perhaps long ago: the one that has it or once had it, or
// nil.
func (c *Catalogue) Named(id string) *Rule {
	if c == nil {
		c = builtin()
	}
	if rule := c.Get(id); rule != nil {
		return rule
	}
	return c.older()[id]
}

// Names returns the id of a rule and those that it once had.
func (c *Catalogue) Names(id string) []string {
	if rule := c.Get(id); rule != nil {
		return append([]string{id}, rule.RenamedFrom...)
	}
	return []string{id}
}

// Older returns the ids that mean a rule to whoever wrote them and are not to be used any more, sorted: of rules that
// were renamed or removed.
func (c *Catalogue) Older() []string {
	if c == nil {
		c = builtin()
	}
	older := slices.Collect(maps.Keys(c.older()))
	for id, page := range c.pages {
		if page().RemovedIn != "" {
			older = append(older, id)
		}
	}
	slices.Sort(older)
	return older
}

// With returns a catalogue that has the rules of pages too, a page in every file whose name ends in .md. Pages lie as
// ours do, each at <pack>/<id>.md with a dot for a colon, and possibly in directories above the pack's. The error joins
// all mistakes, each as "file:line: sentence".
func (c *Catalogue) With(pages fs.FS) (*Catalogue, error) {
	return c.with(func(add func(file, pack string) error) error {
		return fs.WalkDir(pages, ".", func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(file) != ".md" {
				return err
			}
			return add(file, path.Base(path.Dir(file)))
		})
	}, pages)
}

// WithPack returns a catalogue that has the rules of a pack too, whose pages lie in the pack's folder. Errors are like
// those of With.
func (c *Catalogue) WithPack(folder fs.FS, pack string) (*Catalogue, error) {
	return c.with(func(add func(file, pack string) error) error {
		files, err := fs.Glob(folder, "*.md")
		for _, file := range files {
			err = errors.Join(err, add(file, pack))
		}
		return err
	}, folder)
}

// with returns a catalogue with the pages that each adds.
func (c *Catalogue) with(each func(add func(file, pack string) error) error, pages fs.FS) (*Catalogue, error) {
	if c == nil {
		c = builtin()
	}
	byID := maps.Clone(c.pages)
	var mistakes []error
	err := each(func(file, pack string) error {
		rule, err := readPage(pages, file, pack)
		switch {
		case err != nil:
		case !ruleID().MatchString(rule.ID):
			err = fmt.Errorf("id %q: write lower-case words of letters and digits with hyphens or colons between them", rule.ID)
		case isBuiltIn(rule.Pack):
			err = fmt.Errorf("the pack %s is built in; put the page into a directory with a name of your own", rule.Pack)
		case byID[rule.ID] != nil:
			err = fmt.Errorf("the id %s is taken by the page %s; give the rule another id", rule.ID, byID[rule.ID]().File())
		}
		if err != nil {
			mistakes = append(mistakes, atLine(file, err))
			return nil
		}
		byID[rule.ID] = func() *Rule { return rule }
		return nil
	})
	with := newCatalogue(byID)
	if err := errors.Join(append(append(mistakes, err), with.checkOlder()...)...); err != nil {
		return nil, err
	}
	return with, nil
}

// atLine puts the name of a file before a mistake, which begins with "line N: " or is about all of it.
func atLine(file string, err error) error {
	if rest, ok := strings.CutPrefix(err.Error(), "line "); ok {
		if line, sentence, ok := strings.Cut(rest, ": "); ok {
			return fmt.Errorf("%s:%s: %s", file, line, sentence)
		}
	}
	return fmt.Errorf("%s:1: %w", file, err)
}

func isBuiltIn(pack string) bool {
	info, err := fs.Stat(files, pack)
	return err == nil && info.IsDir()
}

// checkOlder returns what is wrong with the ids that rules once had: one that another rule has, or that two had, would
// mean either.
func (c *Catalogue) checkOlder() (mistakes []error) {
	had := map[string]string{} // older id to page
	for _, id := range slices.Sorted(maps.Keys(c.pages)) {
		rule := c.pages[id]()
		for _, older := range rule.RenamedFrom {
			taken := had[older]
			if page := c.pages[older]; page != nil {
				taken = page().File()
			}
			if taken != "" {
				mistakes = append(mistakes, fmt.Errorf(
					"%s: renamed-from names %s, which is taken by the page %s; take it out", rule.File(), older, taken))
			}
			had[older] = rule.File()
		}
	}
	return mistakes
}

// readPage reads a page of a pack.
func readPage(pages fs.FS, file, pack string) (*Rule, error) {
	text, err := readLimited(pages, file)
	if err != nil {
		return nil, err
	}
	rule, err := ParsePage(pack, strings.ReplaceAll(string(text), "\r\n", "\n"))
	switch {
	case err != nil:
		return nil, err
	case pack == ".":
		return nil, errors.New("a page lies in a directory with the name of its pack; put it into one")
	case path.Base(rule.File()) != path.Base(file):
		return nil, fmt.Errorf("the page of the rule %s is the file %s; rename one of them", rule.ID, path.Base(rule.File()))
	}
	return rule, nil
}

var ruleID = memo.Regexp(`^[a-z0-9]+([:-][a-z0-9]+)*$`)
