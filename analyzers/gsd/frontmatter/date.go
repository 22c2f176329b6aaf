package frontmatter

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	dateKeys = []string{"created", "updated", "started", "completed", "verified", "reviewed", "planted", "researched", "gathered",
		"audited", "last_updated", "date"}
	// toldBy is the kinds whose text has dates of what was done and no examples.
	toldBy = []string{"gsd/state", "gsd/roadmap", "gsd/requirements", "gsd/project", "gsd/milestones"}
	day    = memo.Regexp(`\b(20\d\d-\d\d-\d\d)(?:\b|T)`)
	// dayLabel is a date behind a label, or that is a cell.
	dayLabel = memo.Regexp(`(?i)^(?:\*\*[^*]+(?::\*\*|\*\*:)[ \t]*|\|(?:.*\|)?[ \t]*)(20\d\d-\d\d-\d\d)(?:T\S*)?[ \t]*(?:\||$)`)
	activity = memo.Regexp(`(?i)^[ \t*]*last activity\b`)
)

// dates reports days that do not exist, and what ended before it began.
func dates(r *document.Reporter, p *model.Planning) {
	if r.Doc.Problem != nil {
		return
	}
	f := p.Front(r.Doc)
	var gather model.Gather
	none := func(at string, text string, span document.Span) {
		gather.Add("none", document.Finding{Rule: "gsd-date", Span: span, At: at,
			Message: fmt.Sprintf("there is no day %s, so nobody knows when it was; correct it", text)})
	}
	days := map[string]string{}
	for i := range f.Root.Pairs {
		pair := &f.Root.Pairs[i]
		text := dialect.Text(pair.Value)
		if !slices.Contains(dateKeys, pair.Key) || len(text) < len(time.DateOnly) {
			continue
		}
		if text = text[:len(time.DateOnly)]; !day().MatchString(text) {
			continue
		}
		if notation.Day(text) == "" {
			none("frontmatter."+pair.Key, text, pair.Value.Span)
			continue
		}
		days[pair.Key] = text
	}
	for _, end := range []string{"updated", "last_updated"} {
		for _, start := range []string{"created", "started", "planted"} {
			if pair := f.Root.Pair(end); days[end] != "" && days[end] < days[start] {
				gather.Add("order", document.Finding{Rule: "gsd-date", Span: pair.Value.Span, At: "frontmatter." + end,
					Related: []document.Related{{Span: f.Root.Pair(start).Value.Span, Message: "it began here"}},
					Message: fmt.Sprintf("`%s` is %s and `%s` %s, so the file ended before it began; correct the one that is wrong",
						end, days[end], start, days[start])})
			}
		}
	}
	early(r, p, f, days["verified"])
	form := dayLabel
	if slices.Contains(toldBy, r.Doc.Kind) {
		form = day
	}
	for l := range notation.LinesWith(r.Doc, f.End, "20") {
		if l.Hidden {
			continue
		}
		m := form().FindStringSubmatchIndex(l.Text)
		if m == nil || strings.Count(l.Text[:m[2]], "`")%2 == 1 || notation.Day(l.Text[m[2]:m[3]]) != "" ||
			r.Doc.Kind == "gsd/state" && activity().MatchString(l.Text) {
			continue // in code it is an example; the last is told as a field of the state
		}
		none("body", l.Text[m[2]:m[3]], l.Part(m[2], m[3]))
	}
	gather.Report(r)
}

// early reports a verification from before the end of what it verifies. Clocks of two zones may be a day apart.
func early(r *document.Reporter, p *model.Planning, f *dialect.Front, verified string) {
	ph := p.PhaseOf(r.Doc)
	if verified == "" || ph == nil || p.Standalone || ph.Verified.Status != "passed" || !strings.HasSuffix(r.Doc.Path, "/"+ph.Verified.File) {
		return // where gaps were found, plans follow that close them
	}
	seen, _ := time.Parse(time.DateOnly, verified)
	limit := seen.AddDate(0, 0, 1).Format(time.DateOnly)
	last, file := limit, ""
	for _, s := range ph.Summaries {
		if !s.Lost && s.Completed > last {
			last, file = s.Completed, s.File
		}
	}
	if file == "" {
		return
	}
	r.Report(document.Finding{Rule: "gsd-date", Span: f.Root.Pair("verified").Value.Span, At: "frontmatter.verified",
		Message: fmt.Sprintf("the report is of %s, and %s was completed on %s, so nobody has verified what came of it; verify "+
			"the phase again, or correct the date", verified, file, last)})
}
