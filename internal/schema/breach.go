package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Breach is one way in which a value breaks its schema.
type Breach struct {
	Keyword string         // the keyword that is broken; "" is the schema `false`, and "enum" is const as well
	Node    *document.Node // the value; of propertyNames, a text that stands for the key
	Path    []Step         // from the root to the value
	IsKey   bool           // Node stands for the key that Path ends with

	Values []any            // that const or enum allow
	Limit  float64          // of the keywords with a limit
	Size   int              // of the value, for limits of sizes
	Keys   []string         // that required and dependentRequired miss
	Cause  string           // the key that dependentRequired is about
	Pairs  []*document.Pair // that additionalProperties does not allow
	Equal  [2]int           // the first two items that uniqueItems finds equal

	schema *subschema
	words  func() wording // of Values
}

// Step leads from a map or list to one of its members.
type Step struct {
	Pair  *document.Pair // nil in a list
	Index int            // in a list
}

// Types returns the types that the broken schema allows, in the order in which messages list them.
func (b *Breach) Types() []string { return b.schema.types }

// Choices returns the texts that the broken schema allows besides its types, if it lists any.
func (b *Breach) Choices() (texts []string) {
	for _, c := range b.schema.choices {
		for _, v := range c.values {
			if text, ok := v.(string); ok {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// Fits reports whether a text matches the pattern of the broken schema.
func (b *Breach) Fits(text string) bool {
	return b.schema.pattern == nil || b.schema.pattern.MatchString(text)
}

// Properties returns the keys that the broken schema names, sorted.
func (b *Breach) Properties() []string { return slices.Sorted(maps.Keys(b.schema.object.properties)) }

// Requires reports whether the broken schema demands a key.
func (b *Breach) Requires(key string) bool { return slices.Contains(b.schema.object.required, key) }

// At returns the place of the value below the name of the root: "$.tasks[2].status".
func (b *Breach) At(root string) string {
	at := root
	for _, s := range b.Path {
		if s.Pair == nil {
			at = fmt.Sprintf("%s[%d]", at, s.Index)
		} else {
			at += "." + s.Pair.Key
		}
	}
	return at
}

// Span returns where the value stands. That of a value without any text is its key.
func (b *Breach) Span() document.Span {
	if last := len(b.Path) - 1; b.Node.Span.Len() == 0 && last >= 0 && b.Path[last].Pair != nil {
		return b.Path[last].Pair.KeySpan
	}
	return b.Node.Span
}

// Name names the value in a message: "`key`", or "item 3 of `key`".
func (b *Breach) Name() string {
	if b.IsKey {
		return "the key"
	}
	for i := len(b.Path) - 1; i >= 0; i-- {
		if b.Path[i].Pair == nil {
			continue
		}
		name := "`" + b.Path[i].Pair.Key + "`"
		for _, s := range b.Path[i+1:] {
			name = fmt.Sprintf("item %d of %s", s.Index+1, name)
		}
		return name
	}
	return "the value"
}

// Words returns the values that const or enum allow as Literal writes them. They are not the caller's to change.
func (b *Breach) Words() []string { return b.words().all }

// Message says what is wrong in a sentence. The sample is how a right value may look, or "". Which keys are missing or
// too many, and which items are equal, is left to the caller, who knows how to mend it.
func (b *Breach) Message(sample string) string {
	example := ""
	if sample != "" {
		example = ", such as " + sample
	}
	seen := document.Show(b.Node)
	switch b.Keyword {
	case "type":
		return b.must(inWords(b.schema.types) + b.model(sample))
	case "enum":
		return b.must(b.words().oneOf)
	case "minimum":
		return b.must("at least " + number(b.Limit))
	case "exclusiveMinimum":
		return b.must("more than " + number(b.Limit))
	case "maximum":
		return b.must("at most " + number(b.Limit))
	case "exclusiveMaximum":
		return b.must("less than " + number(b.Limit))
	case "multipleOf":
		return b.must("a multiple of " + number(b.Limit))
	case "minLength":
		if b.Size == 0 {
			return b.Name() + " is empty; write a text" + example
		}
		return b.Name() + b.has("character")
	case "maxLength":
		return b.Name() + b.has("character")
	case "minItems", "maxItems":
		return b.Name() + b.has("item")
	case "pattern":
		return fmt.Sprintf("%s is %s; it must match `%s`%s", b.Name(), seen, b.schema.pattern, example)
	case "format":
		if b.schema.format == "date-or-time" {
			return b.must("an ISO 8601 date or time, such as 2026-04-20 or 2026-04-20T14:30:00Z")
		}
		return b.must("of the format " + b.schema.format + example)
	}
	return fmt.Sprintf("%s breaks its schema: %s", b.Name(), b.shape())
}

func (b *Breach) must(what string) string {
	return fmt.Sprintf("%s is %s; it must be %s", b.Name(), document.Show(b.Node), what)
}

// has says how large the value is and how large it must be.
func (b *Breach) has(noun string) string {
	limit := "at least"
	if strings.HasPrefix(b.Keyword, "max") {
		limit = "at most"
	}
	return fmt.Sprintf(" has %s; it must have %s %s", document.Count(b.Size, noun), limit, number(b.Limit))
}

// shape puts the keywords into words that are about the form of a value as a whole.
func (b *Breach) shape() string {
	switch b.Keyword {
	case "anyOf":
		return "it fits none of the allowed forms (anyOf)"
	case "oneOf":
		return "it must fit exactly one of the allowed forms (oneOf)"
	case "not":
		return "it has a form that is excluded (not)"
	case "contains":
		return "it holds no item of the form that one must have (contains)"
	case "minContains":
		const format = "it holds %s of the form that at least %s must have (minContains)"
		return fmt.Sprintf(format, document.Count(b.Size, "item"), number(b.Limit))
	case "maxContains":
		const format = "it holds %s of the form that at most %s may have (maxContains)"
		return fmt.Sprintf(format, document.Count(b.Size, "item"), number(b.Limit))
	case "minProperties", "maxProperties":
		return fmt.Sprintf("it%s (%s)", b.has("key"), b.Keyword)
	}
	return "nothing may stand here"
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// articles are the types of values in words.
var articles = map[string]string{"integer": "a whole number", "number": "a number", "string": "a text", "boolean": "true or false",
	"array": "a list", "object": "a map", "null": "empty"}

func inWords(types []string) string {
	var words []string
	for _, t := range types {
		if t != "null" {
			words = append(words, articles[t])
		}
	}
	if len(words) < len(types) {
		words = append(words, articles["null"])
	}
	return document.OneOf(words)
}

// model is a value of the one type that is allowed: a list with the value that stands there alone, or the sample.
func (b *Breach) model(sample string) string {
	switch types := b.schema.types; {
	case len(types) != 1:
	case types[0] == "array" && b.Node.Type == document.String && isPlainWord(b.Node.Text) && b.schema.items.ofTexts():
		return ", such as [" + document.Show(b.Node) + "]"
	case types[0] == "string" && sample != "":
		return ", such as " + sample
	}
	return ""
}

// ofTexts reports whether the items of a list are texts.
func (l *listSchema) ofTexts() bool { return l.rest != nil && slices.Contains(l.rest.types, "string") }

// isPlainWord reports whether a text is short and one thing.
func isPlainWord(text string) bool {
	return text != "" && len(text) < 40 && !strings.ContainsAny(text, ",;[]{}\"\n")
}

// Literal writes a value of a schema as frontmatter has it: texts that would be read as something else in double
// quotes, lists and maps as JSON.
func Literal(v any) string {
	switch v := v.(type) {
	case string:
		if _, err := strconv.ParseFloat(v, 64); err == nil || v == "" || v == "true" || v == "false" || v == "null" ||
			strings.ContainsAny(v[:1], "[{\"'#&*!|>%@`~") {
			return `"` + v + `"`
		}
	case nil, float64, []any, map[string]any:
		if text, err := json.Marshal(v); err == nil {
			return string(text)
		}
	}
	return fmt.Sprint(v)
}
