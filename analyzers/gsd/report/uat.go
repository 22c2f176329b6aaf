package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	testHead = memo.Regexp(`^###\s*(\d+)\.\s*(.+)$`)
	testLike = memo.Regexp(`(?i)^\s*(#{2,6}|#\s)\s*[*_#]*(?:(?:Test|Case|Scenario|UAT|TC|T)[\s#-]*)*` +
		`(\d+)\s*([.):—–-]?)\s*(.*)$`)
	resultLine = memo.Regexp(`(?i)^result:[ \t]*\[?([\w-]+)\]?`)
	resultLike = memo.Regexp(`(?i)^\s*[-*]*\s*\**result\**\s*:\W*(\w[\w-]*)`)
	// resultText opens a text on the lines below, as YAML has it.
	resultText = memo.Regexp(`(?i)^result:[ \t]*[|>][+-]?[ \t]*$`)
	resultKey  = memo.Regexp(`^([a-z]{4,8}):[ \t]*\[?(\w[\w-]*)\]?[ \t\r]*$`)
	countLine  = memo.Regexp(`(?i)^(total|passed|issues|pending|skipped|blocked):[ \t]*(\d+)`)
	results    = []string{"pass", "issue", "pending", "skipped", "blocked"}
	// halfway is the words of runs that went through their tests; halting those by which alone gsd-core stops the phase.
	halfway = []string{"diagnosed", "partial", "resolved"}
	halting = []string{"partial", "diagnosed", "pending", "blocked", "in_progress", "failed"}
)

// test is one test of an acceptance run.
type test struct {
	number string
	head   notation.Line
	result string // folded; "missing" if none is read
	at     document.Span
	near   *notation.Line // a line that was probably meant for the result
	text   *notation.Line // the line above a text that was
	line   notation.Line  // that of the result
}

// acceptance is a run of acceptance tests.
type acceptance struct {
	*judge
	status string // folded
	tests  []test
	counts map[string]notation.Word // what the summary says, by its words
	gather model.Gather
}

// uat judges acceptance tests as the program cuts them up: without frontmatter, fences, comments and quotations.
func (j *judge) uat() {
	f := j.p.Front(j.Doc)
	if j.open() {
		return
	}
	status := strings.ToLower(strings.TrimSpace(dialect.Text(f.Root.Get("status"))))
	a := acceptance{judge: j, status: status, counts: map[string]notation.Word{}}
	first := map[string]notation.Line{}
	section, home, unseen := "", "", false
	for l := range notation.LinesIn(j.Doc, document.Span{Start: f.End, End: len(j.Doc.Src)}) {
		if l.Hidden || strings.HasPrefix(strings.TrimSpace(l.Text), ">") {
			continue
		}
		if strings.HasPrefix(l.Text, "## ") && !testLike().MatchString(l.Text) {
			section = strings.TrimSpace(l.Text[3:])
		}
		if m := testHead().FindStringSubmatch(l.Text); m != nil {
			if home == "" {
				home = section
			} else if section != home && !strings.Contains(strings.ToLower(section), "test") {
				if !unseen {
					j.Reportf("gsd-uat-heading", l.Span, "body", "GSD takes this heading of %s for test %s, which has no "+
						"result, so the phase is blocked; write it without the number", document.Quote(section), m[1])
				}
				unseen = true
				continue
			}
			if head, again := first[m[1]]; !again {
				first[m[1]] = l
			} else {
				a.gather.Add("twice", document.Finding{Rule: "gsd-uat-heading", Span: l.Span, At: "body",
					Related: []document.Related{{Span: head.Span, Message: "it is here first"}},
					Message: fmt.Sprintf("the number %s stands for two tests, so a result may be taken for that of the other; "+
						"number this one anew", m[1])})
			}
			a.tests = append(a.tests, test{number: m[1], head: l, result: "missing"})
			continue
		}
		switch section {
		case "Tests":
			if m := testLike().FindStringSubmatch(l.Text); m != nil {
				a.heading(l, m)
				unseen = true
				continue
			}
		case "Summary":
			if m := countLine().FindStringSubmatchIndex(l.Text); m != nil {
				a.counts[strings.ToLower(l.Text[m[2]:m[3]])] = l.Word(m[4], m[5])
			}
			continue
		}
		if len(a.tests) == 0 {
			continue
		}
		t := &a.tests[len(a.tests)-1]
		if m := resultLine().FindStringSubmatchIndex(l.Text); m != nil && t.result == "missing" {
			t.result, t.at = strings.ToLower(l.Text[m[2]:m[3]]), l.Part(m[2], m[3])
			t.line = l
		} else if t.near == nil && nearResult(l.Text) != nil {
			t.near = &l
		} else if t.text == nil && resultText().MatchString(l.Text) {
			t.text = &l
		}
	}
	unseen = a.unnumbered(f.End) || unseen
	a.results()
	a.order()
	a.lost()
	a.keys()
	a.gather.Report(j.Reporter)
	if !f.Lost() && !unseen {
		a.summary(f.Root.Pair("status"))
		a.current(f.End)
	}
}

// open reports a fence or comment that is never closed.
func (j *judge) open() bool {
	for i := range j.Doc.Body.Hidden {
		if h := &j.Doc.Body.Hidden[i]; !h.Closed && h.Kind != document.Comment {
			closing := strings.TrimSpace(j.Doc.Text(h.Open))
			j.unclosed(h.Open, "fence", closing[:len(closing)-len(strings.TrimLeft(closing, closing[:1]))])
			return true
		}
	}
	if at := openComment(j.Doc.Content()); at >= 0 {
		j.unclosed(document.Span{Start: at, End: at + len("<!--")}, "comment", "-->")
		return true
	}
	return false
}

// unclosed reports what starts at a place and does not end before the file does.
func (j *judge) unclosed(at document.Span, what, closing string) {
	end := len(j.Doc.Src)
	j.Fixf("gsd-uat-fence", at, "body",
		document.Replace("close it", document.Span{Start: end, End: end}, "\n"+closing+"\n"),
		"the %s that starts here is never closed, and GSD lets no tests pass that it cannot see the end of, so "+
			"the phase is blocked; close it", what)
}

// openComment returns where a comment starts that is never closed, or -1. GSD looks for one in sentences, fences and
// code spans, too, where Markdown knows none.
func openComment(text string) int {
	for from := 0; ; {
		at := strings.Index(text[from:], "<!--")
		if at < 0 {
			return -1
		}
		at += from
		end := strings.Index(text[at+len("<!--"):], "-->")
		if end < 0 {
			return at
		}
		from = at + len("<!--") + end + len("-->")
	}
}

// heading reports a heading that was meant for a test and is none.
func (a *acceptance) heading(l notation.Line, m []string) {
	title := strings.TrimLeft(m[4], ".):- ")
	if !notation.Paired(title) { // stars that stand before the number as well
		rest, found := strings.CutPrefix(title, "**")
		if !found {
			rest = strings.TrimSuffix(title, "**")
		}
		title = strings.TrimLeft(rest, ".):- ")
	}
	var fixes []document.Fix
	if title != "" && notation.Paired(title) {
		fixes = document.Replace("write it as a test", l.Span, "### "+m[2]+". "+title)
	}
	result := "takes its result for that of the test above"
	if len(a.tests) == 0 {
		result = "knows no result of it"
	}
	a.gather.Add(result, document.Finding{Rule: "gsd-uat-heading", Span: l.Span, At: "body", Fixes: fixes,
		Message: fmt.Sprintf("GSD does not see this test, and %s; write `### %s. …`", result, m[2])})
}

// unnumbered reports headings without a number that were meant for tests, since a result stands below them, and
// whether there are any.
func (a *acceptance) unnumbered(from int) (found bool) {
	var head *notation.Line
	taken := map[string]bool{}
	for i := range a.tests {
		taken[a.tests[i].number] = true
	}
	section, next := "", 1
	for l := range notation.LinesWith(a.Doc, from, "#", ":") {
		m := testHead().FindStringSubmatch(l.Text)
		switch {
		case l.Hidden:
		case strings.HasPrefix(l.Text, "## "):
			section, head = strings.TrimSpace(l.Text[3:]), nil
		case section != "Tests":
		case m != nil:
			head, next = nil, 1
			if n, err := strconv.Atoi(m[1]); err == nil {
				next = n + 1
			}
		case strings.HasPrefix(l.Text, "#"):
			if head = nil; strings.HasPrefix(l.Text, "### ") && !testLike().MatchString(l.Text) {
				head = &l
			}
		case head != nil && resultLine().MatchString(l.Text):
			number := strconv.Itoa(next)
			var fixes []document.Fix
			if !taken[number] {
				fixes = document.Replace("number it", head.Span, "### "+number+". "+strings.TrimSpace(head.Text[4:]))
			}
			a.gather.Add("unnumbered", document.Finding{Rule: "gsd-uat-heading", Span: head.Span, At: "body", Fixes: fixes,
				Message: "GSD does not see this test, since its heading has no number, so what came out counts for nothing, " +
					"or for the test above; write `### " + number + ". …`"})
			head, found = nil, true
			next++
		}
	}
	return found
}

// results judges the result of each test.
func (a *acceptance) results() {
	const rule = "gsd-uat-result"
	for _, t := range a.tests {
		switch {
		case t.result == "passed":
			a.gather.Add(rule, document.Finding{Rule: rule, Span: t.at, At: "body", Least: true,
				Fixes:   document.Replace("write pass", t.at, "pass"),
				Message: "the phase passes with \"passed\" too, and the word of the template, which the session counts, is pass"})
		case slices.Contains(results, t.result):
		case t.result == "missing" && t.near != nil:
			m := nearResult(t.near.Text)
			var fixes []document.Fix
			rest := strings.TrimRight(strings.TrimLeft(t.near.Text[m[3]:], "*_`]"), " \t")
			if word := outcome(strings.ToLower(t.near.Text[m[2]:m[3]])); word != "" && notation.Paired(rest) {
				fixes = document.Replace("write it as GSD reads it", t.near.Span, "result: "+word+rest)
			}
			a.gather.Add("form", document.Finding{Rule: rule, Span: t.near.Span, At: "body", Fixes: fixes,
				Message: fmt.Sprintf("GSD reads a result only as `result: …` at the start of a line, so test %s has none, %s; "+
					"write it so", t.number, a.stops())})
		case t.result == "missing" && t.text != nil:
			a.gather.Add("text", document.Finding{Rule: rule, Span: t.text.Span, At: "body",
				Message: fmt.Sprintf("of test %s GSD reads no result, which it takes from this line alone and not from those below, %s; "+
					"write `result: pass`, or what came out, and the text below", t.number, a.stops())})
		case t.result == "missing":
			if over := a.status == "complete" || a.status == "passed"; over || slices.Contains(halfway, a.status) {
				a.gather.Add("missing", document.Finding{Rule: rule, Span: t.head.Span, At: "body", Lesser: !over,
					Message: fmt.Sprintf("the run is %s and test %s has no result, %s; write `result: pass`, or what came out", a.status,
						t.number, a.stops())})
			}
		default:
			f := document.Finding{Rule: rule, Span: t.at, At: "body",
				Message: fmt.Sprintf("%s is no result of test %s (there are %s), %s", document.Quote(t.result), t.number,
					document.AllOf(results), a.stops())}
			if near := outcome(t.result); near != "" {
				f.Message += "; write " + near
				f.Fixes = document.Replace("write "+near, t.at, near)
			}
			a.Report(f)
		}
	}
}

// nearResult returns where a line has a result that GSD does not read as one, as FindIndex does, or nil.
func nearResult(line string) []int {
	if m := resultLike().FindStringSubmatchIndex(line); m != nil {
		return m
	}
	m := resultKey().FindStringSubmatchIndex(line)
	if m == nil || spell.Close(line[m[2]:m[3]], []string{"result"}) == "" || outcome(line[m[4]:m[5]]) == "" {
		return nil
	}
	return []int{m[0], m[1], m[4], m[5]}
}

// outcome returns the result that a word was meant for, or "".
func outcome(word string) string {
	synonyms := map[string]string{"ok": "pass", "success": "pass", "approved": "pass", "resolved": "pass",
		"passed": "pass", "fail": "issue", "failed": "issue", "skip": "skipped", "todo": "pending"}
	if slices.Contains(results, word) {
		return word
	}
	if near := synonyms[word]; near != "" {
		return near
	}
	return spell.Nearest(word, results)
}

// stops is what follows from a test without a result: programs before gsd-core block nothing by results.
func (a *acceptance) stops() string {
	if a.p.Edition == "1.x" {
		return "so audit-uat passes it over and nobody sees what came out"
	}
	return "so gsd-core blocks the phase, and audit-uat of older programs passes it over"
}

// summary holds the counts of the summary, and the status, against the tests.
func (a *acceptance) summary(pair *document.Pair) {
	const rule = "gsd-uat-summary"
	right := map[string]int{"total": len(a.tests)}
	for _, t := range a.tests {
		switch t.result {
		case "pass", "passed":
			right["passed"]++
		case "issue":
			right["issues"]++
		case "pending", "skipped", "blocked":
			right[t.result]++
		default:
			return // that is reported, or not known yet
		}
	}
	if len(a.tests) == 0 {
		return
	}
	if i := slices.IndexFunc(a.tests, func(t test) bool { return t.result == "pending" || t.result == "blocked" }); i >= 0 &&
		(a.status == "complete" || a.status == "resolved") {
		a.Report(document.Finding{Rule: rule, Span: a.tests[i].at, At: "body",
			Related: []document.Related{{Span: pair.Value.Span, Message: "the run is " + a.status}},
			Message: fmt.Sprintf("the run is %s with %s %s, so the phase is blocked and no audit tells why; finish "+
				"what is open, or write `status: partial`", a.status, document.Count(right[a.tests[i].result], "test"),
				a.tests[i].result)})
		return // the counts tell the same story
	}
	why := ""
	switch {
	case a.status == "testing" && right["passed"]+right["issues"] == len(a.tests):
		why = "the run is testing, and each of its tests has a result, so audit-open lists it as open whenever a milestone ends"
	case slices.Contains(halting, a.status) && right["passed"] == len(a.tests) && a.p.Edition != "1.x":
		why = "each test of the run passed, and its status is " + a.status + ", by which alone gsd-core blocks the phase"
	}
	if why != "" {
		fixes := document.Replace("write complete", pair.Value.Span, pair.Value.Requote("complete"))
		fixes[0].Unsafe = true // a test may be missing
		a.Report(document.Finding{Rule: rule, Span: pair.Value.Span, At: "frontmatter.status", Fixes: fixes,
			Message: why + "; write complete, or the tests that are still to come"})
	}
	for _, name := range []string{"total", "passed", "issues", "pending", "skipped", "blocked"} {
		if word, ok := a.counts[name]; ok && word.Text != fmt.Sprint(right[name]) {
			a.Fixf(rule, word.Span, "body",
				document.Replace(fmt.Sprintf("write %d", right[name]), word.Span, fmt.Sprint(right[name])),
				"`%s` is %s, and the tests above make %d, so people read another outcome than GSD; write %d", name, word.Text,
				right[name], right[name])
		}
	}
}
