package rules

import (
	"regexp"
	"strings"
)

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
	IDs         IDs         `toml:"ids"`
	References  []Reference `toml:"references"`
	Text        Limits      `toml:"text"`
	// Codes gives the findings of the schema the ids of other rules, by the place without indices and perhaps the general
	// id: "tasks[].status", "goal/min-length", "/key-not-allowed". "" is every other place, and an empty id leaves a place
	// to a pass of its own.
	Codes map[string]string `toml:"codes"`
	// Follows ends the messages of findings, by the ids that they bear, with what the consumer makes of the fault.
	Follows map[string]string `toml:"follows"`
}

// Code returns the id that a finding of the general rule at a place such as "$.tasks[2].status" bears in this contract.
// It is "" if a pass of its own reports the place.
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

// IDs says what tells the files of a kind apart, each in its project.
type IDs struct {
	ID       string `toml:"id"`       // a top-level key, or path.NAME of a placeholder; "" is none
	Sequence bool   `toml:"sequence"` // they are numbers without a gap
}

// Reference is where a file names others by their ids.
type Reference struct {
	Key     string `toml:"key"`     // the top-level key with an id or a list of ids, or …
	Pattern string `toml:"pattern"` // … an expression over the lines of the body, whose one group is the id
	To      string `toml:"to"`      // the kind of the files; "" is that of the file itself

	Regexp *regexp.Regexp `toml:"-"`
}

// Limits is what the body of a file must not exceed.
type Limits struct {
	MaxLines int  `toml:"max_lines"` // 0 is any number
	MaxWords int  `toml:"max_words"` // 0 is any number
	Links    bool `toml:"links"`     // links to files must lead to one
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
	// Literal is a text that every match holds, to pass over most documents quickly; "" if none is known.
	Literal string `toml:"-"`
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
