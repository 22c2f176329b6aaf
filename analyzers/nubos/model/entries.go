package model

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// Item is a piece of text with its place in a document.
type Item struct {
	Text string
	Span document.Span
}

// dependencies cuts the value of depends_on as the scaffolder does: one bracket at each end is dropped, commas
// separate.
func dependencies(a *document.Attr) []Item {
	text, at := a.Text, a.Value.Start
	if rest, ok := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), "["); ok {
		at += len(text) - len(rest)
		text = rest
	}
	text = strings.TrimSuffix(strings.TrimRight(text, " \t\r\n"), "]")
	return split(text, at, ",")
}

// split cuts text that starts at offset at into trimmed items that are not empty.
func split(text string, at int, separators string) []Item {
	var items []Item
	for start := 0; start <= len(text); {
		end := strings.IndexAny(text[start:], separators)
		if end < 0 {
			end = len(text) - start
		}
		piece := text[start : start+end]
		if trimmed := strings.TrimSpace(piece); trimmed != "" {
			from := at + start + strings.Index(piece, trimmed)
			items = append(items, Item{trimmed, document.Span{Start: from, End: from + len(trimmed)}})
		}
		start += end + 1
	}
	return items
}

// Entries cuts the text of a span at line ends and commas, as the scaffolder reads lists of files, without bullets.
func Entries(src string, span document.Span) []Item {
	items := split(src[span.Start:span.End], span.Start, ",\n")
	return unbullet(items)
}

// Lines cuts the text of a span at line ends only, without bullets.
func Lines(src string, span document.Span) []Item {
	return unbullet(split(src[span.Start:span.End], span.Start, "\n"))
}

func unbullet(items []Item) []Item {
	kept := items[:0]
	for _, item := range items {
		for _, bullet := range []string{"- ", "* "} {
			if rest, ok := strings.CutPrefix(item.Text, bullet); ok {
				item.Text = strings.TrimSpace(rest)
				item.Span.Start = item.Span.End - len(item.Text)
				break
			}
		}
		if item.Text != "" && item.Text != "-" && item.Text != "*" {
			kept = append(kept, item)
		}
	}
	return kept
}
