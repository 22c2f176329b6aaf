package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/report"
)

// TestNews holds what of a file is known again after it was written.
func TestNews(t *testing.T) {
	const task = "<task id=\"T1\">\n<verify>npm run tests</verify>\n</task>\n"
	type said struct{ rule, at, words, message string }
	verify := said{"verify", "tasks[T1].verify", "npm run tests", "T1 has no script"}
	for name, c := range map[string]struct {
		before, after string
		then, now     []said
		want          []bool
	}{
		"nothing changes": {task, task, []said{verify}, []said{verify}, []bool{false}},
		"what it lies in has another name": {task, "<TASK>\n<verify>npm run tests</verify>\n</task>\n",
			[]said{verify}, []said{{"verify", "body.verify", "npm run tests", "the task has no script"}}, []bool{false}},
		"something else in its line changes": {"tools: Grpe, Glob Fetch\n", "tools: Grep, Glob Fetch\n",
			[]said{{"tool", "tools[0]", "Grpe", "no tool"}, {"comma", "tools[1]", "Glob Fetch", "no comma"}},
			[]said{{"comma", "tools[1]", "Glob Fetch", "no comma"}}, []bool{false}},
		"it says something else": {"<verify>npm run test</verify>\n", "<verify>npm run tset</verify>\n",
			[]said{{"verify", "tasks[T1].verify", "<verify>", "no script test"}},
			[]said{{"verify", "tasks[T1].verify", "<verify>", "no script tset"}}, []bool{true}},
		"another key is missing": {"---\nname: x\n---\n", "---\nname: x\n---\n",
			[]said{{"key", "frontmatter.tier", "---", "no tier"}}, []said{{"key", "frontmatter.tools", "---", "no tools"}}, []bool{true}},
		"another rule is broken": {task, task, []said{verify}, []said{{"order", verify.at, verify.words, verify.message}}, []bool{true}},
		"a copy comes before it": {task, "<task id=\"T0\">\n<verify>npm run tests</verify>\n</task>\n" + task,
			[]said{verify}, []said{{"verify", "tasks[T0].verify", "npm run tests", "T0 has no script"}, verify}, []bool{true, false}},
		"names with dots":            {"x\n", "x\n", []said{{"r", "tasks[1.2].done", "x", "a"}}, []said{{"r", "tasks[1.3].done", "x", "b"}}, []bool{false}},
		"an element of another name": {"x y\n", "x y\n", []said{{"r", "tasks[T1]", "x", "a"}}, []said{{"r", "tasks[T2]", "x", "b"}}, []bool{true}},
	} {
		marks := func(text string, all []said) []string {
			r, from := &report.Report{}, 0
			for _, s := range all {
				at := from + strings.Index(text[from:], s.words)
				from = at + 1
				r.Findings = append(r.Findings, report.Finding{Rule: s.rule, Path: "a", At: s.at, Message: s.message,
					Range: report.Range{Start: position(text, at), End: position(text, at+len(s.words))}})
			}
			report.Attach(r, report.Knowledge{Sources: map[string][]byte{"a": []byte(text)}})
			names := report.Fingerprints(r.Findings, func(path string) string { return path }, func(_ string, n int) []byte {
				return []byte(strings.Split(text, "\n")[n-1])
			})
			for i := range names {
				r.Findings[i].Fingerprint = names[i]
			}
			return report.Marks(r, r.Findings)
		}
		if got := report.News(marks(c.before, c.then), marks(c.after, c.now)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if got := report.News([]string{"a", "b"}, []string{"b", "b", "a", "", "."}); !slices.Equal(got, []bool{false, true, false, true, true}) {
		t.Errorf("of fingerprints alone: %v", got)
	}
}

func position(text string, offset int) report.Position {
	return report.Position{Offset: offset, Line: strings.Count(text[:offset], "\n") + 1}
}
