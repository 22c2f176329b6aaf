package state

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

var (
	idWord = memo.Regexp(`\b[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*(?:\.[a-z0-9_-]*[a-z0-9])?`)
	merged = memo.Regexp(`(?i)\b(?:merged?|merges|bundled?|bundles)\b`)
	oneOf  = memo.Regexp(`(?i)\b(?:same|one|single) file\b`)
)

// exceptionIDs returns the ids of the catalogue of exceptions: the project's own, or those that nexus-core comes with.
func (s *stateFile) exceptionIDs() []string {
	if ids, ok := s.project.IDs("task_exceptions"); ok {
		return ids
	}
	return s.project.Vocabulary("nexus", "task_exceptions")
}

// exceptions judges what a task says of exceptions from the rules of splitting work.
func (l *taskList) exceptions(t *task) {
	if l.excepted == nil {
		l.excepted = catalogueOf(l.exceptionIDs())
	}
	known := l.excepted
	n := t.node.Get("context")
	context := t.text("context")
	recorded := false
	for _, word := range idWord().FindAllString(context, -1) {
		if known.isID[word] {
			recorded = true
			continue
		}
		meant, likely := known.lookAlike(word)
		if !likely {
			continue
		}
		f := document.Finding{Rule: "nx-exception-id", Span: n.Span, At: t.at + ".context",
			Message: word + " is no id in the catalogue of exceptions, so nothing that reads the task knows that " +
				"an exception applies" + model.Suggest("", known.ids, "; write one of ")}
		if meant != "" {
			f.Message = word + " is no id in the catalogue of exceptions, so nothing that reads the task knows " +
				"that an exception applies; did you mean " + meant + "?"
			if at, found := document.Find(l.Doc, n.Span, word); found {
				f.Span, f.Fixes = at, document.Replace("write "+meant, at, meant)
			}
		}
		l.Report(f)
		return // one is enough to look at the text again
	}
	whole := t.text("title") + "\n" + context + "\n" + t.text("approach")
	if !recorded && merged().MatchString(whole) && oneOf().MatchString(whole) {
		l.Reportf("nx-exception-missing", l.Doc.Start(t.node), t.at+".context",
			"the task merges work on one file, which is the exception same_file_bundle, and `context` does not "+
				"name it, so the task is counted and split like any other; write the id into `context`")
	}
	l.docsOnly(t, context)
}

// catalogue is the ids of exceptions.
type catalogue struct {
	ids   []string
	isID  map[string]bool
	plain map[string]string // the first one by its letters alone
}

var plain = strings.NewReplacer("_", "", "-", "", ".", "")

func catalogueOf(ids []string) *catalogue {
	c := &catalogue{ids, map[string]bool{}, map[string]string{}}
	for _, id := range slices.Backward(ids) {
		c.isID[id], c.plain[plain.Replace(id)] = true, id
	}
	return c
}

// lookAlike reports whether a word is meant to be the id of an exception, and which one if that is plain.
func (c *catalogue) lookAlike(word string) (meant string, likely bool) {
	if id := c.plain[plain.Replace(word)]; id != "" {
		return id, true
	}
	if !strings.Contains(word, "_") {
		return "", false // a compound of plain prose
	}
	near := spell.Nearest(word, c.ids)
	return near, near != "" || strings.HasPrefix(word, "docs_only") || strings.HasPrefix(word, "same_file")
}

// docsOnly judges a task that is an exception because it changes nothing but documents.
func (l *taskList) docsOnly(t *task, context string) {
	switch {
	case strings.Contains(context, "docs_only.coherent") && strings.TrimSpace(t.text("approach")) == "":
		l.Reportf("nx-docs-coherent", l.Doc.Start(t.node), t.at+".approach",
			"the task is docs_only.coherent and has no `approach`, which must say what the one change is that all "+
				"its documents share; add it")
	case strings.Contains(context, "docs_only.coherent") && t.owner != "" && t.owner != "writer" &&
		t.owner != "reviewer":
		l.Reportf("nx-docs-coherent", t.node.Get("owner").Span, t.at+".owner",
			"the task is docs_only.coherent, which is for one writer with one reviewer, and its owner is %s; "+
				"give it to the writer", t.owner)
	case strings.Contains(context, "docs_only.independent") && t.owner == "writer":
		documents := 0
		for _, name := range t.files() {
			if strings.HasSuffix(name, ".md") {
				documents++
			}
		}
		if documents > 1 {
			l.Reportf("nx-docs-coherent", l.Doc.Start(t.node), t.at+".context",
				"the task is docs_only.independent and names %s; each has a task of its own then, or the exception "+
					"is docs_only.coherent", document.Count(documents, "document"))
		}
	}
}
