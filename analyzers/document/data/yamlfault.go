package data

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/nplint/nplint/analyzers/document/source"
)

// validUTF8 returns s, or a copy in which question marks stand for the bytes of part that are no UTF-8.
func validUTF8(s string, part source.Span) string {
	if utf8.ValidString(s[part.Start:part.End]) {
		return s
	}
	valid := []byte(s)
	for i := part.Start; i < part.End; {
		char, width := utf8.DecodeRune(valid[i:part.End])
		if char == utf8.RuneError && width == 1 {
			valid[i] = '?'
		}
		i += width
	}
	return string(valid)
}

// strangeCharacter returns the fault of the first character that YAML does not allow, or nil. yaml.v3 refuses most of
// them too, without a place, but goes astray at a byte order mark inside the text.
func strangeCharacter(s string, part source.Span) *Fault {
	for i, char := range s[part.Start:part.End] {
		switch {
		case char == '\t', char == '\n', char == '\r', ' ' <= char && char <= '~', char == 0x85:
		case char >= 0xA0 && char != 0xFEFF && char != 0xFFFE && char != 0xFFFF:
		default:
			at := part.Start + i
			span := source.Span{Start: at, End: at + utf8.RuneLen(char)}
			return &Fault{Span: span, Message: fmt.Sprintf(
				"there is the invisible character %U, which YAML does not allow here; remove it", char),
				Fixes: source.Replace("remove it", span, "")}
		}
	}
	return nil
}

// yamlFailure finds out where and why yaml.v3 refuses a text.
type yamlFailure struct {
	content string // the text behind an empty line, for yaml.v3 does not tell the number of the first line
	starts  []int  // where its lines start, and where it ends
}

func newFailure(whole string, part source.Span) *yamlFailure {
	y := &yamlFailure{content: "\n" + whole[part.Start:part.End]}
	s := y.content
	for i := 1; i < len(s); {
		y.starts = append(y.starts, i)
		for i < len(s) && breakWidth(s, i) == 0 {
			i++
		}
		i += breakWidth(s, i)
	}
	y.starts = append(y.starts, len(s))
	return y
}

// explainYAML returns the fault of a text that yaml.v3 refuses.
func explainYAML(whole string, part source.Span) *Fault {
	y := newFailure(whole, part)
	s := y.content
	line, message := y.explain()
	start := y.starts[line]
	end, _ := source.LineEnd(s, start)
	first, last := source.Trim(s, start, min(end, y.starts[line+1]))
	switch {
	case strings.Contains(s[start:first], "\t"):
		first, last, message = start, first, tabIndent
	case message == yamlMessage(noToken) && hasColon(s[first:last]):
		message = yamlMessage(noKeyHere)
	case s[start] == '%':
		message = "a line that starts with `%` is a YAML directive, and this one is not valid; remove it"
	}
	shift := part.Start - 1
	fault := &Fault{Span: source.Span{Start: shift + first, End: shift + last}, Message: message}
	if len(y.content) <= bisectLimit {
		fault.Fixes = y.mend(line, shift)
	}
	if message == notInMap && len(y.content) <= bisectLimit {
		y.blameValue(fault, first, last, shift)
	}
	return fault
}

// blameValue makes the fault of a line one of what stands behind its value, if the line can stand where it does but for
// that. shift is added to places.
func (y *yamlFailure) blameValue(fault *Fault, first, last, shift int) {
	s := y.content
	from, to, behind := complete(s[first:last])
	if behind == 0 {
		return
	}
	if _, err := loadYAML(s[:first+from] + "x"); err != nil {
		return
	}
	value, mark := s[first+from:last], s[first+to-1]
	fault.Span.Start = shift + first + behind
	fault.Message = fmt.Sprintf("the value ends with the %c before this, and nothing may follow it; put quotes around "+
		"the whole value", mark)
	whole := "'" + strings.ReplaceAll(value, "'", "''") + "'"
	if _, err := loadYAML(s[:first+from] + whole + s[last:]); err == nil && mark != '\'' && !strings.Contains(value, " #") {
		span := source.Span{Start: shift + first + from, End: shift + last}
		fault.Fixes = source.Replace("put the whole value in quotes", span, whole)
	}
}

// hasColon reports whether the value of a line, behind its key or the marks of a list, is a text with a `: ` in it. A
// character that YAML keeps for itself then stands behind that.
func hasColon(line string) bool {
	value := strings.TrimLeft(line, "- ")
	if key, rest, found := strings.Cut(value, ": "); found && !strings.ContainsAny(key, " `@%") {
		value = strings.TrimLeft(rest, " ")
	}
	return value != "" && strings.IndexByte("@`%[{", value[0]) < 0 && strings.Contains(value, ": ")
}

// mend returns the fix of a line, if one makes the text readable: spaces for tabs, as the line above or below is
// indented, or a closing quote at its end. shift is added to its places.
func (y *yamlFailure) mend(line, shift int) []source.Fix {
	s := y.content
	start := y.starts[line]
	end, _ := source.LineEnd(s, start)
	first, last := source.Trim(s, start, min(end, y.starts[line+1]))
	var found []source.Fix
	try := func(title string, span source.Span, with string) {
		if _, err := loadYAML(s[:span.Start] + with + s[span.End:]); err == nil {
			found = append(found, source.Replace(title, source.Span{Start: shift + span.Start, End: shift + span.End}, with)...)
		}
	}
	if indent := s[start:first]; strings.Contains(indent, "\t") {
		for _, spaces := range y.indents(line) {
			try("indent with spaces", source.Span{Start: start, End: first}, spaces)
		}
	} else if at := strings.IndexAny(s[first:last], `"'`); at == 0 || at > 0 && s[first+at-1] == ' ' {
		if q := s[first+at : first+at+1]; strings.Count(s[first:last], q) == 1 {
			try("close the quote", source.Span{Start: last, End: last}, q)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

// indents returns how the nearest lines above and below a line are indented, if they are by spaces alone.
func (y *yamlFailure) indents(line int) []string {
	var found []string
	for _, step := range []int{-1, 1} {
		for i := line + step; i >= 0 && i < len(y.starts)-1; i += step {
			l := y.content[y.starts[i]:y.starts[i+1]]
			rest := strings.TrimLeft(l, " ")
			if indent := l[:len(l)-len(rest)]; strings.TrimSpace(rest) != "" {
				if rest[0] != '\t' && !slices.Contains(found, indent) {
					found = append(found, indent)
				}
				break
			}
		}
	}
	return found
}

// complete returns where a value in quotes or brackets starts and ends in a line `key: value`, and where more text begins
// behind it, which is 0 if there is none.
func complete(line string) (start, end, behind int) {
	_, text, found := strings.Cut(line, ": ")
	text = strings.TrimLeft(text, " ")
	if !found || text == "" || strings.IndexByte("\"'[{", line[0]) >= 0 {
		return 0, 0, 0
	}
	start = len(line) - len(text)
	switch q := text[0]; q {
	case '"', '\'':
		end = 1
		for end < len(text) && text[end] != q {
			if q == '"' && text[end] == '\\' {
				end++
			}
			end++
		}
	case '[', '{':
		end = strings.IndexByte(text, q+2) // ] and } stand two behind their brackets
		if end < 0 || strings.IndexByte(text[1:end], q) >= 0 {
			return 0, 0, 0
		}
	default:
		return 0, 0, 0
	}
	if end++; end >= len(text) {
		return 0, 0, 0
	}
	rest := strings.TrimLeft(text[end:], " ")
	if rest == "" || rest[0] == '#' {
		return 0, 0, 0
	}
	return start, start + end, len(line) - len(rest)
}

const (
	unclosedQuote   = "found unexpected end of stream"
	unclosedBracket = "did not find expected ',' or "
	missingValue    = "did not find expected node content"
	noKeyHere       = "mapping values are not allowed"
	noToken         = "found character that cannot start any token"

	closedLater = "the quoted text that opens in this line ends in a later one, and what follows there does not fit; is " +
		"the closing quote missing here?"
	tabIndent = "there is a tab in the indentation, where YAML allows only spaces"
	notInMap  = "this line does not fit into the map around it: its indentation is that of no key above, or something " +
		"follows a value that is already complete"
	badTag = "a value that starts with `!` is a tag, and this one is not valid; put quotes around the value if " +
		"text is meant"

	// bisectLimit is the number of bytes of the largest text that is read again and again to find the line of an error.
	bisectLimit = 256 << 10
)

// explain returns the line (from 0) that is to blame and what is wrong with it. yaml.v3 itself tells the line before
// the one where the list, map or text starts that it could not finish. So the line of the error is that with which
// the text becomes wrong in the very way in which the whole is.
func (y *yamlFailure) explain() (line int, message string) {
	lines := len(y.starts) - 1
	text := lineReader{rest: y.content}
	problem, told := problemOf(decodeYAML(&text))
	if problem == missingValue {
		// If the text ends inside a list or map, one more word brings out which one.
		if p, l := yamlProblem(y.content + "x"); strings.HasPrefix(p, unclosedBracket) {
			problem, told = p, l
		}
	}
	message = yamlMessage(problem)
	switch {
	case strings.HasPrefix(problem, unclosedBracket): // the parser counts lines from 0 …
		return told - 1, message
	case problem == "found unexpected document indicator" || len(y.content) > bisectLimit: // … and the scanner from 1
		return min(max(told-2, 0), lines-1), message
	}
	wrong := func(line int) bool {
		p, l := y.read(line + 1)
		return p == problem && l == told
	}
	// The library reads no further than it must, so the line is one of the last that it has read.
	last := max(0, sort.SearchInts(y.starts, len(y.content)-len(text.rest))-1)
	first := last
	for step := 1; first > 0 && wrong(first-1); step *= 2 {
		last = first - 1
		first = max(0, last-step)
	}
	line = first + sort.Search(last-first, func(i int) bool { return wrong(first + i) })
	if p, told := y.read(line); p == unclosedQuote && !slices.Contains(badEscapes, problem) {
		return told - 2, closedLater
	} else if line > 0 { // the quote may end in the line above, and what stands behind it there begin a text
		if p, told := y.read(line - 1); p == unclosedQuote && y.mend(told-2, 0) != nil {
			return told - 2, closedLater
		}
	}
	return line, message
}

// read returns the problem of the first lines of the text.
func (y *yamlFailure) read(lines int) (problem string, told int) {
	return yamlProblem(y.content[:y.starts[lines]])
}

// lineReader reads a text line by line, so that it is known how much of it was asked for.
type lineReader struct{ rest string }

func (r *lineReader) Read(p []byte) (n int, err error) {
	if r.rest == "" {
		return 0, io.EOF
	}
	line := r.rest
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i+1]
	}
	n = copy(p, line)
	r.rest = r.rest[n:]
	return n, nil
}

// yamlProblem returns what yaml.v3 says of a text that it refuses, and the line that it tells.
func yamlProblem(content string) (problem string, told int) { return problemOf(loadYAML(content)) }

func problemOf(_ []*yaml.Node, err error) (problem string, told int) {
	if err == nil {
		return "", 0
	}
	problem = strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, found := strings.CutPrefix(problem, "line "); found {
		number, what, _ := strings.Cut(rest, ": ")
		if told, err = strconv.Atoi(number); err == nil {
			problem = what
		}
	}
	return problem, told
}

// yamlMessage says in our words what yaml.v3 says of a line.
func yamlMessage(problem string) string {
	for _, p := range yamlProblems {
		if strings.HasPrefix(problem, p.problem) {
			return p.message
		}
	}
	return "the YAML cannot be read from this line on: " + problem
}

var badEscapes = []string{"found unknown escape character", "did not find expected hexdecimal number",
	"found invalid Unicode character escape code"}

var yamlProblems = []struct{ problem, message string }{
	{noKeyHere,
		"there is a `: ` where no key can stand; put quotes around a value that holds one, and indent all keys of " +
			"a map alike"},
	{"could not find expected ':'",
		"this line is neither `key: value` nor a list item nor, by its indentation, part of the value above"},
	{"did not find expected key",
		notInMap},
	{"did not find expected '-' indicator",
		"this line does not fit into the list around it; start it with `- `, or indent it like the text of its item"},
	{"did not find expected ',' or ']'",
		"the list that opens in this line is not closed with `]`, or a comma is missing in it"},
	{"did not find expected ',' or '}'",
		"the map that opens in this line is not closed with `}`, or a comma is missing in it"},
	{missingValue, "a value is missing here, in front of a comma, a closing bracket or the end of the text"},
	{"did not find expected <document start>",
		"the YAML is complete before this line, so it and all below is outside; indent all top-level keys alike"},
	{"block sequence entries are not allowed",
		"a list item cannot start here; write the list on lines of its own, below its key"},
	{"mapping keys are not allowed", "a `? ` cannot stand here; put quotes around the value if text is meant"},
	{noToken,
		"a value starts with a character that YAML keeps for itself, such as @, % or a backtick; put quotes around " +
			"the value"},
	{"found a tab character", tabIndent},
	{unclosedQuote, "the quoted text that opens in this line is not closed; write its closing quote"},
	{"found unexpected document indicator",
		"the quoted text that opens in this line is not closed before the next `---`; write its closing quote"},
	{badEscapes[0],
		"there is a backslash in double quotes that starts no escape YAML knows; write two backslashes, or single " +
			"quotes around the value"},
	{badEscapes[1], "an escape in double quotes lacks its hexadecimal digits"},
	{badEscapes[2], "an escape in double quotes names no Unicode character"},
	{"did not find expected comment or line break",
		"nothing may follow a `|` or `>` that starts a block of text; put quotes around the value if it is meant " +
			"as it stands"},
	{"found an indentation indicator equal to 0",
		"the indentation of a block of text cannot be 0; write a digit from 1 to 9, or none"},
	{"unknown anchor",
		"the alias in this line has no anchor above it; put quotes around a value that starts with `*` if text is " +
			"meant"},
	{"did not find expected alphabetic or numeric character",
		"a value that starts with `*` or `&` is an alias or anchor, and this one has no valid name; put quotes " +
			"around it if text is meant"},
	{"found undefined tag handle", badTag},
	{"did not find expected whitespace or line break", badTag},
	{"did not find expected tag URI", badTag},
	{"did not find the expected '>'", badTag},
	{"did not find URI escaped octet", badTag},
	{"exceeded max depth", tooDeep},
}
