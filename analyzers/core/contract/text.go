package contract

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/rules"
)

// judgeText reports a body that is longer than it may be, and links that lead to no file.
func judgeText(set *document.Set, r *reporter, body *rules.Body) {
	want := body.Text
	if r.Doc.Body == nil || want == (rules.Limits{}) {
		return // most contracts limit nothing
	}
	text := r.Doc.Content()[r.Doc.Body.Span.Start:r.Doc.Body.Span.End]
	for _, limit := range []struct {
		count func(text string) int
		most  int
		noun  string
	}{
		{func(text string) int { return strings.Count(strings.TrimRight(text, "\n"), "\n") + 1 }, want.MaxLines, "line"},
		{countWords, want.MaxWords, "word"},
	} {
		if is := 0; limit.most > 0 {
			if is = limit.count(text); is <= limit.most {
				continue
			}
			const format = "the body has %s, and %d are the most that its readers take in; shorten it, or divide it"
			r.Report(document.Finding{Rule: "text-too-long", Span: r.Doc.FirstLine(), At: "body",
				Message: fmt.Sprintf(format, document.Count(is, limit.noun), limit.most)})
		}
	}
	if want.Links && !set.Standalone {
		judgeLinks(set, r)
	}
}

func countWords(text string) (n int) {
	for range strings.FieldsSeq(text) {
		n++
	}
	return n
}

var (
	link = memo.Regexp(`\]\(\s*<?([^)\s>]+)|^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)`)
	code = memo.Regexp("`+[^`]*`+")
	away = memo.Regexp(`^(?:[A-Za-z][A-Za-z0-9+.-]*:|//|#)`)
)

func judgeLinks(set *document.Set, r *reporter) {
	dir := path.Dir(r.Doc.RootPath())
	r.Doc.Body.EachLine(func(line string, start int) bool {
		line = code().ReplaceAllStringFunc(line, func(s string) string { return strings.Repeat(" ", len(s)) })
		for _, m := range link().FindAllStringSubmatchIndex(line, -1) {
			if m[2] < 0 {
				m[2], m[3] = m[4], m[5]
			}
			written := line[m[2]:m[3]]
			if away().MatchString(written) {
				continue
			}
			target, _, _ := strings.Cut(written, "#")
			target, _, _ = strings.Cut(target, "?")
			if plain, err := url.PathUnescape(target); err == nil {
				target = plain
			}
			file := path.Join(dir, target)
			if strings.HasPrefix(target, "/") {
				file = strings.TrimPrefix(path.Clean(target), "/")
			}
			if file == ".." || strings.HasPrefix(file, "../") || set.Files.Look(r.Doc.Root, file) != document.Absent {
				continue // what lies outside of the project cannot be known
			}
			const format = "the link leads to %s, which is not there; correct it, or write that file"
			r.Report(document.Finding{Rule: "link-broken", Span: document.Span{Start: start + m[2], End: start + m[3]},
				At: "body", Message: fmt.Sprintf(format, document.Quote(written))})
		}
		return true
	})
}
