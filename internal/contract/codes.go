package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/rules"
)

// fault is what a finding about a file of a contract may be.
type fault struct {
	place  string   // as that of a finding without indices; "*" stands for any key
	rule   string   // the general id
	stray  bool     // the "*" at its end is a key that the contract does not name, so that [codes] names it with the rule alone …
	except []string // … and these are those that it names
	whole  bool     // it is about the file as a whole, so that [codes] knows it by its rule alone
}

// checkCodes finds a key of [codes] or [follows] that no finding can get.
func checkCodes(c *Contract) error {
	if len(c.body.Codes)+len(c.body.Follows) == 0 {
		return nil
	}
	depth := 1
	for _, key := range slices.Concat(slices.Collect(maps.Keys(c.body.Codes)), slices.Collect(maps.Keys(c.body.Follows))) {
		depth = max(depth, len(segments(key)))
	}
	faults, all := c.faults(depth)
	refuse := func(table, key string, why string) error {
		return fmt.Errorf("%s:%d: %s: %s", c.source.File, rules.Line(c.source.Text, table, key), table, why)
	}
	borne := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(c.body.Codes)) {
		borne[c.body.Codes[key]] = true
		if why := c.unusedCode(key, faults); why != "" && all {
			return refuse("codes", key, why)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.body.Follows)) {
		fits := func(f fault) bool { return !f.whole && (f.rule == key || f.fits(key)) }
		if all && !borne[key] && !slices.ContainsFunc(faults, fits) {
			return refuse("follows", key, noFinding(key, faults))
		}
	}
	return nil
}

// unusedCode says why no finding can get its id by a key of [codes], or "".
func (c *Contract) unusedCode(key string, faults []fault) string {
	hidden := ""
	for _, f := range faults {
		if !f.fits(key) {
			continue
		}
		for _, other := range f.keys(key) {
			if other == key {
				return ""
			}
			if _, written := c.body.Codes[other]; written {
				hidden = other
				break
			}
		}
	}
	if hidden != "" {
		return fmt.Sprintf("every finding that %q is about gets its id by a nearer key, such as %q; remove the key", key, hidden)
	}
	return noFinding(key, faults)
}

// noFinding says that no finding fits a key, and what does.
func noFinding(key string, faults []fault) string {
	place, rule, _ := strings.Cut(key, "/")
	var there, places, ids []string
	for _, f := range faults {
		if !f.whole {
			if place != "" && f.fits(place) {
				there = append(there, f.rule)
			}
			places = append(places, f.place)
		}
		ids = append(ids, f.rule)
	}
	unique := func(list []string) []string { slices.Sort(list); return slices.Compact(list) }
	switch there, ids := unique(there), unique(ids); {
	case len(there) > 0:
		return fmt.Sprintf("no finding has the place and rule %q; the rules of findings at that place are %s%s",
			key, strings.Join(there, ", "), didYouMean(rule, there))
	case place == "" && slices.Contains(ids, rule), place == "" && rules.Get(rule) != nil:
		return fmt.Sprintf("no file of this kind can break %q by what the contract demands; remove the key", rule)
	case place == "":
		return fmt.Sprintf("no finding has the place and rule %q%s; correct the key or remove it", key, didYouMean(rule, ids))
	default:
		return fmt.Sprintf("no finding has the place and rule %q%s; correct the key or remove it", key, didYouMean(place, unique(places)))
	}
}

// segments divides a place into its steps: "tasks[].status" into "tasks", "[]" and "status".
func segments(place string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(place, "[]", ".[]"), func(r rune) bool { return r == '.' })
}

// fits reports whether a finding of the fault may have a key of [codes].
func (f *fault) fits(key string) bool {
	place, rule, hasRule := strings.Cut(key, "/")
	if hasRule && rule != f.rule {
		return false
	}
	if f.whole {
		return hasRule && place == ""
	}
	if place == "" {
		return true
	}
	at := segments(f.place)
	above, below := strings.CutSuffix(place, ".*")
	steps := segments(above)
	if below && (hasRule || len(steps) >= len(at)) || !below && len(steps) != len(at) {
		return false
	}
	for i, step := range steps {
		last := i == len(at)-1
		if step == "*" || step != at[i] && (at[i] != "*" || step == "[]" ||
			last && f.stray && (!hasRule && !below || slices.Contains(f.except, step))) {
			return false
		}
	}
	return true
}

// keys returns the keys of [codes] that a finding of the fault has which has the given one, the first that counts first.
func (f *fault) keys(given string) []string {
	if f.whole {
		return []string{"/" + f.rule}
	}
	at := f.place
	if place, _, _ := strings.Cut(given, "/"); place != "" && !strings.HasSuffix(place, ".*") {
		at = place
	}
	return append(rules.PlacesOf(at, f.rule), "")
}

// faults returns what findings about files of the contract may be. A schema that stands in itself is followed down to
// depth steps; it reports false if there is more than it returns.
func (c *Contract) faults(depth int) (faults []fault, all bool) {
	all = true
	schemas := func(compiled *schema.Schema, s *rules.Schema, root string) {
		if s == nil || compiled == nil {
			return
		}
		found, whole := compiled.Faults(depth)
		all = all && whole
		for _, f := range found {
			if len(f.Steps) == 0 && f.Keyword == "type" && root == "frontmatter" {
				continue // other frontmatter cannot be read
			}
			faults = append(faults, schemaFault(root, f))
		}
		faults = append(faults, ownFaults(s, root)...)
	}
	schemas(c.frontmatter, c.body.Frontmatter, "frontmatter")
	schemas(c.data, c.body.Data, map[bool]string{true: "[]"}[c.source.Dialect == "jsonl"])
	add := func(place, rule string, there bool) {
		if there {
			faults = append(faults, fault{place: place, rule: rule})
		}
	}
	add("", "text-too-long", true)
	add("invariant", "invariant", len(c.body.Invariants) > 0)
	add("ids", "id-duplicate", c.body.IDs.ID != "")
	add("ids", "id-gap", c.body.IDs.Sequence)
	add("ids", "id-unknown", len(c.body.References) > 0)
	add("body", "text-too-long", c.body.Text.MaxLines+c.body.Text.MaxWords > 0)
	add("body", "link-broken", c.body.Text.Links)
	bodyFaults(c.body, add)
	for _, rule := range wholeFaults(c.source) {
		faults = append(faults, fault{rule: rule, whole: true})
	}
	return faults, all
}

// schemaFault returns the finding of a keyword that is broken, as explain makes it.
func schemaFault(root string, f schema.Fault) fault {
	out := fault{place: root, rule: "schema", stray: f.Keyword == "additionalProperties", except: f.Except}
	step := func(name string) {
		if out.place != "" && name != "[]" {
			out.place += "."
		}
		out.place += name
	}
	for _, name := range f.Steps {
		step(name)
	}
	switch f.Keyword {
	case "required", "dependentRequired":
		out.rule = "missing-required"
	case "additionalProperties":
		out.rule = "key-not-allowed"
	case "uniqueItems":
		out.rule = "unique-items"
		step("[]")
	default:
		if rule, ok := ruleOf[f.Keyword]; ok {
			out.rule = rule
		}
	}
	return out
}

// ownFaults returns the findings of what nplint adds to a schema.
func ownFaults(s *rules.Schema, root string) (faults []fault) {
	below := func(place string) string { return strings.TrimPrefix(root+"."+place, ".") }
	for _, key := range slices.Sorted(maps.Keys(s.Forbidden)) {
		faults = append(faults, fault{place: below(key), rule: "key-not-allowed"})
	}
	for _, place := range slices.Sorted(maps.Keys(s.Since)) {
		if s.Since[place].Key != "" {
			faults = append(faults, fault{place: below(place), rule: "later-key"})
		} else {
			faults = append(faults, fault{place: below(place), rule: "enum"})
		}
	}
	if len(s.Properties) > 0 && s.JSON["additionalProperties"] != false && s.JSON["patternProperties"] == nil {
		except := slices.AppendSeq(slices.Clone(s.Properties), maps.Keys(s.Forbidden))
		faults = append(faults, fault{place: below("*"), rule: "unknown-key", stray: true, except: except})
	}
	return faults
}

// bodyFaults adds the findings of what a contract demands of a Markdown body.
func bodyFaults(b *rules.Body, add func(place, rule string, there bool)) {
	recommended := 0
	for _, s := range b.Sections {
		at := "body." + s.Name
		if s.Recommended {
			recommended++
		}
		demanded := s.Min == nil || *s.Min > 0
		add(at, "section-recommended", demanded && s.Recommended)
		add(at, "body-pattern-min", demanded && !s.Recommended)
		add(at, "body-pattern-max", s.Max > 0)
		add(at, "section-empty", s.Text)
	}
	add("body", "section-recommended", recommended > 1)
	for _, p := range b.Patterns {
		at := "body." + p.Name
		add(at, "forbidden-pattern", p.Forbidden)
		add(at, "body-pattern-min", p.Min > 0)
		add(at, "body-pattern-max", p.Max > 0)
	}
	for _, block := range b.Blocks {
		blockFaults(&block, add)
	}
	for _, e := range b.Elements {
		at := "body." + e.Name
		add(at, "element-outside", e.In != "")
		add(at, "element-min", e.Min > 0 || e.Near && e.In == "")
		add(at, "element-max", e.Max > 0)
		add(at, "element-empty", e.Text)
		add(at, "element-unclosed", true)
		add(at, "element-unopened", true)
		for name, field := range e.Attributes {
			add(at+"."+name, "element-attribute-missing", !field.Optional)
			add(at+"."+name, "element-attribute-value", len(field.Enum) > 0 || field.Pattern != "")
		}
	}
	for _, name := range b.Tags.Pairs {
		add("body."+name, "element-unopened", true)
	}
}

func blockFaults(b *rules.Block, add func(place, rule string, there bool)) {
	const heading = "body.blocks[].heading"
	add("body.blocks", "block-min", b.Min > 0)
	add("body.blocks", "block-heading", true)
	add("frontmatter."+b.Count, "block-count", b.Count != "")
	add(heading, "block-heading", true)
	add(heading, "block-heading-forbidden", len(b.Forbidden) > 0)
	add("body.blocks[].*", "block-field-forbidden-substring", len(b.Forbidden) > 0)
	add(heading, "block-section", b.Section != "")
	add(heading, "block-duplicate", true)
	add(heading, "block-sequence", b.Sequence)
	for name, field := range b.Fields {
		at := "body.blocks[]." + name
		lesser := field.Recommended || field.Optional
		add(at, "block-field-missing", true)
		add(at, "block-field-recommended", lesser)
		add(at, "block-field-duplicate", true)
		add(at, "block-field-empty", true)
		add(at, "block-field-forbidden", len(field.ForbiddenValues) > 0)
		add(at, "block-field-enum", len(field.Enum) > 0)
		add(at, "block-field-pattern", field.Pattern != "")
	}
}

// wholeFaults returns the rules about a file as a whole that files of a contract can break by the way they are read.
func wholeFaults(c *rules.Contract) []string {
	of := []string{"file-missing", "file-too-large", "file-unreadable"}
	if c.Dialect == rules.Unread {
		return of
	}
	of = append(of, "not-text", "no-content", "byte-order-mark", "invalid-utf8", "lone-cr")
	front := []string{"frontmatter-fence", "frontmatter-missing", "frontmatter-not-at-start", "frontmatter-unclosed",
		"frontmatter-parse-error", "duplicate-key"}
	body := []string{"unclosed-block", "merge-conflict"}
	switch c.Dialect {
	case "json", "jsonl":
		return append(of, "json-parse-error", "duplicate-key")
	case "none":
		return append(of, body...)
	case "yaml":
		named := slices.Concat(c.Paths, c.Names)
		if slices.ContainsFunc(named, mayBeYAML) {
			of = append(of, "yaml-parse-error", "duplicate-key")
		}
		if slices.ContainsFunc(named, func(name string) bool { return !isYAML(name) }) {
			of = slices.Concat(of, front, body)
		}
		return of
	}
	return slices.Concat(of, front, body, []string{"frontmatter-misread", "frontmatter-not-portable"})
}

// isYAML reports whether every file of a pattern is YAML as a whole, and mayBeYAML whether one may be.
func isYAML(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}
func mayBeYAML(name string) bool {
	return isYAML(name) || strings.HasSuffix(name, "*") || strings.HasSuffix(name, "}")
}
