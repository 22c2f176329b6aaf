package reference

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/claude/model"
	"github.com/nplint/nplint/analyzers/claude/notation"
	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var mention = memo.Regexp(`(?:^|\s)@((?:\./)?[A-Za-z.][\w.-]*(?:/[\w.-]+)+\.\w+)` +
	`(?:\s|$|[,;:.)])`)

// judgeMentions reports files that a command or skill of a project has Claude Code read, relative to the project, and that are
// not there though their directory is.
func judgeMentions(r *model.Reporter) {
	if !strings.Contains("/"+r.Doc.Path, "/.claude/") {
		return // whose project it will be nobody knows
	}
	notation.TextWith(r.Doc, "@", func(l notation.Line) {
		_, prose := l.Codes()
		m := mention().FindStringSubmatchIndex(prose)
		if m == nil {
			return
		}
		target := prose[m[2]:m[3]]
		file := path.Join(notation.Project(r.Doc.Path), target)
		if r.Exists(file) || !r.Exists(path.Dir(file)) || !text().MatchString(target) {
			return
		}
		f := document.Finding{Rule: "cc-import", Span: l.Span(m[2], m[3]), At: "body",
			Message: "@" + target + " is not there, so Claude Code gives the model nothing of it and does not say so"}
		if near, isSure := model.NearFile(r, path.Dir(file), path.Base(file)); near != "" {
			near = strings.TrimSuffix(target, path.Base(target)) + near
			f.Message += "; did you mean @" + near + "?"
			f.Fixes = model.Instead("write @"+near, f.Span, near, isSure)
		} else {
			f.Message += "; paths are relative to the project"
		}
		r.Missing(file, f)
	})
}
