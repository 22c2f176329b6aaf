package nplint

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"github.com/nplint/nplint/rules"
)

// LoadConfig reads a configuration file, strictly: an unknown key, rule, pack or contract, a value of a wrong type, a glob that cannot
// match and a directory that is not there are mistakes. It returns all of them joined, each as one line "file:line: sentence" with the
// file as it was given, or "file: sentence" if the file cannot be read as text.
//
// If the file names directories with contracts, a rule may be configured for a contract that is not known yet; the caller holds those
// against the contracts with CheckContracts.
func LoadConfig(file string) (*Config, error) {
	text, err := readConfig(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", escape(file), err)
	}
	absolute, err := filepath.Abs(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", escape(file), err)
	}
	c := DefaultConfig()
	c.File, c.Dir, c.name = absolute, filepath.Dir(absolute), file
	if problems := c.parse(text); len(problems) > 0 {
		return nil, joined(file, problems)
	}
	return c, nil
}

// readConfig returns the content of a regular file of at most maxConfigSize bytes.
func readConfig(file string) (string, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return "", unreadable(err)
	case info.IsDir():
		return "", errors.New("is a directory; the configuration is a file")
	case !info.Mode().IsRegular():
		return "", errors.New("is not a regular file")
	}
	f, err := os.Open(file)
	if err != nil {
		return "", unreadable(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfigSize+1))
	if err != nil {
		return "", unreadable(err)
	}
	if len(text) > maxConfigSize {
		return "", fmt.Errorf("is larger than %s: no configuration needs that", formatSize(maxConfigSize))
	}
	return string(text), nil
}

func unreadable(err error) error { return fmt.Errorf("cannot be read: %w", reason(err)) }

// joined returns the problems of a file in the order of their lines as one error, or nil.
func joined(file string, problems []problem) error {
	slices.SortFunc(problems, func(a, b problem) int { return cmp.Or(a.line-b.line, strings.Compare(a.text, b.text)) })
	var errs []error
	for _, p := range problems {
		errs = append(errs, fmt.Errorf("%s:%d: %s", escape(file), max(p.line, 1), p.text))
	}
	return errors.Join(errs...)
}

// parse sets what the text of a configuration sets, or returns what is wrong with it.
func (c *Config) parse(text string) []problem {
	for i, r := range text {
		if r == 0 || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return []problem{{1 + strings.Count(text[:i], "\n"), "is not UTF-8 text: there is the byte " + fmt.Sprintf("0x%02X", text[i])}}
		}
	}
	var deep int
	if c.lines, deep = keyLines(text); deep > 0 {
		return []problem{{deep, fmt.Sprintf("is nested more than %d levels deep", maxDepth)}}
	}
	var doc map[string]any
	if _, err := toml.Decode(text, &doc); err != nil {
		line, message := 1, err.Error()
		if syntax := (toml.ParseError{}); errors.As(err, &syntax) {
			line, message = syntax.Position.Line, syntax.Message
		}
		return []problem{{line, "is not TOML: " + escape(message)}}
	}
	contracts, _ := doc["contracts"].(map[string]any)
	r := &configReader{file: configShape(), dir: c.Dir, lines: c.lines, own: len(items(contracts["dirs"])) > 0}
	r.value(r.file, doc, "", 1)
	if len(r.problems) == 0 {
		c.fill(doc)
	}
	return r.problems
}

// fill sets the fields that doc names. Its values have their shapes, so nothing can fail.
func (c *Config) fill(doc map[string]any) {
	if v, ok := doc["packs"]; ok {
		c.Packs = texts(v)
	}
	c.Exclude = texts(doc["exclude"])
	if v, ok := doc["fail_level"].(string); ok {
		c.FailLevel, _ = ParseFailLevel(v)
	}
	switch v := doc["max_file_size"].(type) {
	case int64:
		c.MaxFileSize = int(v)
	case string:
		c.MaxFileSize, _ = parseSize(v)
	}
	for _, pack := range rules.Packs() {
		if table, ok := doc[pack.Name].(map[string]any); ok && table["contract"] != nil {
			if c.Editions == nil {
				c.Editions = map[string]string{}
			}
			c.Editions[pack.Name] = table["contract"].(string)
		}
	}
	if contracts, ok := doc["contracts"].(map[string]any); ok {
		for _, dir := range texts(contracts["dirs"]) {
			c.ContractDirs = append(c.ContractDirs, path.Clean(dir))
		}
	}
	c.Rules = ruleConfigs(doc["rules"])
	for _, item := range items(doc["overrides"]) {
		override := item.(map[string]any)
		c.Overrides = append(c.Overrides, Override{Paths: texts(override["paths"]), Rules: ruleConfigs(override["rules"])})
	}
	for _, item := range items(doc["suppressions"]) {
		fields := item.(map[string]any)
		at, _ := fields["at"].(string)
		c.Suppressions = append(c.Suppressions, Suppression{Paths: texts(fields["paths"]), Rules: texts(fields["rules"]), Reason: fields["reason"].(string), At: at})
	}
}

// ruleConfigs converts a table of rules.
func ruleConfigs(v any) map[string]RuleConfig {
	table, _ := v.(map[string]any)
	configs := make(map[string]RuleConfig, len(table))
	for key, v := range table {
		var config RuleConfig
		fields, ok := v.(map[string]any)
		if !ok {
			fields = map[string]any{"severity": v}
		}
		for name, v := range fields {
			if name == "severity" {
				severity, _ := ParseSeverity(v.(string))
				config.Severity = &severity
				continue
			}
			if config.Options == nil {
				config.Options = map[string]any{}
			}
			config.Options[name] = optionValue(v)
		}
		configs[key] = config
	}
	return configs
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
