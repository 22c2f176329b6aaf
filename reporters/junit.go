package reporters

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/nplint/nplint/internal/report"
)

// junitSuites is a JUnit report. It keeps to what the schema of Jenkins, GitLab and most others know of.
type junitSuites struct {
	XMLName xml.Name   `xml:"testsuites"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Error   *junitProblem `xml:"error"`
	Failure *junitProblem `xml:"failure"`
	Out     string        `xml:"system-out,omitempty"`
}

// junitProblem says everything twice: some readers show only the attribute, others only the text.
type junitProblem struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes one test case a finding: a failed one if the finding reaches o.FailLevel, and otherwise one that
// passes and says it in its output. So the report passes exactly if the run does. A report without findings is one
// case that passes, since Jenkins takes an empty one for a fault.
func writeJUnit(w io.Writer, r *report.Report, o *Options) error {
	suite := junitSuite{Name: "nplint"}
	names := map[[2]string]int{} // class and name, to how many cases have them
	for i := range r.Findings {
		f := &r.Findings[i]
		c := junitCase{Class: "nplint." + Visible(f.Rule, ""), Name: junitName(f)}
		key := [2]string{c.Class, c.Name}
		if names[key]++; names[key] > 1 {
			c.Name = fmt.Sprintf("%s (%d)", c.Name, names[key])
		}
		text := fmt.Sprintf("%s:%d:%d: %s", Visible(f.Path, ""), f.Range.Start.Line, f.Range.Start.Column,
			Visible(f.Message, ""))
		if o.FailLevel.Reached(f.Severity) {
			c.Failure = &junitProblem{f.Severity.String(), Visible(f.Message, ""), text}
			suite.Failures++
		} else {
			c.Out = text
		}
		suite.Cases = append(suite.Cases, c)
	}
	if r.Unanalyzed {
		const message = "Something could not be analyzed: the results are incomplete."
		suite.Cases = append(suite.Cases, junitCase{Class: "nplint", Name: "analysis",
			Error: &junitProblem{"error", message, message}})
		suite.Errors++
	} else if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Class: "nplint", Name: "no findings"}}
	}
	suite.Tests = len(suite.Cases)
	return encodeXML(w, junitSuites{Suite: suite})
}

// junitName names a finding by where it is in the artefact's own terms. It has no line: readers compare two runs by
// names, and a finding that only moved is not new.
func junitName(f *report.Finding) string {
	if f.At == "" {
		return Visible(f.Path, "")
	}
	return Visible(f.Path+" "+f.At, "")
}
