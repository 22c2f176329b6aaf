package cli

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/scratch"
)

// TestAttemptsPhases tries projects of gsd where each of very many things could be held against each of very many others:
// directories, lines, plans, boxes.
func TestAttemptsPhases(t *testing.T) {
	few := 1 // files take longer than lines
	if scratch.Many(1000) < 1000 {
		few = 4
	}
	const (
		roadmap = ".planning/ROADMAP.md"
		state   = ".planning/STATE.md"
		first   = ".planning/phases/01-a/"
		plan    = first + "01-01-PLAN.md"
		front   = "---\nphase: 01-a\nplan: 01\n---\n"
		details = "# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: A**\n\n## Phase Details\n\n### Phase 1: A\n**Goal**: a\n"
	)
	at := func(pairs ...string) map[string]string { return withFiles(map[string]string{roadmap: details}, pairs) }
	with := func(tree map[string]string, n int, name, text string) map[string]string {
		for i := range scratch.Many(n) / few {
			number := fmt.Sprint(i + 2)
			tree[strings.ReplaceAll(name, "~", number)] = strings.ReplaceAll(text, "~", number)
		}
		return tree
	}
	version := func(v string) string { return "---\ngsd_state_version: 1.0\nmilestone: " + v + "\n---\n" }
	const context = ".planning/phases/~-a/~-CONTEXT.md"
	covered := func(n int) string { // a report that covers one file by very many names
		var list strings.Builder
		sum := sha256.New()
		fmt.Fprint(sum, "v1\n")
		for i := range scratch.Many(n) / few {
			name := fmt.Sprintf("x/%06d", i)
			fmt.Fprintf(&list, "  - %s\n", name)
			fmt.Fprintf(sum, "%s\n%x\n", name, sha256.Sum256([]byte("x")))
		}
		return fmt.Sprintf("---\nphase: 01-a\nstatus: passed\ncovered_digest: v1:sha256:%x\ncovered_files:\n%s---\n", sum.Sum(nil), list.String())
	}
	chained := func(n int) map[string]string { // n plans, each of which waits for up to 100 of those behind it
		tree := at()
		for i := 1; i <= n; i++ {
			deps := ""
			for k := i + 1; k <= min(i+100, n); k++ {
				deps += fmt.Sprintf("  - 01-%04d\n", k)
			}
			tree[fmt.Sprintf("%s01-%04d-PLAN.md", first, i)] =
				fmt.Sprintf("---\nphase: 01-a\nplan: %d\ndepends_on:\n%s---\n", i, deps)
		}
		tree[fmt.Sprintf("%s01-%04d-PLAN.md", first, n)] += again("@"+first+"01-0001-SUMMARY.md\n", 15_000)
		return tree
	}
	var attempts []attempt
	for _, a := range []struct {
		name string
		tree map[string]string
	}{
		{"rows without a number beside sections", at(roadmap, "# Roadmap\n\n## Phase Details\n\n"+many(12_000, "### Phase 1~: Alpha ~\n**Goal**: a\n\n")+
			"\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n| 1. A | 0/1 | Not started | - |\n"+
			"| 2. B | 0/1 | Not started | - |\n"+many(12_000, "| Gamma x~ | 0/1 | Not started | - |\n"))},
		{"summaries of one plan that others wait for", chained(scratch.Many(1500) / few)},
		{"boxes beside directories", with(at(roadmap, details+many(40_000, "- [ ] **Phase ~: A**\n")), 4000, context, "# A\n")},
		{"directories beside lines", with(at(roadmap, details+again("a\n", 90_000)), 4000, context, "# A\n")},
		{"tabs in a line of keys that is no YAML", at(plan, "---\nphase: 01-a\nplan: 01\ntype: "+again("\"a\"\t", 150_000)+"\n---\n")},
		{"parts of a plan that begin and do not end", at(plan, front+again("<context>\n", 180_000))},
		{"gaps of a test", at(first+"01-UAT.md", "---\nstatus: diagnosed\nphase: 01-a\n---\n\n## Tests\n\n"+many(20_000, "### ~. A\nresult: pass\n")+
			"\n## Gaps\n\n"+many(20_000, "- truth: a\n  status: failed\n  test: ~\n  severity: high\n"))},
		{"boxes beside archives", with(at(roadmap, details+many(40_000, "- [ ] **Phase ~: A**\n")), 3000, ".planning/milestones/v~.0-phases/x-y/a.md", "# A\n")},
		{"milestones that come next", at(state, version("v1.0"), roadmap, "# Roadmap\n\n## v1.0 A ✅\n"+again("- [x] **Phase 1: A**\n", 30_000)+
			again("## v2.0 🚧\n", 30_000))},
		{"milestones of one version in a list", at(state, version("v1.0"), roadmap, "# Roadmap\n\n## Milestones\n\n"+
			again("- ✅ **v1.0 A** — Phases 1-2 (shipped)\n", 18_000)+"\n## Phases\n\n"+many(36_000, "- [x] **Phase ~: A**\n"))},
		{"boxes of the phase at which the state is", at(state, version("v1.0")+"Phase: 1\n", roadmap, "# Roadmap\n\n## v1.0 A\n"+
			again("## v2.0 A\n", 50_000)+again("- [ ] **Phase 1: A**\n", 40_000))},
		{"blocks beside boxes", at(state, version("v1.0"), roadmap, "# Roadmap\n\n## v1.0 A\n"+
			again("<details>\n<summary>v2.0</summary>\n</details>\n", 15_000)+many(40_000, "- [ ] **Phase ~: A**\n"))},
		{"boxes of a block", at(state, version("v1.0"), roadmap, "# Roadmap\n\n## v1.0 A\n<details>\n<summary>v2.0</summary>\n"+
			many(60_000, "- [ ] **Phase ~: A**\n")+"</details>\n")},
		{"blocks that nothing ends", at(state, version("v1.0"), roadmap, "# Roadmap\n\n"+
			again("<details><summary>v0.1 ✅</summary>\n- [x] **Phase 1: A**\n", 25_000)+"\n## v1.0 A\n")},
		{"boxes of former milestones", at(state, version("v1.0")+"Total Phases: 1\n", roadmap, details+"\n<details>\n<summary>v0.1 ✅</summary>\n"+
			again("- [x] **Phase 1: A**\n", 60_000)+"</details>\n")},
		{"boxes whose number is the total", at(state, version("v9.0")+"**Total Phases:** 1\n", roadmap, "# Roadmap\n\n"+
			again("- [x] **Phase 1: A**\n", 40_000)+"- [x] **Phase 2: A**\n")},
		{"columns of a table of requirements", at(roadmap, details, ".planning/REQUIREMENTS.md", "# Requirements\n\n| Requirement |"+again("a|", 400_000)+
			"\n|---|\n"+many(80_000, "| AB-~ |\n"))},
		{"columns of a table of progress", at(roadmap, details+"\n## Progress\n\n| Phase |"+again("a|", 400_000)+"\n|---|\n"+many(80_000, "| ~. A |\n"))},
		{"decisions that are none", at(plan, front, first+"01-CONTEXT.md", "<decisions>\n"+many(25_000, "- **D-~:** a\n")+many(25_000, "- D-9~: a b.\n")+"</decisions>\n")},
		{"decisions beside plans", with(at(plan, front+"D-0\n", first+"01-CONTEXT.md", "<decisions>\n"+many(40_000, "- **D-~:** a\n")+"</decisions>\n"),
			4000, first+"01-~-PLAN.md", "---\nphase: 01-a\nplan: ~\n---\n")},
		{"summaries beside plans", with(with(at(), 8000, first+"01-~-PLAN.md", "---\nphase: 01-a\nplan: ~\n---\n"), 8000, first+"01-~-SUMMARY.md", "---\nphase: 01-a\nplan: ~\n---\n")},
		{"summaries beside requirements", with(at(plan, front, roadmap, details+"**Requirements**: AB-1\n", ".planning/REQUIREMENTS.md", "# R\n\n"+
			many(20_000, "- [x] **AB-~**: a\n")+"\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n"+many(20_000, "| AB-~ | Phase 1 | Pending |\n")),
			2000, first+"01-~-SUMMARY.md", "---\nphase: 01-a\nplan: ~\nrequirements-completed: [CD-1]\n---\n")},
		{"reports of a directory", with(at(), 8000, first+"~-VERIFICATION.md", "---\nstatus: passed\n---\n")},
		{"commands beside scripts", at("package.json", `{"scripts":{`+many(60_000, `"s~":"x",`)+`"z":"y"}}`, plan, front+
			many(12_000, "<task type=\"auto\">\n<verify>npm run t~</verify>\n</task>\n"))},
		{"commands beside targets", at("Makefile", many(100_000, "t~: x\n"), plan, front+
			many(12_000, "<task type=\"auto\">\n<verify>make u~</verify>\n</task>\n"))},
		{"outputs beside plans", with(at(plan, front+"<output>\n"+many(40_000, "x01-9~-SUMMARY.md\n")+"</output>\n"), 4000, first+"01-~-PLAN.md", "---\nphase: 01-a\nplan: ~\n---\n")},
		{"tasks in one line", at(plan, front+again("<task>", 180_000)+"\n")},
		{"tasks in one line of capitals", at(plan, front+again("<task><TASK>`", 60_000)+"\n")},
		{"elements that nothing ends", at(plan, front+"<task type=\"auto\">\n"+again("<verify>", 200_000)+"</verify>\n</task>\n")},
		{"actions that nothing ends", at(plan, front+"grep -c x == 0\n"+again("<action>", 200_000)+"</action>\n</task>\n")},
		{"names that nothing ends", at(plan, front+"<task type=\"auto\">\n"+again("<name>", 250_000)+"\n</task>\n")},
		{"names of an element that nothing ends", at(plan, front+"<task type=\"auto\">\n"+many(150_000, "<title>")+"\n</task>\n")},
		{"choices beside tasks", at(plan, front+again("<task>x</task>\n", 50_000)+again("reversibility: one-way\n", 40_000))},
		{"tests without a number", at(first+"01-UAT.md", "---\nstatus: testing\nphase: 01-a\n---\n## Tests\n\n"+many(45_000, "### ~. A\nresult: pass\n")+
			again("### A\nresult: pass\n", 45_000))},
		{"covered files of one report", with(at(first+"01-VERIFICATION.md", covered(20_000)), 20_000, first+"01-~-PLAN.md", "---\n---\n")},
		{"sources of tests", with(at(first+"01-UAT.md", "---\nstatus: testing\nphase: 01-a\nsource: ["+many(40_000, "~-SUMMARY.md, ")+"x]\n---\n"), 2000, context, "# A\n")},
		{"jobs of one plan", with(at(plan, front), 4000, ".planning/async-jobs/~.json", `{"plan_id":"x~","status":"running"}`)},
		{"links and files of a plan", at(plan, "---\nphase: 01-a\nplan: 01\nfiles_modified:\n"+many(40_000, "  - a b~.go\n")+
			"must_haves:\n  key_links:\n"+many(15_000, "    - from: a c~.go\n      to: d\n")+"---\n")},
		{"phases that wait", at(roadmap, details+many(25_000, "### Phase ~: A~\n**Depends on**: A~9, A1\n"))},
		{"fields of a state", at(state, version("v1.0")+again("**Phase**: 1\n", 80_000))},
		{"fields that the state has elsewhere", at(state, version("v1.0")+"## Current A\n"+many(40_000, "**Statuss~** : 1\n"))},
		{"headings of milestones", with(at(".planning/MILESTONES.md", "# Milestones\n\n"+many(40_000, "## A v9~.0\n")), 3000, ".planning/milestones/v~.0-ROADMAP.md", "# A\n")},
	} {
		if a.tree[state] == "" {
			a.tree[state] = version("v1.0")
		}
		if strings.HasPrefix(a.name, "covered") {
			for i := range scratch.Many(20_000) / few {
				a.tree[fmt.Sprintf("x/%06d", i)] = "x"
			}
		}
		attempts = append(attempts, attempt{name: a.name, files: a.tree, status: anyStatus, never: "no artefact of a known kind"})
	}
	try(t, attempts)
}

// TestAttemptsViews asks how projects of gsd are as a whole in which very many plans wait for very many others, or could
// name very many ids.
func TestAttemptsViews(t *testing.T) {
	const (
		phase    = ".planning/phases/01-a/"
		roadmap  = ".planning/ROADMAP.md"
		required = ".planning/REQUIREMENTS.md"
		details  = "# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: A**\n\n## Phase Details\n\n### Phase 1: A\n**Goal**: a\n"
	)
	planned := func(n, waits int, status string, pairs ...string) map[string]string {
		tree := withFiles(map[string]string{roadmap: details, ".planning/STATE.md": "---\ngsd_state_version: 1.0\nmilestone: v1.0\n---\n"}, pairs)
		for i := 1; i <= scratch.Many(n); i++ {
			deps := ""
			for k := max(1, i-waits); k < i; k++ {
				deps += fmt.Sprintf("  - 01-%04d\n", k)
			}
			name := fmt.Sprintf("%s01-%04d", phase, i)
			tree[name+"-PLAN.md"] = fmt.Sprintf("---\nphase: 01-a\nplan: %d\ndepends_on:\n%s---\nAB-1\n", i, deps)
			if status != "" {
				tree[name+"-SUMMARY.md"] = fmt.Sprintf("---\nphase: 01-a\nplan: %d\nstatus: %s\n---\n", i, status)
			}
		}
		return tree
	}
	for verb, trees := range map[string]map[string]map[string]string{
		"graph": {
			"plans that wait in a row":       planned(4000, 1, ""),
			"plans that wait for many":       planned(1500, 100, ""),
			"plans that wait for the halted": planned(3000, 20, "halted"),
		},
		"doctor": {
			"requirements beside plans": planned(2500, 0, "", required, "# R\n\n"+many(30_000, "- [ ] **AB-~**: a\n"),
				roadmap, details+"**Requirements**: "+many(30_000, "AB-~, ")+"AB-1\n"),
			"one requirement again and again": planned(2500, 0, "", required, "# R\n\n- [ ] **AB-1**: a\n",
				roadmap, details+"**Requirements**: "+again("AB-1, ", 300_000)+"AB-1\n"),
			"decisions beside plans": planned(2000, 0, "", phase+"01-CONTEXT.md", "<decisions>\n"+many(70_000, "- **D-~:** a\n")+"</decisions>\n"),
		},
	} {
		for name, tree := range trees {
			try(t, []attempt{{name: name, files: tree, args: []string{verb}, status: anyStatus, never: "no artefact of a known kind"}})
		}
	}
}
