package verifycmd_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
	"github.com/nplint/nplint/internal/table"
)

// project is what the commands of the tests find around them.
const project = `
-- package.json --
{"name": "shop", "scripts": {"test": "x", "build": "x", "lint:all": "x"}, "workspaces": ["packages/*"], "devDependencies": {"@shop/frobber": "1"}, "bin": {"shopctl": "x"}}
-- packages/web/package.json --
{"name": "@shop/web", "scripts": {"dev": "x", "e2e": "x"}}
-- packages/web/src/index.js --
-- packages/api/package.json --
{"name": "api", "scripts": {"dev": "x"}}
-- composer.json --
{"scripts": {"test:cashier": "pest"}}
-- artisan --
-- Makefile --
.PHONY: test all
VERSION := 1
test lint: build
	go test
build:
	go build
check::
	true
-- open/Makefile --
include rules.mk
test:
-- pattern/Makefile --
test:
%.o: %.c
-- justfile --
version := "1"
alias t := test
@test target='all':
  cargo test
fmt:
-- go.mod --
module shop
-- cmd/shop/main.go --
-- internal/basket/basket.go --
-- pyproject.toml --
[project.scripts]
shop-admin = "a:b"
[tool.hatch.envs.test.scripts]
cov = "x"
-- services/gate/pyproject.toml --
[project.scripts]
gate = "a:b"
-- services/web/package.json --
{"bin": {"web-check": "x"}}
-- .nubos-pilot/config.json --
{"plan_lint": {"verify_allow_commands": ["acme"]}}
-- manage.py --
-- shop/__init__.py --
-- shop/cli.py --
-- src/app.ts --
-- src/server.js --
-- test/app.test.js --
-- run.sh --
-- deno.json --
{"tasks": {"serve": "x"}}
-- crate/Cargo.toml --
[package]
name = "crate"
-- crate/tests/basket.rs --
-- rust/Cargo.toml --
[workspace]
members = ["crates/*", "tool"]
-- rust/Cargo.lock --
[[package]]
name = "itoa"
version = "1.0.0"
-- rust/crates/core/Cargo.toml --
[package]
name = "shop-core"
[dependencies]
json = { package = "serde_json", version = "1" }
[target.'cfg(unix)'.dev-dependencies]
nix = "0.29"
-- rust/tool/Cargo.toml --
[package]
name = "tool"
-- docker-compose.yml --
services:
  web:
    image: nginx
  db: {image: postgres}
-- docker-compose.override.yml --
services: {mail: {image: mailpit}}
-- ops/all.yaml --
include: [other.yaml]
services: {web: {}}
-- ops/.env --
COMPOSE_FILE=all.yaml
-- tests/unit/test_a.py --
-- empty/x.txt --
-- node_modules/.bin/wobble --
-- node_modules/x/kept.test.ts --
-- .cache/x/kept.test.ts --
-- ` + file + ` --
`

const head = `---
id: "M001-S001-T0001"
slice: "M001-S001"
milestone: "M001"
type: execute
status: pending
tier: "haiku"
owner: executor
wave: 1
depends_on: []
files_modified:
  - "tools/new.mjs"
  - "pkg/new"
  - "db/*.sql"
autonomous: true
must_haves: {}
---

# M001-S001-T0001 — Basket

`

const file = ".nubos-pilot/milestones/M001/slices/S001/tasks/T0001/T0001-PLAN.md"

// newProject writes the files of an archive to disk.
func newProject(t testing.TB, archive string) string {
	t.Helper()
	tree := table.Tree{TB: t, Dir: t.TempDir()}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		tree.Write(f.Name, string(f.Data))
	}
	return tree.Dir
}

// check returns what is found in a task plan with the given body, each finding as "rule of `text`: message".
func check(t testing.TB, dir, body string) []string {
	t.Helper()
	text := head + body
	path := filepath.Join(dir, filepath.FromSlash(file))
	report, err := engine.Run(context.Background(),
		engine.Options{Dir: dir, Paths: []string{path}, Only: []string{"verify"},
			Overlay: map[string][]byte{path: []byte(text)}}, parts.Of(nubos.Pack))
	if err != nil {
		t.Fatal(err)
	}
	if report.Unanalyzed {
		t.Errorf("the pass failed: %v", report.Findings)
	}
	var found []string
	for _, f := range report.Findings {
		found = append(found,
			fmt.Sprintf("%s of %q: %s", strings.TrimPrefix(f.Rule, "verify-"),
				text[f.Range.Start.Offset:f.Range.End.Offset], f.Message))
	}
	return found
}

// judge judges one <verify> each. What is wanted is a part of the one finding, or nothing.
func judge(t *testing.T, wanted map[string]string) {
	t.Helper()
	dir := newProject(t, project)
	for command, want := range wanted {
		t.Run(command, func(t *testing.T) {
			found := strings.Join(check(t, dir, "<verify>\n"+command+"\n</verify>\n"), "\n")
			if want == "" && found != "" || !strings.Contains(found, want) || strings.Contains(found, "\n") {
				t.Errorf("want %q, got:\n%s", want, found)
			}
		})
	}
}

// TestPrograms judges the names of programs, on the PATH and with one.
func TestPrograms(t *testing.T) {
	judge(t, map[string]string{
		`pytset -q`:                         "unlisted of \"pytset\": `pytset` is no program that nplint knows or this project declares, and one that is not installed cannot verify M001-S001-T0001; did you mean `pytest`?",
		`frobnicate`:                        "add it to the option `commands`",
		`shopctl && frobber`:                "",
		`wobble --all`:                      "",
		`$TOOL run`:                         "",
		`FOO=1 bar=2 npm run nope`:          "unknown of \"npm run nope\"",
		`./run.sh`:                          "",
		`"./gone.sh" -x`:                    "./gone.sh does not exist in the project",
		`src/app.ts compiles`:               "src/app.ts is no program",
		`internal/basket`:                   "is a directory",
		`vendor/bin/pest && bin/rails test`: "",
		`/opt/x/run && ~/bin/x && ../y/run`: "",
		`bash gone.sh`:                      "the script gone.sh does not exist",
		`go build -o ./shop.exe ./cmd/shop && ./shop.exe`: "",
		`npm run build && node dist/main.js`:              "",
		`npm test && node dist/main.js`:                   "does not exist",
		`cd "$X" && frobnicate`:                           "",
		`if the page loads it is fine`:                    "is a sentence",
		`while true; do the; done`:                        "unlisted of \"the\"",
		`node dist/main.js`:                               "does not exist",
		`echo x > made.sh; sh made.sh`:                    "",
		`db/1.sql`:                                        "is no program",
		`cd packages/web && npm run e2e`:                  "",
		`cd packages/web && npm run build`:                "packages/web/package.json declares no script `build`",
		`(cd packages/web && npm run e2e); npm run e2e`:   "unknown of \"npm run e2e\": `npm run e2e` cannot verify M001-S001-T0001: package.json",
		`cd packages/gone && npm run nope`:                "there is no directory packages/gone",
		`cd "$X" && npm run nope && node gone.js`:         "",
		`mkdir -p tmp/x && cd tmp/x && ./y`:               "",
	})
}

// TestShell judges what the shell makes of a line.
func TestShell(t *testing.T) {
	judge(t, map[string]string{
		`true && npm run nope`:                         "unknown of \"npm run nope\"",
		`npm test | tee log; ! npm run nope`:           "unknown of \"npm run nope\"",
		`if npm run nope; then true; fi`:               "unknown of \"npm run nope\"",
		`for x in a b; do npm run nope; done`:          "unknown of \"npm run nope\"",
		`bash -lc "cd packages/web && npm run nope"`:   "unknown of \"npm run nope\": `npm run nope` cannot verify M001-S001-T0001: packages/web/package.json",
		`bash -c "npm run \"nope\""`:                   `unknown of "\"npm run \\\"nope\\\"\""`,
		`sh -c 'npm run nope" '`:                       "the shell cannot parse it: reached EOF without closing quote",
		`env A=1 timeout -k 5 60 npm run nope`:         "unknown of \"npm run nope\"",
		`ls | xargs -n 1 npm run nope`:                 "unknown of \"npm run nope\"",
		`find . -name '*.js' -exec node gone.js {} \;`: "unknown of \"node gone.js {}\"",
		`find -exec node gone.js {} \;`:                "unknown of \"node gone.js {}\"",
		`cat gone.js | node -`:                         "",
		`bash -c "npm run test:$PART"`:                 "",
		`command -v frobnicate && which frobnicate`:    "",
		`echo $(npm run nope)`:                         "unknown of \"npm run nope\"",
		`check() { npm test; }; check`:                 "",
		`[ -f x ] && [[ -d y ]] && ! test -e z`:        "",
		`echo "a`:                                      "the shell cannot parse it: reached EOF without closing quote",
		`npm test &&`:                                  "the shell cannot parse it",
		`npm test )`:                                   "the shell cannot parse it",
		`if true; then true`:                           "the shell cannot parse it",
		`sudo -u x npm run nope`:                       "unknown of \"npm run nope\"",
		`time npm run nope`:                            "unknown of \"npm run nope\"",
		`diff <(npm run nope) x`:                       "unknown of \"npm run nope\"",
		`bash -euxo pipefail -c 'npm run nope'`:        "unknown of \"npm run nope\"",
		`ls | xargs -I{} sh -c 'npm run nope'`:         "unknown of \"npm run nope\"",
		`npx --yes @redocly/cli lint x.yaml`:           "",
		`npx ./gone.sh`:                                "./gone.sh does not exist",
	})
}

// TestSentences judges what is a sentence, and what only looks like one.
func TestSentences(t *testing.T) {
	judge(t, map[string]string{
		`Check that the page loads`:                           "is a sentence",
		`The page's title isn't "x`:                           "is a sentence",
		`make sure that the page loads`:                       "is a sentence",
		`test that the page loads`:                            "is a sentence",
		`find all usages`:                                     "is a sentence",
		`npm run build succeeds without errors on the server`: "is a sentence",
		`run the tests`:                                       "is a sentence",
		`Manual: look at it`:                                  "is a sentence",
		`TBD`:                                                 "is a sentence",
		`verify output`:                                       "is a sentence",
		`Prüfe, dass die Seite lädt`:                          "is a sentence",
		`all tests pass.`:                                     "is a sentence",
		`test -f src/app.ts`:                                  "",
		`test a = a`:                                          "",
		`make test lint build`:                                "",
		// as few words as tell
		`make: check pages load fine`:        "is a sentence",
		`Make it`:                            "did you mean `make`?",
		`Go to the page`:                     "is a sentence",
		`Go build quickly`:                   "did you mean `go`?",
		`Make it green`:                      "is a sentence",
		`check 5 of it`:                      "is a sentence",
		`check 200 301`:                      `unlisted of "check"`,
		`Status: 200`:                        "is a sentence",
		`Page 2 of it`:                       "is a sentence",
		`Page 200`:                           `unlisted of "Page"`,
		`frobnicate the page`:                "is a sentence",
		`frobnicate this`:                    `unlisted of "frobnicate"`,
		`frobnicate page quickly`:            `unlisted of "frobnicate"`,
		`frobnicate page quickly.`:           "is a sentence",
		`frobnicate quickly.`:                `unlisted of "frobnicate"`,
		`frobnicate 2 pages.`:                "is a sentence",
		`frobnicate 1 2 pages.`:              `unlisted of "frobnicate"`,
		`frobnicate pages v1.`:               `unlisted of "frobnicate"`,
		`page2 loads of pages`:               `unlisted of "page2"`,
		`frobnicate 2 of pages`:              `unlisted of "frobnicate"`,
		`frobnicate of pages`:                "is a sentence",
		`frobnicate pages quite quickly`:     `unlisted of "frobnicate"`,
		`frobnicate pages quite quickly now`: "is a sentence",
	})
}

// TestFallible judges commands that exit 0 whatever happens, and those beside them that do not.
func TestFallible(t *testing.T) {
	judge(t, map[string]string{
		`exit 0`:                                  "exits 0 whatever happens",
		`npm test; true`:                          "exits 0 whatever happens",
		`npm test; exit 0`:                        "exits 0 whatever happens",
		`npm test || exit 0`:                      "exits 0 whatever happens",
		`npm test; echo "exit $?"`:                "exits 0 whatever happens",
		`npm test || echo failed`:                 "exits 0 whatever happens",
		`:`:                                       "exits 0 whatever happens",
		`(npm test; true)`:                        "exits 0 whatever happens",
		`{ npm test || true; }`:                   "exits 0 whatever happens",
		`npm test 2>&1 | tail -20`:                "exits 0 whatever happens",
		`npm test | tee log`:                      "exits 0 whatever happens",
		`set -e; npm test; echo ok`:               "",
		`set -o pipefail; npm test | tail -5`:     "",
		`set -euo pipefail && npm test | tee log`: "",
		`npm test && exit 0`:                      "",
		`npm test; exit 1`:                        "",
		`npm test | grep -q ok`:                   "",
		`! npm test | tail -1`:                    "",
		`echo ok && npm test`:                     "",
		`exit "$(npm test)"`:                      "",
		`npm test & sleep 1; npm run build`:       "",
		`npm test; exit`:                          "",
		`echo the page is what it should be`:      "exits 0 whatever happens",
		`git commit -m "the page is there"`:       "",
		`grep the file`:                           "",
		`Rscript -e "x"`:                          "",
		`cargo test covers all the things`:        "is a sentence",
		`src/server.js starts without an error`:   "reads like a sentence",
		`Go through the whole list`:               "is a sentence",
		`Go test`:                                 "did you mean `go`?",
		`Make sure`:                               "did you mean `make`?",
		`./run.sh staging`:                        "",
		`./gone.sh staging`:                       "./gone.sh does not exist",
	})
}
