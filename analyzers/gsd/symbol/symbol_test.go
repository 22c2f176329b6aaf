package symbol

import (
	"fmt"
	"strings"
	"testing"
)

// TestPhaseDirs looks for the names of directories in texts: they count where they stand alone, and the offsets are those
// of their first bytes.
func TestPhaseDirs(t *testing.T) {
	var all []phaseDir
	for _, name := range []string{"01-base", "01-base+web", "02.1-fix", "03-ünder", "CAL-04-mail"} {
		all = append(all, phaseDir{name: name})
	}
	dirs := newPhaseDirs(all)
	for text, want := range map[string]string{
		"":                                   "",
		"01-base":                            "0:01-base",
		"see phases/01-base/x.md":            "11:01-base",
		"01-base+web":                        "0:01-base 0:01-base+web",
		"01-base-2 x01-base 01-basement":     "",
		"02.1-fix, 02.1-fix":                 "0:02.1-fix 10:02.1-fix",
		"102.1-fix 02.1-fixed":               "",
		"(03-ünder) and CAL-04-mail.":        "1:03-ünder 16:CAL-04-mail",
		"04-mail is the end of CAL-04-mailx": "",
	} {
		var found []string
		dirs.in(text, func(ph phaseDir, start int) { found = append(found, fmt.Sprintf("%d:%s", start, ph.name)) })
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
