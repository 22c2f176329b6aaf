package cli

import "testing"

// TestAttemptsHeld tries files with very many of what is held against a long text, or against all that a manifest names.
func TestAttemptsHeld(t *testing.T) {
	const (
		roadmap = "# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: A**\n\n## Phase Details\n\n### Phase 1: A\n**Goal**: a\n"
		plan    = "---\nphase: 01-a\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: []\nautonomous: true\n"
		links   = plan + "must_haves:\n  key_links:\n"
		first   = ".planning/phases/01-a/01-01-PLAN.md"
	)
	gsd := func(pairs ...string) map[string]string {
		return withFiles(map[string]string{".planning/ROADMAP.md": roadmap, ".planning/STATE.md": "---\ngsd_state_version: 1.0\n---\n"}, pairs)
	}
	blanks, makes := again(" ", 900_000)+"x", again(" && make a", 90_000)
	targets := many(90_000, "a~x:\n\techo\n")
	var attempts []attempt
	for name, files := range map[string]map[string]string{
		"a class of very many in a pattern of a link": gsd(first, links+"    - from: a\n      to: b\n      pattern: '["+
			again(`\pL`, 500_000)+"]'\n---\n"),
		"classes in patterns of links": gsd(first, links+many(6000, "    - from: a\n      to: b~\n      pattern: '["+
			numbered(60, `\pL`)+"]'\n")+"---\n"),
		"targets behind a megabyte of blanks in a gate": gsd(".planning/config.json", `{"workflow":{"test_command":"`+blanks+makes+`"}}`,
			"Makefile", targets),
		"targets behind a megabyte of blanks in a task": gsd("Makefile", targets, first, plan+"---\n<tasks>\n<task type=\"auto\">\n"+
			"<name>a</name>\n<verify>"+blanks+makes+"</verify>\n</task>\n</tasks>\n"),
		"a cell with all ids": gsd(".planning/REQUIREMENTS.md", "# Requirements\n\n## v1 Requirements\n\n"+many(40_000, "- [ ] **A-~**: a\n")+
			"\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n| "+many(40_000, "A-~, ")+" | Phase 1 | Pending |\n"),
	} {
		attempts = append(attempts, attempt{name: name, files: files, status: anyStatus, never: "no artefact of a known kind"})
	}
	try(t, attempts)
}
