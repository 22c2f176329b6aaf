// Package contract holds artefacts against the contract of their kind: JSON Schema for frontmatter and data, invariants, sections,
// patterns, blocks with fields, and elements. It knows no particular kind: everything that it demands is data.
package contract

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/expr-lang/expr/vm"
	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// Analyzer reports what breaks a contract, under the codes of ADR-0017 and their kin.
var Analyzer = &analysis.Analyzer{
	Name:     "contract",
	Doc:      "hold artefacts against the contract of their kind",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	var compiled sync.Map // contract to func() (*contract, error): each is compiled once, by whoever comes first
	judges := sync.Pool{New: func() any { return new(judge) }}
	set.Each(pass, nil, func(r *document.Reporter) {
		c, ok := set.Contract(r.Doc.Kind).(*rules.Contract)
		if !ok {
			return
		}
		c = c.Of(tree.Edition(c.Pack(), r.Doc.Root))
		once, ok := compiled.Load(c)
		if !ok {
			once, _ = compiled.LoadOrStore(c, sync.OnceValues(func() (*contract, error) { return compile(c) }))
		}
		contract, err := once.(func() (*contract, error))()
		if err != nil {
			panic(err) // Check has compiled it before
		}
		j := judges.Get().(*judge)
		j.start(r, contract)
		j.all()
		judges.Put(j)
	})
	return nil, nil
}

// Check compiles everything in a contract and returns the first mistake, naming the contract's file.
func Check(c *rules.Contract) error {
	_, err := compile(c)
	return err
}

// contract is a contract ready for use.
type contract struct {
	*rules.Contract
	body        *rules.Body
	frontmatter *compiledSchema
	data        *compiledSchema
	invariants  []invariant
}

func compile(c *rules.Contract) (*contract, error) {
	body, err := c.Body()
	if err != nil {
		return nil, err
	}
	if err := checkBody(c, body); err != nil {
		return nil, err
	}
	out := &contract{Contract: c, body: body}
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
	for _, i := range body.Invariants {
		compiled, err := compileInvariant(i, keys(body), plainSchema(body))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: invariant %q: %s", c.File, lineWith(c.Text, i.That), i.That, oneLine(err))
		}
		out.invariants = append(out.invariants, compiled)
	}
	return out, nil
}

// compileIn compiles the schema in a table of a contract. The error names the line of a mistake.
func compileIn(c *rules.Contract, table string, s *rules.Schema) (*compiledSchema, error) {
	compiled, err := compileSchema(table, s.JSON)
	var mistake *schemaMistake
	if errors.As(err, &mistake) {
		return nil, fmt.Errorf("%s:%d: %w", c.File, keywordLine(c, mistake.at), err)
	}
	return compiled, err
}

// oneLine shortens an error of a library to its first lines, joined.
func oneLine(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(strings.TrimSpace(lines[i]), "-| ")
	}
	return strings.Join(lines[:min(2, len(lines))], " ")
}

// lineWith returns the first line (from 1) of a text that holds part, or 1.
func lineWith(text, part string) int {
	before, _, ok := strings.Cut(text, part)
	if !ok {
		return 1
	}
	return 1 + strings.Count(before, "\n")
}

// plainSchema reports whether all keys that a contract knows stand in its properties.
func plainSchema(body *rules.Body) bool {
	for _, schema := range []*rules.Schema{body.Frontmatter, body.Data} {
		if schema == nil {
			continue
		}
		for _, keyword := range []string{"$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas"} {
			if schema.JSON[keyword] != nil {
				return false
			}
		}
	}
	return true
}

// keys returns the top-level keys that a contract knows.
func keys(body *rules.Body) []string {
	var keys []string
	for _, schema := range []*rules.Schema{body.Frontmatter, body.Data} {
		if schema != nil {
			keys = append(keys, schema.Properties...)
		}
	}
	return keys
}

// judge holds one document against one contract.
type judge struct {
	*document.Reporter
	*contract
	// wrong holds the top-level keys whose value breaks the schema: invariants over them would only repeat that.
	wrong map[string]bool
	// found is the blocks of each block rule, in the order of the contract.
	found [][]block
	// lost is where the misshapen blocks of the rule under judgement begin, in order.
	lost []int

	// Room that is used again for the next document.
	possible []int // patterns whose literal stands in the document
	blocks   []block
	machine  vm.VM
	env      map[string]any
}

// start prepares a judge that is new or has judged another document.
func (j *judge) start(r *document.Reporter, c *contract) {
	clear(j.blocks)
	clear(j.found)
	j.Reporter, j.contract, j.found, j.blocks = r, c, j.found[:0], j.blocks[:0]
	clear(j.wrong)
	if j.env == nil {
		j.env, j.wrong = map[string]any{}, map[string]bool{}
	}
}

func (j *judge) all() {
	d := j.Doc
	switch {
	case d.Problem != nil, d.Front != nil && d.Front.Fault != nil && d.Front.Fault.Rule == "no-content", isBlank(d):
		return
	case d.Data != nil:
		j.judgeData()
		return
	}
	if d.Body != nil {
		j.findBlocks()
	}
	if j.body.Frontmatter != nil && d.Front != nil && d.Front.Fault == nil {
		j.judgeFrontmatter()
	}
	if j.body.Frontmatter == nil && len(j.invariants) > 0 && d.Body != nil {
		t := tree{root: &document.Node{Type: document.Map}, schema: &rules.Schema{}, at: "frontmatter", open: d.FirstLine()}
		for i := range j.invariants {
			j.judgeInvariant(&j.invariants[i], t)
		}
	}
	if d.Body != nil {
		j.judgeSections()
		j.judgePatterns()
		for i := range j.body.Blocks {
			j.judgeBlocks(&j.body.Blocks[i], j.found[i])
		}
		j.judgeElements()
	}
}

// isBlank reports whether a document holds nothing but white space, which is reported as such.
func isBlank(d *document.Document) bool { return strings.TrimSpace(d.Content()) == "" }

// Report hands over a finding under the id that the contract gives to its place.
func (j *judge) Report(f document.Finding) {
	if j.Doc.Data != nil && j.Doc.Data.IsAlias(f.Span) {
		return
	}
	if f.Rule = j.body.Code(f.At, f.Rule); f.Rule != "" {
		j.Reporter.Report(f)
	}
}

func (j *judge) report(rule string, span document.Span, at, message string) {
	j.Report(document.Finding{Rule: rule, Span: span, At: at, Message: message})
}
