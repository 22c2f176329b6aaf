// Package syntax reports what keeps an artefact from being read as it looks: bytes that are no text, line ends that
// are none, frontmatter that its consumer does not find or reads otherwise, keys that are there twice, and fences
// that never end.
package syntax

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/contract"
	"github.com/nplint/nplint/rules"
)

// Analyzer judges bytes, line ends and frontmatter of every artefact.
var Analyzer = &analysis.Analyzer{
	Name:     "syntax",
	Doc:      "report what keeps an artefact from being read as it looks",
	Requires: []*analysis.Analyzer{document.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	set.Each(nil, func(plain *document.Reporter) {
		d := plain.Doc
		r := &reporter{plain, body(set, d.Kind)}
		if d.Problem != nil {
			r.Report(document.Finding{Rule: d.Problem.Rule, At: "content", Message: d.Problem.Message})
			return
		}
		if d.Dialect == "unread" {
			return
		}
		if isBlank(d.Src) {
			r.Report(document.Finding{Rule: "no-content", At: "content", Message: "the file is empty, so its consumer finds nothing of what it looks for; write it anew or " +
				"delete it"})
			return
		}
		judgeBytes(r)
		if d.Front != nil {
			judgeFrontmatter(r)
		}
		if d.Data != nil {
			judgeData(r)
		}
		if d.Body != nil {
			judgeBody(r)
			judgeConflicts(r)
		}
	})
	return nil, nil
}

// body returns what the contract of a kind demands; without a contract, that is some frontmatter.
func body(set *document.Set, kind string) *rules.Body {
	if body := contract.BodyOf(set, kind); body != nil {
		return body
	}
	return &rules.Body{Frontmatter: &rules.Schema{}}
}

// reporter reports faults of a file under the ids that its contract gives them.
type reporter struct {
	*document.Reporter
	body *rules.Body
}

// Report reports a fault with what follows from it, unless the contract says that it is none there.
func (r *reporter) Report(f document.Finding) {
	follows := r.body.Follows["/"+f.Rule]
	if code, ok := r.body.Codes["/"+f.Rule]; ok {
		f.Rule, follows = code, cmp.Or(follows, r.body.Follows[code])
	}
	if f.Rule != "" {
		f.Message = contract.Followed(f.Message, follows)
		r.Reporter.Report(f)
	}
}

// isBlank reports whether a file holds nothing but white space.
func isBlank(src []byte) bool {
	return len(bytes.TrimSpace(bytes.TrimPrefix(src, byteOrderMark))) == 0
}

var byteOrderMark = []byte("\uFEFF")

func judgeBytes(r *reporter) {
	src := r.Doc.Src
	if bytes.HasPrefix(src, byteOrderMark) {
		span := document.Span{Start: 0, End: len(byteOrderMark)}
		all := document.Span{End: len(src) - len(bytes.TrimLeft(src, string(byteOrderMark)))}
		r.Report(document.Finding{Rule: "byte-order-mark", Span: span, At: "content",
			Message: "the file starts with a byte order mark, which its consumer takes for a character of the " +
				"text, so it does not find what should stand first; remove the mark",
			Fixes: document.Replace("remove the byte order mark", all, "")})
	}
	if !utf8.Valid(src) {
		at := firstInvalid(src)
		r.Report(document.Finding{Rule: "invalid-utf8", Span: document.Span{Start: at, End: at + 1}, At: "content",
			Message: fmt.Sprintf(
				"the byte 0x%02X is not UTF-8: consumers replace it, and texts that are compared differ; save the "+
					"file as UTF-8", src[at])})
	}
	if bytes.IndexByte(src, '\r') >= 0 {
		judgeReturns(r)
	}
}

func firstInvalid(src []byte) int {
	for at := 0; at < len(src); {
		rune, n := utf8.DecodeRune(src[at:])
		if rune == utf8.RuneError && n <= 1 {
			return at
		}
		at += n
	}
	return len(src)
}

// maxReturns is how many carriage returns are mended each by itself. Where there are more, the text from the first to the
// last is written anew.
const maxReturns = 1000

// judgeReturns reports carriage returns that no line feed follows, once a file.
func judgeReturns(r *reporter) {
	src, newline := r.Doc.Src, r.Doc.Newline()
	with := func(i int) string { // what is written for the one at an offset
		if bytes.HasPrefix(src[i+1:], []byte("\r\n")) {
			return "" // a line end that was converted twice
		}
		if body := r.Doc.Body; newline == "\r\n" && body != nil && i >= body.Span.Start && i+2 < len(src) &&
			src[i+1] == ' ' && src[i+2] > ' ' {
			return "" // a program appended to a line and took its line end for text
		}
		return newline
	}
	count, mend, appended := 0, "take it out", true
	var edits []document.Edit
	var text []byte // from the first to the last
	done := 0
	for i, c := range src {
		if c != '\r' || i+1 < len(src) && src[i+1] == '\n' {
			continue
		}
		edit := document.Edit{Span: document.Span{Start: i, End: i + 1}, Text: with(i)}
		if edit.Text != "" {
			mend = "write line feeds"
		}
		appended = appended && edit.Text == "" && !bytes.HasPrefix(src[i+1:], []byte("\r\n"))
		if count++; count == 1 {
			done = i
		}
		if count <= maxReturns {
			edits = append(edits, edit)
		}
		text = append(append(text, src[done:i]...), edit.Text...)
		done = i + 1
	}
	if count == 0 {
		return
	}
	f := document.Finding{Rule: "lone-cr", At: "content", Span: edits[0].Span, Lesser: appended}
	if count > maxReturns {
		edits = []document.Edit{{Span: document.Span{Start: f.Span.Start, End: done}, Text: string(text)}}
	}
	f.Message = fmt.Sprintf(
		"a carriage return without line feed (%d in this file) ends no line for the consumer, which reads what "+
			"follows as part of the same line; %s", count, mend)
	f.Fixes = []document.Fix{{Title: mend, Edits: edits}}
	r.Report(f)
}

func judgeFrontmatter(r *reporter) {
	front, wanted := r.Doc.Front, r.body.Frontmatter
	demanded := wanted != nil && !(wanted.Optional && front.Absent())
	if front.Fault != nil && (demanded || !front.Absent() && front.Fault.Rule != "frontmatter-unclosed") {
		fault := *front.Fault
		fault.Fixes = opening(fault.Fixes)
		r.Report(fault)
	}
	for _, note := range front.Notes {
		r.Report(note)
	}
	duplicates(r, front.Root, "frontmatter")
}

// opening returns fixes that make a file one that can be read.
func opening(fixes []document.Fix) []document.Fix {
	fixes = slices.Clone(fixes)
	for i := range fixes {
		fixes[i].Opens = true
	}
	return fixes
}

func judgeData(r *reporter) {
	data := r.Doc.Data
	rule := map[string]string{"json": "json-parse-error", "jsonl": "json-parse-error"}[r.Doc.Dialect]
	if rule == "" {
		rule = "yaml-parse-error"
	}
	faults := data.Faults
	if len(faults) == 0 && data.Fault != nil {
		faults = []document.Fault{*data.Fault}
	}
	for _, fault := range faults {
		r.Report(document.Finding{Rule: rule, Span: fault.Span, At: "$",
			Message: fault.Message, Fixes: opening(fault.Fixes)})
	}
	duplicates(r, data.Root, "$")
	for i, line := range data.Lines {
		duplicates(r, line, fmt.Sprintf("$[%d]", i))
	}
}

// maxDuplicates is how many keys of a document that stand there again are told.
const maxDuplicates = 1000

// maxDropped is how many of them a fix of the last one that is told may take out.
const maxDropped = 20_000

// duplicates reports every key that its map has already.
func duplicates(r *reporter, root *document.Node, at string) {
	type open struct {
		node *document.Node
		at   string
	}
	count := 0
	var last document.Finding // of those that are told: its fix mends those below, too
	for stack := []open{{root, at}}; len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.node == nil {
			continue
		}
		for i, item := range top.node.Items {
			if item != nil && (item.Type == document.Map || item.Type == document.List) {
				stack = append(stack, open{item, fmt.Sprintf("%s[%d]", top.at, i)})
			}
		}
		first := firstKeys(top.node)
		for i := range top.node.Pairs {
			p := &top.node.Pairs[i]
			if other := first(p.Key, i); other != nil {
				if count++; count > maxDropped {
					continue
				}
				fixes := dropAgain(r.Doc, other, p)
				if count > maxDuplicates {
					last.Fixes = together(last.Fixes, fixes)
					continue
				}
				if count > 1 {
					r.Report(last)
				}
				last = document.Finding{Rule: "duplicate-key", Span: p.KeySpan, At: top.at + "." + p.Key, Fixes: fixes,
					Message: fmt.Sprintf("the key %q stands here again: of equal keys only the last value counts, if the file is "+
						"read at all; remove one of them", p.Key),
					Related: []document.Related{{Span: other.KeySpan, Message: "it is here first"}}}
			}
			if p.Value != nil && (p.Value.Type == document.Map || p.Value.Type == document.List) {
				stack = append(stack, open{p.Value, top.at + "." + p.Key})
			}
		}
	}
	if n := count - maxDuplicates; n > 0 {
		last.Message += fmt.Sprintf("; %s of this kind, further down, are neither told nor counted", document.Count(n, "more finding"))
	}
	if count > 0 {
		r.Report(last)
	}
}

// together returns a fix that does what two do, if the second begins behind the first.
func together(first, second []document.Fix) []document.Fix {
	if len(first) == 0 || len(second) == 0 {
		return append(first, second...)
	}
	all := &first[0]
	if edits := second[0].Edits; edits[0].Span.Start >= all.Edits[len(all.Edits)-1].Span.End {
		all.Title, all.Edits = "remove it, and those below that say the same", append(all.Edits, edits...)
	}
	return first
}

// dropAgain returns the fix of a key that stands there again with the same value, as far as one can see.
func dropAgain(d *document.Document, first, again *document.Pair) []document.Fix {
	if first.Value == nil || again.Value == nil || first.Value.Span.Len() != again.Value.Span.Len() ||
		d.Text(first.Value.Span) != d.Text(again.Value.Span) {
		return nil
	}
	pair := document.Span{Start: again.KeySpan.Start, End: max(again.KeySpan.End, again.Value.Span.End)}
	if again.Line.Len() > pair.Len()+maxDuplicates || strings.Trim(d.Text(again.Line), ", \t\r\n") != strings.TrimRight(d.Text(pair), " \t\r\n") {
		return nil // a comment would go with it
	}
	return document.Replace("remove it", again.Line, "")
}

// firstKeys returns a function that finds the first pair with a key before the i-th. Small maps are searched, since
// building an index costs more than most maps are worth.
func firstKeys(n *document.Node) func(key string, i int) *document.Pair {
	if len(n.Pairs) <= 32 {
		return func(key string, i int) *document.Pair {
			for k := range i {
				if n.Pairs[k].Key == key {
					return &n.Pairs[k]
				}
			}
			return nil
		}
	}
	index := make(map[string]int, len(n.Pairs))
	return func(key string, i int) *document.Pair {
		if first, ok := index[key]; ok {
			return &n.Pairs[first]
		}
		index[key] = i
		return nil
	}
}

// judgeBody reports a fence or comment that hides the rest of the file.
func judgeBody(r *reporter) {
	for i := range r.Doc.Body.Hidden {
		h := &r.Doc.Body.Hidden[i]
		if h.Closed || h.Inner.Len() == 0 {
			continue
		}
		what := "code fence"
		if h.Kind == document.Comment {
			what = "HTML comment"
		}
		reach := "everything below it"
		if h.Span.End < r.Doc.Body.Span.End-1 {
			reach = "the rest of its list item"
		}
		r.Report(document.Finding{Rule: "unclosed-block", Span: h.Open, At: "body",
			Message: fmt.Sprintf(
				"the %s that starts here is never closed, so %s is no structure: headings, blocks and tasks there "+
					"do not count; close it", what, reach)})
	}
}
