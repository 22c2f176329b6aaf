package contract

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// invariant is a compiled expression with the keys that it speaks of.
type invariant struct {
	rules.Invariant
	that, to *vm.Program
	names    []string // top-level keys in the order of the expression
	blocks   bool     // it looks at blocks
}

func compileInvariant(i rules.Invariant) (invariant, error) {
	out := invariant{Invariant: i}
	tree, err := parser.Parse(i.That)
	if err != nil {
		return out, err
	}
	ast.Walk(&tree.Node, &out)
	if out.that, err = expr.Compile(i.That, expr.AllowUndefinedVariables(), expr.AsBool()); err != nil {
		return out, err
	}
	if i.To != "" {
		out.to, err = expr.Compile(i.To, expr.AllowUndefinedVariables())
	}
	return out, err
}

// Visit collects the names that an expression uses.
func (i *invariant) Visit(node *ast.Node) {
	id, ok := (*node).(*ast.IdentifierNode)
	switch {
	case !ok || id.Value == "path" || slices.Contains(i.names, id.Value):
	case id.Value == "blocks":
		i.blocks = true
	default:
		i.names = append(i.names, id.Value)
	}
}

// judgeInvariant reports an invariant that does not hold. One over a key that is missing or wrong is not evaluated: that
// is reported already.
func (j *judge) judgeInvariant(i *invariant, t tree) {
	env := make(map[string]any, len(i.names)+2)
	var seen []string
	span := t.open
	for _, name := range i.names {
		p := t.root.Pair(name)
		if p == nil || j.wrong[name] {
			return
		}
		env[name] = p.Value.Value()
		seen = append(seen, fmt.Sprintf("%s is %s", name, show(p.Value)))
		whole := document.Span{Start: p.KeySpan.Start, End: max(p.KeySpan.End, p.Value.Span.End)}
		if len(seen) == 1 {
			span = whole
		} else {
			span = document.Span{Start: min(span.Start, whole.Start), End: max(span.End, whole.End)}
		}
	}
	env["path"] = j.path()
	if i.blocks {
		env["blocks"] = j.blockValues()
	}
	holds, err := expr.Run(i.that, env)
	if err != nil || holds == true {
		return // an expression that its values do not fit says nothing
	}
	message := i.Message
	if message == "" {
		message = "this must hold: " + i.That
	}
	if len(seen) > 0 {
		message += ", but " + strings.Join(seen, ", ")
	}
	f := document.Finding{Rule: "invariant", Span: span, At: "invariant", Message: message}
	if p := t.root.Pair(i.Set); p != nil && i.to != nil {
		if value, err := expr.Run(i.to, env); err == nil {
			text := plain(value)
			f.Fixes = document.Replace(fmt.Sprintf("set %s to %s", i.Set, text), p.Value.Span, text)
		}
	}
	j.Report(f)
}

func plain(value any) string {
	if n, ok := value.(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return Literal(value)
}

// path gives expressions the artefact's path: what the names in the contract's pattern stand for, and `name` and `stem` of the file.
func (j *judge) path() map[string]any {
	base := path.Base(j.Doc.Path)
	env := map[string]any{"name": base, "stem": strings.TrimSuffix(base, path.Ext(base))}
	for name, value := range j.Doc.Vars {
		env[name] = value
	}
	return env
}

// blockValues gives expressions the blocks by their prefix: id, number, title and fields of each.
func (j *judge) blockValues() map[string]any {
	env := map[string]any{}
	for i, rule := range j.body.Blocks {
		list := []any{}
		for _, b := range j.found[i] {
			if !b.good {
				continue
			}
			fields := map[string]any{}
			for _, f := range j.Doc.Body.FieldsIn(b.heading.Below) {
				if _, ok := fields[f.Label]; !ok && f.Canonical() {
					fields[f.Label] = f.Text
				}
			}
			list = append(list, map[string]any{"id": b.id, "number": b.number, "title": b.title, "fields": fields})
		}
		env[rule.Prefix] = list
	}
	return env
}
