package contract

import (
	"fmt"
	"strconv"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/schema"
	"github.com/nplint/nplint/internal/spell"
)

// mendType adds to a finding about a type how to mend what only quotes make wrong.
func mendType(f *document.Finding, b *schema.Breach) {
	types, n := b.Types(), b.Node
	if len(types) != 1 {
		return
	}
	switch want := types[0]; {
	case n.Quote != 0 && unquotes(n.Text, want):
		f.Message += "; the quotes make it a text, so remove them"
		f.Fixes = document.Replace("remove the quotes", n.Span, n.Text)
	case want == "string" && len(b.Choices()) > 0:
		f.Message = fmt.Sprintf("%s is %s; it must be %s", b.Name(), document.Show(n), document.OneOf(b.Choices()))
	case want == "string" && (n.Type == document.Number || n.Type == document.Bool):
		f.Message = fmt.Sprintf(
			"%s is the %s %s; it must be a text, so write it in quotes", b.Name(), n.Type, document.Show(n))
		f.Fixes = document.Replace("write it in quotes", n.Span, `"`+n.Text+`"`)
	}
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

// mendEnum adds to a finding about a value that is none of those allowed the one that is near.
func mendEnum(a *artefact, f *document.Finding, b *schema.Breach) {
	if b.Node.Type != document.String {
		return
	}
	allowed := b.Words()
	near := a.nearest(b.Node.Text, allowed)
	if near == "" {
		return
	}
	if len(allowed) > 1 {
		f.Message += fmt.Sprintf("; did you mean %s?", near)
	}
	if !b.IsKey {
		f.Fixes = nearFix(b.Node.Text, near, allowed, b.Node.Span, quoted(a, b.Node, near))
	}
}

// mendPattern adds to a finding about a text the one that has the shape of an example, if that is all that it lacks.
func mendPattern(a *artefact, f *document.Finding, b *schema.Breach, example string) {
	meant := spell.Shaped(b.Node.Text, example)
	if meant == "" || meant == b.Node.Text || b.IsKey || !b.Fits(meant) {
		return
	}
	f.Message += fmt.Sprintf("; did you mean %s?", meant)
	f.Fixes = document.Guess("write "+meant, b.Node.Span, quoted(a, b.Node, meant))
}

// nearFix returns the fix that writes a text in the place of a word: that of a near one of those allowed. It is safe if the
// word differs from that only in case, separators or tense, and there is none if another one is as near.
func nearFix(word, near string, allowed []string, place document.Span, text string) []document.Fix {
	switch {
	case spell.Surely(word, near):
		return document.Replace("write "+near, place, text)
	case spell.Only(word, allowed) == near:
		return document.Guess("write "+near, place, text)
	}
	return nil
}

// quoted returns how a text stands in the place of a value: in the quotes that it has or must have.
func quoted(a *artefact, n *document.Node, text string) string {
	if isJSON(a.doc) {
		return strconv.Quote(text)
	}
	return n.Requote(text)
}
