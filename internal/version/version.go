// Package version compares versions, such as 1.10.0 and 1.9.2.
package version

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// form is a version that a program may bear: numbers with points, perhaps with a v before and words behind them.
var form = memo.Regexp(`^v?\d+(\.\d+)+([-+][0-9A-Za-z.+-]*)?$`)

// Is reports whether a text is a version.
func Is(text string) bool { return len(text) <= 64 && form().MatchString(text) }

// Later reports whether one version is later than another, by the numbers alone. 1.3.0 is later than 1.3, which stands
// for whatever of 1.3 came first. A text without numbers is as old as can be.
func Later(version, than string) bool { return slices.Compare(numbers(version), numbers(than)) > 0 }

func numbers(version string) []int {
	if i := strings.IndexAny(version, "-+"); i >= 0 {
		version = version[:i]
	}
	var all []int
	for part := range strings.SplitSeq(strings.TrimPrefix(version, "v"), ".") {
		n, _ := strconv.Atoi(part)
		all = append(all, n)
	}
	return all
}
