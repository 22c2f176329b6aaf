package describe

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

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
		places := "`" + strings.Join(c.Paths, "` or `") + "`"
		p.line("\nWrite the file to %s.", strings.ReplaceAll(places, "`"+rules.OnlyTop, "`"))
	} else {
		p.line("\nName the file `%s`.", strings.Join(c.Names, "` or `"))
	}
	if len(c.Not) > 0 {
		p.line("Files at `%s` are something else.", strings.Join(c.Not, "` or `"))
	}
	p.dialect(c.Dialect)
	if c.Dialect == rules.Unread {
		p.line("\nWhat stands in it is never read.")
	}
	title := "Frontmatter keys"
	if body.Frontmatter != nil && body.Frontmatter.Optional {
		title = "The frontmatter may be left out; if it is there, its keys are"
	}
	p.schema(title, body.Frontmatter)
	p.schema("Keys", body.Data)
	if len(body.Invariants) > 0 {
		p.line("\nThese must hold:\n")
		for _, i := range body.Invariants {
			if i.Message != "" {
				p.line("- %s (`%s`)", i.Message, i.That)
			} else {
				p.line("- `%s`", i.That)
			}
		}
	}
	p.ids(c, body)
	p.body(c, body)
	if body.Frontmatter == nil && body.Data == nil {
		p.judged(c.Kind)
	}
	switch language(c) {
	case "json", "jsonl":
		p.line("\nThe file is JSON%s, without comments or commas at the end.", map[string]string{"jsonl": " on each line"}[c.Dialect])
	case "markdown":
		if c.Dialect != rules.Unread {
			p.line("\nText inside code fences and HTML comments does not count. A value ends at the end of its line.")
		}
	}
	if text := strings.TrimSpace(body.Example.Text); text != "" {
		fence := max("````", rules.Fence(text))
		p.line("\nAn example that holds the contract:\n\n%s%s\n%s\n%[1]s", fence, language(c), text)
	}
	p.line("\nThe file is checked with `nplint check --kind %s` as soon as it is written. **Any violation is a hard failure:** the file is refused as a whole and has to be written again.", c.Kind)
	return p.String(), nil
}

// language is how a fence names what the files of a contract are written in.
func language(c *rules.Contract) string {
	named := func(ending string) bool {
		return slices.ContainsFunc(slices.Concat(c.Paths, c.Names), func(name string) bool { return strings.HasSuffix(name, ending) })
	}
	switch {
	case c.Dialect == "json" || c.Dialect == "jsonl":
		return c.Dialect
	case c.Dialect == "yaml" && (named(".yaml") || named(".yml")):
		return "yaml"
	}
	return "markdown"
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

type prompt struct {
	strings.Builder
	rows  int
	since map[string]rules.Since
}

func (p *prompt) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// dialect tells what one must know to write frontmatter in a pack's dialect.
func (p *prompt) dialect(dialect string) {
	for _, pack := range rules.Packs() {
		if how := pack.Dialects[dialect]; how != "" {
			p.line("\n%s", how)
		}
	}
}

// maxRows is how many keys are listed, and maxTable how many bytes of a prompt may stand before the last of them.
const (
	maxRows  = 500
	maxTable = 1 << 20
)

func (p *prompt) schema(title string, s *rules.Schema) {
	if s == nil {
		return
	}
	p.line("\n%s:\n\n| key | required | value |\n|---|---|---|", title)
	p.rows, p.since = 0, s.Since
	p.keys(s.JSON, s.JSON, s.Properties, "", nil)
	for _, key := range slices.Sorted(maps.Keys(s.Forbidden)) {
		p.line("| `%s` | forbidden | %s |", key, s.Forbidden[key])
	}
	if p.full() {
		p.line("\nThe contract says of more keys.")
	}
	t := &teller{root: s.JSON}
	demands := t.words(s.JSON, maxDepth, true)
	if len(demands) > 0 && demands[0] == "object" {
		demands = demands[1:]
	}
	if len(demands) > 0 {
		p.line("\nOf the keys together:\n\n- %s", strings.Join(demands, "\n- "))
	}
}

// keys lists the keys of a map below a place, and those of maps in it. above is the schemas around it.
func (p *prompt) keys(root, at map[string]any, names []string, place string, above []map[string]any) {
	required, listed := requiredOf(at), map[string]bool{}
	for _, name := range names {
		listed[name] = true
	}
	list, _ := at["required"].([]any)
	for _, v := range list { // which no property describes
		if name, _ := v.(string); !listed[name] {
			p.row(place+name, true, "")
		}
	}
	for _, key := range names {
		if p.full() {
			return
		}
		property := resolved(root, membersOf(at)[key])
		value := describeProperty(root, property)
		for _, said := range []any{property["description"], ofSince(p.since[place+key].Key), sampleWords(property)} {
			if text, _ := said.(string); text != "" {
				text = cut(text, maxBytes)
				value = strings.TrimPrefix(value+", "+text, ", ")
			}
		}
		p.row(place+key, required[key], value)
		below, inner := place+key+".", property
		for inner != nil && membersOf(inner) == nil && inner["items"] != nil {
			below, inner = strings.TrimSuffix(below, ".")+"[].", resolved(root, inner["items"])
		}
		if inner == nil || len(above) > maxDepth || slices.ContainsFunc(above, func(m map[string]any) bool { return same(m, inner) }) {
			continue
		}
		p.keys(root, inner, sortedKeys(inner["properties"]), below, append(slices.Clip(above), inner))
	}
}

// same reports whether two maps are one.
func same(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

// full reports whether no more keys are listed.
func (p *prompt) full() bool { return p.rows > maxRows || p.Len() > maxTable }

func (p *prompt) row(key string, required bool, value string) {
	if p.full() {
		return
	}
	p.rows++
	p.line("| `%s` | %s | %s |", key, map[bool]string{true: "yes", false: "no"}[required], strings.ReplaceAll(value, "|", `\|`))
}

// ofSince says with which version of the framework a key came.
func ofSince(version string) string {
	if version == "" {
		return ""
	}
	return "since version " + version
}

// sampleWords quotes an example of a text that its schema does not list.
func sampleWords(property map[string]any) string {
	if v, ok := sample(property).(string); ok && valuesOf(property) == nil {
		return "such as " + code(v)
	}
	return ""
}

// ids tells what tells files apart, and what names others by it.
func (p *prompt) ids(c *rules.Contract, b *rules.Body) {
	name := func(id string) string {
		if placeholder, ok := strings.CutPrefix(id, "path."); ok {
			return fmt.Sprintf("what stands for `{%s}` in the name of the file", placeholder)
		}
		return "the key `" + id + "`"
	}
	if b.IDs.ID != "" {
		p.line("\nThe id of the file is %s; no other file of this kind has the same one%s.", name(b.IDs.ID),
			map[bool]string{true: ", and the ids count without a gap"}[b.IDs.Sequence])
	}
	for _, r := range b.References {
		where := fmt.Sprintf("An id in the key `%s`", r.Key)
		if r.Key == "" {
			where = fmt.Sprintf("An id in a line that matches `%s`", r.Pattern)
		}
		p.line("\n%s is that of a file of the kind `%s` that is there.", where, cmp.Or(r.To, c.Kind))
	}
}

func (p *prompt) body(c *rules.Contract, b *rules.Body) {
	if len(b.Sections)+len(b.Patterns) > 0 {
		p.line("\nThe body must hold, each at the start of a line:\n")
	}
	for _, s := range b.Sections {
		p.line("- the section `%s`%s", s.Heading, remarks(&s))
	}
	for _, t := range b.Patterns {
		p.pattern(&t)
	}
	for _, block := range b.Blocks {
		p.block(&block)
	}
	if c.Unlisted {
		p.line("\nWhere no blocks are listed at all, the number that a key declares is not compared.")
	}
	for _, e := range b.Elements {
		where := ""
		if e.In != "" {
			where = fmt.Sprintf(" in `<%s>`", e.In)
		}
		text := map[bool]string{true: ", each with text"}[e.Text]
		p.line("\nElements `<%s>`%s: %s%s.", e.Name, where, times(e.Min, e.Max), text)
		for _, name := range e.Order {
			p.line("- attribute `%s`%s", name, describeField(e.Attributes[name], "there"))
		}
	}
	if b.Tags.Optional {
		p.line("\nOr none of these elements: the same as plain sections.")
	}
	if len(b.Tags.Pairs) > 0 {
		p.line("\nA closing tag of `<%s>` has an opening one.", strings.Join(b.Tags.Pairs, ">`, `<"))
	}
	if b.Text.MaxLines > 0 {
		p.line("\nThe body has at most %d lines.", b.Text.MaxLines)
	}
	if b.Text.MaxWords > 0 {
		p.line("\nThe body has at most %d words.", b.Text.MaxWords)
	}
	if b.Text.Links {
		p.line("\nLinks to files of the project lead to files that are there.")
	}
}

// pattern tells of lines that must be there, or must not.
func (p *prompt) pattern(t *rules.Text) {
	lines := "a line that matches `" + t.Pattern + "`"
	switch often := times(t.Min, t.Max); {
	case t.Forbidden && t.Message != "":
		p.line("- nothing that matches `%s`: write %s", t.Pattern, t.Message)
	case t.Forbidden:
		p.line("- nothing that matches `%s`", t.Pattern)
	default:
		if often == "at least 1" || often == "exactly 1" && t.Message == "" {
			often = map[bool]string{true: "", false: "just once"}[often == "at least 1"]
		}
		if t.Message != "" {
			lines = t.Message
		}
		if often != "" {
			lines += " (" + often + ")"
		}
		p.line("- %s", lines)
	}
	if t.Stub != "" && t.Message == "" {
		p.line("  such as `%s`", t.Stub)
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
	least := 1
	if s.Min != nil {
		least = *s.Min
	}
	if often := times(least, s.Max); often != "at least 1" {
		text += " (" + often + ")"
	}
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
		p.line("- `- **%s:** …`%s", name, describeField(b.Fields[name], "not empty"))
	}
	for _, text := range b.Forbidden {
		p.line("- `%s` must not stand in a title or value", text)
	}
}

// describeField says what a field or an attribute must be; must is what each has to be.
func describeField(f rules.Field, must string) string {
	var parts []string
	if f.Message != "" {
		parts = append(parts, f.Message)
	}
	if len(f.Enum) > 0 {
		parts = append(parts, "one of `"+strings.Join(f.Enum, "`, `")+"`")
	}
	if f.Pattern != "" {
		parts = append(parts, "matching `"+f.Pattern+"`")
	}
	if len(f.ForbiddenValues) > 0 {
		parts = append(parts, "none of `"+strings.Join(f.ForbiddenValues, "`, `")+"`")
	}
	switch {
	case f.Optional:
		parts = append(parts, "may be left out")
	case f.Recommended:
		parts = append(parts, "should be there")
	default:
		parts = append(parts, must)
	}
	return ": " + strings.Join(parts, ", ")
}
