package config

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/paths"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// Places is places in configurations, such as those that were of use.
type Places map[*Config]map[string]bool

func (p Places) note(c *Config, at string) {
	if p[c] == nil {
		p[c] = map[string]bool{}
	}
	p[c][at] = true
}

// Unused is an entry of a configuration that does nothing.
type Unused struct {
	File    string // relative to the base
	Line    int    // from 1
	At      string // the key
	Rule    string // config-unused, config-default or config-outdated
	Message string
}

// Span returns where the entry's line starts in its file and where it ends, without the blanks around it.
func (u *Unused) Span(lines *document.Lines) (start, end int) {
	line := lines.Line(u.Line) // nil if the file has changed meanwhile
	text := bytes.TrimLeft(line, " \t\ufeff")
	start = lines.Start(u.Line) + len(line) - len(text)
	return start, start + len(bytes.TrimRight(text, " \t\r"))
}

// Whole is configurations whose whole directory was linted: of the others one cannot know what they are good for.
type Whole struct {
	scopes  *Scopes
	configs []*Config
	files   map[string]bool // theirs, relative to the base
}

// Whole returns the configurations whose whole directory was linted. wanted tells it of a directory below the base.
func (s *Scopes) Whole(wanted func(dir string) bool) Whole {
	w := Whole{scopes: s, files: map[string]bool{}}
	for _, c := range s.Configs() {
		if c.File != "" && paths.Within(c.RealDir(), s.Base) && wanted(paths.Below(c.RealDir(), s.Base)) {
			w.configs = append(w.configs, c)
			w.files[w.file(c)] = true
		}
	}
	return w
}

// file returns the file of a configuration that lies in the base, relative to it.
func (w Whole) file(c *Config) string {
	return paths.Join(paths.Below(c.RealDir(), w.scopes.Base), filepath.Base(c.File))
}

// Has reports whether a file, named relative to the base, is one of the configurations.
func (w Whole) Has(file string) bool { return w.files[file] }

// Any reports whether there is any.
func (w Whole) Any() bool { return len(w.configs) > 0 }

// Suppressing returns the files, relative to the base, of those configurations that suppress anything.
func (w Whole) Suppressing() []string {
	var files []string
	for _, c := range w.configs {
		if len(c.Suppressions) > 0 {
			files = append(files, w.file(c))
		}
	}
	return files
}

// Unused returns what does nothing in the configurations. artefacts are the files that were linted, relative to the
// base. What files say that others extend is not looked at, since it may be there for another of these.
func (w Whole) Unused(artefacts []string, contracts map[string]*rules.Contract) []Unused {
	if len(w.configs) == 0 {
		return nil
	}
	s := w.scopes
	linted := map[*Config]bool{} // there is an artefact that it is for
	used := usedGlobs{}
	for _, file := range artefacts {
		scope := s.Of(file)
		for c, file := range scope.Config.Chain(scope.Path(file)) {
			linted[c] = true
			used.match(c, file)
		}
	}
	for _, c := range w.configs { // what is found here is in these files
		scope := s.Of(w.file(c))
		for c, file := range scope.Config.Chain(scope.Path(w.file(c))) {
			used.match(c, file)
		}
	}
	places := used.places()
	var found []Unused
	for _, c := range w.configs {
		if !linted[c] && c != s.outer.Config {
			const message = "no artefact lies below this configuration, so it changes nothing; remove it, or move it to where the artefacts are"
			found = append(found, Unused{w.file(c), 1, "", "config-unused", message})
			continue
		}
		for _, e := range entries(c, contracts) {
			if !places[c][e.at] && !s.excluding[c][e.at] {
				found = append(found, w.entry(c, e.at, "config-unused", fmt.Sprintf(e.message, e.value))...)
			}
		}
		found = append(found, w.repeated(c)...)
		found = append(found, w.outdated(c)...)
	}
	return found
}

// outdated returns the places of a configuration that name rules by ids that they no longer have, or rules that were
// removed.
func (w Whole) outdated(c *Config) []Unused {
	var found []Unused
	look := func(at, name string) {
		_, id, _ := report.CutContract(name)
		rule := w.scopes.known.Rules.Named(id)
		switch {
		case rule == nil || rule.ID == id && rule.RemovedIn == "":
		case rule.RemovedIn != "":
			const format = "nplint no longer has the rule %s since version %s, so the entry changes nothing; remove it"
			found = append(found, w.entry(c, at, "config-outdated", fmt.Sprintf(format, rule.ID, rule.RemovedIn))...)
		default:
			const format = "%s is called %s now; the entry holds all the same, but write %s"
			found = append(found, w.entry(c, at, "config-outdated", fmt.Sprintf(format, id, rule.ID, rule.ID))...)
		}
	}
	table := func(at string, table map[string]RuleConfig) {
		for _, key := range slices.Sorted(maps.Keys(table)) {
			setting := "severity"
			if table[key].Severity == nil {
				setting = slices.Min(slices.Collect(maps.Keys(table[key].Options)))
			}
			look(keyPath(keyPath(at, key), setting), key)
		}
	}
	table("rules", c.Rules)
	for i := range c.Overrides {
		table(keyPath(itemPath("overrides", i), "rules"), c.Overrides[i].Rules)
	}
	for i := range c.Suppressions {
		for k, name := range c.Suppressions[i].Rules {
			look(suppressedRule(i, k), name)
		}
	}
	return found
}

// removed reports whether a name, an id or "contract/id", is that of a rule that was removed.
func removed(known Known, name string) bool {
	_, id, _ := report.CutContract(name)
	rule := known.Rules.Named(id)
	return rule != nil && rule.RemovedIn != ""
}

// usedGlobs are the globs of configurations that match some file, as bits by their numbers.
type usedGlobs map[*Config][]uint64

// match notes which globs of a configuration match a file.
func (u usedGlobs) match(c *Config, file string) {
	for i, word := range c.lookup().matched(file).bits {
		if u[c] == nil {
			u[c] = make([]uint64, len(c.lookup().at)/64+1)
		}
		u[c][i] |= word
	}
}

// places returns those of overrides and suppressions. What an excluding glob does is known from what it excludes.
func (u usedGlobs) places() Places {
	all := Places{}
	for c, bits := range u {
		x := c.lookup()
		for i := range (&matched{bits: bits}).each(globRange{x.exclude.to, len(x.at)}) {
			all.note(c, x.at[i])
		}
	}
	return all
}

// entry is a value of a configuration at a place that does nothing unless it is used, and the message that says so.
type entry struct{ at, message, value string }

// entries returns the values of a configuration that may do nothing. A directory that holds one of the contracts does
// something.
func entries(c *Config, contracts map[string]*rules.Contract) []entry {
	var all []entry
	globs := func(at string, globs []string, message string) {
		for k, glob := range globs {
			all = append(all, entry{itemPath(at, k), message, glob})
		}
	}
	globs("exclude", c.Exclude,
		"nothing that nplint would look at matches %q, so the entry excludes nothing; correct the glob or remove it")
	for i, o := range c.Overrides {
		globs(keyPath(itemPath("overrides", i), "paths"), o.Paths,
			"no linted file matches %q, so the override changes nothing there; correct the glob or remove it")
	}
	for i, s := range c.Suppressions {
		globs(keyPath(itemPath("suppressions", i), "paths"), s.Paths,
			"no linted file matches %q, so nothing is suppressed there; correct the glob or remove it")
	}
	own := map[string]bool{}
	for _, contract := range contracts {
		own[path.Dir(contract.File)] = true
	}
	for i, dir := range c.ContractDirs {
		if !own[dir] && !c.IsPack(dir) {
			all = append(all, entry{itemPath("contracts.dirs", i),
				"the directory %q holds no contract, so no file is checked against one; put contracts (*.toml) there, name the folder of a pack itself, or remove the entry", dir})
		}
	}
	return all
}

// entry returns what is said of the entry at a place, if the configuration's own file has it.
func (w Whole) entry(c *Config, at, rule, message string) []Unused {
	p := c.places[at]
	if p.File != c.name {
		return nil
	}
	key, _, _ := strings.Cut(at, "[")
	return []Unused{{w.file(c), p.Line, key, rule, message}}
}

// repeated returns settings of rules that equal what holds without them. Nothing is said of a configuration that
// others have a part in.
func (w Whole) repeated(c *Config) []Unused {
	if c.parent != nil || c.extends {
		return nil
	}
	var found []Unused
	say := func(at, format string, args ...any) {
		found = append(found, w.entry(c, at, "config-default", fmt.Sprintf(format, args...))...)
	}
	for key, set := range c.Rules {
		page, without := without(c, key)
		if page == nil || page.RemovedIn != "" {
			continue // the run does not know the rule, or not by this id any more, which is said
		}
		if set.Severity != nil && *set.Severity == without && !lowers(c.known.Packs, page, without) {
			say(severityPath("rules", key), "%s is %s without this entry too, so it changes nothing; remove it", key, without)
		}
		for name, value := range set.Options {
			if reflect.DeepEqual(value, page.Options[name]) {
				say(keyPath(keyPath("rules", key), name),
					"%s of %s is %s without this entry too, so it changes nothing; remove it", name, key, Value(value))
			}
		}
	}
	return found
}

// lowers reports whether some findings of a rule may get less than its severity where no configuration gives it one: its
// page says so, or its pack lowers what many places do, or documents that are over.
func lowers(packs []*rules.Pack, page *rules.Rule, severity report.Severity) bool {
	isHabit := func(p *rules.Pack) bool { return p.Name == page.Pack && p.Habit > 0 }
	return severity > report.Info && (page.Lesser != "" || slices.ContainsFunc(packs, isHabit))
}

// without returns the page of the rule that a key of [rules] names, and the severity that it has without that key.
func without(c *Config, key string) (*rules.Rule, report.Severity) {
	contract, id, _ := report.CutContract(key)
	page := c.known.Rules.Get(id)
	for other := range settingKeys(c.known.Rules.Names(id), contract) {
		if set := c.Rules[other].Severity; set != nil && other != key {
			return page, *set
		}
	}
	return page, pageSeverity(c, page, contract)
}

// Linted is what one asks about files that were linted, by their numbers.
type Linted struct {
	Today string   // the day by which suppressions are over
	Paths []string // relative to the base
	// Wholly reports whether a file was judged as a whole, and On whether findings of a rule there are asked for.
	Wholly func(file int) bool
	On     func(file int, rule string) bool
}

// UnusedSuppressions returns the rules in [[suppressions]] for which nothing was suppressed, where this is known: every
// file that the suppression is about was judged as a whole, and in some the rule is on.
func (w Whole) UnusedSuppressions(used Places, linted Linted) []Unused {
	inVain := w.inVain(linted)
	var found []Unused
	for _, c := range w.configs {
		for i := range c.Suppressions {
			one, where := &c.Suppressions[i], ""
			if one.At != "" {
				where = " at " + one.At
			}
			for k, name := range one.Rules {
				at := suppressedRule(i, k)
				if used[c][at] || !inVain[c][at] || removed(w.scopes.known, name) {
					continue
				}
				why := "so nothing is suppressed, and one that comes would be hidden"
				if report.Over(one.Until, linted.Today) {
					why = "and it was over with " + one.Until
				}
				found = append(found, w.entry(c, at, "config-unused",
					fmt.Sprintf("no file that this is about has a finding of %s%s, %s; remove the entry", name, where, why))...)
			}
		}
	}
	return found
}

// inVain returns the rules in [[suppressions]] whose findings would have been found, if there were any.
func (w Whole) inVain(linted Linted) Places {
	is, all := Places{}, map[*Config][]aboutFiles{}
	if !slices.ContainsFunc(w.configs, func(c *Config) bool { return len(c.Suppressions) > 0 }) {
		return is
	}
	for _, c := range w.configs {
		all[c] = make([]aboutFiles, len(c.Suppressions))
		for n := range all[c] {
			all[c][n].unknown = c.Suppressions[n].Rules
		}
	}
	for i, file := range linted.Paths {
		scope := w.scopes.Of(file)
		isWhole := sync.OnceValue(func() bool { return linted.Wholly(i) }) // which reads the file
		asked := map[string]bool{}
		on := func(rule string) bool {
			is, known := asked[rule]
			if !known {
				is = linted.On(i, rule)
				asked[rule] = is
			}
			return is
		}
		for c, path := range scope.Config.Chain(scope.Path(file)) {
			of := all[c]
			for n := range c.lookup().suppressing(path) {
				if n >= len(of) || of[n].partly {
					continue // of a configuration that is not asked about
				}
				one := &of[n]
				if one.partly = !isWhole(); !one.partly && slices.ContainsFunc(one.unknown, on) {
					one.unknown = slices.DeleteFunc(slices.Clone(one.unknown), on)
				}
			}
		}
	}
	for c, of := range all {
		for n, one := range of {
			if one.partly {
				continue
			}
			unknown := map[string]bool{}
			for _, name := range one.unknown {
				unknown[name] = true
			}
			for k, name := range c.Suppressions[n].Rules {
				if !unknown[name] {
					is.note(c, suppressedRule(n, k))
				}
			}
		}
	}
	return is
}

// aboutFiles is what is known of a suppression from the files that it is about.
type aboutFiles struct {
	partly  bool     // one was not judged as a whole
	unknown []string // the rules that are on in none so far
}
