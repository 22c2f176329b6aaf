package frontmatter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/spell"
)

// read is the keys that programs of GSD read, beyond those that people and agents do, with what follows without them.
var read = map[string]string{
	"gsd/plan depends_on":                "the plan runs in wave 1",
	"gsd/plan wave":                      "nobody sees in which wave it was meant to run",
	"gsd/plan files_modified":            "nothing keeps plans of one wave from changing the same file",
	"gsd/plan autonomous":                "the plan counts as one that needs nobody",
	"gsd/plan must_haves":                "the verifier makes up what must be true",
	"gsd/plan requirements":              "no requirement is ticked when the plan is done",
	"gsd/plan gap_closure":               "a run that closes gaps passes the plan over",
	"gsd/verification score":             "nobody sees how many truths hold",
	"gsd/verification status":            "the phase counts as never verified and is executed again",
	"gsd/verification covered_files":     "nobody sees when the report is stale",
	"gsd/verification covered_digest":    "nobody sees when the report is stale",
	"gsd/uat status":                     "the run counts as open whenever a milestone ends",
	"gsd/debug status":                   "the session counts as open whenever a milestone ends",
	"gsd/todo title":                     "the todo is listed as Untitled",
	"gsd/todo area":                      "the todo is filed under general",
	"gsd/todo created":                   "nobody sees how old the todo is",
	"gsd/todo resolves_phase":            "no phase closes the todo",
	"gsd/thread status":                  "no list of open threads has the thread",
	"gsd/thread title":                   "lists show the thread without a title",
	"gsd/seed status":                    "the seed counts as dormant, whatever it is",
	"gsd/seed trigger_when":              "nobody sees when the seed is due",
	"gsd/summary requirements-completed": "audits of the milestone count no requirement as finished by it",
	"gsd/summary status":                 "nobody sees that the plan was halted or blocked",
	"gsd/state current_phase":            "commands take the phase from the text",
	"gsd/state milestone":                "the roadmap is not scoped to the milestone",
	"gsd/state status":                   "commands take the status from the text",
	"gsd/state progress":                 "the status line shows none",
	"gsd/security threats_open":          "ship stops the phase, whatever is closed",
	"gsd/review status":                  "execute-phase tells nobody of what was found",
	"gsd/validation nyquist_compliant":   "the audit of the milestone counts the phase as not compliant",
}

// wanted is the keys that `frontmatter validate` wants, and that nobody else reads.
var wanted = map[string][]string{
	"plan":         {"phase", "plan", "type"},
	"summary":      {"phase", "plan", "subsystem", "tags", "duration", "completed"},
	"verification": {"phase", "verified"},
}

// several reports whether there are so many summaries that what most of them have is a habit.
func several(p *model.Planning) bool {
	summaries := 0
	for _, ph := range p.Phases() {
		summaries += len(ph.Summaries)
	}
	return summaries > 2
}

// digested is the keys that digests alone read.
var digested = []string{"key-files", "key-decisions", "patterns-established", "tech-stack"}

// misspelt reports keys that nobody reads and that are near one which is not there. Those that digests alone would read
// are one finding.
func misspelt(r *document.Reporter, p *model.Planning, root *document.Node) {
	var digest []notation.Slip
	for _, m := range model.Slips(p, r.Doc, root) {
		same := spell.Same(m.Key, m.Meant)
		follows := read[r.Doc.Kind+" "+m.Meant]
		if schema, _ := strings.CutPrefix(r.Doc.Kind, "gsd/"); follows == "" && (same || strings.HasPrefix(m.Meant, m.Key)) &&
			slices.Contains(wanted[schema], m.Meant) {
			follows = "`frontmatter validate --schema " + schema + "` refuses the file"
		}
		if r.Doc.Kind == "gsd/summary" && model.Majority(p, "summary", m.Key) && several(p) || follows == "" && !same &&
			!slices.Contains(digested, m.Meant) {
			continue
		}
		if slices.Contains(digested, m.Meant) {
			digest = append(digest, m)
			continue
		}
		f := document.Finding{Rule: "gsd-frontmatter-key", Span: m.KeySpan, At: "frontmatter." + m.Key,
			Lesser: !same || !slices.Contains([]string{"gsd/plan", "gsd/verification"}, r.Doc.Kind) || m.Meant == "gap_closure",
			Least:  follows == "" || strings.Contains(follows, "refuses") || r.Mild && r.Doc.Kind == "gsd/plan",
			Fixes:  document.Replace("write "+m.Meant, m.KeySpan, m.Meant)}
		if follows == "" {
			follows = "nothing comes of it"
		}
		f.Message = fmt.Sprintf("GSD knows no key `%s`, so %s; write %s", m.Key, follows, m.Meant)
		if m.Key == "requirements_completed" && p.Edition != "1.x" {
			f.Least = true
			f.Message = "the template writes requirements-completed, and programs before gsd-core read no other key, so to " +
				"them nothing is finished by this; write it so"
		}
		r.Report(f)
	}
	for _, m := range notation.SlipsIn(root.Get("progress"), p.Vocabulary("gsd", "state_progress_keys")) {
		if r.Doc.Kind == "gsd/state" {
			r.Report(document.Finding{Rule: "gsd-frontmatter-key", Span: m.KeySpan, At: "frontmatter.progress." + m.Key,
				Lesser: true, Fixes: document.Replace("write "+m.Meant, m.KeySpan, m.Meant),
				Message: fmt.Sprintf("GSD knows no key `%s` of progress, so it takes %s for unknown; write it so", m.Key, m.Meant)})
		}
	}
	if len(digest) == 0 {
		return
	}
	f := document.Finding{Rule: "gsd-frontmatter-key", Span: digest[0].KeySpan, Least: true,
		At: "frontmatter." + digest[0].Key}
	var keys, meant []string
	var edits []document.Edit
	for _, m := range digest {
		keys, meant = append(keys, "`"+m.Key+"`"), append(meant, m.Meant)
		edits = append(edits, document.Edit{Span: m.KeySpan, Text: m.Meant})
	}
	f.Fixes = []document.Fix{{Title: "write hyphens", Edits: edits}}
	f.Message = fmt.Sprintf("digests of the milestone look for %s, so they leave %s out; write hyphens",
		document.AllOf(meant), document.AllOf(keys))
	r.Report(f)
}
