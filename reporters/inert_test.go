package reporters

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/drawing"
	"github.com/nplint/nplint/internal/fleet"
	"github.com/nplint/nplint/internal/nasty"
	"github.com/nplint/nplint/rules"
)

// TestInert puts the values of package nasty through every way to write a report. One that is not listed fails.
func TestInert(t *testing.T) {
	checks := map[string]func(t *testing.T, text string){
		"text": lines(len(nasty.Values) + 1), "compact": lines(len(nasty.Values) + 1), "full": nil, "grouped": nil, "json": isJSON, "gitlab": isJSON, "checkstyle": isXML, "junit": isXML,
		"sarif": sarifIsInert, "markdown": markdownIsInert, "github": nil, "html": htmlIsInert,
		"rdjson": rdjsonIsInert, "sonarqube": isJSON, "teamcity": nil, "azure": nil,
	}
	const blobs = "https://github.example/team/plans/blob/0f1e2d3c/"
	report := &nplint.Report{}
	for _, value := range nasty.Values {
		report.Findings = append(report.Findings, nplint.Finding{Rule: value, Path: value, At: value, Message: value,
			Severity: nplint.Error, Related: []nplint.Related{{Path: value, Message: value}},
			Fixes: []nplint.Fix{{Title: value, Edits: []nplint.Edit{{Path: value, NewText: value}}}}})
	}
	for _, format := range Formats {
		t.Run(format.Name, func(t *testing.T) {
			check, listed := checks[format.Name]
			if !listed {
				t.Fatal("the format is not listed here, so nobody knows whether what it writes is inert")
			}
			var out, summary bytes.Buffer
			if err := format.Write(&out, report, &Options{StepSummary: &summary, Blobs: blobs, Frames: format.Name != "text"}); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			switch format.Name {
			case "github":
				text = withoutCommands(text, `^::(error|warning|notice) [a-zA-Z]+=[^:,\r]*(,[a-zA-Z]+=[^:,\r]*)*::`)
				link := regexp.MustCompile(`\[([^\[\]]*:0:0)\]\(` + regexp.QuoteMeta(blobs) + `[^()&<>$|*_~@:\s\[\]]*\?plain=1#L0\)`)
				if found := link.FindAllString(summary.String(), -1); len(found) != len(nasty.Values) {
					t.Errorf("%d places are links, want %d", len(found), len(nasty.Values))
				}
				markdownIsInert(t, link.ReplaceAllString(summary.String(), "$1"))
			case "teamcity":
				value := `'([^'|\[\]]|\|['|\[\]]|\|0x[0-9a-f]{4})*'`
				text = withoutCommands(text, `^##teamcity\[inspection(Type)?( [a-zA-Z]+=`+value+`)+\]$`)
			case "azure":
				text = withoutCommands(text, `^##vso\[task\.logissue type=error;([a-z]+=[^];\r]*;)+\]`)
			}
			if obeyed := nasty.Obeyed(text); obeyed != "" {
				t.Error(obeyed)
			}
			if check != nil {
				check(t, text)
			}
		})
	}
}

// TestInertLinks does the same with colours and links, which lead to addresses of plain characters alone.
func TestInertLinks(t *testing.T) {
	for _, value := range nasty.Values {
		r := &nplint.Report{Base: "/repo", Findings: []nplint.Finding{{Rule: value, Path: value, Message: value, Severity: nplint.Error}}}
		for _, form := range []func(*textWriter){(*textWriter).full, (*textWriter).grouped} {
			for _, width := range []int{0, 20, 60} {
				text := inForm(t, r, source, &Options{Color: true, Links: true, Width: width, WorkDir: "/repo"}, form)
				text = regexp.MustCompile("\x1b]8;;[!-~]*\x1b\\\\|\x1b\\[[0-9;]*m").ReplaceAllString(text, "")
				if obeyed := nasty.Obeyed(text); obeyed != "" {
					t.Errorf("%q: %s", value, obeyed)
				}
			}
		}
	}
}

// TestInertFrames holds that the lines that are shown of a file are inert, too.
func TestInertFrames(t *testing.T) {
	for _, value := range nasty.Values {
		src := []byte(value)
		line, carets, ok := new(framer).excerpt(src, nplint.Range{End: nplint.Position{Offset: min(1, len(src))}}, frameWidth)
		if obeyed := nasty.Obeyed("1 | " + line + "\n" + carets); obeyed != "" || !ok {
			t.Errorf("%q: %s", value, obeyed)
		}
	}
}

// TestInertMerged does the same with a report over many repositories.
func TestInertMerged(t *testing.T) {
	b := fleet.NewBuilder(func(rule string) (string, string) { return rule, rule })
	for _, value := range nasty.Values {
		var tally fleet.Tally
		b.Count(&tally, &nplint.Finding{Rule: value, Kind: value + "/" + value, Severity: nplint.Error})
		b.Add(value, nplint.Summary{Errors: 1}, &tally)
	}
	b.Skip()
	r := b.Report(&fleet.Report{Repositories: []fleet.Repository{{Name: "gone " + nasty.Values[0]}}})
	var page strings.Builder
	if err := MergedHTML(&page, r); err != nil {
		t.Fatal(err)
	}
	htmlIsInert(t, page.String())
	comment := MergedMarkdown(r)
	markdownIsInert(t, comment)
	for name, text := range map[string]string{"html": page.String(), "markdown": comment, "text": Visible(MergedText(r, 60), "\n")} {
		if obeyed := nasty.Obeyed(text); obeyed != "" {
			t.Errorf("%s: %s", name, obeyed)
		}
	}
}

// TestInertHistory does the same with how projects were.
func TestInertHistory(t *testing.T) {
	for _, value := range nasty.Values {
		summary := &nplint.Summary{Errors: 1}
		h := &nplint.History{Since: value, Moments: []nplint.Moment{{Commit: value, Unjudged: value}, {Summary: summary,
			Progress: []nplint.Measure{{Name: value, Done: 1, Of: 2}}}}}
		var page strings.Builder
		if err := DoctorHTML(&page, nil, &nplint.Report{}, h); err != nil {
			t.Fatal(err)
		}
		htmlIsInert(t, page.String())
		markdownIsInert(t, HistoryMarkdown(h))
		for _, text := range []string{page.String(), HistoryText(h, true, 60), HistoryText(h, false, 0)} {
			if obeyed := nasty.Obeyed(Visible(text, "\n\t")); obeyed != "" {
				t.Errorf("%q: %s", value, obeyed)
			}
		}
	}
}

// TestInertViews does the same with what packs show.
func TestInertViews(t *testing.T) {
	doctor := func(w io.Writer, views []pack.View, r *nplint.Report) error { return DoctorHTML(w, views, r, nil) }
	for _, value := range nasty.Values {
		graph := pack.Graph{ID: value, Root: value, Name: value}
		graph.Groups = []pack.Group{{ID: value, Title: value, Nodes: []pack.Node{{ID: value, Name: value,
			Labels: []pack.Label{{Name: value, Value: value}, {Name: "tier", Value: value}}}}}}
		graph.Edges = []pack.Edge{{From: value, To: value}, {From: value, To: value + "absent"}}
		graphs := []pack.Graph{graph, graph}
		faulty := graph
		faulty.Edges = []pack.Edge{{From: value, To: value, Fault: value}}
		sections := []pack.Section{{Root: value, Title: value, Notes: []string{value},
			Progress: []pack.Progress{{Name: value, Missing: []string{value}}},
			Tables:   []pack.Table{{Columns: []string{"a"}, Rows: [][]string{{value}}}}}}
		views := []pack.View{{Graphs: graphs, Sections: sections}}
		sections[0].Parts = []pack.Part{{ID: value, Name: value, Status: value, Progress: sections[0].Progress}}
		rule := &rules.Rule{ID: value, Title: value, Why: value, Excerpt: value, Source: value, Kinds: []string{value}}
		for name, text := range map[string]string{
			"graph text": GraphText(graphs, 60), "mermaid": GraphMermaid(graphs), "dot": GraphDOT(graphs), "svg": GraphSVG(append(graphs, faulty), nil),
			"doctor html":   pageOf(t, doctor, views),
			"graph html":    pageOf(t, GraphHTML, append(graphs, faulty)),
			"sections text": SectionsText(sections, true, 60), "sections markdown": SectionsMarkdown(sections),
			"rule text": RuleText(rule, false, 60), "rule markdown": RuleText(rule, true, 0),
		} {
			if obeyed := nasty.Obeyed(Visible(text, "\n\t")); obeyed != "" {
				t.Errorf("%s of %q: %s", name, value, obeyed)
			}
			switch name {
			case "mermaid":
				mermaidIsInert(t, text)
			case "dot":
				if quotes := strings.Count(regexp.MustCompile(`\\.`).ReplaceAllString(text, ""), `"`); quotes%2 != 0 || strings.Contains(text, "URL") && dotAttribute(text, "URL") {
					t.Errorf("dot of %q: a value leaves its quotes", value)
				}
			case "sections markdown":
				markdownIsInert(t, text)
			case "doctor html", "graph html":
				htmlIsInert(t, text)
			case "svg":
				svgIsInert(t, text)
			}
		}
	}
}

// dotAttribute reports whether a name stands outside of quotes.
func dotAttribute(text, name string) bool {
	text = regexp.MustCompile(`\\.`).ReplaceAllString(text, "")
	return strings.Contains(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(text, ""), name)
}

func mermaidIsInert(t *testing.T, text string) {
	t.Helper()
	entity := regexp.MustCompile(`#(?:quot|lt|gt|amp|35|37|96);`)
	rest := entity.ReplaceAllString(text, "")
	rest = strings.ReplaceAll(rest, "#c00", "")
	rest = strings.ReplaceAll(rest, "<br/>", "")
	rest = regexp.MustCompile(`-->|\.->`).ReplaceAllString(rest, "")
	if i := strings.IndexAny(rest, "#&<>%`"); i >= 0 {
		t.Errorf("mermaid would read as markup: %.60q", rest[max(0, i-20):])
	}
	for line := range strings.Lines(text) {
		if strings.Count(line, `"`)%2 != 0 || strings.Contains(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(line, ""), "click") {
			t.Errorf("a value leaves its quotes: %.60q", line)
		}
	}
}

// pageOf returns what a function writes of something shown with an empty report.
func pageOf[T any](t *testing.T, write func(io.Writer, T, *nplint.Report) error, shown T) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b, shown, &nplint.Report{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// htmlIsInert holds that a page has our own style and script and no other, and no elements and attributes but ours. What
// browsers make of it is tried by .ci/browser.sh.
func htmlIsInert(t *testing.T, text string) {
	t.Helper()
	text = strings.Replace(text, "<style>\n"+reportCSS+drawing.CSS+"</style>", "", 1)
	text = strings.Replace(text, "<script>\n"+reportJS+"</script>", "", 1)
	text = strings.ReplaceAll(text, " checked>", ">")
	decoder := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "<!doctype html>")))
	decoder.Strict, decoder.AutoClose = false, xml.HTMLAutoClose
	elements := " html head meta title body a header h1 p ul li b nav main section h2 h3 table thead tbody tr th td details summary div " +
		"svg rect path circle g text form label input select option fieldset legend button pre article footer span code "
	attributes := " lang charset http-equiv content name class href id role aria-label aria-hidden tabindex scope data-of data-path data-l " +
		"data-r data-p type value autocomplete width height viewBox preserveAspectRatio rx x y cx cy r d transform text-anchor "
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in %.300q", err, text[max(0, decoder.InputOffset()-200):])
		}
		if _, comment := token.(xml.Comment); comment {
			t.Error("a value became a comment")
		}
		start, ok := token.(xml.StartElement)
		if ok && !strings.Contains(elements, " "+start.Name.Local+" ") {
			t.Errorf("a value became the element %s", start.Name.Local)
		}
		for _, a := range start.Attr {
			if !strings.Contains(attributes, " "+a.Name.Local+" ") {
				t.Errorf("a value became the attribute %s of %s", a.Name.Local, start.Name.Local)
			}
			if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") {
				t.Errorf("a value became the link %q", a.Value)
			}
		}
	}
}

// svgIsInert holds that a picture has no elements and attributes but those that we draw with.
func svgIsInert(t *testing.T, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	ours := " svg style g rect text title path circle "
	attributes := " xmlns class width height viewBox role aria-label transform x y rx cx cy r d text-anchor "
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !strings.Contains(ours, " "+start.Name.Local+" ") {
			t.Errorf("a value became the element %s", start.Name.Local)
		}
		for _, a := range start.Attr {
			if !strings.Contains(attributes, " "+a.Name.Local+" ") {
				t.Errorf("a value became the attribute %s", a.Name.Local)
			}
		}
	}
}

func lines(want int) func(*testing.T, string) {
	return func(t *testing.T, text string) {
		if got := strings.Count(text, "\n"); got != want {
			t.Errorf("got %d lines, want %d", got, want)
		}
	}
}

func isJSON(t *testing.T, text string) {
	if !json.Valid([]byte(text)) {
		t.Error("this is not JSON")
	}
}

func isXML(t *testing.T, text string) {
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && strings.Contains(" script img b i x ", " "+start.Name.Local+" ") {
			t.Errorf("a value became the element %s", start.Name.Local)
		}
	}
}

// sarifIsInert holds that no message has a link or a placeholder.
func sarifIsInert(t *testing.T, text string) {
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	check := func(text string) {
		rest := strings.NewReplacer(`\[`, "", `\]`, "", "{{", "", "}}", "").Replace(text)
		if strings.ContainsAny(rest, "[]{}") {
			t.Errorf("a message has a link or a placeholder: %.60q", text)
		}
	}
	for _, result := range log.Runs[0].Results {
		check(result.Message.Text)
		for _, related := range result.RelatedLocations {
			check(related.Message.Text)
		}
		for _, fix := range result.Fixes {
			check(fix.Description.Text)
		}
	}
	for _, rule := range log.Runs[0].Tool.Driver.Rules {
		check(rule.ShortDescription.Text)
		check(rule.FullDescription.Text)
		check(rule.Help.Text)
	}
}

// markdownIsInert holds that values are text in Markdown as GitHub reads it.
func markdownIsInert(t *testing.T, text string) {
	t.Helper()
	if obeyed := nasty.Obeyed(text); obeyed != "" {
		t.Error(obeyed)
	}
	text = strings.TrimPrefix(text, commentMarker)
	own := regexp.MustCompile(`<code>([@#-]|(?i:[0-9a-f]{7,40}))</code>`)
	if found := regexp.MustCompile(`@\w|#\d|(?i)gh-\d|://|www\.|(?:^|[^>\w])[0-9a-f]{7,40}(?:[^<\w]|$)`).FindString(entities.ReplaceAllString(text, "")); found != "" {
		t.Errorf("a mention or a link: %q", found)
	}
	rest := own.ReplaceAllString(text, "")
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, "|") && strings.Trim(line, "|- \n") == "" {
			continue
		}
		if found := regexp.MustCompile("[<>`*\\\\$\\[\\]~]|&(?:[^#]|$)").FindString(line); found != "" {
			t.Errorf("markup: %q in %.80q", found, line)
		}
	}
}

var entities = regexp.MustCompile(`&#\d+;`)

// withoutCommands returns a text without what begins its lines as an expression says, which is a command of ours.
func withoutCommands(text, ours string) string {
	command := regexp.MustCompile(ours)
	var rest strings.Builder
	for line := range strings.Lines(text) {
		rest.WriteString("text: " + command.ReplaceAllLiteralString(strings.TrimSuffix(line, "\n"), "") + "\n")
	}
	return rest.String()
}

// rdjsonIsInert holds that messages are code, whatever is in them.
func rdjsonIsInert(t *testing.T, text string) {
	var result rdjsonResult
	if err := json.Unmarshal([]byte(text), &result); err != nil {
		t.Fatal(err)
	}
	for _, d := range result.Diagnostics {
		fence := regexp.MustCompile("^`+").FindString(d.Message)
		inner, closed := strings.CutSuffix(strings.TrimPrefix(d.Message, fence), fence)
		if fence == "" || !closed || strings.Contains(inner, fence) || nasty.Obeyed(d.Message) != "" {
			t.Errorf("a message is more than code: %.60q", d.Message)
		}
	}
}
