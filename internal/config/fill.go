package config

import (
	"path"

	"github.com/nplint/nplint/internal/report"
)

// fill sets what a file sets, on top of what is set: exclude, contracts.dirs and overrides grow, rules are merged,
// other values replaced. The values have their shapes, so nothing can fail.
func (f *configFile) fill(c *Config) {
	if v, ok := f.doc["root"].(bool); ok {
		c.Root, c.places["root"] = v, f.place("root")
	}
	if v, ok := f.doc["packs"]; ok {
		c.Packs = f.list(c, nil, "packs", "packs", v)
	}
	if v, ok := f.doc["preset"].(string); ok {
		c.Preset, c.places["preset"] = v, f.place("preset")
	}
	if v, ok := f.doc["preview"].(bool); ok {
		c.Preview, c.places["preview"] = v, f.place("preview")
	}
	if v, ok := f.doc["since"].(string); ok {
		c.Since, c.places["since"] = v, f.place("since")
	}
	c.Exclude = f.list(c, c.Exclude, "exclude", "exclude", f.doc["exclude"])
	if v, ok := f.doc["fail_level"].(string); ok {
		c.FailLevel, _ = report.ParseFailLevel(v)
		c.places["fail_level"] = f.place("fail_level")
	}
	if v, ok := f.doc["max_file_size"]; ok {
		switch v := v.(type) {
		case int64:
			c.MaxFileSize = int(v)
		case string:
			c.MaxFileSize, _ = parseSize(v)
		}
		c.places["max_file_size"] = f.place("max_file_size")
	}
	for _, pack := range c.known.Packs {
		if table, ok := f.doc[pack.Name].(map[string]any); ok && table["contract"] != nil {
			if c.Editions == nil {
				c.Editions = map[string]string{}
			}
			c.Editions[pack.Name] = table["contract"].(string)
			c.places[keyPath(pack.Name, "contract")] = f.place(keyPath(pack.Name, "contract"))
		}
	}
	if contracts, ok := f.doc["contracts"].(map[string]any); ok {
		c.ContractDirs = f.list(c, c.ContractDirs, "contracts.dirs", "contracts.dirs", contracts["dirs"])
		for i, dir := range c.ContractDirs {
			c.ContractDirs[i] = path.Clean(dir)
		}
	}
	f.table(c, c.Rules, "rules", "rules", f.doc["rules"])
	for i, item := range items(f.doc["overrides"]) {
		fields := item.(map[string]any)
		from, to := itemPath("overrides", i), itemPath("overrides", len(c.Overrides))
		override := Override{Rules: map[string]RuleConfig{}}
		c.places[to] = f.place(from)
		for k, glob := range texts(fields["paths"]) {
			override.Paths = append(override.Paths, glob)
			c.places[itemPath(keyPath(to, "paths"), k)] = f.place(itemPath(keyPath(from, "paths"), k))
		}
		f.table(c, override.Rules, keyPath(from, "rules"), keyPath(to, "rules"), fields["rules"])
		c.Overrides = append(c.Overrides, override)
	}
	for i, item := range items(f.doc["suppressions"]) {
		f.suppress(c, itemPath("suppressions", i), item.(map[string]any))
	}
}

// list returns a list, which is at the place to, with the new ones of the strings behind it that an array at the
// place from in a file has. It is not nil if there is an array.
func (f *configFile) list(c *Config, list []string, from, to string, v any) []string {
	if v == nil {
		return list
	}
	c.places[to] = f.place(from)
	if list == nil {
		list = []string{}
	}
	known := make(map[string]bool, len(list))
	for _, text := range list {
		known[text] = true
	}
	for i, text := range texts(v) {
		if !known[text] { // several files may extend the same one
			known[text] = true
			c.places[itemPath(to, len(list))] = f.place(itemPath(from, i))
			list = append(list, text)
		}
	}
	return list
}

// table sets in a table of rules, which is at the place to, what the table at the place from in a file sets.
func (f *configFile) table(c *Config, table map[string]RuleConfig, from, to string, v any) {
	entries, _ := v.(map[string]any)
	for rule, v := range entries {
		from, to, config := keyPath(from, rule), keyPath(to, rule), table[rule]
		fields, ok := v.(map[string]any)
		if !ok {
			fields = map[string]any{"severity": v}
		}
		for name, v := range fields {
			at := keyPath(from, name)
			if !ok {
				at = from
			}
			c.places[keyPath(to, name)] = f.place(at)
			if name == "severity" {
				severity, _ := report.ParseSeverity(v.(string))
				config.Severity = &severity
				continue
			}
			if config.Options == nil {
				config.Options = map[string]any{}
			}
			config.Options[name] = optionValue(v)
		}
		table[rule] = config
	}
}

// optionValue converts a TOML value to one of the types of options.
func optionValue(v any) any {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case []any:
		return texts(v)
	}
	return v
}

// texts converts a TOML array of strings; it is nil for nil and not nil for an empty array.
func texts(v any) []string {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = item.(string)
	}
	return texts
}
