package reporters

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/internal/report"
)

// rdjsonResult is a DiagnosticResult of reviewdog.
type rdjsonResult struct {
	Source      rdjsonSource       `json:"source"`
	Diagnostics []rdjsonDiagnostic `json:"diagnostics"`
}

type rdjsonSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdjsonDiagnostic struct {
	Message     string             `json:"message"`
	Location    rdjsonLocation     `json:"location"`
	Severity    string             `json:"severity"`
	Code        rdjsonCode         `json:"code"`
	Suggestions []rdjsonSuggestion `json:"suggestions,omitempty"`
	Related     []rdjsonRelated    `json:"relatedLocations,omitempty"`
}

type rdjsonLocation struct {
	Path  string      `json:"path"`
	Range rdjsonRange `json:"range"`
}

type rdjsonRange struct {
	Start rdjsonPosition `json:"start"`
	End   rdjsonPosition `json:"end"`
}

// rdjsonPosition counts columns in bytes, from 1. Without columns whole lines are meant.
type rdjsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

type rdjsonCode struct {
	Value string `json:"value"`
	URL   string `json:"url,omitempty"`
}

// rdjsonSuggestion has no path: it changes the file of its diagnostic.
type rdjsonSuggestion struct {
	Range rdjsonRange `json:"range"`
	Text  string      `json:"text"`
}

type rdjsonRelated struct {
	Message  string         `json:"message"`
	Location rdjsonLocation `json:"location"`
}

// rdjsonSeverities holds reviewdog's words.
var rdjsonSeverities = [...]string{report.Info: "INFO", report.Warning: "WARNING", report.Error: "ERROR"}

// writeRDJSON writes Reviewdog Diagnostic Format. A safe fix of one edit in the file of its finding is a suggestion: a
// person takes suggestions one by one, and edits that belong together must not be torn apart.
func writeRDJSON(w io.Writer, r *report.Report, _ *Options) error {
	head := rdjsonResult{rdjsonSource{"nplint", homepage}, []rdjsonDiagnostic{}}
	diagnostic := func(i int) any { return rdjsonOf(r, &r.Findings[i]) }
	return encodeList(w, head, `"diagnostics": `, len(r.Findings), diagnostic)
}

func rdjsonOf(r *report.Report, f *report.Finding) rdjsonDiagnostic {
	place := func(path string, at report.Range) rdjsonLocation {
		return rdjsonLocation{path, inBytes(r.Source(path), at)}
	}
	d := rdjsonDiagnostic{Message: codeSpan(f.Message), Location: place(f.Path, f.Range), Severity: rdjsonSeverities[f.Severity],
		Code: rdjsonCode{Value: f.Rule}}
	if page := r.Rule(f.Rule); page != nil {
		d.Code.URL = page.URL()
	}
	for _, related := range f.Related {
		d.Related = append(d.Related, rdjsonRelated{codeSpan(related.Message), place(related.Path, related.Range)})
	}
	src := r.Source(f.Path)
	for _, fix := range f.Fixes {
		if !fix.Safe || len(fix.Edits) != 1 || fix.Edits[0].Path != f.Path {
			continue
		}
		edit := fix.Edits[0]
		at := inBytes(src, edit.Range)
		if at.Start.Column > 0 && utf8.ValidString(edit.NewText) { // JSON has no other text
			d.Suggestions = append(d.Suggestions, rdjsonSuggestion{at, edit.NewText})
		}
	}
	return d
}

// inBytes returns a range whose columns count bytes, or that of its lines if lineHead does not know them.
func inBytes(src []byte, at report.Range) rdjsonRange {
	first, known := lineHead(src, at.Start)
	last, both := lineHead(src, at.End)
	if !known || !both {
		lines := rdjsonPosition{Line: at.Start.Line + max(0, linesBelow(at))}
		return rdjsonRange{rdjsonPosition{Line: at.Start.Line}, lines}
	}
	return rdjsonRange{rdjsonPosition{at.Start.Line, len(first) + 1}, rdjsonPosition{at.End.Line, len(last) + 1}}
}

// farColumn is the column from which on nobody is told where in a line something is: to find out takes a look at all of
// the line before it, and a line can be a whole file.
const farColumn = 4096

// lineHead returns what stands before a position in its line. known is false without the source, and far behind in a
// line.
func lineHead(src []byte, at report.Position) (head []byte, known bool) {
	if src == nil || at.Offset > len(src) || at.Column > farColumn {
		return nil, false
	}
	near := src[max(0, at.Offset-at.Column*utf8.UTFMax):at.Offset]
	return near[bytes.LastIndexAny(near, "\r\n")+1:], true
}

// codeSpan returns text as code of Markdown. reviewdog makes comments of messages, in which all else could be markup, a
// mention or a link, and plain lines of a log as well, in which references to characters would be noise.
func codeSpan(s string) string {
	s = Visible(s, "")
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) == 1 {
		return fence + s + fence
	}
	return fence + " " + s + " " + fence
}
