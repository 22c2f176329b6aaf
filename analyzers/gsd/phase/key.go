package phase

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var summaryName = memo.Regexp(`[\w./-]*SUMMARY\.md`)

// inPhases returns the names of files of phases, and the paths of their artefacts below their directories.
func inPhases(p *model.Planning) map[string]bool {
	return p.InPhases.Get(p.Set, true, func() map[string]bool {
		all := map[string]bool{}
		for _, ph := range p.Phases() {
			names, _ := p.Files.List(p.Root, p.Dir+"phases/"+ph.Dir)
			for _, name := range slices.Concat(names, ph.Files) {
				all[name] = true
			}
		}
		return all
	})
}

// sources reports summaries that a run of tests was made from, and that are not there.
func (j *judge) sources(root *document.Node) {
	if j.Doc.Kind != "gsd/uat" {
		return
	}
	for _, n := range model.Keys(root.Get("source")) {
		for _, name := range summaryName().FindAllString(dialect.Text(n), -1) {
			there := func(dir string) bool { return j.p.Files.Look(j.p.Root, path.Join(dir, name)) == document.File }
			if inPhases(j.p)[path.Clean(name)] || there("") || there(j.p.Dir) || there(j.p.Dir+"phases/"+j.ph.Dir) {
				continue
			}
			j.Report(document.Finding{Rule: "gsd-report-phase", Span: n.Span, At: "frontmatter.source", Lesser: true,
				Message: fmt.Sprintf("the tests say that they were made from %s, which is not there, so nobody can hold them "+
					"against what was built; name the summary that is meant", name)})
		}
	}
}

var titlePhase = memo.Regexp(`^Phase\s+(\d+[A-Za-z]?(?:\.\d+)*)\b`)

// titled reports a title that says that the file is of another phase, where no key and no name says so.
func titled(j *judge) {
	front := j.p.Front(j.Doc)
	headings := j.Doc.Body.Headings // comments of the frontmatter among them
	i := slices.IndexFunc(headings, func(h document.Heading) bool { return h.Span.Start >= front.End })
	if i < 0 || headings[i].Level != 1 || j.ph.Number == "" || slices.Contains(j.ph.Foreign, path.Base(j.Doc.Path)) ||
		strings.TrimSpace(j.Doc.Content()[front.End:headings[i].Span.Start]) != "" {
		return
	}
	m := titlePhase().FindStringSubmatch(headings[i].Text)
	if m == nil {
		return
	}
	number := notation.Number(m[1])
	key := notation.PhaseNamed(strings.TrimSpace(dialect.Text(front.Root.Get("phase"))))
	if number == j.ph.Number || number == key || strings.HasPrefix(j.ph.Number, number+".") ||
		strings.HasPrefix(path.Base(j.Doc.Path), strings.ReplaceAll(m[1], ".", "-")+"-") {
		return // of a phase that was put in between the title may be that of the one before, and 3.01 may be plan 03-01
	}
	j.Report(document.Finding{Rule: "gsd-report-phase", Span: headings[i].Title, At: "body",
		Message: fmt.Sprintf("the title is that of phase %s, and the file lies in %s, so whoever reads it takes it for one of the "+
			"other phase; write the number of this one", number, j.ph.Dir)})
}

// placed holds `phase` and `plan` of a report against the place where it lies. Digests go by the key of a summary.
func (j *judge) placed() {
	f := j.p.Front(j.Doc)
	if f.Lost() || j.ph.Number == "" || slices.Contains(j.ph.Foreign, path.Base(j.Doc.Path)) {
		return // that the file is of another phase is told
	}
	j.sources(f.Root)
	effect := "digests file it under the other phase"
	if j.Doc.Kind != "gsd/summary" {
		effect = "whoever reads the key looks in the wrong place"
	}
	if pair := f.Root.Pair("phase"); pair != nil {
		text := strings.TrimSpace(dialect.Text(pair.Value))
		number := notation.PhaseNamed(text)
		if number != "" && number != j.ph.Number && !strings.HasPrefix(number, j.ph.Number+"-") {
			j.Report(document.Finding{Rule: "gsd-report-phase", Span: pair.Value.Span, At: "frontmatter.phase",
				Lesser: j.Doc.Kind != "gsd/summary",
				Fixes:  document.Replace("write "+j.ph.Dir, pair.Value.Span, pair.Value.Requote(j.ph.Dir)),
				Message: fmt.Sprintf("`phase` is %s, and the file lies in %s, so %s; write %s", document.Quote(text), j.ph.Dir,
					effect, j.ph.Dir)})
			return
		}
	}
	pair := f.Root.Pair("plan")
	id := notation.Canonical(strings.TrimSuffix(path.Base(j.Doc.Path), "-SUMMARY.md"))
	if s := j.own(); s == nil || len(s.Plans) == 0 || pair == nil || !strings.Contains(id, "-") ||
		notation.Undated(path.Base(j.Doc.Path)) != "" {
		return
	}
	text := strings.TrimSpace(dialect.Text(pair.Value))
	number := id[strings.LastIndexByte(id, '-')+1:]
	a, okA := notation.ParseInt(text[strings.LastIndexByte(text, '-')+1:])
	b, okB := notation.ParseInt(number)
	if okA && okB && a != b {
		j.Fixf("gsd-report-phase", pair.Value.Span, "frontmatter.plan",
			document.Replace("write "+number, pair.Value.Span, pair.Value.Requote(number)),
			"`plan` is %s, and the file is the summary of %s, so digests tell of another plan; write %s",
			document.Quote(text), id, number)
	}
}
