package rules

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/internal/version"
)

// checkNames finds a key of pack.toml that nobody reads.
func checkNames(root *document.Node) error {
	known := func(of reflect.Type) (names []string) {
		for f := range of.Fields() {
			names = append(names, f.Tag.Get("json"))
		}
		return names
	}
	check := func(table *document.Node, known []string, above ...any) error {
		for _, key := range keys(table) {
			if !slices.Contains(known, key) {
				return &place{path: append(at(above...), key), err: fmt.Errorf("unknown key %q%s", key, spell.DidYouMean(key, known))}
			}
		}
		return nil
	}
	err := check(root, slices.DeleteFunc(known(reflect.TypeFor[Pack]()), func(name string) bool { return name == "-" }))
	for i, teller := range document.Items(root.Get("tellers")) {
		err = cmp.Or(err, check(teller, known(reflect.TypeFor[Teller]()), "tellers", i))
	}
	return err
}

// check says what a pack lacks.
func (p *Pack) check(folder string) error {
	wrong := func(key, format string, args ...any) error {
		return &place{path: at(key), err: fmt.Errorf(format, args...)}
	}
	switch {
	case p.Name != folder:
		return wrong("name", "name %q: write the name of the folder, %q", p.Name, folder)
	case p.Title == "":
		return wrong("title", "title is missing: write the name of the framework for people")
	case p.Version == "":
		return wrong("version", "version is missing: write which one of the framework the pack follows")
	case !version.Is(p.Version) && !version.Is(p.Version+".0"):
		return wrong("version", "version %q: write numbers with points between them, such as \"1.0\"", p.Version)
	case p.Habit < 0:
		return wrong("habit", "habit %d: write how many warnings of a rule stay warnings, a whole number from 1", p.Habit)
	case p.Since != "" && !version.Is(p.Since):
		return wrong("since", "since %q: write the version of nplint that brings the pack, such as \"0.2.0\"", p.Since)
	case p.Prefix != "" && !ruleID().MatchString(p.Prefix+"x"):
		return wrong("prefix", "prefix %q: ids are words of small letters and digits with hyphens between them; write \"%s-\"", p.Prefix, p.Name)
	case len(p.Markers)+len(p.Trees) == 0:
		return wrong("markers", "markers are missing, so no project would ever be found; write path patterns that tell one")
	}
	for i, edition := range p.Editions {
		if !version.Is(strings.Replace(edition, ".x", ".0", 1)) || i > 0 && !version.Later(edition, p.Editions[i-1]) {
			return &place{path: at("editions", i), err: fmt.Errorf("editions: %q: write versions of the framework, the oldest first", edition)}
		}
	}
	markers := func(list []string, above ...any) error {
		for i, marker := range list {
			if err := checkMarker(marker); err != nil {
				return &place{path: append(at(above...), strconv.Itoa(i)), err: fmt.Errorf("%s: %w", above[0], err)}
			}
		}
		return nil
	}
	err := markers(p.Markers, "markers")
	for _, name := range slices.Sorted(maps.Keys(p.Trees)) {
		err = cmp.Or(err, markers(p.Trees[name], "trees", name))
	}
	if err != nil {
		return err
	}
	for i, mark := range p.Marks {
		pattern, _, hasText := strings.Cut(mark, " ")
		if err := checkMarker(pattern); err != nil {
			return &place{path: at("marks", i), err: fmt.Errorf("marks: %w", err)}
		}
		if hasText && strings.ContainsAny(pattern, "*{") {
			return &place{path: at("marks", i), err: fmt.Errorf("marks: %q: a text is looked for in one file; write its path without wildcards", mark)}
		}
	}
	for i, text := range p.Installs {
		if _, err := ParsePattern(text); err != nil {
			return &place{path: at("installs", i), err: fmt.Errorf("installs: %w", err)}
		}
	}
	return p.checkVersions()
}

// checkTypes finds types that are no schemas.
func (p *Pack) checkTypes() error {
	for _, name := range slices.Sorted(maps.Keys(p.Types)) {
		var mistake *schema.Mistake
		if _, err := schema.Compile(name, map[string]any(p.Types[name])); errors.As(err, &mistake) {
			return &place{path: append([]string{"types"}, mistake.At...), err: fmt.Errorf("types: %w", err)}
		}
	}
	return nil
}

// checkContracts finds contracts of a pack that do not fit it, or one another.
func (p *Pack) checkContracts() error {
	files := map[string]string{} // by kind and edition
	for _, c := range p.Contracts {
		line := func(key string) int { return Line(c.Text, key) }
		key := c.Kind + " " + c.Edition
		switch {
		case files[key] != "":
			return fmt.Errorf("%s:%d: the kind %q is taken by %s; give one of them another kind", c.File, line("kind"), c.Kind, files[key])
		case c.Tree != "" && p.Trees[c.Tree] == nil:
			names := slices.Sorted(maps.Keys(p.Trees))
			return fmt.Errorf("%s:%d: tree %q: %s has no such sort of project in [trees]%s", c.File, line("tree"), c.Tree, PackFile, spell.DidYouMean(c.Tree, names))
		case c.Edition != "" && !slices.Contains(p.Editions, c.Edition):
			return fmt.Errorf("%s:%d: edition %q: it is none of the editions in %s; add it there", c.File, line("edition"), c.Edition, PackFile)
		}
		files[key] = c.File
	}
	return p.checkPaths()
}

// checkPaths finds path patterns that two contracts have: only one of them would get the files.
func (p *Pack) checkPaths() error {
	first := map[string]*Contract{}
	for _, c := range p.Contracts {
		for i, text := range c.Paths {
			key := strings.Join([]string{text, c.Tree, c.Edition}, " ")
			if other := first[key]; other != nil && other != c && len(c.Not)+len(other.Not) == 0 {
				return fmt.Errorf("%s:%d: paths: %s has the pattern %q, too, and a file is of one kind; write what tells them apart", c.File,
					Line(c.Text, "paths", strconv.Itoa(i)), other.File, text)
			}
			first[key] = c
		}
	}
	return nil
}

// CheckPages returns what is wrong between the contracts of a pack and the pages of its rules, which a catalogue has: ids
// that have no page, or another prefix, and rules of contracts that no finding can bear. dir names the folder of the pack in messages; nplint is the version
// that no rule may be later than, if not "".
func (p *Pack) CheckPages(c *Catalogue, dir, nplint string) error {
	bearers, kinds := map[string][]*Contract{}, []string{}
	for _, contract := range p.Contracts {
		kinds = append(kinds, contract.Kind)
		for _, edition := range append(p.Editions, "") {
			if err := contract.Of(edition).bears(c, bearers); err != nil {
				return err
			}
		}
	}
	for _, rule := range c.All() {
		if rule.Pack != p.Name {
			continue
		}
		file := path.Join(dir, path.Base(rule.File()))
		wrong := func(key, format string, args ...any) error {
			return fmt.Errorf("%s:%d: %s: %s", file, rule.Line(key), key, fmt.Sprintf(format, args...))
		}
		ofData := rule.Analyzer == "contract" || rule.Analyzer == "syntax"
		for _, kind := range rule.Kinds {
			if ofData && !slices.Contains(kinds, kind) {
				return wrong("kinds", "the pack %s has no kind %q%s, so the rule would look at no file", p.Name, kind, spell.DidYouMean(kind, kinds))
			}
		}
		switch {
		case nplint != "" && version.Later(rule.Since, nplint):
			return wrong("since", "%s is later than nplint %s; leave the key out, since rules of your own come with no version of nplint", rule.Since, nplint)
		case !strings.HasPrefix(rule.ID, p.Prefix):
			return wrong("id", "%q does not begin with %q, the prefix in %s; rename the rule and its page, or change the prefix", rule.ID, p.Prefix, PackFile)
		case !ofData:
		case len(rule.Options) > 0:
			return wrong("analyzer", "no contract asks for options; remove the lines `option.…`")
		case bearers[rule.ID] == nil && (rule.Analyzer == "contract" || !slices.ContainsFunc(p.Contracts, hasDialect)): // which reports, too
			return wrong("id", "no contract of the pack gives a finding the id %q, so the rule would never be reported; write it behind a key of "+
				"[codes], or remove the page", rule.ID)
		}
		for _, contract := range bearers[rule.ID] {
			if len(rule.Kinds) > 0 && !slices.Contains(rule.Kinds, contract.Kind) {
				return wrong("kinds", "the kind %q is not among them, and its contract gives findings the id %q; add it", contract.Kind, rule.ID)
			}
		}
	}
	return nil
}

// hasDialect reports whether files of a contract are read in a dialect that a pack brings.
func hasDialect(c *Contract) bool { return !slices.Contains(document.Dialects, c.Dialect) }

// bears notes which rules the findings of a contract are of.
func (c *Contract) bears(known *Catalogue, bearers map[string][]*Contract) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(body.Codes)) {
		id := body.Codes[key]
		if id != "" && known.Get(id) == nil {
			var ids []string
			for _, rule := range known.All() {
				ids = append(ids, rule.ID)
			}
			return fmt.Errorf("%s:%d: there is no rule %q; write a page for it%s", c.File, Line(c.Text, "codes", key), id, spell.DidYouMean(id, ids))
		}
		bearers[id] = append(bearers[id], c)
	}
	return nil
}

// checkMarker returns what is wrong with a path pattern that is looked for in every directory of a disk.
func checkMarker(text string) error {
	text = strings.TrimPrefix(text, OnlyTop)
	if _, err := ParsePattern(text); err != nil {
		return err
	}
	if slices.Contains(strings.Split(text, "/"), "**") {
		return fmt.Errorf("path pattern %q: `**` is not for markers, which lie at one depth; write `*` for one directory", text)
	}
	return nil
}

// checkBeside finds a contract beside pack.toml or a page among contracts, where nobody reads it.
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
			return fmt.Errorf("%s:1: the contracts of a pack lie in its folder kinds; move it there", path.Join(dir, name))
		}
	}
	pages, err := fs.Glob(folder, "kinds/*.md")
	if err == nil && len(pages) > 0 {
		return fmt.Errorf("%s:1: the pages of a pack lie beside its %s; move it there", path.Join(dir, pages[0]), PackFile)
	}
	return err
}
