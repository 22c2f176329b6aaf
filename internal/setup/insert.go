package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// insert adds an element to the end of a list in a JSON text: see insertInto.
func insert(text string, at []string, element string) (string, error) {
	return insertInto(text, at, "[]", element)
}

// insertInto adds an element to the end of a list, whose brackets are "[]", or a member to the end of an object, "{}",
// in a JSON text, which may have comments, and makes what is not there on the way to it. Nothing else changes: no byte,
// no order, no comment. The element comes in the indentation of the text.
func insertInto(text string, at []string, brackets, element string) (string, error) {
	windows := strings.Contains(text, "\r\n") && strings.Count(text, "\r\n") == strings.Count(text, "\n")
	if windows {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	r := reader{text: text}
	top, err := r.whole()
	if err != nil {
		return "", err
	}
	into := top
	for len(at) > 0 {
		if into.text[into.start] != '{' {
			return "", errors.New("what it holds has another shape")
		}
		next, ok := into.members[at[0]]
		if !ok {
			break
		}
		into, at = next, at[1:]
	}
	if len(at) == 0 && into.text[into.start] != brackets[0] {
		return "", errors.New("what it holds has another shape")
	}
	for i := len(at) - 1; i >= 0; i-- {
		if i == len(at)-1 {
			element = brackets[:1] + element + brackets[1:]
		}
		key, _ := json.Marshal(at[i])
		element = string(key) + ": " + element
		if i > 0 {
			element = "{" + element + "}"
		}
	}
	result := into.add(element, top.unit())
	if windows {
		result = strings.ReplaceAll(result, "\n", "\r\n")
	}
	return result, nil
}

// value is an object or a list in a text, or anything else in it.
type value struct {
	text       string
	start, end int // end is behind the last byte
	members    map[string]*value
	first      int  // where the first member begins, or 0 if there is none
	last       int  // where the last member ends
	comma      bool // behind which there is a comma
	filled     int  // where what is in it ends, comments included
}

// unit is how much further in a text goes that is one level deeper.
func (v *value) unit() string {
	if unit := v.margin(v.first); v.first > 0 && unit != "" && strings.Contains(v.text[v.start:v.first], "\n") {
		return unit
	}
	return "  "
}

// margin is the white space that the line of a place begins with.
func (v *value) margin(at int) string {
	line := v.text[strings.LastIndexByte(v.text[:at], '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// add returns the text with a member more in the value.
func (v *value) add(member, unit string) string {
	outer, head, tail := v.margin(v.start), v.text[:v.filled], v.text[v.filled:]
	if v.first > 0 && !strings.Contains(v.text[v.start:v.first], "\n") { // all in one line
		if v.comma {
			return head + " " + member + tail
		}
		return v.text[:v.last] + ", " + member + v.text[v.last:]
	}
	inner := outer + unit
	if v.first > 0 {
		inner = v.margin(v.first)
		if !v.comma {
			head = v.text[:v.last] + "," + v.text[v.last:v.filled]
		}
	}
	return head + "\n" + inner + indented(member, inner, unit) + "\n" + outer + strings.TrimLeft(tail, " \t\n")
}

// indented writes a member of an object or an element of a list over several lines.
func indented(member, margin, unit string) string {
	key := ""
	if strings.HasPrefix(member, `"`) {
		end := strings.Index(member, ": ") // the keys here have none
		key, member = member[:end+2], member[end+2:]
	}
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(member), margin, unit); err != nil {
		return key + member
	}
	return key + b.String()
}

// reader reads JSON with comments.
type reader struct {
	text string
	at   int
}

// whole returns the object that a text is.
func (r *reader) whole() (*value, error) {
	r.space()
	if r.at == len(r.text) || r.text[r.at] != '{' {
		return nil, errors.New("it is no JSON object")
	}
	v, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if r.space(); r.at < len(r.text) {
		return nil, r.fail()
	}
	return v, nil
}

func (r *reader) fail() error {
	return fmt.Errorf("it is no valid JSON from line %d on", strings.Count(r.text[:min(r.at, len(r.text))], "\n")+1)
}

// space passes over white space and comments, and returns where the last comment ends, or 0.
func (r *reader) space() (comment int) {
	for r.at < len(r.text) {
		rest := r.text[r.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			r.at++
		case strings.HasPrefix(rest, "\ufeff"):
			r.at += len("\ufeff")
		case strings.HasPrefix(rest, "//"):
			if end := strings.IndexByte(rest, '\n'); end >= 0 {
				rest = rest[:end]
			}
			r.at += len(rest)
			comment = r.at
		case strings.HasPrefix(rest, "/*") && strings.Contains(rest[2:], "*/"):
			r.at += strings.Index(rest[2:], "*/") + 4
			comment = r.at
		default:
			return comment
		}
	}
	return comment
}

// deepest is how many levels are read.
const deepest = 200

func (r *reader) value(depth int) (*value, error) {
	if r.at == len(r.text) || depth > deepest {
		return nil, r.fail()
	}
	v := &value{text: r.text, start: r.at}
	switch r.text[r.at] {
	case '{', '[':
		return v, r.members(v, depth)
	case '"':
		for r.at++; r.at < len(r.text) && r.text[r.at] != '"'; r.at++ {
			if r.text[r.at] == '\\' {
				r.at++
			}
		}
		r.at++
	default:
		for r.at < len(r.text) && strings.IndexByte(" \t\r\n,:]}/", r.text[r.at]) < 0 {
			r.at++
		}
	}
	r.at = min(r.at, len(r.text))
	if v.end = r.at; !json.Valid([]byte(r.text[v.start:v.end])) {
		r.at = v.start
		return nil, r.fail()
	}
	return v, nil
}

// members reads what is in an object or a list.
func (r *reader) members(v *value, depth int) error {
	isObject := r.text[r.at] == '{'
	if isObject {
		v.members = map[string]*value{}
	}
	r.at++
	v.filled = r.at
	for {
		if comment := r.space(); comment > 0 {
			v.filled = comment
		}
		if r.at == len(r.text) {
			return r.fail()
		}
		if c := r.text[r.at]; c == '}' && isObject || c == ']' && !isObject {
			r.at++
			v.end = r.at
			return nil
		}
		if v.first > 0 && !v.comma {
			return r.fail()
		}
		if v.first == 0 {
			v.first = r.at
		}
		if err := r.member(v, isObject, depth); err != nil {
			return err
		}
		v.last, v.filled, v.comma = r.at, r.at, false
		comment := r.space()
		if r.at < len(r.text) && r.text[r.at] == ',' {
			r.at++
			v.comma, v.filled = true, r.at
		} else {
			v.filled = max(v.filled, comment)
		}
	}
}

// member reads one of them, with its key if it has one.
func (r *reader) member(v *value, isObject bool, depth int) error {
	if !isObject {
		_, err := r.value(depth + 1)
		return err
	}
	start := r.at
	key, err := r.value(depth + 1)
	var name string
	if err != nil || json.Unmarshal([]byte(r.text[start:key.end]), &name) != nil {
		return r.fail()
	}
	if r.space(); r.at == len(r.text) || r.text[r.at] != ':' {
		return r.fail()
	}
	r.at++
	r.space()
	below, err := r.value(depth + 1)
	if err == nil {
		v.members[name] = below // of several the last counts
	}
	return err
}
