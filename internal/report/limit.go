package report

import "fmt"

// DefaultLimit is how many findings of a rule in a file a report has, unless its caller says another number. Nobody
// reads more, and a file can be made to have hundreds of thousands.
const DefaultLimit = 1000

// Beyond is the findings that a report counts and does not have.
type Beyond struct {
	Rules        map[string]int // how many, by rule
	Safe, Unsafe int            // how many have a safe fix, or only an unsafe one
}

// Limit keeps the first findings of a rule in a file, by their places, and has one more say how many there are besides.
// It comes after all that goes by single findings: suppressions, baselines, what is new. What was counted stays
// counted.
func Limit(r *Report, limit int) {
	if limit == 0 {
		limit = DefaultLimit
	}
	if limit < 0 || len(r.Findings) <= limit {
		return
	}
	counts := count(r)
	seen, closing := map[RuleIn]int{}, map[RuleIn]int{}
	kept := make([]Finding, 0, min(len(r.Findings), limit*len(counts)))
	r.Beyond = Beyond{Rules: map[string]int{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		k := RuleIn{f.Path, f.Rule}
		switch seen[k]++; {
		case counts[k] <= limit+1 || seen[k] <= limit:
			kept = append(kept, *f)
			continue
		case seen[k] == limit+1:
			closing[k] = len(kept)
			const message = "there are %d more of %s in this file, of which nothing is shown; fix these first, or have --max-findings show more"
			kept = append(kept, Finding{Rule: f.Rule, Severity: f.Severity, Kind: f.Kind, Contract: f.Contract, Path: f.Path, Range: f.Range,
				Message: fmt.Sprintf(message, counts[k]-limit, f.Rule), Fingerprint: f.Fingerprint})
		default:
			last := &kept[closing[k]]
			last.Severity = max(last.Severity, f.Severity)
			r.Beyond.Rules[f.Rule]++
		}
		switch safe := hasSafe(f); {
		case safe:
			r.Beyond.Safe++
		case len(f.Fixes) > 0:
			r.Beyond.Unsafe++
		}
	}
	r.Findings = kept
}

func hasSafe(f *Finding) bool {
	for i := range f.Fixes {
		if f.Fixes[i].Safe {
			return true
		}
	}
	return false
}

// RuleIn is a rule in a file.
type RuleIn struct{ Path, Rule string }

// count returns how many findings of each rule in each file a report has.
func count(r *Report) map[RuleIn]int {
	n := map[RuleIn]int{}
	for i := range r.Findings {
		n[RuleIn{r.Findings[i].Path, r.Findings[i].Rule}]++
	}
	return n
}

// More returns the rules and files of which a report has more findings than the one before.
func More(before, after *Report) map[RuleIn]bool {
	more, was := map[RuleIn]bool{}, count(before)
	for of, n := range count(after) {
		if n > was[of] {
			more[of] = true
		}
	}
	return more
}
