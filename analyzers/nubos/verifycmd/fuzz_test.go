package verifycmd_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nplint/nplint/analyzers/nubos"
	"github.com/nplint/nplint/internal/engine"
	"github.com/nplint/nplint/internal/parts"
)

// FuzzVerify holds that any text in a <verify> is judged without a crash, and that what is said of it lies within it.
func FuzzVerify(f *testing.F) {
	for _, seed := range []string{
		"npm run nope", "- `npm test` exits 0", "$ npm run \\\n nope", "<automated>npm test</automated> x", "```sh\nnpm run nope\n```", "if a; then b; fi", "cat <<EOF\nx\nEOF",
		"bash -c \"npm run \\\"x\\\"\"", "cd a && ./b | xargs -n 1 c", "Check that it's so", "find . -exec a {} \\;", "(cd x; make -C y z) && go run ./x", "echo ä \u2028 \r\n npm run x\r",
		"docker compose -f docker-compose.yml --profile x run --rm -e A=1 web x", "docker compose up", "npm -w x/.. -w=y test", "cargo +x test -p a@1 -pb",
		"pytest -- x::y --pyargs", "set -e; a; { b || :; } | tail; exit 0",
		"env A=1 timeout 5 sh -c 'poetry run x'", "f() { g; }; f $(h `i`) <(j) > k", "yarn workspace a b", "node np-tools.cjs init x", "[[ a =~ (b) ]] && ((c++))", "~/x '\\''",
	} {
		f.Add(seed)
	}
	dir := newProject(f, project)
	f.Fuzz(func(t *testing.T, verify string) {
		check(t, dir, "<verify>\n"+verify+"\n</verify>\n")
	})
}

// BenchmarkPlans judges 1,000 slice plans with three tasks each; ns/plan is what this pass takes of it.
func BenchmarkPlans(b *testing.B) {
	dir := newProject(b, project)
	const count = 1000
	o := engine.Options{Dir: dir, Timing: true, Jobs: 1, Only: []string{"verify"}, Overlay: map[string][]byte{}}
	for i := range count {
		var text strings.Builder
		fmt.Fprintf(&text,
			"---\nslice: \"M%03d-S001\"\nmilestone: \"M%03d\"\ntype: plan\nstatus: pending\nrequirements: "+
				"[]\n---\n\n<tasks>\n",
			i, i)
		for task, command := range []string{"npm run lint:all", "go test ./...", "npm test -- basket"} {
			fmt.Fprintf(&text,
				"<task id=\"M%03d-S001-T%04d\" depends_on=\"\" wave=\"1\" tier=\"sonnet\">\n  "+
					"<files>src/app.ts</files>\n  <action>\nDo what is to be done.\n  </action>\n  <verify>\n    "+
					"<automated>%s</automated>\n  </verify>\n</task>\n",
				i, task+1, command)
		}
		text.WriteString("</tasks>\n\n<verification>\n- `npm test` exits 0\n</verification>\n")
		o.Overlay[filepath.Join(dir,
			fmt.Sprintf(".nubos-pilot/milestones/M%03d/slices/S001/S001-PLAN.md", i))] = []byte(text.String())
	}
	var took time.Duration
	for b.Loop() {
		report, err := engine.Run(context.Background(), o, parts.Of(nubos.Pack))
		if err != nil || len(report.Findings) > 0 || report.Summary.Files < count {
			b.Fatalf("%d findings in %d files: %v", len(report.Findings), report.Summary.Files, err)
		}
		for _, timing := range report.Timing {
			if strings.Contains(timing.Name, "verifycmd (") {
				took += timing.Duration
			}
		}
	}
	b.ReportMetric(float64(took.Nanoseconds())/float64(b.N)/count, "ns/plan")
}
