package reporters

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// closingRoom is more than the closing line of a cut table takes.
const closingRoom = 200

// findingsTable is how findings become a Markdown table, at most so many rows and bytes of it.
type findingsTable struct {
	maxRows, maxBytes int
	cut               string                        // says why findings are left out
	blobs             string                        // address of the files on the web, with a slash at its end; may be empty
	page              func(rule string) *rules.Rule // whose pages are linked
}

// text returns the findings, in the given order, as a table below a heading. A table that is cut ends with a line
// that counts the findings left out.
func (t *findingsTable) text(headline string, findings []*report.Finding) string {
	var text strings.Builder
	fmt.Fprintf(&text, "### nplint: %s\n", headline)
	if len(findings) > 0 {
		text.WriteString("\n| Severity | Place | Rule | Message |\n| --- | --- | --- | --- |\n")
	}
	for i, f := range findings {
		row := fmt.Sprintf("| %s | %s | %s | %s |\n", f.Severity, t.place(f), t.rule(f.Rule), CommentCell(f.Message))
		if i == t.maxRows || text.Len()+len(row) > t.maxBytes-closingRoom {
			fmt.Fprintf(&text, "\n… and %s: %s.\n", spell.Count(len(findings)-i, "more finding"), t.cut)
			break
		}
		text.WriteString(row)
	}
	return text.String()
}

// rule returns the id of a rule, as a link to its page if that is on the web.
func (t *findingsTable) rule(id string) string {
	if t.page(id) == nil || t.page(id).URL() == "" {
		return CommentCell(id)
	}
	return fmt.Sprintf("[%s](%s)", CommentCell(id), t.page(id).URL())
}

// place returns where a finding is, as a link if that is known.
func (t *findingsTable) place(f *report.Finding) string {
	place := fmt.Sprintf("%s:%d:%d", CommentCell(f.Path), f.Range.Start.Line, f.Range.Start.Column)
	if t.blobs == "" {
		return place
	}
	path := destination.Replace((&url.URL{Path: f.Path}).EscapedPath())
	return fmt.Sprintf("[%s](%s%s?plain=1#L%d)", place, t.blobs, path, f.Range.Start.Line)
}

// destination escapes what a path of a URL may hold and Markdown reads in a link.
var destination = strings.NewReplacer("&", "%26", "$", "%24", "~", "%7E", "@", "%40", ":", "%3A", "_", "%5F")

// TableCell returns text that Markdown shows as it is within a table: on one line, and with all punctuation that could
// be read as markup, HTML or the end of the cell as character references. Addresses are still links; see CommentCell.
func TableCell(s string) string { return cellEscapes.Replace(plainWords(Visible(s, ""))) }

var cellEscapes = strings.NewReplacer(cellReferences()...)

// markup stands for an underscore that Markdown could read as markup; Visible leaves no such byte.
const markup = "\x00"

// cellReferences pairs each character that has a meaning in Markdown with a reference to it.
func cellReferences() []string {
	pairs := []string{markup, "&#95;"}
	for _, r := range "&<>|`*[]~\\$" {
		pairs = append(pairs, string(r), fmt.Sprintf("&#%d;", r))
	}
	return pairs
}

// plainWords returns text with markup in place of each underscore, but for those between two ASCII letters or digits,
// which Markdown takes for themselves.
func plainWords(s string) string {
	isWord := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }
	var b strings.Builder
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || i+1 == len(s) || !isWord(s[i-1]) || !isWord(s[i+1])) {
			b.WriteString(markup)
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
