package report

import (
	"fmt"
	"strconv"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
)

// validation holds the Nyquist flag and the status against the counters, the listed requirements against them, and
// the phase against the file's milestone.
func validation(r *report) {
	r.milestone()
	phase(r)
	under, underSampled := r.number("under_sampled")
	un, uncovered := r.number("uncovered")
	if under == nil || un == nil {
		return
	}
	total, requirements := r.number("requirements_total")
	covered, coveredCount := r.number("covered")
	agree := total == nil || covered == nil || requirements == coveredCount+underSampled+uncovered
	if !listings(r) || !agree {
		return // which of the counters is right is open, and so is what follows from them
	}
	compliant := underSampled == 0 && uncovered == 0
	counts := fmt.Sprintf("under_sampled is %d and uncovered is %d", underSampled, uncovered)
	if p := r.front.Pair("nyquist_compliant"); p != nil && p.Value.Type == document.Bool && p.Value.True != compliant {
		r.value("validation-nyquist", p, strconv.FormatBool(compliant),
			"`nyquist_compliant` is %t, but %s; it is true exactly if both are 0", p.Value.True, counts)
	}
	want := "clean"
	if !compliant {
		want = "issues_found"
	}
	if p := r.word("status", "clean", "issues_found"); p != nil && p.Value.Text != want {
		r.value("validation-status", p, want, "`status` is %s, but %s; it must be %s", p.Value.Text, counts, want)
	}
}

// phase holds the phase number against the milestone of the file name.
func phase(r *report) {
	p, phase := r.number("phase")
	name := r.Doc.Var("milestone")
	if number := place.IDNumber(name, 'M'); phase != 0 && number != 0 && number != phase {
		r.value("report-path", p, strconv.Itoa(number), "`phase` is %d, but the path says %s, and programs find the file by "+
			"that; write %d, or move the file", phase, name, number)
	}
}
