package edit

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/report"
)

// letters is a text out of which one letter is told after the other, each of whose fixes makes it shorter.
type letters struct {
	weight int // of a lint
	lints  int
	most   int // letters that are taken before another finding tells that too many are gone, or 0
	text   []byte
}

func (l *letters) lint(changed map[string][]byte) (*report.Report, error) {
	l.lints++
	now := l.text
	if changed["file"] != nil {
		now = changed["file"]
	}
	r := &report.Report{}
	if len(now) > 0 {
		fix := fixWith(editAt("file", 0, 1, ""))
		fix.Safe = true
		found := report.Finding{Path: "file", Rule: "letter", Severity: report.Warning, Fingerprint: "letter", Fixes: []report.Fix{fix}}
		found.Range.End.Offset = 1
		r.Findings = []report.Finding{found}
	}
	if l.most > 0 && len(l.text)-len(now) > l.most {
		r.Findings = append(r.Findings, report.Finding{Path: "file", Rule: "few", Severity: report.Error, Fingerprint: "few"})
	}
	report.Summarize(r)
	report.Attach(r, report.Knowledge{Sources: map[string][]byte{"file": now}, Weight: l.weight})
	return r, nil
}

// TestOfferWeight holds that fixes are tried before they are offered only while that does not take long.
func TestOfferWeight(t *testing.T) {
	for _, weight := range []int{maxTrying / 4, maxTrying / 2, 2 * maxTrying} {
		l := &letters{weight: weight, text: bytes.Repeat([]byte("x"), 1000)}
		offered, _ := l.lint(nil)
		if err := Offer(offered, l.lint); err != nil {
			t.Fatal(err)
		}
		if most := maxTrying/weight + 1; l.lints > most {
			t.Errorf("what weighs %d is linted %d times to try a fix out, and not %d", weight, l.lints, most)
		}
		if offered.Summary.Fixable != 1 {
			t.Error("the fix is not offered")
		}
	}
}

// TestMendWeight holds that a large project is linted a few times only, that what is applied then was linted, and that
// somebody is told how many fixes are left. They are applied when somebody asks again.
func TestMendWeight(t *testing.T) {
	for _, c := range []struct {
		name          string
		l             letters
		lints, gone   int // at most, and letters that are taken
		untried, back int // fixes that were not tried, and that are refused
	}{
		{"a small project", letters{weight: 1 << 10}, 101, 100, 0, 0},
		{"a large project", letters{weight: maxMending / 4}, 5, 4, 1, 0},
		{"a very large project", letters{weight: 2 * maxMending}, 2, 1, 1, 0},
		{"a large project with a fix that brings an error", letters{weight: maxMending / 3, most: 1}, 5, 0, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := c.l
			l.text = bytes.Repeat([]byte("x"), 100)
			before, _ := l.lint(nil)
			repair, err := Mend(before, false, l.lint, nil, func(*report.Finding) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			if l.lints > c.lints {
				t.Errorf("it is linted %d times, and not %d", l.lints, c.lints)
			}
			gone := 0
			for _, change := range repair.Changes {
				gone = len(change.Before) - len(change.After)
			}
			if gone != c.gone || repair.Untried != c.untried || len(repair.Refused) != c.back {
				t.Errorf("%d letters are taken, %d fixes are not tried and %d refused", gone, repair.Untried, len(repair.Refused))
			}
			if again, _ := l.lint(map[string][]byte{"file": l.text[gone:]}); len(again.Findings) != len(repair.After.Findings) {
				t.Error("what is applied was not linted")
			}
		})
	}
}

// TestMendGoesOn holds that what is mended one after the other in a text is mended to its end, also where it grows by it,
// and that fixes which only add something, or go on at one place, are refused.
func TestMendGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		next func(text string) (start, end int, with string) // what is replaced, or nothing
		want string
	}{
		"onward": {strings.Repeat("x", 50), func(text string) (start, end int, with string) {
			at := strings.IndexByte(text, 'x')
			return at, at + 1, "yy"
		}, strings.Repeat("yy", 50)},
		"added":        {"x", func(text string) (start, end int, with string) { return len(text), len(text), "x" }, "x"},
		"at one place": {"x", func(string) (start, end int, with string) { return 0, 1, "xx" }, "x"},
	} {
		lint := func(changed map[string][]byte) (*report.Report, error) {
			now := c.text
			if changed["file"] != nil {
				now = string(changed["file"])
			}
			r := &report.Report{}
			if start, end, with := c.next(now); start >= 0 {
				fix := fixWith(editAt("file", start, end, with))
				fix.Safe = true
				r.Findings = []report.Finding{{Path: "file", Rule: "letter", Severity: report.Warning, Fixes: []report.Fix{fix}}}
			}
			report.Summarize(r)
			report.Attach(r, report.Knowledge{Sources: map[string][]byte{"file": []byte(now)}, Weight: 1})
			return r, nil
		}
		before, _ := lint(nil)
		repair, err := Mend(before, false, lint, nil, func(*report.Finding) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		got := c.text
		for _, change := range repair.Changes {
			got = string(change.After)
		}
		if got != c.want || (len(repair.Refused) > 0) != (c.want == c.text) {
			t.Errorf("%s: got %q with %d refused", name, got, len(repair.Refused))
		}
	}
}
