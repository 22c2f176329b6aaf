package cost

import (
	"math"

	"github.com/expr-lang/expr/ast"
)

// Most is how many bytes the expressions about one file may look at or make.
const Most = 1 << 28

const (
	maxSteps = 100_000 // of predicates over lists: the product of the lengths
	maxText  = 64 << 10
	partSize = 32 // bytes that count for a part of a list or a map, beside what it holds
)

// Size is the most that a value can be: the parts of its longest list or map, the bytes of its longest text, and the
// bytes of all that it holds.
type Size struct{ length, text, whole float64 }

// or is the size of a value that is one of two.
func (s Size) or(t Size) Size {
	return Size{max(s.length, t.length), max(s.text, t.text), max(s.whole, t.whole)}
}

// and is the size of a value that holds two.
func (s Size) and(t Size) Size {
	return Size{max(s.length, t.length), max(s.text, t.text), s.whole + t.whole}
}

// number is the size of a number or a truth, of nothing, or of a date.
var number = Size{whole: partSize}

func ofText(bytes float64) Size { return Size{text: bytes, whole: partSize + bytes} }

// SizeOf measures a value.
func SizeOf(value any) Size {
	s := number
	switch v := value.(type) {
	case string:
		return ofText(float64(len(v)))
	case []any:
		for _, item := range v {
			s = s.and(SizeOf(item))
		}
		s.length = max(s.length, float64(len(v)))
	case map[string]any:
		for key, item := range v {
			s = s.and(ofText(float64(len(key)))).and(SizeOf(item))
		}
		s.length = max(s.length, float64(len(v)))
	}
	return s
}

// sizes works out how much an evaluation may cost from the sizes of the values that it begins with. It never says too
// little: what both branches of a condition take is added up, and an item counts as large as the list that it is in.
type sizes struct {
	env   map[string]Size
	items []Size  // what # stands for in the predicates around
	times float64 // how often what is looked at is evaluated
	work  float64 // bytes that are looked at or made
	over  bool    // a predicate is evaluated too often, or a function would take or give too long a text
}

// Of returns the work of an evaluation, and whether it is within what a single one may take.
func Of(tree ast.Node, env map[string]Size) (work float64, ok bool) {
	s := &sizes{env: env, times: 1}
	s.of(tree)
	return s.work, !s.over && !math.IsNaN(s.work) && s.work <= Most
}

// does counts work.
func (s *sizes) does(bytes float64) { s.work += s.times * bytes }

// of returns the size of what an expression comes to.
func (s *sizes) of(node ast.Node) Size {
	s.does(partSize)
	switch n := node.(type) {
	case *ast.StringNode:
		return ofText(float64(len(n.Value)))
	case *ast.IdentifierNode:
		return s.named(n.Value)
	case *ast.PointerNode:
		if len(s.items) > 0 && n.Name == "" {
			return s.items[len(s.items)-1]
		}
	case *ast.UnaryNode:
		return s.of(n.Node)
	case *ast.ChainNode:
		return s.of(n.Node)
	case *ast.PredicateNode:
		return s.of(n.Node)
	case *ast.BinaryNode:
		return s.binary(n)
	case *ast.MemberNode:
		s.of(n.Property)
		return s.of(n.Node)
	case *ast.SliceNode:
		out := s.of(n.Node)
		s.does(out.text)
		return out
	case *ast.CallNode: // of a method of a date, which may write it by a layout
		all := s.all(append(n.Arguments, n.Callee))
		return ofText(2*all.whole + partSize)
	case *ast.BuiltinNode:
		if walking[n.Name] {
			return s.walk(n)
		}
		return s.call(n)
	case *ast.ConditionalNode:
		s.of(n.Cond)
		return s.of(n.Exp1).or(s.of(n.Exp2))
	case *ast.VariableDeclaratorNode:
		hidden, known := s.env[n.Name]
		s.env[n.Name] = s.of(n.Value)
		out := s.of(n.Expr)
		if delete(s.env, n.Name); known {
			s.env[n.Name] = hidden
		}
		return out
	case *ast.SequenceNode:
		return s.all(n.Nodes)
	case *ast.ArrayNode:
		return s.list(n.Nodes)
	case *ast.MapNode:
		return s.list(n.Pairs)
	case *ast.PairNode:
		return s.of(n.Key).and(s.of(n.Value))
	}
	return number
}

// named returns the size of what a name stands for; $env is all names.
func (s *sizes) named(name string) Size {
	if name != "$env" {
		if known, ok := s.env[name]; ok {
			return known
		}
		return number
	}
	all := Size{length: float64(len(s.env))}
	for _, value := range s.env {
		all = all.and(value)
	}
	return all
}

// all returns the size of several values together.
func (s *sizes) all(nodes []ast.Node) Size {
	out := number
	for _, node := range nodes {
		out = out.and(s.of(node))
	}
	return out
}

// list is all, as one list.
func (s *sizes) list(nodes []ast.Node) Size {
	out := s.all(nodes)
	out.length = max(out.length, float64(len(nodes)))
	return out
}

// binary returns the size of what an operator comes to.
func (s *sizes) binary(n *ast.BinaryNode) Size {
	a, b := s.of(n.Left), s.of(n.Right)
	switch n.Operator {
	case "+":
		s.does(a.text + b.text)
		return Size{max(a.length, b.length), a.text + b.text, partSize + a.text + b.text}
	case "==", "!=":
		s.does(min(a.whole, b.whole))
	case "in", "not in":
		s.does(b.whole)
	case "matches":
		s.does(a.text * (8 + b.text/8))
	case "??":
		return a.or(b)
	default:
		s.does(a.text + b.text)
	}
	return number
}

// walk returns the size of what a function with a predicate comes to.
func (s *sizes) walk(n *ast.BuiltinNode) Size {
	list, each := s.of(n.Arguments[0]), number
	outer, length := s.times, max(1, list.length)
	s.times *= length
	s.over = s.over || s.times > maxSteps
	s.items = append(s.items, list)
	for _, argument := range n.Arguments[1:] {
		each = each.and(s.of(argument))
	}
	s.items = s.items[:len(s.items)-1]
	s.times = outer
	switch n.Name {
	case "map":
		return Size{max(length, each.length), each.text, length * each.whole}
	case "groupBy":
		out := list.and(each)
		out.length = max(length, out.length)
		return out
	case "sortBy":
		s.does(length * math.Log2(2*length) * partSize)
		return list
	case "filter", "find", "findLast":
		return list
	}
	return number
}

// call returns the size of what a function comes to.
func (s *sizes) call(n *ast.BuiltinNode) Size {
	if len(n.Arguments) == 0 {
		return number
	}
	var sizes []Size
	rest := number
	for i, argument := range n.Arguments { // each once, or functions in functions would take twice as long for each
		sizes = append(sizes, s.of(argument))
		if i > 0 {
			rest = rest.and(sizes[i])
		}
	}
	first := sizes[0]
	out := first
	switch n.Name {
	case "len":
		s.does(first.text)
		return number
	case "first", "last", "get", "take", "type", "keys", "values", "reverse":
		s.does(first.length * partSize)
		return first
	case "concat":
		out = first.and(rest)
		for _, other := range sizes[1:] {
			out.length += other.length
		}
	case "flatten":
		out.length = first.whole / partSize
	case "split":
		parts := partsOf(n, first)
		out = Size{parts, first.text, parts*partSize + first.text}
	case "replace":
		out = ofText(replaced(n, first, sizes[2].text)) // the library demands three arguments
	case "string":
		out = ofText(first.whole)
	case "uniq":
		s.does(first.length * first.whole)
	case "sort":
		s.does(first.whole * math.Log2(2+first.length))
	}
	s.does(first.whole + rest.whole + out.whole)
	s.over = s.over || (texts[n.Name] || n.Name == "split") && max(first.text, rest.text, out.text) > maxText
	return out
}

// partsOf returns how many parts the second argument of a function divides a text into.
func partsOf(n *ast.BuiltinNode, text Size) float64 {
	if len(n.Arguments) > 1 {
		if by, isText := n.Arguments[1].(*ast.StringNode); isText && by.Value != "" {
			return 1 + math.Floor(text.text/float64(len(by.Value)))
		}
	}
	return 1 + text.text
}

// replaced returns how long a text becomes in which the second argument is replaced by one of so many bytes.
func replaced(n *ast.BuiltinNode, text Size, by float64) float64 {
	if old, isText := n.Arguments[1].(*ast.StringNode); isText && float64(len(old.Value)) >= by {
		return text.text
	}
	return text.text + partsOf(n, text)*by
}
