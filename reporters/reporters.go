// Package reporters turns a finished report into bytes: text for people, JSON, SARIF and XML for programs, what
// GitHub and GitLab show with a change. It reads reports and judges nothing: what is in a report, and in which order,
// was settled before.
//
// Nothing that comes from a linted file or its name reaches a terminal as a control: see Visible.
package reporters

import (
	"fmt"
	"io"
	"strings"

	"github.com/nplint/nplint/analyzers/pack"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
)

// Options holds everything that a format may depend on besides the report. A format ignores what is not its own.
type Options struct {
	Color      bool   // text: ANSI colours
	Links      bool   // full, grouped: links to files and to the pages of rules, as terminals know them (OSC 8)
	Frames     bool   // text: as full, and not as compact
	Width      int    // full, grouped: columns of the terminal; 0 is any number
	Quiet      bool   // text: no summary line
	Statistics bool   // text: a table of counts per rule after the findings
	WorkDir    string // text: absolute directory that paths are shown relative to; "" shows them as they are in the report

	Version  string // json, sarif: the version of nplint
	Category string // sarif: automationDetails.id; may be empty

	FailLevel report.FailLevel // junit: the least severity that is a failure

	Views []pack.View // html: what packs show of the projects; see Format.Views
	Only  []string    // html: the files and directories, relative to the base of the report, that alone were linted; none is all

	StepSummary io.Writer // github: where the Markdown table goes ($GITHUB_STEP_SUMMARY); may be nil
	Blobs       string    // github: address that a path is added to for a file on the web, with a slash at its end; may be empty
}

// Format is one way to write a report. Write returns the first error of the writers it is given; for one report and
// one set of options it always writes the same bytes.
type Format struct {
	Name  string // what a user asks for
	Doc   string // one line for the help text, without a full stop
	Write func(w io.Writer, r *report.Report, o *Options) error
	Views bool // wants Options.Views
}

// Formats holds the formats in the order that the help text lists them.
var Formats = []Format{
	{"text", "full on a terminal, else compact", writeText, false},
	{"compact", "one line a finding", writeCompact, false},
	{"full", "one line a finding, and its code frame, related places and fixes below", writeFull, false},
	{"grouped", "a line a finding below the path of its file", writeGrouped, false},
	{"json", "JSON, version 1", writeJSON, false},
	{"sarif", "SARIF 2.1.0, for GitHub code scanning and editors", writeSARIF, false},
	{"github", "annotations of a GitHub workflow run, and its step summary", writeGitHub, false},
	{"gitlab", "Code Quality report of GitLab", writeGitLab, false},
	{"checkstyle", "XML of Checkstyle 4.3", writeCheckstyle, false},
	{"junit", "JUnit XML, a test case a finding", writeJUnit, false},
	{"rdjson", "diagnostics of reviewdog, with safe fixes as suggestions", writeRDJSON, false},
	{"sonarqube", "generic issues of SonarQube", writeSonarQube, false},
	{"teamcity", "service messages of TeamCity", writeTeamCity, false},
	{"azure", "logging commands of Azure Pipelines", writeAzure, false},
	{"markdown", "a short table for a comment on a pull request", writeMarkdown, false},
	{"html", "a page for people: state, waves and findings, in one file", writeHTML, true},
}

// Names returns the names of the formats in the order of Formats.
func Names() []string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}

// Lookup returns the format with the given name. The error for an unknown name lists the known ones and, where one of
// them is near, asks whether that was meant.
func Lookup(name string) (Format, error) {
	for _, f := range Formats {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("unknown output format %q%s: write one of %s",
		name, spell.DidYouMean(name, Names()), strings.Join(Names(), ", "))
}

// headline returns the totals of a report as people say them: "3 errors, 1 warning in 12 files".
func headline(r *report.Report) string {
	line := levels(r.Summary.Errors, r.Summary.Warnings, r.Summary.Infos)
	if line == "" {
		line = "no findings"
	}
	line += " in " + spell.Count(r.Summary.Files, "file")
	if r.Unanalyzed {
		line += ", not all of which could be analyzed"
	}
	return line
}

// levels lists the counts that are not zero, such as "1 error, 2 infos"; it returns "" if all are.
func levels(errors, warnings, infos int) string {
	var parts []string
	for _, level := range []struct {
		n    int
		noun string
	}{{errors, "error"}, {warnings, "warning"}, {infos, "info"}} {
		if level.n > 0 {
			parts = append(parts, spell.Count(level.n, level.noun))
		}
	}
	return strings.Join(parts, ", ")
}
