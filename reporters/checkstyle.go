package reporters

import (
	"encoding/xml"
	"io"

	"github.com/nplint/nplint/internal/report"
)

// checkstyleReport is the XML of Checkstyle 4.3, which many tools read.
type checkstyleReport struct {
	XMLName xml.Name `xml:"checkstyle"`
	Version string   `xml:"version,attr"`
	Files   []checkstyleFile
}

type checkstyleFile struct {
	XMLName xml.Name `xml:"file"`
	Name    string   `xml:"name,attr"`
	Errors  []checkstyleError
}

// checkstyleError is a finding. Checkstyle's severities have the same names as ours.
type checkstyleError struct {
	XMLName  xml.Name `xml:"error"`
	Line     int      `xml:"line,attr"`
	Column   int      `xml:"column,attr"`
	Severity string   `xml:"severity,attr"`
	Message  string   `xml:"message,attr"`
	Source   string   `xml:"source,attr"`
}

// writeCheckstyle writes the findings grouped by file.
func writeCheckstyle(w io.Writer, r *report.Report, _ *Options) error {
	report := checkstyleReport{Version: "4.3"}
	for i := range r.Findings {
		f := &r.Findings[i]
		if i == 0 || f.Path != r.Findings[i-1].Path {
			report.Files = append(report.Files, checkstyleFile{Name: Visible(f.Path, "")})
		}
		file := &report.Files[len(report.Files)-1]
		file.Errors = append(file.Errors, checkstyleError{
			Line: f.Range.Start.Line, Column: f.Range.Start.Column, Severity: f.Severity.String(),
			Message: Visible(f.Message, ""), Source: Visible("nplint."+f.Rule, ""),
		})
	}
	return encodeXML(w, report)
}

// encodeXML writes v as a whole document. Its strings must have gone through Visible, which leaves nothing that XML
// 1.0 forbids.
func encodeXML(w io.Writer, v any) error {
	text, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}
