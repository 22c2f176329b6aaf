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

// describe gives an error of one value its rule, message and fixes.
func describe(e jsonschema.ErrorKind, node *document.Node, name, sample string) (rule, text string, fixes []document.Fix) {
	seen := show(node)
	must := func(rule, format string, args ...any) (string, string, []document.Fix) {
		return rule, fmt.Sprintf("%s is %s; it must be %s", name, seen, fmt.Sprintf(format, args...)), nil
	}
	switch k := e.(type) {
	case *kind.Type:
		return describeType(k, node, name, seen)
	case *kind.Enum:
		return describeEnum(k.Want, node, name, seen)
	case *kind.Const:
		return describeEnum([]any{k.Want}, node, name, seen)
	case *kind.Minimum:
		return must("min", "at least %s", number(k.Want))
	case *kind.ExclusiveMinimum:
		return must("min", "more than %s", number(k.Want))
	case *kind.Maximum:
		return must("max", "at most %s", number(k.Want))
	case *kind.ExclusiveMaximum:
		return must("max", "less than %s", number(k.Want))
	case *kind.MinLength:
		if node.Text == "" {
			return "min-length", name + " is empty; write " + orText(sample), nil
		}
		return must("min-length", "at least %d characters long", k.Want)
	case *kind.MaxLength:
		return must("max-length", "at most %d characters long", k.Want)
	case *kind.MinItems:
		return must("min-items", "a list of at least %d items", k.Want)
	case *kind.MaxItems:
		return must("max-items", "a list of at most %d items", k.Want)
	case *kind.UniqueItems:
		return "unique-items", fmt.Sprintf("%s holds the same item twice: items %d and %d", name, k.Duplicates[0]+1, k.Duplicates[1]+1), nil
	case *kind.Pattern:
		text := fmt.Sprintf("%s is %s; it must match %s", name, seen, k.Want)
		if sample != "" {
			text += ", such as " + sample
		}
		return "pattern", text, nil
	case *kind.Format:
		want := "of the format " + k.Want
		if k.Want == "date-or-time" {
			want = "an ISO 8601 date or time, such as 2026-04-20 or 2026-04-20T14:30:00Z"
		}
		return must("format", "%s", want)
	}
	return "schema", fmt.Sprintf("%s breaks the contract: %s", name, e.LocalizedString(message.NewPrinter(language.English))), nil
}

func orText(sample string) string {
	if sample == "" {
		return "a text"
	}
	return "a text such as " + sample
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
	return strconv.FormatFloat(n.Num, 'g', -1, 64)
}

func number(r *big.Rat) string {
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

var articles = map[string]string{"integer": "a whole number", "number": "a number", "string": "a text", "boolean": "true or false",
	"array": "a list", "object": "a map", "null": "empty"}

// describeType says what type was wanted, and mends what only quotes make wrong.
func describeType(k *kind.Type, node *document.Node, name, seen string) (string, string, []document.Fix) {
	var want []string
	for _, w := range k.Want {
		want = append(want, articles[w])
	}
	text := fmt.Sprintf("%s is %s; it must be %s", name, seen, strings.Join(want, " or "))
	wants := func(t string) bool { return len(k.Want) == 1 && k.Want[0] == t }
	switch {
	case node.Quote != 0 && (wants("integer") && isInteger(node.Text) || wants("boolean") && (node.Text == "true" || node.Text == "false")):
		return "type", text + "; the quotes make it a text, so remove them", document.Replace("remove the quotes", node.Span, node.Text)
	case wants("string") && (node.Type == document.Number || node.Type == document.Bool) && node.Quote == 0:
		return "type", fmt.Sprintf("%s is the %s %s; it must be a text, so write it in quotes", name, node.Type, seen), document.Replace("write it in quotes", node.Span, `"`+node.Text+`"`)
	}
	return "type", text, nil
}

func isInteger(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && strconv.Itoa(n) == s
}

// describeEnum lists what is allowed, and mends a value that differs only in case and separators.
func describeEnum(want []any, node *document.Node, name, seen string) (string, string, []document.Fix) {
	var allowed []string
	for _, w := range want {
		allowed = append(allowed, Literal(w))
	}
	text := fmt.Sprintf("%s is %s; it must be %s", name, seen, oneOf(allowed))
	if node.Type != document.String {
		return "enum", text, nil
	}
	near := rules.Nearest(node.Text, allowed)
	if near == "" {
		return "enum", text, nil
	}
	text += fmt.Sprintf("; did you mean %s?", near)
	if Same(near, node.Text) {
		return "enum", text, document.Replace("write "+near, node.Span, near)
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
	if len(choices) == 1 {
		return choices[0]
	}
	last := len(choices) - 1
	return strings.Join(choices[:last], ", ") + " or " + choices[last]
}
