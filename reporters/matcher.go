package reporters

import (
	"fmt"

	"github.com/nplint/nplint/internal/report"
)

// A matcher of another program reads the text format, coloured or not: one line is one finding.
const (
	ansi = `(?:\x1b\[[0-9;]*m)*` // what paint adds
	// lineFormat is a regular expression of a finding's line, the severities left out. Its groups are path, line,
	// column, severity, rule and message. A path does not begin with a space, because lines of code frames do.
	lineFormat = `^` + ansi + `([^\s\x1b].*?):(\d+):(\d+):` + ansi + ` ` + ansi + `(%s)\[(.+?)\]` + ansi + ` (.+)$`
)

// linePattern is lineFormat with its groups by their names in the matchers of GitHub and VS Code.
type linePattern struct {
	Regexp   string `json:"regexp"`
	File     int    `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity int    `json:"severity,omitempty"`
	Code     int    `json:"code"`
	Message  int    `json:"message"`
}

func newPattern(severities string) linePattern {
	return linePattern{Regexp: fmt.Sprintf(lineFormat, severities), File: 1, Line: 2, Column: 3, Severity: 4, Code: 5,
		Message: 6}
}

type githubMatcher struct {
	Owner    string        `json:"owner"`
	Severity string        `json:"severity,omitempty"` // of all matches
	Pattern  []linePattern `json:"pattern"`
}

// GitHubMatcher returns a problem matcher of GitHub Actions, to be encoded as JSON: a workflow that adds it annotates
// what the text format prints.
func GitHubMatcher() any {
	infos := newPattern(report.Info.String())
	infos.Severity = 0 // GitHub passes over a severity with this name: its own is notice
	return map[string][]githubMatcher{"problemMatcher": {
		{Owner: "nplint", Pattern: []linePattern{newPattern(report.Error.String() + "|" + report.Warning.String())}},
		{Owner: "nplint-info", Severity: "notice", Pattern: []linePattern{infos}},
	}}
}

type vscodeTask struct {
	Label   string        `json:"label"`
	Type    string        `json:"type"`
	Command string        `json:"command"`
	Args    []string      `json:"args"`
	Group   string        `json:"group"`
	Matcher vscodeMatcher `json:"problemMatcher"`
}

type vscodeMatcher struct {
	Owner        string      `json:"owner"`
	Source       string      `json:"source"`
	FileLocation []string    `json:"fileLocation"`
	Pattern      linePattern `json:"pattern"`
}

// VSCodeTasks returns a tasks.json of Visual Studio Code, to be encoded as JSON: tasks that run nplint over the
// workspace and show its findings as problems.
func VSCodeTasks() any {
	matcher := vscodeMatcher{"nplint", "nplint", []string{"relative", "${workspaceFolder}"},
		newPattern(report.Error.String() + "|" + report.Warning.String() + "|" + report.Info.String())}
	return struct {
		Version string       `json:"version"`
		Tasks   []vscodeTask `json:"tasks"`
	}{"2.0.0", []vscodeTask{
		{"nplint", "process", "nplint", []string{"run", "--output", "compact"}, "test", matcher},
		{"nplint: fix", "process", "nplint", []string{"run", "--fix", "--output", "compact"}, "none", matcher},
	}}
}
