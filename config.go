package nplint

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/nplint/nplint/rules"
)

// ConfigName is the base name of the configuration file that FindConfig looks for.
const ConfigName = ".nplint.toml"

const (
	maxConfigSize      = 1 << 20 // bytes of a configuration file
	defaultMaxFileSize = 16 << 20
	largestMaxFileSize = 1 << 30 // what an int holds on every system
)

// Config says what a run looks at and how much its findings weigh. Paths and globs in it have slashes and are relative to Dir.
type Config struct {
	File string // absolute path of the file that was read; "" for the defaults
	Dir  string // absolute path of the directory with File; "" for the defaults: the caller sets it

	Packs        []string // names of the built-in packs to check with; none means all
	Exclude      []string // globs of files and directories to leave alone
	FailLevel    FailLevel
	MaxFileSize  int               // bytes of the largest file that is read
	ContractDirs []string          // directories with the user's own contracts
	Editions     map[string]string // by pack: the edition of its contracts; a pack that is not there goes by the project's files
	Rules        map[string]RuleConfig
	Overrides    []Override // in the order of the file
	Suppressions []Suppression

	name  string         // of File as LoadConfig was given it, for messages
	lines map[string]int // line from 1 of every key in File, by keyPath
}

// RuleConfig is what a configuration says of a rule. Its key is a rule id, or a contract and a rule id: "verification/enum" or, with the
// contract's pack, "nubos/verification/enum".
type RuleConfig struct {
	Severity *Severity      // nil leaves it as it is
	Options  map[string]any // by name: float64, bool, string or []string; an Override has none
}

// Override changes severities in some files.
type Override struct {
	Paths []string // globs
	Rules map[string]RuleConfig
}

// Suppression lets findings stand in files that can hold no comment, such as JSON, or in many files.
type Suppression struct {
	Paths  []string // globs
	Rules  []string // ids, or "contract/id"
	Reason string
	At     string // the place in the artefact's own terms, as a finding names it; "" is any
}

// FailLevel is the least severity of a finding that makes a run fail.
type FailLevel Severity

// FailNever is the level that no finding reaches.
const FailNever = FailLevel(Error) + 1

// String returns the lower-case name that configuration and command line use.
func (l FailLevel) String() string {
	if l == FailNever {
		return "never"
	}
	return Severity(l).String()
}

// Reached reports whether a finding of the given severity makes a run fail.
func (l FailLevel) Reached(s Severity) bool { return FailLevel(s) >= l }

// ParseFailLevel returns the level with the given name ("error", "warning", "info", "never").
func ParseFailLevel(name string) (FailLevel, error) {
	for l := FailLevel(Info); l <= FailNever; l++ {
		if l.String() == name {
			return l, nil
		}
	}
	return FailNever, fmt.Errorf("unknown fail level %q: write %s", name, oneOf(failLevelNames[:]))
}

var failLevelNames = [...]string{"error", "warning", "info", "never"}

// DefaultConfig returns the configuration of a project that has no file: all built-in packs, every rule at its page's severity.
func DefaultConfig() *Config {
	return &Config{Packs: packNames(), FailLevel: FailLevel(Error), MaxFileSize: defaultMaxFileSize, Rules: map[string]RuleConfig{}}
}

func packNames() []string {
	var names []string
	for _, pack := range rules.Packs() {
		names = append(names, pack.Name)
	}
	return names
}

// FindConfig returns the path of the configuration for dir: of the first file named .nplint.toml in dir or a directory above it.
// It looks no further than a directory that contains .git, and does not say whether the file can be read. It fails if a
// directory cannot be searched.
func FindConfig(dir string) (file string, found bool, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", false, err
	}
	for {
		file = filepath.Join(dir, ConfigName)
		if found, err = exists(file); found || err != nil {
			return file, found, err
		}
		top, err := exists(filepath.Join(dir, ".git"))
		parent := filepath.Dir(dir)
		if top || err != nil || parent == dir {
			return "", false, err
		}
		dir = parent
	}
}

// exists reports whether there is anything at the path, be it a link that leads nowhere.
func exists(file string) (bool, error) {
	_, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Severity returns how much a finding of a rule weighs in a file. def is the severity on the rule's page; kind is that of the file, such
// as "nubos/verification", or "". What is said for the rule in a contract beats what is said for the rule, an override beats
// the base, and a later override an earlier one.
func (c *Config) Severity(rule, kind, file string, def Severity) Severity {
	severity := settle(c.Rules, rule, kind, def)
	for i := range c.Overrides {
		if o := &c.Overrides[i]; matchesAny(o.Paths, file) {
			severity = settle(o.Rules, rule, kind, severity)
		}
	}
	return severity
}

// settle returns the severity that one table gives a rule in a kind of file, or severity if it gives none.
func settle(table map[string]RuleConfig, rule, kind string, severity Severity) Severity {
	if len(table) == 0 {
		return severity
	}
	keys := []string{rule}
	if kind != "" {
		keys = append(keys, path.Base(kind)+"/"+rule, kind+"/"+rule)
	}
	for _, key := range keys {
		if set := table[key].Severity; set != nil {
			severity = *set
		}
	}
	return severity
}

// Option returns the value of a rule's option as a float64, bool, string or []string: what the configuration says, else the default on
// the rule's page. It returns nil for an option that the page does not name.
func (c *Config) Option(rule, option string) any {
	if value, ok := c.Rules[rule].Options[option]; ok {
		return value
	}
	if r := rules.Get(rule); r != nil {
		return r.Options[option]
	}
	return nil
}

// Excluded reports whether the file or directory is left alone: a glob matches it or a directory above it. A path outside of
// Dir, which starts with "..", is never excluded.
func (c *Config) Excluded(file string) bool { return matchesAny(c.Exclude, file) }

// ExcludedDir reports whether everything below a directory is excluded, so that it need not be walked.
func (c *Config) ExcludedDir(dir string) bool { return matchesAny(c.Exclude, dir) }

// CheckContracts reports rules that are configured for a contract which is neither built in nor of one of the given kinds, those of the
// user's own contracts. The error is like that of LoadConfig.
func (c *Config) CheckContracts(kinds []string) error {
	names := contractNames(kinds...)
	var problems []problem
	check := func(table map[string]RuleConfig, at string) {
		for key := range table {
			if err := checkContract(key, names); err != nil {
				problems = append(problems, problem{c.lines[keyPath(at, key)], err.Error()})
			}
		}
	}
	check(c.Rules, "rules")
	for i := range c.Overrides {
		check(c.Overrides[i].Rules, keyPath(itemPath("overrides", i), "rules"))
	}
	for i := range c.Suppressions {
		for k, name := range c.Suppressions[i].Rules {
			if err := checkContract(name, names); err != nil {
				problems = append(problems, problem{c.lines[itemPath(keyPath(itemPath("suppressions", i), "rules"), k)], err.Error()})
			}
		}
	}
	return joined(c.name, problems)
}
