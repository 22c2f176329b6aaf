package review

import "github.com/nplint/nplint/analyzers/document"

// shown tells in a message what a value is.
func shown(n *document.Node) string {
	switch n.Type {
	case document.Null:
		return "empty"
	case document.List:
		return "a list of " + document.Count(len(n.Items), "value")
	case document.Map:
		return "a map"
	case document.String:
		return quote(n.Text)
	}
	return "the " + n.Type.String() + " " + n.Text
}
