package contract

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nplint/nplint/rules"
)

// keywords of JSON Schema 2020-12. A schema with another one has a misspelling that would check nothing.
var keywords = strings.Fields(`$schema $id $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs
	allOf anyOf oneOf not if then else dependentSchemas prefixItems items contains properties patternProperties additionalProperties
	propertyNames unevaluatedItems unevaluatedProperties type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum
	maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required
	dependentRequired title description default deprecated readOnly writeOnly examples format contentEncoding contentMediaType contentSchema`)

// formats that are checked; another name would be let pass by every validator.
var formats = strings.Fields(`date-or-time date date-time time duration period semver uri uri-reference uri-template iri iri-reference
	email idn-email hostname idn-hostname ipv4 ipv6 uuid regex json-pointer relative-json-pointer`)

// checkBody finds mistakes in a contract that would otherwise make a part of it check nothing.
func checkBody(c *rules.Contract, body *rules.Body) error {
	mistake := func(line int, format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", c.File, line, fmt.Sprintf(format, args...))
	}
	data := c.Dialect == "json" || c.Dialect == "jsonl"
	switch {
	case data && (body.Frontmatter != nil || len(body.Sections)+len(body.Patterns)+len(body.Blocks)+len(body.Elements) > 0):
		return mistake(1, "an artefact of the dialect %s has no frontmatter and no body: describe it in [data]", c.Dialect)
	case body.Frontmatter != nil && body.Frontmatter.CheckedBy != "" && !strings.HasPrefix(c.File, "rules/contracts/"):
		return mistake(rules.KeyLine(c.Text, "frontmatter", "checked_by"), "checked_by is for contracts with a pass of their own; remove it")
	}
	if body.Codes != nil && !strings.HasPrefix(c.File, "rules/contracts/") {
		return mistake(rules.KeyLine(c.Text, "codes"), "codes are for contracts that are built in, whose rules have pages; remove the table")
	}
	for table, schema := range map[string]*rules.Schema{"frontmatter": body.Frontmatter, "data": body.Data} {
		if schema == nil {
			continue
		}
		if err := checkKeywords(schema.JSON, []string{table}, c); err != nil {
			return err
		}
	}
	for _, b := range body.Blocks {
		known := keys(body)
		if b.Count != "" && len(known) > 0 && !slices.Contains(known, b.Count) {
			return mistake(lineWith(c.Text, `"`+b.Count+`"`), "count: the contract has no key %q%s", b.Count, didYouMean(b.Count, known))
		}
	}
	return nil
}

// checkKeywords refuses unknown keywords and formats at the top of a schema and in its properties.
func checkKeywords(schema map[string]any, at []string, c *rules.Contract) error {
	for _, keyword := range slices.Sorted(maps.Keys(schema)) {
		if !slices.Contains(keywords, keyword) && !strings.HasPrefix(keyword, "x-") {
			path := append(slices.Clone(at), keyword)
			return fmt.Errorf("%s:%d: %s: JSON Schema has no keyword %q%s", c.File, keywordLine(c, path), strings.Join(at, "."), keyword, didYouMean(keyword, keywords))
		}
		if name, ok := schema[keyword].(string); ok && keyword == "format" && !slices.Contains(formats, name) {
			path := append(slices.Clone(at), keyword)
			return fmt.Errorf("%s:%d: %s: there is no format %q%s", c.File, keywordLine(c, path), strings.Join(at, "."), name, didYouMean(name, formats))
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		if property, ok := properties[key].(map[string]any); ok {
			if err := checkKeywords(property, append(slices.Clone(at), "properties", key), c); err != nil {
				return err
			}
		}
	}
	return nil
}

// keywordLine returns the line of the deepest part of a path that the contract's text shows.
func keywordLine(c *rules.Contract, path []string) int {
	line := 1
	for depth := len(path); depth > 0 && line == 1; depth-- {
		line = rules.KeyLine(c.Text, path[:depth]...)
	}
	return line
}

func didYouMean(word string, known []string) string {
	if near := rules.Nearest(word, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
