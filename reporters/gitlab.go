package reporters

import (
	"io"

	"github.com/nplint/nplint/internal/report"
)

// gitlabIssue is one entry of a Code Quality report: the part of Code Climate's format that GitLab reads.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"` // GitLab shows only one of several issues with the same
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

// gitlabSeverities holds GitLab's words. Its "critical" and "blocker" say more than nplint can know.
var gitlabSeverities = [...]string{report.Info: "info", report.Warning: "minor", report.Error: "major"}

// writeGitLab writes a Code Quality report, which GitLab shows in a merge request.
func writeGitLab(w io.Writer, r *report.Report, _ *Options) error {
	return encodeList(w, []gitlabIssue{}, "", len(r.Findings), func(i int) any {
		f := &r.Findings[i]
		return gitlabIssue{
			f.Message, f.Rule, f.Fingerprint, gitlabSeverities[f.Severity],
			gitlabLocation{f.Path, gitlabLines{f.Range.Start.Line}},
		}
	})
}
