package derived

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/nubos/model"
)

// TestRender renders a roadmap as nubos-pilot 1.2.4 did.
func TestRender(t *testing.T) {
	item := func(text string) model.Item { return model.Item{Text: text} }
	m := &model.Entry{ID: item("M001"), Name: item("Desk | Sales"), Status: item("in-progress"), Goal: item("Sell."),
		Requirements: []model.Item{item("REQ-01"), item("REQ-02")},
		Criteria:     []model.Criterion{{ID: "SC-1", Item: item("A ticket is sold")}},
		Slices:       []*model.Entry{{ID: item("S001"), Name: item("Till"), Status: item("done")}}}
	n := &model.Entry{ID: item("M002"), Name: item("Post"), Status: item("pending")}
	want := strings.Join([]string{
		"<!-- Generated from roadmap.yaml — do not edit by hand -->", "", "# Roadmap", "", "## Overview", "",
		"Milestones: 2. Phases: 0.", "", "## Milestones", "", "| Milestone | Status | Slices |",
		"|-----------|--------|--------|", "| M001 Desk | Sales | In Progress | 1 |", "| M002 Post | Not started | 0 |",
		"", "## Milestone Details", "", "### M001: Desk | Sales", "**Status**: In Progress", "**Goal**: Sell.",
		"**Requirements**: REQ-01, REQ-02", "**Success Criteria**:", "  1. A ticket is sold", "**Slices**:",
		"  - S001 (Complete): Till", "", "### M002: Post", "**Status**: Not started", "**Goal**: ",
		"**Requirements**: -", "**Success Criteria**: -", "**Slices**: -", "", ""}, "\n")
	if got := render(&model.Roadmap{Milestones: []*model.Entry{m, n}}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
