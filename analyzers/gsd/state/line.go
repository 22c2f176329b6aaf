package state

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var progressBlock = memo.Regexp(`(?m)^progress:\s*\r?\n((?:[ \t]+\w+:.+\r?\n?)+)`)

// statusLine reports figures of progress that the status line of GSD does not see. It has no YAML: it wants `progress:`
// alone on its line, and the keys on the lines directly below it.
func (j *judge) statusLine() {
	progress := j.s.Front.Root.Pair("progress")
	if progress == nil || progress.Value.Type != document.Map || j.s.Front.Lost() {
		return
	}
	seen := ""
	if m := progressBlock().FindStringSubmatch(j.Doc.Text(j.s.Front.Text)); m != nil {
		seen = m[1]
	}
	var unseen []string
	for _, key := range []string{"completed_phases", "total_phases", "percent"} {
		if progress.Value.Has(key) && !figure(seen, key) {
			unseen = append(unseen, "`"+key+"`")
		}
	}
	if len(unseen) == 0 {
		return
	}
	span, why := progress.KeySpan, "it wants each key on a line of its own, a plain number behind it"
	if found := false; !progress.Value.Flow {
		for l := range strings.Lines(j.Doc.Text(document.Span{Start: progress.KeySpan.Start, End: progress.Value.Span.End})) {
			text := strings.TrimSpace(l)
			if at := strings.Index(text, "#"); text == "" || at >= 0 && (at == 0 || strings.HasPrefix(text, "progress:")) {
				start := span.Start + strings.IndexFunc(l, func(c rune) bool { return c != ' ' && c != '\t' })
				found, why = true, "its list of keys ends at this line"
				span = document.Span{Start: start, End: start + max(len(text), 1)}
				break
			}
			span.Start += len(l)
		}
		if !found {
			span = progress.KeySpan
		}
	}
	j.report("gsd-state-line", span, "frontmatter.progress", false, nil,
		"the status line of GSD reads line by line, and %s: it does not see %s; write `progress:` and its keys below each "+
			"other, and nothing between them", why, document.AllOf(unseen))
}

// figure reports whether a text has a key with a number, as the status line looks for it.
func figure(text, key string) bool {
	for l := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(l, " \t"), key+":"); ok {
			rest = strings.TrimLeft(rest, " \t")
			return rest != "" && '0' <= rest[0] && rest[0] <= '9'
		}
	}
	return false
}
