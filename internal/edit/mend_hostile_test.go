package edit

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/report"
)

// tree is files that are judged by what they hold: todo can be fixed, and an error is one.
type tree map[string]string

// lint returns the report of the files, some of which have other contents; seen says what of other files is an error in one.
func (p tree) lint(changed map[string][]byte, seen func(files tree) []report.Finding) *report.Report {
	now := tree{}
	for path, text := range p {
		now[path] = text
		if data, ok := changed[path]; ok {
			now[path] = string(data)
		}
	}
	r := &report.Report{}
	sources := map[string][]byte{}
	for path, text := range now {
		sources[path] = []byte(text)
		shown := 0
		for offset := 0; offset+4 <= len(text) && shown < 3; offset++ { // a rule may tell only some at once
			if text[offset:offset+4] != "todo" {
				continue
			}
			shown++
			at := report.Range{Start: report.Position{Offset: offset}, End: report.Position{Offset: offset + 4}}
			r.Findings = append(r.Findings, report.Finding{Rule: "todo", Severity: report.Warning, Path: path, Range: at,
				Fingerprint: "todo " + path,
				Fixes:       []report.Fix{{Safe: true, Edits: []report.Edit{{Path: path, Range: at, NewText: strings.Repeat("x", strings.Count(text, "grow"))}}}}})
		}
	}
	r.Findings = append(r.Findings, seen(now)...)
	report.Attach(r, report.Knowledge{Sources: sources})
	return r
}

// mend repairs the files, and returns them with the names of those of which a fix was refused.
func (p tree) mend(t *testing.T, seen func(files tree) []report.Finding) (tree, []string) {
	t.Helper()
	result, err := Mend(p.lint(nil, seen), false, func(changed map[string][]byte) (*report.Report, error) {
		return p.lint(changed, seen), nil
	}, nil, every)
	if err != nil {
		t.Fatal(err)
	}
	after := tree{}
	for path, text := range p {
		after[path] = text
	}
	for _, c := range result.Changes {
		after[c.Path] = string(c.After)
	}
	var back []string
	for _, r := range result.Refused {
		back = append(back, r.Finding.Path)
	}
	return after, slices.Compact(back)
}

// TestMendHostile holds that fixes are refused for what they cause, and for nothing else, and that there
// is nothing left for a second time.
func TestMendHostile(t *testing.T) {
	failure := func(path, at string) report.Finding {
		return report.Finding{Rule: "worse", Severity: report.Error, Fingerprint: "worse " + path + at, Path: path, At: at}
	}
	for _, c := range []struct {
		name         string
		before, want tree
		back         []string
		seen         func(files tree) []report.Finding
	}{
		{"the fix of one file uncovers an error in another", tree{"a": "todo a", "b": "todo b"}, tree{"a": " a", "b": " b"}, nil,
			func(files tree) (found []report.Finding) {
				if !strings.Contains(files["a"], "todo") {
					found = append(found, failure("b", "x"))
				}
				return found
			}},
		{"the fix of a file brings an error in it", tree{"a": "todo a", "b": "todo b"}, tree{"a": " a", "b": "todo b"}, []string{"b"},
			func(files tree) (found []report.Finding) {
				if !strings.Contains(files["b"], "todo") {
					found = append(found, failure("b", "x"))
				}
				return found
			}},
		{"both at once", tree{"a": "todo a", "b": "todo b"}, tree{"a": " a", "b": "todo b"}, []string{"b"},
			func(files tree) (found []report.Finding) {
				if !strings.Contains(files["a"], "todo") {
					found = append(found, failure("b", "x"))
				}
				if !strings.Contains(files["b"], "todo") {
					found = append(found, failure("b", "y"))
				}
				return found
			}},
		{"more than are told in ten rounds", tree{"a": strings.Repeat("todo", 100)}, tree{"a": ""}, nil,
			func(tree) []report.Finding { return nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, back := c.before.mend(t, c.seen)
			for path, want := range c.want {
				if got[path] != want {
					t.Errorf("%s is %q, want %q", path, got[path], want)
				}
			}
			if !slices.Equal(back, c.back) {
				t.Errorf("refused: %v, want %v", back, c.back)
			}
			again, _ := got.mend(t, c.seen)
			for path := range got {
				if again[path] != got[path] {
					t.Errorf("a second time makes %q of %q", again[path], got[path])
				}
			}
		})
	}
}

// TestMendUncovered has the fix of a file uncover an error in another: only the fix that brings one is refused, be it that
// a fix there mends what is uncovered, or that both files have errors then.
func TestMendUncovered(t *testing.T) {
	has := strings.Contains
	for _, c := range []struct {
		name         string
		before, want [2]string
		fault        func(a, b string) (inA, inB string)
	}{
		{"which another fix there mends", [2]string{"todo", "one two three"}, [2]string{"TODO", "ONE two THREE"},
			func(a, b string) (string, string) {
				switch {
				case has(b, "TWO"):
					return "", "worse"
				case has(a, "TODO") && has(b, "three"):
					return "", "outdated"
				}
				return "", ""
			}},
		{"while another fix brings one in the first", [2]string{"one two", "todo"}, [2]string{"ONE two", "TODO"},
			func(a, _ string) (inA, inB string) {
				if has(a, "TWO") {
					inA = "worse"
				}
				if has(a, "ONE") {
					inB = "outdated"
				}
				return inA, inB
			}},
		{"in its own file, which another fix there mends", [2]string{"", "one two three"}, [2]string{"", "ONE two THREE"},
			func(_, b string) (string, string) {
				switch {
				case has(b, "TWO"):
					return "", "worse"
				case has(b, "ONE") && has(b, "three"):
					return "", "missing"
				}
				return "", ""
			}},
		{"which the fix that opens it shows", [2]string{"todo", "one two open"}, [2]string{"todo", "ONE two OPEN"},
			func(a, b string) (inA, inB string) {
				if has(a, "TODO") {
					inA = "worse"
				}
				if has(b, "TWO") && has(b, "OPEN") {
					inB = "worse"
				}
				return inA, inB
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			judge := func(changed map[string][]byte) (*report.Report, error) {
				r, sources := &report.Report{}, map[string][]byte{}
				now := c.before
				for i, path := range []string{"a", "b"} {
					if data, ok := changed[path]; ok {
						now[i] = string(data)
					}
					sources[path] = []byte(now[i])
					for _, word := range []string{"todo", "one", "two", "three", "open"} {
						if start := strings.Index(now[i], word); start >= 0 {
							at := report.Range{Start: report.Position{Offset: start}, End: report.Position{Offset: start + len(word)}}
							edits := []report.Edit{{Path: path, Range: at, NewText: strings.ToUpper(word)}}
							r.Findings = append(r.Findings, report.Finding{Rule: word, Severity: report.Warning, Path: path, Range: at,
								Fingerprint: word, Fixes: []report.Fix{{Safe: true, Edits: edits, Opens: word == "open"}}})
						}
					}
				}
				inA, inB := c.fault(now[0], now[1])
				for path, rule := range map[string]string{"a": inA, "b": inB} {
					if rule != "" {
						r.Findings = append(r.Findings, report.Finding{Rule: rule, Severity: report.Error, Path: path, Fingerprint: path + rule})
					}
				}
				report.Attach(r, report.Knowledge{Sources: sources})
				return r, nil
			}
			before, _ := judge(nil)
			result, err := Mend(before, false, judge, nil, every)
			if err != nil {
				t.Fatal(err)
			}
			got := c.before
			for _, change := range result.Changes {
				got[change.Path[0]-'a'] = string(change.After)
			}
			left := strings.Count(strings.Join(got[:], " "), "t") // as in todo and two
			if got != c.want || len(result.Refused) != left {
				t.Errorf("the files become %q, and refused is %+v", got, result.Refused)
			}
		})
	}
}

// TestMendOneAtATime holds that very many fixes that all change the same place, so that each waits for the one before,
// are not gone through one by one, and that a fix elsewhere is applied all the same.
func TestMendOneAtATime(t *testing.T) {
	const n = 3000
	src, lints := []byte(strings.Repeat("a", n)+"todo"), 0
	judge := func(changed map[string][]byte) (*report.Report, error) {
		lints++
		text := src
		if data, ok := changed["list"]; ok {
			text = data
		}
		r := &report.Report{}
		add := func(rule string, i, start, end int, text string) {
			at := report.Range{Start: report.Position{Offset: start}, End: report.Position{Offset: end}}
			r.Findings = append(r.Findings, report.Finding{Rule: rule, Severity: report.Warning, Path: "list", At: strconv.Itoa(i), Range: at,
				Fixes: []report.Fix{{Safe: true, Edits: []report.Edit{{Path: "list", Range: at, NewText: text}}}}})
		}
		for i := strings.Count(string(text), "b"); i < n; i++ {
			add("missing", i, 0, 0, fmt.Sprintf("b%d ", i))
		}
		if at := strings.Index(string(text), "todo"); at >= 0 {
			add("todo", 0, at, at+4, "done")
		}
		report.Attach(r, report.Knowledge{Sources: map[string][]byte{"list": text}})
		return r, nil
	}
	before, _ := judge(nil)
	result, err := Mend(before, false, judge, nil, every)
	if err != nil {
		t.Fatal(err)
	}
	if lints > 2*maxChasing {
		t.Errorf("the file is linted %d times", lints)
	}
	if len(result.Changes) != 1 || !strings.HasSuffix(string(result.Changes[0].After), "done") {
		t.Errorf("the fix elsewhere is not applied: %d changes", len(result.Changes))
	}
	for _, r := range result.Refused {
		if why := r.Why(); !strings.HasPrefix(why, "too many fixes there follow from one another") {
			t.Fatalf("the fix of %s is refused: %s", r.Finding.At, why)
		}
	}
}

// TestMendSeveralInTurn holds that a rule which tells the first place of each of several words is mended to the end of
// the file for all of them, however far apart these places lie.
func TestMendSeveralInTurn(t *testing.T) {
	original := []byte("B" + strings.Repeat("A", 3*maxRounds) + "B")
	lint := func(changed map[string][]byte) (*report.Report, error) {
		text := original
		if now, ok := changed["list"]; ok {
			text = now
		}
		r := &report.Report{}
		for _, word := range []string{"A", "B"} {
			if i := bytes.Index(text, []byte(word)); i >= 0 {
				fix := fixWith(editAt("list", i, i+1, strings.ToLower(word)))
				fix.Safe = true
				r.Findings = append(r.Findings, report.Finding{Path: "list", Rule: "first", Message: word, Fixes: []report.Fix{fix}})
			}
		}
		report.Summarize(r)
		report.Attach(r, report.Knowledge{Sources: map[string][]byte{"list": text}})
		return r, nil
	}
	before, _ := lint(nil)
	repair, err := Mend(before, false, lint, nil, every)
	if err != nil {
		t.Fatal(err)
	}
	if len(repair.Refused) > 0 || len(repair.After.Findings) > 0 {
		t.Errorf("refused %v, left %v; want all mended", repair.Refused, repair.After.Findings)
	}
}
