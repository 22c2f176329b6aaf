package verifycmd

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word is one word of a command.
type word struct {
	text     string // its value, if fixed
	from, to int    // where it stands in the text
	fixed    bool   // nothing in it is expanded, so text is what the command gets
	inner    int    // if the value stands in the text as it is: how many bytes of quotes stand before it; else -1
}

// command is a simple command: at least one word.
type command struct {
	t     *text
	words []word
}

// source returns the command as it is written.
func (c command) source() string { return c.t.s[c.words[0].from:c.words[len(c.words)-1].to] }

// rest returns the command that starts at word i, if there is one.
func (c command) rest(i int) (command, bool) {
	if i >= len(c.words) {
		return command{}, false
	}
	return command{c.t, c.words[i:]}, true
}

// Limits that no command of a plan comes near, and that keep what the parser has to nest small.
const (
	maxDepth    = 100  // brackets within one another
	maxKeywords = 1000 // words such as `if`, and operators such as `!`
	maxNested   = 4    // commands within the arguments of `sh -c`
)

// tooDeep reports whether a text could nest deeper than the parser, which is recursive, should have to.
func tooDeep(s string) bool {
	if nests(s, maxDepth) {
		return true
	}
	if len(s) < maxKeywords {
		return false
	}
	keywords := strings.Count(s, "!") + strings.Count(s, "`")
	for field := range strings.FieldsSeq(s) {
		if syntax.IsKeyword(strings.TrimRight(field, ";")) {
			keywords++
		}
	}
	return keywords > maxKeywords
}

// nests reports whether more than limit brackets stand open in one another, wherever in the text they stand.
func nests(s string, limit int) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(', '{', '[':
			if depth++; depth > limit {
				return true
			}
		case ')', '}', ']':
			depth = max(depth-1, 0)
		}
	}
	return false
}

// shell judges the commands that start with the first line, and returns how many lines they take.
func (s *script) shell(lines []line) int {
	for n := 1; ; n = min(2*n, len(lines)) {
		t := join(lines[:n])
		if tooDeep(t.s) {
			s.broken(t, 0, len(lines[0].s), "it nests too deep to be judged; move it into a script, and call that")
			return n
		}
		file, err := s.parser.Parse(strings.NewReader(t.s), "")
		if err == nil && !strings.HasSuffix(strings.TrimRight(t.s, "\n"), `\`) || err == nil && n == len(lines) {
			s.walk(t, file)
			return n
		}
		if err == nil || unfinished(err) && n < len(lines) {
			continue // on the next line
		}
		at, reason := fault(err, len(t.s))
		broken := t.line(at)
		from, to := t.marks[broken].at, len(t.s)
		if broken+1 < n {
			to = t.marks[broken+1].at
		}
		s.broken(t, from, from+len(strings.TrimRight(t.s[from:to], "\n")), "the shell cannot parse it: "+reason)
		if unfinished(err) {
			return n // what was opened swallows the rest
		}
		return broken + 1
	}
}

// unfinished reports whether a text could still become right if it went on.
func unfinished(err error) bool {
	return syntax.IsIncomplete(err) || strings.Contains(err.Error(), "unclosed here-document")
}

// fault returns where in a text of the given size an error of the parser lies, and its reason in words.
func fault(err error, size int) (at int, reason string) {
	var parse syntax.ParseError
	if !errors.As(err, &parse) {
		var other syntax.LangError
		if errors.As(err, &other) {
			parse.Pos = other.Pos
		}
		_, parse.Text, _ = strings.Cut(err.Error(), ": ")
	}
	if parse.Pos.IsValid() {
		at = min(int(parse.Pos.Offset()), size)
	}
	return at, parse.Text
}

// walk judges every command of a syntax tree.
func (s *script) walk(t *text, file *syntax.File) {
	s.strict.read(file)
	s.fallible = s.fallible || s.depth > 0 || s.strict.canFail(file.Stmts)
	syntax.Walk(file, func(node syntax.Node) bool {
		if f, ok := node.(*syntax.FuncDecl); ok && f.Name != nil {
			s.functions[f.Name.Value] = true
		}
		return true
	})
	type scope struct {
		node syntax.Node
		dirs []string
	}
	var open []scope
	syntax.Walk(file, func(node syntax.Node) bool {
		switch node := node.(type) {
		case nil:
			left := open[len(open)-1]
			open = open[:len(open)-1]
			switch left.node.(type) {
			case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
				s.dirs = left.dirs
			}
			return true
		case *syntax.CallExpr:
			if len(node.Args) > 0 {
				s.command(call(t, node))
			}
		case *syntax.Redirect:
			if target := literal(t, node.Word); target.fixed && (node.Op == syntax.RdrOut || node.Op == syntax.AppOut) {
				s.make(target.text)
			}
		}
		open = append(open, scope{node, s.dirs})
		return true
	})
}

func call(t *text, node *syntax.CallExpr) command {
	c := command{t: t, words: make([]word, len(node.Args))}
	for i, arg := range node.Args {
		c.words[i] = literal(t, arg)
	}
	return c
}

// literal returns a word of the syntax tree with its value, if it has a fixed one.
func literal(t *text, w *syntax.Word) word {
	out := word{from: int(w.Pos().Offset()), to: int(w.End().Offset()), fixed: true, inner: -1}
	var b strings.Builder
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			out.fixed = out.fixed && !strings.ContainsAny(unescape(part.Value, true), "*?[{~")
			b.WriteString(unescape(part.Value, false))
		case *syntax.SglQuoted:
			out.fixed = out.fixed && !part.Dollar
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			out.fixed = out.fixed && !part.Dollar && quoted(&b, part)
		default:
			out.fixed = false
		}
	}
	out.text = b.String()
	for quotes := range 2 {
		if from := out.from + quotes; from+len(out.text) <= len(t.s) && t.s[from:from+len(out.text)] == out.text {
			out.inner = quotes
			break
		}
	}
	out.fixed = out.fixed || out.text == "[" && len(w.Parts) == 1
	return out
}

// quoted writes the value of a text in double quotes and reports whether it is fixed.
func quoted(b *strings.Builder, q *syntax.DblQuoted) bool {
	for _, part := range q.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			return false
		}
		for i := 0; i < len(lit.Value); i++ {
			if lit.Value[i] == '\\' && i+1 < len(lit.Value) && strings.IndexByte("\"\\$`\n", lit.Value[i+1]) >= 0 {
				i++
			}
			b.WriteByte(lit.Value[i])
		}
	}
	return true
}

// unescape takes the backslashes out of unquoted text, or, with bare, what they stand before too: what remains is not
// quoted.
func unescape(s string, bare bool) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
		} else if i++; i < len(s) && s[i] != '\n' && !bare {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// nested judges the shell text that is the value of a word, such as that of `sh -c`.
func (s *script) nested(t *text, w word) {
	if !w.fixed || s.depth >= maxNested {
		return
	}
	if tooDeep(w.text) {
		s.broken(t, w.from, w.to, "it nests too deep to be judged; move it into a script, and call that")
		return
	}
	span := t.span(w.from, w.to)
	inner := &text{s: w.text, whole: &span}
	if w.inner >= 0 && t.whole == nil {
		inner.whole = nil
		for at := 0; at < len(w.text); {
			inner.marks = append(inner.marks, mark{at, t.source(w.from + w.inner + at)})
			if n := strings.IndexByte(w.text[at:], '\n'); n >= 0 {
				at += n + 1
			} else {
				at = len(w.text)
			}
		}
	}
	file, err := s.parser.Parse(strings.NewReader(w.text), "")
	if err != nil {
		_, reason := fault(err, len(w.text))
		s.broken(t, w.from, w.to, "the shell cannot parse it: "+reason)
		return
	}
	dirs := s.dirs
	s.depth++
	s.walk(inner, file)
	s.depth--
	s.dirs = dirs
}
