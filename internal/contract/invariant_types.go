package contract

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/types"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// checkTypes returns what is wrong with an expression over the values that a contract demands, or nil. Programs that
// run are compiled without types, since a file may hold anything.
func checkTypes(source string, c *rules.Contract, body *rules.Body, options ...expr.Option) error {
	env := types.Map{types.Extra: types.Any}
	for _, s := range []*rules.Schema{body.Frontmatter, body.Data} {
		if s == nil {
			continue
		}
		properties, _ := s.JSON["properties"].(map[string]any)
		for key, value := range properties {
			env[key] = typeOf(value)
		}
	}
	path := types.Map{"name": types.String, "stem": types.String}
	for _, name := range c.Placeholders() {
		path[name] = types.String
	}
	blocks := types.Map{}
	for _, b := range body.Blocks {
		fields := types.Map{types.Extra: types.Any}
		for label := range b.Fields {
			fields[label] = types.String
		}
		blocks[b.Prefix] = types.Array(types.Map{
			"id": types.String, "number": types.Int, "title": types.String, "fields": fields})
	}
	env["path"], env["blocks"] = path, blocks
	_, err := expr.Compile(source, append(slices.Clip(options), expr.Env(env))...)
	return inContractsWords(err, names(env))
}

// typeOf returns the type of the values that a schema allows, null apart: it is any if there are several.
func typeOf(schema any) types.Type {
	s, _ := schema.(map[string]any)
	switch oneType(s) {
	case "integer":
		return types.Int
	case "number":
		return types.Float64
	case "string":
		return types.String
	case "boolean":
		return types.Bool
	case "array":
		return types.Array(typeOf(s["items"]))
	case "object":
		if properties, ok := s["properties"].(map[string]any); ok && isPlain(s) {
			m := types.Map{}
			for key, value := range properties {
				m[key] = typeOf(value)
			}
			return m
		}
	}
	return types.Any
}

// oneType returns the only type of JSON Schema, null apart, that a schema allows, or "".
func oneType(schema map[string]any) string {
	var named []string
	switch t := schema["type"].(type) {
	case string:
		named = []string{t}
	case []any:
		for _, one := range t {
			if one != "null" {
				named = append(named, fmt.Sprint(one))
			}
		}
	default:
		for _, value := range enumOf(schema) {
			if _, isText := value.(string); !isText {
				return ""
			}
			named = []string{"string"}
		}
	}
	if len(named) != 1 {
		return ""
	}
	return named[0]
}

// enumOf returns the values that a schema lists, or nil.
func enumOf(schema map[string]any) []any {
	if only, ok := schema["const"]; ok {
		return []any{only}
	}
	values, _ := schema["enum"].([]any)
	return values
}

// inContractsWords says what the library found wrong in the words of this manual.
func inContractsWords(err error, known []string) error {
	var fault *file.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &fault):
	default:
		fault = &file.Error{Message: err.Error()}
	}
	if m := mismatch().FindStringSubmatch(fault.Message); m != nil {
		return fmt.Errorf("`%s` cannot have %s before it and %s behind it", m[1], inWords(m[2]), inWords(m[3]))
	}
	if m := mismatchOne().FindStringSubmatch(fault.Message); m != nil {
		return fmt.Errorf("`%s` cannot have %s behind it", m[1], inWords(m[2]))
	}
	if typ, ok := strings.CutPrefix(fault.Message, "expected bool, but got "); ok {
		return fmt.Errorf("it is %s, and must be true or false: compare it with something", inWords(typ))
	}
	if m := unknownField().FindStringSubmatch(fault.Message); m != nil {
		return fmt.Errorf("there is no %s there%s", m[1], spell.DidYouMean(m[1], known))
	}
	return errors.New(oneLine(err))
}

var (
	mismatch     = memo.Regexp(`^invalid operation: (\S+) \(mismatched types (.+) and (.+)\)`)
	mismatchOne  = memo.Regexp(`^invalid operation: (\S+) \(mismatched type (.+)\)`)
	unknownField = memo.Regexp(`(?:unknown|has no) field (\S+)`)
)

// names returns the keys of a map and of the maps in it.
func names(m types.Map) []string {
	var out []string
	for name, value := range m {
		if below, ok := value.(types.Map); ok {
			out = append(out, names(below)...)
		}
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// inWords names a type of Go as this manual names values.
func inWords(goType string) string {
	switch {
	case goType == "string":
		return "a text"
	case goType == "int" || strings.HasPrefix(goType, "float"):
		return "a number"
	case goType == "bool":
		return "a truth value"
	case strings.HasPrefix(goType, "[]") || goType == "array":
		return "a list"
	case strings.HasPrefix(goType, "map["):
		return "a map"
	case goType == "nil":
		return "nil"
	}
	return "something else"
}

// checkWords finds texts in an expression that a key with a list of values never is, and `int()` of words.
func checkWords(tree ast.Node, body *rules.Body) error {
	v := &wordVisitor{properties: map[string]any{}}
	for _, s := range []*rules.Schema{body.Frontmatter, body.Data} {
		if s != nil {
			properties, _ := s.JSON["properties"].(map[string]any)
			for key, value := range properties {
				v.properties[key] = value
			}
		}
	}
	ast.Walk(&tree, v)
	return v.err
}

type wordVisitor struct {
	properties map[string]any
	err        error
}

func (v *wordVisitor) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.BinaryNode:
		if n.Operator == "==" || n.Operator == "!=" {
			v.compared(n.Left, n.Right)
			v.compared(n.Right, n.Left)
		}
	case *ast.BuiltinNode:
		if (n.Name == "int" || n.Name == "float") && len(n.Arguments) == 1 {
			v.converted(n.Name, n.Arguments[0])
		}
	}
}

// words returns the texts that a node's key is one of; nil if it is no key, or may be something else.
func (v *wordVisitor) words(node ast.Node) (key string, words []string) {
	id, ok := node.(*ast.IdentifierNode)
	if !ok {
		return "", nil
	}
	schema, _ := v.properties[id.Value].(map[string]any)
	for _, value := range enumOf(schema) {
		word, isText := value.(string)
		if !isText {
			return "", nil
		}
		words = append(words, word)
	}
	return id.Value, words
}

func (v *wordVisitor) compared(side, other ast.Node) {
	key, words := v.words(side)
	text, isText := other.(*ast.StringNode)
	if v.err == nil && isText && words != nil && !slices.Contains(words, text.Value) {
		v.err = fmt.Errorf("`%s` is never %q; it is %s%s", key, text.Value, document.OneOf(words),
			didYouMean(text.Value, words))
	}
}

func (v *wordVisitor) converted(function string, argument ast.Node) {
	key, words := v.words(argument)
	isNumber := func(word string) bool { _, err := strconv.ParseFloat(word, 64); return err == nil }
	if v.err == nil && words != nil && !slices.ContainsFunc(words, isNumber) {
		v.err = fmt.Errorf("%s(%s): `%s` is %s, and none of them is a number", function, key, key, document.OneOf(words))
	}
}
