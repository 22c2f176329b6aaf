package spec

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
)

// macro is what stands between {{ and }} in a prompt.
type macro struct {
	id     string
	name   document.Span // of the id
	params []param
	size   int // of all that stands in it
}

// param is a parameter of a macro, in the order of the prompt.
type param struct {
	name    string
	value   string // as nexus-sync reads it
	heredoc bool   // `>>NAME`
	span    document.Span
}

// macros judges every macro of the prompt. nexus-sync goes on behind the first that it stops at for nobody.
func (m *member) macros() {
	src := string(m.Doc.Src)
	for at := m.Doc.Front.End; ; {
		open := strings.Index(src[at:], "{{")
		if open < 0 {
			return
		}
		open += at
		inner, ok := inside(src, open+len("{{"))
		if !ok {
			m.stops(document.Span{Start: open, End: open + len("{{")},
				"the macro is never closed; write }} behind its last parameter")
			return
		}
		at = inner.End + len("}}")
		read, span, problem := parse(src, inner)
		if problem == "" {
			span, problem = m.refused(&read)
		}
		if problem != "" {
			m.stops(span, problem)
		} else {
			m.lost(&read)
			m.target(&read)
		}
	}
}

// stops reports what nexus-sync stops at.
func (m *member) stops(span document.Span, problem string) {
	m.Reportf("nx-spec-macro", span, "body", "nexus-sync stops here and writes no file of any agent or skill: %s", problem)
}

// inside returns what stands between the {{ in front of an offset and its }}: braces within may be nested.
func inside(s string, start int) (inner document.Span, ok bool) {
	depth := 0
	for i := start; i < len(s); i++ {
		switch {
		case s[i] == '{':
			depth++
		case s[i] == '}' && depth > 0:
			depth--
		case strings.HasPrefix(s[i:], "}}"):
			return document.Span{Start: start, End: i}, true
		}
	}
	return inner, false
}

// parse reads a macro as nexus-sync does: the id ends at the first blank and not at a line end. A problem is told with
// its place.
func parse(s string, inner document.Span) (m macro, at document.Span, problem string) {
	start, end := document.Trim(s, inner.Start, inner.End)
	if start == end {
		return m, inner, "the macro is empty; write its id, or take it out"
	}
	m.size = end - start
	m.id, _, _ = strings.Cut(s[start:end], " ")
	m.name = document.Span{Start: start, End: start + len(m.id)}
	for i := m.name.End; ; {
		for i < end && isSpace(s[i]) {
			i++
		}
		if i == end {
			return m, at, ""
		}
		p := param{name: s[i:wordEnd(s, i, end)]}
		key := document.Span{Start: i, End: wordEnd(s, i+1, end)}
		if i += len(p.name); p.name == "" || s[i] != '=' { // behind the end stands a brace or a blank
			return m, key, "there is no `=` behind the name of a parameter; write key=value"
		}
		closed := false
		if i, closed = p.read(s[:end], i+1); !closed {
			return m, key, fmt.Sprintf("the text of %s has no closing quote; add it", p.name)
		}
		m.params = append(m.params, p)
	}
}

// read reads the value at an offset and returns where it ends, and whether it does.
func (p *param) read(s string, i int) (end int, closed bool) {
	start := i
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, `"`):
		var value strings.Builder
		for i++; i < len(s) && s[i] != '"'; i++ {
			if s[i] == '\\' && i+1 < len(s) {
				i++
			}
			value.WriteByte(s[i])
		}
		if i == len(s) {
			return i, false
		}
		i++
		p.value = value.String()
	case strings.HasPrefix(rest, "["), strings.HasPrefix(rest, "{"):
		i = bracketEnd(s, i)
		p.value = s[start:i]
	case strings.HasPrefix(rest, ">>"):
		i = wordEnd(s, i+len(">>"), len(s))
		p.value, p.heredoc = s[start:i], true
	default:
		for i < len(s) && !isSpace(s[i]) {
			i++
		}
		p.value = s[start:i]
	}
	p.span = document.Span{Start: start, End: i}
	return i, true
}

// bracketEnd returns the offset behind the bracket that closes the one at an offset, or the end. Only brackets of its
// sort count, and none in quotes.
func bracketEnd(s string, i int) int {
	open := s[i]
	depth, quoted := 0, false
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == open:
			depth++
		case c == open+2: // ] and } are two behind [ and {
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func isSpace(c byte) bool { return strings.IndexByte(" \t\n\v\f\r", c) >= 0 }

func wordEnd(s string, i, end int) int {
	for i < end && document.IsWordByte(s[i]) {
		i++
	}
	return i
}

// refused returns why nexus-sync stops at a macro that it can read, and where; "" if it does not.
func (m *member) refused(read *macro) (at document.Span, problem string) {
	known := m.catalogue()
	if known.params == nil {
		return at, "" // that there is none is reported there
	}
	params := known.params[read.id]
	if params == nil {
		return read.name, fmt.Sprintf("vocabulary/invocations.yml has no macro %q%s", read.id,
			model.Suggest(read.id, known.ids, writeOne))
	}
	given := map[string]bool{}
	for _, p := range read.params {
		given[p.name] = true
		if !params.has(p.name) {
			return p.span, fmt.Sprintf("%s is no parameter of {{%s}}%s", p.name, read.id,
				model.Suggest(p.name, params.names, writeOne))
		}
		if allowed := params.allowed[p.name]; allowed != nil && !p.heredoc && !slices.Contains(allowed, p.value) {
			return p.span, fmt.Sprintf("%s is %q%s", p.name, p.value, model.Suggest(p.value, allowed, writeOne))
		}
	}
	for _, name := range params.required {
		if !given[name] {
			return read.name, fmt.Sprintf("{{%s}} has no %s, which vocabulary/invocations.yml requires; add %s=…",
				read.id, name, name)
		}
	}
	return at, ""
}

// catalogue is the macros that the vocabulary has.
type catalogue struct {
	params map[string]*known // by id; nil if they cannot be read
	ids    []string          // sorted
}

// known is the parameters of a macro.
type known struct {
	names, required []string            // in the order of the vocabulary
	isRequired      map[string]bool     // of each
	allowed         map[string][]string // values; nil if it may have any, or they cannot be read
}

func (k *known) has(name string) bool {
	_, ok := k.isRequired[name]
	return ok
}

func catalogueOf(p *model.Project) *catalogue {
	entries := p.Data("nexus/spec-macros").Get("invocations")
	if entries == nil {
		return &catalogue{}
	}
	all := map[string]*known{}
	for _, entry := range document.Items(entries) {
		params := entry.Get("params")
		if params == nil {
			continue
		}
		macro := &known{isRequired: map[string]bool{}, allowed: map[string][]string{}}
		for _, param := range params.Pairs {
			required := param.Value.Get("required")
			macro.names = append(macro.names, param.Key)
			if macro.isRequired[param.Key] = required != nil && required.True; macro.isRequired[param.Key] {
				macro.required = append(macro.required, param.Key)
			}
			if document.Text(param.Value.Get("type")) == "enum" {
				enum := p.Lookup(document.Join(p.Root, enumFile(param.Value))).Map()
				macro.allowed[param.Key] = document.Texts(enum.Get("values"))
			}
		}
		if id := document.Text(entry.Get("id")); all[id] == nil { // a second one is reported
			all[id] = macro
		}
	}
	return &catalogue{all, slices.Sorted(maps.Keys(all))}
}

// enumFile returns where the values of a parameter stand, relative to the project root, or "".
func enumFile(config *document.Node) string {
	if ref := document.Text(config.Get("values_ref")); ref != "" {
		return path.Join("vocabulary", ref)
	}
	return ""
}

// entries reports macros of the catalogue that are there twice, and its references to files that there are not.
func entries(r *document.Reporter, p *model.Project) {
	seen := map[string]bool{}
	for i, entry := range document.Items(r.Doc.Map().Get("invocations")) {
		id := entry.Get("id")
		if name := document.Text(id); seen[name] {
			r.Reportf("nx-spec-id", id.Span, document.Index("$.invocations", i)+".id",
				"there is a macro %s above, and nexus-sync knows only the last of one id; give this one its own", name)
		} else if name != "" {
			seen[name] = true
		}
		for _, param := range document.Pairs(entry.Get("params")) {
			optional := []string{"required", "values_ref", "semantic"}
			model.Misspelt(param.Value, []string{"type"}, optional, func(p *document.Pair, near string) {
				r.Reportf("nx-spec-schema", p.KeySpan, "$.invocations",
					"nexus-sync knows no key `%s` of a parameter and passes over it; did you mean `%s`?", p.Key, near)
			})
			file := enumFile(param.Value)
			if file != "" && !p.Standalone && p.Files.Look(r.Doc.Root, file) == document.Absent {
				r.Reportf("nx-spec-missing", param.Value.Get("values_ref").Span, "$.invocations",
					"there is no %s, and nexus-sync stops where it is to read the values of %s, before it writes any file; "+
						"correct the path", file, param.Key)
			}
		}
	}
}
