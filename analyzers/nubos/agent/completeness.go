package agent

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// judgeMandate holds an agent against the completeness lints of its project. A file that is judged alone has no
// project.
func judgeMandate(r *document.Reporter, tree *model.Tree) {
	if tree.Standalone {
		return
	}
	const at = "body.completeness_mandate"
	if !tree.HasArtefact(r.Doc.Root, place.Doctrine) {
		// The installer puts agents into the directory of a runtime, such as .claude, and leaves the templates out.
		if tree.First(r.Doc) && !strings.HasPrefix(r.Doc.Path, ".") && !strings.Contains(r.Doc.Path, "/.") {
			r.Reportf("doctrine:missing-completeness-file", r.Doc.FirstLine(), at,
				"the project has agents and no %s, so the rules that their mandates cite are nowhere to be read; add the "+
					"file", place.Doctrine)
		}
		return
	}
	model.Bound(r, "Completeness Mandate", "Bound by",
		document.Finding{Rule: "agent:missing-completeness-link", At: at,
			Message: "the mandate does not name " + place.Doctrine +
				", so the agent cannot read the rules that bind it; add a link"},
		document.Finding{Rule: "agent:missing-completeness-mandate", At: at,
			Message: "the agent has no section `## Completeness Mandate`, so it is not bound by " + place.Doctrine})
}

var ruleHeading = memo.Regexp(`^(\d+)\.\s+`)

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
			r.Reportf("doctrine:doctrine-drift", h.Span, "body.rules",
				"rule %s stands where rule %d is expected: agents cite the twelve rules by number, so they must be 1 to "+
					"12 in order", m[1], expected)
			return
		}
		expected++
	}
	if expected != 13 {
		r.Reportf("doctrine:doctrine-drift", r.Doc.FirstLine(), "body.rules",
			"the doctrine has %s (`### 1. …`), and agents cite twelve by number",
			document.Count(expected-1, "numbered rule"))
	}
}
