package text

import (
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

var exceptionID = memo.Regexp("`([a-z][a-z0-9]*_[a-z0-9_]*(?:\\.[a-z0-9_]+)?)`")

// exceptions judges the ids that a prompt cites in a line about the catalogue of exceptions. A family of ids may be
// cited by its first part.
func (t *text) exceptions() {
	ids, known := t.project.IDs("task_exceptions")
	if !known {
		return
	}
	catalogue := t.project.Path("nexus/task-exceptions")
	t.Doc.Body.EachLine(func(line string, start int) bool {
		if !strings.Contains(line, catalogue) {
			return true
		}
		for _, m := range exceptionID().FindAllStringSubmatchIndex(line, -1) {
			id := line[m[2]:m[3]]
			if t.project.IsGone("task_exceptions", id) {
				continue // the vocabulary is what has changed, and is reported there
			}
			if t.project.Entry("task_exceptions", id) == nil && !t.project.Begins("task_exceptions", id+".") {
				t.Reportf("nx-exception-cited", document.Span{Start: start + m[2], End: start + m[3]}, "body",
					"the prompt cites the exception %s, and vocabulary/task-exceptions.yml has none of that id, so "+
						"agents would record what nobody knows%s", id, model.Suggest(id, ids, writeOne))
			}
		}
		return true
	})
}

var docsRef = memo.Regexp(`(?i)harness docs?:[ \t]*([a-z][a-z0-9_]*(?:,[ \t]*[a-z][a-z0-9_]*)*)`)

// docsRefs holds what a skill's prompt says of the documents of a harness against the list in its meta.yml: each file
// is judged by the other.
func (t *text) docsRefs() {
	own := t.project.Skills.With("", path.Base(path.Dir(t.Doc.Path)))
	i := slices.IndexFunc(own, func(m *model.Member) bool { return path.Dir(m.Path) == path.Dir(t.Doc.Path) })
	if i < 0 || own[i].Meta == nil {
		return
	}
	listed := own[i].Meta.Get("harness_docs_refs")
	if t.body {
		t.eachDocsRef(string(t.Doc.Src), func(key string, span document.Span) {
			if !slices.Contains(document.Texts(listed), key) {
				t.Reportf("nx-docs-ref-unused", span, "body",
					"the prompt refers to the harness's document %s, which harness_docs_refs in meta.yml does not "+
						"list, so a harness does not know that it must have one; add it there", key)
			}
		})
		return
	}
	body := t.project.At(path.Dir(t.Doc.Path) + "/body.md")
	if body == nil || listed == nil {
		return
	}
	used := map[string]bool{}
	t.eachDocsRef(string(body.Src), func(key string, _ document.Span) { used[key] = true })
	for i, item := range listed.Items {
		if key := document.Text(item); key != "" && !used[key] {
			t.Reportf("nx-docs-ref-unused", item.Span, document.Index("$.harness_docs_refs", i),
				"no line of body.md says `harness docs: %s`, so a harness must have a document that nobody is sent "+
					"to; refer to it there, or remove the key", key)
		}
	}
}

// eachDocsRef calls f with every key behind "harness docs:".
func (t *text) eachDocsRef(s string, f func(key string, span document.Span)) {
	if !strings.Contains(s, "arness doc") && !strings.Contains(s, "ARNESS DOC") {
		return
	}
	for _, m := range docsRef().FindAllStringSubmatchIndex(s, -1) {
		at := m[2]
		for part := range strings.SplitSeq(s[m[2]:m[3]], ",") {
			key := strings.TrimSpace(part)
			start := at + strings.Index(part, key)
			f(key, document.Span{Start: start, End: start + len(key)})
			at += len(part) + 1
		}
	}
}
