package rules

import (
	"regexp"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// Body is what a contract demands of an artefact.
type Body struct {
	Frontmatter *Schema     `json:"-"` // of a Markdown artefact
	Data        *Schema     `json:"-"` // of a whole JSON, JSONL (each line) or YAML artefact
	Invariants  []Invariant `json:"invariants"`
	Sections    []Section   `json:"sections"`
	Patterns    []Text      `json:"patterns"`
	Blocks      []Block     `json:"blocks"`
	Elements    []Element   `json:"elements"`
	Tags        Tags        `json:"tags"`
	Example     Example     `json:"example"`
	IDs         IDs         `json:"ids"`
	References  []Reference `json:"references"`
	Text        Limits      `json:"text"`
	// Codes gives the findings of the schema the ids of other rules, by the place without indices and perhaps the general
	// id: "tasks[].status", "goal/min-length", "/key-not-allowed", "servers.*" of all below a
	// place. "" is every other place, and an empty id leaves a place
	// to a pass of its own.
	Codes map[string]string `json:"codes"`
	// Follows says what the consumer makes of a fault, as what stands behind "so" in a message. Its keys are places and
	// general ids as those of Codes, but for "", or ids that findings bear.
	Follows map[string]string `json:"follows"`
}

// Code returns the id that a finding of the general rule at a place such as "$.tasks[2].status" bears in this contract.
// It is "" if a pass of its own reports the place.
func (b *Body) Code(at, rule string) string {
	if b.Codes == nil {
		return rule
	}
	for _, key := range append(PlacesOf(at, rule), "") {
		if code, ok := b.Codes[key]; ok {
			return code
		}
	}
	return rule
}

// Consequence returns what follows from what a finding of the general rule at a place tells, which bears the id code; ""
// is what the contract does not say.
func (b *Body) Consequence(at, rule, code string) string {
	if b.Follows == nil {
		return ""
	}
	for _, key := range append(PlacesOf(at, rule), code) {
		if follows, ok := b.Follows[key]; ok {
			return follows
		}
	}
	return ""
}

// longestAbove is how long a place is at most of which all below it is spoken of. Keys of a file may be much longer, and
// have a dot at every second byte.
const longestAbove = 1000

// PlacesOf returns the keys under which Codes and Follows may speak of a finding of a rule, the nearest first.
func PlacesOf(at, rule string) []string {
	place := placeOf(at)
	keys := []string{place + "/" + rule, place}
	for above := place[:min(len(place), longestAbove+1)]; above != ""; {
		above = above[:max(strings.LastIndexAny(above, ".["), 0)]
		keys = append(keys, above+".*")
	}
	return append(keys, "/"+rule)
}

// placeOf returns the place of a finding without indices and ids: "tasks[].status" of "$.tasks[2].status",
// "body.blocks[].Cost" of "body.blocks[OPT-1].Cost" and "body.task.type" of "body.task[T1].type".
func placeOf(at string) string {
	if rest, ok := strings.CutPrefix(at, "body.blocks["); ok {
		if _, part, ok := strings.Cut(rest, "]"); ok {
			return "body.blocks[]" + part
		}
	}
	if open := strings.IndexByte(at, '['); open > 0 && strings.HasPrefix(at, "body.") {
		if end := strings.LastIndexByte(at, ']'); end > open {
			return at[:open] + at[end+1:]
		}
	}
	return strings.TrimPrefix(strings.TrimPrefix(indices().ReplaceAllString(at, "[]"), "$"), ".")
}

// indices are what tells items of one list apart in the place of a finding.
var indices = memo.Regexp(`\[\d+\]`)

// Example is a whole artefact that holds the contract, for prompts.
type Example struct {
	Text string `json:"text"`
}

// IDs says what tells the files of a kind apart, each in its project.
type IDs struct {
	ID       string `json:"id"`       // a top-level key, or path.NAME of a placeholder; "" is none
	Sequence bool   `json:"sequence"` // they are numbers without a gap
}

// Reference is where a file names others by their ids.
type Reference struct {
	Key     string `json:"key"`     // the top-level key with an id or a list of ids, or …
	Pattern string `json:"pattern"` // … an expression over the lines of the body, whose one group is the id
	To      string `json:"to"`      // the kind of the files; "" is that of the file itself

	Regexp *regexp.Regexp `json:"-"`
}

// Limits is what the body of a file must not exceed.
type Limits struct {
	MaxLines int  `json:"max_lines"` // 0 is any number
	MaxWords int  `json:"max_words"` // 0 is any number
	Links    bool `json:"links"`     // links to files must lead to one
}

// Invariant is an expression over top-level keys that must hold, in the language of github.com/expr-lang/expr.
type Invariant struct {
	That    string `json:"that"`
	Message string `json:"message"`
	Set     string `json:"set"` // the key that a fix rewrites …
	To      string `json:"to"`  // … with the value of this expression
}

// Section is a heading that must stand in the body.
type Section struct {
	Heading string `json:"heading"` // with its marks: "## Summary"
	Name    string `json:"name"`    // how findings address it: "summary" in "body.summary"
	Min     *int   `json:"min"`     // how often at least; 1 if not given
	Max     int    `json:"max"`     // how often at most; 0 is any number
	Stub    string `json:"stub"`    // what a fix puts under the heading it adds; no fix if empty
	Text    bool   `json:"text"`    // must not be empty
	// Recommended says that its absence is reported more gently.
	Recommended bool `json:"recommended"`
	// When is "frontmatter" or "no frontmatter" if the section is demanded only of artefacts with or without frontmatter.
	When string `json:"when"`
}

// Text is a regular expression over the lines of the body outside fences and comments.
type Text struct {
	Name      string `json:"name"`
	Pattern   string `json:"pattern"`
	Min       int    `json:"min"`
	Max       int    `json:"max"` // 0 is any number
	Forbidden bool   `json:"forbidden"`
	Message   string `json:"message"` // what to write instead
	Stub      string `json:"stub"`    // the line that a fix adds, with {key} for frontmatter values; no fix if empty

	Regexp *regexp.Regexp `json:"-"` // matched against one line
	Loose  *regexp.Regexp `json:"-"` // the same without regard to case
	Prefix string         `json:"-"` // what every match starts with, to pass over most lines quickly
	// Literal is a text that every match holds, to pass over most documents quickly; "" if none is known.
	Literal string `json:"-"`
}

// Block is a heading with an id and a title, with labelled fields below it.
type Block struct {
	Heading   string           `json:"heading"`  // "### {SC-n}: {title}"
	Section   string           `json:"section"`  // heading text of the section that blocks stand in; "" is anywhere
	Min       int              `json:"min"`      // how many at least
	Sequence  bool             `json:"sequence"` // ids are to count 1, 2, 3 …
	Count     string           `json:"count"`    // frontmatter key that holds the number of blocks
	Forbidden []string         `json:"forbidden"`
	Fields    map[string]Field `json:"fields"`

	Level  int      `json:"-"` // number of # of the heading
	Prefix string   `json:"-"` // "SC" of {SC-n}
	Order  []string `json:"-"` // names of the fields in the order in which the contract lists them
}

// Field is a labelled value of a block or an attribute of an element.
type Field struct {
	Enum            []string `json:"enum"`
	Pattern         string   `json:"pattern"`
	ForbiddenValues []string `json:"forbidden_values"`
	Optional        bool     `json:"optional"`    // need not be there, but if it is there it is judged
	Recommended     bool     `json:"recommended"` // its absence is reported more gently
	Message         string   `json:"message"`     // what a value must be, for people who do not read patterns

	Regexp *regexp.Regexp `json:"-"`
}

// Element is a tag such as <task> with its attributes.
type Element struct {
	Name       string           `json:"name"`
	In         string           `json:"in"`    // name of the element that it must stand in; "" is anywhere
	Min        int              `json:"min"`   // how often at least, in each parent
	Max        int              `json:"max"`   // 0 is any number
	Text       bool             `json:"text"`  // must not be empty
	Again      bool             `json:"again"` // it begins again at a second opening tag
	Near       bool             `json:"near"`  // one of nearly its name, where there is none of it, was meant for it
	Attributes map[string]Field `json:"attributes"`
	Order      []string         `json:"-"`
}

// Tags says of elements together what none of them says.
type Tags struct {
	Optional bool `json:"optional"` // a file that says everything without any of Elements is let be

	// Elements of which nothing is demanded, but that their tags come in pairs: a closing tag of one of these without an
	// opening one is a fault. Those in Elements need not be named.
	Pairs []string `json:"pairs"`
}
