package derived

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// generated is the first line of a ROADMAP.md that nobody has written by hand.
const generated = "<!-- Generated from roadmap.yaml"

// view holds the ROADMAP.md that lib/roadmap-render makes from roadmap.yaml against what it would make now. Each
// command that changes the roadmap writes both, but for those that add milestones.
func view(a *artefact) {
	has := told(a.Doc.Content())
	if !strings.HasPrefix(a.Doc.Content(), generated) || len(has) == 0 || !rendersWhole(a) {
		return
	}
	want := render(a.roadmap())
	wanted := told(want)
	same := 0
	for same < min(len(has), len(wanted)) && has[same].Text == wanted[same].Text {
		same++
	}
	if same == len(has) && same == len(wanted) || slices.Equal(words(a.Doc.Content()), words(want)) {
		return
	}
	span := has[min(same, len(has)-1)].Span
	var what string
	switch {
	case same == len(has):
		what = fmt.Sprintf("below this line, %s is missing, which stands", document.Quote(wanted[same].Text))
	case same == len(wanted):
		what = fmt.Sprintf("this is %s, but nothing like it stands", document.Quote(has[same].Text))
	default:
		what = fmt.Sprintf("this is %s, but %s", document.Quote(has[same].Text), document.Quote(wanted[same].Text))
	}
	a.Fixf("project-roadmap-stale", span, "body",
		document.Replace("render the file anew", document.Span{End: len(a.Doc.Src)}, want),
		"%s in roadmap.yaml, so whoever reads ROADMAP.md does not see where the project stands; render it anew", what)
}

// rendersWhole reports whether all of roadmap.yaml can be rendered here: it is one of version 2, and nothing in it is
// reported as missing or misspelt.
func rendersWhole(a *artefact) bool {
	if !a.tree.Consistent(a.Doc.Root) || len(a.roadmap().Milestones) == 0 {
		return false
	}
	required := a.tree.Requirements(a.Doc.Root)
	unknown := func(r model.Item) bool { return required != nil && !required.Defines(r.Text) }
	return !slices.ContainsFunc(a.roadmap().Milestones, func(m *model.Entry) bool {
		return m.Goal == (model.Item{}) || m.Criteria == nil || slices.ContainsFunc(m.Requirements, unknown) ||
			m.Slices == nil || m.Phases || m.Name.Text == "" || !a.tree.IsStatus(m.Status.Text) ||
			m.Status.Text != "backlog" && !a.tree.HasBelow(a.Doc.Root, place.Milestones+m.ID.Text+"/") ||
			slices.ContainsFunc(m.Criteria, func(c model.Criterion) bool { return c.Text == "" }) ||
			slices.ContainsFunc(m.Slices, func(s *model.Entry) bool {
				return !place.IsID(s.ID.Text, 'S') || s.Name.Text == "" ||
					s.Status.Text != "" && !a.tree.IsStatus(s.Status.Text)
			})
	})
}

var milestoneLine = memo.Regexp(`^(?:Milestones: \d|\| M\d|### M\d|` +
	`\*\*(?:Status|Goal|Requirements|Success Criteria|Slices)\*\*:|\d+\. |- S\d)`)

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

// words returns the words of a Markdown text without the marks that a formatter moves, adds or takes.
func words(text string) []string {
	return slices.DeleteFunc(strings.Fields(strings.ReplaceAll(text, `\`, "")),
		func(word string) bool { return strings.Trim(word, "|-+*:") == "" })
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
		line("**Requirements**: %s", cmp.Or(strings.Join(ids, ", "), "-"))
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
