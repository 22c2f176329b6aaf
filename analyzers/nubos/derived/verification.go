package derived

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// verification holds the criteria of a verification against the roadmap, which numbers them by their places.
func verification(a *artefact) {
	if agrees(a.tree, a.Doc.Root, a.Doc.Path, a.place.Milestone) {
		return
	}
	e, v := a.entry(), model.ReadVerification(a.Doc)
	if len(v.Titles) == 0 {
		return
	}
	const rule = "verification-stale"
	var missing []string
	for _, c := range e.Criteria {
		title, ok := v.Titles[c.ID]
		first, _, _ := strings.Cut(c.Text, "\n") // a heading has one line
		switch {
		case !ok && !tells(a.Doc.Body, c.ID, first):
			missing = append(missing, c.ID)
		case !ok, c.Text == "", c.Text == c.ID, sameText(title.Text, c.Text), sameText(title.Text, first):
		default:
			a.Reportf(rule, title.Span, "body.blocks["+c.ID+"].heading",
				"%s is %s, but %s in roadmap.yaml, so something else was verified than is demanded; verify that, or "+
					"write what the criterion says", c.ID, document.Quote(title.Text), document.Quote(c.Text))
		}
	}
	// what is missing may stand in it
	open := slices.ContainsFunc(a.Doc.Body.Hidden, func(h document.Hidden) bool { return !h.Closed })
	if len(missing) > 0 && !open {
		span := a.Doc.Front.Open
		if total := a.Doc.Front.Root.Get("sc_total"); total != nil {
			span = total.Span
		}
		a.Reportf(rule, span, "body.blocks",
			"the verification has no block for %s of roadmap.yaml, so nobody says whether it holds; add it",
			shown(missing))
	}
	for id, title := range v.Titles {
		number := strings.TrimPrefix(id, "SC-")
		// how it is written otherwise is reported elsewhere
		if n, _ := strconv.Atoi(number); plainNumber().MatchString(number) && n > len(e.Criteria) {
			a.Reportf(rule, title.Span, "body.blocks["+id+"].heading",
				"%s does not exist: milestone %s has %s in roadmap.yaml; correct the number, or add "+
					"the criterion there", id, a.place.Milestone, document.Count(len(e.Criteria), "success criterion"))
		}
	}
}

// agrees reports whether the verification of a milestone has all criteria of the roadmap, in its words, and no others.
// It is asked first, since it stays while the roadmap cannot be read.
func agrees(tree *model.Tree, root, file, id string) bool {
	if id == "" || file != tree.Path(root, "nubos/verification", id) {
		return true // nobody finds it here, which is reported
	}
	return model.Test(tree, root, id, "agrees with its verification", func(e *model.Entry) bool {
		if e == nil || e.Criteria == nil {
			return true // there is nothing to hold it against, so the milestone need not be read
		}
		v := tree.Outline(root, id).Verification
		if v == nil {
			return true
		}
		for _, c := range e.Criteria {
			if title, ok := v.Titles[c.ID]; !ok || title.Text != c.Text {
				return false
			}
		}
		return len(v.Titles) <= len(e.Criteria)
	})
}

var (
	plainNumber = memo.Regexp(`^[1-9]\d{0,5}$`)
	// aboutCriterion is a line that is meant for the heading of a criterion, right or wrong.
	aboutCriterion = memo.Regexp(`(?i)^#+[*_ \t]*SC[-_ ]?0*(\d+)\b`)
)

// tells reports whether a heading that the consumer does not see is meant for a criterion, by its number or its text.
// That it is wrong is reported there.
func tells(b *document.Body, id, criterion string) (found bool) {
	b.EachLine(func(text string, _ int) bool {
		if strings.HasPrefix(text, "#") {
			m := aboutCriterion().FindStringSubmatch(text)
			found = m != nil && "SC-"+m[1] == id || criterion != "" && strings.Contains(text, criterion)
		}
		return !found
	})
	return found
}
