package report

import (
	"fmt"
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var (
	gapKey = memo.Regexp(`^[ \t]*(?:- )?(test|status|debug_session|severity):[ \t]*["']?([^"'#\s]*)`)
	harms  = []string{"blocker", "major", "minor", "cosmetic"}
	// otherHarms is words of reviews and threats for the same.
	otherHarms = map[string]string{"critical": "blocker", "high": "major", "medium": "minor", "moderate": "minor",
		"low": "cosmetic", "trivial": "cosmetic"}
)

// keys judges what the gaps of a run name: a test, how bad it is, and the session that found the cause.
func (a *acceptance) keys() {
	tests := map[string]*test{}
	for i := range a.tests {
		tests[a.tests[i].number] = &a.tests[i]
	}
	inside, base := false, -1
	var of notation.Word // the test of this gap
	status := ""
	end := func() {
		t := tests[of.Text]
		switch {
		case of.Text == "" || strings.Trim(of.Text, "0123456789") != "":
		case t == nil && len(a.tests) > 0:
			a.gather.Add("gap test", document.Finding{Rule: "gsd-uat-gap", Span: of.Span, At: "body",
				Message: fmt.Sprintf("the run has no test %s, so nobody knows what shows that the gap is closed; name the test "+
					"that found it", of.Text)})
		case t != nil && t.result == "pass" && status == "failed":
			a.gather.Add("gap passed", document.Finding{Rule: "gsd-uat-gap", Span: of.Span, At: "body",
				Related: []document.Related{{Span: t.at, Message: "it passed here"}},
				Message: fmt.Sprintf("test %s passed, and this gap of it is failed, so `plan-phase --gaps` plans what works; "+
					"write `status: resolved`, or name the test that found it", of.Text)})
		}
		of, status = notation.Word{}, ""
	}
	for l := range notation.LinesWith(a.Doc, a.p.Front(a.Doc).End, "#", "- ", ":") {
		heading, ok := strings.CutPrefix(l.Text, "## ")
		if l.Hidden && ok {
			continue
		} else if ok {
			end()
			inside = strings.EqualFold(strings.TrimSpace(heading), "Gaps")
			continue
		}
		if e := gapEntry().FindStringSubmatchIndex(l.Text); inside && e != nil && (base < 0 || e[3] <= base) {
			base = e[3]
			end()
		}
		m := gapKey().FindStringSubmatchIndex(l.Text)
		if m == nil || l.Hidden {
			continue
		}
		value := l.Word(m[4], m[5])
		switch key := l.Text[m[2]:m[3]]; {
		case key == "severity":
			a.severity(value)
		case !inside:
		case key == "test":
			of = value
		case key == "status":
			status = value.Text
		case !a.alone && strings.HasPrefix(value.Text, ".planning/debug/") && path.Ext(value.Text) == ".md" &&
			!model.Exists(a.p, value.Text) &&
			!model.Exists(a.p, path.Join(path.Dir(value.Text), "resolved", path.Base(value.Text))):
			a.gather.Add("gap session", document.Finding{Rule: "gsd-uat-gap", Span: value.Span, At: "body",
				Message: document.Quote(value.Text) + " is not there, nor in resolved/, so what was found out is lost to " +
					"whoever closes the gap; name the session, or write the cause into root_cause"})
		}
	}
	end()
}

// severity reports a word of other lists for how bad an issue is.
func (a *acceptance) severity(word notation.Word) {
	meant := otherHarms[strings.ToLower(word.Text)]
	if meant == "" {
		return
	}
	a.gather.Add("severity", document.Finding{Rule: "gsd-uat-gap", Span: word.Span, At: "body",
		Fixes: document.Replace("write "+meant, word.Span, meant),
		Message: fmt.Sprintf("%s is no severity of an issue: there are %s, and verify-work and what plans the gaps go by them; "+
			"write %s", document.Quote(word.Text), document.AllOf(harms), meant)})
}
