package verifycmd_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
)

// lint returns what is found in a project, each finding as "line at: message".
func lint(t *testing.T, archive string, o engine.Options) []string {
	t.Helper()
	o.Dir, o.Only = newProject(t, archive), []string{"verify"}
	report, err := engine.Run(context.Background(), o, parts.Of(nubos.Pack))
	if err != nil {
		t.Fatal(err)
	}
	if report.Unanalyzed {
		t.Error("something could not be analyzed")
	}
	var found []string
	for _, f := range report.Findings {
		found = append(found, fmt.Sprintf("%s %d %s: %s", filepath.Base(f.Path), f.Range.Start.Line, f.At, f.Message))
	}
	return found
}

// TestProjects judges whole projects: what a finding says and where, and what the plans of a project excuse.
func TestProjects(t *testing.T) {
	const slice = "-- .nubos-pilot/milestones/M001/slices/S001/S001-PLAN.md --\n---\nslice: \"M001-S001\"\nmilestone: \"M001\"\ntype: plan\nstatus: pending\nrequirements: []\n---\n"
	const other = "-- .nubos-pilot/milestones/M001/slices/S002/tasks/T0001/T0001-PLAN.md --\n---\nid: \"M001-S002-T0001\"\nstatus: %s\nfiles_modified:\n  - \"tools/gen.mjs\"\n  - \"package.json\"\n---\n"
	const scripts = "-- package.json --\n{\"scripts\": {\"test\": \"x\"}}\n"
	for _, c := range []struct{ name, archive, want string }{
		{"each task by its id, and the verification", scripts + slice +
			"<tasks>\n<task id=\"M001-S001-T0001\">\n<verify>npm run nope</verify>\n</task>\n<task>\n<verify>npm run " +
			"nope</verify>\n</task>\n</tasks>\n<verify>npm run nope</verify>\n\n<verification>\n- `npm run nope` " +
			"exits 0\n- `src/x.js` exists, `npm run nope` too\n- `GET /x` answers\n- The page loads\n\n```sh\nnpm " +
			"run nope\n```\n\n```\nnpm run nope\n```\n</verification>\n",
			"S001-PLAN.md 10 tasks[M001-S001-T0001].verify: `npm run nope` cannot verify M001-S001-T0001: package.json declares no script `nope`; declare it, or write one that it declares: test\n" +
				"S001-PLAN.md 13 body.verify: `npm run nope` cannot verify the task: package.json declares no script `nope`; declare it, or write one that it declares: test\n" +
				"S001-PLAN.md 16 body.verify: `npm run nope` cannot verify the task: package.json declares no script `nope`; declare it, or write one that it declares: test\n" +
				"S001-PLAN.md 19 body.verification: `npm run nope` cannot verify the slice: package.json declares no script `nope`; declare it, or write one that it declares: test\n" +
				"S001-PLAN.md 25 body.verification: `npm run nope` cannot verify the slice: package.json declares no script `nope`; declare it, or write one that it declares: test"},
		{"one right behind another", scripts + slice + "<task id=\"M001-S001-T0001\">\n<verify>npm run a</verify><verify>npm run b</verify>\n</task>\n",
			"S001-PLAN.md 9 tasks[M001-S001-T0001].verify: `npm run a` cannot verify M001-S001-T0001: package.json declares no script `a`; declare it, or write one that it declares: test\n" +
				"S001-PLAN.md 9 tasks[M001-S001-T0001].verify: `npm run b` cannot verify M001-S001-T0001: package.json declares no script `b`; declare it, or write one that it declares: test"},
		{"files of any task",
			scripts + slice +
				"<task id=\"M001-S001-T0001\">\n<files>\n- src/a.mjs (new)\n- `src/b.mjs`\n</files>\n<verify>node " +
				"src/a.mjs && node src/b.mjs && node tools/gen.mjs</verify>\n</task>\n" +
				fmt.Sprintf(other, "done"),
			""},
		{"files that only a later slice makes",
			scripts + slice + "<verify>node tools/gen.mjs</verify>\n" + fmt.Sprintf(other, "pending"),
			"S001-PLAN.md 8 body.verify: `node tools/gen.mjs` cannot verify the task: the script tools/gen.mjs does not exist, and only a task of a later slice plans to make it"},
		{"files that an earlier slice makes", scripts + strings.ReplaceAll(slice, "S001", "S003") +
			"<verify>node tools/gen.mjs</verify>\n" + fmt.Sprintf(other, "pending"), ""},
		{"files that a task beside it makes", scripts + strings.ReplaceAll(slice, "S001", "S002") +
			"<task id=\"M001-S002-T0002\">\n<verify>node tools/gen.mjs</verify>\n</task>\n" + fmt.Sprintf(other, "pending"), ""},
		{"a manifest that a task of a later slice changes",
			scripts + slice + "<verify>npm run nope</verify>\n" + fmt.Sprintf(other, "pending"),
			"S001-PLAN.md 8 body.verify: `npm run nope` cannot verify the task: package.json declares no script `nope`; declare it, or write one that it declares: test"},
		{"a manifest that a task has changed", scripts + slice + "<verify>npm run nope</verify>\n" +
			fmt.Sprintf(other, "done"),
			"S001-PLAN.md 8 body.verify: `npm run nope` cannot verify the task: package.json declares no script `nope`; declare it, or write one that it declares: test"},
		{"a manifest that the task itself changes, for the script that it names",
			scripts + slice + "<task id=\"M001-S001-T0001\">\n<files>package.json</files>\n<action>Add the script " +
				"nope:all.</action>\n<verify>npm run nope:all && npm run other</verify>\n</task>\n",
			"S001-PLAN.md 11 tasks[M001-S001-T0001].verify: `npm run other` cannot verify M001-S001-T0001: package.json declares no script `other`; declare it, or write one that it declares: test"},
		{"a file without frontmatter", scripts + "-- " + file + " --\n# x\n\n<verify>\nnode gone.mjs\nnpm run nope\nCheck " +
			"that the totals are right\ngit frobnicate; npm nope \"\n</verify>\n",
			"T0001-PLAN.md 6 body.verify: `Check that the totals are right` is a sentence and no command, so it cannot verify the task; write a command that exits 0 if it holds, and put what only people can judge under <acceptance_criteria>\n" +
				"T0001-PLAN.md 7 body.verify: `git frobnicate; npm nope \"` cannot verify the task: the shell cannot parse it: reached EOF without closing quote `\"`"},
		{"commands that cannot fail",
			scripts + slice + "<verify>true</verify>\n<verify>npm test || true</verify>\n<verify>npm test && echo ok</verify>\n",
			"S001-PLAN.md 8 body.verify: the <verify> of the task exits 0 whatever happens, so nothing shows whether the work is done; write a command that exits 0 only if it is, such as `<automated>npm test</automated>`\n" +
				"S001-PLAN.md 9 body.verify: the <verify> of the task exits 0 whatever happens, so nothing shows whether the work is done; write a command that exits 0 only if it is, such as `<automated>npm test</automated>`"},
		{"what tasks make",
			"-- package.json --\n{\"workspaces\": [\"packages/*\"]}\n-- Cargo.toml --\n[workspace]\nmembers = [\"crates/*\"]\n" +
				"-- compose.yaml --\nservices: {}\n-- go.mod --\nmodule shop\n" + slice +
				"<task id=\"M001-S001-T0001\">\n<files>packages/api/package.json, crates/core/Cargo.toml, compose.yaml, tests/, " +
				"cmd/x/main.go</files>\n<action>The service web in compose.yaml.</action>\n<verify>npm test -w @shop/api && " +
				"cargo test -p shop-core && docker compose run web && docker compose -f compose.yaml up db && pytest tests " +
				"&& go test ./cmd/...</verify>\n</task>\n",
			"S001-PLAN.md 11 tasks[M001-S001-T0001].verify: `docker compose -f compose.yaml up db` cannot verify M001-S001-T0001: compose.yaml has no service `db`; its services are: none"},
		{"lines of which one may fail",
			scripts + slice + "<verify>\nnpm test\necho ok\n</verify>\n<verify>\nset -e\nnpm test; echo ok\n</verify>\n", ""},
		{"broken manifests",
			"-- package.json --\n{\"scripts\": [\"x\"]}\n-- composer.json --\n{\n-- pyproject.toml --\n= broken\n-- " +
				"deno.json --\n[]\n-- Makefile --\n-- justfile --\n-- Cargo.toml --\nx\n" +
				slice +
				"<verify>npm run x; composer x; poetry run x; deno task x; make x; just x; cargo test --test x; npm " +
				"x; yarn x</verify>\n",
			""},
		{"wrong types",
			"-- package.json --\n{\"scripts\": {\"a\": 1}, \"bin\": 1, \"workspaces\": 1, \"name\": {}, " +
				"\"dependencies\": []}\n-- pyproject.toml --\nproject = 1\n[tool]\nhatch = []\n" +
				slice + "<verify>npm run a -w x; poetry run pytest</verify>\n",
			""},
		{"manifests that nest without end",
			"-- package.json --\n" + strings.Repeat("[", 20000) + "\n-- pyproject.toml --\nx = " +
				strings.Repeat("[", 500000) + "\n" + slice + "<verify>npm run a; poetry run zzyzx</verify>\n",
			""},
		{"a project within a repository", "-- .git/HEAD --\nref: refs/heads/main\n-- package.json --\n{\"scripts\": " +
			"{\"lint\": \"x\"}}\n" +
			strings.Replace(slice, "-- ", "-- shop/", 1) + "<verify>npm run lint && npm run nope</verify>\n",
			"S001-PLAN.md 8 body.verify: `npm run nope` cannot verify the task: package.json declares no script `nope`; declare it, or write one that it declares: lint"},
		{"pnpm's workspaces", scripts +
			"-- pnpm-workspace.yaml --\npackages:\n  # all\n  - 'apps/*'\nx: y\n-- apps/web/package.json " +
			"--\n{\"name\": \"web\", \"scripts\": {\"e2e\": \"x\"}}\n" +
			slice +
			"<verify>pnpm --filter web e2e; pnpm -r e2e; pnpm --filter web run test</verify>\n",
			"S001-PLAN.md 8 body.verify: `pnpm --filter web run test` cannot verify the task: apps/web/package.json declares no script `test`; declare it, or write one that it declares: e2e"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(lint(t, c.archive, engine.Options{}), "\n"); got != c.want {
				t.Errorf("want\n%s\ngot\n%s", c.want, got)
			}
		})
	}
}

// TestAlone judges files without a project: a script that nothing declares is reported, what only a project could
// explain is not.
func TestAlone(t *testing.T) {
	for command, want := range map[string]string{
		"npm run nope": "there is no package.json that declares a script `nope`", "npm test": "", "npm start": "", "composer test": "there is no composer.json",
		"make test": "", "just test": "", "go test ./internal/x": "", "python manage.py test": "", "uv run x": "", "php artisan test": "", "cargo test --test x": "",
		"node --test x.test.cjs": "does not exist", "./run.sh": "does not exist",
	} {
		found := strings.Join(lint(t, "-- S001-PLAN.md --\n---\nid: a\n---\n<verify>\n"+command+"\n</verify>\n",
			engine.Options{Kind: "nubos/slice-plan", Paths: []string{"S001-PLAN.md"}}),
			"\n")
		if want == "" && found != "" || !strings.Contains(found, want) {
			t.Errorf("%s: want %q, got %q", command, want, found)
		}
	}
}

// TestHostile holds that no text makes the pass crash, or go on for ever.
func TestHostile(t *testing.T) {
	dir := newProject(t, "-- package.json --\n{}\n-- "+file+" --\n")
	const n = 10000
	for name, verify := range map[string]string{
		"5 MB":                 strings.Repeat("npm run nope\n", 5<<20/13),
		"nested substitutions": "echo " + strings.Repeat("$(", n) + strings.Repeat(")", n),
		"open substitutions":   strings.Repeat("$(", n),
		"backquotes":           strings.Repeat("`", n) + "x",
		"subshells":            strings.Repeat("( ", n) + strings.Repeat(") ", n),
		"arithmetic":           strings.Repeat("((", n),
		"braces":               strings.Repeat("{ ", n),
		"expansions":           "echo " + strings.Repeat("${a:-", n) + strings.Repeat("}", n),
		"conditions":           strings.Repeat("if ", n),
		"loops":                strings.Repeat("while true; do ", 3*n/10),
		"negations":            strings.Repeat("! ", n),
		"pipeline":             strings.Repeat("a|", n) + "a",
		"list":                 strings.Repeat("a&&", n) + "a",
		"tests":                "[[ " + strings.Repeat("! ", n) + "x ]]",
		"here-documents":       strings.Repeat("cat <<E\n", n/2),
		"quotes":               strings.Repeat("echo \"\n", n/2+1),
		"open lines":           strings.Repeat("a |\n", n),
		"wrong lines":          strings.Repeat("a )\n", n),
		"unknown names":        names(n / 2),
		"missing files":        strings.Repeat("node x.js;", n/2),
		"nested bash":          strings.Repeat("bash -c '", n/2) + strings.Repeat("'", n/2),
		"words":                strings.Repeat("env ", n),
		"prose":                strings.Repeat("Check that it is so. ", n/4),
		"bytes":                "\x01\x02\x7f\u2028\ufeff '\\",
	} {
		t.Run(name, func(t *testing.T) {
			for _, f := range check(t, dir, "<verify>\n"+verify+"\n</verify>\n") {
				if len(f) > 2*len(verify)+1000 {
					t.Errorf("a message of %d bytes", len(f))
				}
			}
		})
	}
}

// TestTooLong holds that a <verify> which is too long to be judged says so.
func TestTooLong(t *testing.T) {
	dir := newProject(t, "-- package.json --\n{}\n-- "+file+" --\n")
	found := check(t, dir, "<verify>\n"+strings.Repeat("npm run nope\n", 6000)+"</verify>\n")
	if len(found) != 1 || !strings.Contains(found[0], "more than 64 KiB") {
		t.Errorf("got %q", found)
	}
}

// names returns n different names of commands, one a line.
func names(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "zq%x\n", i)
	}
	return b.String()
}
