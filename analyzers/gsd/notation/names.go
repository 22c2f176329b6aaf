package notation

import (
	"path"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// Scheduled reports whether a file of a phase directory is a plan that runs, by its path below the directory
// (isCanonicalPlanFile of plan-scan.cjs).
func Scheduled(file string) bool {
	dir, base := path.Split(file)
	if dir == "plans/" {
		return nested().MatchString(base) && !notPlan(base)
	}
	return dir == "" && (base == "PLAN.md" || strings.HasSuffix(base, "-PLAN.md"))
}

var (
	nested  = memo.Regexp(`^(.*-)?PLAN-\d{2}.*\.md$`)
	counted = memo.Regexp(`(?i)(^|-)PLAN(-\d+.*)?\.md$`)
)

func notPlan(base string) bool {
	upper := strings.ToUpper(base)
	for _, word := range []string{"-OUTLINE.MD", ".PRE-BOUNCE.MD", "PLAN-REVIEW.MD", "PLAN-CHECK.MD", "SUMMARY.MD",
		"PLAN-OUTLINE.MD"} {
		if strings.HasSuffix(upper, word) {
			return true
		}
	}
	return strings.Contains(upper, "SUMMARY")
}

// Counted reports whether a file of a phase directory, by its path below that, is counted as a plan and never runs
// (isRootPlanFile of plan-scan.cjs). To old editions it need only hold the word.
func Counted(file string, old bool) bool {
	if !strings.Contains(strings.ToUpper(file), "PLAN") || strings.Contains(file, "/") || Scheduled(file) ||
		notPlan(file) || !strings.HasSuffix(file, ".md") {
		return false
	}
	return old || counted().MatchString(file)
}

// IsSummary reports whether a file of a phase directory is a summary, by its path below the directory
// (isRootSummaryFile and isNestedSummaryFile of plan-scan.cjs).
func IsSummary(file string) bool {
	dir, base := path.Split(file)
	if dir == "plans/" {
		return regexpSummary().MatchString(base)
	}
	return dir == "" && (base == "SUMMARY.md" || strings.HasSuffix(base, "-SUMMARY.md"))
}

var regexpSummary = memo.Regexp(`^(.*-)?SUMMARY-\d{2}.*\.md$`)

// PlanID returns the id of a plan by its path below the phase directory: 03-02 of 03-02-PLAN.md.
func PlanID(file string) string {
	base := path.Base(file)
	if id, ok := strings.CutSuffix(base, "-PLAN.md"); ok {
		return id
	}
	return strings.TrimSuffix(base, ".md")
}

// token returns how many digits a part of a plan's id starts with that is a number to GSD, or 0: two or more, or one with
// a letter behind it.
func token(part string) int {
	n := digitsOf(part)
	end := n + letter(part[n:])
	if end < 2 || end+parts(part[end:], ".") < len(part) {
		return 0
	}
	return n
}

// Canonical returns the part of a plan's id that GSD goes by: 03-02 of 03-02-extra; the whole id if it has no such part
// (extractCanonicalPlanId of core-utils.cjs).
func Canonical(id string) string {
	for rest := id; rest != ""; {
		var part string
		part, rest, _ = strings.Cut(strings.TrimLeft(rest, "-"), "-")
		if token(part) > 0 {
			next, _, _ := strings.Cut(strings.TrimLeft(rest, "-"), "-")
			if n := token(next); n == 1 || n == 2 {
				return part + "-" + next
			}
			break
		}
	}
	return id
}

// ShortForm returns the bare number in the id of a plan, 02 of 03-02, or "".
func ShortForm(id string) string {
	canonical := Canonical(id)
	if i := strings.LastIndexByte(canonical, '-'); i > 0 && digits(canonical[i+1:]) {
		return canonical[i+1:]
	}
	return ""
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

var (
	planWord = memo.Regexp(`(?i)PLAN`)
	extended = memo.Regexp(`(?i)^(\d+)-PLAN-(\d+)`)
)

// SummaryNames returns the paths that the summary of a plan may have, the usual one first, given that of the plan; all
// are below the phase directory.
func SummaryNames(plan string) []string {
	dir, base := path.Split(plan)
	base = strings.TrimSuffix(base, path.Ext(base))
	swapped := base
	if at := planWord().FindStringIndex(base); at != nil {
		swapped = base[:at[0]] + "SUMMARY" + base[at[1]:]
	}
	names := []string{dir + swapped + ".md", dir + base + "-SUMMARY.md"}
	if m := extended().FindStringSubmatch(base); m != nil {
		names = append(names, dir+m[1]+"-"+m[2]+"-SUMMARY.md")
	}
	if stem := strings.TrimSuffix(base, "-PLAN"); Canonical(stem) != stem {
		names = append(names, dir+Canonical(stem)+"-SUMMARY.md")
	}
	return names
}

var (
	ownNumber  = memo.Regexp(`^0*(\d+[A-Za-z]?(?:\.\d+)*)-`)
	twoNumbers = memo.Regexp(`^[^-]*\d[^-]*-\d`)
)

// Undated returns what stands behind the date that a name begins with, or "" if it begins with none.
func Undated(name string) string {
	if m := dated().FindString(name); m != "" {
		return name[len(m):]
	}
	return ""
}

var dated = memo.Regexp(`^20\d\d-[01]\d-[0-3]\d-`)

// ForeignTo reports whether a file of the directory of a phase bears the number of another phase, so that gsd-core since
// 1.11 passes it over (scopeToPhase of phase-id.cjs). Of a directory that may have two numbers nothing is foreign.
func ForeignTo(dir, file string) bool {
	m := ownNumber().FindStringSubmatch(file)
	if m == nil || strings.Contains(file, "/") || twoNumbers().MatchString(dir) {
		return false
	}
	own, number := DirNumber(dir), Number(m[1])
	return own != "" && number != own && !strings.HasPrefix(number, own+".")
}
