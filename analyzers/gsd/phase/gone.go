package phase

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// gone reports ticked phases of the roadmap that have neither a directory nor an archive. Many are one finding.
func gone(r *document.Reporter, p *model.Planning) {
	rm := p.Roadmap()
	if rm == nil || r.Doc.Problem != nil || len(p.Phases()) == 0 || over(rm) {
		return
	}
	var gather model.Gather
	for _, sec := range rm.Sections {
		e, is := rm.Entry(sec.Number), func(ph *model.Phase) bool {
			return ph.Number == sec.Number || strings.HasPrefix(strings.ToUpper(ph.Dir), sec.Number+"-") // as in v1.3-01-name
		}
		if sec.Head.Archived || sec.Head.Hidden || e == nil || !e.Done() || e.Archived || rm.Section(sec.Number) != sec ||
			slices.ContainsFunc(p.Phases(), is) || model.Archived(p, sec.Number) || notation.Parked(sec.Number) {
			continue
		}
		gather.Add("W006", document.Finding{Rule: "gsd-phase-dir", Span: sec.Head.Span, At: "body", Lesser: true,
			Message: fmt.Sprintf("phase %s is ticked and has neither a directory nor an archive (W006), so nobody can read "+
				"what it did; restore the directory", sec.Number)})
	}
	gather.Report(r)
}

// over reports whether all boxes of the current milestone are ticked: then its phases may have been cleared away.
func over(rm *model.Roadmap) bool {
	return !slices.ContainsFunc(rm.Entries, func(e model.Entry) bool { return !e.Archived && !e.Done() })
}
