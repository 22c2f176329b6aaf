package reference

import (
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var (
	parted = memo.Regexp("^/([a-z][\\w-]*(?:/[\\w-]+)+)(?:$|[\\s.,;:!?)`\"'])")
	said   = memo.Regexp(`(?i)\b(?:runs?|use|using|types?|calls?|invokes?|executes?|try|via|with|commands?)\b`)
)

// judgeSlashed reports commands in directories that are called with slashes, as a path.
func judgeSlashed(r *model.Reporter) {
	told := map[string]bool{}
	notation.TextWith(r.Doc, "/", func(l notation.Line) {
		for at := 1; at < len(l.Text); at++ {
			i := strings.IndexByte(l.Text[at:], '/')
			if i < 0 {
				return
			}
			if at += i; !strings.ContainsRune(" \t(`\"'", rune(l.Text[at-1])) {
				continue
			}
			m := parted().FindStringSubmatch(l.Text[at:])
			if m == nil {
				continue
			}
			text := m[1]
			name := strings.ReplaceAll(text, "/", ":")
			if told[name] || !r.IsCommand(name) {
				continue
			}
			span := l.Span(at+1, at+1+len(text))
			near := l.Around(at, at)
			if !said().MatchString(near.Text[:l.Start+at-near.Start]) || sample().MatchString(near.Text) {
				continue
			}
			told[name] = true
			r.Fixf("cc-reference", span, "body", document.Replace("write "+name, span, name),
				"the directories of a command are separated by colons, so /%s calls nothing; write /%s", text, name)
		}
	})
}
