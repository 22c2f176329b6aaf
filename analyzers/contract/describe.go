package contract

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// describer puts a breach into words.
type describer struct {
	*breach
	name   string // "`key`" or "item 3 of `key`"
	sample string // how a right value may look, or ""
	json   bool   // texts are always in double quotes
}

// describe gives a breach its rule, message and fixes.
func (d *describer) describe() (rule, text string, fixes []document.Fix) {
	seen := document.Show(d.node)
	must := func(rule, format string, args ...any) (string, string, []document.Fix) {
		return rule, fmt.Sprintf("%s is %s; it must be %s", d.name, seen, fmt.Sprintf(format, args...)), nil
	}
	switch d.keyword {
	case "type":
		return d.typeError(seen)
	case "enum":
		return d.enumError(seen)
	case "minimum":
		return must("min", "at least %s", number(d.bound.limit))
	case "exclusiveMinimum":
		return must("min", "more than %s", number(d.bound.limit))
	case "maximum":
		return must("max", "at most %s", number(d.bound.limit))
	case "exclusiveMaximum":
		return must("max", "less than %s", number(d.bound.limit))
	case "multipleOf":
		return must("schema", "a multiple of %s", number(d.bound.limit))
	case "minLength":
		if d.size == 0 {
			return "min-length", d.name + " is empty; write a text" + suchAs(d.sample), nil
		}
		return "min-length", d.name + d.has("character"), nil
	case "maxLength":
		return "max-length", d.name + d.has("character"), nil
	case "minItems":
		return "min-items", d.name + d.has("item"), nil
	case "maxItems":
		return "max-items", d.name + d.has("item"), nil
	case "pattern":
		return "pattern", fmt.Sprintf("%s is %s; it must match `%s`%s", d.name, seen, d.schema.pattern, suchAs(d.sample)), nil
	case "format":
		if d.schema.format == "date-or-time" {
			return must("format", "an ISO 8601 date or time, such as 2026-04-20 or 2026-04-20T14:30:00Z")
		}
		return must("format", "of the format %s%s", d.schema.format, suchAs(d.sample))
	}
	return "schema", fmt.Sprintf("%s breaks its schema: %s", d.name, d.other()), nil
}

// has says how large the value is and how large it must be.
func (d *describer) has(noun string) string {
	limit := "at least"
	if strings.HasPrefix(d.keyword, "max") {
		limit = "at most"
	}
	return fmt.Sprintf(" has %s; it must have %s %s", document.Count(d.size, noun), limit, number(d.bound.limit))
}

// other puts the keywords into words that have no rule of their own.
func (d *describer) other() string {
	switch d.keyword {
	case "anyOf":
		return "it fits none of the allowed forms (anyOf)"
	case "oneOf":
		return "it must fit exactly one of the allowed forms (oneOf)"
	case "not":
		return "it has a form that is excluded (not)"
	case "contains":
		return "it holds no item of the form that one must have (contains)"
	case "minContains":
		return fmt.Sprintf("it holds %s of the form that at least %s must have (minContains)", document.Count(d.size, "item"), number(d.bound.limit))
	case "maxContains":
		return fmt.Sprintf("it holds %s of the form that at most %s may have (maxContains)", document.Count(d.size, "item"), number(d.bound.limit))
	case "minProperties", "maxProperties":
		return fmt.Sprintf("it%s (%s)", d.has("key"), d.keyword)
	}
	return "nothing may stand here"
}

// suchAs is the end of a message that gives an example, or "" if there is none.
func suchAs(sample string) string {
	if sample == "" {
		return ""
	}
	return ", such as " + sample
}

// write returns how a text stands in the place of the value: in the quotes that it has or must have.
func (d *describer) write(text string) string {
	if d.json {
		return strconv.Quote(text)
	}
	return d.node.Requote(text)
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

var articles = map[string]string{"integer": "a whole number", "number": "a number", "string": "a text", "boolean": "true or false",
	"array": "a list", "object": "a map", "null": "empty"}

// typeError says what type was wanted, and mends what only quotes make wrong.
func (d *describer) typeError(seen string) (string, string, []document.Fix) {
	types := d.schema.types
	var want []string
	for _, w := range types {
		want = append(want, articles[w])
	}
	text := fmt.Sprintf("%s is %s; it must be %s", d.name, seen, strings.Join(want, " or "))
	if len(types) != 1 {
		return "type", text, nil
	}
	switch w := types[0]; {
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
func (d *describer) enumError(seen string) (string, string, []document.Fix) {
	var allowed []string
	for _, w := range d.choice.values {
		allowed = append(allowed, Literal(w))
	}
	text := fmt.Sprintf("%s is %s; it must be %s", d.name, seen, document.OneOf(allowed))
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
	if Same(near, d.node.Text) && !d.isKey {
		return "enum", text, document.Replace("write "+near, d.node.Span, d.write(near))
	}
	return "enum", text, nil
}

// Same reports whether two words differ only in case, hyphens, underscores and spaces, so that one is surely meant for the other.
func Same(a, b string) bool {
	clean := strings.NewReplacer("_", "", "-", "", " ", "")
	return strings.EqualFold(clean.Replace(a), clean.Replace(b))
}
