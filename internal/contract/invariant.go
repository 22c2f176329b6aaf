package contract

import (
	"errors"
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
	"github.com/nplint/nplint/internal/cost"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// invariant is a compiled expression with the keys that it speaks of.
type invariant struct {
	rules.Invariant
	that, to  *vm.Program
	trees     []ast.Node // of both
	names     []string   // top-level keys in the order of the expression
	places    [][]string // the same with the keys below them, as they are asked for
	pathNames []string   // what it asks of the path
	blocks    bool       // it looks at blocks
	path      bool       // it looks at the path
	asksNil   bool       // it says itself what holds of something that is absent
}

// compileInvariant compiles an expression over what a contract demands. A key hides a built-in function of the same
// name, such as count.
func (c *Contract) compileInvariant(i rules.Invariant) (invariant, error) {
	out := invariant{Invariant: i}
	options := []expr.Option{expr.AllowUndefinedVariables()}
	for _, key := range c.keys() {
		if _, ok := builtin.Index[key]; ok {
			options = append(options, expr.DisableBuiltin(key))
		}
	}
	tree, err := parse(i.That)
	if err != nil {
		return out, err
	}
	ast.Walk(&tree, &out)
	out.trees = append(out.trees, tree)
	if err := out.checkNames(c); err != nil {
		return out, err
	}
	if err := checkWords(tree, c.body); err != nil {
		return out, err
	}
	if err := checkTypes(i.That, c.source, c.body, append(options, expr.AsBool())...); err != nil {
		return out, err
	}
	if out.that, err = expr.Compile(i.That, options...); err != nil {
		return out, errors.New(oneLine(err))
	}
	if (i.To == "") != (i.Set == "") {
		return out, errors.New("`set` and `to` go together: the key that a fix rewrites, and its new value")
	}
	if i.To != "" {
		if tree, out.to, err = c.compileTo(i.To, options); err != nil {
			return out, fmt.Errorf("to = `%s`: %w", i.To, err)
		}
		out.trees = append(out.trees, tree)
	}
	return out, nil
}

// compileTo compiles the expression of a fix.
func (c *Contract) compileTo(to string, options []expr.Option) (ast.Node, *vm.Program, error) {
	tree, err := parse(to)
	if err != nil {
		return nil, nil, err
	}
	var asked invariant
	ast.Walk(&tree, &asked)
	if err := asked.checkNames(c); err != nil {
		return nil, nil, err
	}
	if err := checkTypes(to, c.source, c.body, options...); err != nil {
		return nil, nil, err
	}
	program, err := expr.Compile(to, options...)
	return tree, program, err
}

// parse reads an expression that cannot cost too much by its shape.
func parse(source string) (ast.Node, error) {
	tree, err := parser.Parse(source)
	if err != nil {
		return nil, notRead(err)
	}
	return tree.Node, cost.CheckShape(tree.Node)
}

// notRead says what is wrong with an expression that cannot be read.
func notRead(err error) error {
	text := oneLine(err)
	if strings.HasPrefix(text, `unexpected token Operator("=")`) {
		return errors.New("`=` compares nothing; write `==`")
	}
	return errors.New(text)
}

// checkNames finds names that stand for nothing: keys, placeholders of paths and blocks that the contract has not.
func (i *invariant) checkNames(c *Contract) error {
	for _, name := range append(slices.Clip(i.names), i.Set) {
		known, lacks := c.lacks(name)
		switch near := spell.Nearest(name, known); {
		case name == "" || !lacks:
		case !c.hasKeys():
			return fmt.Errorf("the contract has no key %q, since it has neither [frontmatter] nor [data]", name)
		case near != "":
			return fmt.Errorf("the contract has no key %q; did you mean %q?", name, near)
		default:
			return fmt.Errorf("the contract has no key %q; add it to the properties", name)
		}
	}
	placeholders := append(c.source.Placeholders(), "name", "stem")
	for _, name := range i.pathNames {
		if !slices.Contains(placeholders, name) {
			return fmt.Errorf("path.%s: no path pattern has {%s}; there is path.%s%s",
				name, name, strings.Join(placeholders, ", path."), didYouMean(name, placeholders))
		}
	}
	if i.blocks && len(c.body.Blocks) == 0 {
		return errors.New("blocks: the contract has no [[blocks]]")
	}
	return nil
}

// Visit collects the names that an expression uses.
func (i *invariant) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		i.name(n.Value)
	case *ast.VariableDeclaratorNode: // visited behind its parts
		i.names = slices.DeleteFunc(i.names, func(name string) bool { return name == n.Name })
		i.places = slices.DeleteFunc(i.places, func(keys []string) bool { return keys[0] == n.Name })
	case *ast.NilNode:
		i.asksNil = true
	case *ast.BinaryNode:
		i.asksNil = i.asksNil || n.Operator == "??"
	case *ast.MemberNode: // $env["key"] reaches keys that are no names
		i.asksNil = i.asksNil || n.Optional
		env, isID := n.Node.(*ast.IdentifierNode)
		key, isText := n.Property.(*ast.StringNode)
		switch last := len(i.places) - 1; {
		case isID && isText && env.Value == "$env":
			i.name(key.Value)
		case isID && isText && env.Value == "path":
			i.pathNames = append(i.pathNames, key.Value)
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

// judgeInvariants reports the invariants that do not hold.
func judgeInvariants(a *artefact, t tree) {
	for i := range a.invariants {
		judgeInvariant(a, &a.invariants[i], t)
	}
}

// judgeWithoutKeys reports the invariants over path and blocks that do not hold in a file without frontmatter.
func judgeWithoutKeys(a *artefact) {
	t := tree{root: &document.Node{Type: document.Map}, schema: &rules.Schema{}, at: "frontmatter", open: a.doc.FirstLine()}
	for i := range a.invariants {
		if len(a.invariants[i].names) == 0 {
			judgeInvariant(a, &a.invariants[i], t)
		}
	}
}

// judgeInvariant reports an invariant that does not hold, or cannot be worked out. One over a key that is wrong, or
// missing where it is required, is not evaluated: that is reported already. Nor is one over a part of the path that a
// file has not which lies elsewhere, as a draft does.
func judgeInvariant(a *artefact, i *invariant, t tree) {
	env, sizes, missing := map[string]any{}, map[string]cost.Size{}, []string(nil)
	for _, name := range i.names {
		p := t.root.Pair(name)
		switch {
		case a.wrong[name]:
			return
		case p == nil && (t.schema.CheckedBy != "" || slices.Contains(t.schema.Required, name)):
			return
		case p == nil:
			missing = append(missing, fmt.Sprintf("`%s` is missing", name))
		default:
			value := a.value(p.Value)
			env[name], sizes[name] = value.value, value.size
		}
	}
	if i.path {
		values := pathValues(a.doc)
		for _, name := range i.pathNames {
			if _, ok := values[name]; !ok && !i.asksNil {
				return
			}
		}
		env["path"], sizes["path"] = values, cost.SizeOf(values)
	}
	if i.blocks {
		value := a.value(nil)
		env["blocks"], sizes["blocks"] = value.value, value.size
	}
	for _, tree := range i.trees {
		work, ok := cost.Of(tree, sizes)
		if !ok || a.work+work > cost.Most {
			const format = "this cannot be worked out, since a list or a text in it is too long: %s"
			a.say("invariant", t.open, "invariant", format, i.That)
			return
		}
		a.work += work
	}
	result, err := vm.Run(i.that, env)
	holds, isBool := result.(bool)
	if holds {
		return
	}
	f := document.Finding{Rule: "invariant", Span: t.open, At: "invariant", Message: i.Message}
	if f.Message == "" {
		f.Message = "this must hold: " + i.That
	}
	span, seen := i.facts(t)
	if span != nil {
		f.Span = *span
	}
	if seen = append(seen, missing...); err != nil || !isBool {
		for _, name := range i.pathNames {
			seen = append(seen, fmt.Sprintf("path.%s is %q", name, pathValues(a.doc)[name]))
		}
		f.Message += ", and that cannot be worked out"
		if len(seen) > 0 {
			f.Message += ": " + enumerate(seen)
		}
	} else if len(seen) > 0 {
		f.Message += ", but " + enumerate(seen)
	}
	if p := t.root.Pair(i.Set); p != nil && i.to != nil {
		if value, err := vm.Run(i.to, env); err == nil {
			text := literal(a, value)
			f.Fixes = document.Replace(fmt.Sprintf("set %s to %s", i.Set, text), p.Value.Span, text)
		}
	}
	a.add(f)
}

// measured is a value of an expression with its size.
type measured struct {
	value any
	size  cost.Size
}

// value returns what a node holds, or the blocks for nil, measured once for all invariants.
func (a *artefact) value(node *document.Node) measured {
	if known, ok := a.values[node]; ok {
		return known
	}
	var m measured
	if node == nil {
		m.value = blockValues(a)
	} else {
		m.value = node.Value()
	}
	m.size = cost.SizeOf(m.value)
	if a.values == nil {
		a.values = map[*document.Node]measured{}
	}
	a.values[node] = m
	return m
}

// facts returns what the keys of an invariant are, each once, and where the first of them stands.
func (i *invariant) facts(t tree) (span *document.Span, seen []string) {
	for _, keys := range i.places {
		name, p := keys[len(keys)-1], t.root.Pair(keys[0])
		if p == nil {
			continue
		}
		for _, key := range keys[1:] {
			if below := p.Value.Pair(key); below != nil {
				p = below
			}
		}
		if span == nil {
			span = &document.Span{Start: p.KeySpan.Start, End: max(p.KeySpan.End, p.Value.Span.End)}
		}
		fact := fmt.Sprintf("%s is %s", name, document.Show(p.Value))
		if p.Value.Type != document.Map && p.Value.Type != document.List && !slices.Contains(seen, fact) {
			seen = append(seen, fact)
		}
	}
	return span, seen
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
func literal(a *artefact, value any) string {
	switch v := value.(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case string:
		if isJSON(a.doc) {
			return strconv.Quote(v)
		}
	}
	return schema.Literal(value)
}

// pathValues gives expressions the artefact's path: what the names in the contract's pattern stand for, and `name` and
// `stem` of the file.
func pathValues(d *document.Document) map[string]any {
	base := path.Base(d.Path)
	env := map[string]any{"name": base, "stem": strings.TrimSuffix(base, path.Ext(base))}
	for i := 0; i+1 < len(d.Vars); i += 2 {
		env[d.Vars[i]] = d.Vars[i+1]
	}
	return env
}

// blockValues gives expressions the blocks by their prefix: id, number, title and fields of each.
func blockValues(a *artefact) map[string]any {
	env := map[string]any{}
	for i, rule := range a.body.Blocks[:len(a.blocks)] {
		list := []any{}
		for _, b := range a.blocks[i] {
			if !b.good {
				continue
			}
			fields := map[string]any{}
			for _, f := range a.doc.Body.FieldsIn(b.heading.Below) {
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
