package rules

import (
	"path"
	"slices"
)

// Contract is the shape that artefacts of one kind must have. Its head tells which files it is about; the body is read
// on first use, since most runs meet few of the kinds. The tags are the keys in the file.
type Contract struct {
	Kind    string   `json:"kind"`    // pack and name: "nubos/verification"
	Title   string   `json:"title"`   // one line
	Paths   []string `json:"paths"`   // path patterns relative to a project root; see OnlyTop
	Not     []string `json:"not"`     // path patterns of files that are not of this kind after all
	Names   []string `json:"names"`   // patterns of file names, to infer the kind of a file that lies elsewhere
	Dialect string   `json:"dialect"` // how the file is read: yaml, json, jsonl, none (Markdown alone), unread (never opened), or as a pack brings it
	Source  string   `json:"source"`  // the document and section that defines the kind
	About   string   `json:"about"`   // a sentence or two on who reads such a file, for prompts and listings
	// Unlisted says that a file may declare counts and list no blocks at all; then the counts are not compared.
	Unlisted bool `json:"unlisted"`
	// Tree names the one sort of project that has such files, by a name in the pack's trees; "" is any project of the
	// pack.
	Tree string `json:"tree"`
	// Edition is the edition of the framework's contracts that this one is of; "" is the newest, and any that has no
	// contract of its own.
	Edition string `json:"edition"`

	BuiltIn   bool   `json:"-"` // it is one of ours
	Packed    bool   `json:"-"` // it lies in the folder of a pack, which may have rules of its own
	File      string `json:"-"` // where the contract was read from, for messages
	Text      string `json:"-"` // the whole file
	patterns  []*Pattern
	not       []*Pattern
	names     []*Pattern
	types     Types // of its pack
	leaves    []*Pattern
	yields    bool
	generated []*Pattern
	body      func() (*Body, error)
	editions  map[string]*Contract // contracts that take the place of this one in an older edition
}

// Unread is the dialect of files that are judged by their names alone. Its kinds come last: a file of any other kind is
// of that one.
const Unread = "unread"

// Of returns the contract that holds in an edition of the framework: c itself, unless the edition has one of its own.
func (c *Contract) Of(edition string) *Contract {
	if older := c.editions[edition]; older != nil {
		return older
	}
	return c
}

// Name returns the kind without its pack: "verification".
func (c *Contract) Name() string { return path.Base(c.Kind) }

// Pack returns the first part of the kind: "nubos".
func (c *Contract) Pack() string { return path.Dir(c.Kind) }

// Match reports whether the slash-separated path, relative to a project root, is one of this kind's, and what the
// pattern's names stand for. Only where top says that the root is the top directory of a repository, patterns with OnlyTop count, too.
func (c *Contract) Match(path string, top bool) (vars []string, ok bool) {
	for _, p := range c.patterns {
		if p.top && !top {
			continue
		}
		if vars, ok := p.Match(path); ok {
			return vars, !c.excludes(path)
		}
	}
	return nil, false
}

// Path returns the path, relative to a project root, that the first pattern has with these values in place of its names
// in turn. The last value stands for all names that are left, and only the digits of a value for a name of digits: for
// M001 and S001 a plan is milestones/M001/slices/S001/S001-PLAN.md.
func (c *Contract) Path(values ...string) string { return c.patterns[0].path(values) }

// Patterns returns the compiled path patterns.
func (c *Contract) Patterns() []*Pattern { return c.patterns }

// Placeholders returns the names in braces that its patterns have, each once.
func (c *Contract) Placeholders() []string {
	var names []string
	for _, p := range slices.Concat(c.patterns, c.names) {
		for _, name := range p.Names() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

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
	return slices.ContainsFunc(c.not, func(p *Pattern) bool { _, ok := p.Match(path); return ok }) || c.Leaves(path)
}

// Leaves reports whether the contract's pack has no artefacts at a path, by what it excludes. The path of a directory
// ends with a slash.
func (c *Contract) Leaves(path string) bool {
	return slices.ContainsFunc(c.leaves, func(p *Pattern) bool { _, ok := p.Match(path); return ok })
}

// Generated reports whether a program other than the framework's writes the file at a path.
func (c *Contract) Generated(path string) bool {
	return slices.ContainsFunc(c.generated, func(p *Pattern) bool { _, ok := p.Match(path); return ok })
}

// Yields reports whether the contract's pack leaves to others what they claim as well.
func (c *Contract) Yields() bool { return c.yields }

// Rank orders contracts where several claim a file: those of a pack that yields to others come later, and those whose
// files nobody opens last.
func (c *Contract) Rank() int {
	rank := 0
	if c.Dialect == Unread {
		rank = 1
	}
	if c.yields {
		rank += 2
	}
	return rank
}

// Body returns what the contract demands. The error names file and line of a mistake in the contract; the contracts
// that are built in have none.
func (c *Contract) Body() (*Body, error) { return c.body() }
