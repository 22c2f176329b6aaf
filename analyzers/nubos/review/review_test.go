package review_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/review"
)

// first and second are the iterations of a log that is right, and with title they are the whole log.
const (
	title = "# PLAN-REVIEW.md — Phase 1 (Sign-in)\n\n"
	first = `## Iteration 1 - 2026-04-20T10:00:00Z

**Planner output:** S001-PLAN.md written
**Checker verdict:** issues_found
**Findings:**

` + "```yaml" + `
status: issues_found
findings:
  - category: broken-dependency
    severity: critical
    target: S001-PLAN.md task 2
    message: It depends on itself.
` + "```" + `

**Planner response:** revision

`
	second = `## Iteration 2 - 2026-04-20T11:00:00Z

**Planner output:** S001-PLAN.md revised
**Checker verdict:** passed
**Findings:**

` + "```yaml" + `
status: passed
findings: []
` + "```" + `

**Planner response:** done
`
	whole = title + first + second
)

// judge runs the pass over one log. before is what the last commit has of it, nil if it is not there.
func judge(t testing.TB, text string, before []byte, change func(*document.Project)) []string {
	t.Helper()
	const path = ".nubos-pilot/milestones/M001/M001-PLAN-REVIEW.md"
	p := &document.Project{
		Inputs: []document.Input{{Path: path, Kind: "nubos/milestone-plan-review", Dialect: "none",
			Vars: []string{"dir", "M001", "milestone", "M001"}, Target: true}},
		Jobs: 1, MaxSize: 16 << 20,
		Read: func(*document.Input) ([]byte, *document.Problem) { return []byte(text), nil },
	}
	p.Host = document.Host{
		Option: func(rule, option string) any {
			return map[string]any{"review-iteration-limit.max": 2.0,
				"review-category.extra": []string{"house-rule"}}[rule+"."+option]
		},
		Vocabulary: func(pack, list string) []string {
			return map[string][]string{"nubos review_categories": {"broken-dependency", "unknown-category"}}[pack+
				" "+list]
		},
		Committed: func([]string) (map[string][]byte, error) {
			if before == nil {
				return nil, nil
			}
			return map[string][]byte{path: before}, nil
		},
	}
	if change != nil {
		change(p)
	}
	fset := token.NewFileSet()
	driver := document.NewDriver(p, fset)
	set := driver.Set()
	var found []string
	pass := &analysis.Pass{Analyzer: review.Analyzer, Fset: fset,
		ResultOf: map[*analysis.Analyzer]any{document.Analyzer: set}, Report: func(d analysis.Diagnostic) {
			if d.Category == "internal-error" {
				t.Errorf("%s on %q", d.Message, text)
			}
			start := fset.File(d.Pos).Base()
			line, column := set.At(path).Position(int(d.Pos) - start)
			found = append(found,
				fmt.Sprintf("%d:%d %s %s: %s", line, column, d.Category, strings.TrimPrefix(d.URL, "#"), d.Message))
		}}
	if _, err := review.Analyzer.Run(pass); err != nil {
		t.Fatal(err)
	}
	if err := driver.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return found
}

// holds compares findings with what each of them must start with, or hold behind " … ".
func holds(t *testing.T, got, want []string) {
	t.Helper()
	matches := func(got, want string) bool {
		start, part, _ := strings.Cut(want, " … ")
		return strings.HasPrefix(got, start+": ") && strings.Contains(got, part)
	}
	if !slices.EqualFunc(got, want, matches) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// TestLog changes one thing in a log that is right.
func TestLog(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"nothing", "", "", nil},

		{"en dash", "2 - ", "2 – ", []string{`20:1 review-iteration iterations[2] … has " – " between`}},
		{"colon", "2 - ", "2: ", []string{`20:1 review-iteration iterations[2] … has ": " between`}},
		{"no dash", "2 - ", "2 ", []string{`20:1 review-iteration iterations[2] … has " " between`}},
		{"two spaces", "## Iteration 2", "##  Iteration 2",
			[]string{`20:1 review-iteration iterations[2] … is not spaced`}},
		{"no time", " - 2026-04-20T11:00:00Z", "",
			[]string{"20:1 review-iteration iterations[2] … has no time, so whoever looks for `## Iteration <N> - " +
				"<ISO time>` misses this iteration; write `## Iteration 2 - <ISO time>`"}},
		{"a dash and no time", " - 2026-04-20T11:00:00Z", " - ",
			[]string{"20:1 review-iteration iterations[2] … has no time"}},
		{"no number", "Iteration 2 - ", "Iteration ",
			[]string{"20:1 review-iteration iterations[2] … has no number in digits"}},
		{"a number in words", "Iteration 2", "Iteration two",
			[]string{"20:1 review-iteration iterations[2] … has no number in digits"}},
		{"a leading zero", "Iteration 2", "Iteration 02",
			[]string{"20:1 review-iteration iterations[2] … has the number 02"}},
		{"a huge number", "Iteration 2", "Iteration 99999999999999999999",
			[]string{"20:1 review-iteration iterations[2] … has the number 9999"}},
		{"another level", "## Iteration 2", "### Iteration 2",
			[]string{"20:1 review-iteration iterations[2] … is of level 3"}},
		{"level 1", "## Iteration 2", "# Iteration 2", []string{"20:1 review-iteration iterations[2] … is of level 1"}},
		{"no space behind the marks", "## Iteration 2", "##Iteration 2",
			[]string{"20:1 review-iteration iterations[2] … is no heading"}},
		{"no marks", "## Iteration 2", "Iteration 2", []string{"20:1 review-iteration iterations[2] … is no heading"}},
		{"bold", "## Iteration 2 - 2026-04-20T11:00:00Z", "**Iteration 2 - 2026-04-20T11:00:00Z**",
			[]string{"20:1 review-iteration iterations[2] … is no heading"}},
		{"underlined", "## Iteration 2 - 2026-04-20T11:00:00Z", "Iteration 2 - 2026-04-20T11:00:00Z\n---",
			[]string{"20:1 review-iteration iterations[2] … is underlined"}},
		{"indented", "## Iteration 2", "  ## Iteration 2",
			[]string{"20:1 review-iteration iterations[2] … is indented"}},
		{"lower case", "## Iteration 2", "## iteration 2",
			[]string{`20:1 review-iteration iterations[2] … says "iteration" for Iteration`}},
		{"misspelt", "## Iteration 2", "## Itertion 2",
			[]string{`20:1 review-iteration iterations[2] … says "Itertion" for Iteration`}},
		{"number 0", "Iteration 2", "Iteration 0", []string{"20:1 review-iteration iterations[2] … has the number 0"}},
		{"there already", "Iteration 2", "Iteration 1", []string{"20:1 review-iteration iterations[1] … write 2"}},
		{"a gap", "Iteration 2", "Iteration 5",
			[]string{"20:1 review-iteration iterations[5] … iteration 2 is missing"}},
		{"the first is missing", first, "",
			[]string{"3:1 review-iteration iterations[2] … follows the title, so iteration 1 is missing"}},
		{"none", first + second, "Not reviewed yet.\n",
			[]string{"1:1 review-iteration iterations … holds no iteration"}},
		{"a section of its own", second,
			second + "\n## Notes on iteration\n\n### Iteration 2 was short\n\nIteration 2 - see above.\n", nil},

		{"13th month", "2026-04-20T11", "2026-13-20T11",
			[]string{`20:18 review-timestamp iterations[2].time … "2026-13-20T11:00:00Z" is no time`}},
		{"29 February of no leap year", "2026-04-20T11", "2026-02-29T11",
			[]string{"20:18 review-timestamp iterations[2].time"}},
		{"hour 24", "T11:", "T24:", []string{"20:18 review-timestamp iterations[2].time"}},
		{"no zone", "T11:00:00Z", "T11:00:00", []string{"20:18 review-timestamp iterations[2].time"}},
		{"a date", "2026-04-20T11:00:00Z", "2026-04-20", []string{"20:18 review-timestamp iterations[2].time"}},
		{"words", "2026-04-20T11:00:00Z", "today", []string{"20:18 review-timestamp iterations[2].time"}},
		{"no seconds", "T11:00:00Z", "T11:00Z", nil},
		{"a fraction and a zone", "T11:00:00Z", "T13:00:00.250+02:00", nil},
		{"the same time", "T11:", "T10:",
			[]string{"20:18 review-timestamp iterations[2].time … not after that of iteration 1"}},
		{"earlier by its zone", "T11:00:00Z", "T11:00:00+02:00", []string{"20:18 review-timestamp iterations[2].time"}},

		{"no verdict", "```yaml\nstatus: passed\nfindings: []\n```\n", "",
			[]string{"20:1 review-verdict iterations[2].verdict … has no verdict"}},
		{"a verdict outside of a fence", "```yaml\nstatus: passed\nfindings: []\n```\n", "status: passed\n",
			[]string{"20:1 review-verdict iterations[2].verdict … has no verdict"}},
		{"marked json", "```yaml\nstatus: passed", "```json\nstatus: passed",
			[]string{`26:1 review-verdict iterations[2].verdict … marked "json"`}},
		{"not marked", "```yaml\nstatus: passed", "```\nstatus: passed",
			[]string{"26:1 review-verdict iterations[2].verdict … not marked"}},
		{"tildes and yml", "```yaml\nstatus: passed\nfindings: []\n```", "~~~ YML\nstatus: passed\nfindings: []\n~~~",
			nil},
		{"two verdicts", "findings: []\n```\n",
			"findings: []\n```\n\n```yaml\nstatus: passed\nfindings: []\n```\n",
			[]string{"31:1 review-verdict iterations[2].verdict … has 2 verdicts"}},
		{"another fence", "findings: []\n```\n", "findings: []\n```\n\n```sh\nmake\n```\n", nil},
		{"never closed", "findings: []\n```\n", "findings: []\n",
			[]string{"26:1 review-verdict iterations[2].verdict … never closed"}},
		{"closed too late", "itself.\n```\n", "itself.\n",
			[]string{`9:1 review-verdict iterations[1].verdict … not closed before "## Iteration 2 - 2026-04-20T11:00:00Z"`}},
		{"empty", "status: passed\nfindings: []\n", "",
			[]string{"26:1 review-verdict iterations[2].verdict … is empty"}},
		{"a list", "status: passed\nfindings: []\n", "- passed\n",
			[]string{"27:1 review-verdict iterations[2].verdict … is a list of 1 value"}},
		{"no YAML", "status: passed", "status: [passed",
			[]string{"27:1 review-verdict iterations[2].verdict … is no YAML"}},
		{"no status", "status: passed\n", "", []string{"26:1 review-verdict iterations[2].verdict … lacks `status`"}},
		{"unknown status", "status: passed", "status: passd",
			[]string{`27:9 review-verdict iterations[2].verdict.status … is "passd", and readers know only passed and ` +
				`issues_found; did you mean passed?`}},
		{"status of another type", "status: passed", "status: true",
			[]string{"27:9 review-verdict iterations[2].verdict.status … is the boolean true"}},
		{"status without value", "status: passed", "status:",
			[]string{"27:1 review-verdict iterations[2].verdict.status … is empty"}},
		{"misspelt key", "findings: []", "finding: []",
			[]string{"28:1 review-verdict iterations[2].verdict.finding … did you mean findings?"}},
		{"unknown key", "findings: []", "findings: []\nauthor: me",
			[]string{`29:1 review-verdict iterations[2].verdict.author … "author" is no key of a verdict`}},
		{"key twice", "status: passed", "status: passed\nstatus: passed",
			[]string{"28:1 review-verdict iterations[2].verdict.status … stands here again"}},
		{"findings no list", "findings: []", "findings: none",
			[]string{`28:11 review-verdict iterations[2].verdict.findings … is "none"; it must be a list`}},
		{"findings without value", "findings: []", "findings:",
			[]string{"28:1 review-verdict iterations[2].verdict.findings … is empty"}},
		{"a finding that is text", "findings: []", "findings: [odd]",
			[]string{`28:12 review-verdict iterations[2].verdict.findings[0] … finding 1 of the verdict is "odd"`}},
		{"a finding that is empty", "findings: []", "findings: [{}]",
			[]string{"28:12 review-verdict iterations[2].verdict.findings[0] … lacks `category` and `severity` and " +
				"`target` and `message`"}},
		{"a finding without target", "    target: S001-PLAN.md task 2\n", "",
			[]string{"12:5 review-verdict iterations[1].verdict.findings[0] … lacks `target`"}},
		{"an empty message", "It depends on itself.", "''",
			[]string{"15:14 review-verdict iterations[1].verdict.findings[0].message … must be a text"}},
		{"a numeric target", "S001-PLAN.md task 2", "7",
			[]string{"14:13 review-verdict iterations[1].verdict.findings[0].target … is the number 7"}},
		{"a misspelt key of a finding", "severity:", "severty:",
			[]string{"13:5 review-verdict iterations[1].verdict.findings[0].severty … did you mean severity?"}},

		{"unknown category", "broken-dependency", "broken-dependencies",
			[]string{"12:15 review-category iterations[1].verdict.findings[0].category … did you mean " +
				"broken-dependency?"}},
		{"category of the house", "broken-dependency", "house-rule", nil},
		{"unknown severity", "severity: critical", "severity: fatal",
			[]string{"13:15 review-severity iterations[1].verdict.findings[0].severity"}},
		{"severity major", "severity: critical", "severity: major", nil},

		{"passed with a critical finding", "status: issues_found", "status: passed",
			[]string{"10:9 review-verdict-contradiction iterations[1].verdict.status … has 1 critical finding"}},
		{"issues without findings", "status: passed", "status: issues_found",
			[]string{"27:9 review-verdict-contradiction iterations[2].verdict.status … lists no finding"}},
		{"another label", "verdict:** passed", "verdict:** issues_found",
			[]string{"23:22 review-verdict-contradiction iterations[2].Checker verdict … label says issues_found"}},
		{"done with a critical finding", "response:** revision", "response:** done",
			[]string{"18:23 review-response iterations[1].Planner response"}},
		{"revision of nothing", "response:** done", "response:** revision",
			[]string{"31:23 review-response iterations[2].Planner response"}},

		{"no output", "**Planner output:** S001-PLAN.md revised\n", "",
			[]string{"20:1 review-label iterations[2] … lacks **Planner output:**"}},
		{"an output in a list", "**Planner output:** S001-PLAN.md revised\n", "**Planner output:**\n- S001-PLAN.md " +
			"revised\n",
			nil},
		{"an empty output", "**Planner output:** S001-PLAN.md revised\n", "**Planner output:** <!-- to do -->\n",
			[]string{"22:1 review-label iterations[2].Planner output … is empty"}},
		{"no response", "**Planner response:** revision\n", "",
			[]string{"3:1 review-label iterations[1] … lacks **Planner response:**"}},
		{"no response yet", "**Planner response:** done\n", "", nil},
		{"an empty response yet", "**Planner response:** done\n", "**Planner response:**\n", nil},
		{"unknown response", "response:** done", "response:** dona",
			[]string{"31:23 review-label iterations[2].Planner response … did you mean done?"}},
		{"unknown verdict", "verdict:** passed", "verdict:** ok",
			[]string{"23:22 review-label iterations[2].Checker verdict … passed or issues_found"}},
		{"a value on the next line", "verdict:** passed", "verdict:**\npassed",
			[]string{"23:1 review-label iterations[2].Checker verdict … on the same line"}},
		{"a misspelt label", "**Planner output:** S001-PLAN.md revised", "**Planer output:** S001-PLAN.md revised",
			[]string{`22:1 review-label iterations[2].Planner output … is written "**Planer output:** "`}},
		{"the colon outside", "**Checker verdict:** passed", "**Checker verdict**: passed",
			[]string{"23:1 review-label iterations[2].Checker verdict"}},
		{"a label twice", "**Checker verdict:** passed\n",
			"**Checker verdict:** passed\n**Checker verdict:** issues_found\n",
			[]string{"24:1 review-label iterations[2].Checker verdict … again"}},

		{"no title", title, "", []string{"1:1 review-title title … has no title"}},
		{"another phase", "Phase 1", "Phase 2", []string{"1:1 review-title title … says phase 2"}},
		{"a hyphen in the title", "—", "-",
			[]string{"1:1 review-title title … write `# PLAN-REVIEW.md — Phase 1 (<name>)`"}},
		{"no name", " (Sign-in)", "", []string{"1:1 review-title title"}},
		{"an empty name", "(Sign-in)", "()", []string{"1:1 review-title title"}},

		{"a third iteration", second,
			second + "\n" + strings.NewReplacer("Iteration 2", "Iteration 3", "T11", "T12").Replace(second),
			[]string{"33:1 review-iteration-limit iterations[3] … holds 3 iterations"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.old != "" && !strings.Contains(whole, c.old) {
				t.Fatalf("the log does not hold %q", c.old)
			}
			at := strings.LastIndex(whole, c.old)
			text := whole[:at] + c.new + whole[at+len(c.old):]
			holds(t, judge(t, text, nil, nil), c.want)
			holds(t, judge(t, strings.ReplaceAll(text, "\n", "\r\n"), nil, nil), c.want)
		})
	}
}

// TestSequence holds what is said of iterations with the given numbers.
func TestSequence(t *testing.T) {
	for _, c := range []struct {
		numbers []int
		want    []string
	}{
		{[]int{1, 2, 3}, nil},
		{[]int{1, 3, 4}, []string{"iteration 3 follows iteration 1, so iteration 2 is missing"}},
		{[]int{1, 3, 2}, []string{"iteration 2 stands behind iteration 3"}},
		{[]int{2, 1}, []string{"iteration 1 stands behind iteration 2"}},
		{[]int{1, 1, 2}, []string{"there is an iteration 1 already"}},
		{[]int{1, 2, 1, 3}, []string{"there is an iteration 1 already"}},
		{[]int{1, 999999999}, []string{"so iteration 2 is missing"}},
		{[]int{3, 4}, []string{"iteration 3 follows the title, so iteration 1 is missing"}},
	} {
		text := title
		for i, n := range c.numbers {
			text += strings.NewReplacer("Iteration 2", fmt.Sprint("Iteration ", n), "T11",
				fmt.Sprint("T1", i)).Replace(second) +
				"\n"
		}
		var got []string
		for _, f := range judge(t, text, nil, nil) {
			if strings.Contains(f, " review-iteration ") {
				got = append(got, f)
			} else if !strings.Contains(f, " review-iteration-limit ") && !strings.Contains(f, " review-timestamp ") {
				t.Errorf("%v: also %s", c.numbers, f)
			}
		}
		if !slices.EqualFunc(got, c.want, strings.Contains) {
			t.Errorf("%v: got %q, want %q", c.numbers, got, c.want)
		}
	}
}

// TestAppendOnly holds a log against what was committed.
func TestAppendOnly(t *testing.T) {
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	for _, c := range []struct {
		name, before, now string
		want              []string
	}{
		{"nothing new", whole, whole, nil},
		{"one iteration more", title + first, whole, nil},
		{"no line end at the end", strings.TrimRight(title+first, "\n"), whole, nil},
		{"git converts to LF", title + first, crlf(whole), nil},
		{"git converts to CRLF", crlf(title + first), whole, nil},
		{"it was empty", "", whole, nil},
		{"one word", whole, strings.Replace(whole, "itself", "nothing", 1),
			[]string{`15:28 review-append-only iterations[1] … "message: It depends on itself." stands in place of ` +
				`"message: It depends on nothing."`}},
		{"one word, with another line end", whole, crlf(strings.Replace(whole, "itself", "nothing", 1)),
			[]string{"15:28 review-append-only iterations[1]"}},
		{"within a character", whole, strings.Replace(whole, "—", "–", 1),
			[]string{"1:18 review-append-only content", "1:1 review-title title"}},
		{"the title", whole, strings.Replace(whole, "Sign-in", "Sign-up", 1),
			[]string{"1:34 review-append-only content"}},
		{"a line more in between", whole, strings.Replace(whole, "**Findings:**\n", "**Findings:**\n\nFew.\n", 1),
			[]string{"9:1 review-append-only iterations[1] … \"```yaml\" stands in place of \"Few.\""}},
		{"an iteration less", whole, title + first,
			[]string{`20:1 review-append-only iterations[1] … 191 bytes more, from ` +
				`"## Iteration 2 - 2026-04-20T11:00:00Z" on`}},
		{"cut within a line", whole, strings.TrimSuffix(whole, "ne\n"),
			[]string{"31:23 review-label iterations[2].Planner response",
				`31:25 review-append-only iterations[2] … 3 bytes more, from "**Planner response:** done" on`}},
		{"the last line end", whole, strings.TrimSuffix(whole, "\n"),
			[]string{"31:27 review-append-only iterations[2] … 1 byte more, from an empty line on"}},
		{"no text", "\x00GITCRYPT\x00", whole, []string{"1:1 review-unchecked content … a filter of git"}},
		{"a pointer", "version https://git-lfs.github.com/spec/v1\n", whole,
			[]string{"1:1 review-unchecked content … a filter of git"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := judge(t, c.now, []byte(c.before), nil)
			slices.Sort(got)
			want := slices.Clone(c.want)
			slices.Sort(want)
			holds(t, got, want)
		})
	}
}

// TestUnchecked shows when it is said that git could not be asked.
func TestUnchecked(t *testing.T) {
	refuse := func(p *document.Project) {
		p.Committed = func([]string) (map[string][]byte, error) {
			return nil, errors.New("the repository has no " +
				"commit yet")
		}
	}
	holds(t, judge(t, whole, nil, refuse),
		[]string{"1:1 review-unchecked content … because the repository has no commit yet"})
	holds(t, judge(t, whole, nil, func(p *document.Project) { refuse(p); p.Standalone = true }), nil)
	holds(t, judge(t, whole, nil, func(p *document.Project) { refuse(p); p.Inputs[0].Unsaved = true }), nil)
	holds(t, judge(t, whole, []byte("other"), func(p *document.Project) { p.Standalone = true }), nil)
}

// TestOneQuestion holds that git is asked once for all logs, and that the answer about it is given once.
func TestOneQuestion(t *testing.T) {
	asked := 0
	got := judge(t, whole, nil, func(p *document.Project) {
		p.Inputs = slices.Repeat(p.Inputs, 3)
		for i := range p.Inputs {
			p.Inputs[i].Path = fmt.Sprintf(".nubos-pilot/milestones/M00%d/M00%d-PLAN-REVIEW.md", i, i)
		}
		p.Committed = func(paths []string) (map[string][]byte, error) {
			if asked++; len(paths) != 3 {
				t.Errorf("git is asked for %q", paths)
			}
			return nil, errors.New("there is no git on this machine")
		}
	})
	holds(t, got, []string{"1:1 review-unchecked content … there is no git"})
	if asked != 1 {
		t.Errorf("git is asked %d times", asked)
	}
}

// TestLarge holds that a log of many iterations is judged, with hostile verdicts too.
func TestLarge(t *testing.T) {
	bomb := "a: &a [x, x, x]\nb: &b [*a, *a, *a]\nstatus: passed\nfindings: [*a, *b]\n"
	for _, c := range []struct{ name, verdict string }{
		{"right", "status: passed\nfindings: []\n"},
		{"aliases", bomb},
		{"broken bytes", "status: \xff\nfindings: []\n"},
		{"no YAML", "status: [\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log strings.Builder
			log.WriteString(title)
			for i := range 2000 {
				fmt.Fprintf(&log,
					"## Iteration %d - %04d-01-01T00:00:00Z\n\n**Planner output:** x\n**Checker verdict:** "+
						"passed\n**Findings:**\n\n```yaml\n%s```\n\n**Planner response:** done\n\n",
					i+1, i, c.verdict)
			}
			got := judge(t, log.String(), []byte(log.String()), nil)
			if wrong := c.name != "right"; len(got) == 0 || (len(got) > 1) != wrong {
				t.Errorf("there are %d findings", len(got))
			}
		})
	}
}

// FuzzReview judges any text against any committed text. What only grew is never said to be changed, and what did not
// is.
func FuzzReview(f *testing.F) {
	f.Add([]byte(whole), []byte(title+first))
	f.Add([]byte(title+first), []byte(whole))
	f.Add([]byte("## Iteration 1\n---\n```yaml\n## Iteration 2 - x\n"), []byte("\r\n"))
	f.Fuzz(func(t *testing.T, now, before []byte) {
		if bytes.IndexByte(now, 0) >= 0 || len(bytes.TrimSpace(now)) == 0 || bytes.IndexByte(before, 0) >= 0 {
			return
		}
		changed := false
		for _, finding := range judge(t, string(now), append([]byte{}, before...), nil) {
			changed = changed || strings.Contains(finding, " review-append-only ")
		}
		unify := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) }
		switch {
		case changed && bytes.HasPrefix(now, before) && !bytes.HasSuffix(before, []byte("\r")):
			t.Errorf("%q only grew from %q", now, before)
		case !changed && !bytes.HasPrefix(unify(now), unify(before)) &&
			!bytes.HasPrefix(before, []byte("version https://git-lfs")):
			t.Errorf("%q was changed from %q", now, before)
		}
	})
}
