package rules

import (
	"cmp"
	_ "embed" // the schema of contracts
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/internal/spell"
)

//go:embed contract.schema.json
var contractSchema []byte

// ContractSchema returns the JSON Schema of a contract's file, for editors.
func ContractSchema() []byte { return contractSchema }

// shape is the JSON Schema of a contract's file. What schemas, patterns and headings in it must be is judged when they
// are compiled.
var shape = sync.OnceValue(func() *schema.Schema {
	var raw any
	if err := json.Unmarshal(contractSchema, &raw); err != nil {
		panic(err) // it is embedded
	}
	compiled, err := schema.Compile("contract", raw)
	if err != nil {
		panic(err) // as is this
	}
	return compiled
})

// checkShape returns the first mistake in the shape of a contract's file, as "file:line: sentence", or nil.
func checkShape(file, text string) error {
	src := []byte(text)
	data := document.ParseTOML(src)
	lines := document.NewLines(src)
	at := func(span document.Span, format string, args ...any) error {
		line, _ := lines.Position(span.Start)
		return fmt.Errorf("%s:%d: %s", file, line, fmt.Sprintf(format, args...))
	}
	if data.Fault != nil {
		return at(data.Fault.Span, "%s", data.Fault.Message)
	}
	breaches := shape().Validate(data.Root)
	if len(breaches) == 0 {
		return nil
	}
	where := func(b schema.Breach) document.Span {
		if len(b.Pairs) > 0 {
			return b.Pairs[0].KeySpan
		}
		return b.Span()
	}
	// A key that is missing comes last: one that is misspelt explains it.
	first := slices.MinFunc(breaches, func(a, b schema.Breach) int {
		return cmp.Or(len(a.Keys)-len(b.Keys), where(a).Start-where(b).Start)
	})
	if len(first.Keys) > 0 {
		table := ""
		for _, step := range first.Path {
			if step.Pair != nil {
				table = " of `" + step.Pair.Key + "`"
			}
		}
		return at(where(first), "the key `%s`%s is missing", first.Keys[0], table)
	}
	if len(first.Pairs) == 0 {
		return at(where(first), "%s", first.Message(""))
	}
	key := first.Pairs[0].Key
	var path []string
	for _, step := range first.Path {
		if step.Pair != nil {
			path = append(path, step.Pair.Key)
		}
	}
	return at(where(first),
		"unknown key %q%s", strings.Join(append(path, key), "."), spell.DidYouMean(key, first.Properties()))
}

// Line returns the line (from 1) of a key, or of what is around it, in a contract's file. The path leads there by keys
// and indices.
func Line(text string, path ...string) int {
	src := []byte(text)
	offset, node := 0, document.ParseTOML(src).Root
	for _, step := range path {
		if node == nil {
			break
		}
		if i, err := strconv.Atoi(step); err == nil && node.Type == document.List && i < len(node.Items) {
			node = node.Items[i]
			offset = node.Span.Start
			continue
		}
		p := node.Pair(step)
		if p == nil {
			break
		}
		offset, node = p.KeySpan.Start, p.Value
	}
	line, _ := document.NewLines(src).Position(offset)
	return line
}

// place is a mistake in the value that a path leads to, or in a line.
type place struct {
	path []string
	err  error
	line int // 0 is that of the value
}

func (p *place) Error() string { return p.err.Error() }

// in gives a mistake the file and the line of its place, and another error line 1.
func in(file, text string, err error) error {
	if p, ok := err.(*place); ok {
		return fmt.Errorf("%s:%d: %w", file, cmp.Or(p.line, Line(text, p.path...)), p.err)
	}
	return fmt.Errorf("%s:1: %w", file, err)
}

func at(path ...any) []string {
	steps := make([]string, len(path))
	for i, step := range path {
		steps[i] = fmt.Sprint(step)
	}
	return steps
}
