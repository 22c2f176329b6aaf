package contract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/rules"
)

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
	for _, b := range body.Blocks {
		known := keys(body)
		if b.Count != "" && len(known) > 0 && !slices.Contains(known, b.Count) {
			return mistake(lineWith(c.Text, `"`+b.Count+`"`), "count: the contract has no key %q%s", b.Count, didYouMean(b.Count, known))
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
