package contract

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// maxTables is how many tables of a sort a contract may have: each is looked for in the whole body.
const maxTables = 200

// checkBody finds mistakes in a contract that would otherwise make a part of it check nothing.
func checkBody(c *rules.Contract, body *rules.Body) error {
	mistake := mistakesIn(c)
	data := c.Dialect == "json" || c.Dialect == "jsonl"
	switch {
	case data && (body.Frontmatter != nil || body.Text != (rules.Limits{}) || len(body.Sections)+len(body.Patterns)+len(body.Blocks)+len(body.Elements) > 0):
		return mistake(1, "an artefact of the dialect %s has no frontmatter and no body: describe it in [data]", c.Dialect)
	case body.Frontmatter != nil && body.Frontmatter.CheckedBy != "" && !c.BuiltIn:
		return mistake(rules.Line(c.Text, "frontmatter", "checked_by"), "checked_by is for contracts with a pass of their own; remove it")
	}
	if err := checkDialect(c, body, mistake); err != nil {
		return err
	}
	for _, t := range []struct {
		name  string
		count int
	}{
		{"invariants", len(body.Invariants)}, {"sections", len(body.Sections)}, {"patterns", len(body.Patterns)},
		{"blocks", len(body.Blocks)}, {"elements", len(body.Elements)}, {"references", len(body.References)},
	} {
		if t.count > maxTables {
			line := rules.Line(c.Text, t.name, strconv.Itoa(maxTables))
			return mistake(line, "there are %d [[%s]], and %d are the most", t.count, t.name, maxTables)
		}
	}
	if body.Codes != nil && !c.Packed {
		return mistake(rules.Line(c.Text, "codes"), "codes are for contracts of a pack, whose rules have pages; remove the table")
	}
	for _, s := range []*rules.Schema{body.Frontmatter, body.Data} {
		if s != nil && s.SinceAt != nil && !c.Packed {
			return mistake(rules.Line(c.Text, s.SinceAt...), "since is for contracts of a pack, which follows a version of its framework; remove it")
		}
	}
	return checkParts(c, body, mistake)
}

// checkKeys finds counts, ids and references over keys that no file has.
func checkKeys(compiled *Contract) error {
	c, body, mistake := compiled.source, compiled.body, mistakesIn(compiled.source)
	for i, b := range body.Blocks {
		known, lacks := compiled.lacks(b.Count)
		if b.Count != "" && len(known) > 0 && lacks {
			return mistake(rules.Line(c.Text, "blocks", strconv.Itoa(i), "count"), "count: the contract has no key %q%s", b.Count, didYouMean(b.Count, known))
		}
	}
	id := body.IDs.ID
	if c.Dialect == "jsonl" && (id != "" && !strings.HasPrefix(id, "path.") || len(body.References) > 0) {
		return mistake(1, "a file of the dialect jsonl has keys on each line, and none that is its id or refers to others")
	}
	if c.Dialect == "json" {
		for i, r := range body.References {
			if r.Pattern != "" {
				return mistake(rules.Line(c.Text, "references", strconv.Itoa(i), "pattern"),
					"references: a file of the dialect json has no body; write the key that holds the ids")
			}
		}
	}
	placeholder, ofPath := strings.CutPrefix(id, "path.")
	switch names := c.Placeholders(); {
	case ofPath && !slices.Contains(names, placeholder):
		return mistake(rules.Line(c.Text, "ids", "id"), "ids: no path pattern has {%s}%s", placeholder, didYouMean(placeholder, names))
	case id != "" && !ofPath:
		if known, lacks := compiled.lacks(id); lacks {
			return mistake(rules.Line(c.Text, "ids", "id"), "ids: the contract has no key %q%s", id, didYouMean(id, known))
		}
	}
	for i, r := range body.References {
		if known, lacks := compiled.lacks(r.Key); r.Key != "" && lacks {
			return mistake(rules.Line(c.Text, "references", strconv.Itoa(i), "key"),
				"references: the contract has no key %q%s", r.Key, didYouMean(r.Key, known))
		}
	}
	return nil
}

// CheckReferences finds references of contracts to kinds whose files have no ids.
func CheckReferences(contracts map[string]*rules.Contract) error {
	for _, kind := range slices.Sorted(maps.Keys(contracts)) {
		c := contracts[kind]
		if c.BuiltIn {
			continue
		}
		body, err := c.Body()
		if err != nil {
			return err
		}
		for i, r := range body.References {
			to, line := contracts[kind], rules.Line(c.Text, "references", strconv.Itoa(i))
			if r.To != "" {
				if to = contracts[r.To]; to == nil {
					known := slices.Sorted(maps.Keys(contracts))
					return fmt.Errorf("%s:%d: references: there is no kind %q%s", c.File, line, r.To, didYouMean(r.To, known))
				}
			}
			if target, err := to.Body(); err == nil && target.IDs.ID == "" {
				return fmt.Errorf("%s:%d: references: the contract of %s has no [ids], so nothing can be referred to", c.File, line, to.Kind)
			}
		}
	}
	return nil
}

// mistakeAt makes the error of a line in a contract.
type mistakeAt func(line int, format string, args ...any) error

func mistakesIn(c *rules.Contract) mistakeAt {
	return func(line int, format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", c.File, line, fmt.Sprintf(format, args...))
	}
}

// checkDialect finds tables that no file of the contract's dialect and names is held against.
func checkDialect(c *rules.Contract, body *rules.Body, mistake mistakeAt) error {
	ofBody := body.Text != (rules.Limits{}) || len(body.Sections)+len(body.Patterns)+len(body.Blocks)+len(body.Elements) > 0
	line := func(table string) int { return rules.Line(c.Text, table) }
	switch c.Dialect {
	case rules.Unread:
		if ofBody || body.Frontmatter != nil || body.Data != nil || len(body.Invariants)+len(body.References) > 0 {
			return mistake(line("dialect"), "a file of the dialect unread is never opened, and the contract demands something of what is in it")
		}
	case "json", "jsonl":
		if body.Data == nil && len(body.Invariants) > 0 {
			return mistake(line("invariants"), "an invariant of the dialect %s needs [data], which describes the keys", c.Dialect)
		}
	case "none":
		if body.Frontmatter != nil {
			return mistake(line("frontmatter"), "a file of the dialect none has no frontmatter; write the dialect yaml")
		}
		if body.Data != nil {
			return mistake(line("data"), "a file of the dialect none is Markdown; [data] is of the dialects json, jsonl and yaml")
		}
	case "yaml":
		all := slices.Concat(c.Paths, c.Names)
		if len(all) == 0 {
			return nil
		}
		for _, name := range all {
			if ending := path.Ext(name); ending == ".json" || ending == ".jsonl" {
				return mistake(line("paths"), "%q is the path of a JSON file; write dialect = %q, and describe its keys in [data]", name, ending[1:])
			}
		}
		if body.Data != nil && !slices.ContainsFunc(all, isYAML) {
			return mistake(line("data"), "no path ends in .yaml or .yml, so [data] is about no file; describe frontmatter in [frontmatter]")
		}
		if !slices.ContainsFunc(all, func(name string) bool { return !isYAML(name) }) && (ofBody || body.Frontmatter != nil) {
			return mistake(1, "a file that is YAML as a whole has no frontmatter and no body: describe it in [data]")
		}
	}
	return nil
}

// checkParts finds parts of a body that no file could ever break, or none could hold.
func checkParts(c *rules.Contract, body *rules.Body, mistake mistakeAt) error {
	line := func(path ...string) int { return rules.Line(c.Text, path...) }
	for i, p := range body.Patterns {
		at := strconv.Itoa(i)
		switch {
		case !p.Forbidden && p.Min == 0 && p.Max == 0:
			return mistake(line("patterns", at), "pattern %q demands nothing: write min, max or forbidden = true", p.Name)
		case p.Forbidden && p.Min+p.Max > 0:
			return mistake(line("patterns", at), "pattern %q is forbidden, so min and max mean nothing", p.Name)
		case p.Max > 0 && p.Min > p.Max:
			return mistake(line("patterns", at, "min"), "pattern %q: min is %d and max is %d, so no file can hold it", p.Name, p.Min, p.Max)
		}
	}
	for i, s := range body.Sections {
		if s.Max > 0 && s.Min != nil && *s.Min > s.Max {
			return mistake(line("sections", strconv.Itoa(i), "min"), "section %q: min is %d and max is %d, so no file can hold it", s.Heading, *s.Min, s.Max)
		}
	}
	for i, e := range body.Elements {
		at := strconv.Itoa(i)
		if e.Max > 0 && e.Min > e.Max {
			return mistake(line("elements", at, "min"), "element %q: min is %d and max is %d, so no file can hold it", e.Name, e.Min, e.Max)
		}
	}
	return nil
}

func didYouMean(word string, known []string) string {
	if near := spell.Nearest(word, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// oneLine shortens an error of a library to its first lines, joined.
func oneLine(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(strings.TrimSpace(lines[i]), "-| ")
	}
	return strings.Join(lines[:min(2, len(lines))], " ")
}

// isPlain reports whether all keys that a schema knows stand in its properties.
func isPlain(schema map[string]any) bool {
	for _, keyword := range []string{"$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas"} {
		if schema[keyword] != nil {
			return false
		}
	}
	return true
}

// keysIn returns the top-level keys that a schema speaks of anywhere; compiled is nil if a pass judges it instead.
func keysIn(s *rules.Schema, compiled *schema.Schema) (keys []string) {
	if s != nil {
		keys = slices.Clone(s.Properties)
	}
	if compiled != nil {
		keys = append(keys, compiled.Keys()...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// keys returns the top-level keys that a contract speaks of.
func (c *Contract) keys() []string { return slices.Concat(c.frontKeys, c.dataKeys) }

// hasKeys reports whether a contract says anything of keys.
func (c *Contract) hasKeys() bool { return c.body.Frontmatter != nil || c.body.Data != nil }

// lacks reports whether a key is none of those of a contract, which it returns. One that names none may have any.
func (c *Contract) lacks(key string) (known []string, lacks bool) {
	known = c.keys()
	if c.hasKeys() && len(known) == 0 || slices.Contains(known, key) {
		return known, false
	}
	for _, compiled := range []*schema.Schema{c.frontmatter, c.data} {
		if compiled != nil && compiled.Knows(key) {
			return known, false
		}
	}
	return known, true
}
