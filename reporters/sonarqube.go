package reporters

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/nplint/nplint/internal/report"
)

// sonarReport is SonarQube's generic format for issues, as it is since 10.3.
type sonarReport struct {
	Rules  []sonarRule  `json:"rules"`
	Issues []sonarIssue `json:"issues"`
}

// sonarRule has the severity of all its issues: an issue has none of its own. Type and severity are for servers in the
// mode of before, attribute and impacts for the others.
type sonarRule struct {
	ID          string        `json:"id"`
	Name        string        `json:"name"`
	Description string        `json:"description,omitempty"`
	EngineID    string        `json:"engineId"`
	Attribute   string        `json:"cleanCodeAttribute"`
	Type        string        `json:"type"`
	Severity    string        `json:"severity"`
	Impacts     []sonarImpact `json:"impacts"`
}

type sonarImpact struct {
	Quality  string `json:"softwareQuality"`
	Severity string `json:"severity"`
}

type sonarIssue struct {
	RuleID    string          `json:"ruleId"`
	Primary   sonarLocation   `json:"primaryLocation"`
	Secondary []sonarLocation `json:"secondaryLocations,omitempty"`
}

type sonarLocation struct {
	Message string     `json:"message"`
	Path    string     `json:"filePath"`
	Range   sonarRange `json:"textRange"`
}

// sonarRange counts columns from 0, in UTF-16 code units.
type sonarRange struct {
	StartLine   int  `json:"startLine"`
	EndLine     int  `json:"endLine,omitempty"`
	StartColumn *int `json:"startColumn,omitempty"`
	EndColumn   *int `json:"endColumn,omitempty"`
}

// The words of SonarQube for severities: of old, and of impacts.
var (
	sonarSeverities = [...]string{report.Info: "INFO", report.Warning: "MINOR", report.Error: "MAJOR"}
	sonarImpacts    = [...]string{report.Info: "LOW", report.Warning: "MEDIUM", report.Error: "HIGH"}
)

// writeSonarQube writes the rules that are broken, each with the highest severity that one of its findings has, and the
// findings.
func writeSonarQube(w io.Writer, r *report.Report, _ *Options) error {
	highest := map[string]report.Severity{}
	for i := range r.Findings {
		f := &r.Findings[i]
		highest[f.Rule] = max(highest[f.Rule], f.Severity)
	}
	report := sonarReport{[]sonarRule{}, []sonarIssue{}}
	for _, id := range firedRules(r) {
		rule := sonarRule{ID: id, Name: "Rule " + id, EngineID: "nplint", Attribute: "CONVENTIONAL", Type: "CODE_SMELL",
			Severity: sonarSeverities[highest[id]], Impacts: []sonarImpact{{"MAINTAINABILITY", sonarImpacts[highest[id]]}}}
		if page := r.Rule(id); page != nil {
			why, _, _ := strings.Cut(page.Why, "\n\n")
			rule.Name, rule.Description = page.Title, TableCell(strings.Join(strings.Fields(why), " ")) // it is shown as HTML
		}
		report.Rules = append(report.Rules, rule)
	}
	return encodeList(w, report, `"issues": `, len(r.Findings), func(i int) any {
		f := &r.Findings[i]
		issue := sonarIssue{RuleID: f.Rule, Primary: sonarLocation{f.Message, f.Path, inUnits(r.Source(f.Path), f.Range)}}
		for _, other := range f.Related {
			place := sonarLocation{other.Message, other.Path, inUnits(r.Source(other.Path), other.Range)}
			issue.Secondary = append(issue.Secondary, place)
		}
		return issue
	})
}

// inUnits returns a range whose columns count UTF-16 code units. SonarQube refuses a whole report for one range that is
// empty or lies outside of its line, so where that could be only the first line is told.
func inUnits(src []byte, at report.Range) sonarRange {
	line := sonarRange{StartLine: at.Start.Line}
	if at.Start.Offset >= at.End.Offset || bytes.HasPrefix(src, []byte("\ufeff")) {
		return line
	}
	first, known := units(src, at.Start)
	last, both := units(src, at.End)
	if !known || !both {
		return line
	}
	return sonarRange{at.Start.Line, at.End.Line, &first, &last}
}

// units counts the UTF-16 code units before a position in its line. known is false if there is something else than
// UTF-8, or if the position is within a line end, and as lineHead says.
func units(src []byte, at report.Position) (n int, known bool) {
	head, known := lineHead(src, at)
	within := 0 < at.Offset && at.Offset < len(src) && src[at.Offset-1] == '\r' && src[at.Offset] == '\n'
	if !known || within || !utf8.Valid(head) {
		return 0, false
	}
	return len(utf16.Encode([]rune(string(head)))), true
}
