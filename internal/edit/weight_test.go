package edit

import (
	"bytes"
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
		found := report.Finding{Path: "file", Rule: "letter", Severity: report.Warning, Fixes: []report.Fix{fix}}
		found.Range.End.Offset = 1
		r.Findings = []report.Finding{found}
	}
	if l.most > 0 && len(l.text)-len(now) > l.most {
		r.Findings = append(r.Findings, report.Finding{Path: "file", Rule: "few", Severity: report.Error})
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
