package phase

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	ticked   = memo.Regexp("`([^`\n]+\\.[a-zA-Z]+)`")
	labelled = memo.Regexp("(?i)(?:Created|Modified|Added|Updated|Edited):\\s*`?([^\\s`\\[\\]]+\\.[a-zA-Z]+)`?")
	future   = memo.Regexp(`(?i)\b(?:will|(?:next|later|future)\s+phase|planned?|would\s+(?:be|add|create|build)|` +
		`to\s+be\s+(?:added|created|built)|eventually|not\s+yet|delet\w*|remov\w*|renam\w*|moved|replac\w*|drop\w*|no|not|gone|was|` +
		`were|instead|old|former\w*)\b`)
)

// claims reports files that a summary says were made, and that are not there. `phase complete` looks for what stands
// between backticks or behind words such as Created, but on lines that speak of what is to come; here lines that speak of
// what went away are passed over as well.
func (j *judge) claims(f *dialect.Front) {
	if j.ph.Verified.Status == "passed" || model.StandingOf(j.p, j.ph.Number).Ticked || model.Past(j.p, j.Doc) {
		return // files of what is done are renamed and go away
	}
	var named []notation.Word
	keys := f.Root.Get("key-files")
	for _, name := range []string{"created", "modified"} {
		if list := keys.Get(name); list != nil {
			for _, n := range list.Items {
				named = append(named, notation.Word{Text: dialect.Text(n), Span: n.Span})
			}
		}
	}
	for l := range notation.LinesWith(j.Doc, f.End, "`", ":") {
		if l.Hidden || future().MatchString(l.Text) {
			continue
		}
		for _, m := range slices.Concat(ticked().FindAllStringSubmatchIndex(l.Text, -1),
			labelled().FindAllStringSubmatchIndex(l.Text, -1)) {
			named = append(named, l.Word(m[2], m[3]))
		}
	}
	var missing []notation.Word
	var paths []string
	seen := map[string]bool{}
	for _, w := range named {
		if file := j.file(w.Text); !seen[file] && j.probable(w.Text) && !model.Exists(j.p, w.Text) {
			seen[file], missing, paths = true, append(missing, w), append(paths, file)
		}
	}
	ignored, err := j.p.Git.Ignored(paths)
	if err != nil {
		ignored = nil
	}
	var gather model.Gather
	for i, w := range missing {
		if ignored[paths[i]] {
			continue
		}
		gather.Add("path", document.Finding{Rule: "gsd-summary-path", Span: w.Span, At: "body",
			Message: fmt.Sprintf("%s is not there, and the summary of a phase that is under way names it, so `phase complete` "+
				"warns of it, and what comes next counts on work that may not be done; write the path as it is, or make the file",
				document.Quote(w.Text))})
	}
	gather.Report(j.Reporter)
}

// file returns the path in the run of one that a summary names.
func (j *judge) file(named string) string { return document.Join(j.p.Root, path.Clean(named)) }

// probable reports whether a text names a file of the project, as `verify-summary` takes it; one in a directory that is
// not there is built, or a name elsewhere.
func (j *judge) probable(text string) bool {
	first, _, below := strings.Cut(text, "/")
	return below && model.Exists(j.p, first) && !strings.HasPrefix(text, "http") && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "~") &&
		!strings.ContainsAny(text, "*?{}<>$|\"' \t") && !strings.Contains(text, "://") && strings.IndexByte(first, '.') <= 0 &&
		!strings.Contains(text, "..")
}
