package nplint

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// ConfigName is the base name of the configuration file that FindConfig looks for.
const ConfigName = ".nplint.toml"

const (
	maxConfigSize      = 1 << 20  // bytes of a configuration file
	defaultMaxFileSize = 32 << 20 // room for a history of nexus with 50,000 cycles
	largestMaxFileSize = 1 << 30  // what an int holds on every system
)

// Config says what a run looks at and how much its findings weigh. Paths and globs in it have slashes and are relative to Dir, those from
// files that File extends too. The zero value says the same as DefaultConfig.
type Config struct {
	File string // absolute path of the file that was read; "" for the defaults
	Dir  string // absolute path of the directory with File; "" for the defaults: the caller sets it

	Packs        []string // names of the built-in packs to check with; none means all
	Exclude      []string // globs of files and directories to leave alone
	FailLevel    FailLevel
	MaxFileSize  int               // bytes of the largest file that is read; 0 is 32 MiB
	ContractDirs []string          // directories with the user's own contracts
	Editions     map[string]string // by pack: the edition of its contracts; a pack that is not there goes by the project's files
	Rules        map[string]RuleConfig
	Overrides    []Override // in the order of the file
	Root         bool       // no configuration above Dir counts
	Suppressions []Suppression

	known  *rules.Catalogue // the rules that it may speak of
	name   string           // of File as LoadConfig was given it, for messages
	places map[string]place // where each value was set, by keyPath; the elements of lists and overrides are counted over all files
	// extends says that there are values of other files than File.
	extends bool
	parent  *Config // what it refines, or nil; it then says nothing of a run as a whole
	prefix  string  // Dir relative to that of the parent, with a slash at its end
}

// place is a line, from 1, in a configuration file. The file has the name that messages give it.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", escape(p.file), max(p.line, 1)) }

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

// FailLevel is the least severity of a finding that makes a run fail. The zero value is that of an error.
type FailLevel Severity

// FailNever is the level that no finding reaches.
const FailNever = FailLevel(Error) + 1

// String returns the lower-case name that configuration and command line use.
func (l FailLevel) String() string {
	if l == FailNever {
		return "never"
	}
	return Severity(l.least()).String()
}

func (l FailLevel) least() FailLevel { return cmp.Or(l, FailLevel(Error)) }

// Reached reports whether a finding of the given severity makes a run fail.
func (l FailLevel) Reached(s Severity) bool { return FailLevel(s) >= l.least() }

// ParseFailLevel returns the level with the given name ("error", "warning", "info", "never").
func ParseFailLevel(name string) (FailLevel, error) {
	for l := FailLevel(Info); l <= FailNever; l++ {
		if l.String() == name {
			return l, nil
		}
	}
	return FailNever, fmt.Errorf("unknown fail level %q: write %s", name, document.OneOf(failLevelNames[:]))
}

var failLevelNames = [...]string{"error", "warning", "info", "never"}

// DefaultConfig returns the configuration of a project that has no file: all built-in packs, every rule at its page's severity.
func DefaultConfig() *Config {
	return &Config{Packs: packNames(), FailLevel: FailLevel(Error), MaxFileSize: defaultMaxFileSize, Rules: map[string]RuleConfig{},
		places: map[string]place{}}
}

func packNames() []string {
	var names []string
	for _, pack := range rules.Packs() {
		names = append(names, pack.Name)
	}
	return names
}

// FindConfig returns the path of the outermost configuration for dir: of the file named .nplint.toml in dir or a directory above it that has no
// other one above. It looks no further than a directory that contains .git and a file that says root = true. Whether the file can be read
// it does not say. It fails if a directory cannot be searched.
func FindConfig(dir string) (file string, found bool, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return "", false, err
	}
	for dir := range upward(dir) {
		here := filepath.Join(dir, ConfigName)
		if ok, err := exists(here); err != nil {
			return "", false, err
		} else if ok {
			file, found = here, true
			if saysRoot(file) {
				return file, found, nil
			}
		}
		if top, err := exists(filepath.Join(dir, ".git")); top || err != nil {
			return file, found, err
		}
	}
	return file, found, nil
}

// saysRoot reports whether a configuration file says root = true. What is wrong with the file is reported when it is loaded.
func saysRoot(file string) bool {
	text, err := readConfig(file)
	if err != nil {
		return false
	}
	f, _ := decode(file, text)
	root, _ := f.doc["root"].(bool)
	return root
}

// Severity returns how much a finding of a rule weighs in a file. def is the severity on the rule's page; kind is that of the file, such
// as "nubos/verification", or "". What is said for the rule in a contract beats what is said for the rule, an override beats
// the base, and a later override an earlier one.
func (c *Config) Severity(rule, kind, file string, def Severity) Severity {
	severity, _ := c.level(rule, kind, file, def)
	return severity
}

// level is Severity, with the place where it was set; that has no file if nothing but def counts.
func (c *Config) level(rule, kind, file string, def Severity) (severity Severity, at place) {
	severity = def
	if c.parent != nil {
		severity, at = c.parent.level(rule, kind, c.prefix+file, def)
	}
	look := func(table map[string]RuleConfig, in func() string) {
		if set, key := settle(table, rule, kind); set != nil {
			severity, at = *set, c.places[severityPath(in(), key)]
		}
	}
	look(c.Rules, func() string { return "rules" })
	for i := range c.Overrides {
		if o := &c.Overrides[i]; matchesAny(o.Paths, file) {
			look(o.Rules, func() string { return keyPath(itemPath("overrides", i), "rules") })
		}
	}
	return severity, at
}

// severityPath is the key of Config.places for a rule's severity in the table at a place.
func severityPath(at, rule string) string { return keyPath(keyPath(at, rule), "severity") }

// settle returns the severity that one table gives a rule in a kind of file, or nil, and the key that does it.
func settle(table map[string]RuleConfig, rule, kind string) (severity *Severity, key string) {
	if len(table) == 0 {
		return nil, ""
	}
	keys := []string{rule}
	if kind != "" {
		keys = []string{kind + "/" + rule, path.Base(kind) + "/" + rule, rule}
	}
	for _, key := range keys {
		if set := table[key].Severity; set != nil {
			return set, key
		}
	}
	return nil, ""
}

// Option returns the value of a rule's option as a float64, bool, string or []string: what the configuration says, else the default on
// the rule's page. It returns nil for an option that the page does not name.
func (c *Config) Option(rule, option string) any {
	if value, ok := c.Rules[rule].Options[option]; ok {
		return value
	}
	if r := c.known.Get(rule); r != nil {
		return r.Options[option]
	}
	return nil
}

// Excluded reports whether the file or directory is left alone: a glob matches it or a directory above it, so that nothing below an
// excluded directory need be walked. A path outside of Dir, which starts with "..", is never excluded.
func (c *Config) Excluded(file string) bool {
	excluded := false
	c.eachExcluding(file, func(*Config, string) { excluded = true })
	return excluded
}

// eachExcluding calls visit for every glob that excludes a file: with its place in this configuration or one that it refines.
func (c *Config) eachExcluding(file string, visit func(c *Config, at string)) {
	for ; c != nil; c, file = c.parent, c.prefix+file {
		for i := range c.Exclude {
			if matchesAny(c.Exclude[i:i+1], file) {
				visit(c, itemPath("exclude", i))
			}
		}
	}
}

// CheckContracts reports rules that are configured for a contract which is neither built in nor of one of the given kinds, those of the
// user's own contracts. The error is like that of LoadConfig.
func (c *Config) CheckContracts(kinds []string) error {
	names := contractNames(kinds...)
	var problems []problem
	check := func(table map[string]RuleConfig, at string) {
		for key := range table {
			if err := checkContract(key, names); err != nil {
				problems = append(problems, problem{c.places[severityPath(at, key)], err.Error()})
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
				problems = append(problems, problem{c.places[itemPath(keyPath(itemPath("suppressions", i), "rules"), k)], err.Error()})
			}
		}
	}
	return joined(problems)
}
