package contract

import (
	"errors"
	"fmt"

	"github.com/expr-lang/expr/ast"
)

// Contracts come from the repository that is linted, so what an expression may cost is bounded before it runs: by its
// shape when it is loaded, and by the length of the lists that its predicates walk when it is evaluated. No clock is
// asked, so that the answer is the same everywhere.
const (
	maxNodes = 200     // of an expression
	maxDepth = 2       // of predicates in predicates
	maxSteps = 100_000 // of predicates over lists: the product of the lengths
	maxText  = 64 << 10
)

// refused are the functions that make much out of little.
var refused = map[string]string{
	"repeat": "texts", "reduce": "values", "join": "texts",
}

// cost measures an expression of at most maxNodes.
type cost struct {
	depths map[*ast.PredicateNode]int // of the predicates so far, each with those in it
	depth  int                        // the largest of them
	err    error
}

// costOf returns how deep the predicates of an expression are nested. The error says why it may cost too much.
func costOf(tree ast.Node) (depth int, err error) {
	var count counter
	if ast.Walk(&tree, &count); count > maxNodes {
		return 0, fmt.Errorf("it has %d parts, and %d are the most; divide it into several invariants", count, maxNodes)
	}
	c := &cost{depths: map[*ast.PredicateNode]int{}}
	ast.Walk(&tree, c)
	if c.err == nil && c.depth > maxDepth {
		c.err = fmt.Errorf("predicates are nested %d deep, and %d is the most", c.depth, maxDepth)
	}
	return c.depth, c.err
}

// counter counts nodes.
type counter int

func (c *counter) Visit(*ast.Node) { *c++ }

// Visit measures a node, whose parts were visited before, and finds what is refused.
func (c *cost) Visit(node *ast.Node) {
	if c.err != nil {
		return
	}
	switch n := (*node).(type) {
	case *ast.PredicateNode:
		inner := &innermost{of: c}
		ast.Walk(&n.Node, inner)
		c.depths[n] = 1 + inner.depth
		c.depth = max(c.depth, c.depths[n])
	case *ast.BinaryNode:
		if n.Operator == ".." {
			c.err = errors.New("a range `..` may grow without end; compare with >= and <=")
		}
	case *ast.BuiltinNode:
		if made, ok := refused[n.Name]; ok {
			c.err = fmt.Errorf("%s() makes %s that may grow without end", n.Name, made)
		}
	case *ast.VariableDeclaratorNode:
		twice := &sums{name: n.Name}
		if ast.Walk(&n.Expr, twice); twice.found {
			c.err = fmt.Errorf("`%s` is put together with itself, which may grow without end", n.Name)
		}
	}
}

// innermost is how deep the predicates in a predicate are nested.
type innermost struct {
	of    *cost
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

// tooMuch reports whether predicates nested so deep walk more of the values than may be walked, or a text is longer
// than functions take.
func tooMuch(env map[string]any, depth int) bool {
	longest := 0
	for _, value := range env {
		size, text := measure(value)
		if text > maxText {
			return true
		}
		longest = max(longest, size)
	}
	steps := 1
	for range depth {
		steps *= longest
	}
	return steps > maxSteps
}

// measure returns the length of the longest list or map in a value, and of the longest text.
func measure(value any) (size, text int) {
	switch v := value.(type) {
	case string:
		return 0, len(v)
	case []any:
		size = len(v)
		for _, item := range v {
			s, t := measure(item)
			size, text = max(size, s), max(text, t)
		}
	case map[string]any:
		size = len(v)
		for _, item := range v {
			s, t := measure(item)
			size, text = max(size, s), max(text, t)
		}
	}
	return size, text
}
