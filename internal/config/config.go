// Package config knows what users say of a run in files: how these are read, extended and nested, what they say of a
// file, which of it does nothing, and how it is shown. It also weighs the caller's choice of rules against it. It
// opens no artefact.
package config

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// Name is the base name of the configuration file that Find looks for.
const Name = ".nplint.toml"

// DefaultMaxFileSize is the size of the largest file that is read if no configuration says another: room for a history
// with 3,000 cycles. What takes longest to read, YAML and findings by the hundred thousand, takes two seconds and 350
// MB then.
const DefaultMaxFileSize = 2 << 20

const (
	maxConfigSize      = 1 << 20 // bytes of a configuration file
	largestMaxFileSize = 1 << 30 // what an int holds on every system
)

// Config says what a run looks at and how much its findings weigh. Paths and globs in it have slashes and are
// relative to Dir, those from files that File extends too. The zero value says the same as DefaultConfig.
type Config struct {
	File string // absolute path of the file that was read; "" for the defaults
	Dir  string // absolute path of the directory with File; "" for the defaults: the caller sets it

	Packs        []string // names of the built-in packs to check with; none means all, and those that are new as warnings at most
	Exclude      []string // globs of files and directories to leave alone
	Preset       string   // rules.Recommended or rules.Strict; "" is rules.Recommended
	Preview      bool     // rules are on that may still change
	Since        string   // a version of nplint: rules and packs that came later are warnings at most; "" is the latest
	FailLevel    report.FailLevel
	MaxFileSize  int               // bytes of the largest file that is read; 0 is 2 MiB
	ContractDirs []string          // directories with the user's own contracts and packs
	OwnPacks     []*rules.Pack     // those in ContractDirs that are folders of packs
	Editions     map[string]string // by pack: the edition of its contracts; a pack that is not there goes by the project's files
	Rules        map[string]RuleConfig
	Overrides    []Override // in the order of the file
	Root         bool       // no configuration above Dir counts
	Suppressions []Suppression

	real     string   // Dir without links, if the configuration was read
	packDirs []string // those in ContractDirs that OwnPacks lie in
	index    *index
	asked    []string                 // names of packs that the caller names
	known    Known                    // the rules that it may speak of
	name     string                   // of File as Load was given it, for messages
	places   map[string]mistake.Place // where each value was set, by keyPath; the elements of lists and overrides are counted over all files
	// extends says that there are values of other files than File.
	extends bool
	parent  *Config // what it refines, or nil; it then says nothing of a run as a whole
	prefix  string  // Dir relative to that of the parent, with a slash at its end
	bytes   int     // of the files that it is made of
}

// RuleConfig is what a configuration says of a rule. Its key is a rule id, or a contract and a rule id:
// "decision/enum" or, with the contract's pack, "team/decision/enum".
type RuleConfig struct {
	Severity *report.Severity // nil leaves it as it is
	Options  map[string]any   // by name: float64, bool, string or []string; an Override has none
}

// Override changes severities in some files.
type Override struct {
	Paths []string // globs
	Rules map[string]RuleConfig
}

// Known is what configurations may speak of.
type Known struct {
	Rules   *rules.Catalogue // nil is the built-in rules
	Packs   []*rules.Pack    // the built-in ones
	Version string           // of nplint; "" is one that no pack is new to
}

// PackNames returns the names of the packs that can be switched on and off.
func (k Known) PackNames() []string {
	var names []string
	for _, pack := range k.Packs {
		names = append(names, pack.Name)
	}
	return names
}

// PackOf returns the one pack that has a kind, named with its pack or without, or "".
func (k Known) PackOf(kind string) (pack string) {
	for _, p := range k.Packs {
		for _, c := range p.Contracts {
			if c.Kind == kind {
				return p.Name
			}
			if path.Base(c.Kind) == kind {
				if pack != "" {
					return ""
				}
				pack = p.Name
			}
		}
	}
	return pack
}

// contractNames returns the names, with and without pack, of the contracts of the packs and of those of the kinds.
func (k Known) contractNames(kinds ...string) []string {
	for _, pack := range k.Packs {
		for _, contract := range pack.Contracts {
			kinds = append(kinds, contract.Kind)
		}
	}
	return kindNames(kinds)
}

// kindNames returns kinds and their short names, sorted.
func kindNames(kinds []string) []string {
	var names []string
	for _, kind := range kinds {
		names = append(names, path.Base(kind), kind)
	}
	slices.Sort(names)
	return names
}

// ruleIDs returns the ids of the rules.
func (k Known) ruleIDs() []string {
	var ids []string
	for _, rule := range k.Rules.All() {
		ids = append(ids, rule.ID)
	}
	return ids
}

// allIDs returns the ids of the rules, and those that rules once had.
func (k Known) allIDs() []string { return append(k.ruleIDs(), k.Rules.Older()...) }

// Default returns the configuration of a project that has no file: all built-in packs, every rule at its page's
// severity.
func Default(known Known) *Config {
	return &Config{FailLevel: report.FailLevel(report.Error), MaxFileSize: DefaultMaxFileSize,
		Rules: map[string]RuleConfig{}, known: known, places: map[string]mistake.Place{}, index: newIndex()}
}

// For returns a configuration, or the default one for nil, as a run has it that knows certain rules and packs, and
// whose caller names some.
func (c *Config) For(known Known, asked []string) *Config {
	if c == nil {
		c = Default(known)
	}
	own := *c
	own.asked, own.index = asked, newIndex()
	if len(c.OwnPacks) == 0 { // else it knows their rules beside those that it was loaded with
		own.known = known
	}
	own.MaxFileSize = cmp.Or(c.MaxFileSize, DefaultMaxFileSize)
	return &own
}

// Catalogue returns the rules that the configuration may speak of: those that it was loaded with, and those of
// OwnPacks. nil is the built-in ones.
func (c *Config) Catalogue() *rules.Catalogue { return c.known.Rules }

// Find returns the path of the outermost configuration for dir: of the file named .nplint.toml in dir or a directory
// above it that has no other one above. It looks no further than a directory that contains .git and a file that says
// root = true. Whether the file can be read it does not say. It fails if a directory cannot be searched.
func Find(dir string) (file string, found bool, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", false, err
	}
	var at around
	for dir := range paths.Upward(dir) {
		here := filepath.Join(dir, Name)
		if ok, err := paths.Find(here); err != nil {
			return "", false, err
		} else if ok {
			if err := linkedOut(here, &at); err != nil {
				return "", false, fmt.Errorf("%s: %w", mistake.Escape(Name), err)
			}
			file, found = here, true
			if saysRoot(file) {
				return file, found, nil
			}
		}
		if top, err := paths.Find(filepath.Join(dir, ".git")); top || err != nil {
			return file, found, err
		}
	}
	return file, found, nil
}

// Misnamed returns the base name of a file in dir, or in one above it of the same repository, that was meant to be the
// configuration, or "".
func Misnamed(dir string) string {
	for dir := range paths.Upward(dir) {
		for _, name := range []string{"nplint.toml", ".nplint.yaml", ".nplint.yml", ".nplint.json"} {
			if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
				return name
			}
		}
		if top, _ := paths.Find(filepath.Join(dir, ".git")); top {
			return ""
		}
	}
	return ""
}

// saysRoot reports whether a configuration file says root = true. What is wrong with the file is reported when it is
// loaded.
func saysRoot(file string) bool {
	text, err := readConfig(file)
	if err != nil {
		return false
	}
	f, _ := decode(file, text)
	root, _ := f.doc["root"].(bool)
	return root
}

// Severity returns how much a finding of a rule weighs in a file. def is the severity on the rule's page; kind is
// that of the file, such as "team/decision", or "". What is said for the rule in a contract beats what is said
// for the rule, an override beats the base, and a later override an earlier one.
func (c *Config) Severity(rule, kind, file string, def report.Severity) report.Severity {
	severity, _ := c.level(rule, kind, file, def)
	return severity
}

// level is Severity, with the place where it was set; that has no file if nothing but def counts.
func (c *Config) level(rule, kind, file string, def report.Severity) (severity report.Severity, at mistake.Place) {
	severity = def
	names := c.known.Rules.Names(rule)
	if c.parent != nil {
		severity, at = c.parent.level(rule, kind, c.prefix+file, def)
	}
	if set, key := settle(c.Rules, names, kind); set != nil {
		severity, at = *set, c.places[severityPath("rules", key)]
	}
	if i := c.lookup().override(file, settingKeys(names, kind)); i >= 0 {
		set, key := settle(c.Overrides[i].Rules, names, kind)
		return *set, c.places[severityPath(keyPath(itemPath("overrides", i), "rules"), key)]
	}
	return severity, at
}

// severityPath is the key of Config.places for a rule's severity in the table at a place.
func severityPath(at, rule string) string { return keyPath(keyPath(at, rule), "severity") }

// settle returns the severity that one table gives a rule, by any of its names, in a kind of file, or nil, and the key
// that does it.
func settle(table map[string]RuleConfig, names []string, kind string) (severity *report.Severity, key string) {
	if len(table) == 0 {
		return nil, ""
	}
	for key := range settingKeys(names, kind) {
		if set := table[key].Severity; set != nil {
			return set, key
		}
	}
	return nil, ""
}

// settingKeys yields the keys by which tables may speak of a rule with these names in a kind of file, the narrowest
// first.
func settingKeys(names []string, kind string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if kind != "" {
			for _, contract := range []string{kind, path.Base(kind)} {
				for _, name := range names {
					if !yield(contract + "/" + name) {
						return
					}
				}
			}
		}
		for _, name := range names {
			if !yield(name) {
				return
			}
		}
	}
}

// Option returns the value of a rule's option as a float64, bool, string or []string: what the configuration says,
// else the default on the rule's page. It returns nil for an option that the page does not name.
func (c *Config) Option(rule, option string) any {
	for _, name := range c.known.Rules.Names(rule) {
		if value, ok := c.Rules[name].Options[option]; ok {
			return value
		}
	}
	if r := c.known.Rules.Get(rule); r != nil {
		return r.Options[option]
	}
	return nil
}

// Excluded reports whether the file or directory is left alone: a glob matches it or a directory above it, so that
// nothing below an excluded directory need be walked. A path outside of Dir, which starts with "..", is never
// excluded.
func (c *Config) Excluded(file string) bool {
	excluded := false
	eachExcluding(c, file, func(*Config, string) { excluded = true })
	return excluded
}

// eachExcluding calls visit for every glob that excludes a file: with its place in this configuration or one that it
// refines.
func eachExcluding(c *Config, file string, visit func(c *Config, at string)) {
	for c, file := range c.Chain(file) {
		if len(c.Exclude) == 0 {
			continue
		}
		x := c.lookup()
		for i := range x.matched(file).each(x.exclude) {
			visit(c, x.at[i])
		}
	}
}

// Chain yields the configuration and those that it refines, the nearest first, each with the path of a file relative
// to its directory. It yields nothing for "".
func (c *Config) Chain(file string) iter.Seq2[*Config, string] {
	return func(yield func(*Config, string) bool) {
		for ; c != nil && file != "" && yield(c, file); c, file = c.parent, c.prefix+file {
		}
	}
}

// In returns a configuration of a directory without links that says nothing.
func In(dir string) *Config { return &Config{Dir: dir, real: dir} }

// RealDir returns the directory of the configuration without symbolic links, or "" if it has none.
func (c *Config) RealDir() string {
	if c.Dir == "" || c.real != "" {
		return c.real
	}
	return paths.Real(c.Dir)
}

// CheckContracts reports rules that are configured for a contract which is neither built in nor of one of the given
// kinds, those of the user's own contracts. The error is like that of Load.
func (c *Config) CheckContracts(kinds []string) error {
	if len(c.Rules)+len(c.Overrides)+len(c.Suppressions) == 0 {
		return nil
	}
	names := c.known.contractNames(kinds...)
	var problems []mistake.Mistake
	var hints hints
	check := func(table map[string]RuleConfig, at string) {
		for _, key := range slices.Sorted(maps.Keys(table)) {
			if err := checkContract(key, names, &hints); err != nil {
				problems = append(problems, mistake.Mistake{Place: c.places[severityPath(at, key)], Text: err.Error()})
			}
		}
	}
	check(c.Rules, "rules")
	for i := range c.Overrides {
		check(c.Overrides[i].Rules, keyPath(itemPath("overrides", i), "rules"))
	}
	for i := range c.Suppressions {
		for k, name := range c.Suppressions[i].Rules {
			if err := checkContract(name, names, &hints); err != nil {
				problems = append(problems, mistake.Mistake{Place: c.places[itemPath(keyPath(itemPath("suppressions", i), "rules"), k)], Text: err.Error()})
			}
		}
	}
	return mistake.Join(problems)
}
