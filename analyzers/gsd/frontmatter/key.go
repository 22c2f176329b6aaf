package frontmatter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// follows returns what follows where programs of GSD do not find a key that they read, or "" if none reads it.
func follows(p *model.Planning, kind, key string) string {
	for _, effect := range p.Vocabulary("gsd", "key_effects") {
		if text, ok := strings.CutPrefix(effect, strings.TrimPrefix(kind, "gsd/")+" "+key+"="); ok {
			return text
		}
	}
	return ""
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
		follows := follows(p, r.Doc.Kind, m.Meant)
		schema, _ := strings.CutPrefix(r.Doc.Kind, "gsd/")
		habit := model.Majority(p, schema, m.Meant) // what others have is meant, and missed as if it were not there
		if follows == "" && (same || habit || strings.HasPrefix(m.Meant, m.Key)) &&
			slices.Contains(p.Vocabulary("gsd", schema+"_required"), m.Meant) {
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
			Least:  follows == "" || strings.Contains(follows, "refuses") && !habit || r.Mild && r.Doc.Kind == "gsd/plan",
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
		if m.Key == "files-modified" {
			f.Lesser = true
			f.Message = "`verify plan-structure` refuses a plan without files_modified, and not all programs read this key in " +
				"its place; write it so"
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

// titled is how lists of todos find the title of one: in any line of the file.
var titled = memo.Regexp(`(?m)^title:[ \t]*\S`)

// untitled reports a pending todo without a title, which lists show as all others of that sort.
func untitled(r *document.Reporter, p *model.Planning, front *dialect.Front) {
	if !strings.HasPrefix(p.Below(r.Doc), "todos/pending/") || titled().MatchString(r.Doc.Content()) ||
		model.Slips(p, r.Doc, front.Root).Mean("title") {
		return
	}
	r.Report(document.Finding{Rule: "gsd-frontmatter-key", Span: r.Doc.FirstLine(), At: "frontmatter", Lesser: true,
		Least: front.Absent, Message: "no line `title:` is in the file, so " + follows(p, r.Doc.Kind, "title") +
			", and nobody sees there what it is about; write one into the frontmatter"})
}
