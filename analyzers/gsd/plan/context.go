package plan

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

// canonical is what an entry of the canonical references names first: in backticks, or as a path with a directory.
var canonical = memo.Regexp("^\\s*[-*]\\s+(?:\\*\\*)?(?:`@?([^`\\s]+)`|@?([\\w.@()\\[\\]+-]+/[\\w./@()\\[\\]+-]*\\.\\w{1,10})(?:[\\s:,;]|$))")

// context reports canonical references of a phase that are not there, which agents must read before they plan it.
func context(r *document.Reporter, p *model.Planning) {
	ph := p.PhaseOf(r.Doc)
	if ph == nil || ph.Complete() || model.StandingOf(p, ph.Number).Ticked || model.Past(p, r.Doc) {
		return
	}
	var gather model.Gather
	inside := false
	for l := range notation.Lines(r.Doc) {
		switch text := strings.TrimSpace(l.Text); {
		case text == "<canonical_refs>":
			inside = true
		case strings.HasPrefix(text, "</") || strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">"):
			inside = false
		}
		m := canonical().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden || !inside {
			continue
		}
		start, end := max(m[2], m[4]), max(m[3], m[5])
		file := l.Text[start:end]
		if i := strings.IndexAny(file, ":#"); i > 0 {
			file = file[:i] // lines or a heading of the file
		}
		span := l.Part(start, start+len(file))
		if !isPath(strings.Replace(file, ".planning/", "planning/", 1)) || path.Ext(file) == "" ||
			model.Exists(p, path.Join(p.Dir, "phases", ph.Dir, file)) || model.Exists(p, p.Dir+file) {
			continue
		}
		near, missing := absent(p, file)
		if !missing || near == "" && !strings.Contains(file, "/") {
			continue
		}
		gather.Add("reference", unread("gsd-context-reference", span, near,
			file+" is not there, and no plan makes it, so researcher and planner, who must read it, go on without it"))
	}
	gather.Report(r)
}
