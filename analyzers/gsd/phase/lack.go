package phase

import (
	"fmt"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
)

// lack is the summaries of a project that lack the same keys.
type lack struct {
	first string // the path of the first
	all   int
}

// lacks are those of projects, by what they lack.
type lacks = document.Memo[*model.Planning, map[string]*lack]

// missing returns the required keys that a summary lacks: those that most others have, and those that few have.
func missing(p *model.Planning, d *document.Document, f *dialect.Front) (some, rare []string) {
	misspelt := model.Slips(p, d, f.Root)
	for _, key := range p.Vocabulary("gsd", "summary_required") {
		switch quoted := "`" + key + "`"; {
		case f.Root.Has(key) || misspelt.Mean(key):
		case model.Majority(p, "summary", key):
			some = append(some, quoted)
		default:
			rare = append(rare, quoted)
		}
	}
	return some, rare
}

// lackOf says what a summary lacks, and where, or "".
func lackOf(f *dialect.Front, some []string) string {
	if len(some) == 0 {
		return ""
	}
	where := ""
	if metrics := f.Root.Get("metrics"); metrics.Has("duration") || metrics.Has("completed") {
		where = " at its top, where `metrics` is"
	}
	return document.AllOf(some) + where
}

// lacksOf gathers the summaries of a project by what they lack.
func lacksOf(p *model.Planning) map[string]*lack {
	all := map[string]*lack{}
	for _, ph := range p.Phases() {
		for _, s := range ph.Summaries {
			d := p.At(s.Path)
			if d == nil || d.Problem != nil || len(s.Plans) == 0 || model.Past(p, d) {
				continue
			}
			f := p.Front(d)
			if f.Lost() {
				continue
			}
			some, _ := missing(p, d, f)
			what := lackOf(f, some)
			if l := all[what]; l != nil {
				l.all++
			} else if what != "" {
				all[what] = &lack{first: s.Path, all: 1}
			}
		}
	}
	return all
}

// keys reports required keys that are missing, in one finding at the first summary that lacks the same: what most lack as
// an info.
func (j *judge) keys(f *dialect.Front, s *model.Summary, known *lacks) {
	if s == nil || len(s.Plans) == 0 || model.Past(j.p, j.Doc) {
		return
	}
	const rule, at = "gsd-summary-keys", "frontmatter"
	span := document.Span{End: len("---")}
	some, rare := missing(j.p, j.Doc, f)
	if what := lackOf(f, some); what != "" {
		l := known.Get(j.p.Set, j.p, func() map[string]*lack { return lacksOf(j.p) })[what]
		if l == nil || l.first != j.Doc.Path {
			return
		}
		more := ""
		if l.all > 1 {
			more = fmt.Sprintf("; the same holds for %s", document.Count(l.all-1, "other summary"))
		}
		j.Reportf(rule, span, at, "the summary has no %s, which others have, so `frontmatter validate --schema summary` refuses it; "+
			"add it%s", what, more)
	} else if len(rare) > 0 && s == firstSummary(j.p) {
		j.Lesserf(rule, span, at, "like most here, the summary has no %s, so `frontmatter validate --schema summary` refuses it; add it",
			document.AllOf(rare))
	}
}

// firstSummary returns the first summary of the first phase that has some, or nil.
func firstSummary(p *model.Planning) *model.Summary {
	for _, ph := range p.Phases() {
		if len(ph.Summaries) > 0 {
			return ph.Summaries[0]
		}
	}
	return nil
}
