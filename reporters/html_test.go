package reporters

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/report"
)

// sampleViews is what packs may show of a project.
func sampleViews() []pack.View {
	task := func(id, status string, state pack.State) pack.Node {
		return pack.Node{ID: id, Name: "Task " + id, Labels: []pack.Label{{Name: "tier", Value: "haiku"}, {Name: "status", Value: status}},
			State: state, Places: []pack.Place{{Path: planPath}}}
	}
	return []pack.View{{
		Graphs: []pack.Graph{{ID: "M1", Name: "Plans", Groups: []pack.Group{
			{ID: "1", Title: "wave 1", Nodes: []pack.Node{task("T1", "done", pack.Done)}},
			{ID: "2", Title: "wave 2", Nodes: []pack.Node{task("T2", "open", pack.Open)}},
		}, Edges: []pack.Edge{{From: "T2", To: "T1", Fault: "cyclic"}, {From: "T1", To: "T2", Fault: "cyclic"}}}, {ID: "M2"}},
		Sections: []pack.Section{{
			Title: "demo project", Noun: "milestone", Notes: []string{"a note"},
			Parts: []pack.Part{
				{ID: "M1", Name: "Plans", Status: "running", State: pack.Running, Places: []pack.Place{{Path: "Pläne/"}},
					Progress: []pack.Progress{{Name: "criteria", Done: 1, Of: 3, Unit: "passed", Missing: []string{"SC-2"}}}},
				{ID: "M2", Places: []pack.Place{{Path: "elsewhere/"}}},
			},
			Progress: []pack.Progress{{Name: "fields", Done: 1, Of: 2, Parts: []pack.Progress{{Name: "one", Done: 1, Of: 1}}}},
			Tables:   []pack.Table{{Columns: []string{"a", "b"}, Rows: [][]string{{"1", ""}}}},
		}},
	}}
}

// TestBars has bars as long as what is done, which is never more than all.
func TestBars(t *testing.T) {
	for _, c := range []struct{ done, of, percent int }{{0, 0, 0}, {0, 1, 0}, {1, 1, 100}, {1, 3, 33}, {5, 2, 100}} {
		if got := bars([]pack.Progress{{Done: c.done, Of: c.of}}); got[0].Percent != c.percent {
			t.Errorf("%d of %d is a bar of %d %%", c.done, c.of, got[0].Percent)
		}
	}
}

// TestAnchors has a name of its own for each finding of a page, be they the same ones.
func TestAnchors(t *testing.T) {
	r := sample()
	r.Findings = append(r.Findings, r.Findings...)
	var out bytes.Buffer
	if err := writeHTML(&out, r, &Options{}); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(out.String(), -1) {
		if seen[m[1]] {
			t.Errorf("two elements have the id %s", m[1])
		}
		seen[m[1]] = true
	}
	if len(seen) < len(r.Findings) {
		t.Errorf("%d elements have ids, and there are %d findings", len(seen), len(r.Findings))
	}
}

// TestHTML holds the body of a page against a golden file, and its head against its policy.
func TestHTML(t *testing.T) {
	r := sample()
	report.Attach(r, report.Knowledge{Sources: map[string][]byte{planPath: source(planPath), notePath: source(notePath)}})
	var out bytes.Buffer
	if err := writeHTML(&out, r, &Options{Views: sampleViews()}); err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(out.String(), "<body>\n")
	body, script, _ := strings.Cut(body, "<script>")
	body = strings.Replace(body, nplint.Version, "VERSION", 1)
	golden(t, "html.golden", []byte(body))
	htmlIsInert(t, out.String())
	script, _, _ = strings.Cut(script, "</script>")
	_, style, _ := strings.Cut(head, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	for _, text := range []string{"script-src " + hashOf(script), "style-src " + hashOf(style), "default-src 'none'"} {
		if !strings.Contains(head, text) {
			t.Errorf("the policy lacks %s", text)
		}
	}
	if loads := regexp.MustCompile(`url\(|src="|@import|https?:`).FindString(head + body); loads != "" {
		t.Errorf("the page loads something: %s", loads)
	}
}

// TestHTMLSize holds that a page with 5,000 findings, each with a line, a fix and a place beside it, has at most 10 MB, and
// one of 40 milestones without findings 300 KB.
func TestHTMLSize(t *testing.T) {
	const line = "  - path: a line of a plan that is as long as most of them are, with a word that is wrong in it somewhere\n"
	r := &nplint.Report{}
	sources := map[string][]byte{}
	for i := range 5000 {
		path := fmt.Sprintf(".nubos-pilot/milestones/M%03d/slices/S001/S001-PLAN.md", i/20)
		at := nplint.Range{Start: nplint.Position{Line: i%20 + 1, Column: 5, Offset: i%20*len(line) + 4},
			End: nplint.Position{Line: i%20 + 1, Column: 9, Offset: i%20*len(line) + 8}}
		sources[path] = []byte(strings.Repeat(line, 20))
		r.Findings = append(r.Findings, nplint.Finding{Rule: fmt.Sprintf("rule-%d", i%30), Severity: nplint.Error, Path: path, Range: at,
			Message:     "`path` is a word that is wrong here, so that nobody ever reads it; write another one; did you mean `paths`?",
			Related:     []nplint.Related{{Path: path, Range: at, Message: "written like this here"}},
			Fixes:       []nplint.Fix{{Title: "write `paths`", Safe: true, Edits: []nplint.Edit{{Path: path, Range: at, NewText: "paths"}}}},
			Fingerprint: fmt.Sprintf("%032x", i)})
	}
	report.Attach(r, report.Knowledge{Sources: sources})
	for _, c := range []struct {
		r    *nplint.Report
		most int
	}{{r, 10_000_000}, {&nplint.Report{}, 300_000}} {
		views := sampleViews()
		for range 39 {
			views[0].Graphs = append(views[0].Graphs, waves(10, 10))
			views[0].Sections[0].Parts = append(views[0].Sections[0].Parts, views[0].Sections[0].Parts[0])
		}
		var out bytes.Buffer
		if err := writeHTML(&out, c.r, &Options{Views: views}); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d findings: %d bytes", len(c.r.Findings), out.Len())
		if out.Len() > c.most {
			t.Errorf("a page with %d findings has %d bytes", len(c.r.Findings), out.Len())
		}
		if !strings.Contains(out.String(), "more graphs not drawn here") {
			t.Error("a page says nothing of the graphs that it does not draw")
		}
	}
}

func TestEditDiff(t *testing.T) {
	src := []byte("one\ntwo\nthree\n")
	edit := func(start, end int, text string) nplint.Edit {
		return nplint.Edit{Range: nplint.Range{Start: nplint.Position{Offset: start}, End: nplint.Position{Offset: end}}, NewText: text}
	}
	for _, c := range []struct {
		edits []nplint.Edit
		want  string
	}{
		{[]nplint.Edit{edit(4, 7, "2")}, "-two +2"},
		{[]nplint.Edit{edit(4, 8, "")}, "-two  three"},
		{[]nplint.Edit{edit(14, 14, "four")}, "+four"},
		{[]nplint.Edit{edit(8, 13, "3"), edit(0, 3, "1")}, "-one +1  two -three +3"},
		{[]nplint.Edit{edit(0, 3, "1"), edit(2, 4, "")}, ""}, // they overlap
		{[]nplint.Edit{edit(10, 20, "")}, ""},
		{[]nplint.Edit{edit(0, 0, strings.Repeat("x", maxDiffBytes+1))}, ""},
	} {
		var got []string
		for _, line := range editDiff(src, c.edits) {
			got = append(got, line.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: got %q, want %q", c.edits, got, c.want)
		}
	}
	if editDiff(nil, []nplint.Edit{edit(0, 0, "")}) != nil {
		t.Error("a file that is not known has a diff")
	}
}
