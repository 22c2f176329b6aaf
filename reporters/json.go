package reporters

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/nplint/nplint"
)

// jsonReport is JSON output version 1. Its parts are the report's own types, whose tags are part of the version.
type jsonReport struct {
	Version  int              `json:"version"`
	Tool     jsonTool         `json:"tool"`
	Findings []nplint.Finding `json:"findings"`
	Summary  nplint.Summary   `json:"summary"`
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// writeJSON writes the report as JSON version 1.
func writeJSON(w io.Writer, r *nplint.Report, o *Options) error {
	findings := r.Findings
	if findings == nil {
		findings = []nplint.Finding{} // [] and not null
	}
	return EncodeJSON(w, jsonReport{1, jsonTool{"nplint", o.Version}, findings, r.Summary})
}

// EncodeJSON writes v as JSON, indented by two spaces, as all our JSON is. Text keeps its <, > and &; what is not
// UTF-8 becomes U+FFFD, and what a terminal should not get a \u escape.
func EncodeJSON(w io.Writer, v any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escapeJSON(text.Bytes()))
	return err
}

// escapeJSON spells out as \u escapes the characters that JSON allows in strings but a terminal should not get: DEL, C1
// controls, bidi controls and others that are not harmless, and what begins a command to a runner. The decoded value stays the same, since none of them can
// occur outside a string.
func escapeJSON(text []byte) []byte {
	var out []byte
	done := 0 // bytes of text that are in out
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r > '~' && !harmless(r) || r == '#' && runnerCommand(string(text[i:min(len(text), i+40)])) {
			out = append(out, text[done:i]...)
			for _, unit := range utf16.Encode([]rune{r}) {
				out = fmt.Appendf(out, `\u%04x`, unit)
			}
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}
