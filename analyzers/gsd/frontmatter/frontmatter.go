// Package frontmatter judges whether GSD reads the keys of a file, and reads them as they look.
package frontmatter

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer reports frontmatter that GSD does not find, cannot read, or reads otherwise than it looks.
var Analyzer = &analysis.Analyzer{
	Name:     "gsdfrontmatter",
	Doc:      "report what keeps GSD from reading the keys of a planning file",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		kinds := []string{"plan", "summary", "verification", "uat", "validation", "state", "context", "todo", "debug",
			"thread", "seed", "security", "review"}
		dated := slices.Concat(kinds, []string{"research", "roadmap", "requirements", "project", "milestones", "milestone-audit"})
		model.Of(pass).Each(document.Of(pass), kinds, judge)
		model.Of(pass).Each(document.Of(pass), dated, dates)
		return nil, nil
	},
}

// effects is what follows, for each kind, if no key of its files is read.
var effects = map[string]string{
	"gsd/plan":         "the plan has no wave, no dependencies and no must_haves",
	"gsd/summary":      "the summary says neither what it finished nor how",
	"gsd/verification": "the phase counts as never verified and is executed again",
	"gsd/uat":          "its status is not known",
	"gsd/state":        "the status line and whoever asks for a key see nothing of it",
	"gsd/validation":   "its status is not known",
	"gsd/debug":        "the session counts as open whenever a milestone ends",
	"gsd/security":     "ship stops the phase, whatever is closed",
	"gsd/review":       "execute-phase tells nobody of what was found",
}

// demanded is the kinds that GSD wants keys of.
var demanded = map[string]bool{"gsd/plan": true, "gsd/summary": true, "gsd/verification": true, "gsd/uat": true}

// few is the kinds of which programs read those keys alone that follows knows.
var few = map[string]bool{"gsd/todo": true, "gsd/debug": true, "gsd/thread": true, "gsd/seed": true}

func judge(r *document.Reporter, p *model.Planning) {
	if r.Doc.Problem != nil || len(strings.TrimSpace(r.Doc.Content())) == 0 || shelf(r.Doc, p) != "" &&
		shelf(r.Doc, p) != "resolved" {
		return
	}
	f := p.Front(r.Doc)
	if f.Fault != nil {
		if front, _, _ := strings.Cut(r.Doc.Content(), "\n---"); !strings.Contains(front, "\n<<<<<<< ") {
			judgeFault(r, p, *f.Fault, f.Absent)
		}
	}
	for _, note := range slices.Concat(f.Notes, unknownComments(r.Doc, p, f)) {
		key, _, _ := strings.Cut(strings.TrimPrefix(note.At, "frontmatter."), ".")
		if note.Rule == "gsd-frontmatter-yaml" && note.Lesser {
			note.Lesser = !model.ByLines(p, r.Doc) || model.Past(p, r.Doc)
		}
		note.Least = note.Least || few[r.Doc.Kind] && follows(p, r.Doc.Kind, key) == ""
		r.Report(note)
	}
	if f.Absent || !f.Lost() {
		untitled(r, p, f)
	}
	if !f.Lost() && !strings.HasPrefix(p.Below(r.Doc), "quick/") {
		misspelt(r, p, f.Root)
		estimate(r, p, f.Root)
	}
}

// unknownComments returns comments in a plan of get-shit-done that is to be run, which takes them for a part of the value.
func unknownComments(d *document.Document, p *model.Planning, f *dialect.Front) []document.Finding {
	if d.Kind != "gsd/plan" || p.Old() || f.Lost() || !model.ByLines(p, d) {
		return nil
	}
	ph := p.PhaseOf(d)
	if ph == nil {
		return nil
	}
	if plan := ph.PlanAt[d.Path]; plan == nil || plan.Done() || model.Past(p, d) {
		return nil
	}
	notes := dialect.Read(d.Content(), "1.x").Notes
	return slices.DeleteFunc(notes, func(n document.Finding) bool {
		return n.Rule != "gsd-frontmatter-comment" ||
			slices.ContainsFunc(f.Notes, func(o document.Finding) bool { return o.Span == n.Span })
	})
}

// shelf returns the directory below debug/ that a session lies in, or "": nobody looks into it for open ones.
func shelf(d *document.Document, p *model.Planning) string {
	below, ok := strings.CutPrefix(p.Below(d), "debug/")
	dir, _, inside := strings.Cut(below, "/")
	if !ok || !inside {
		return ""
	}
	return dir
}

// judgeFault reports a fault of the frontmatter, or that there is none, with what comes of it.
func judgeFault(r *document.Reporter, p *model.Planning, fault document.Finding, absent bool) {
	effect, then := effects[r.Doc.Kind], "as it is"
	if shelf(r.Doc, p) != "" {
		effect = ""
	}
	isPast := model.Past(p, r.Doc)
	isQuick := strings.HasPrefix(p.Below(r.Doc), "quick/") // a quick task has neither phase nor waves
	switch {
	case absent && (isQuick || mayLack(r.Doc, p, effect, isPast)):
		return
	case absent && r.Doc.Kind == "gsd/debug":
		fault.Least = true
	case absent && r.Doc.Kind == "gsd/uat" && !strings.HasSuffix(r.Doc.Path, "UAT.md"):
		fault.Lesser, effect = true, ""
		fault.Message = `to GSD a file with "-UAT" in its name is a run of tests, and this one has no frontmatter, so audits list it ` +
			"whenever a milestone ends; name it otherwise, or write the keys"
	case absent && r.Doc.Kind == "gsd/verification" && foreignName(r.Doc):
		fault.Lesser, effect = true, ""
		fault.Message = `to GSD a file whose name ends in "-VERIFICATION.md" is the report of the phase if it has no other, and ` +
			"this one has no frontmatter, so the phase counts as never verified; name it otherwise, or write the keys"
	case absent:
		fault.Lesser = isPast || r.Doc.Kind == "gsd/summary" || r.Doc.Kind == "gsd/uat" || p.Old()
	case fault.Rule == "gsd-frontmatter-missing" && !demanded[r.Doc.Kind]:
		if effect == "" {
			return
		}
		fault.Lesser = true
	case fault.Rule == "gsd-frontmatter-unparseable":
		byLines := !model.ReadsYAML(p)
		fault.Lesser = byLines || isPast
		who := ""
		if byLines {
			who, then = " (get-shit-done and older gsd-core go by lines)", "there"
		}
		fault.Message = "gsd-core since 1.14 reads no key of this file, for it is no YAML" + who + ": " + fault.Message
	}
	if isQuick {
		fault.Lesser, effect = true, ""
		if r.Doc.Kind == "gsd/summary" {
			effect = "audit-open takes the task for open"
		}
	}
	if effect != "" {
		fault.Message += fmt.Sprintf(" (%s, %s)", then, effect)
	}
	r.Report(fault)
}

// reportName is the name of a report without the number of its phase, or of its phase and plan.
var reportName = memo.Regexp(`^(?:[A-Z][A-Z0-9_]*-)?\d[\d.]*[A-Z]?(?:-\d+)*-|-?VERIFICATION\.md$`)

// foreignName reports whether the name of a report tells of something else than the phase that it lies in.
func foreignName(d *document.Document) bool {
	name := reportName().ReplaceAllString(path.Base(d.Path), "")
	return name != "" && !strings.HasSuffix(path.Dir(d.Path), "-"+name)
}

// mayLack reports whether a document may lack its frontmatter: nobody reads it, or what it is about is over.
func mayLack(d *document.Document, p *model.Planning, effect string, isPast bool) bool {
	switch {
	case aside(d, p):
		return true
	case d.Kind == "gsd/debug":
		return effect == "" || path.Base(d.Path) == "knowledge-base.md"
	case !demanded[d.Kind], d.Kind == "gsd/summary" && lone(d, p):
		return true
	}
	return isPast && d.Kind != "gsd/verification"
}

// aside reports whether a document is a report beside the one that GSD reads.
func aside(d *document.Document, p *model.Planning) bool {
	ph := p.PhaseOf(d)
	return ph != nil && ph.Verified.Others[path.Base(d.Path)]
}

// lone reports whether a summary is one of a whole phase or of another kind of work, which no program reads.
func lone(d *document.Document, p *model.Planning) bool {
	ph := p.PhaseOf(d)
	if ph == nil {
		return true
	}
	for _, s := range ph.Summaries {
		if s.Path == d.Path {
			return len(s.Plans) == 0
		}
	}
	return true
}
