package agent

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// doctrinePath is where agents' mandates point to, relative to the project root.
const doctrinePath = "templates/COMPLETENESS.md"

// judgeMandate holds an agent against the completeness lints of its project. A file that is judged alone has no project.
func judgeMandate(r *document.Reporter, tree *project.Tree) {
	if tree.Standalone {
		return
	}
	if !tree.HasArtefact(r.Doc.Root, doctrinePath) {
		if tree.First(r.Doc) {
			r.Report(document.Finding{Rule: "doctrine:missing-completeness-file", Span: r.Doc.FirstLine(), At: "body.completeness_mandate",
				Message: fmt.Sprintf("the project has agents and no %s, so the rules that their mandates cite are nowhere to be read; add the file", doctrinePath)})
		}
		return
	}
	for _, h := range r.Doc.Body.Headings {
		rest, ok := strings.CutPrefix(h.Text, "Completeness Mandate")
		if !ok || h.Level != 2 || h.Indent > 0 || h.Setext || rest != "" && (rest[0] == '_' || rest[0] >= '0' && rest[0] <= '9' || rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'z') {
			continue
		}
		if !bytes.Contains(r.Doc.Src, []byte("COMPLETENESS.md")) {
			r.Report(document.Finding{Rule: "agent:missing-completeness-link", Span: h.Span, At: "body.completeness_mandate",
				Message: fmt.Sprintf("the mandate does not name %s, so the agent cannot read the rules that bind it; add a link", doctrinePath)})
		}
		return
	}
	span := r.Doc.FirstLine()
	if h := project.MeantHeading(r.Doc.Body, "Completeness Mandate"); h != nil {
		span = h.Span
	}
	r.Report(document.Finding{Rule: "agent:missing-completeness-mandate", Span: span, At: "body.completeness_mandate",
		Message: fmt.Sprintf("the agent has no section `## Completeness Mandate`, so it is not bound by %s", doctrinePath),
		Fixes:   mandate(r.Doc)})
}

// mandate is the fix that adds a stub section.
func mandate(d *document.Document) []document.Fix {
	line := d.Newline()
	gap := line
	if !d.EndsLine() {
		gap = line + line
	}
	end := document.Span{Start: len(d.Src), End: len(d.Src)}
	return document.Replace("add the section", end, gap+"## Completeness Mandate"+line+line+"Bound by [`templates/COMPLETENESS.md`](../templates/COMPLETENESS.md)."+line)
}

var ruleHeading = rules.Lazy(`^(\d+)\.\s+`)

// judgeDoctrine reports a doctrine whose numbered rules are not 1 to 12 in order: agents cite them by number.
func judgeDoctrine(r *document.Reporter) {
	if r.Doc.Problem != nil {
		return
	}
	expected := 1
	for _, h := range r.Doc.Body.Headings {
		m := ruleHeading().FindStringSubmatch(h.Text + " ")
		if m == nil || h.Level != 3 {
			continue
		}
		if m[1] != fmt.Sprint(expected) {
			r.Report(document.Finding{Rule: "doctrine:doctrine-drift", Span: h.Span, At: "body.rules",
				Message: fmt.Sprintf("rule %s stands where rule %d is expected: agents cite the twelve rules by number, so they must be 1 to 12 in order", m[1], expected)})
			return
		}
		expected++
	}
	if expected != 13 {
		r.Report(document.Finding{Rule: "doctrine:doctrine-drift", Span: r.Doc.FirstLine(), At: "body.rules",
			Message: fmt.Sprintf("the doctrine has %s (`### 1. …`), and agents cite twelve by number", document.Count(expected-1, "numbered rule"))})
	}
}
