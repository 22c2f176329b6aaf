package reporters

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint"
	"github.com/nplint/nplint/internal/report"
)

// written returns what a format writes.
func written(t *testing.T, format string, r *nplint.Report, o *Options) string {
	t.Helper()
	f, err := Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out, r, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestExchangeFormats(t *testing.T) {
	r := sample()
	report.Attach(r, report.Knowledge{Sources: map[string][]byte{planPath: []byte(plan), notePath: []byte(note)}})
	for _, format := range []string{"gitlab", "checkstyle", "junit", "rdjson", "sonarqube", "teamcity", "azure", "markdown"} {
		golden(t, format+".golden", []byte(written(t, format, r, &Options{FailLevel: nplint.FailLevel(nplint.Error)})))
	}
}

// What says nothing must still be a whole document that its readers take.
func TestExchangeFormatsWithoutFindings(t *testing.T) {
	for format, want := range map[string]string{
		"gitlab":     "[]\n",
		"checkstyle": xml.Header + "<checkstyle version=\"4.3\"></checkstyle>\n",
		"junit": xml.Header + `<testsuites>
  <testsuite name="nplint" tests="1" failures="0" errors="0">
    <testcase name="no findings" classname="nplint"></testcase>
  </testsuite>
</testsuites>
`,
		"rdjson":    "{\n  \"source\": {\n    \"name\": \"nplint\",\n    \"url\": \"https://github.com/nplint/nplint\"\n  },\n  \"diagnostics\": []\n}\n",
		"sonarqube": "{\n  \"rules\": [],\n  \"issues\": []\n}\n",
		"teamcity":  "nplint: no findings in 3 files\n",
		"azure":     "nplint: no findings in 3 files\n",
		"markdown":  "<!-- nplint -->\n### nplint: no findings in 3 files\n",
	} {
		if got := written(t, format, &nplint.Report{Summary: nplint.Summary{Files: 3}}, &Options{}); got != want {
			t.Errorf("%s:\n%s, want\n%s", format, got, want)
		}
	}
}

// hostileReport has a finding all of whose text is a thing that readers would act on.
func hostileReport(text string) *nplint.Report {
	at := nplint.Range{Start: nplint.Position{Line: 1, Column: 1}, End: nplint.Position{Line: 1, Column: 1}}
	return &nplint.Report{Findings: []nplint.Finding{{
		Rule: text, Severity: nplint.Error, Path: text, At: text, Message: text, Range: at, Fingerprint: "f",
	}}}
}

// Whatever stands in a file, XML stays well-formed and says what stood there.
func TestXMLOfAnyText(t *testing.T) {
	for _, text := range []string{
		`<a b="c">&amp;'</a>`, "]]>", "<!-- -->", "\x00\x01\x0b\x0c\x1f", "\ufffe\uffff", "\xff\xfe", "a\r\n\tb", "<![CDATA[x]]>", "完成 🚀", "\ufffd",
	} {
		for _, format := range []string{"checkstyle", "junit"} {
			out := written(t, format, hostileReport(text), &Options{FailLevel: nplint.FailLevel(nplint.Error)})
			values := attributes(t, out)
			if want := Visible(text, ""); !slices.Contains(values, want) {
				t.Errorf("%s of %q does not say %q:\n%s", format, text, want, out)
			}
		}
	}
}

// attributes returns the values of all attributes of an XML document, and fails if it is none.
func attributes(t *testing.T, document string) []string {
	t.Helper()
	var values []string
	for d := xml.NewDecoder(strings.NewReader(document)); ; {
		token, err := d.Token()
		if token == nil {
			if err.Error() != "EOF" {
				t.Fatalf("%v in\n%s", err, document)
			}
			return values
		}
		if start, ok := token.(xml.StartElement); ok {
			for _, a := range start.Attr {
				values = append(values, a.Value)
			}
		}
	}
}

func TestCheckstyleGroups(t *testing.T) {
	r := mixed(0, 0, 0)
	for _, path := range []string{"a.md", "a.md", "b.md"} {
		r.Findings = append(r.Findings, nplint.Finding{Rule: "r", Severity: nplint.Info, Path: path})
	}
	out := written(t, "checkstyle", r, &Options{})
	if files, errors := strings.Count(out, "<file "), strings.Count(out, "<error "); files != 2 || errors != 3 {
		t.Errorf("%d files with %d errors, want 2 with 3:\n%s", files, errors, out)
	}
}

// The report fails exactly if the run does.
func TestJUnitFailLevel(t *testing.T) {
	for _, c := range []struct {
		level      nplint.FailLevel
		unanalyzed bool
		want       string
	}{
		{nplint.FailLevel(nplint.Error), false, `tests="6" failures="1" errors="0"`},
		{nplint.FailLevel(nplint.Warning), false, `tests="6" failures="3" errors="0"`},
		{nplint.FailLevel(nplint.Info), false, `tests="6" failures="6" errors="0"`},
		{nplint.FailNever, false, `tests="6" failures="0" errors="0"`},
		{nplint.FailNever, true, `tests="7" failures="0" errors="1"`},
	} {
		r := mixed(1, 2, 3)
		r.Unanalyzed = c.unanalyzed
		if out := written(t, "junit", r, &Options{FailLevel: c.level}); !strings.Contains(out, c.want) {
			t.Errorf("fail level %v: want %s in\n%s", c.level, c.want, out)
		}
	}
}

// Readers drop all but one of the test cases with one name.
func TestJUnitNames(t *testing.T) {
	r := &nplint.Report{}
	for _, at := range []string{"", "", "frontmatter.tier", ""} {
		r.Findings = append(r.Findings, nplint.Finding{Rule: "r", Severity: nplint.Error, Path: "a.md", At: at})
	}
	out := written(t, "junit", r, &Options{})
	for _, name := range []string{"a.md", "a.md (2)", "a.md (3)", "a.md frontmatter.tier"} {
		if n := strings.Count(out, fmt.Sprintf("name=%q", name)); n != 1 {
			t.Errorf("%d cases have the name %q, want 1:\n%s", n, name, out)
		}
	}
}

func TestGitLabSeverities(t *testing.T) {
	var issues []gitlabIssue
	if err := json.Unmarshal([]byte(written(t, "gitlab", mixed(1, 1, 1), &Options{})), &issues); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"info", "major", "minor"} {
		if issues[i].Severity != want {
			t.Errorf("the severity of %s is %s, want %s", issues[i].Location.Path, issues[i].Severity, want)
		}
	}
}

func TestCommentCell(t *testing.T) {
	for in, want := range map[string]string{
		"ask @team/lead":         "ask <code>@</code>team/lead",
		"see #12, ## Plan":       "see <code>#</code>12, ## Plan",
		"https://a.example":      "https&#58;//a.example",
		"www.a.example":          "www&#46;a.example",
		"<img src=x onerror=y>":  "&#60;img src=x onerror=y&#62;",
		"a|b\n`c` [d](e) --> *f": "a&#124;b&#92;n&#96;c&#96; &#91;d&#93;(e) --&#62; &#42;f",
	} {
		if got := CommentCell(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestMarkdownLimits(t *testing.T) {
	for _, c := range []struct {
		name      string
		report    *nplint.Report
		length    int // of each message
		wantRows  int
		wantClose string
	}{
		{"as many as fit", mixed(maxCommentRows, 0, 0), 10, maxCommentRows, " |\n"},
		{"one more", mixed(maxCommentRows, 1, 0), 10, maxCommentRows, "\n\n… and 1 more finding: the whole report has them.\n"},
		{"long messages", mixed(20, 0, 0), 10_000, 5, "\n\n… and 15 more findings: the whole report has them.\n"},
	} {
		for i := range c.report.Findings {
			c.report.Findings[i].Message = strings.Repeat("x", c.length)
		}
		out := written(t, "markdown", c.report, &Options{})
		if rows := strings.Count(out, " | r | "); rows != c.wantRows || !strings.HasSuffix(out, c.wantClose) || len(out) > maxComment {
			t.Errorf("%s: %d rows, %d bytes, ends with %q", c.name, rows, len(out), out[len(out)-60:])
		}
	}
}

// TestColumns holds that reviewdog and SonarQube are told columns as they count them, and none where they could differ.
func TestColumns(t *testing.T) {
	const text = "a\n\U0001F680é\tb c\r\nd\xff e\n"
	at := func(part string) nplint.Range { return rangeOf(text, part) }
	columns := func(src []byte, r nplint.Range) string {
		of := func(column *int) int {
			if column == nil {
				return -1
			}
			return *column
		}
		bytes, units := inBytes(src, r), inUnits(src, r)
		return fmt.Sprint(bytes.Start, bytes.End, " ", units.StartLine, of(units.StartColumn), units.EndLine, of(units.EndColumn))
	}
	line := nplint.Range{Start: at("c\r").Start, End: at("d").Start}
	inside := nplint.Range{Start: at("\n").Start, End: at("c").Start}
	for _, c := range []struct {
		name, src string
		at        nplint.Range
		want      string
	}{
		{"characters of several bytes", text, at("b c"), "{2 8} {2 11} 2 4 2 7"},
		{"over the end of a line", text, line, "{2 10} {3 1} 2 6 3 0"},
		{"nothing", text, nplint.Range{Start: at("b").Start, End: at("b").Start}, "{2 8} {2 8} 2 -1 0 -1"},
		{"what is no UTF-8", text, at("e\n"), "{3 4} {4 1} 3 -1 0 -1"},
		{"from the end of a line", text, inside, "{1 2} {2 10} 1 1 2 6"},
		{"no source", "", at("b c"), "{2 0} {2 0} 2 -1 0 -1"},
		{"far behind", strings.Repeat("é", farColumn) + "x", rangeOf(strings.Repeat("é", farColumn)+"x", "x"), "{1 0} {1 0} 1 -1 0 -1"},
		{"nearly as far", strings.Repeat("é", farColumn), rangeOf(strings.Repeat("é", farColumn-2)+"x", "x"), "{1 8189} {1 8190} 1 -1 0 -1"},
		{"no source, two lines", "", line, "{2 0} {2 0} 2 -1 0 -1"},
	} {
		src := []byte(c.src)
		if c.src == "" {
			src = nil
		}
		if got := columns(src, c.at); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestTeamCityValue(t *testing.T) {
	for in, want := range map[string]string{
		"it's [a|b]": "it|'s |[a||b|]", "é\U0001F680": "|0x00e9|0xd83d|0xde80", "a\nb": `a\nb`, "~\x7f": `~\x7f`, "12345678901": "123456789|0x2026",
	} {
		if got := teamCityValue(in, 10); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// Infos are no issues of Azure, and what its agent would unescape is escaped.
func TestAzure(t *testing.T) {
	r := mixed(1, 1, 1)
	for i := range r.Findings {
		r.Findings[i].Path, r.Findings[i].Message = "a;b]%0A.md", "a;b] 5 %, %3B"
	}
	want := `##vso[task.logissue type=error;sourcepath=a%3Bb%5D%AZP250A.md;linenumber=0;columnnumber=0;code=r;]a;b] 5 %AZP25, %AZP253B
##vso[task.logissue type=warning;sourcepath=a%3Bb%5D%AZP250A.md;linenumber=0;columnnumber=0;code=r;]a;b] 5 %AZP25, %AZP253B
a;b]%0A.md:0:0: info[r] a;b] 5 %, %3B
nplint: 1 error, 1 warning, 1 info in 99 files
`
	if got := written(t, "azure", r, &Options{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCodeSpan(t *testing.T) {
	for in, want := range map[string]string{"a": "`a`", "`a` b": "`` `a` b ``", "``` ": "```` ```  ````", "\n@x": "`\\n@x`"} {
		if got := codeSpan(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
