// Package contract holds documents against the contract of their kind: JSON Schema for frontmatter and data,
// invariants, sections, patterns, blocks with fields, and elements. It knows no particular kind, since everything that
// it demands is data, and no project: it sees one document at a time.
package contract

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// Of returns the contract of a kind that a set knows, or nil. Of one with several editions it is the newest.
func Of(set *document.Set, kind string) *rules.Contract { return Door.Ask(set, kind) }

// Door leads to the contracts of kinds.
const Door = document.Door[*rules.Contract]("contract")

// BodyOf returns what the contract of a kind demands, or nil if there is no such contract.
func BodyOf(set *document.Set, kind string) *rules.Body {
	c := Of(set, kind)
	if c == nil {
		return nil
	}
	body, err := c.Body()
	if err != nil {
		panic(err) // whoever loaded it has read it before
	}
	return body
}

// Contract is a contract ready for use, by any number of goroutines.
type Contract struct {
	source      *rules.Contract
	body        *rules.Body
	frontmatter *schema.Schema // nil if there is none, or a pass of its own judges it
	data        *schema.Schema
	frontKeys   []string // the top-level keys that the contract speaks of anywhere, those of `then` and the like included
	dataKeys    []string
	invariants  []invariant
}

// Compile compiles everything in a contract; one that is built in, once in a process. The error is its first mistake
// and names the contract's file and line.
func Compile(c *rules.Contract) (*Contract, error) {
	if ready := builtIn()[c]; ready != nil {
		return ready()
	}
	return compile(c)
}

// builtIn returns how to get at the compiled form of each contract that is built in, those of older editions included.
var builtIn = sync.OnceValue(func() map[*rules.Contract]func() (*Contract, error) {
	all := map[*rules.Contract]func() (*Contract, error){}
	for _, pack := range rules.Packs() {
		for _, newest := range pack.Contracts {
			for _, edition := range append(pack.Editions, "") {
				c := newest.Of(edition)
				all[c] = sync.OnceValues(func() (*Contract, error) { return compile(c) })
			}
		}
	}
	return all
})

func compile(c *rules.Contract) (*Contract, error) {
	body, err := c.Body()
	if err != nil {
		return nil, err
	}
	if err := checkBody(c, body); err != nil {
		return nil, err
	}
	out := &Contract{source: c, body: body}
	if body.Frontmatter != nil && body.Frontmatter.CheckedBy == "" {
		if out.frontmatter, err = compileIn(c, "frontmatter", body.Frontmatter); err != nil {
			return nil, err
		}
	}
	if body.Data != nil {
		if out.data, err = compileIn(c, "data", body.Data); err != nil {
			return nil, err
		}
	}
	out.frontKeys, out.dataKeys = keysIn(body.Frontmatter, out.frontmatter), keysIn(body.Data, out.data)
	if err := checkKeys(out); err != nil {
		return nil, err
	}
	if !c.BuiltIn { // a test checks those that are
		if err := checkCodes(out); err != nil {
			return nil, err
		}
	}
	for k, i := range body.Invariants {
		compiled, err := out.compileInvariant(i)
		if err != nil {
			return nil, fmt.Errorf(
				"%s:%d: invariant `%s`: %s", c.File, rules.Line(c.Text, "invariants", strconv.Itoa(k), "that"), i.That, err)
		}
		out.invariants = append(out.invariants, compiled)
	}
	if len(c.Paths)+len(c.Names) == 0 {
		return nil, fmt.Errorf("%s:1: the contract is about no file: write path patterns in `paths`, such as "+
			"\"docs/*.md\", or patterns of file names in `names`", c.File)
	}
	return out, nil
}

// compileIn compiles the schema in a table of a contract. The error names the line of a mistake.
func compileIn(c *rules.Contract, table string, s *rules.Schema) (*schema.Schema, error) {
	compiled, err := schema.Compile(table, s.JSON)
	var mistake *schema.Mistake
	if errors.As(err, &mistake) {
		return nil, fmt.Errorf("%s:%d: %w", c.File, rules.Line(c.Text, mistake.At...), err)
	}
	return compiled, err
}

// artefact is a document that is held against a contract, with what was found so far.
type artefact struct {
	*Contract
	doc     *document.Document
	version document.Version // of the framework, of which the project is
	// wrong holds the top-level keys whose value breaks the schema: invariants over them would only repeat that.
	wrong map[string]bool
	// blocks is those of each block rule, in the order of the contract.
	blocks [][]block
	values map[*document.Node]measured // of keys in expressions; of nil the blocks
	work   float64                     // of the invariants so far
	effort *memo.Effort                // of all that is held against all else so far
	found  []document.Finding
}

// Judge returns everything in which a document of a project of that version breaks the contract.
func (c *Contract) Judge(d *document.Document, version document.Version) []document.Finding {
	a := &artefact{Contract: c, doc: d, version: version, effort: new(memo.Effort)}
	if judge(a); a.effort.Exceeded() {
		a.found, a.effort = nil, new(memo.Effort)
		a.say("text-too-long", d.FirstLine(), "", "this takes too long to be checked against the schema and the patterns of %s; "+
			"divide the file, or make them simpler", c.source.Kind)
	}
	return a.found
}

func judge(a *artefact) {
	c, d := a.Contract, a.doc
	switch {
	case d.Problem != nil, d.Front != nil && d.Front.Fault != nil && d.Front.Fault.Rule == "no-content", isBlank(d):
		return
	case d.Data != nil:
		judgeData(a)
		return
	}
	if d.Body != nil {
		findBlocks(a)
	}
	if c.body.Frontmatter != nil && d.Front != nil && d.Front.Fault == nil {
		judgeFrontmatter(a)
	}
	if wanted := c.body.Frontmatter; d.Body != nil && (wanted == nil || wanted.Optional && (d.Front == nil || d.Front.Absent())) {
		judgeWithoutKeys(a)
	}
	if d.Body != nil {
		judgeSections(a)
		judgePatterns(a)
		for i := range c.body.Blocks {
			judgeBlocks(a, &c.body.Blocks[i], a.blocks[i])
		}
		judgeElements(a)
	}
}

// isBlank reports whether a document holds nothing but white space, which is reported as such.
func isBlank(d *document.Document) bool { return strings.TrimSpace(d.Content()) == "" }

// Named returns a finding under the id that the contract gives to its place, with what follows from it. It reports false
// if the contract leaves the place to a pass.
func (c *Contract) Named(f document.Finding) (document.Finding, bool) {
	general := f.Rule
	if f.Rule = c.body.Code(f.At, general); f.Rule != "" {
		f.Message = Followed(f.Message, c.body.Consequence(f.At, general, f.Rule))
	}
	return f, f.Rule != ""
}

// add notes a finding under the id that the contract gives to its place.
func (a *artefact) add(f document.Finding) {
	if a.doc.Data != nil && a.doc.Data.IsAlias(f.Span) {
		return
	}
	steps := stepsOfFinding
	for _, fix := range f.Fixes {
		steps += stepsOfFix * len(fix.Edits)
	}
	if f, ok := a.Named(f); ok {
		if a.effort.Take(steps + len(f.Message) + stepsOfLong*max(0, len(f.Message)-long) + len(f.At)) {
			a.found = append(a.found, f)
		}
	}
}

// Followed puts what follows from a fault into a message about it: in front of what to do.
func Followed(message, follows string) string {
	if follows == "" {
		return message
	}
	end := len(message)
	for _, remedy := range []string{"; it must ", "; write ", "; add ", "; remove ", "; start ", "; is ", "; did you mean "} {
		if i := strings.Index(message, remedy); i >= 0 {
			end = min(end, i)
		}
	}
	fault, _, _ := strings.Cut(message[:end], ", so its consumer")
	return fault + ", so " + follows + message[end:]
}

// What it takes to make a finding, to keep an element, to measure how near two words are, to keep a match, to look
// for a block and to keep it, in steps of a pattern.
const (
	stepsOfFinding = 360
	stepsOfElement = 350
	stepsOfFix     = 200
	stepsOfNear    = 48
	stepsOfMatch   = 64
	stepsOfLook    = 6
	stepsOfBlock   = 320
	stepsOfLong    = 4 // for each byte of a message beyond so many
	long           = 512
)

// has reports whether a list holds a text, as far as that may be tried.
func (a *artefact) has(list []string, text string) bool {
	return a.effort.Take(len(list)) && slices.Contains(list, text)
}

// nearest returns the one of some words that a word is near to, as far as that may be tried.
func (a *artefact) nearest(word string, known []string) string {
	if !a.effort.Take(stepsOfNear * min(len(known), spell.Most)) {
		return ""
	}
	return spell.Nearest(word, known)
}

// say notes a finding without fixes.
func (a *artefact) say(rule string, span document.Span, at, format string, args ...any) {
	if !a.effort.Exceeded() {
		a.add(document.Finding{Rule: rule, Span: span, At: at, Message: fmt.Sprintf(format, args...)})
	}
}
