package contract

import (
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
)

// quick says of most right frontmatter that it is right, in a hundredth of the time that the validator takes. It knows the
// keywords that contracts use every day; a schema with any other has none. Whatever it does not approve of is left to the
// validator, whose word counts: a fuzz test holds that the two never disagree.
type quick struct {
	required   []string
	properties map[string]quickValue
}

type quickValue struct {
	kind             string // of "type"; "" is any
	enum             []string
	minimum, maximum *float64
	minLength        int
	pattern          *regexp.Regexp
	date             bool // the format date-or-time
}

// newQuick returns nil if the schema holds a keyword that quick does not know.
func newQuick(schema map[string]any) *quick {
	q := &quick{properties: map[string]quickValue{}}
	for keyword, v := range schema {
		switch keyword {
		case "type":
			if v != "object" {
				return nil
			}
		case "required":
			q.required = texts(v)
		case "properties":
			properties, _ := v.(map[string]any)
			for key, p := range properties {
				value, ok := newQuickValue(p)
				if !ok {
					return nil
				}
				q.properties[key] = value
			}
		case "title", "description", "examples", "$comment":
		default:
			return nil
		}
	}
	return q
}

func newQuickValue(schema any) (q quickValue, ok bool) {
	keywords, ok := schema.(map[string]any)
	for keyword, v := range keywords {
		switch keyword {
		case "type":
			q.kind, ok = v.(string)
		case "enum":
			q.enum = texts(v)
			ok = len(q.enum) > 0
		case "minimum":
			q.minimum, ok = float(v)
		case "maximum":
			q.maximum, ok = float(v)
		case "minLength":
			var n *float64
			if n, ok = float(v); ok {
				q.minLength = int(*n)
			}
		case "pattern":
			text, _ := v.(string)
			var err error
			q.pattern, err = regexp.Compile(text)
			ok = err == nil
		case "format":
			q.date = v == "date-or-time"
			ok = q.date
		case "title", "description", "examples", "$comment":
		default:
			return q, false
		}
		if !ok {
			return q, false
		}
	}
	return q, ok
}

// texts returns the items of a list if all are texts, else nil.
func texts(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, item := range list {
		text, ok := item.(string)
		if !ok {
			return nil
		}
		out = append(out, text)
	}
	return out
}

func float(v any) (*float64, bool) {
	switch n := v.(type) {
	case int64:
		f := float64(n)
		return &f, true
	case float64:
		return &n, true
	}
	return nil, false
}

// approves reports whether the map surely holds the schema.
func (q *quick) approves(root *document.Node) bool {
	for _, key := range q.required {
		if !root.Has(key) {
			return false
		}
	}
	for i := range root.Pairs {
		p := &root.Pairs[i]
		if value, ok := q.properties[p.Key]; ok && !value.approves(p.Value) {
			return false
		}
	}
	return true
}

func (q *quickValue) approves(n *document.Node) bool {
	switch n.Type {
	case document.String:
		return (q.kind == "" || q.kind == "string") && q.approvesText(n.Text)
	case document.Number:
		whole := n.Num == float64(int64(n.Num))
		return q.enum == nil && (q.kind == "" || q.kind == "number" || q.kind == "integer" && whole) &&
			(q.minimum == nil || n.Num >= *q.minimum) && (q.maximum == nil || n.Num <= *q.maximum)
	case document.Bool:
		return q.enum == nil && (q.kind == "" || q.kind == "boolean")
	}
	return false
}

func (q *quickValue) approvesText(s string) bool {
	return (q.enum == nil || slices.Contains(q.enum, s)) && (q.minLength == 0 || utf8.RuneCountInString(s) >= q.minLength) &&
		(q.pattern == nil || q.pattern.MatchString(s)) && (!q.date || dateOrTime(s) == nil)
}
