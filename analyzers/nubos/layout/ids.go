package layout

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// idKinds is the kinds whose ids must be those of their paths.
var idKinds = []string{
	"nubos/milestone-context", "nubos/milestone-roadmap", "nubos/milestone-meta", "nubos/slice-assessment",
	"nubos/slice-plan", "nubos/slice-research", "nubos/slice-summary", "nubos/slice-uat", "nubos/todo",
	"nubos/task-plan", "nubos/task-summary", "nubos/verification", "nubos/validation",
}

// ids holds the ids in an artefact against those of its path.
func ids(r *document.Reporter) {
	place := place.Of(r.Doc.Root, r.Doc.Path)
	if place.Milestone == "" {
		return // a directory above it is misnamed
	}
	a := artefact{Reporter: r, full: []string{place.Milestone}}
	for _, part := range []string{place.Slice, place.Task} {
		if part != "" {
			a.full = append(a.full, part)
		}
	}
	a.keys()
	a.body()
}

// artefact is one file under judgement.
type artefact struct {
	*document.Reporter
	full []string // the parts of the id of its place
}

// report reports what names another part of the project, with the fix that writes text there.
func (a *artefact) report(span document.Span, at, title, text, format string, args ...any) {
	a.Fixf("id-path", span, at, document.Replace("write "+title, span, text), format, args...)
}

// keys judges ids in frontmatter or data.
func (a *artefact) keys() {
	var root *document.Node
	at := "frontmatter."
	switch {
	case a.Doc.Kind == "nubos/slice-plan" || a.Doc.Kind == "nubos/task-plan" || a.Doc.Kind == "nubos/verification" ||
		a.Doc.Kind == "nubos/validation":
		return // their own passes do
	case a.Doc.Front != nil && a.Doc.Front.Fault == nil:
		root = a.Doc.Front.Root
	case a.Doc.Data != nil && a.Doc.Data.Fault == nil:
		root, at = a.Doc.Data.Root, "$."
	}
	for _, key := range []struct {
		name  string
		parts int
	}{{"id", 3}, {"milestone", 1}, {"milestone_id", 1}, {"slice", 2}, {"slice_id", 2}} {
		n := root.Get(key.name)
		want := strings.Join(a.full[:min(key.parts, len(a.full))], "-")
		if n == nil || n.Type != document.String || n.Text == want || !idForm().MatchString(n.Text) {
			continue
		}
		text := want
		if n.Quote != 0 || a.Doc.Data != nil {
			text = `"` + want + `"`
		}
		a.report(n.Span, at+key.name, want, text,
			"`%s` is %s, but the path says %s; programs go by the path, people and agents by what they "+
				"read", key.name, document.Quote(n.Text), want)
	}
}

var (
	idForm     = memo.Regexp(`^M\d+(-S\d+)?(-T\d+)?$`)
	footerLine = memo.Regexp(`^\*(Milestone|Slice|Task): (M\d+(?:-S\d+)?(?:-T\d+)?)\*$`)
	leadingID  = memo.Regexp(`^(?:Slice )?(M\d+(?:-S\d+)?(?:-T\d+)?)(?:\s|:|$)`)
)

// body judges the id that the title starts with and the field Milestone below it.
func (a *artefact) body() {
	if a.Doc.Body == nil {
		return // of data
	}
	if h := a.Doc.Body.Title(); h != nil { // a summary repeats those of its tasks
		if m := leadingID().FindStringSubmatchIndex(h.Text); m != nil &&
			strings.HasPrefix(a.Doc.Text(h.Title), h.Text[:m[3]]) {
			a.inBody(h.Text[m[2]:m[3]], document.Span{Start: h.Title.Start + m[2], End: h.Title.Start + m[3]},
				"body.title", "title")
		}
	}
	a.demoted()
	a.output()
	for i := range a.Doc.Body.Fields {
		if f := &a.Doc.Body.Fields[i]; f.Label == "Milestone" || f.Label == "Slice" {
			if idForm().MatchString(f.Text) {
				a.inBody(f.Text, f.Value, "body."+strings.ToLower(f.Label), "field "+f.Label)
			}
			break
		}
	}
	a.footer()
}

// demoted reports a title that has lost its level, so that the file has none. That of a task is compared with its
// plan.
func (a *artefact) demoted() {
	if len(a.Doc.Body.Headings) == 0 || a.Doc.Kind == "nubos/task-plan" || a.Doc.Body.Title() != nil {
		return
	}
	h := &a.Doc.Body.Headings[0]
	if id := leadingID().FindStringSubmatch(h.Text); id == nil || id[1] != strings.Join(a.full, "-") {
		return
	}
	a.report(h.Span, "body.title", "a heading of the first level", "# "+a.Doc.Text(h.Title),
		"the title is a heading of level %d, and the file has none of the first, which is where readers find what it is "+
			"about; write `# %s`", h.Level, h.Text)
}

// summaryName is how a plan names the summary that is to be written.
var summaryName = memo.Regexp(`\b([ST]\d+)-SUMMARY\.md\b`)

// output judges the summary that a plan tells the executor to write: it must be its own.
func (a *artefact) output() {
	if a.Doc.Kind != "nubos/slice-plan" && a.Doc.Kind != "nubos/task-plan" {
		return
	}
	own := a.full[len(a.full)-1]
	for i := range a.Doc.Body.Elements {
		e := &a.Doc.Body.Elements[i]
		if e.Name != "output" || e.Hidden || e.Unclosed || e.Parent >= 0 {
			continue
		}
		text := a.Doc.Text(e.Inner())
		m := summaryName().FindStringSubmatchIndex(text)
		if m == nil || strings.Contains(text, own+"-SUMMARY.md") || text[m[2]] != own[0] {
			return
		}
		span := document.Span{Start: e.Inner().Start + m[2], End: e.Inner().Start + m[3]}
		a.report(span, "body.output", own, own,
			"`<output>` asks for %s, but the file is one of %s, so its summary would overwrite that of another part; "+
				"write %s-SUMMARY.md", text[m[0]:m[1]], strings.Join(a.full, "-"), own)
		return
	}
}

// footer judges the last lines that templates write, such as *Slice: M001-S001* above *Assessed: 2026-04-20*.
func (a *artefact) footer() {
	src := strings.TrimRight(a.Doc.Content(), " \t\r\n")
	start := strings.LastIndexByte(src, '\n') + 1
	m := footerLine().FindStringSubmatchIndex(src[start:])
	for m == nil && start > 0 && len(src)-start > 2 && src[start] == '*' && strings.HasSuffix(src, "*") {
		src = strings.TrimRight(src[:start], " \t\r\n")
		start = strings.LastIndexByte(src, '\n') + 1
		m = footerLine().FindStringSubmatchIndex(src[start:])
	}
	if m == nil || start < a.Doc.Body.Span.Start || a.Doc.Body.HiddenAt(start) != nil {
		return
	}
	what := src[start+m[2] : start+m[3]]
	if parts := map[string]int{"Milestone": 1, "Slice": 2, "Task": 3}[what]; parts > len(a.full) {
		return // a summary ends with what it repeats of its last task
	}
	a.inBody(src[start+m[4]:start+m[5]], document.Span{Start: start + m[4], End: start + m[5]},
		"body."+strings.ToLower(what), "last line")
}

// inBody compares as many parts of an id as there are.
func (a *artefact) inBody(id string, span document.Span, at, what string) {
	parts := strings.Split(id, "-")
	n := min(len(parts), len(a.full))
	want := strings.Join(a.full[:n], "-")
	if strings.Join(parts[:n], "-") == want && len(parts) <= len(a.full) {
		return
	}
	if len(parts) > len(a.full) {
		want = strings.Join(a.full, "-")
	}
	a.report(span, at, want, want,
		"the %s names %s, but the file is one of %s; readers take what it says for another part of the project; write %s",
		what, id, strings.Join(a.full, "-"), want)
}
