package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// ParseContract reads the head of a contract and prepares its body. readFile serves a schema file that stands beside
// the contract.
func ParseContract(file, text string, readFile func(name string) ([]byte, error)) (*Contract, error) {
	// Only what stands before the first table is decoded now: that is all that discovery needs.
	head := text
	if i := strings.Index(text, "\n["); i >= 0 {
		head = text[:i+1]
	}
	root, err := readTOML(head)
	if err != nil {
		return nil, in(file, head, err)
	}
	word := func(key string) string { return document.Text(root.Get(key)) }
	words := func(key string) []string { return document.Texts(root.Get(key)) }
	unlisted := root.Get("unlisted")
	c := &Contract{
		Kind: word("kind"), Title: word("title"), Paths: words("paths"), Not: words("not"), Names: words("names"),
		Dialect: word("dialect"), Source: word("source"), About: word("about"), Tree: word("tree"),
		Edition: word("edition"), Unlisted: unlisted != nil && unlisted.True, File: file, Text: text,
	}
	if strings.Count(c.Kind, "/") != 1 || strings.HasPrefix(c.Kind, "/") || strings.HasSuffix(c.Kind, "/") {
		return nil, fmt.Errorf("%s:1: kind %q: write pack and name, such as \"team/decision\"", file, c.Kind)
	}
	for _, key := range []string{"kind", "title"} {
		if strings.ContainsAny(word(key), "\r\n") {
			return nil, fmt.Errorf("%s:%d: %s: write it in one line", file, Line(head, key), key)
		}
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
			rest, isTop := strings.CutPrefix(text, OnlyTop)
			if isTop && set.key == "paths" {
				text = rest
			}
			p, err := ParsePattern(text)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, Line(head, set.key, strconv.Itoa(i)), err)
			}
			p.top = isTop
			*set.to = append(*set.to, p)
		}
	}
	for i, p := range c.patterns {
		if c.excludes(p.path([]string{"1"})) && c.excludes(p.path([]string{"x20"})) {
			return nil, fmt.Errorf("%s:%d: paths: `not` takes out every file of %q; correct one of them", file, Line(head, "paths", strconv.Itoa(i)), p)
		}
	}
	c.body = sync.OnceValues(func() (*Body, error) { return parseBody(file, text, c.types, readFile) })
	return c, nil
}

// parseBody reads what a contract demands from the whole file.
func parseBody(file, text string, types Types, readFile func(name string) ([]byte, error)) (*Body, error) {
	b := &Body{}
	root, err := decode(text, b)
	if err == nil {
		err = boundTexts(root, new(int))
	}
	if err != nil {
		return nil, in(file, text, err)
	}
	for name, to := range map[string]**Schema{"frontmatter": &b.Frontmatter, "data": &b.Data} {
		n := root.Get(name)
		if n == nil || n.Type != document.Map {
			continue
		}
		table := document.TOMLValue(n).(map[string]any)
		if err := types.expand(table, name); err != nil {
			return nil, in(file, text, err)
		}
		if *to, err = newSchema(table, n, name, readFile); err != nil {
			if !errors.As(err, new(*place)) {
				err = &place{path: at(name), err: err}
			}
			return nil, in(file, text, err)
		}
	}
	if err := b.compile(root); err != nil {
		return nil, in(file, text, err)
	}
	return b, nil
}

// maxText is how many bytes a text of a contract may have, which stands in every message about a breach.
const maxText = 8192

// boundTexts finds a key or text that is too long, or one with a class of characters too many, which adds those of the
// texts before it to a number. An example is a whole file.
func boundTexts(n *document.Node, wide *int, path ...string) error {
	if *wide += memo.Wide(n.Text); *wide > memo.MaxWide {
		return &place{path: path, err: fmt.Errorf("%s: with this text the patterns of the contract have %d classes beyond ASCII, "+
			"such as \\pL, and %d are the most; write fewer, or divide the contract", strings.Join(path, "."), *wide, memo.MaxWide)}
	}
	if n.Type == document.String && len(n.Text) > maxText {
		return &place{path: path, err: fmt.Errorf("%s: a text of %d bytes, and %d are the most; write a shorter one",
			strings.Join(path, "."), len(n.Text), maxText)}
	}
	for i, item := range n.Items {
		if err := boundTexts(item, wide, append(path, strconv.Itoa(i))...); err != nil {
			return err
		}
	}
	for _, p := range n.Pairs {
		if len(p.Key) > maxText {
			return &place{path: path, err: fmt.Errorf("%s: a key of %d bytes, and %d are the most; write a shorter one",
				strings.Join(path, "."), len(p.Key), maxText)}
		}
		if len(path) == 0 && p.Key == "example" {
			continue
		}
		if err := boundTexts(p.Value, wide, append(path, p.Key)...); err != nil {
			return err
		}
	}
	return nil
}

// readTOML returns what a text holds, or a *place.
func readTOML(text string) (*document.Node, error) {
	src := []byte(text)
	data := document.ParseTOML(src)
	if data.Fault != nil {
		line, _ := document.NewLines(src).Position(data.Fault.Span.Start)
		return nil, &place{line: line, err: errors.New(data.Fault.Message)}
	}
	return data.Root, nil
}

// decode reads the keys of a TOML text that a struct has into it, and returns the whole.
func decode(text string, to any) (*document.Node, error) {
	root, err := readTOML(text)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(document.TOMLValue(root))
	if err == nil {
		err = json.Unmarshal(plain, to)
	}
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		err = &place{path: strings.Split(wrong.Field, "."), err: fmt.Errorf("%s: this cannot be a %s", wrong.Field, wrong.Value)}
	}
	return root, err
}

var (
	sectionHeading = memo.Regexp(`^#{1,6} \S`)
	blockHeading   = memo.Regexp(`^(#{1,6}) \{([A-Z][A-Za-z]*)-n\}: \{title\}$`)
)

// compile prepares the patterns and headings of a body, and fills in what the contract leaves to be derived.
func (b *Body) compile(root *document.Node) error {
	for i := range b.Patterns {
		p := &b.Patterns[i]
		var err error
		if p.Regexp, err = memo.Compile(p.Pattern); err != nil {
			return &place{path: at("patterns", i, "pattern"), err: fmt.Errorf("pattern %q: %w", p.Name, err)}
		}
		p.Loose, p.Literal = regexp.MustCompile("(?i)"+p.Pattern), literal(p.Pattern)
		if rest, ok := strings.CutPrefix(p.Pattern, "^"); ok && !strings.Contains(rest, "|^") {
			if unanchored, err := regexp.Compile(rest); err == nil {
				p.Prefix, _ = unanchored.LiteralPrefix()
			}
		}
		if p.Name == "" {
			return &place{path: at("patterns", i), err: errors.New("a pattern has no name")}
		}
	}
	for i, s := range b.Sections {
		if !sectionHeading().MatchString(s.Heading) {
			return &place{path: at("sections", i, "heading"), err: fmt.Errorf(
				"section heading %q: write it with its marks, such as \"## Summary\"", s.Heading)}
		}
		if s.When != "" && s.When != "frontmatter" && s.When != "no frontmatter" {
			return &place{path: at("sections", i, "when"), err: fmt.Errorf(
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
			return &place{path: at("blocks", i, "heading"), err: fmt.Errorf(
				"block heading %q: write marks, id and title, such as \"### {SC-n}: {title}\"", block.Heading)}
		}
		block.Level, block.Prefix = len(m[1]), m[2]
		block.Order = keys(document.Items(root.Get("blocks"))[i].Get("fields"))
		if err := compileFields(block.Fields, "blocks", i, "fields"); err != nil {
			return err
		}
	}
	for i := range b.References {
		r := &b.References[i]
		var err error
		if (r.Key == "") == (r.Pattern == "") {
			return &place{path: at("references", i), err: errors.New("a reference has a key or a pattern, and one of them alone")}
		}
		if r.Regexp, err = memo.Compile(r.Pattern); err == nil && r.Pattern != "" && r.Regexp.NumSubexp() != 1 {
			err = fmt.Errorf("%q has %d groups; write one, around the id", r.Pattern, r.Regexp.NumSubexp())
		}
		if err != nil {
			return &place{path: at("references", i, "pattern"), err: fmt.Errorf("pattern of a reference: %w", err)}
		}
	}
	for i := range b.Elements {
		e := &b.Elements[i]
		if e.Name == "" {
			return &place{path: at("elements", i), err: errors.New("an element has no name")}
		}
		if e.Near && e.In != "" {
			return &place{path: at("elements", i, "near"), err: errors.New("near is for elements without `in`")}
		}
		e.Order = keys(document.Items(root.Get("elements"))[i].Get("attributes"))
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
		if _, err = memo.Compile(f.Pattern); err == nil { // alone, since brackets could match across the frame
			f.Regexp, err = regexp.Compile("^(?:" + f.Pattern + ")$")
		}
		if err != nil {
			return &place{path: append(at(path...), name, "pattern"), err: fmt.Errorf("field %q: pattern: %w", name, err)}
		}
		fields[name] = f
	}
	return nil
}

// keys returns those of a table in the order of the file.
func keys(table *document.Node) (names []string) {
	for _, p := range document.Pairs(table) {
		names = append(names, p.Key)
	}
	return names
}
