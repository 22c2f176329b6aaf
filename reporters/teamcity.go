package reporters

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/nplint/nplint/internal/report"
)

// The most characters that TeamCity takes of a name and of a text.
const (
	maxTeamCityName = 255
	maxTeamCityText = 4000
)

// teamCitySeverities holds TeamCity's words.
var teamCitySeverities = [...]string{report.Info: "INFO", report.Warning: "WARNING", report.Error: "ERROR"}

// writeTeamCity writes service messages, which TeamCity reads in the log of a build: an inspection type for each rule
// that is broken, and an inspection for each finding.
func writeTeamCity(w io.Writer, r *report.Report, _ *Options) error {
	out := bufio.NewWriter(w) // the first error stays in out until it is flushed
	for _, id := range firedRules(r) {
		title := "Rule " + id
		if page := r.Rule(id); page != nil {
			title = page.Title
		}
		fmt.Fprintf(out, "##teamcity[inspectionType id='%s' name='%[1]s' category='nplint' description='%s']\n",
			teamCityValue(id, maxTeamCityName), teamCityValue(title, maxTeamCityText))
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		fmt.Fprintf(out, "##teamcity[inspection typeId='%s' message='%s' file='%s' line='%d' SEVERITY='%s']\n",
			teamCityValue(f.Rule, maxTeamCityName), teamCityValue(f.Message, maxTeamCityText),
			teamCityValue(f.Path, maxTeamCityText), f.Range.Start.Line, teamCitySeverities[f.Severity])
	}
	fmt.Fprintln(out, "nplint: "+headline(r))
	return out.Flush()
}

// teamCityValue returns a text, cut to so many characters, as the value of a service message. What is not ASCII is
// written as code units, since nobody says which encoding the log of a build has.
func teamCityValue(s string, most int) string {
	units := utf16.Encode([]rune(Visible(s, "")))
	if len(units) > most {
		units = append(units[:most-1:most-1], '…')
	}
	var b strings.Builder
	for _, u := range units {
		switch {
		case u > '~':
			fmt.Fprintf(&b, "|0x%04x", u)
		case strings.ContainsRune("|'[]", rune(u)):
			b.WriteString("|" + string(rune(u)))
		default:
			b.WriteByte(byte(u))
		}
	}
	return b.String()
}
