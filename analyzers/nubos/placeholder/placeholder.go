// Package placeholder judges the marks `{{name}}` that rendering fills in: in templates they must be what the
// renderer knows, and in what was rendered none may be left. It also finds values that were turned into text as
// `[object Object]`.
package placeholder

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer judges templates and all that can be rendered from one.
var Analyzer = &analysis.Analyzer{
	Name:     "placeholder",
	Doc:      "find placeholders that nobody fills in",
	Requires: []*analysis.Analyzer{document.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	set := document.Of(pass)
	set.Each(nil, func(r *document.Reporter) {
		name, ours := strings.CutPrefix(r.Doc.Kind, "nubos/")
		if !ours || r.Doc.Problem != nil || slices.Contains(written, name) {
			return
		}
		if name == "template" {
			t := &template{Reporter: r, set: set}
			t.placeholders()
			t.headings()
			return
		}
		j := artefact{r}
		j.left()
		if slices.Contains(generated, name) {
			j.objects()
		}
	})
	return nil, nil
}

var (
	// written are the kinds that no template is for; they may well explain what a placeholder is.
	written = []string{"agent", "workflow", "doctrine"}
	// generated are the kinds that programs write from values; in others `[object Object]` may be what the text is
	// about.
	generated = []string{"roadmap", "milestone-meta", "todo", "slice-summary", "project-roadmap", "project-summary"}
)

// artefact is one rendered artefact under judgement.
type artefact struct{ *document.Reporter }

// mark is a placeholder, or what was meant as one.
var mark = memo.Regexp(`\{\{[^{}\n]{0,200}\}\}`)

// left reports placeholders that nobody has filled in. Those in fences, comments and code spans are what the text is
// about.
func (j *artefact) left() {
	content := j.Doc.Content()
	for at := 0; ; {
		i := strings.Index(content[at:], "{{")
		if i < 0 {
			return
		}
		start := at
		if newline := strings.LastIndexByte(content[at:at+i], '\n'); newline >= 0 {
			start = at + newline + 1
		}
		end := len(content)
		if newline := strings.IndexByte(content[at+i:], '\n'); newline >= 0 {
			end = at + i + newline
		}
		j.line(content[start:end], start)
		at = end
	}
}

// line reports the placeholders in a line that starts at an offset.
func (j *artefact) line(line string, start int) {
	comment := len(line)
	if j.Doc.Dialect == "yaml" {
		comment = yamlComment(line)
	}
	last, ticks := 0, 0
	for _, m := range mark().FindAllStringIndex(line, -1) {
		ticks += strings.Count(line[last:m[0]], "`")
		last = m[0]
		span := document.Span{Start: start + m[0], End: start + m[1]}
		if ticks%2 == 1 || m[0] > comment || m[0] > 0 && line[m[0]-1] == '$' || j.isAside(span) {
			continue
		}
		j.Reportf("placeholder-left", span, "content",
			"the placeholder %s was never filled in, so whoever reads the file takes it for the text; write what "+
				"belongs here", line[m[0]:m[1]])
	}
}

// isAside reports whether a placeholder is no part of the artefact's text, or is reported already because the file
// cannot be read for it.
func (j *artefact) isAside(s document.Span) bool {
	if d := j.Doc; d.Body != nil {
		return d.Body.HiddenAt(s.Start) != nil
	}
	fault := j.Doc.Data.Fault
	return fault != nil && s.Contains(fault.Span.Start)
}

// yamlComment returns where the comment of a line probably starts, or the length of the line.
func yamlComment(line string) int {
	if strings.HasPrefix(strings.TrimLeft(line, " "), "#") {
		return 0
	}
	if i := strings.Index(line, " #"); i >= 0 {
		return i
	}
	return len(line)
}

// objects reports values that were turned into text without a thought.
func (j *artefact) objects() {
	const object = "[object Object]"
	content := j.Doc.Content()
	for at := 0; ; {
		i := strings.Index(content[at:], object)
		if i < 0 {
			return
		}
		span := document.Span{Start: at + i, End: at + i + len(object)}
		at = span.End
		if !j.isAside(span) {
			j.Reportf("stringified-object", span, "content",
				"here stands `[object Object]`, because a program turned a map into text the wrong way, and what was "+
					"meant is lost; write the text that was meant, and look for a map where a text should be in "+
					"roadmap.yaml")
		}
	}
}
