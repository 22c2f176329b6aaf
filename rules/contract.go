package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// Contract is the shape that artefacts of one kind must have. Its head tells which files it is about; the body is read
// on first use, since most runs meet few of the kinds.
type Contract struct {
	Kind    string   `toml:"kind"`    // pack and name: "nubos/verification"
	Title   string   `toml:"title"`   // one line
	Paths   []string `toml:"paths"`   // path patterns relative to a project root
	Not     []string `toml:"not"`     // path patterns of files that are not of this kind after all
	Names   []string `toml:"names"`   // patterns of file names, to infer the kind of a file that lies elsewhere
	Dialect string   `toml:"dialect"` // how the file is read: nubos, state (the same, but unknown lines are passed over), yaml, json, jsonl, none (Markdown alone) or unread (never opened)
	Source  string   `toml:"source"`  // the document and section that defines the kind
	About   string   `toml:"about"`   // a sentence or two on who reads such a file, for prompts and listings
	// Unlisted says that a file may declare counts and list no blocks at all; then the counts are not compared.
	Unlisted bool `toml:"unlisted"`
	// Tree names the one sort of project that has such files, by a name in the pack's trees; "" is any project of the pack.
	Tree string `toml:"tree"`
	// Edition is the edition of the framework's contracts that this one is of; "" is the newest, and any that has no contract of its own.
	Edition string `toml:"edition"`

	File     string `toml:"-"` // where the contract was read from, for messages
	Text     string `toml:"-"` // the whole file
	patterns []*Pattern
	not      []*Pattern
	names    []*Pattern
	body     func() (*Body, error)
	editions map[string]*Contract // contracts that take the place of this one in an older edition
}

// Of returns the contract that holds in an edition of the framework: c itself, unless the edition has one of its own.
func (c *Contract) Of(edition string) *Contract {
	if older := c.editions[edition]; older != nil {
		return older
	}
	return c
}

// Unread is the dialect of files that are judged by their names alone. Its kinds come last: a file of any other kind is of that one.
const Unread = "unread"

// Body is what a contract demands of an artefact.
type Body struct {
	Frontmatter *Schema     `toml:"-"` // of a Markdown artefact
	Data        *Schema     `toml:"-"` // of a whole JSON, JSONL (each line) or YAML artefact
	Invariants  []Invariant `toml:"invariants"`
	Sections    []Section   `toml:"sections"`
	Patterns    []Text      `toml:"patterns"`
	Blocks      []Block     `toml:"blocks"`
	Elements    []Element   `toml:"elements"`
	Tags        Tags        `toml:"tags"`
	Example     Example     `toml:"example"`
	// Codes gives the findings of the schema the ids of other rules, by the place without indices and perhaps the general id:
	// "tasks[].status", "goal/min-length", "/key-not-allowed". "" is every other place, and an empty id leaves a place to a pass of its own.
	Codes map[string]string `toml:"codes"`
}

// Code returns the id that a finding of the general rule at a place such as "$.tasks[2].status" bears in this contract. It is "" if a pass of
// its own reports the place.
func (b *Body) Code(at, rule string) string {
	if b.Codes == nil {
		return rule
	}
	place := strings.TrimPrefix(strings.TrimPrefix(indices().ReplaceAllString(at, "[]"), "$"), ".")
	for _, key := range []string{place + "/" + rule, place, "/" + rule, ""} {
		if code, ok := b.Codes[key]; ok {
			return code
		}
	}
	return rule
}

// indices are what tells items of one list apart in the place of a finding.
var indices = Lazy(`\[\d+\]`)

// Example is a whole artefact that holds the contract, for prompts.
type Example struct {
	Text string `toml:"text"`
}

// Schema is a JSON Schema 2020-12 with what nplint adds to it.
type Schema struct {
	JSON       map[string]any    // the schema without our own keys, as encoding/json would decode it
	Properties []string          // the names of the top-level properties in the order in which the contract lists them
	Required   []string          // the top-level "required"
	Forbidden  map[string]string // keys that must not be there, each with the reason; our key "forbidden"
	CheckedBy  string            // name of a pass that judges the frontmatter instead of the schema; our key "checked_by"
	Optional   bool              // an artefact without any frontmatter is right, too; our key "optional"
}

// Invariant is an expression over top-level keys that must hold, in the language of github.com/expr-lang/expr.
type Invariant struct {
	That    string `toml:"that"`
	Message string `toml:"message"`
	Set     string `toml:"set"` // the key that a fix rewrites …
	To      string `toml:"to"`  // … with the value of this expression
}

// Section is a heading that must stand in the body.
type Section struct {
	Heading string `toml:"heading"` // with its marks: "## Summary"
	Name    string `toml:"name"`    // how findings address it: "summary" in "body.summary"
	Min     *int   `toml:"min"`     // how often at least; 1 if not given
	Max     int    `toml:"max"`     // how often at most; 0 is any number
	Stub    string `toml:"stub"`    // what a fix puts under the heading it adds; no fix if empty
	Text    bool   `toml:"text"`    // must not be empty
	// Recommended says that its absence is reported more gently.
	Recommended bool `toml:"recommended"`
	// When is "frontmatter" or "no frontmatter" if the section is demanded only of artefacts with or without frontmatter.
	When string `toml:"when"`
}

// Text is a regular expression over the lines of the body outside fences and comments.
type Text struct {
	Name      string `toml:"name"`
	Pattern   string `toml:"pattern"`
	Min       int    `toml:"min"`
	Max       int    `toml:"max"` // 0 is any number
	Forbidden bool   `toml:"forbidden"`
	Message   string `toml:"message"` // what to write instead
	Stub      string `toml:"stub"`    // the line that a fix adds, with {key} for frontmatter values; no fix if empty

	Regexp *regexp.Regexp `toml:"-"` // matched against one line
	Loose  *regexp.Regexp `toml:"-"` // the same without regard to case
	Prefix string         `toml:"-"` // what every match starts with, to pass over most lines quickly
}

// Block is a heading with an id and a title, with labelled fields below it.
type Block struct {
	Heading   string           `toml:"heading"`  // "### {SC-n}: {title}"
	Section   string           `toml:"section"`  // heading text of the section that blocks stand in; "" is anywhere
	Min       int              `toml:"min"`      // how many at least
	Sequence  bool             `toml:"sequence"` // ids are to count 1, 2, 3 …
	Count     string           `toml:"count"`    // frontmatter key that holds the number of blocks
	Forbidden []string         `toml:"forbidden"`
	Fields    map[string]Field `toml:"fields"`

	Level  int      `toml:"-"` // number of # of the heading
	Prefix string   `toml:"-"` // "SC" of {SC-n}
	Order  []string `toml:"-"` // names of the fields in the order in which the contract lists them
}

// Field is a labelled value of a block or an attribute of an element.
type Field struct {
	Enum            []string `toml:"enum"`
	Pattern         string   `toml:"pattern"`
	ForbiddenValues []string `toml:"forbidden_values"`
	Optional        bool     `toml:"optional"`    // need not be there, but if it is there it is judged
	Recommended     bool     `toml:"recommended"` // its absence is reported more gently
	Message         string   `toml:"message"`     // what a value must be, for people who do not read patterns

	Regexp *regexp.Regexp `toml:"-"`
}

// Element is a tag such as <task> with its attributes.
type Element struct {
	Name       string           `toml:"name"`
	In         string           `toml:"in"`   // name of the element that it must stand in; "" is anywhere
	Min        int              `toml:"min"`  // how often at least, in each parent
	Max        int              `toml:"max"`  // 0 is any number
	Text       bool             `toml:"text"` // must not be empty
	Attributes map[string]Field `toml:"attributes"`
	Order      []string         `toml:"-"`
}

// Tags names elements of which nothing is demanded, but that their tags come in pairs.
type Tags struct {
	Pairs []string `toml:"pairs"` // a closing tag of one of these without an opening one is a fault; those in Elements need not be named
}

// Name returns the kind without its pack: "verification".
func (c *Contract) Name() string { return path.Base(c.Kind) }

// Pack returns the first part of the kind: "nubos".
func (c *Contract) Pack() string { return path.Dir(c.Kind) }

// Match reports whether the slash-separated path, relative to a project root, is one of this kind's, and what the
// pattern's names stand for.
func (c *Contract) Match(path string) (vars []string, ok bool) {
	for _, p := range c.patterns {
		if vars, ok := p.Match(path); ok {
			return vars, !c.excludes(path)
		}
	}
	return nil, false
}

// Patterns returns the compiled path patterns.
func (c *Contract) Patterns() []*Pattern { return c.patterns }

// MatchName reports whether a file that lies anywhere is taken for this kind because of its base name.
func (c *Contract) MatchName(base string) (vars []string, ok bool) {
	for _, p := range c.names {
		if vars, ok := p.Match(base); ok {
			return vars, !c.excludes(base)
		}
	}
	return nil, false
}

func (c *Contract) excludes(path string) bool {
	return slices.ContainsFunc(c.not, func(p *Pattern) bool { _, ok := p.Match(path); return ok })
}

// Body returns what the contract demands. The error names file and line of a mistake in the contract; the contracts
// that are built in have none.
func (c *Contract) Body() (*Body, error) { return c.body() }

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
			return nil, unknownKey(file, head, stray, topKeys)
		}
		if stray := md.Undecoded(); len(stray) > 0 {
			known := []string{"kind", "title", "paths", "not", "names", "dialect", "source", "about", "unlisted", "tree", "edition"}
			return nil, unknownKey(file, head, stray[0], known)
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

// The keys of a contract: at its top, and in its tables. The library takes them in any case, and then one of two would win by chance.
var (
	topKeys = []string{"kind", "title", "paths", "not", "names", "dialect", "source", "about", "unlisted", "tree", "edition",
		"frontmatter", "data", "invariants", "sections", "patterns", "blocks", "elements", "tags", "example", "codes"}
	tableKeys = []string{"heading", "name", "min", "max", "stub", "pattern", "forbidden", "message", "section", "sequence", "count", "fields",
		"enum", "forbidden_values", "optional", "recommended", "in", "text", "attributes", "that", "set", "to", "when", "pairs"}
)

// inexactKey returns the first key that is not written exactly as it should be, or nil.
func inexactKey(md toml.MetaData) toml.Key {
	for _, key := range md.Keys() {
		switch {
		case !slices.Contains(topKeys, key[0]):
			return key[:1]
		case key[0] == "frontmatter" || key[0] == "data" || key[0] == "codes":
		case len(key) > 1 && !slices.Contains(tableKeys, key[1]):
			return key[:2]
		case len(key) > 3 && !slices.Contains(tableKeys, key[3]): // behind the name of a field
			return key[:4]
		}
	}
	return nil
}

func parseBody(file, text string, readFile func(name string) ([]byte, error)) (*Body, error) {
	var raw struct {
		Contract
		Body
		Frontmatter, Data map[string]any
	}
	md, err := toml.Decode(text, &raw)
	if err != nil {
		return nil, tomlError(file, err)
	}
	if stray := inexactKey(md); stray != nil {
		return nil, unknownKey(file, text, stray, append(slices.Clone(topKeys), tableKeys...))
	}
	for _, stray := range md.Undecoded() {
		if stray[0] == "frontmatter" || stray[0] == "data" {
			continue // a schema may hold any keyword
		}
		return nil, unknownKey(file, text, stray, []string{"frontmatter", "data", "invariants", "sections", "patterns", "blocks", "elements",
			"heading", "name", "min", "max", "stub", "pattern", "forbidden", "message", "section", "sequence", "count", "fields",
			"enum", "forbidden_values", "optional", "recommended", "in", "text", "attributes", "that", "set", "to", "when", "example"})
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

// place is an error about the value of a key, whose line is found by lineOf.
type place struct {
	key, value string
	err        error
}

func (p *place) Error() string { return p.err.Error() }

func lineOf(text string, err error) error {
	var p *place
	line := 1
	if errors.As(err, &p) {
		for i, l := range strings.Split(text, "\n") {
			name, rest, _ := strings.Cut(strings.TrimSpace(l), "=")
			if name = strings.TrimSpace(name); (name == p.key || name == "["+p.key+"]" || name == "[["+p.key+"]]") && strings.Contains(rest, p.value) {
				line = i + 1
				break
			}
		}
	}
	return fmt.Errorf("%d: %w", line, err)
}

var sectionHeading = regexp.MustCompile(`^#{1,6} \S`)

var blockHeading = regexp.MustCompile(`^(#{1,6}) \{([A-Z][A-Za-z]*)-n\}: \{title\}$`)

func (b *Body) compile(md toml.MetaData) error {
	for i := range b.Patterns {
		p := &b.Patterns[i]
		var err error
		if p.Regexp, err = regexp.Compile(p.Pattern); err != nil {
			return &place{"pattern", p.Pattern, fmt.Errorf("pattern %q: %w", p.Name, err)}
		}
		p.Loose = regexp.MustCompile("(?i)" + p.Pattern)
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
		if !sectionHeading.MatchString(s.Heading) {
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
		m := blockHeading.FindStringSubmatch(block.Heading)
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

func newSchema(table map[string]any, md toml.MetaData, name string, readFile func(string) ([]byte, error)) (*Schema, error) {
	if table == nil {
		return nil, nil
	}
	s := &Schema{JSON: table}
	if file, ok := table["schema"].(string); ok {
		if len(table) > 1 || path.Base(file) != file {
			return nil, fmt.Errorf("%s.schema = %q stands alone and names a file beside the contract", name, file)
		}
		data, err := readFile(file)
		if err != nil {
			return nil, fmt.Errorf("schema: %w", err)
		}
		s.JSON = nil
		if err := json.Unmarshal(data, &s.JSON); err != nil || s.JSON == nil {
			return nil, fmt.Errorf("schema %s is no JSON object: %v", file, err)
		}
	}
	s.CheckedBy, _ = table["checked_by"].(string)
	delete(table, "checked_by")
	s.Optional, _ = table["optional"].(bool)
	delete(table, "optional")
	if forbidden, ok := table["forbidden"].(map[string]any); ok {
		s.Forbidden = map[string]string{}
		for key, why := range forbidden {
			s.Forbidden[key], _ = why.(string)
		}
	}
	delete(table, "forbidden")
	for _, k := range md.Keys() {
		if len(k) == 3 && k[0] == name && k[1] == "properties" {
			s.Properties = append(s.Properties, k[2])
		}
	}
	if len(s.Properties) == 0 {
		properties, _ := s.JSON["properties"].(map[string]any)
		for key := range properties {
			s.Properties = append(s.Properties, key)
		}
		slices.Sort(s.Properties)
	}
	required, _ := s.JSON["required"].([]any)
	for _, key := range required {
		if key, ok := key.(string); ok {
			s.Required = append(s.Required, key)
		}
	}
	if _, ok := s.JSON["type"]; !ok && (name == "frontmatter" || s.JSON["required"] != nil || s.JSON["properties"] != nil) {
		s.JSON["type"] = "object" // JSON Schema lets everything else pass a list of required keys
	}
	return s, nil
}

func tomlError(file string, err error) error {
	var parse toml.ParseError
	if errors.As(err, &parse) {
		return fmt.Errorf("%s:%d: %s", file, max(1, parse.Position.Line), parse.Message)
	}
	// The library tells the line of a value of the wrong type only in words.
	if m := typeErrorLine.FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("%s:%s: %s", file, m[1], m[2])
	}
	return fmt.Errorf("%s:1: %w", file, err)
}

var typeErrorLine = regexp.MustCompile(`(?s)line (\d+)[^:]*: (.*)`)

func unknownKey(file, text string, key toml.Key, known []string) error {
	hint := ""
	if near := Nearest(key[len(key)-1], known); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return fmt.Errorf("%s:%d: unknown key %q%s", file, KeyLine(text, key...), key.String(), hint)
}

// KeyLine returns the line (from 1) in a TOML text that holds the given key, or the nearest table around it, or 1. It is
// good enough to point a person to a mistake: of arrays of tables it finds the first with the key.
func KeyLine(text string, key ...string) int {
	found, table := 1, ""
	want := strings.Join(key[:len(key)-1], ".")
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			table = strings.ReplaceAll(strings.Trim(strings.SplitN(line, "#", 2)[0], "[] \t"), `"`, "")
			if table == strings.Join(key, ".") {
				return i + 1
			}
			if table == want {
				found = i + 1
			}
			continue
		}
		name, _, ok := strings.Cut(line, "=")
		name = strings.Trim(strings.TrimSpace(name), `"'`)
		switch {
		case !ok:
		case table == want && name == key[len(key)-1]:
			return i + 1
		case len(key) > 1 && strings.Contains(line, key[len(key)-1]) && (table+"."+name == want || table == "" && name == want):
			return i + 1
		}
	}
	return found
}

// A Pack is the contracts of one framework, with what tells its projects from other trees.
type Pack struct {
	Name       string              `toml:"name"`
	Title      string              `toml:"title"`
	Version    string              `toml:"version"`    // of the framework that the data follows
	Editions   []string            `toml:"editions"`   // of its contracts, oldest first, if a configuration may choose one
	Markers    []string            `toml:"markers"`    // path patterns; a directory with a match below it is a project root
	Trees      map[string][]string `toml:"trees"`      // markers of sorts of projects, by their name; see Contract.Tree
	Vocabulary map[string][]string `toml:"vocabulary"` // word lists that age
	Contracts  []*Contract         `toml:"-"`
}

// Packs returns the packs that are built in, sorted by name, with their contracts sorted by kind.
var Packs = sync.OnceValue(func() []*Pack {
	heads, err := fs.Glob(files, "contracts/*/pack.toml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	packs := make([]*Pack, len(heads))
	var wait sync.WaitGroup
	for i, head := range heads {
		wait.Go(func() { packs[i] = readPack(head) })
	}
	wait.Wait()
	return packs
})

// readPack reads a pack that is built in.
func readPack(head string) *Pack {
	p := &Pack{}
	if _, err := toml.DecodeFS(files, head, p); err != nil {
		panic(fmt.Sprintf("rules/%s: %v", head, err)) // a test reads every pack
	}
	sub, err := fs.Sub(files, path.Dir(head))
	if err != nil {
		panic(err) // the directory is embedded
	}
	if p.Contracts, err = LoadContracts(sub, "rules/"+path.Dir(head)); err != nil {
		panic(err) // a test reads every contract
	}
	p.Contracts = joinEditions(p.Contracts)
	return p
}

// joinEditions hangs the contracts of older editions on those of the newest.
func joinEditions(all []*Contract) []*Contract {
	newest := map[string]*Contract{}
	var contracts []*Contract
	for _, c := range all {
		if c.Edition == "" {
			newest[c.Kind] = c
			c.editions = map[string]*Contract{}
			contracts = append(contracts, c)
		}
	}
	for _, c := range all {
		if c.Edition != "" {
			newest[c.Kind].editions[c.Edition] = c
		}
	}
	return contracts
}

const (
	maxContract = 1 << 20 // bytes of a contract or a schema beside it
	maxNesting  = 64      // of brackets in one; parsers of such files recurse
)

// readLimited reads a regular file that no parser chokes on: contracts come from the repository that is linted.
func readLimited(files fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(files, name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("this is no regular file")
	case info.Size() > maxContract:
		return nil, fmt.Errorf("the file has more than %d bytes", maxContract)
	}
	text, err := fs.ReadFile(files, name)
	depth := 0
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth > maxNesting {
			return nil, fmt.Errorf("brackets are nested deeper than %d", maxNesting)
		}
	}
	return text, err
}

// LoadContracts reads all contracts (*.toml but pack.toml) of a directory; dir names it in messages.
func LoadContracts(files fs.FS, dir string) ([]*Contract, error) {
	names, err := fs.Glob(files, "*.toml")
	if err != nil {
		return nil, err
	}
	var contracts []*Contract
	for _, name := range names {
		if name == "pack.toml" {
			continue
		}
		text, err := readLimited(files, name)
		if err != nil {
			var pathError *fs.PathError
			if errors.As(err, &pathError) {
				err = pathError.Err
			}
			return nil, fmt.Errorf("%s: %w", path.Join(dir, name), err)
		}
		c, err := ParseContract(path.Join(dir, name), string(text), func(name string) ([]byte, error) { return readLimited(files, name) })
		if err != nil {
			return nil, err
		}
		contracts = append(contracts, c)
	}
	slices.SortFunc(contracts, func(a, b *Contract) int { return strings.Compare(a.Kind, b.Kind) })
	return contracts, nil
}
