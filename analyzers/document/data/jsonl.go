package data

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document/source"
)

// maxFaults is how many lines of a file that cannot be read are told.
const maxFaults = 1000

// ParseJSONL reads each line of src as a JSON value of its own, as ParseJSON does. Lines end with LF or CRLF; blank
// ones are skipped. A line that cannot be read does not keep the others from being read, but for maxFaults of them:
// then nobody meant lines of JSON. If the last line is one and nothing ends it, its fault says that it was torn: the
// program that appended it was interrupted.
func ParseJSONL(src []byte) *Data {
	d := &Data{}
	r := &jsonReader{jsonText: jsonText{s: source.Text(src)}}
	r.skipMark()
	for r.at < len(src) && len(d.Faults) < maxFaults {
		next, torn := len(src), true
		if i := strings.IndexByte(r.s[r.at:], '\n'); i >= 0 {
			next, torn = r.at+i+1, false
		}
		r.end, r.open, r.fault = next, r.open[:0], nil
		if r.space(); r.at < r.end {
			line := source.Span{Start: r.at, End: len(strings.TrimRight(r.s[:r.end], " \t\r\n"))}
			d.Lines = append(d.Lines, r.document())
			if r.fault != nil && torn {
				r.fault = &Fault{Span: line, Message: "the last line has no line end and is no whole JSON value, " +
					"as if writing it had been interrupted: " + r.fault.Message}
			}
			if len(d.Faults) == maxFaults-1 && r.fault != nil {
				r.fault.Message += "; so many lines are like it that nothing below is read"
			}
			if r.fault != nil {
				d.Faults = append(d.Faults, *r.fault)
			}
		}
		r.at = next
	}
	if len(d.Faults) > 0 {
		d.Fault = &d.Faults[0]
	}
	return d
}
