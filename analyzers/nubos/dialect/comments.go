package dialect

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
)

// commentPlace says where a comment in the frontmatter belongs.
func commentPlace(comment string) string {
	if strings.Contains(comment, suppressionWord) {
		return "a suppression of what stands here is written in the body, as `<!-- nplint-ignore-file RULE -- " +
			"reason -->`"
	}
	return "move the comment into the body"
}

// suppressionWord starts the comments that package suppression reads.
const suppressionWord = "nplint-ignore"

// moveComments is the fix that moves all comment lines behind the frontmatter, as HTML comments.
func moveComments(s string, f *document.Frontmatter) []document.Fix {
	fix := document.Fix{Title: "move the comments into the body"}
	line := document.Newline(s)
	var moved strings.Builder
	for at := f.Text.Start; at < f.Text.End; {
		end, next := document.LineEnd(s, at)
		if first, last := document.Trim(s, at, end); first < last && s[first] == '#' {
			fix.Edits = append(fix.Edits, document.Edit{Span: span(at, next), Text: ""})
			words := strings.TrimSpace(strings.TrimLeft(s[first:last], "#"))
			if rest, ok := strings.CutPrefix(words, suppressionWord+" "); ok && !strings.Contains(rest, "-->") {
				words = suppressionWord + "-file " + rest // in the body no smaller one reaches the frontmatter
			} else {
				words = strings.ReplaceAll(words, "--", "- -") // which would end the comment
			}
			if words != "" {
				moved.WriteString("<!-- " + words + " -->" + line)
			}
		}
		at = next
	}
	if moved.Len() > 0 {
		fix.Edits = append(fix.Edits, document.Edit{Span: span(f.End, f.End), Text: line + moved.String()})
	}
	return []document.Fix{fix}
}
