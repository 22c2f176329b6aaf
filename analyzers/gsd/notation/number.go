package notation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

var (
	dirName   = memo.Regexp(`(?i)^([A-Z][A-Z0-9_]*-)?\d{2,}(-\d+)*(\.\d+)*-[\w-]+$`)
	plain     = memo.Regexp(`^\d+(?:\.\d+)*$`)
	dirNumber = memo.Regexp(`(?i)^(?:[A-Z][A-Z0-9_]*-)?(\d+[A-Z]?(?:\.\d+)*(?:-\d{2}(?:\.\d+)*(?:-|$))?)`)
	dirFound  = memo.Regexp(`(?i)^(?:[A-Z][A-Z0-9_]*-)?(?:\d+|\d{2,}[A-Z]?(?:\.\d+)*)(?:-|$)`)
)

// ValidDir reports whether a phase directory has the name that GSD wants (W005 of `validate health`).
func ValidDir(name string) bool { return dirName().MatchString(name) }

// PhaseDir returns the name of the phase directory that a file lies in, by its path below the planning directory, or "".
func PhaseDir(file string) string {
	rest, ok := strings.CutPrefix(file, "phases/")
	name, _, inside := strings.Cut(rest, "/")
	if !ok || !inside {
		return ""
	}
	return name
}

// FoundDir reports whether commands that ask for the number of a phase find a directory of the name: `find-phase` of
// gsd-core 1.14.0 wants the number at its start, of two digits if more than digits belong to it, and nothing or a hyphen
// behind it.
func FoundDir(name string) bool { return dirFound().MatchString(name) }

// DirNumber returns the number of a phase directory, as Number writes it, or "".
func DirNumber(name string) string {
	m := dirNumber().FindStringSubmatch(name)
	if m == nil {
		return ""
	}
	return Number(strings.TrimSuffix(m[1], "-"))
}

// Number writes the number of a phase so that equal ones are the same: 03 is 3, and 3.1 is not 3.10. "" is none. A
// number is digits, perhaps with a letter before or behind them, and further digits behind dots and hyphens.
func Number(n string) string {
	n = strings.TrimSpace(n)
	start := letter(n)
	end := start + digitsOf(n[start:])
	if end == start {
		return ""
	}
	first := start
	for first+1 < end && n[first] == '0' {
		first++
	}
	if behind := end + letter(n[end:]); parts(n[behind:], ".-") < len(n)-behind {
		return ""
	}
	return strings.ToUpper(n[:start] + n[first:])
}

// letter returns 1 if a text starts with a letter, else 0.
func letter(s string) int {
	if s != "" && ('a' <= s[0] && s[0] <= 'z' || 'A' <= s[0] && s[0] <= 'Z') {
		return 1
	}
	return 0
}

// digitsOf returns how many digits a text starts with.
func digitsOf(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// parts returns how many bytes a text starts with that are digits behind marks.
func parts(s, marks string) int {
	n := 0
	for n < len(s) && strings.IndexByte(marks, s[n]) >= 0 {
		width := digitsOf(s[n+1:])
		if width == 0 {
			break
		}
		n += 1 + width
	}
	return n
}

// PhaseNamed returns the number of the phase that a text names, by its directory or as in "Phase 3", or "".
func PhaseNamed(text string) string {
	if number := DirNumber(text); number != "" {
		return number
	}
	return Number(strings.TrimPrefix(strings.ToLower(text), "phase "))
}

// Parked reports whether the number of a phase, as Number writes it, is one of those that analysis passes over: 0, and
// from 999 on, where ideas for later lie.
func Parked(number string) bool {
	return number == "0" || number == "999" || strings.HasPrefix(number, "999.")
}

// NumberPattern is the pattern of the number of a phase, as headings, boxes and cells have it.
const NumberPattern = `[A-Za-z]?\d+[A-Za-z]?(?:[.-]\d+)*`

var sectionHead = memo.Regexp(`^ {0,3}#{2,4}\s*(?:\[[^\]\n]*\]\s*)?(?i:Phase)\s+(` + NumberPattern +
	`)(?:\s*\([^)\n]{0,200}\))?\s*:\s*(.*)$`)

// SectionHead returns the number, as Number writes it, and the name of the phase whose section a line heads.
func SectionHead(line string) (number, name string, ok bool) {
	m := sectionHead().FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	return Number(m[1]), m[2], true
}

var leading = memo.Regexp(`^\D{0,8}?(` + NumberPattern + `)\b`)

// PhaseIn returns the number that a value of a phase starts with, as Number writes it, or "": 3 of "03 of 5 (Booking)".
func PhaseIn(value string) string {
	value = strings.TrimPrefix(strings.TrimSpace(value), "Phase ")
	if value == "" || value[0] < '0' || value[0] > '9' {
		return ""
	}
	if m := leading().FindStringSubmatch(value); m != nil {
		return Number(m[1])
	}
	return ""
}

// Slug is the name of a phase as GSD writes it into the name of its directory.
func Slug(name string) string {
	between := func(c rune) bool { return (c < 'a' || 'z' < c) && (c < '0' || '9' < c) }
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), between), "-")
}

// ParseInt reads the whole number at the start of a text, as parseInt of JavaScript does; ok is false if there is none.
func ParseInt(s string) (n int, ok bool) {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && ('0' <= s[end] && s[end] <= '9' || end == 0 && (s[0] == '-' || s[0] == '+')) {
		end++
	}
	n, err := strconv.Atoi(s[:end])
	return n, err == nil
}

// IsPlain reports whether the number of a phase is digits and dots alone, such as 2 or 2.1.
func IsPlain(number string) bool { return plain().MatchString(number) }

// Compare compares the numbers of two phases by their digits, as cmp.Compare does: 2 comes before 2.1, and that before 10.
func Compare(a, b string) int { return slices.Compare(figures(a), figures(b)) }

func figures(number string) (all []int) {
	for figure := range strings.FieldsFuncSeq(number, func(c rune) bool { return c < '0' || c > '9' }) {
		n, _ := ParseInt(figure)
		all = append(all, n)
	}
	return all
}
