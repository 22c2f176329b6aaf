package nplint_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/fixtures"
)

// TestPlanFaults puts single faults into a right project of two milestones and holds what is reported new against what is wanted.
func TestPlanFaults(t *testing.T) {
	const s1, s2 = ".nubos-pilot/milestones/M001/slices/S001/S001-PLAN.md", ".nubos-pilot/milestones/M001/slices/S002/S002-PLAN.md"
	for _, test := range []struct {
		name, file, old, new string
		want                 []string // "rule@at"
	}{
		{"single quotes", s1, `id="M001-S001-T0002"`, `id='M001-S001-T0002'`, []string{"task-dropped@tasks[M001-S001-T0002].id"}},
		{"no id", s1, `<task id="M001-S001-T0002" `, `<task `, []string{"task-dropped@tasks[2].id"}},
		{"no attributes", s1, `<task id="M001-S001-T0003" depends_on="" wave="1" tier="`, `<task><!--`, []string{"task-dropped@tasks[3]"}},
		{"upper case", s1, `<task id="M001-S001-T0003"`, `<Task id="M001-S001-T0003"`, []string{"task-dropped@tasks[M001-S001-T0003]"}},
		{"unclosed", s1, "</task>\n\n<task id=\"M001-S001-T0002\"", "\n<task id=\"M001-S001-T0002\"", []string{"task-dropped@tasks[M001-S001-T0001]"}},
		{"twice", s1, `id="M001-S001-T0002"`, `id="M001-S001-T0001"`, []string{"task-duplicate@tasks[M001-S001-T0001].id"}},
		{"gap", s1, `id="M001-S001-T0003"`, `id="M001-S001-T0004"`, []string{"broken-dependency@tasks[M001-S001-T0004].id"}},
		{"other slice", s2, `id="M001-S002-T0001"`, `id="M001-S001-T0001"`, []string{"broken-dependency@tasks[M001-S001-T0001].id"}},
		{"misshapen", s1, `id="M001-S001-T0001"`, `id="T1"`, []string{"broken-dependency@tasks[T1].id"}},
		{"itself", s1, `id="M001-S001-T0001" depends_on=""`, `id="M001-S001-T0001" depends_on="M001-S001-T0001"`, []string{"cyclic-dependency@tasks[M001-S001-T0001].depends_on"}},
		{"same slice", s1, `id="M001-S001-T0001" depends_on=""`, `id="M001-S001-T0001" depends_on="M001-S001-T0002"`, []string{"broken-dependency@tasks[M001-S001-T0001].depends_on"}},
		{"other milestone", s1, `id="M001-S001-T0001" depends_on=""`, `id="M001-S001-T0001" depends_on="M002-S001-T0002"`, []string{"broken-dependency@tasks[M001-S001-T0001].depends_on"}},
		{"blanks", s1, `id="M001-S001-T0001" depends_on=""`, `id="M001-S001-T0001" depends_on="M001-S001-T0002 M001-S001-T0003"`, []string{"broken-dependency@tasks[M001-S001-T0001].depends_on"}},
		{"no wave", s1, ` wave="1"`, ``, []string{"fake-promotion-trigger@tasks[M001-S001-T0001].wave"}},
		{"wave", s2, ` wave="2"`, ` wave="1"`, []string{"fake-promotion-trigger@tasks[M001-S002-T0001].wave"}},
		{"wave in words", s2, ` wave="2"`, ` wave="two"`, []string{"fake-promotion-trigger@tasks[M001-S002-T0001].wave"}},
		{"tag without its end", s1, ">\n  <name>", "\"\n  <name>", []string{"task-dropped@tasks"}},
		{"id without its quote", s1, `id="M001-S001-T0002"`, `id="M001-S001-T0002`, []string{"task-dropped@tasks"}},
		{"blank in the tag", s1, `<task id="M001-S001-T0002"`, `< task id="M001-S001-T0002"`, []string{"task-dropped@tasks"}},
		{"greater than", s1, `depends_on="" wave="1"`, `note="a > b" depends_on="" wave="1"`, []string{"task-misread@tasks[M001-S001-T0001].note"}},
		{"misspelt", s1, `<task id="M001-S001-T0003"`, `<taks id="M001-S001-T0003"`, []string{"task-dropped@tasks[M001-S001-T0003]"}},
		{"no action", s1, "  <action>", "  <acton>", []string{"task-incomplete@tasks[M001-S001-T0001].action"}},
		{"no opening action", s1, "  <action>", "", []string{"task-incomplete@tasks[M001-S001-T0001].action"}},
		{"no opening task", s1, `<task id="M001-S001-T0003" depends_on="" wave="1" tier="`, `(`, []string{"task-dropped@tasks"}},
		{"name misspelt", s1, "  <name>", "  <nam>", []string{"element-unopened@body.name"}},
		{"verify misspelt", s1, "  <verify>", "  <verif>", []string{"element-unopened@body.verify"}},
		{"no opening verify", s1, "  <verify>\n", "", []string{"element-unopened@body.verify"}},
		{"done misspelt", s1, "  <done>", "  <don>", []string{"task-incomplete@tasks[M001-S001-T0001].done"}},
		{"criteria misspelt", s1, "  <acceptance_criteria>", "  <acceptance_criteri>", []string{"element-unopened@body.acceptance_criteria"}},
		{"no opening criteria", s1, "  <acceptance_criteria>", "", []string{"element-unopened@body.acceptance_criteria"}},
		{"assumption misspelt", s1, "<assumption ", "<assumptio ", []string{"element-unopened@body.assumption"}},
		{"open action", s1, "  </action>\n", "", []string{"task-misread@tasks[M001-S001-T0001].action"}},
		{"two verify", s1, "  <verify>", "  <verify>\n    <automated>npm test</automated>\n  </verify>\n  <verify>", []string{"task-misread@tasks[M001-S001-T0001].verify"}},
		{"open files read", s1, "</files_read>", "", []string{"unverified-assumption@body.reality_check.files_read"}},
		{"no reality check", s1, "<reality_check>", "<reality>", []string{"unverified-assumption@body.reality_check"}},
		{"file", s1, "src/index.js:1-2", "src/indx.js:1-2", []string{"unverified-assumption@body.reality_check.files_read[1]"}},
		{"line", s1, "src/index.js:1-2", "src/index.js:1-200", []string{"unverified-assumption@body.reality_check.files_read[1]"}},
		{"outside", s1, "src/index.js:1-2", "../../index.js:1", []string{"unverified-assumption@body.reality_check.files_read[1]"}},
		{"no line", s1, "src/index.js:1-2", "src/index.js", []string{"unverified-assumption@body.reality_check.files_read[1]"}},
		{"evidence", s1, `verified_by="package.json:3"`, `verified_by="package.json:33"`, []string{"unverified-assumption@body.reality_check.assumptions[0].verified_by"}},
		{"start of evidence", s1, "package.json:3 (the test script)", "package.json:3 (the test script)\n    - src/index.js:12", []string{"unverified-assumption@body.reality_check.files_read[1]"}},
		{"no evidence", s1, ` verified_by="package.json:3"`, ``, []string{"unverified-assumption@body.reality_check.assumptions[0]"}},
		{"command", s1, `verified_by="cmd:npm run"`, `verified_by="cmd:npm ls"`, []string{"unverified-assumption@body.reality_check.assumptions[1].verified_by"}},
		{"unknown", s1, "<unknowns>\n", "<unknowns>\n    - How long a tortoise sleeps: nobody has asked\n", []string{"unverified-assumption@body.reality_check.unknowns[0]"}},
		{"unknown over lines", s1, "<unknowns>\n", "<unknowns>\n    - How long a tortoise sleeps: nobody\n      has asked one\n", []string{"unverified-assumption@body.reality_check.unknowns[0]"}},
		{"command over lines", s1, "  </commands_run>", "    - `npm ls` →\n      \"empty\"\n  </commands_run>", nil},
		{"assumption without evidence", s1, "<assumptions>\n", "<assumptions>\n    - The test script needs no network.\n    - None.\n", []string{"unverified-assumption@body.reality_check.assumptions"}},
		{"waiver over lines", s1, "<assumption verified_by=\"package.json:3\">", "<assumption verified_by=\"package.json:3\">To be\n      confirmed: ", []string{"unverified-assumption@body.reality_check"}},
		{"waiver", s1, "(what is exported)", "(presumably what is exported)", []string{"unverified-assumption@body.reality_check"}},
		{"open end", s1, "  </action>", "Clean up etc.\n  </action>", []string{"unbounded-scope@tasks[M001-S001-T0001].action"}},
		{"open end over lines", s1, "  </action>", "Change the pages as\n    needed.\n  </action>", []string{"unbounded-scope@tasks[M001-S001-T0001].action"}},
		{"so on in two items", s1, "  </action>", "- Round and so\n- on the page\n  </action>", nil},
		{"quoted", s1, "  </action>", "Print `etc.` and \"TBDs\".\n  </action>", nil},
		{"TBD", s1, "Purpose: ", "Purpose: TBD ", []string{"plan-tbd@body"}},
		{"stub", s1, "  </action>", "A stub will do.\n  </action>", []string{"plan-reduced-scope@tasks[M001-S001-T0001].action"}},
		{"no stub", s1, "  </action>", "This must not be a stub.\n  </action>", nil},
		{"table of contents", s1, "  </action>", "Create table of contents for the manual.\n  </action>", nil},
		{"stub in a test", s1, "  </action>", "Stub the clock in the test.\n  </action>", nil},
		{"placeholder of a field", s1, "  </action>", "The field shows the placeholder text of D-01, bound by name.\n  </action>", nil},
		{"placeholder", s1, "  </action>", "Use a placeholder in the test's stead; ship a placeholder message.\n  </action>", []string{"plan-reduced-scope@tasks[M001-S001-T0001].action"}},
		{"harmless, then not", s1, "  </action>", "This is no stub. That is a stub.\n  </action>", []string{"plan-reduced-scope@tasks[M001-S001-T0001].action"}},
		{"bounded", s1, "  </action>", "Round as required by D-01, and read /etc/hosts.\n  </action>", nil},
		{"bounded, then open", s1, "  </action>", "Read /etc/hosts, etc.\n  </action>", []string{"unbounded-scope@tasks[M001-S001-T0001].action"}},
		{"nothing unknown", s1, "<unknowns>\n", "<unknowns>\n    None — everything was read.\n", nil},
		{"none in brackets", s1, "<unknowns>\n", "<unknowns>\n    (none)\n", nil},
		{"no unknowns", s1, "<unknowns>\n", "<unknowns>\n    - No unknowns.\n", nil},
		{"nothing known", s1, "<unknowns>\n", "<unknowns>\n    - Nothing says how a tortoise sleeps\n", []string{"unverified-assumption@body.reality_check.unknowns[0]"}},
		{"colon behind the line", s1, "src/index.js:1-2", "src/index.js:1-2: the start of", nil},
		{"column", s1, "src/index.js:1-2", "src/index.js:1:2", []string{"unverified-assumption@body.reality_check.files_read[1]"}},
		{"none of them known", s1, "<unknowns>\n", "<unknowns>\n    None of the manuals says how a tortoise sleeps\n", []string{"unverified-assumption@body.reality_check.unknowns[0]"}},
		{"no requirements", s1, "requirements:", "requires:", []string{"missing-required@frontmatter.requirements"}},
		{"open fence", s1, "<verification>", "```\n<verification>", []string{"unclosed-block@body"}},
		{"missing test", s1, "<automated>npm test</automated>", "<automated>npx mocha test/nowhere.test.js</automated>", []string{"verify-command-unknown@tasks[M001-S001-T0001].verify"}},
		{"DDL", s1, "  </action>", "create table users (id int);\n  </action>", []string{"plan-over-specifies-implementation@schema-ddl"}},
		{"tree reader", s1, "<automated>npm test</automated>", "<automated>git diff --exit-code</automated>", []string{"parallel-task-implicit-dependency@tasks[M001-S001-T0001].verify"}},
		{"git log", s1, "<automated>npm test</automated>", "<automated>git log -1</automated>", nil},
		{"own file", s1, "<automated>npm test</automated>", "<automated>npx eslint src/index.js</automated>", nil},
		{"no command", s1, "<automated>npm test</automated>", "", []string{"missing-coverage-annotation@tasks[M001-S001-T0001].verify"}},
		{"slice", s1, `slice: "M001-S001"`, `slice: "M001-S003"`, []string{"slice-path@frontmatter.slice"}},
		{"askuser", s1, "  </action>", "Ask with AskUserQuestion.\n  </action>", []string{"bare-askuser-call@body"}},
		{"criterion", ".nubos-pilot/milestones/M001/slices/S001/S001-UAT.md", "<acceptance_criteria>\n", "<acceptance_criteria>\n- Tortoises hibernate peacefully underground\n", []string{"uncovered-acceptance-criterion@body.acceptance_criteria[0]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := fixtures.Generate(dir, fixtures.Options{Kind: "slice-plan", Count: 8, Seed: 3}); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, filepath.FromSlash(test.file))
			before, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			after := strings.Replace(string(before), test.old, test.new, 1)
			if after == string(before) {
				t.Fatalf("%q is not in %s", test.old, test.file)
			}
			if err := os.WriteFile(file, []byte(after), 0o644); err != nil {
				t.Fatal(err)
			}
			report, err := nplint.Run(context.Background(), nplint.Options{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			found := map[string]bool{}
			for _, f := range report.Findings {
				if f.Path != test.file {
					t.Errorf("in %s: %s[%s] %s", f.Path, f.Severity, f.Rule, f.Message)
				}
				found[f.Rule+"@"+f.At] = true
			}
			for _, want := range test.want {
				if !found[want] {
					t.Errorf("%s is not reported; reported: %v", want, keys(report))
				}
			}
			if len(report.Findings) > len(test.want) {
				t.Errorf("%d findings, want %d: %s", len(report.Findings), len(test.want), strings.Join(keys(report), "\n"))
			}
		})
	}
}

func keys(report *nplint.Report) (keys []string) {
	for _, f := range report.Findings {
		keys = append(keys, fmt.Sprintf("%s@%s: %s", f.Rule, f.At, f.Message))
	}
	return keys
}
