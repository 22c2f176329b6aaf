package contract

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// invariant is a compiled expression with the keys that it speaks of.
type invariant struct {
	rules.Invariant
	that, to *vm.Program
	names    []string   // top-level keys in the order of the expression
	places   [][]string // the same with the keys below them, as they are asked for
	blocks   bool       // it looks at blocks
	path     bool       // it looks at the path
}

// compileInvariant compiles an expression over the given keys, which are all that there are if the schema is plain. A key hides a built-in function of the same name, such as count.
func compileInvariant(i rules.Invariant, keys []string, plain bool) (invariant, error) {
	out := invariant{Invariant: i}
	options := []expr.Option{expr.AllowUndefinedVariables()}
	for _, key := range keys {
		if _, ok := builtin.Index[key]; ok {
			options = append(options, expr.DisableBuiltin(key))
		}
	}
	tree, err := parser.Parse(i.That)
	if err != nil {
		return out, err
	}
	ast.Walk(&tree.Node, &out)
	for _, name := range append(out.names, i.Set) {
		if plain && len(keys) > 0 && name != "" && !slices.Contains(keys, name) {
			if near := rules.Nearest(name, keys); near != "" {
				return out, fmt.Errorf("the contract has no key %q; did you mean %q?", name, near)
			}
			return out, fmt.Errorf("the contract has no key %q; add it to the properties", name)
		}
	}
	if out.that, err = expr.Compile(i.That, append(options, expr.AsBool())...); err != nil {
		return out, err
	}
	if i.To != "" {
		out.to, err = expr.Compile(i.To, options...)
	}
	return out, err
}

// Visit collects the names that an expression uses.
func (i *invariant) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		i.name(n.Value)
	case *ast.VariableDeclaratorNode: // visited behind its parts
		i.names = slices.DeleteFunc(i.names, func(name string) bool { return name == n.Name })
		i.places = slices.DeleteFunc(i.places, func(keys []string) bool { return keys[0] == n.Name })
	case *ast.MemberNode: // $env["key"] reaches keys that are no names
		env, isID := n.Node.(*ast.IdentifierNode)
		key, isText := n.Property.(*ast.StringNode)
		switch last := len(i.places) - 1; {
		case isID && isText && env.Value == "$env":
			i.name(key.Value)
		case isText && last >= 0 && slices.Equal(i.places[last], keysOf(n.Node)): // its inner part was visited just before
			i.places[last] = append(i.places[last], key.Value)
		}
	}
}

// keysOf returns the keys of an expression such as a.b.c, or nil.
func keysOf(node ast.Node) []string {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return []string{n.Value}
	case *ast.MemberNode:
		if key, ok := n.Property.(*ast.StringNode); ok {
			if inner := keysOf(n.Node); inner != nil {
				return append(inner, key.Value)
			}
		}
	}
	return nil
}

func (i *invariant) name(name string) {
	switch name {
	case "$env":
	case "path":
		i.path = true
	case "blocks":
		i.blocks = true
	default:
		i.places = append(i.places, []string{name})
		if !slices.Contains(i.names, name) {
			i.names = append(i.names, name)
		}
	}
}

// judgeInvariant reports an invariant that does not hold. One over a key that is missing or wrong is not evaluated: that
// is reported already.
func (j *judge) judgeInvariant(i *invariant, t tree) {
	env := j.env
	clear(env)
	for _, name := range i.names {
		p := t.root.Pair(name)
		if p == nil || j.wrong[name] {
			return
		}
		env[name] = p.Value.Value()
	}
	if i.path {
		env["path"] = j.path()
	}
	if i.blocks {
		env["blocks"] = j.blockValues()
	}
	holds, err := j.machine.Run(i.that, env)
	if err != nil || holds == true {
		return // an expression that its values do not fit says nothing
	}
	f := document.Finding{Rule: "invariant", Span: t.open, At: "invariant", Message: i.Message}
	if f.Message == "" {
		f.Message = "this must hold: " + i.That
	}
	var seen []string
	for k, keys := range i.places {
		name, p := keys[len(keys)-1], t.root.Pair(keys[0])
		for _, key := range keys[1:] {
			if below := p.Value.Pair(key); below != nil {
				p = below
			}
		}
		if k == 0 {
			f.Span = document.Span{Start: p.KeySpan.Start, End: max(p.KeySpan.End, p.Value.Span.End)}
		}
		fact := fmt.Sprintf("%s is %s", name, document.Show(p.Value))
		if p.Value.Type != document.Map && p.Value.Type != document.List && !slices.Contains(seen, fact) {
			seen = append(seen, fact)
		}
	}
	if len(seen) > 0 {
		f.Message += ", but " + enumerate(seen)
	}
	if p := t.root.Pair(i.Set); p != nil && i.to != nil {
		if value, err := j.machine.Run(i.to, env); err == nil {
			text := j.literal(value)
			f.Fixes = document.Replace(fmt.Sprintf("set %s to %s", i.Set, text), p.Value.Span, text)
		}
	}
	j.Report(f)
}

// enumerate joins facts for a sentence: "a, b and c".
func enumerate(facts []string) string {
	if len(facts) == 1 {
		return facts[0]
	}
	last := len(facts) - 1
	return strings.Join(facts[:last], ", ") + " and " + facts[last]
}

// literal writes a value as it stands in the document.
func (j *judge) literal(value any) string {
	switch v := value.(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case string:
		if j.isJSON() {
			return strconv.Quote(v)
		}
	}
	return Literal(value)
}

// path gives expressions the artefact's path: what the names in the contract's pattern stand for, and `name` and `stem` of the file.
func (j *judge) path() map[string]any {
	base := path.Base(j.Doc.Path)
	env := map[string]any{"name": base, "stem": strings.TrimSuffix(base, path.Ext(base))}
	for i := 0; i+1 < len(j.Doc.Vars); i += 2 {
		env[j.Doc.Vars[i]] = j.Doc.Vars[i+1]
	}
	return env
}

// blockValues gives expressions the blocks by their prefix: id, number, title and fields of each.
func (j *judge) blockValues() map[string]any {
	env := map[string]any{}
	for i, rule := range j.body.Blocks[:len(j.found)] {
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
