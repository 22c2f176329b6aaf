package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/rules"
)

// Prompt renders a contract as a Markdown section to put into the prompt of the agent that is to write such an
// artefact: keys, invariants, sections, blocks, an example that holds the contract, and what happens if it does not.
func Prompt(c *rules.Contract) (string, error) {
	body, err := c.Body()
	if err != nil {
		return "", err
	}
	p := &prompt{}
	p.line("## Output contract: %s (`%s`)", c.Title, c.Kind)
	if c.About != "" {
		p.line("\n%s", c.About)
	}
	if len(c.Paths) > 0 {
		p.line("\nWrite the file to `%s`.", strings.Join(c.Paths, "` or `"))
	}
	p.dialect(c.Dialect)
	title := "Frontmatter keys"
	if body.Frontmatter != nil && body.Frontmatter.Optional {
		title = "The frontmatter may be left out; if it is there, its keys are"
	}
	p.schema(title, body.Frontmatter)
	p.schema("Keys", body.Data)
	if len(body.Invariants) > 0 {
		p.line("\nThese must hold:\n")
		for _, i := range body.Invariants {
			p.line("- `%s`", i.That)
		}
	}
	p.body(body)
	if body.Frontmatter == nil && body.Data == nil {
		p.judged(c.Kind)
	}
	p.line("\nText inside code fences and HTML comments does not count. A value ends at the end of its line.")
	if text := strings.TrimSpace(body.Example.Text); text != "" {
		p.line("\nAn example that holds the contract:\n\n````markdown\n%s\n````", text)
	}
	p.line("\nThe file is checked with `nplint check --kind %s` as soon as it is written. **Any violation is a hard failure:** the file is refused as a whole and has to be written again.", c.Kind)
	return p.String(), nil
}

// judged lists the faults that passes look for in files of a kind, of whose keys the contract tells nothing.
func (p *prompt) judged(kind string) {
	title := "\nThese faults are reported; `nplint explain RULE` tells how to do it right:\n"
	for _, rule := range rules.All() {
		if slices.Contains(rule.Kinds, kind) && rule.Severity != "info" {
			if title != "" {
				p.line("%s", title)
				title = ""
			}
			p.line("- `%s`: %s", rule.ID, rule.Title)
		}
	}
}

type prompt struct{ strings.Builder }

func (p *prompt) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// dialect tells what one must know to write frontmatter in a pack's dialect.
func (p *prompt) dialect(dialect string) {
	for _, pack := range rules.Packs() {
		if how := pack.Dialects[dialect]; how != "" {
			p.line("\n%s", how)
		}
	}
}

func (p *prompt) schema(title string, s *rules.Schema) {
	if s == nil {
		return
	}
	p.line("\n%s:\n\n| key | required | value |\n|---|---|---|", title)
	properties, _ := s.JSON["properties"].(map[string]any)
	for _, key := range s.Properties {
		required := "no"
		if slices.Contains(s.Required, key) {
			required = "yes"
		}
		property, _ := properties[key].(map[string]any)
		value := describeProperty(property)
		if since := s.Since[key].Key; since != "" {
			value = strings.TrimPrefix(value+", since version "+since, ", ")
		}
		p.line("| `%s` | %s | %s |", key, required, strings.ReplaceAll(value, "|", `\|`))
	}
	for _, key := range slices.Sorted(maps.Keys(s.Forbidden)) {
		p.line("| `%s` | forbidden | %s |", key, s.Forbidden[key])
	}
}

func describeProperty(property map[string]any) string {
	var parts []string
	if t, ok := property["type"].(string); ok {
		parts = append(parts, t)
	}
	if v, ok := property["const"]; ok {
		parts = append(parts, "exactly `"+schema.Literal(v)+"`")
	}
	if values, ok := property["enum"].([]any); ok {
		var names []string
		for _, v := range values {
			names = append(names, "`"+schema.Literal(v)+"`")
		}
		parts = append(parts, strings.Join(names, ", "))
	}
	for _, keyword := range []struct{ name, text string }{
		{"minimum", "at least %v"}, {"maximum", "at most %v"}, {"minLength", "at least %v characters"}, {"maxLength", "at most %v characters"},
		{"pattern", "matching `%v`"}, {"format", "format %v"}, {"minItems", "at least %v items"}, {"maxItems", "at most %v items"},
	} {
		if v, ok := property[keyword.name]; ok {
			parts = append(parts, fmt.Sprintf(keyword.text, v))
		}
	}
	return strings.Join(parts, ", ")
}

func (p *prompt) body(b *rules.Body) {
	if len(b.Sections)+len(b.Patterns) > 0 {
		p.line("\nThe body must hold, each at the start of a line:\n")
	}
	for _, s := range b.Sections {
		p.line("- the section `%s`%s", s.Heading, remarks(&s))
	}
	for _, t := range b.Patterns {
		if t.Forbidden {
			p.line("- nothing that matches `%s`", t.Pattern)
		} else if t.Message != "" {
			p.line("- %s", t.Message)
		} else {
			p.line("- a line that matches `%s`", t.Pattern)
		}
	}
	for _, block := range b.Blocks {
		p.block(&block)
	}
	for _, e := range b.Elements {
		p.line("\nElements `<%s>`: %s.", e.Name, times(e.Min, e.Max))
		for _, name := range e.Order {
			p.line("- attribute `%s`%s", name, describeField(e.Attributes[name]))
		}
	}
	if b.Tags.Optional {
		p.line("\nOr none of these elements: the same as plain sections.")
	}
}

// times says how often something may be there.
func times(least, most int) string {
	switch {
	case least == most && least > 0:
		return fmt.Sprintf("exactly %d", least)
	case least > 0 && most > 0:
		return fmt.Sprintf("%d to %d", least, most)
	case most > 0:
		return fmt.Sprintf("at most %d", most)
	case least > 0:
		return fmt.Sprintf("at least %d", least)
	}
	return "any number"
}

// remarks says what a section's heading alone does not.
func remarks(s *rules.Section) string {
	var text string
	if s.When != "" {
		text += fmt.Sprintf(" (in a file with %s)", s.When)
	}
	if s.Recommended {
		text += " (recommended)"
	}
	if s.Text {
		text += ", which must not be empty"
	}
	if s.Stub != "" {
		text += fmt.Sprintf(" (if there is nothing to list, write `%s` below it)", s.Stub)
	}
	return text
}

func (p *prompt) block(b *rules.Block) {
	where := ""
	if b.Section != "" {
		where = fmt.Sprintf(" in the section %q", b.Section)
	}
	least := ""
	if b.Min > 0 {
		least = fmt.Sprintf(", at least %d", b.Min)
	}
	sequence := ""
	if b.Sequence {
		sequence = "; the numbers count from 1 without gaps"
	}
	p.line("\nBlocks `%s`%s%s%s.", b.Heading, where, least, sequence)
	if b.Count != "" {
		p.line("Their number must equal the frontmatter key `%s`.", b.Count)
	}
	for _, name := range b.Order {
		p.line("- `- **%s:** …`%s", name, describeField(b.Fields[name]))
	}
	for _, text := range b.Forbidden {
		p.line("- `%s` must not stand in a title or value", text)
	}
}

func describeField(f rules.Field) string {
	var parts []string
	if len(f.Enum) > 0 {
		parts = append(parts, "one of `"+strings.Join(f.Enum, "`, `")+"`")
	}
	if f.Pattern != "" {
		parts = append(parts, "matching `"+f.Pattern+"`")
	}
	if f.Optional {
		parts = append(parts, "may be left out")
	} else {
		parts = append(parts, "not empty")
	}
	return ": " + strings.Join(parts, ", ")
}
