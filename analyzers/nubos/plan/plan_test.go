package plan_test

import (
	"strings"
	"testing"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/table"
)

const (
	base   = "../../../rules/nubos/base/done.txtar"
	slice2 = ".nubos-pilot/milestones/M001/slices/S002/"
	rules  = "bare-askuser-call broken-dependency cyclic-dependency fake-promotion-trigger forbidden-agent-field " +
		"hook-field-present missing-coverage-annotation no-tasks-in-slice-plan non-atomic-task " +
		"parallel-task-implicit-dependency " +
		"parallel-task-same-file plan-over-specifies-implementation plan-reduced-scope plan-tbd plan-workaround " +
		"slice-path too-many-tasks unbounded-scope unverified-assumption"
)

type row struct{ changes, want string }

const slicePlan = `---
slice: "M001-S002"
milestone: "M001"
type: plan
status: pending
requirements: []
---

# M001-S002 — Hours

<reality_check>
  <files_read>
    - README.md:1
  </files_read>
  <commands_run>
    - ` + "`" + `go version` + "`" + ` → "go1.26"
  </commands_run>
  <assumptions>
    <assumption verified_by="README.md:1">The pool is open.</assumption>
  </assumptions>
  <unknowns>
    - whether clubs book at night
  </unknowns>
</reality_check>

<tasks>
<task id="M001-S002-T0001" depends_on="M001-S001-T0001" wave="2" tier="haiku">
  <name>Night hours</name>
  <files_modified>a.go</files_modified>
  <action>Find out whether clubs book at night, and write the answer.</action>
  <verify><automated>go test ./...</automated></verify>
  <done>Test green.</done>
</task>
<task id="M001-S002-T0002" depends_on="" wave="2" tier="opus">
  <name>Day hours</name>
  <files_modified>b.go</files_modified>
  <action>Show the day.</action>
  <verify><automated>go vet ./...</automated></verify>
  <done>Test is green.</done>
</task>
</tasks>
`

// TestPlans judges changes of a plan of two tasks in a project.
func TestPlans(t *testing.T) {
	tree := table.New(t, nubos.Pack, base)
	for name, text := range map[string]string{"docs/a.md": "# A\n", "notes.txt": "a\nb", "empty.txt": "",
		"agents/np-a.md": "---\nname: np-a\nhooks: x\nmodel: y\n---\n", "agents/np-b.md": "---\nname: np-b\n---\n",
		"agents/np-c.md": "---\nhooks: x\n", "agents/np-d.md": "---\nname: np-d\nhooks: x\n---\n",
		slice2 + "S002-UAT.md": ""} {
		tree.Write(name, text)
	}
	for _, r := range []row{
		{``, ``},
		{`- README.md:1\n => - README.md\n | ="README.md:1" => ="cmd:go version"`, "body.reality_check.files_read[0] " +
			"`README.md`"},
		{`- README.md:1\n => - README.md:1-1\n | ="README.md:1" => ="cmd:go version"`, ``},
		{`- README.md:1\n => - README.md:1 (the title)\n | ="README.md:1" => ="cmd:go version"`, ``},
		{`- README.md:1\n => - README.md:1: the title\n | ="README.md:1" => ="cmd:go version"`, ``},
		{`- README.md:1\n => - README.md:1, the title\n | ="README.md:1" => ="cmd:go version"`, ``},
		{`- README.md:1\n => - README.md:1-1: the title\n | ="README.md:1" => ="cmd:go version"`, ``},
		{"- README.md:1\\n => - `README.md:1`\\n | =\"README.md:1\" => =\"cmd:go version\"", ``},
		{"- README.md:1\\n => - `README.md`:1\\n | =\"README.md:1\" => =\"cmd:go version\"",
			"body.reality_check.files_read[0] ``README.md`:1`"},
		{`- README.md:1\n => - README.md:1\n    - README.md:2\n`, "body.reality_check.files_read[1] `README.md:2`"},
		{`- README.md:1\n => - README.md:1\n    - README.md:1-2\n`, "body.reality_check.files_read[1] `README.md:1-2`"},
		{`- README.md:1\n => - README.md:1\n    - README.md:1-1-\n`, ``},
		{`- README.md:1\n => - README.md:1\n    - README.md:0\n`, "body.reality_check.files_read[1] `README.md:0`"},
		{`- README.md:1\n => - README.md:1\n    - README.md:2-1\n`, "body.reality_check.files_read[1] `README.md:2-1`"},
		{`- README.md:1\n => - README.md:1\n    - README.md:1x\n`, "body.reality_check.files_read[1] `README.md:1x`"},
		{`- README.md:1\n => - README.md:1\n    - README.md:1:title\n`, "body.reality_check.files_read[1] " +
			"`README.md:1:title`"},
		{`- README.md:1\n => - README.md:1\n    - :1\n`, "body.reality_check.files_read[1] `:1`"},
		{`- README.md:1\n => - README.md:1\n    - a:b:1\n`, "body.reality_check.files_read[1] `a:b:1`"},
		{`- README.md:1\n => - README.md:1\n    - ../x.md:1\n`, "body.reality_check.files_read[1] `../x.md:1`"},
		{`- README.md:1\n => - README.md:1\n    - ..:1\n`, "body.reality_check.files_read[1] `..:1`"},
		{`- README.md:1\n => - README.md:1\n    - /x.md:1\n`, "body.reality_check.files_read[1] `/x.md:1`"},
		{`- README.md:1\n => - README.md:1\n    - docs:1\n`, "body.reality_check.files_read[1] `docs:1`"},
		{`- README.md:1\n => - README.md:1\n    - REDME.md:1\n`, "body.reality_check.files_read[1] `REDME.md:1` => " +
			"`README.md`"},
		{`- README.md:1\n => - README.md:1\n    - docs/b.md:1\n`, "body.reality_check.files_read[1] `docs/b.md:1` => " +
			"`docs/a.md`"},
		{`- README.md:1\n => - README.md:1\n    - notes.txt:2\n`, ``},
		{`- README.md:1\n => - README.md:1\n    - notes.txt:3\n`, "body.reality_check.files_read[1] `notes.txt:3`"},
		{`- README.md:1\n => - README.md:1\n    - empty.txt:1\n`, "body.reality_check.files_read[1] `empty.txt:1`"},
		{`- README.md:1\n => - README.md:1\n      and more\n`, ``},
		{`- README.md:1\n => - README.md:1\n    and more\n`, "body.reality_check.files_read[1] `and more`"},
		{`- README.md:1\n => README.md:1\n     and more\n`, "body.reality_check.files_read[1] `and more`"},
		{`    - README.md:1\n => - README.md:1\n  and more\n`, ``},
		{`<files_read>\n    - README.md:1\n => <files_read>- README.md:1\n  and more\n`, ``},
		{`<files_read>\n    - README.md:1\n => <files_read>-README.md:1\n  and more\n`, "body.reality_check.files_read[0] " +
			"`-README.md:1` => `README.md` | body.reality_check.files_read[1] `and more`"},
		{`<files_read>\n    - README.md:1\n => <files_read>* README.md:1\n`, ``},
		{`- README.md:1\n => - README.md:1\n    <!--\n    - README\n    -->\n`, ``},
		{`verified_by="README.md:1" => verified_by="README.md:2"`, "body.reality_check.assumptions[0].verified_by " +
			"`README.md:2` => `README.md:1`"},
		{`verified_by="README.md:1" => verified_by="README.md:"`, "body.reality_check.assumptions[0].verified_by " +
			"`README.md:` => `README.md:1`"},
		{`verified_by="README.md:1" => verified_by="cmd:go version"`, ``},
		{`verified_by="README.md:1" => verified_by="cmd: go version"`, ``},
		{`verified_by="README.md:1" => verified_by="cmd:go vet"`, "body.reality_check.assumptions[0].verified_by `cmd:go " +
			"vet`"},
		{`verified_by="README.md:1" => verified_by="cmd:go versoin"`, "body.reality_check.assumptions[0].verified_by " +
			"`cmd:go versoin` => `cmd:go version`"},
		{`verified_by="README.md:1" => verified_by="cmd:"`, "body.reality_check.assumptions[0].verified_by `cmd:`"},
		{`verified_by="README.md:1" => verified_by=""`, "body.reality_check.assumptions[0].verified_by `<assumption " +
			"verified_by=\"\">`"},
		{`- README.md:1\n => - README.md:12-20\n`, "body.reality_check.files_read[0] `README.md:12-20` | " +
			"body.reality_check.assumptions[0].verified_by `README.md:1`"},
		{`- README.md:1\n => - README.md:1-1 (README.md:1)\n`, ``},
		{`- README.md:1\n => - README.md:1-1\n`, ``},
		{`</files_read> =>`, "body.reality_check.files_read `<files_read>`"},
		{`<files_read>\n    - README.md:1\n  </files_read> => <files_read>-</files_read>`,
			"body.reality_check.assumptions[0].verified_by `README.md:1`"},
		{`- README.md:1\n => - README.md:1\n    - README.md:1-1x\n`, "body.reality_check.files_read[1] `README.md:1-1x`"},
		{`verified_by="README.md:1" => verified_by="README.md"`, "body.reality_check.assumptions[0].verified_by " +
			"`README.md` => `README.md:1`"},
		{`- README.md:1\n => - README.md:10\n`, "body.reality_check.files_read[0] `README.md:10` | " +
			"body.reality_check.assumptions[0].verified_by `README.md:1`"},
		{`- README.md:1\n => - README.md:19\n`, "body.reality_check.files_read[0] `README.md:19` | " +
			"body.reality_check.assumptions[0].verified_by `README.md:1`"},
		{"`go version` → \"go1.26\" => go `version` → x", "body.reality_check.commands_run[0] `go `version` → x`"},
		{"Show the day. => It`s so.\\n  Show etc.", "tasks[M001-S002-T0002].action `etc.`"},
		{"Show the day. => Say ``so`` and `etc`.", ``},
		{"# M001-S002 — Hours => # M001-S002 — Hours\\n\\n`TBD` is open.", ``},
		{`<files_modified>b.go => <files_modified>agents/np-d.md | Show the day. => Delete model.`,
			"tasks[M001-S002-T0002].files_modified `agents/np-d.md`"},
		{`<task id="M001-S002-T0001" => <task id="x"`, "tasks[x].id `x`"},
		{`- whether clubs book at night => - whether clubs book at night: M001-S003-T0001 finds out`, ``},
		{`<files_read>\n    - README.md:1\n  </files_read> => <files_read>README.md:1-1</files_read>`, ``},
		{`<task id="M001-S002-T0001" => <tsak id="M001-S002-T0001" | <task id="M001-S002-T0002" => <tsak ` +
			`id="M001-S002-T0002"`, "body.reality_check.unknowns[0] `whether clubs book at night`"},
		{`Show the day. => Show the day, and then cleave aaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbb ` +
			`cccccccccccccccccccccc for follow-up.`, ``},
		{`Show the day. => Show the day, and then leave aaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbb ` +
			`cccccccccccccccccccccc for follow-up.`, "tasks[M001-S002-T0002].action `leave aaaaaaaaaaaaaaaaaaaaaaa " +
			"bbbbbbbbbbbbbbbbbbbbbb cccccccccccccccccccccc for follow-up`"},
		{`<files_modified>b.go => <files_modified>a.go | </task>\n</tasks> => </tasks>`, ``},
		{`<files_read> => <files_raed> | </files_read> => </files_raed>`, "body.reality_check.files_read `<files_raed>`"},
		{`<files_read>\n => `, "body.reality_check.files_read `</files_read>`"},
		{`<commands_run> => <commands_rum> | </commands_run> => </commands_rum> | verified_by="README.md:1" => ` +
			`verified_by="cmd:x"`, "body.reality_check.commands_run `<commands_rum>`"},
		{"`go version` → \"go1.26\" => go version → x | verified_by=\"README.md:1\" => verified_by=\"cmd:go version\"",
			"body.reality_check.commands_run[0] `go version → x`"},
		{"`go version` → \"go1.26\" => `go version → x", "body.reality_check.commands_run[0] ``go version → x`"},
		{"`go version` → \"go1.26\" => `go version`", "body.reality_check.commands_run[0] ``go version``"},
		{"`go version` → \"go1.26\" => `go version` → \"\"", ``},
		{`verified_by="README => verifed_by="README`, "body.reality_check.assumptions[0] `<assumption " +
			"verifed_by=\"README.md:1\">` => `verified_by`"},
		{`verified_by="README => kind="x" verifed_by="README`, "body.reality_check.assumptions[0] `<assumption kind=\"x\" " +
			"verifed_by=\"README.md:1\">`"},
		{`verified_by="README => source="README`, "body.reality_check.assumptions[0] `<assumption source=\"README.md:1\">`"},
		{`</assumptions> => <assumption>A</assumption><assumption>B</assumption>\n</assumptions>`,
			"body.reality_check.assumptions[1] `<assumption>` | body.reality_check.assumptions[2] `<assumption>`"},
		{`</assumptions> => - The pool is closed\n</assumptions>`, "body.reality_check.assumptions `The pool is closed`"},
		{`</assumptions> => - none\n</assumptions>`, ``},
		{`</assumptions> => The pool is closed\n</assumptions>`, ``},
		{"</assumptions> => ```\\n- The pool is closed\\n```\\n</assumptions>", ``},
		{`open.</assumption> => open. | </assumptions> => - The pool is closed\n</assumptions>`,
			"body.reality_check.assumptions[0] `<assumption verified_by=\"README.md:1\">`"},
		{`</assumptions> => <!-- <assumption verified_by="x:1">A</assumption> --> - The pool is closed\n</assumptions>`, ``},
		{`</reality_check> => </reality_check>\n\n<assumption>Rest</assumption>`, ``},
		{`- whether clubs book at night => - how deep the water gets`, "body.reality_check.unknowns[0] `how deep the " +
			"water gets`"},
		{`- whether clubs book at night => - M001-S002-T0009 finds out how deep it is`, "body.reality_check.unknowns[0] " +
			"`M001-S002-T0009 finds out how deep it is`"},
		{`- whether clubs book at night => - M001-S002-T0002 finds out how deep the water gets`,
			"body.reality_check.unknowns[0] `M001-S002-T0002 finds out how deep the water gets`"},
		{`- whether clubs book at night => - M001-S003-T0009 finds out how deep the water gets`,
			"body.reality_check.unknowns[0] `M001-S003-T0009 finds out how deep the water gets`"},
		{`- whether clubs book at night => - none`, ``},
		{`- whether clubs book at night => <unknown>how deep the water gets</unknown>`, "body.reality_check.unknowns[0] " +
			"`<unknown>how deep the water gets</unknown>`"},
		{`<reality_check> => <reality_chek> | </reality_check> => </reality_chek>`, "body.reality_check `<reality_chek>`"},
		{`<reality_check>\n =>`, "body.reality_check `</reality_check>`"},
		{"<reality_check> => `<reality_chek>` <reality_chekc> | </reality_check> => ", "body.reality_check " +
			"`<reality_chekc>`"},
		{`# M001-S002 — Hours => # M001-S002 — Hours\n\n<tasks></tasks>`, "body.reality_check `<reality_check>`"},
		{`open.</assumption> => open. It is likely open.</assumption>`, "body.reality_check `likely`"},
		{`open.</assumption> => open. It said "likely".</assumption>`, ``},
		{`Show the day. => Show the TBD day.`, "body `TBD`"},
		{`Show the day. => See TBD-12.`, ``},
		{`Show the day. => See TBD-x.`, "body `TBD`"},
		{`Show the day. => See TBD-/.`, "body `TBD`"},
		{`Show the day. => See TBD-:.`, "body `TBD`"},
		{`Show the day. => See TBD.`, "body `TBD`"},
		{`Show the day. => See TBD-0.`, ``},
		{`Show the day. => See TBD-9.`, ``},
		{`Show the day. => Show TBD`, "body `TBD`"},
		{`# M001-S002 — Hours => # M001-S002 — Hours\n\nTBD`, "body `TBD`"},
		{`</tasks> => </tasks>\n\nTBD`, "body `TBD`"},
		{`open.</assumption> => TBD.</assumption>`, "body.reality_check `TBD`"},
		{`Show the day. => Write 2026_01_31_235959_create_lanes.php.`, "framework-timestamped-filename " +
			"`2026_01_31_235959_create_lanes.php` => `*_create_lanes.php`"},
		{`Show the day. => Write 9026_01_31_235959_c.php.`, "framework-timestamped-filename `9026_01_31_235959_c.php` => " +
			"`*_c.php`"},
		{`Show the day. => Write 0026_01_31_235959_c.php.`, "framework-timestamped-filename `0026_01_31_235959_c.php` => " +
			"`*_c.php`"},
		{`Show the day. => Show the day, the hour, etc. at noon, in the night and between\n  Show the lane, and so on.`,
			"tasks[M001-S002-T0002].action `etc.` | tasks[M001-S002-T0002].action `and so on`"},
		{`Show the day. => Show related days and so on.`, "tasks[M001-S002-T0002].action `and so on`"},
		{`Show the day. => Show the day and similar: lanes.`, ``},
		{`Show the day. => Write a stub.`, "tasks[M001-S002-T0002].action `stub`"},
		{`Show the day. => Do not write a stub.`, ``},
		{`Show the day. => Not so. Write a stub.`, "tasks[M001-S002-T0002].action `stub`"},
		{`Show the day. => Write a stub; test it.`, "tasks[M001-S002-T0002].action `stub`"},
		{`Show the day. => Write a stub for a test.`, ``},
		{`Show the day. => Write a basic version.`, "tasks[M001-S002-T0002].action `basic version`"},
		{`Show the day. => Write a placeholder.`, "tasks[M001-S002-T0002].action `placeholder`"},
		{`Show the day. => Write a placeholder for the search field.`, ``},
		{`Show the day. => Find a workaround.`, "tasks[M001-S002-T0002].action `workaround`"},
		{`Show the day. => Find a workaround, see ADR-3.`, ``},
		{`Show the day. => Use no workaround.`, ``},
		{`Show the day. => Also show it, and also print it.`, "tasks[M001-S002-T0002].action `and also`"},
		{`Show the day. => Ask with AskUserQuestion.`, "body `AskUserQuestion`"},
		{`Show the day. => Do not call AskUserQuestion.`, ``},
		{`Show the day. => CREATE TABLE lanes.`, "schema-ddl `CREATE TABLE lanes.`"},
		{`Show the day. => Write while you are at it.`, "tasks[M001-S002-T0002].action `while you are at it`"},
		{`Show the day. => Write while the pool is open.`, ``},
		{"Show the day. => Work `etc` and so.", ``},
		{"Show the day. => Say `so` etc.", "tasks[M001-S002-T0002].action `etc.`"},
		{"Show the day. => Say `so`, and\\n  so on.", "tasks[M001-S002-T0002].action `and\\n  so on`"},
		{"Show the day. => \\n```\\n" + strings.Repeat("x", 199) + "\\n```\\n", ``},
		{"Show the day. => \\n```\\n" + strings.Repeat("x", 200) + "\\n```\\n", "inline-code-snippet `````"},
		{"Show the day. => \\n```mermaid\\n" + strings.Repeat("x", 200) + "\\n```\\n", ``},
		{`Show the day. => The lane is free, if nobody has booked it for the day and hour that the swimmer asks for, ` +
			`which holds as well for clubs etc.`, "tasks[M001-S002-T0002].action `etc.`"},
		{`Show the day. => The lane is free, if nobody has booked it for the day and hour that the swimmer asks for, ` +
			`which holds as well for clubs. Write a stub.`, "tasks[M001-S002-T0002].action `stub`"},
		{`<files_modified>b.go => <files_modified>a.go`, "tasks[M001-S002-T0002].files_modified `a.go`"},
		{`<files_modified>b.go => <files_modified>a.go, c.go`, "tasks[M001-S002-T0002].files_modified `a.go`"},
		{`<files_modified>b.go => <files_modified>a.go (new)`, "tasks[M001-S002-T0002].files_modified `a.go (new)`"},
		{"<files_modified>b.go => <files_modified>`a.go`", "tasks[M001-S002-T0002].files_modified ``a.go``"},
		{`<files_modified>b.go => <files_modified>./a.go`, "tasks[M001-S002-T0002].files_modified `./a.go`"},
		{`<files_modified>b.go => <files_modified>docs`, ``},
		{`<files_modified>b.go => <files_modified>docs/`, ``},
		{`<files_modified>b.go => <files_modified>Makefile`, ``},
		{`<files_modified>b.go => <files_modified>*.go`, "tasks[M001-S002-T0002].files_modified `*.go`"},
		{`<files_modified>b.go => <files_modified>src/a.go`, ``},
		{`<files_modified>b.go => <files_modified>Makefile | <files_modified>a.go => <files_modified>Makefile`,
			"tasks[M001-S002-T0002].files_modified `Makefile`"},
		{`<files_modified>b.go => <files_modified>docs | <files_modified>a.go => <files_modified>docs`, ``},
		{`<files_modified>b.go => <files_modified>docs/ | <files_modified>a.go => <files_modified>docs/`, ``},
		{`<files_modified>b.go => <files_modified>c.go, a.go, d.go | <files_modified>a.go => <files_modified>a.go, d.go`,
			"tasks[M001-S002-T0002].files_modified `a.go`"},
		{`<files_modified>b.go => <files_modified>c.go, c.go`, ``},
		{`<files_modified>b.go => <files_modified>a.go | depends_on="" => depends_on="M001-S002-T0001"`,
			"tasks[M001-S002-T0002].depends_on `M001-S002-T0001`"},
		{`<files_modified>b.go => <files_modified>a.go | depends_on="M001-S001-T0001" => depends_on="M001-S002-T0002"`,
			"tasks[M001-S002-T0001].depends_on `M001-S002-T0002`"},
		{`<files_modified>b.go => <files_modified>c0.go, c1.go, c2.go, c3.go, c4.go, c5.go, c6.go, c7.go, c8.go, c9.go`, ``},
		{`<files_modified>b.go => <files_modified>c0.go, c1.go, c2.go, c3.go, c4.go, c5.go, c6.go, c7.go, c8.go, c9.go, ` +
			`c10.go`, "tasks[M001-S002-T0002].files_modified `c10.go`"},
		{`go vet ./... => git diff`, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => git diff --stat a.go`, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => git diff b.go`, ``},
		{`go vet ./... => eslint b.js`, ``},
		{`go vet ./... => eslint a.go`, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => tsc -p a.json`, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => eslint --max-warnings 0.5`, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => tsc .`, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => git status -s`, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => eslint -- .5`, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => git diff --check.go`, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => eslint d | <files_modified>a.go => <files_modified>d/a.go, d/b.go`,
			"tasks[M001-S002-T0002].verify `<verify>`"},
		{`go vet ./... => eslint | <files_modified>a.go => <files_modified>`, ``},
		{`<files_modified>b.go => <files_modified>src/b.go | <automated>go vet ./...</automated> => by hand`,
			"tasks[M001-S002-T0002].verify `<verify>`"},
		{`<files_modified>b.go => <files_modified>src/b.go | go vet ./... => # nothing`, "tasks[M001-S002-T0002].verify " +
			"`<verify>`"},
		{`<files_modified>b.go => <files_modified>src/b.go | go vet ./... => <!-- nothing -->`,
			"tasks[M001-S002-T0002].verify `<verify>`"},
		{`<files_modified>b.go => <files_modified>src/b.go | go vet ./... => `, "tasks[M001-S002-T0002].verify `<verify>`"},
		{`<files_modified>b.go => <files_modified>src/b.go | <verify><automated>go vet ./...</automated></verify> =>`,
			"tasks[M001-S002-T0002].verify `<task id=\"M001-S002-T0002\" depends_on=\"\" wave=\"2\" tier=\"opus\">`"},
		{`depends_on="" => depends_on="M001-S001-T1"`, "tasks[M001-S002-T0002].depends_on `M001-S001-T1` => " +
			"`M001-S001-T0001`"},
		{`depends_on="" => depends_on="M001-S001-T0001 M001-S001-T0001"`, "tasks[M001-S002-T0002].depends_on " +
			"`M001-S001-T0001 M001-S001-T0001` => `M001-S001-T0001, M001-S001-T0001`"},
		{`depends_on="" => depends_on="M001-S001-T1;M001-S001-T0001"`, "tasks[M001-S002-T0002].depends_on " +
			"`M001-S001-T1;M001-S001-T0001` => `M001-S001-T0001, M001-S001-T0001`"},
		{`depends_on="" => depends_on="M001-S001-T1 x"`, "tasks[M001-S002-T0002].depends_on `M001-S001-T1 x`"},
		{`depends_on="" => depends_on=";"`, "tasks[M001-S002-T0002].depends_on `;`"},
		{`depends_on="" => depends_on="x"`, "tasks[M001-S002-T0002].depends_on `x`"},
		{`depends_on="" => depends_on="M002-S001-T0001"`, "tasks[M001-S002-T0002].depends_on `M002-S001-T0001`"},
		{`depends_on="" => depends_on="M001-S009-T0001"`, "tasks[M001-S002-T0002].depends_on `M001-S009-T0001`"},
		{`depends_on="" => depends_on="M001-S001-T0009"`, "tasks[M001-S002-T0002].depends_on `M001-S001-T0009`"},
		{`depends_on="" => depends_on="M001-S002-T0001"`, "tasks[M001-S002-T0002].depends_on `M001-S002-T0001`"},
		{`depends_on="" => depends_on="M001-S002-T0002"`, "tasks[M001-S002-T0002].depends_on `M001-S002-T0002`"},
		{`depends_on="" => depends_on="M001-S003-T0001"`, "tasks[M001-S002-T0002].depends_on `M001-S003-T0001`"},
		{`<task id="M001-S002-T0002" => <task id="M001-S002-T0003"`, "tasks[M001-S002-T0003].id `M001-S002-T0003`"},
		{`<task id="M001-S002-T0002" => <task id="M001-S003-T0002"`, "tasks[M001-S003-T0002].id `M001-S003-T0002`"},
		{`<task id="M001-S002-T0002" => <task id="m001-s002-t0002"`, "tasks[m001-s002-t0002].id `m001-s002-t0002` => " +
			"`M001-S002-T0002`"},
		{`<task id="M001-S002-T0002" => <task id="x"`, "tasks[x].id `x`"},
		{`<task id="M001-S002-T0002" => <task id=""`, ``},
		{`<task id="M001-S002-T0002" => <task id='M001-S002-T0003'`, ``},
		{`<task id="M001-S002-T0001" => <!-- <task id="M001-S002-T0009"></task> -->\n<task id="M001-S002-T0001" | <task ` +
			`id="M001-S002-T0002" => <task id="M001-S002-T0003"`, ``},
		{`<task id="M001-S002-T0001" => <!-- <task></task> -->\n<task id="M001-S002-T0001" | <task id="M001-S002-T0002" ` +
			`=> <task id="M001-S002-T0003"`, "tasks[M001-S002-T0003].id `M001-S002-T0003`"},
		{`<task id="M001-S002-T0001" => <!-- <note id="x"></note> -->\n<task id="M001-S002-T0001" | <task ` +
			`id="M001-S002-T0002" => <task id="M001-S002-T0003"`, "tasks[M001-S002-T0003].id `M001-S002-T0003`"},
		{`<task id="M001-S002-T0001" => <Task></Task>\n<task id="M001-S002-T0001"`, ``},
		{`wave="2" tier="opus" => wave="3" tier="opus"`, "tasks[M001-S002-T0002].wave `3` => `2`"},
		{`wave="2" tier="opus" => wave="x" tier="opus"`, "tasks[M001-S002-T0002].wave `x`"},
		{`wave="2" tier="opus" => wave="" tier="opus"`, "tasks[M001-S002-T0002].wave `<task id=\"M001-S002-T0002\" " +
			"depends_on=\"\" wave=\"\" tier=\"opus\">`"},
		{`wave="2" tier="opus" => wave='3' tier="opus"`, "tasks[M001-S002-T0002].wave `wave='3` => `\"3\"`"},
		{` wave="2" tier="opus" => tier="opus"`, ``},
		{`<name>Day hours => <name>Add hours and fix lanes`, "tasks[M001-S002-T0002].name `Add hours and fix lanes`"},
		{`<files_modified>b.go => <files_modified>agents/np-a.md`, "tasks[M001-S002-T0002].files_modified " +
			"`agents/np-a.md` | tasks[M001-S002-T0002].files_modified `agents/np-a.md`"},
		{`<files_modified>b.go => <files_modified>agents/np-b.md`, ``},
		{`<files_modified>b.go => <files_modified>agents/np-a.txt`, ``},
		{`<files_modified>b.go => <files_modified>agents/README.md`, ``},
		{`<files_modified>b.go => <files_modified>skills/np-a.md`, ``},
		{`<files_modified>b.go => <files_modified>agents/np-c.md`, ``},
		{`<files_modified>b.go => <files_modified>agents/np-a.md | Show the day. => Remove the key hooks.`,
			"tasks[M001-S002-T0002].files_modified `agents/np-a.md`"},
		{`<files_modified>b.go => <files_modified>agents/np-a.md | Show the day. => Delete model, keep hooks.`, ``},
		{`<files_modified>b.go => <files_modified>agents/np-a.md | Show the day. => Do not keep hooks.`,
			"tasks[M001-S002-T0002].files_modified `agents/np-a.md`"},
		{`slice: "M001-S002" => slice: "M001-S003"`, "slice `\"M001-S003\"` => `\"M001-S002\"`"},
		{`milestone: "M001" => milestone: "M002"`, "milestone `\"M002\"` => `\"M001\"`"},
		{`requirements: [] => requirements: REQ-1`, ``},
		{`requirements: []\n =>`, ``},
	} {
		tree.Write(slice2+"S002-PLAN.md", tree.Change(slicePlan, r.changes))
		if got := tree.Findings(strings.Fields(rules)...); got != r.want {
			t.Errorf("%s\ngot  %s\nwant %s", r.changes, got, r.want)
		}
	}
}

// TestPlansAlone judges changes of the plan as a file of its own.
func TestPlansAlone(t *testing.T) {
	tree := table.New(t, nubos.Pack, base)
	for _, r := range []row{
		{``, ``},
		{`slice: "M001-S002" => slice: "M001-S003"`, "slice `\"M001-S003\"`"},
		{`milestone: "M001" => milestone: "M002"`, "milestone `\"M002\"`"},
		{`slice: "M001-S002"\n =>`, ``},
		{`<task id="M001-S002-T0002" => <task id="M001-S003-T0002"`, "tasks[M001-S003-T0002].id `M001-S003-T0002`"},
		{`<task id="M001-S002-T0001" => <task id="M001-S003-T0001" | <task id="M001-S002-T0002" => <task ` +
			`id="M001-S003-T0002"`, "slice `\"M001-S002\"` | tasks[M001-S003-T0001].wave `2` => `3` | " +
			"tasks[M001-S003-T0002].wave `2` => `3`"},
		{`<task id="M001-S002-T0001" => <task id="M002-S002-T0001" | <task id="M001-S002-T0002" => <task ` +
			`id="M001-S003-T0002"`, "tasks[M002-S002-T0001].id `M002-S002-T0001` | tasks[M001-S003-T0002].id `M001-S003-T0002`"},
		{`<task id="M001-S002-T0002" => <task id="M001-S003-T0002" | wave="2" tier="opus" => wave="3" tier="opus"`,
			"tasks[M001-S003-T0002].id `M001-S003-T0002`"},
		{`<task id="M001-S002-T0002" => <task id="M001-S002-T0001"`, ``},
		{`<task id="M001-S002-T0002" => <task id="M002-S002-T0002" | depends_on="" => depends_on="x"`,
			"tasks[M002-S002-T0002].id `M002-S002-T0002`"},
		{`<task id="M001-S002-T0002" => <task id="x" | depends_on="" => depends_on="x"`, "tasks[x].id `x`"},
		{`depends_on="" => depends_on="M001-S001-T0001"`, ``},
		{`depends_on="" => depends_on="M001-S002-T0001"`, "tasks[M001-S002-T0002].depends_on `M001-S002-T0001`"},
		{`depends_on="" => depends_on="M001-S002-T0002"`, "tasks[M001-S002-T0002].depends_on `M001-S002-T0002`"},
		{`depends_on="" => depends_on="M001-S003-T0001"`, "tasks[M001-S002-T0002].depends_on `M001-S003-T0001`"},
		{`depends_on="" => depends_on="M002-S001-T0001"`, "tasks[M001-S002-T0002].depends_on `M002-S001-T0001`"},
		{`depends_on="" => depends_on="x"`, "tasks[M001-S002-T0002].depends_on `x`"},
	} {
		got := tree.Alone("nubos/slice-plan", "S002-PLAN.md", tree.Change(slicePlan, r.changes), strings.Fields(rules)...)
		if got != r.want {
			t.Errorf("%s\ngot  %s\nwant %s", r.changes, got, r.want)
		}
	}
}
