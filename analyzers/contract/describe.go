package contract

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// describer puts a schema error of one value into words.
type describer struct {
	node   *document.Node
	name   string // "`key`" or "item 3 of `key`"
	sample string // how a right value may look, or ""
	json   bool   // texts are always in double quotes
}

// describe gives an error its rule, message and fixes.
func (d *describer) describe(e jsonschema.ErrorKind) (rule, text string, fixes []document.Fix) {
	seen := show(d.node)
	must := func(rule, format string, args ...any) (string, string, []document.Fix) {
		return rule, fmt.Sprintf("%s is %s; it must be %s", d.name, seen, fmt.Sprintf(format, args...)), nil
	}
	switch k := e.(type) {
	case *kind.Type:
		return d.typeError(k, seen)
	case *kind.Enum:
		return d.enumError(k.Want, seen)
	case *kind.Const:
		return d.enumError([]any{k.Want}, seen)
	case *kind.Minimum:
		return must("min", "at least %s", number(k.Want))
	case *kind.ExclusiveMinimum:
		return must("min", "more than %s", number(k.Want))
	case *kind.Maximum:
		return must("max", "at most %s", number(k.Want))
	case *kind.ExclusiveMaximum:
		return must("max", "less than %s", number(k.Want))
	case *kind.MultipleOf:
		return must("schema", "a multiple of %s", number(k.Want))
	case *kind.MinLength:
		if d.node.Text == "" {
			return "min-length", d.name + " is empty; write a text" + suchAs(d.sample), nil
		}
		return "min-length", fmt.Sprintf("%s has %s; it must have at least %d", d.name, document.Count(k.Got, "character"), k.Want), nil
	case *kind.MaxLength:
		return "max-length", fmt.Sprintf("%s has %s; it must have at most %d", d.name, document.Count(k.Got, "character"), k.Want), nil
	case *kind.MinItems:
		return "min-items", fmt.Sprintf("%s has %s; it must have at least %d", d.name, document.Count(k.Got, "item"), k.Want), nil
	case *kind.MaxItems:
		return "max-items", fmt.Sprintf("%s has %s; it must have at most %d", d.name, document.Count(k.Got, "item"), k.Want), nil
	case *kind.Pattern:
		return "pattern", fmt.Sprintf("%s is %s; it must match `%s`%s", d.name, seen, k.Want, suchAs(d.sample)), nil
	case *kind.Format:
		if k.Want == "date-or-time" {
			return must("format", "an ISO 8601 date or time, such as 2026-04-20 or 2026-04-20T14:30:00Z")
		}
		return must("format", "of the format %s%s", k.Want, suchAs(d.sample))
	}
	return "schema", fmt.Sprintf("%s breaks its schema: %s", d.name, otherError(e)), nil
}

// otherError puts the keywords into words that have no rule of their own.
func otherError(e jsonschema.ErrorKind) string {
	switch e.(type) {
	case *kind.AnyOf:
		return "it fits none of the allowed forms (anyOf)"
	case *kind.OneOf:
		return "it must fit exactly one of the allowed forms (oneOf)"
	case *kind.Not:
		return "it has a form that is excluded (not)"
	case *kind.Contains:
		return "it holds no item of the form that one must have (contains)"
	case *kind.FalseSchema:
		return "nothing may stand here"
	}
	return e.LocalizedString(message.NewPrinter(language.English))
}

func suchAs(sample string) string {
	if sample == "" {
		return ""
	}
	return ", such as " + sample
}

// write returns how a text stands in the place of the value: in the quotes that it has or must have.
func (d *describer) write(text string) string {
	switch {
	case d.json:
		return strconv.Quote(text)
	case d.node.Quote != 0:
		return string(d.node.Quote) + text + string(d.node.Quote)
	}
	return text
}

// show names a value as the consumer sees it.
func show(n *document.Node) string {
	switch n.Type {
	case document.Null:
		return "empty"
	case document.String:
		s := n.Text
		if runes := []rune(s); len(runes) > 60 {
			s = string(runes[:57]) + "…"
		}
		return strconv.Quote(s)
	case document.List:
		return "a list"
	case document.Map:
		return "a map"
	case document.Bool:
		return strconv.FormatBool(n.True)
	}
	return n.Text
}

func number(r *big.Rat) string {
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'f', -1, 64)
}

var articles = map[string]string{"integer": "a whole number", "number": "a number", "string": "a text", "boolean": "true or false",
	"array": "a list", "object": "a map", "null": "empty"}

// typeError says what type was wanted, and mends what only quotes make wrong.
func (d *describer) typeError(k *kind.Type, seen string) (string, string, []document.Fix) {
	var want []string
	for _, w := range k.Want {
		want = append(want, articles[w])
	}
	text := fmt.Sprintf("%s is %s; it must be %s", d.name, seen, strings.Join(want, " or "))
	if len(k.Want) != 1 {
		return "type", text, nil
	}
	switch w := k.Want[0]; {
	case d.node.Quote != 0 && unquotes(d.node.Text, w):
		return "type", text + "; the quotes make it a text, so remove them", document.Replace("remove the quotes", d.node.Span, d.node.Text)
	case w == "string" && (d.node.Type == document.Number || d.node.Type == document.Bool):
		return "type", fmt.Sprintf("%s is the %s %s; it must be a text, so write it in quotes", d.name, d.node.Type, seen), document.Replace("write it in quotes", d.node.Span, `"`+d.node.Text+`"`)
	}
	return "type", text, nil
}

// unquotes reports whether a text without its quotes is a value of the wanted type.
func unquotes(text, want string) bool {
	switch want {
	case "boolean":
		return text == "true" || text == "false"
	case "integer":
		n, err := strconv.Atoi(text)
		return err == nil && strconv.Itoa(n) == text
	case "number":
		f, err := strconv.ParseFloat(text, 64)
		return err == nil && strconv.FormatFloat(f, 'f', -1, 64) == text
	}
	return false
}

// enumError lists what is allowed, and mends a value that differs only in case and separators.
func (d *describer) enumError(want []any, seen string) (string, string, []document.Fix) {
	var allowed []string
	for _, w := range want {
		allowed = append(allowed, Literal(w))
	}
	text := fmt.Sprintf("%s is %s; it must be %s", d.name, seen, oneOf(allowed))
	if d.node.Type != document.String {
		return "enum", text, nil
	}
	near := rules.Nearest(d.node.Text, allowed)
	if near == "" {
		return "enum", text, nil
	}
	if len(allowed) > 1 {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	if Same(near, d.node.Text) {
		return "enum", text, document.Replace("write "+near, d.node.Span, d.write(near))
	}
	return "enum", text, nil
}

// Same reports whether two words differ only in case, hyphens, underscores and spaces, so that one is surely meant for the other.
func Same(a, b string) bool {
	clean := strings.NewReplacer("_", "", "-", "", " ", "")
	return strings.EqualFold(clean.Replace(a), clean.Replace(b))
}

// oneOf joins choices for a sentence: "a", "a or b", "a, b or c".
func oneOf(choices []string) string {
	if len(choices) == 0 {
		return "nothing at all"
	}
	if len(choices) == 1 {
		return choices[0]
	}
	last := len(choices) - 1
	return strings.Join(choices[:last], ", ") + " or " + choices[last]
}
