package config

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/rules"
)

// Show returns the resolved configuration as TOML that Load accepts in the same directory: every setting, and every
// rule with its severity and options, each with a comment that says where it comes from, lines of files or the
// defaults.
func (c *Config) Show() string {
	w := &configWriter{config: c, dir: filepath.Dir(c.name)}
	if c.File == "" {
		w.WriteString("# There is no configuration file: these are the defaults.\n")
	} else {
		w.WriteString("# " + mistake.Escape(c.File) + "\n")
	}
	w.run()
	w.WriteString("\n[rules]\n")
	for _, rule := range c.known.Rules.All() {
		severity, at := pageSeverity(c, rule, ""), mistake.Place{}
		if set, key := settle(c.Rules, c.known.Rules.Names(rule.ID), ""); set != nil {
			severity, at = *set, c.places[severityPath("rules", key)]
		}
		w.rule(rule, severity, at)
	}
	w.severities(c.Rules, "rules", func(key string) bool { return strings.Contains(key, "/") })
	for i, override := range c.Overrides {
		at := itemPath("overrides", i)
		w.WriteString("\n[[overrides]]\n")
		w.list("paths", override.Paths, keyPath(at, "paths"))
		w.WriteString("[overrides.rules]\n")
		w.severities(override.Rules, keyPath(at, "rules"), func(string) bool { return true })
	}
	for i := range c.Suppressions {
		w.suppression(i)
	}
	return w.String()
}

// ShowFile returns what holds for one file, named relative to the base: TOML with the severity that every rule has
// there and the suppressions that are about it, each value with a comment that says where it comes from. kind is ""
// for a file that is no artefact.
func (s *Scopes) ShowFile(file, kind string) string {
	scope := s.Of(file)
	w := &configWriter{config: s.outer.Config}
	w.file(file, kind, scope)
	w.run()
	w.WriteString("\n[rules]\n")
	for _, rule := range s.known.Rules.All() {
		severity, at := scope.Config.level(rule.ID, kind, cmp.Or(scope.Path(file), "../"+file),
			pageSeverity(scope.Config, rule, kind))
		w.rule(rule, severity, at)
	}
	for c, path := range scope.Config.Chain(scope.Path(file)) {
		w.config = c
		for i := range c.lookup().suppressing(path) {
			w.suppression(i)
		}
	}
	return w.String()
}

// configWriter writes a configuration as TOML.
type configWriter struct {
	strings.Builder
	config *Config
	dir    string // that names of files are shown relative to; "" leaves them as messages have them
}

// file says what a file is and which configurations it is under, from the outermost to the nearest.
func (w *configWriter) file(file, kind string, s *Scope) {
	what := "an artefact of the kind " + kind
	if kind == "" {
		what = "no artefact of a known kind, so it is not linted"
	}
	if path := s.Path(file); path != "" {
		eachExcluding(s.Config, path,
			func(c *Config, at string) { what = "excluded (" + w.origin(c.places[at]) + "), so it is not linted" })
	}
	fmt.Fprintf(w, "# %s is %s\n", mistake.Escape(cmp.Or(file, ".")), what)
	var chain []string
	for c := s.Config; c != nil; c = c.parent {
		if c.File != "" {
			chain = append(chain, "# "+mistake.Escape(c.File)+"\n")
		}
	}
	slices.Reverse(chain)
	w.WriteString(strings.Join(chain, ""))
}

// run writes what is said of a run as a whole, and what is excluded.
func (w *configWriter) run() {
	c := w.config
	w.set("version", 1, mistake.Place{})
	if c.Root {
		w.set("root", true, c.places["root"])
	}
	packs := c.Packs
	if len(packs) == 0 {
		packs = c.known.PackNames()
	}
	w.list("packs", packs, "packs")
	w.set("preset", cmp.Or(c.Preset, rules.Recommended), c.places["preset"])
	w.set("preview", c.Preview, c.places["preview"])
	if c.Since != "" {
		w.set("since", c.Since, c.places["since"])
	}
	w.list("exclude", c.Exclude, "exclude")
	w.set("fail_level", c.FailLevel.String(), c.places["fail_level"])
	w.set("max_file_size", formatSize(c.MaxFileSize), c.places["max_file_size"])
	w.WriteString("\n[contracts]\n")
	w.list("dirs", c.ContractDirs, "contracts.dirs")
	for _, pack := range slices.Sorted(maps.Keys(c.Editions)) {
		fmt.Fprintf(w, "\n[%s]\n", pack)
		w.set("contract", c.Editions[pack], c.places[keyPath(pack, "contract")])
	}
}

// set writes a key with its value and where the value comes from.
func (w *configWriter) set(key string, value any, at mistake.Place) {
	fmt.Fprintf(w, "%s = %s # %s\n", keyPath("", key), Value(value), w.origin(at))
}

// list writes a key with a list and the lines that its elements come from.
func (w *configWriter) list(key string, list []string, at string) {
	places := []mistake.Place{}
	for i := range list {
		places = append(places, w.config.places[itemPath(at, i)])
	}
	if len(list) == 0 {
		places = append(places, w.config.places[at])
	}
	var origins []string
	for _, p := range slices.Compact(places) {
		origins = append(origins, w.origin(p))
	}
	fmt.Fprintf(w, "%s = %s # %s\n", key, Value(list), strings.Join(origins, ", "))
}

// origin writes a place; none is that of a default.
func (w *configWriter) origin(at mistake.Place) string {
	if at.File == "" {
		return "default"
	}
	if rel, err := filepath.Rel(w.dir, at.File); w.dir != "" && err == nil {
		at.File = filepath.ToSlash(rel)
	}
	return at.String()
}

// rule writes the severity, which was set at a place, and the options of a rule.
func (w *configWriter) rule(rule *rules.Rule, severity report.Severity, at mistake.Place) {
	c := w.config
	if report.Unjudged(rule.ID) {
		return // it is no setting
	}
	if len(rule.Options) == 0 {
		w.set(rule.ID, severity.String(), at)
		return
	}
	fields, origins := []string{"severity = " + quote(severity.String())}, []string{"severity " + w.origin(at)}
	for _, name := range slices.Sorted(maps.Keys(rule.Options)) {
		fields = append(fields, keyPath("", name)+" = "+Value(c.Option(rule.ID, name)))
		origins = append(origins, name+" "+w.origin(c.places[keyPath(keyPath("rules", rule.ID), name)]))
	}
	fmt.Fprintf(w, "%s = { %s } # %s\n", keyPath("", rule.ID), strings.Join(fields, ", "), strings.Join(origins, ", "))
}

// severities writes those rules of a table that the filter wants, which have no options.
func (w *configWriter) severities(table map[string]RuleConfig, at string, wanted func(key string) bool) {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if set := table[key].Severity; set != nil && wanted(key) {
			w.set(key, set.String(), w.config.places[severityPath(at, key)])
		}
	}
}

// Value writes an int, float64, bool, string or []string.
func Value(v any) string {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return quote(v)
	case []string:
		quoted := make([]string, len(v))
		for i, s := range v {
			quoted[i] = quote(s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	return fmt.Sprint(v)
}
