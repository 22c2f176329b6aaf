package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/report"
)

func about(rule string) (pack, title string) { return "core", "title of " + rule }

// text is the JSON of a report.
func text(findings string, errors, warnings int) string {
	return fmt.Sprintf(`{"version": 1, "tool": {"name": "nplint"}, "findings": [%s], "summary": {"files": 3, "errors": %d, "warnings": %d}, "later": [1]}`,
		findings, errors, warnings)
}

func merge(t *testing.T, earlier *Report, texts ...string) *Report {
	t.Helper()
	b := NewBuilder(about)
	for i, text := range texts {
		var tally Tally
		summary, err := Read(strings.NewReader(text), func(f *report.Finding) { b.Count(&tally, f) })
		if err != nil {
			t.Fatal(err)
		}
		b.Add(fmt.Sprintf("team-%d", i), summary, &tally)
	}
	return b.Report(earlier)
}

func TestMerge(t *testing.T) {
	const a = `{"rule": "a", "path": "p", "message": "m", "severity": "error", "kind": "nubos/plan"}`
	const b = `{"rule": "b", "path": "p", "message": "m", "severity": "warning"}`
	first := merge(t, nil, text(a, 1, 0), text(a+","+a+","+b, 2, 1), text("", 0, 0))
	want := Summary{Repositories: 3, Clean: 1, Files: 9, Counts: Counts{3, 1, 0}}
	if first.Summary != want || first.Trend != nil {
		t.Errorf("got %+v", first.Summary)
	}
	if r := first.Repositories; r[0].Name != "team-1" || !reflect.DeepEqual(r[0].Rules, []string{"a", "b"}) || r[2].Name != "team-2" {
		t.Errorf("got %+v", r)
	}
	if r := first.Rules; r[0].Name != "a" || r[0].Repositories != 2 || r[0].Errors != 3 || r[0].Title != "title of a" {
		t.Errorf("got %+v", r)
	}
	if p := first.Packs; p[0].Name != "nubos" || p[0].Errors != 3 || p[1].Name != "core" || p[1].Warnings != 1 {
		t.Errorf("got %+v", p)
	}

	var out bytes.Buffer
	if err := json.NewEncoder(&out).Encode(first); err != nil {
		t.Fatal(err)
	}
	earlier, err := ReadMerged(&out)
	if err != nil {
		t.Fatal(err)
	}
	earlier.Repositories = append(earlier.Repositories[:2], Repository{Name: "team-9"})
	second := merge(t, earlier, text("", 0, 0), text(a, 1, 0), text(b, 0, 1))
	wantTrend := &Trend{Common: 2, Change: Counts{-2, -1, 0}, New: []string{"team-2"}, Gone: []string{"team-9"}}
	if !reflect.DeepEqual(second.Trend, wantTrend) {
		t.Errorf("got %+v", second.Trend)
	}
	if c := second.Rules[0].Change; *c != (Counts{-2, 0, 0}) {
		t.Errorf("got %+v", c)
	}
}

func TestReadRefuses(t *testing.T) {
	const one = `{"rule": "a", "path": "p", "message": "m", "related": [{"path": "p"}`
	most, many := one+strings.Repeat(`, {"path": "p"}`, 99)+"]}", one+strings.Repeat(`, {"path": "p"}`, 100)+"]}"
	if _, err := Read(strings.NewReader(text(most, 0, 0)), func(*report.Finding) {}); err != nil {
		t.Error(err)
	}
	for src, want := range map[string]string{
		"":                               "it is empty or cut off",
		text("", 0, 0)[:60]:              "it is empty or cut off",
		text("", 0, 0) + "{}":            "there is something behind the report",
		"x":                              "it is no JSON at byte 1",
		`{"version": 1, "findings": [}]`: "it is no JSON",
		"[]":                             "it is no report of `nplint -o json`",
		"{}":                             `it has no "version"`,
		`{"version": 2, "findings": []}`: "its version is 2, and this nplint reads version 1",
		`{"version": "1"}`:               "its version is 1, and",
		`{"version": "` + strings.Repeat("v", 100) + `"}`: "its version is vvvvvvvvvvvvvvvvvvvv, and",
		text(many, 0, 0): "a finding tells of 101 other places",
		text("{}", 0, 0): "a finding lacks its rule, path or message",
		text(`{"rule": "a", "path": "p", "message": "m", "related": [{}]}`, 0, 0):            "or the path of another place",
		text(`{"rule": "a", "path": "p", "message": "m", "fixes": [{"edits": [{}]}]}`, 0, 0): "or the path of another place",
		`{"version": 1, "findings": 1}`:                                      "a list of findings is to be there",
		`{"version": 1, "findings": [1]}`:                                    "it is no report of",
		`{"version": 1, "findings": [{"severity": "bad"}]}`:                  `unknown severity "bad"`,
		`{"version": 1, "merged": true}`:                                     "it is a merged report",
		`{"version": 1, "findings": [], "summary": {"errors": "x"}}`:         "it is no report of",
		`{"$schema": "https://json.schemastore.org/sarif.json", "runs": []}`: `it has no "version"`,
	} {
		_, err := Read(strings.NewReader(src), func(*report.Finding) {})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", src, err, want)
		}
	}
	for src, want := range map[string]string{
		text("", 0, 0):                   "it is no report of `nplint merge -o json`",
		`{"version": 2, "merged": true}`: "its version is 2",
		`{`:                              "cut off",
	} {
		if _, err := ReadMerged(strings.NewReader(src)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", src, err, want)
		}
	}
}

func TestName(t *testing.T) {
	for file, want := range map[string]string{
		"out/a/nplint.json": "out/a", "./out/a.json": "out/a", "a": "a", "nplint.json": "nplint", "./nplint.json": "nplint", "/x/nplint.json": "/x",
	} {
		if got := Name(file); got != want {
			t.Errorf("%s: got %s, want %s", file, got, want)
		}
	}
}
