package dialect

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// texts are the keys whose value is text for the model or the user, in which nobody means YAML's comments, anchors and
// tags.
var texts = []string{"argument-hint", "compatibility", "description", "initialPrompt", "when_to_use"}

// notText are the types of values that are told elsewhere, or have no text.
var notText = []document.Type{document.Null, document.List, document.Map}

// lost notes values without quotes of which YAML takes a part for something else: ` #` starts a comment, and a first
// word with `&` or `!` before it is an anchor or a tag.
func lost(s string, f *document.Frontmatter) {
	for _, p := range f.Root.Pairs {
		if !slices.Contains(texts, p.Key) || p.Value.Quote != 0 || slices.Contains(notText, p.Value.Type) {
			continue
		}
		start := p.KeySpan.End + len(":")
		start += len(s[start:]) - len(strings.TrimLeft(s[start:], " \t\r\n"))
		stop, _ := document.LineEnd(s, p.Value.Span.End)
		word, _, _ := strings.Cut(s[start:stop], " ")
		behind := s[p.Value.Span.End:stop]
		comment := strings.TrimLeft(behind, " \t")
		note := document.Finding{Rule: "cc-frontmatter-lost", At: "frontmatter." + p.Key}
		switch {
		case strings.HasPrefix(word, "|"), strings.HasPrefix(word, ">"):
			continue
		case strings.HasPrefix(word, "&") || strings.HasPrefix(word, "!"):
			note.Span = document.Span{Start: start, End: start + len(word)}
			note.Message = "to YAML the first word is a tag"
			if word[0] == '&' {
				note.Message = "to YAML the first word is an anchor"
			}
		case len(comment) < len(behind) && isText(comment):
			note.Span = document.Span{Start: stop - len(comment), End: stop}
			note.Message = "to YAML a comment starts here"
		default:
			continue
		}
		note.Message += ", so Claude Code reads this value without it; put the value in quotes"
		if value := strings.TrimRight(s[start:stop], " \t"); !strings.Contains(value, "\n") {
			span := document.Span{Start: start, End: start + len(value)}
			note.Fixes = document.Replace("put it in quotes", span, quote(value))
		}
		f.Notes = append(f.Notes, note)
	}
}

// isText reports whether what looks like a comment is none to its author: `#12`, `#general`, or a `#` and no more.
func isText(comment string) bool {
	after, ok := strings.CutPrefix(comment, "#")
	return ok && (after == "" || !strings.ContainsAny(after[:1], " \t#!-=")) && !strings.HasPrefix(after, "TODO")
}
