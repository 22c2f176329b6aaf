package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// ParseContract reads the head of a contract and prepares its body. readFile serves a schema file that stands beside
// the contract.
func ParseContract(file, text string, readFile func(name string) ([]byte, error)) (*Contract, error) {
	// Only what stands before the first table is decoded now: that is all that discovery needs.
	head := text
	if i := strings.Index(text, "\n["); i >= 0 {
		head = text[:i+1]
	}
	c := &Contract{}
	if _, err := toml.Decode(head, c); err != nil {
		return nil, in(file, head, err)
	}
	c.File, c.Text = file, text
	if strings.Count(c.Kind, "/") != 1 || strings.HasPrefix(c.Kind, "/") || strings.HasSuffix(c.Kind, "/") {
		return nil, fmt.Errorf("%s:1: kind %q: write pack and name, such as \"team/decision\"", file, c.Kind)
	}
	if c.Dialect == "" {
		c.Dialect = "yaml"
	}
	for _, set := range []struct {
		key  string
		text []string
		to   *[]*Pattern
	}{{"paths", c.Paths, &c.patterns}, {"not", c.Not, &c.not}, {"names", c.Names, &c.names}} {
		for i, text := range set.text {
			p, err := ParsePattern(text)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, Line(head, set.key, strconv.Itoa(i)), err)
			}
			*set.to = append(*set.to, p)
		}
	}
	c.body = sync.OnceValues(func() (*Body, error) { return parseBody(file, text, c.types, readFile) })
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
func parseBody(file, text string, types Types, readFile func(name string) ([]byte, error)) (*Body, error) {
	var raw contractFile
	md, err := toml.Decode(text, &raw)
	if err != nil {
		return nil, in(file, text, err)
	}
	for table, schema := range map[string]map[string]any{"frontmatter": raw.Frontmatter, "data": raw.Data} {
		if err := types.expand(schema, table); err != nil {
			return nil, in(file, text, err)
		}
	}
	b := raw.Body
	if b.Frontmatter, err = newSchema(raw.Frontmatter, md, "frontmatter", readFile); err != nil {
		return nil, in(file, text, &place{at("frontmatter"), err})
	}
	if b.Data, err = newSchema(raw.Data, md, "data", readFile); err != nil {
		return nil, in(file, text, &place{at("data"), err})
	}
	if err := b.compile(md); err != nil {
		return nil, in(file, text, err)
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
			return &place{at("patterns", i, "pattern"), fmt.Errorf("pattern %q: %w", p.Name, err)}
		}
		p.Loose, p.Literal = regexp.MustCompile("(?i)"+p.Pattern), literal(p.Pattern)
		if rest, ok := strings.CutPrefix(p.Pattern, "^"); ok && !strings.Contains(rest, "|^") {
			if unanchored, err := regexp.Compile(rest); err == nil {
				p.Prefix, _ = unanchored.LiteralPrefix()
			}
		}
		if p.Name == "" {
			return &place{at("patterns", i), errors.New("a pattern has no name")}
		}
	}
	for i, s := range b.Sections {
		if !sectionHeading().MatchString(s.Heading) {
			return &place{at("sections", i, "heading"), fmt.Errorf(
				"section heading %q: write it with its marks, such as \"## Summary\"", s.Heading)}
		}
		if s.When != "" && s.When != "frontmatter" && s.When != "no frontmatter" {
			return &place{at("sections", i, "when"), fmt.Errorf(
				"section %q: when = %q: write \"frontmatter\" or \"no frontmatter\"", s.Heading, s.When)}
		}
		if s.Name == "" {
			b.Sections[i].Name = strings.ReplaceAll(strings.ToLower(strings.TrimLeft(s.Heading, "# ")), " ", "_")
		}
	}
	for i := range b.Blocks {
		block := &b.Blocks[i]
		m := blockHeading().FindStringSubmatch(block.Heading)
		if m == nil {
			return &place{at("blocks", i, "heading"), fmt.Errorf(
				"block heading %q: write marks, id and title, such as \"### {SC-n}: {title}\"", block.Heading)}
		}
		block.Level, block.Prefix = len(m[1]), m[2]
		block.Order = ordered(md, block.Fields, "blocks", "fields")
		if err := compileFields(block.Fields, "blocks", i, "fields"); err != nil {
			return err
		}
	}
	for i := range b.References {
		r := &b.References[i]
		var err error
		if (r.Key == "") == (r.Pattern == "") {
			return &place{at("references", i), errors.New("a reference has a key or a pattern, and one of them alone")}
		}
		if r.Regexp, err = regexp.Compile(r.Pattern); err == nil && r.Pattern != "" && r.Regexp.NumSubexp() != 1 {
			err = fmt.Errorf("%q has %d groups; write one, around the id", r.Pattern, r.Regexp.NumSubexp())
		}
		if err != nil {
			return &place{at("references", i, "pattern"), fmt.Errorf("pattern of a reference: %w", err)}
		}
	}
	for i := range b.Elements {
		e := &b.Elements[i]
		if e.Name == "" {
			return &place{at("elements", i), errors.New("an element has no name")}
		}
		e.Order = ordered(md, e.Attributes, "elements", "attributes")
		if err := compileFields(e.Attributes, "elements", i, "attributes"); err != nil {
			return err
		}
	}
	return nil
}

func compileFields(fields map[string]Field, path ...any) error {
	for name, f := range fields {
		if f.Pattern == "" {
			continue
		}
		var err error
		if _, err = regexp.Compile(f.Pattern); err == nil { // alone, since brackets could match across the frame
			f.Regexp, err = regexp.Compile("^(?:" + f.Pattern + ")$")
		}
		if err != nil {
			return &place{append(at(path...), name, "pattern"), fmt.Errorf("field %q: pattern: %w", name, err)}
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
