package nplint

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/rules"
)

// Show returns the resolved configuration as TOML that LoadConfig accepts in the same directory: every setting, and every rule with its
// severity and options, each with a comment that says where it comes from, a line of the file or the defaults.
func (c *Config) Show() string {
	w := &configWriter{config: c}
	if c.File == "" {
		w.WriteString("# There is no configuration file: these are the defaults.\n")
	} else {
		w.WriteString("# " + escape(c.File) + "\n")
	}
	w.set("version", 1, "version")
	w.set("packs", c.Packs, "packs")
	w.set("exclude", c.Exclude, "exclude")
	w.set("fail_level", c.FailLevel.String(), "fail_level")
	w.set("max_file_size", formatSize(c.MaxFileSize), "max_file_size")
	w.WriteString("\n[contracts]\n")
	w.set("dirs", c.ContractDirs, "contracts.dirs")
	for _, pack := range slices.Sorted(maps.Keys(c.Editions)) {
		fmt.Fprintf(w, "\n[%s]\n", pack)
		w.set("contract", c.Editions[pack], keyPath(pack, "contract"))
	}
	w.WriteString("\n[rules]\n")
	for _, rule := range rules.All() {
		w.rule(rule)
	}
	w.severities(c.Rules, "rules", func(key string) bool { return strings.Contains(key, "/") })
	for i, override := range c.Overrides {
		at := itemPath("overrides", i)
		w.WriteString("\n[[overrides]]\n")
		w.set("paths", override.Paths, keyPath(at, "paths"))
		w.WriteString("[overrides.rules]\n")
		w.severities(override.Rules, keyPath(at, "rules"), func(string) bool { return true })
	}
	for i, s := range c.Suppressions {
		at := itemPath("suppressions", i)
		w.WriteString("\n[[suppressions]]\n")
		w.set("paths", s.Paths, keyPath(at, "paths"))
		w.set("rules", s.Rules, keyPath(at, "rules"))
		w.set("reason", s.Reason, keyPath(at, "reason"))
		if s.At != "" {
			w.set("at", s.At, keyPath(at, "at"))
		}
	}
	return w.String()
}

// configWriter writes a configuration as TOML.
type configWriter struct {
	strings.Builder
	config *Config
}

// set writes a key with its value and where the value of the given place comes from.
func (w *configWriter) set(key string, value any, at string) {
	fmt.Fprintf(w, "%s = %s # %s\n", keyPath("", key), tomlValue(value), w.origin(at))
}

// origin says where the value of a place comes from: the line of its key.
func (w *configWriter) origin(at string) string {
	if line, ok := w.config.lines[at]; ok {
		return fmt.Sprintf("%s:%d", escape(filepath.Base(w.config.File)), line)
	}
	return "default"
}

// rule writes the severity and the options of a rule.
func (w *configWriter) rule(rule *rules.Rule) {
	c := w.config
	at := keyPath("rules", rule.ID)
	page, _ := ParseSeverity(rule.Severity) // the loader of pages has seen it
	severity := quote(settle(c.Rules, rule.ID, "", page).String())
	origin := "default"
	if c.Rules[rule.ID].Severity != nil {
		if origin = w.origin(keyPath(at, "severity")); origin == "default" {
			origin = w.origin(at) // not in a table of its own
		}
	}
	if len(rule.Options) == 0 {
		fmt.Fprintf(w, "%s = %s # %s\n", keyPath("", rule.ID), severity, origin)
		return
	}
	fields, origins := []string{"severity = " + severity}, []string{"severity " + origin}
	for _, name := range slices.Sorted(maps.Keys(rule.Options)) {
		fields = append(fields, keyPath("", name)+" = "+tomlValue(c.Option(rule.ID, name)))
		origins = append(origins, name+" "+w.origin(keyPath(at, name)))
	}
	fmt.Fprintf(w, "%s = { %s } # %s\n", keyPath("", rule.ID), strings.Join(fields, ", "), strings.Join(origins, ", "))
}

// severities writes those rules of a table that the filter wants, which have no options.
func (w *configWriter) severities(table map[string]RuleConfig, at string, wanted func(key string) bool) {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if set := table[key].Severity; set != nil && wanted(key) {
			w.set(key, set.String(), keyPath(at, key))
		}
	}
}

// tomlValue writes an int, float64, bool, string or []string.
func tomlValue(v any) string {
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
