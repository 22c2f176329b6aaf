package frontmatter

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/memo"
)

// figures is what the keys of a block of figures must be (phase-estimation.cjs): of the file's kind, the key, and the
// names in it.
var figures = map[string]struct {
	key, follows string
	names        []string
}{
	"gsd/plan": {"estimate", "`estimate-calibrate` takes no sample from the plan, and what it took improves no later estimate",
		[]string{"tokens", "tasks", "confidence"}},
	"gsd/summary": {"actuals", "`estimate-calibrate` takes no sample from the summary",
		[]string{"tokens", "tasks", "commits"}},
}

var wholePositive = memo.Regexp(`^[1-9]\d{0,15}$`)

// estimate reports figures of a plan or of what it took that GSD does not read: it wants each on a line of its own
// below the key, whole and plain.
func estimate(r *document.Reporter, p *model.Planning, root *document.Node) {
	want, known := figures[r.Doc.Kind]
	pair := root.Pair(want.key)
	if !known || pair == nil || pair.Value.Type == document.Null || dialect.Text(pair.Value) == "null" {
		return
	}
	if p.Edition == "1.x" || p.Edition == "" && model.ByLines(p, r.Doc) {
		return // get-shit-done estimates nothing, so the key is the author's own
	}
	report := func(span document.Span, name, advice, format string, args ...any) {
		at := "frontmatter." + want.key
		if name != "" {
			at += "." + name
		}
		r.Report(document.Finding{Rule: "gsd-plan-estimate", Span: span, At: at,
			Message: fmt.Sprintf(format, args...) + ", so " + want.follows + "; " + advice})
	}
	if pair.Value.Type != document.Map || pair.Value.Flow {
		report(pair.KeySpan, "", "write each on a line of its own", "GSD reads `%s` line by line and finds no %s below it",
			want.key, document.AllOf(want.names))
		return
	}
	for _, name := range want.names {
		n := pair.Value.Get(name)
		text := strings.TrimSpace(dialect.Text(n))
		switch {
		case n == nil || text == "":
			report(pair.KeySpan, name, "add it", "`%s` has no `%s`", want.key, name)
		case name == "confidence":
			if text != "low" && text != "med" && text != "high" {
				report(n.Span, name, "write low, med or high", "`confidence` is %s", document.Quote(text))
			}
		case !wholePositive().MatchString(text) && (name != "commits" || text != "0"), n.Quote != 0:
			report(n.Span, name, "write a whole number, in figures alone", "`%s` is %s", name, r.Doc.Text(n.Span))
		}
	}
}
