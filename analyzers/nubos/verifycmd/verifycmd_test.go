package verifycmd_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nplint/nplint"
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
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// check returns what is found in a task plan with the given body, each finding as "rule of `text`: message".
func check(t testing.TB, dir, body string) []string {
	t.Helper()
	text := head + body
	path := filepath.Join(dir, filepath.FromSlash(file))
	report, err := nplint.Run(context.Background(),
		nplint.Options{Dir: dir, Paths: []string{path}, Only: []string{"verify"},
			Overlay: map[string][]byte{path: []byte(text)}})
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

// TestCommands judges one <verify> each. What is wanted is a part of the one finding, or nothing.
func TestCommands(t *testing.T) {
	dir := newProject(t, project)
	for command, want := range map[string]string{
		// npm and its like
		`npm test`:                                         "",
		`npm t`:                                            "",
		`npm run test -- --watch=false`:                    "",
		`npm run tset`:                                     "unknown of \"npm run tset\": `npm run tset` cannot verify M001-S001-T0001: package.json declares no script `tset`; did you mean `test`?",
		`npm run deploy`:                                   "declares no script `deploy`; declare it, or write one that it declares: build, lint:all, test",
		`npm run`:                                          "",
		`npm --silent run nope`:                            "no script `nope`",
		`npm run -s nope`:                                  "no script `nope`",
		`npm run nope --if-present`:                        "",
		`npm ci && npm i && npm publish`:                   "",
		`npm lint:all`:                                     "did you mean `run lint:all`?",
		`npm instal-all`:                                   "npm has no command `instal-all`",
		`npm start`:                                        "no script `start`",
		`npm --prefix packages/web run e2e`:                "",
		`npm --prefix packages/web run test`:               "packages/web/package.json declares no script `test`",
		`npm run dev --prefix=packages/web`:                "",
		`npm -C packages/gone run dev`:                     "there is no directory packages/gone in the project",
		`npm --prefix internal run dev`:                    "there is no package.json in internal",
		`npm run e2e -w @shop/web`:                         "",
		`npm run e2e --workspace=packages/web`:             "",
		`npm run e2e -w api`:                               "packages/api/package.json declares no script `e2e`",
		`npm run dev --workspaces`:                         "",
		`npm run nope -w elsewhere`:                        "package.json has no workspace `elsewhere`; its workspaces are: api, @shop/web",
		`npm run e2e -w web`:                               "package.json has no workspace `web`; did you mean `@shop/web`?",
		`npm test --workspace=packages/gone`:               "package.json has no workspace `packages/gone`",
		`npm test -w packages/gone -w api --if-present`:    "",
		`npm -w packages run dev`:                          "",
		`npm ci --workspace ./packages/web`:                "",
		`npm exec -w gone -- x`:                            "package.json has no workspace `gone`",
		`npx -w gone eslint`:                               "package.json has no workspace `gone`",
		`npm init -w packages/gone -y`:                     "",
		`npm init -w packages/x -y && npm i -w packages/x`: "",
		`npm run dev -w "$NAME"`:                           "",
		`cd packages/web && npm run dev -w api`:            "",
		`cd ` + strings.Repeat("x", 80) + ` && ls`:         "there is no directory " + strings.Repeat("x", 80) + " in",
		`cd ` + strings.Repeat("x", 81) + ` && ls`:         "there is no directory " + strings.Repeat("x", 79) + "… in",
		`cd packages && npm run dev -w web`:                "",
		`npm exec wobble`:                                  "",
		`npm run "$SCRIPT"`:                                "",
		`yarn build`:                                       "",
		`yarn run nope`:                                    "no script `nope`",
		`yarn add x`:                                       "",
		`yarn wobble`:                                      "",
		`yarn workspace @shop/web e2e`:                     "",
		`yarn workspace @shop/web run nope`:                "packages/web/package.json declares no script `nope`",
		`yarn --cwd packages/api dev`:                      "",
		`pnpm build`:                                       "",
		`pnpm -w run build`:                                "",
		`pnpm --filter api dev`:                            "",
		`pnpm --filter api run nope`:                       "no script `nope`",
		`pnpm -r run dev`:                                  "",
		`pnpm exec vitest && pnpm dlx x`:                   "",
		`pnpm run vitest`:                                  "no script `vitest`",
		`bun test && bun x tsc`:                            "",
		`bun run nope`:                                     "no script `nope`",
		`bun src/server.js`:                                "",
		`bun run src/gone.ts`:                              "the script src/gone.ts does not exist",
		`npx whatever`:                                     "",
		`npx tsx src/gone.ts`:                              "the script src/gone.ts does not exist",
		`node src/server.js --port 1`:                      "",
		`node src/server`:                                  "",
		`node src/gone.js`:                                 "the script src/gone.js does not exist",
		`node -r dotenv/config src/gone.js`:                "the script src/gone.js does not exist",
		`node -e "process.exit(0)" x.js`:                   "",
		`node --run test`:                                  "",
		`node --run=test`:                                  "",
		`node --run=tset`:                                  "declares no script `tset`; did you mean `test`?",
		`node --run`:                                       "",
		`scripts/gone.sh`:                                  "scripts/gone.sh does not exist",
		`bin/gone`:                                         "",
		`scripts/gone.sh && bash scripts/gone.sh`:          "scripts/gone.sh does not exist",
		`pnpm -r run dev && pnpm -r run build`:             "",
		`node --test`:                                      "",
		`node --test "test/**/*.test.js"`:                  "",
		`node --test test/app.test.js test/no.js`:          "the test file test/no.js does not exist",
		`node tools/new.mjs`:                               "",
		`node np-tools.cjs`:                                "wants a verb",
		`node bin/np-tools.cjs --help`:                     "wants a verb",
		`node x/np-tools.cjs stat`:                         "no verb `stat`; did you mean `state`?",
		`node np-tools.cjs init plan-milestone`:            "",
		`node np-tools.cjs init bogus`:                     "no workflow `bogus`",
		`node np-tools.cjs init`:                           "wants a workflow",
		`plan-lint --milestone M001`:                       "write `node np-tools.cjs plan-lint`",
		`deno task serve`:                                  "",
		`deno task serv`:                                   "did you mean `serve`?",
		// other tools
		`composer test:cashier`:                           "",
		`composer install`:                                "",
		`composer test:cashir`:                            "did you mean `test:cashier`?",
		`composer run-script nope`:                        "composer.json declares no script `nope`",
		`php artisan migrate`:                             "",
		`php gone.php`:                                    "the script gone.php does not exist",
		`make test lint check`:                            "",
		`make -j 4 test V=1`:                              "",
		`make tset`:                                       "Makefile has no target `tset`; did you mean `test`?",
		`make VERSION`:                                    "no target `VERSION`",
		`make -C open nope && make -C pattern x.o`:        "",
		`make -C pattern tset`:                            "did you mean `test`?",
		`pytest -q shop/cli.py::test_help`:                "",
		`pytest -k gone tests/gone.py`:                    "the file tests/gone.py does not exist",
		`python -m pytest tests/gone.py::test_x`:          "the file tests/gone.py does not exist",
		`npx vitest run test/gone.test.ts`:                "the file test/gone.test.ts does not exist",
		`npx vitest run vendor/x/gone.test.ts`:            "the file vendor/x/gone.test.ts does not exist",
		`npx vitest run x/kept.test.ts`:                   "the file x/kept.test.ts does not exist",
		`node <src/gone.mjs && node src/gone.mjs`:         "src/gone.mjs does not exist",
		`npx vitest run test/app.test.js app`:             "",
		`npx eslint --config x/y.config.js src`:           "",
		`vendor/bin/pest tests/Gone.php`:                  "the file tests/Gone.php does not exist",
		`php artisan test tests/Gone.php`:                 "the file tests/Gone.php does not exist",
		`node_modules/.bin/wobbel`:                        "did you mean `node_modules/.bin/wobble`?",
		`make -Ccrate x && make -sC crate x`:              "",
		`make -C gone x`:                                  "there is no directory gone in the project",
		`make -f open/Makefile x`:                         "",
		`make -f pattern/Makefile tset`:                   "did you mean `test`?",
		`make -f gone.mk test`:                            "there is no gone.mk in the project",
		`make -f Makefile -f open/Makefile x`:             "",
		`npx vitest run --root packages/web src/index.js`: "",
		`npx jest src/index.js`:                           "",
		`npx -w @shop/web eslint src/index.js`:            "",
		`pnpm -C packages/web exec eslint src/index.js`:   "",
		`env -C packages/web npx eslint src/index.js`:     "",
		`npx eslint src/index.js`:                         "the file src/index.js does not exist",
		`web-check && gate --x && acme run`:               "",
		`make -C crate x`:                                 "there is no Makefile",
		`make internal`:                                   "",
		`just t && just fmt && just test unit`:            "",
		`just nope`:                                       "no recipe `nope`",
		`go test -race ./... && go build ./cmd/shop`:      "",
		`go test -run TestX ./internal/basket/...`:        "",
		`go run ./cmd/shop ./gone`:                        "",
		`go run ./cmd/gone`:                               "there is no ./cmd/gone in the project",
		`go test ./pkg/new`:                               "",
		`go test ./gone/...`:                              "there is no ./gone in the project, and no task plans to make it",
		`go vet ./internal/... ./gone/x/...`:              "there is no ./gone/x in the project",
		`go test ./pkg/new/... ./cmd/...`:                 "",
		`go tset ./...`:                                   "go has no command `tset`; did you mean `test`?",
		`cd crate && cargo test --test basket`:            "",
		`cd crate && cargo test --test gone`:              "no target `--test gone`",
		`cd crate && cargo test -p crate`:                 "",
		`cd crate && cargo +nightly test -p craet`:        "there is no package `craet` in the workspace of crate/Cargo.toml; did you mean `crate`?",
		`cd rust && cargo test -p shop-core -p tool`:      "",
		`cd rust && cargo test -p shop_core`:              "there is no package `shop_core` in the workspace of rust/Cargo.toml; did you mean `shop-core`?",
		`cd rust/tool && cargo build --package=gone`:      "there is no package `gone` in the workspace of rust/Cargo.toml",
		`cd rust && cargo test -p itoa -p nix`:            "",
		`cd rust && cargo doc -p serde_json@1.0.0`:        "",
		`cd rust && cargo test -p 'shop-*'`:               "",
		`cd rust && cargo test -p "$P"`:                   "",
		`cd rust && cargo new gone && cargo test -p gone`: "",
		`cd rust && cargo update -p gone`:                 "",
		`cd rust && cargo test -- -p gone`:                "",
		// docker compose
		`docker compose up -d --wait web db mail`:              "",
		`docker compose run --rm -e A=1 web npm run nope`:      "",
		`docker compose run --rm wbe true`:                     "docker-compose.yml has no service `wbe`; did you mean `web`?",
		`docker-compose exec -T gone psql`:                     "docker-compose.yml has no service `gone`; its services are: web, db, mail",
		`docker compose exec -u root db psql -c "select 1"`:    "",
		`docker compose -f gone.yml up`:                        "the compose file gone.yml does not exist",
		`docker compose -f docker-compose.yml up mail`:         "docker-compose.yml has no service `mail`; its services are: web, db",
		`docker compose -f db/x.sql up`:                        "",
		`docker compose logs -f --tail 10 web`:                 "",
		`docker compose --profile x build --build-arg a=b web`: "",
		`docker compose up --new-option value`:                 "",
		`docker compose up $SERVICE`:                           "",
		`docker compose down && docker compose ps gone`:        "",
		`docker compose -f ops/all.yaml up gone`:               "",
		`cd ops && docker compose up gone`:                     "",
		`cd src && docker compose up web`:                      "",
		`COMPOSE_FILE=x.yml docker compose up gone`:            "",
		`docker run --rm gone && docker build .`:               "",
		`sudo docker --context x compose up gone`:              "no service `gone`",
		// pytest
		`pytest tests`: "",
		`pytest tests/unit -q -k "a and b" -m slow`:    "",
		`pytest -q tests/gone`:                         "the file or directory tests/gone does not exist",
		`python -m pytest tests/unit gone`:             "the file or directory gone does not exist",
		`uv run pytest tests/gone/::TestX`:             "the file or directory tests/gone/ does not exist",
		`pytest --pyargs shop.tests`:                   "",
		`pdm run -p services/gate pytest gone`:         "",
		`uv run --directory services/gate pytest gone`: "",
		`uv run --project services/gate pytest gone`:   "the file or directory gone does not exist",
		`uv run --project "$GATE" pytest gone`:         "",
		`pytest -n auto --maxfail 1 tests/unit`:        "",
		`pytest pkg/new tests/unit/test_a.py::test_x`:  "",
		`pytest tests/*.py`:                            "",
		`pytest "$DIR"`:                                "",
		`python manage.py test`:                        "",
		`python3 gone.py`:                              "the script gone.py does not exist",
		`python -m pytest -q && python -m shop.cli`:    "",
		`python -m shop.gone`:                          "neither shop/gone.py",
		`uv run shop-admin && hatch run cov`:           "",
		`poetry run shop-adm`:                          "unlisted of \"shop-adm\"",
		`uv run pytest`:                                "",
		// the PATH
		`pytset -q`:                "unlisted of \"pytset\": `pytset` is no program that nplint knows or this project declares, and one that is not installed cannot verify M001-S001-T0001; did you mean `pytest`?",
		`frobnicate`:               "add it to the option `commands`",
		`shopctl && frobber`:       "",
		`wobble --all`:             "",
		`$TOOL run`:                "",
		`FOO=1 bar=2 npm run nope`: "unknown of \"npm run nope\"",
		// paths
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
		// shell
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
		// sentences
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
		// what cannot fail
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
	} {
		t.Run(command, func(t *testing.T) {
			found := strings.Join(check(t, dir, "<verify>\n"+command+"\n</verify>\n"), "\n")
			if want == "" && found != "" || !strings.Contains(found, want) || strings.Contains(found, "\n") {
				t.Errorf("want %q, got:\n%s", want, found)
			}
		})
	}
}

// TestPlaces judges bodies whose commands stand in all kinds of places; what is wanted is every finding's rule and
// the text that it is at.
func TestPlaces(t *testing.T) {
	dir := newProject(t, project)
	nope := `command-unknown of "npm run nope"`
	for _, c := range []struct{ name, body, want string }{
		{"one line", "<verify><automated>npm run nope</automated></verify>", nope},
		{"no tag", "<verify>npm run nope</verify>", nope},
		{"lines", "<verify>\n  <automated>\n    npm test\n    npm run nope\n  </automated>\n</verify>", nope},
		{"two",
			"<verify>\n<automated>npm run nope</automated>\n<automated>npm run nope</automated>\n</verify>",
			nope + nope},
		{"CRLF", "<verify>\r\nnpm test\r\nnpm run nope\r\n</verify>\r\n", nope},
		{"bullets",
			"<verify>\n- npm run nope\n* npm run nope\n1. npm run nope\n- [ ] npm run nope\n</verify>",
			strings.Repeat(nope, 4)},
		{"backticks", "<verify>\n- `npm run nope`\n``npm run nope`` exits 0\n</verify>", nope + nope},
		{"prompt", "<verify>\n$ npm run nope\n> shop\nFAIL of the test\n$ npm test\n</verify>", nope},
		{"comment behind a prompt", "<verify>\n$ # npm run nope\n</verify>", `empty of "<verify>"`},
		{"fence", "<verify>\n```sh\n# a comment\nnpm run nope\n```\n</verify>", nope},
		{"fence of something else", "<verify>\nnpm test\n```json\n{\"a\": 1}\n```\n</verify>", ""},
		{"console", "<verify>\n```console\n$ npm run nope\nall is well here\n```\n</verify>", nope},
		{"in a fence", "```\n<verify>\nnpm run nope\n</verify>\n```", ""},
		{"in a comment", "<!--\n<verify>\nnpm run nope\n</verify>\n-->", ""},
		{"comment inside", "<verify>\n<!-- npm run nope -->\nnpm run nope\n</verify>", nope},
		{"beside automated", "<verify>\nLook at the page.\n<automated>npm run nope</automated>\n</verify>", nope},
		{"manual", "<verify>\n<automated>npm test</automated>\n<manual>Look at the page.</manual>\n</verify>", ""},
		{"only manual", "<verify><manual>Look at the page.</manual></verify>",
			`command-unknown of "Look at the page."`},
		{"another tag", "<verify><command>npm run nope</command></verify>", nope},
		{"empty", "<verify>\n  <automated>\n  </automated>\n</verify>", `empty of "<verify>"`},
		{"self-closing", "<verify/>", `empty of "<verify/>"`},
		{"upper case, unclosed", "<VERIFY>\nnpm run nope\n</VERIFY>\n<verify>\nnpm run nope", nope},
		{"continued", "<verify>\nnpm run \\\n  nope\nnpm run nope\n</verify>",
			`command-unknown of "npm run \\\n  nope"` + nope},
		{"loop", "<verify>\nfor x in a b\ndo\n  npm run nope\ndone\n</verify>", nope},
		{"here-document",
			"<verify>\ncat <<EOF | npm run nope\nThis isn't a command\nEOF\nnpm run nope\n</verify>",
			nope + nope},
		{"open quote", "<verify>\nnpm run nope\necho \"x\nnpm run nope\n</verify>",
			nope + `command-unknown of "echo \"x"`},
		{"wrong line", "<verify>\nnpm test )\nnpm run nope\n</verify>", `command-unknown of "npm test )"` + nope},
		{"a sentence among commands", "<verify>\nIt doesn't matter\nnpm run nope\n</verify>",
			`command-unknown of "It doesn't matter"` + nope},
		{"cd for the lines below",
			"<verify>\ncd packages/web\nnpm run e2e\nnpm run build\nnpm run nope\n</verify>",
			nope},
		{"cd for a Makefile", "<verify>\ncd crate\nmake test\n</verify>", ""},
		{"cd into nothing",
			"<verify>\ncd packages/gone && npm run nope\nnpm run nope\n</verify>",
			`command-unknown of "cd packages/gone"` + nope},
		{"columns behind letters of more bytes", "<verify>\n- echo ä && npm run nope\n</verify>", nope},
		{"verification of a task plan", "<verification>\n- `npm run nope` exits 0\n</verification>", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := ""
			for _, f := range check(t, dir, c.body) {
				found += f[:strings.Index(f, ": ")]
			}
			if found != c.want {
				t.Errorf("want %s\ngot  %s", c.want, found)
			}
		})
	}
}
