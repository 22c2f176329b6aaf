package reporters

import (
	"fmt"
	"io"
	"strings"

	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/report"
)

const (
	// maxCommentRows is how many findings a comment shows: it is read between other comments.
	maxCommentRows = 30
	// maxComment is how many bytes a comment has at most; GitHub refuses one of more than 65,536 characters.
	maxComment = 60_000
	// commentMarker begins a comment, so that a program can find its last one and replace it. It is not shown.
	commentMarker = "<!-- nplint -->\n"
)

// writeMarkdown writes the most important findings as a Markdown table for a comment on a pull request, and counts
// the others.
func writeMarkdown(w io.Writer, r *report.Report, _ *Options) error {
	table := findingsTable{page: r.Rule, maxRows: maxCommentRows, maxBytes: maxComment,
		cut: "the whole report has them"}
	_, err := io.WriteString(w, commentMarker+table.text(headline(r), byImportance(r)))
	return err
}

// CommentCell is TableCell for a page of GitHub or its like. There text can do more than look: call people by their
// names, mention issues and be a link. A mark in an element of its own means nothing to that.
func CommentCell(s string) string {
	return commit().ReplaceAllString(commentEscapes.Replace(plainWords(Visible(s, ""))), "<code>$0</code>")
}

// commit is what GitHub takes for the name of a commit, and makes a link of.
var commit = memo.Regexp(`(?i)\b[0-9a-f]{7,40}\b`)

var commentEscapes = strings.NewReplacer(append(commentReferences(), cellReferences()...)...)

// commentReferences pairs what begins a mention or a link with what does not.
func commentReferences() []string {
	pairs := []string{"@", "<code>@</code>", "://", "&#58;//"}
	for _, word := range []string{"www", "Www", "wWw", "wwW", "WWw", "WwW", "wWW", "WWW"} {
		pairs = append(pairs, word+".", word+"&#46;")
	}
	for digit := range 10 {
		pairs = append(pairs, fmt.Sprintf("#%d", digit), fmt.Sprintf("<code>#</code>%d", digit))
		for _, word := range []string{"GH", "Gh", "gH", "gh"} { // GH-1 is an issue
			pairs = append(pairs, fmt.Sprintf("%s-%d", word, digit), fmt.Sprintf("%s<code>-</code>%d", word, digit))
		}
	}
	return pairs
}
