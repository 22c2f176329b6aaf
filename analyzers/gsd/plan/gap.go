package plan

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// gapClosure reports a plan that a run which closes gaps passes over: its key says neither true nor false, or it has no
// such key and waits for a plan that closes gaps and is to run yet, or is made from a report with gaps.
func gapClosure(j *judge) {
	const rule, at = "gsd-plan-gap-closure", "frontmatter.gap_closure"
	pair, text := j.value("gap_closure")
	if pair == nil {
		if !j.open {
			return
		}
		if dep := closing(j); dep != nil {
			j.Report(document.Finding{Rule: rule, Span: dep.Span, At: "frontmatter.depends_on", Lesser: true,
				Message: fmt.Sprintf("%s closes gaps and this plan, which waits for it, does not say so, and a run that closes gaps "+
					"takes only plans with `gap_closure: true`, so it ends without this one; add the key", dep.Plan.ID)})
		} else if from := origin(j); from.Text != "" {
			j.Report(document.Finding{Rule: rule, Span: from.Span, At: "body", Lesser: true,
				Message: fmt.Sprintf("the plan is made from gaps of %s and does not say that it closes them, and a run that closes "+
					"gaps takes only plans with `gap_closure: true`, so it passes this one over; add the key", path.Base(from.Text))})
		}
		return
	}
	if text == "true" || text == "false" {
		return
	}
	f := document.Finding{Rule: rule, Span: dialect.At(pair), At: at, Fixes: j.set1(pair, "true"),
		Message: fmt.Sprintf("`gap_closure` is %s, and a run that closes gaps takes only plans where it is exactly true, so "+
			"it passes this one over; write true", document.Quote(text))}
	if slices.Contains([]string{"no", "off", "false", "0", "n"}, strings.ToLower(text)) {
		f.Lesser, f.Fixes = true, j.set1(pair, "false")
		f.Message = fmt.Sprintf("`gap_closure` is %s, and programs compare it with true and false alone; write false",
			document.Quote(text))
	}
	j.Report(f)
}

// origin returns the name of the report with gaps that an open plan of its phase gives its executor to read, or none.
func origin(j *judge) (none notation.Word) {
	for l := range notation.LinesWith(j.Doc, j.front.End, "-VERIFICATION.md", "-UAT.md") {
		m := atFile().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden {
			continue
		}
		file := l.Word(m[2], m[3])
		if d := j.p.Doc("phases/" + j.plan.Phase.Dir + "/" + j.ofPhase(file.Text)); d != nil {
			status := strings.TrimSpace(dialect.Text(j.p.Front(d).Root.Get("status")))
			if status == "gaps_found" || status == "diagnosed" {
				return file
			}
		}
	}
	return none
}

// closing returns the first dependency of an open plan that closes gaps and is open too.
func closing(j *judge) *model.Dep {
	for i := range j.plan.Deps {
		if plan := j.plan.Deps[i].Plan; plan != nil && plan.Closes && !plan.Done() {
			return &j.plan.Deps[i]
		}
	}
	return nil
}
