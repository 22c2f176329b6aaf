// Package notation reads what a text for Claude Code says by itself: its lines and code spans, imports, mentions of agents
// and skills, lists of tools, commands of shells, and paths. It asks for no other file.
package notation

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

var described = memo.Regexp(`^(?:\x{FEFF})?---\s*\n(?:[^\n]*\n)*?description:`)

var comment = memo.Regexp(`<!--.*?-->`)

// Described reports whether a text looks as if Claude Code were to load it: its frontmatter has a description.
func Described(text string) bool { return described().MatchString(text) }

// IsIndex reports whether a file tells people, or other programs, of the directory that it lies in.
func IsIndex(file string) bool {
	return index().MatchString(strings.TrimSuffix(path.Base(file), ".md"))
}

// IsDocument reports whether a file among agents tells of them, as IsIndex says or by a directory docs.
func IsDocument(file string) bool { return IsIndex(file) || strings.Contains("/"+file, "/docs/") }

var index = memo.Regexp(`(?i)^(?:readme|claude|agents|index|template)$|(?:^|[-_ ])(?:guide|quick[-_]?start)$`)

// Markdown returns a text that is no artefact as a document without frontmatter, or nil if it is no text, or too much to be
// read.
func Markdown(file string, text []byte) *document.Document {
	in := document.Input{Path: file, Dialect: "none"}
	if document.Dense(&in, text, 0) != "" {
		return nil
	}
	d := document.Parse(&in, func(*document.Input) ([]byte, *document.Problem) { return text, nil })
	if d.Body == nil {
		return nil
	}
	return d
}

// Refusal returns what Claude Code does with a file of a kind in which it does not take a part: that of plugins and entries
// of marketplaces; "" of others, which it reads without that part.
func Refusal(kind string) string {
	switch kind {
	case "claude/plugin":
		return "refuses the manifest, and the plugin is not loaded"
	case "claude/marketplace":
		return "refuses the entry, and the plugin cannot be installed"
	}
	return ""
}

// Line is a stretch of a body, in one line: its text and where it starts in the file.
type Line struct {
	Text  string
	Start int
}

// Span returns a stretch of the line.
func (l Line) Span(from, to int) document.Span {
	return document.Span{Start: l.Start + from, End: l.Start + to}
}

// A line of at most so many bytes is read as a whole to tell what is meant by something in it; of a longer one, which may
// hold very many things, so many bytes on each side are.
const (
	wholeLine = 1024
	around    = 384
)

// Around returns the part of the line in which something stands, and what stands there beside it.
func (l Line) Around(from, to int) Line {
	if len(l.Text) <= wholeLine {
		return l
	}
	start := max(0, from-around)
	return Line{l.Text[start:min(len(l.Text), to+around)], l.Start + start}
}

// Text calls call with every line of a body outside of fences and comments.
func Text(d *document.Document, call func(l Line)) { TextWith(d, "", call) }

// TextWith is Text for the lines that have a word; if all of them stand in comments, the line comes without it.
func TextWith(d *document.Document, word string, call func(l Line)) {
	d.Body.EachLineWith(word, func(text string, start int) bool {
		if strings.Contains(text, "<!--") {
			text = comment().ReplaceAllStringFunc(text, func(c string) string { return strings.Repeat(" ", len(c)) })
		}
		call(Line{text, start})
		return true
	})
}

// Shell calls call with every line in a fence of shell commands, or of no language, without a prompt before it.
func Shell(d *document.Document, call func(l Line)) {
	for i := range d.Body.Hidden {
		h := &d.Body.Hidden[i]
		info, _, _ := strings.Cut(strings.ToLower(h.Info), " ")
		if h.Kind != document.Fence || !slices.Contains([]string{"", "sh", "bash", "shell", "zsh", "console"}, info) {
			continue
		}
		at := h.Inner.Start
		for text := range strings.SplitAfterSeq(d.Text(h.Inner), "\n") {
			bare := strings.TrimLeft(text, " \t")
			bare = strings.TrimPrefix(bare, "$ ")
			call(Line{strings.TrimRight(bare, "\r\n"), at + len(text) - len(bare)})
			at += len(text)
		}
	}
}

// Codes returns the code spans of a line without their marks, and the line with blanks in their place.
func (l Line) Codes() (codes []Line, plain string) {
	s := l.Text
	if strings.IndexByte(s, '`') < 0 {
		return nil, s
	}
	var out strings.Builder
	out.Grow(len(s))
	for at := 0; at < len(s); {
		i := strings.IndexByte(s[at:], '`')
		if i < 0 {
			break
		}
		from := at + i
		n := len(s[from:]) - len(strings.TrimLeft(s[from:], "`"))
		if at = document.BehindCode(s, from, len(s)); at == from+n {
			continue
		}
		to := at - n
		code := strings.TrimSpace(s[from+n : to])
		codes = append(codes, Line{code, l.Start + from + n + strings.Index(s[from+n:to], code)})
		out.WriteString(s[out.Len():from])
		for range at - from {
			out.WriteByte(' ')
		}
	}
	out.WriteString(s[out.Len():])
	return codes, out.String()
}

// IsTruth reports whether a value is true, or false, in one of the words that skills take.
func IsTruth(n *document.Node, want bool) bool {
	if n == nil {
		return false
	}
	words := []string{"false", "no", "off", "0"}
	if want {
		words = []string{"true", "yes", "on", "1"}
	}
	return slices.Contains(words, strings.ToLower(n.Text)) || n.Type == document.Bool && n.True == want
}

// Lists returns the texts of a value that is a text or a list of texts.
func Lists(n *document.Node) []*document.Node {
	switch {
	case n == nil:
		return nil
	case n.Type == document.String:
		return []*document.Node{n}
	}
	return slices.DeleteFunc(slices.Clone(n.Items), func(i *document.Node) bool { return i.Type != document.String })
}

// Refused reports whether Claude Code loads no agent of a project with a name.
func Refused(name string) bool {
	return strings.IndexAny(name, "-－﹣") == 0 || strings.ContainsAny(name, ":：﹕︓") || len([]rune(name)) > 256
}
