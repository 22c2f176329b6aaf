package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
)

// gateJudge judges reports by whose frontmatter alone programs let a phase pass.
type gateJudge struct{ *judge }

func (j gateJudge) gate() {
	if f := j.p.Front(j.Doc); f.Lost() && !f.Absent {
		return // that is told
	}
	if j.Doc.Kind == "gsd/security" {
		j.security()
	} else {
		j.review()
	}
}

// severities is how grave a threat may be, the gravest first.
var severities = []string{"critical", "high", "medium", "low"}

// security judges the number of open threats, by which ship goes, and holds it against the register.
func (j gateJudge) security() {
	f := j.p.Front(j.Doc)
	if model.Setting(j.p, "workflow", "security_enforcement") == "false" ||
		model.Slips(j.p, j.Doc, f.Root).Mean("threats_open") {
		return
	}
	const rule, where = "gsd-security-threats", "frontmatter.threats_open"
	const stops = "so ship stops the phase"
	open, told := j.threats()
	pair := f.Root.Pair("threats_open")
	if pair == nil {
		j.Reportf(rule, j.Doc.FirstLine(), where,
			"the frontmatter has no `threats_open`, which must be 0 for a phase to be shipped, %s whatever is closed; write it",
			stops)
		return
	}
	text := strings.TrimSpace(dialect.Text(pair.Value))
	n, err := strconv.Atoi(text)
	finding := document.Finding{Rule: rule, Span: dialect.At(pair), At: where}
	switch {
	case err != nil:
		finding.Message = fmt.Sprintf("`threats_open` is %s and no number, and it must be 0 for a phase to be shipped, %s "+
			"whatever is closed; write the number", document.Quote(text), stops)
	case !told || n == len(open):
		return
	case n < len(open):
		finding.Related = []document.Related{{Span: open[0], Message: "this one is open"}}
		finding.Message = fmt.Sprintf("`threats_open` is %d, and the register has %s as grave as what blocks, so ship "+
			"lets the phase pass with what nobody has fixed; count again", n, document.Count(len(open), "open threat"))
	default:
		finding.Message = fmt.Sprintf("`threats_open` is %d, and the register has %s as grave as what blocks, %s over what "+
			"is closed; count again", n, document.Count(len(open), "open threat"), stops)
	}
	j.Report(finding)
}

// threats returns the rows of the register with threats that are open and as grave as what blocks, and whether each row
// tells whether it is open.
func (j gateJudge) threats() (open []document.Span, told bool) {
	block := slices.Index(severities, strings.Trim(model.Setting(j.p, "workflow", "security_block_on"), `"`))
	if model.Setting(j.p, "workflow", "security_block_on") == `"none"` {
		return nil, false
	} else if block < 0 {
		block = slices.Index(severities, "high")
	}
	var column map[string]int // of the table of threats
	seen := false
	told = true
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "|") {
		cells := notation.Cells(l)
		cell := func(name string) string {
			if i, ok := column[name]; ok && i < len(cells) {
				return strings.ToLower(strings.Trim(cells[i].Text, "*` "))
			}
			return ""
		}
		switch {
		case l.Hidden || len(cells) == 0:
		case strings.EqualFold(cells[0].Bare(), "Threat ID"):
			column, seen = map[string]int{}, true
			for i, title := range notation.Titles(cells) {
				column[title] = i
			}
		case len(column) > 0 && len(cells) != len(column):
			column = nil // another table
		case cell("threat id") == "" || strings.Trim(cell("threat id"), "-: ") == "":
		case cell("status") == "open":
			if grave := slices.Index(severities, cell("severity")); grave <= block {
				open = append(open, l.Span)
			}
		case !strings.HasPrefix(cell("status"), "closed") && !strings.HasPrefix(cell("status"), "open — below"):
			told = false
		}
	}
	return open, told && seen || len(open) > 0
}
