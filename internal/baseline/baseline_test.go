package baseline

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/config"
	"github.com/nplint/nplint/internal/mistake"
	"github.com/nplint/nplint/internal/report"
)

func TestBaselineMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "1: is not JSON: ",
		"[]":                              "1: the baseline must be an object, not array",
		"null":                            "1: the baseline must be an object, not null",
		"{}":                              "1: version is missing; this nplint reads version 1",
		"{\n\"version\": \"1\"}":          "2: version must be the number 1, not string \"1\"; ",
		"{\"version\": 1.5}":              "1: version is 1.5, and this nplint reads version 1",
		"{\"version\": 1}":                "1: files is missing",
		"{\"version\": 1, \"files\": []}": "1: files must be an object, not array",
		"{\"version\": 1,\n\"until\": \"2026-02-30\", \"files\": {}}":       "2: until must be the last day on which the findings are let stand, such as \"2026-12-31\"",
		"{\"version\": 1, \"until\": 2026, \"files\": {}}":                  "1: until must be the last day",
		"{\"version\": 1, \"files\": {}, \"note\": 1}":                      "1: unknown key \"note\"",
		"{\"version\": 1, \"files\": {\n\"a\": {\"r\": \"x\"}}}":            "2: what stands for r in a must be an array, not string",
		"{\"version\": 1, \"files\": {\"a\": {\n\n\"r\": [1]}}}":            "3: a fingerprint is 32 of the characters 0-9a-f in quotes, as nplint writes it, not \"1\"",
		"{\"version\": 1, \"files\": {\"a\": {\"r\": [\"\u001b[31m\"]}}}":   "1: is not JSON: ",
		"{\"version\": 1, \"files\": {\"\\u001b\": {\"r\": [\"A\"]}}}":      "1: a fingerprint is 32 of the characters",
		"{\"version\": 1, \"files\": {\"\\u001b\": 1}}":                     `1: \u001B must be an object, not number`,
		"{\"version\": 1, \"files\": {\n\"./a\": {}}}":                      "2: the path \"./a\" must be relative and in its shortest form, as nplint writes it; ",
		"{\"version\": 1, \"files\": {\"/a\": {}}}":                         "1: the path \"/a\" must be relative",
		"{\"version\": 1, \"files\": {\"a/../b\": {}}}":                     "1: the path \"a/../b\" must be relative",
		"{\"version\": 1, \"version\": 1, \"files\": {}}":                   "1: the key \"version\" stands here twice in the baseline; keep one",
		"{\"version\": 1, \"files\": {\"a\": {\"r\": []}}}\n{\"more\": {}}": "2: is not JSON: ",
	} {
		_, problems := parse("b", []byte(text))
		if err := mistake.Join(problems); err == nil || !strings.HasPrefix(err.Error(), "b:"+want) {
			t.Errorf("%s: got %v, want b:%s", text, err, want)
		}
	}
}

// FuzzBaseline reads any text as a baseline. One that is right is written as it was read.
func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"version": 1, "files": {"a": {"r": ["0123456789abcdef0123456789abcdef"]}}}`))
	f.Add([]byte(`{"version": 1, "files": {"a": {"r": []}, "b": {}}}`))
	f.Add([]byte(`{"version": 1, "until": "2026-12-31", "files": {}}`))
	f.Add([]byte("{\n\"version\": 2,\n\"files\": [],\n\"files\": {\"a\": 1, \"b\": {\"c\": {}}}}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		first, problems := parse("b", text)
		for _, p := range problems {
			if p.Line < 1 || p.Line > 1+bytes.Count(text, []byte("\n"))+bytes.Count(text, []byte("\r")) {
				t.Fatalf("%q: line %d: %s", text, p.Line, p.Text)
			}
		}
		if len(problems) > 0 {
			return
		}
		written, err := first.encode(first.until)
		if err != nil {
			t.Fatal(err)
		}
		second, problems := parse("b", written)
		again, err := second.encode(second.until)
		if len(problems) > 0 || err != nil || !bytes.Equal(written, again) || first.size() != second.size() {
			t.Fatalf("%q is written as\n%s\nand read as\n%s\n%v %v", text, written, again, problems, err)
		}
	})
}

func TestBaselineEdits(t *testing.T) {
	b := Baseline{"empty": {"rule": nil}}
	b.add("file", "rule", "c", "a")
	b.add("file", "other", "b")
	b.tidy()
	if b.size() != 3 || len(b) != 1 || !b.has("file", "rule", "a") || !b.has("file", "rule", "c") || b.has("file", "rule", "b") || b.has("x", "rule", "a") {
		t.Errorf("got %v", b)
	}
}

// TestParseBounded reads baselines that hold very much of what is none: they are refused before they take much.
func TestParseBounded(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"values":   {`{"version":1,"files":{"a":{"b":[` + strings.Repeat("1,", 1_000_000) + `1]}}}`, "more values than fingerprints"},
		"mistakes": {`{"version":1,"files":{"a":{"b":[` + strings.Repeat(`"not a fingerprint",`, 20_000) + `1]}}}`, "a fingerprint is 32 of"},
	} {
		_, problems := parse("b", []byte(test.text))
		if len(problems) == 0 || len(problems) > maxProblems || !strings.Contains(problems[0].Text, test.want) {
			t.Errorf("%s: %d mistakes, beginning with %v", name, len(problems), problems[:min(1, len(problems))])
		}
	}
}

// TestBelowBounded holds findings against very many baselines, each beside some of them: those elsewhere are not looked at.
func TestBelowBounded(t *testing.T) {
	const n = 100
	var findings []report.Finding
	var held []*Held
	for i := range n {
		dir := fmt.Sprintf("d%03d", i)
		for range 3 {
			findings = append(findings, report.Finding{Path: dir + "/a.md", Rule: "r"})
		}
		known := dated{Baseline: Baseline{"a.md": {"r": {"f"}}}}
		h := hold("", "", config.NewScope(config.In("/base/"+dir), "/base"), &known)
		h.below = i > 0
		held = append(held, h)
	}
	asked := 0
	left := Without(findings, held, func(some []report.Finding, files *config.Scope) []string {
		names := make([]string, len(some))
		for i := range some {
			if asked++; files.Path(some[i].Path) != "" {
				names[i] = "f"
			}
		}
		return names
	}, func(rule string) []string { return []string{rule} }, "2026-01-01")
	if len(left) > 0 || asked != len(findings)+3*(n-1) {
		t.Errorf("%d findings are left, and %d were asked about", len(left), asked)
	}
}
