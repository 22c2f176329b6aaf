package document

import "github.com/nplint/nplint/analyzers/document/data"

// Parts of what JSON, JSONL, TOML and YAML hold.
type (
	Data  = data.Data
	Node  = data.Node
	Pair  = data.Pair
	Type  = data.Type
	Date  = data.Date
	Fault = data.Fault
	Alias = data.Alias
)

// The types of values.
const (
	Null   = data.Null
	Bool   = data.Bool
	Number = data.Number
	String = data.String
	List   = data.List
	Map    = data.Map
)

// ParseJSON reads src as one JSON value; see data.ParseJSON.
func ParseJSON(src []byte) *Data { return data.ParseJSON(src) }

// ParseJSONL reads each line of src as a JSON value of its own; see data.ParseJSONL.
func ParseJSONL(src []byte) *Data { return data.ParseJSONL(src) }

// ParseYAML reads part of src as YAML; see data.YAML.
func ParseYAML(src []byte, part Span) *Data { return data.ParseYAML(src, part) }

// YAML reads part of a text as YAML; see data.YAML.
func YAML(s string, part Span) *Data { return data.YAML(s, part) }

// ParseTOML reads src as TOML; see data.ParseTOML.
func ParseTOML(src []byte) *Data { return data.ParseTOML(src) }

// TOMLValue returns what a value of TOML is in Go; see data.TOMLValue.
func TOMLValue(n *Node) any { return data.TOMLValue(n) }

// Text returns the value of a text, and "" for every other node and for nil.
func Text(n *Node) string { return data.Text(n) }

// Texts returns the texts in a list, and nil for every other node and for nil.
func Texts(n *Node) []string { return data.Texts(n) }

// Items returns what is in a list, and nil for every other node and for nil.
func Items(n *Node) []*Node { return data.Items(n) }

// Pairs returns what is in a map, and nil for every other node and for nil.
func Pairs(n *Node) []Pair { return data.Pairs(n) }

// Index returns the place of the i-th item of the list at a place: "$.tasks[2]".
func Index(at string, i int) string { return data.Index(at, i) }

// Whole returns the value of a whole number that is not negative; ok is false for every other node and for nil.
func Whole(n *Node) (number int, ok bool) { return data.Whole(n) }
