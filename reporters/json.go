package reporters

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/report"
)

// jsonReport is JSON output version 1. Its parts are the report's own types, whose tags are part of the version.
type jsonReport struct {
	Version  int              `json:"version"`
	Tool     jsonTool         `json:"tool"`
	Findings []report.Finding `json:"findings"`
	Summary  report.Summary   `json:"summary"`
}

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// writeJSON writes the report as JSON version 1.
func writeJSON(w io.Writer, r *report.Report, o *Options) error {
	head := jsonReport{1, jsonTool{"nplint", o.Version}, []report.Finding{}, r.Summary}
	return encodeList(w, head, `"findings": `, len(r.Findings), func(i int) any { return &r.Findings[i] })
}

// encodeList writes v as EncodeJSON does, with items in the empty list that stands behind a key, or is v if the key is "".
// There may be very many, so they are made and written one by one.
func encodeList(w io.Writer, v any, key string, n int, item func(i int) any) error {
	text, err := indented(v, "")
	if err != nil {
		return err
	}
	at := bytes.Index(text, []byte(key)) // in a string a quotation mark stands behind a backslash
	open := at + bytes.IndexByte(text[at:], '[') + 1
	margin := string(text[bytes.LastIndexByte(text[:at], '\n')+1 : at])
	out := bufio.NewWriter(w)
	out.Write(text[:open]) // the first error stays in out until it is flushed
	for i := range n {
		one, err := indented(item(i), margin+"  ")
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n" + margin + "  ")
		out.Write(bytes.TrimSuffix(one, []byte("\n")))
	}
	if n > 0 {
		out.WriteString("\n" + margin)
	}
	out.Write(text[open:])
	return out.Flush()
}

// EncodeJSON writes v as JSON, indented by two spaces, as all our JSON is. Text keeps its <, > and &; what is not
// UTF-8 becomes U+FFFD, and what a terminal should not get a \u escape.
func EncodeJSON(w io.Writer, v any) error {
	text, err := indented(v, "")
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// indented returns v as JSON, in which each line but the first begins with a margin.
func indented(v any, margin string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return escapeJSON(spread(text.Bytes(), margin)), err
}

// spread returns JSON without blanks on lines, as json.Indent does, which looks at each byte of long strings.
func spread(text []byte, margin string) []byte {
	out := make([]byte, 0, len(text)+len(text)/4)
	depth := 0
	line := func() {
		out = append(append(out, '\n'), margin...)
		for range depth {
			out = append(out, "  "...)
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			end := i + 1
			for text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
				if k := bytes.IndexAny(text[end:], `"\`); k > 0 {
					end += k
				}
			}
			out = append(out, text[i:end+1]...)
			i = end
		case '{', '[':
			out = append(out, c)
			if text[i+1] == c+2 { // it is empty
				i++
				out = append(out, c+2)
				continue
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			out = append(out, c)
		case ',':
			out = append(out, c)
			line()
		case ':':
			out = append(out, ": "...)
		default:
			out = append(out, c)
		}
	}
	return out
}

// escapeJSON spells out as \u escapes the characters that JSON allows in strings but a terminal should not get: DEL, C1
// controls, bidi controls and others that are not harmless, and what begins a command to a runner. The decoded value stays the same, since none of them can
// occur outside a string.
func escapeJSON(text []byte) []byte {
	var out []byte
	done, before := 0, ' ' // bytes of text that are in out, and the last character
	for i := 0; i < len(text); {
		if c := text[i]; c <= '~' && c != '#' {
			before = rune(c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r > '~' && !inert.IsHarmless(before, r) || r == '#' && inert.IsCommand(string(text[i:min(len(text), i+40)])) {
			out = append(out, text[done:i]...)
			for _, unit := range utf16.Encode([]rune{r}) {
				out = fmt.Appendf(out, `\u%04x`, unit)
			}
			done = i + size
		}
		before = r
		i += size
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}
