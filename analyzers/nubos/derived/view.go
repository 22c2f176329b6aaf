package derived

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/rules"
)

// generated is the first line of a ROADMAP.md that nobody has written by hand.
const generated = "<!-- Generated from roadmap.yaml"

// view holds the ROADMAP.md that lib/roadmap-render makes from roadmap.yaml against what it would make now. Each command
// that changes the roadmap writes both, but for those that add milestones.
func (j *artefact) view() {
	if !j.rendersWhole() || !strings.HasPrefix(j.Doc.Content(), generated) || len(told(j.Doc.Content())) == 0 {
		return
	}
	want, has := render(j.roadmap), told(j.Doc.Content())
	wanted := told(want)
	same := 0
	for same < min(len(has), len(wanted)) && has[same].Text == wanted[same].Text {
		same++
	}
	var span document.Span
	var what string
	switch {
	case same < min(len(has), len(wanted)):
		span = has[same].Span
		what = fmt.Sprintf("this is %s, but %s", document.Quote(has[same].Text), document.Quote(wanted[same].Text))
	case same < len(has):
		span, what = has[same].Span, fmt.Sprintf("this is %s, but nothing like it stands", document.Quote(has[same].Text))
	case same < len(wanted):
		span, what = has[same-1].Span, fmt.Sprintf("below this line, %s is missing, which stands",
			document.Quote(wanted[same].Text))
	default:
		return
	}
	j.report("project-roadmap-stale", span, "body",
		document.Replace("render the file anew", document.Span{End: len(j.Doc.Src)},
			strings.ReplaceAll(want, "\n", j.Doc.Newline())),
		"%s in roadmap.yaml, so whoever reads ROADMAP.md does not see where the project stands; render it anew", what)
}

// rendersWhole reports whether all of roadmap.yaml can be rendered here: it is one of version 2, and nothing in it is
// reported as missing or misspelt.
func (j *artefact) rendersWhole() bool {
	if j.roadmap == nil || len(j.roadmap.Milestones) == 0 || !j.tree.Consistent(j.Doc.Root) {
		return false
	}
	for _, m := range j.roadmap.Milestones {
		if m.Slices == nil || m.Phases || m.Name.Text == "" || !model.IsStatus(m.Status.Text) ||
			!j.tree.HasBelow(j.Doc.Root, place.Milestones+m.ID.Text+"/") && m.Status.Text != "backlog" {
			return false
		}
		for _, c := range m.Criteria {
			if c.Text == "" {
				return false
			}
		}
		for _, s := range m.Slices {
			if !place.IsID(s.ID.Text, 'S') || s.Name.Text == "" || s.Status.Text != "" && !model.IsStatus(s.Status.Text) {
				return false
			}
		}
	}
	return true
}

var milestoneLine = rules.Lazy(`^(?:Milestones: \d|\| M\d|### M\d|\*\*(?:Status|Goal|Requirements|Success Criteria|Slices)\*\*:|\d+\. |- S\d)`)

// told returns the lines of a ROADMAP.md that tell of milestones, without the blanks that a formatter moves.
func told(text string) []model.Item {
	var lines []model.Item
	at := 0
	for line := range strings.Lines(text) {
		words := strings.Join(strings.Fields(line), " ")
		if rest, ok := strings.CutPrefix(words, "* "); ok {
			words = "- " + rest
		}
		if milestoneLine().MatchString(words) {
			lines = append(lines, model.Item{Text: words,
				Span: document.Span{Start: at, End: at + len(strings.TrimRight(line, "\r\n"))}})
		}
		at += len(line)
	}
	return lines
}

// render writes ROADMAP.md as lib/roadmap-render does.
func render(r *model.Roadmap) string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("%s — do not edit by hand -->\n\n# Roadmap\n\n## Overview\n", generated)
	line("Milestones: %d. Phases: 0.\n\n## Milestones\n", len(r.Milestones))
	line("| Milestone | Status | Slices |\n|-----------|--------|--------|")
	for _, m := range r.Milestones {
		line("| %s %s | %s | %d |", m.ID.Text, m.Name.Text, label(m.Status.Text), len(m.Slices))
	}
	line("\n## Milestone Details\n")
	for _, m := range r.Milestones {
		line("### %s: %s\n**Status**: %s\n**Goal**: %s", m.ID.Text, m.Name.Text, label(m.Status.Text), m.Goal.Text)
		var ids []string
		for _, item := range m.Requirements {
			ids = append(ids, item.Text)
		}
		line("**Requirements**: %s", orDash(strings.Join(ids, ", ")))
		line("**Success Criteria**:%s", orNone(len(m.Criteria)))
		for i, c := range m.Criteria {
			line("  %d. %s", i+1, c.Text)
		}
		line("**Slices**:%s", orNone(len(m.Slices)))
		for _, s := range m.Slices {
			line("  - %s (%s): %s", s.ID.Text, label(s.Status.Text), s.Name.Text)
		}
		line("")
	}
	return out.String()
}

func orDash(list string) string {
	if list == "" {
		return "-"
	}
	return list
}

func orNone(items int) string {
	if items == 0 {
		return " -"
	}
	return ""
}

// label is how the generator writes a status.
func label(status string) string {
	switch status {
	case "", "pending":
		return "Not started"
	case "in-progress":
		return "In Progress"
	case "done", "complete":
		return "Complete"
	}
	return status
}
