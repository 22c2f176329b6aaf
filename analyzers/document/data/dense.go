package data

import (
	"fmt"
	"strings"

	"github.com/nplint/nplint/analyzers/document/source"
)

// MaxYAML is how many line ends and indicators a text may have that is read as YAML. No key, value or item is without
// one of them, and each takes up to 400 bytes and a microsecond of yaml.v3. Of some 9,800 files in public repositories
// none has more than 9,000 where it is read as YAML.
const MaxYAML = 100_000

// The characters one of which each key, value and item of a format needs, but for the first.
const (
	inYAML = "\n\r-?:,[{"
	inJSON = ":,[{"
)

// DenseYAML reports whether a text has too many line ends and indicators to be read as YAML.
func DenseYAML(s string) bool { return denser(s, inYAML, MaxYAML) }

// DenseJSON reports whether a text has more than most indicators of JSON.
func DenseJSON(s string, most int) bool { return denser(s, inJSON, most) }

func denser(s, indicators string, most int) bool {
	if len(s) <= most {
		return false
	}
	n := 0
	for i := range indicators {
		n += strings.Count(s, indicators[i:i+1])
	}
	return n > most
}

// tooDense is the fault of a part of a text that is not read.
func tooDense(s string, part source.Span) *Fault {
	end, _ := source.LineEnd(s[:part.End], part.Start)
	return &Fault{Span: source.Span{Start: part.Start, End: end}, Message: fmt.Sprintf(
		"it has more than the %d lines, dashes, commas, colons and brackets of YAML that nplint reads; shorten it", MaxYAML)}
}
