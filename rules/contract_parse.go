package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// ParseContract reads the head of a contract and prepares its body. readFile serves a schema file that stands beside the contract.
func ParseContract(file, text string, readFile func(name string) ([]byte, error)) (*Contract, error) {
	// Only what stands before the first table is decoded now: that is all that discovery needs.
	head := text
	if i := strings.Index(text, "\n["); i >= 0 {
		head = text[:i+1]
	}
	c := &Contract{}
	if !c.plainHead(head) {
		c = &Contract{}
		md, err := toml.Decode(head, c)
		if err != nil {
			return nil, tomlError(file, err)
		}
		if stray := inexactKey(md); stray != nil {
			return nil, unknownKey(file, head, stray)
		}
		if stray := md.Undecoded(); len(stray) > 0 {
			return nil, unknownKey(file, head, stray[0])
		}
	}
	c.File, c.Text = file, text
	if strings.Count(c.Kind, "/") != 1 || strings.HasPrefix(c.Kind, "/") || strings.HasSuffix(c.Kind, "/") {
		return nil, fmt.Errorf("%s:1: kind %q: write pack and name, such as \"team/decision\"", file, c.Kind)
	}
	if c.Dialect == "" {
		c.Dialect = "yaml"
	}
	if dialects := []string{"nubos", "state", "yaml", "json", "jsonl", "none", Unread}; !slices.Contains(dialects, c.Dialect) {
		return nil, fmt.Errorf("%s:%d: dialect %q: write one of %s", file, KeyLine(head, "dialect"), c.Dialect, strings.Join(dialects, ", "))
	}
	for _, set := range []struct {
		key  string
		text []string
		to   *[]*Pattern
	}{{"paths", c.Paths, &c.patterns}, {"not", c.Not, &c.not}, {"names", c.Names, &c.names}} {
		for _, text := range set.text {
			p, err := ParsePattern(text)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, KeyLine(head, set.key), err)
			}
			*set.to = append(*set.to, p)
		}
	}
	c.body = sync.OnceValues(func() (*Body, error) { return parseBody(file, text, readFile) })
	return c, nil
}

// contractFile is a whole contract as the TOML library decodes it.
type contractFile struct {
	Contract
	Body
	Frontmatter map[string]any `toml:"frontmatter"`
	Data        map[string]any `toml:"data"`
}

// parseBody reads what a contract demands from the whole file; its head is read again and left.
func parseBody(file, text string, readFile func(name string) ([]byte, error)) (*Body, error) {
	var raw contractFile
	md, err := toml.Decode(text, &raw)
	if err != nil {
		return nil, tomlError(file, err)
	}
	if stray := inexactKey(md); stray != nil {
		return nil, unknownKey(file, text, stray)
	}
	for _, stray := range md.Undecoded() {
		if stray[0] == "frontmatter" || stray[0] == "data" {
			continue // a schema may hold any keyword
		}
		return nil, unknownKey(file, text, stray)
	}
	b := raw.Body
	if b.Frontmatter, err = newSchema(raw.Frontmatter, md, "frontmatter", readFile); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, KeyLine(text, "frontmatter"), err)
	}
	if b.Data, err = newSchema(raw.Data, md, "data", readFile); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, KeyLine(text, "data"), err)
	}
	if err := b.compile(md); err != nil {
		return nil, fmt.Errorf("%s:%w", file, lineOf(text, err))
	}
	return &b, nil
}

var (
	sectionHeading = Lazy(`^#{1,6} \S`)
	blockHeading   = Lazy(`^(#{1,6}) \{([A-Z][A-Za-z]*)-n\}: \{title\}$`)
)

// compile prepares the patterns and headings of a body, and fills in what the contract leaves to be derived.
func (b *Body) compile(md toml.MetaData) error {
	for i := range b.Patterns {
		p := &b.Patterns[i]
		var err error
		if p.Regexp, err = regexp.Compile(p.Pattern); err != nil {
			return &place{"pattern", p.Pattern, fmt.Errorf("pattern %q: %w", p.Name, err)}
		}
		p.Loose, p.Literal = regexp.MustCompile("(?i)"+p.Pattern), literal(p.Pattern)
		if rest, ok := strings.CutPrefix(p.Pattern, "^"); ok && !strings.Contains(rest, "|^") {
			if unanchored, err := regexp.Compile(rest); err == nil {
				p.Prefix, _ = unanchored.LiteralPrefix()
			}
		}
		if p.Name == "" {
			return &place{"patterns", "", errors.New("a pattern has no name")}
		}
	}
	for i, s := range b.Sections {
		if !sectionHeading().MatchString(s.Heading) {
			return &place{"heading", s.Heading, fmt.Errorf("section heading %q: write it with its marks, such as \"## Summary\"", s.Heading)}
		}
		if s.When != "" && s.When != "frontmatter" && s.When != "no frontmatter" {
			return &place{"when", s.When, fmt.Errorf("section %q: when = %q: write \"frontmatter\" or \"no frontmatter\"", s.Heading, s.When)}
		}
		if s.Name == "" {
			b.Sections[i].Name = strings.ReplaceAll(strings.ToLower(strings.TrimLeft(s.Heading, "# ")), " ", "_")
		}
	}
	for i := range b.Blocks {
		block := &b.Blocks[i]
		m := blockHeading().FindStringSubmatch(block.Heading)
		if m == nil {
			return &place{"heading", block.Heading, fmt.Errorf("block heading %q: write marks, id and title, such as \"### {SC-n}: {title}\"", block.Heading)}
		}
		block.Level, block.Prefix = len(m[1]), m[2]
		block.Order = ordered(md, block.Fields, "blocks", "fields")
		if err := compileFields(block.Fields); err != nil {
			return err
		}
	}
	for i := range b.Elements {
		e := &b.Elements[i]
		if e.Name == "" {
			return &place{"elements", "", errors.New("an element has no name")}
		}
		e.Order = ordered(md, e.Attributes, "elements", "attributes")
		if err := compileFields(e.Attributes); err != nil {
			return err
		}
	}
	return nil
}

func compileFields(fields map[string]Field) error {
	for name, f := range fields {
		if f.Pattern == "" {
			continue
		}
		var err error
		if _, err = regexp.Compile(f.Pattern); err == nil { // alone, since brackets could match across the frame
			f.Regexp, err = regexp.Compile("^(?:" + f.Pattern + ")$")
		}
		if err != nil {
			return &place{name, "pattern", fmt.Errorf("field %q: pattern: %w", name, err)}
		}
		fields[name] = f
	}
	return nil
}

// ordered returns the names of fields in the order in which the file first names them.
func ordered(md toml.MetaData, fields map[string]Field, table, key string) []string {
	var order []string
	for _, k := range md.Keys() {
		if len(k) >= 3 && k[0] == table && k[1] == key {
			if _, ok := fields[k[2]]; ok && !slices.Contains(order, k[2]) {
				order = append(order, k[2])
			}
		}
	}
	return order
}
