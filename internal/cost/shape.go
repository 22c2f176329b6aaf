// Package cost bounds what an expression may take, before it runs.
package cost

import (
	"errors"
	"fmt"

	"github.com/expr-lang/expr/ast"

	"github.com/nplint/nplint/internal/memo"
)

// Contracts come from the repository that is linted, so what an expression may cost is bounded before it runs: by its
// shape when it is loaded, and by the sizes of what it works on when it is evaluated (size.go). No clock is asked, so
// that the answer is the same everywhere.
const (
	maxNodes = 200 // of an expression
	maxDepth = 2   // of predicates in predicates
)

// walking are the functions that evaluate a predicate for each part of a list.
var walking = map[string]bool{
	"all": true, "none": true, "any": true, "one": true, "filter": true, "map": true, "count": true, "sum": true, "find": true,
	"findIndex": true, "findLast": true, "findLastIndex": true, "groupBy": true, "sortBy": true,
}

// plain are the functions whose result is a number or a truth, and at most one of their arguments as it is.
var plain = map[string]bool{
	"len": true, "type": true, "abs": true, "ceil": true, "floor": true, "round": true, "int": true, "float": true,
	"hasPrefix": true, "hasSuffix": true, "indexOf": true, "lastIndexOf": true, "max": true, "min": true, "mean": true, "median": true,
	"date": true, "duration": true, "get": true, "first": true, "last": true, "take": true, "trim": true, "trimPrefix": true,
	"trimSuffix": true, "upper": true, "lower": true, "reverse": true, "sort": true, "uniq": true, "keys": true, "values": true,
}

// growing are the functions that make something else of their arguments; sizes knows how much.
var growing = map[string]bool{"string": true, "split": true, "replace": true, "concat": true, "flatten": true}

// texts are the functions whose result is a text.
var texts = map[string]bool{
	"string": true, "trim": true, "trimPrefix": true, "trimSuffix": true, "upper": true, "lower": true, "replace": true, "type": true,
}

// shape checks the shape of an expression of at most maxNodes.
type shape struct {
	depths map[*ast.PredicateNode]int // of the predicates so far, each with those in it
	depth  int                        // the largest of them
	err    error
}

// CheckShape says why an expression may cost too much, whatever it works on.
func CheckShape(tree ast.Node) error {
	var count counter
	if ast.Walk(&tree, &count); count > maxNodes {
		return fmt.Errorf("it has %d parts, and %d are the most; divide it into several invariants", count, maxNodes)
	}
	s := &shape{depths: map[*ast.PredicateNode]int{}}
	ast.Walk(&tree, s)
	if s.err == nil && s.depth > maxDepth {
		s.err = fmt.Errorf("predicates are nested %d deep, and %d is the most", s.depth, maxDepth)
	}
	return s.err
}

// counter counts nodes.
type counter int

func (c *counter) Visit(*ast.Node) { *c++ }

// Visit measures a node, whose parts were visited before, and finds what is refused.
func (s *shape) Visit(node *ast.Node) {
	if s.err != nil {
		return
	}
	switch n := (*node).(type) {
	case *ast.PredicateNode:
		inner := &innermost{of: s}
		ast.Walk(&n.Node, inner)
		s.depths[n] = 1 + inner.depth
		s.depth = max(s.depth, s.depths[n])
	case *ast.BinaryNode:
		s.err = checkOperator(n)
	case *ast.BuiltinNode:
		s.err = checkFunction(n)
	case *ast.CallNode:
		if _, isMethod := n.Callee.(*ast.MemberNode); !isMethod {
			s.err = fmt.Errorf("there is no function %s", n.Callee)
		}
	case *ast.VariableDeclaratorNode:
		twice := &sums{name: n.Name}
		if ast.Walk(&n.Expr, twice); twice.found {
			s.err = fmt.Errorf("`%s` is put together with itself, which may grow without end", n.Name)
		}
	}
}

// checkOperator refuses ranges, and patterns that are not written in the expression or take long to match.
func checkOperator(n *ast.BinaryNode) error {
	switch n.Operator {
	case "..":
		return errors.New("a range `..` may grow without end; compare with >= and <=")
	case "matches":
		pattern, isText := n.Right.(*ast.StringNode)
		if !isText {
			return errors.New("behind `matches` stands a pattern in quotes, and nothing that a file may hold")
		}
		if _, err := memo.Compile(pattern.Value); err != nil {
			return fmt.Errorf("the pattern behind `matches`: %w", err)
		}
	}
	return nil
}

// checkFunction refuses the functions that make much out of little, that ask the clock, or whose cost nobody knows.
func checkFunction(n *ast.BuiltinNode) error {
	switch name := n.Name; {
	case name == "repeat" || name == "join" || name == "map" && len(n.Arguments) > 1 && makesText(n.Arguments[1]):
		return fmt.Errorf("%s() makes texts that may grow without end", name)
	case name == "reduce":
		return errors.New("reduce() makes values that may grow without end")
	case name == "now":
		return errors.New("now() is something else each time, and so would be the findings")
	case !walking[name] && !plain[name] && !growing[name]:
		return fmt.Errorf("%s() cannot be used in an invariant", name)
	}
	return nil
}

// makesText reports whether an expression puts a text together.
func makesText(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.PredicateNode:
		return makesText(n.Node)
	case *ast.BuiltinNode:
		return texts[n.Name]
	case *ast.BinaryNode:
		_, left := n.Left.(*ast.StringNode)
		_, right := n.Right.(*ast.StringNode)
		return n.Operator == "+" && (left || right || makesText(n.Left) || makesText(n.Right))
	case *ast.ConditionalNode:
		return makesText(n.Exp1) || makesText(n.Exp2)
	case *ast.VariableDeclaratorNode:
		return makesText(n.Expr)
	}
	return false
}

// innermost is how deep the predicates in a predicate are nested.
type innermost struct {
	of    *shape
	depth int
}

func (v *innermost) Visit(node *ast.Node) {
	if p, ok := (*node).(*ast.PredicateNode); ok {
		v.depth = max(v.depth, v.of.depths[p])
	}
}

// sums finds a sum that has a name in it twice.
type sums struct {
	name  string
	found bool
}

func (v *sums) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.BinaryNode); ok && n.Operator == "+" {
		var sum ast.Node = n
		used := &uses{name: v.name}
		ast.Walk(&sum, used)
		v.found = v.found || used.count > 1
	}
}

// uses counts how often a name is used.
type uses struct {
	name  string
	count int
}

func (v *uses) Visit(node *ast.Node) {
	if id, ok := (*node).(*ast.IdentifierNode); ok && id.Value == v.name {
		v.count++
	}
}
