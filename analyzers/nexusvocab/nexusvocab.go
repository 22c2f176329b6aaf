// Package nexusvocab holds agents, skills and the vocabulary of nexus-core against each other: ids, references, triggers and the values that
// make them work. The contract pass judges the shape of each file, this one judges whether they fit together.
package nexusvocab

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// Analyzer judges metas and vocabulary files by what the others say.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusvocab",
	Doc:      "hold agents, skills and vocabulary of nexus-core against each other",
	Requires: []*analysis.Analyzer{document.Analyzer, project.Analyzer},
	Run:      run,
}

var judges = map[string]func(*judge){
	"nexus/agent-meta":      (*judge).agent,
	"nexus/skill-meta":      (*judge).skill,
	"nexus/capabilities":    (*judge).capabilities,
	"nexus/categories":      (*judge).categories,
	"nexus/resume-tiers":    (*judge).resumeTiers,
	"nexus/tags":            (*judge).tags,
	"nexus/invocations":     (*judge).invocations,
	"nexus/task-exceptions": func(j *judge) { j.entries("task_exceptions") },
	"nexus/memory-policy":   (*judge).memoryPolicy,
	"nexus/schema":          (*judge).schema,
	"nexus/state-schema":    (*judge).schema,
}

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[document.Analyzer].(*document.Set)
	tree := pass.ResultOf[project.Analyzer].(*project.Tree)
	for kind, call := range judges {
		set.Each(pass, []string{kind}, func(r *document.Reporter) {
			if r.Doc.Readable() && r.Doc.Data != nil && r.Doc.Data.Root != nil && r.Doc.Data.Root.Type == document.Map {
				call(&judge{Reporter: r, set: set, nexus: tree.Nexus(r.Doc.Root), root: r.Doc.Data.Root})
			}
		})
	}
	set.Each(pass, nil, func(r *document.Reporter) {
		if !strings.HasPrefix(r.Doc.Kind, "nexus/") {
			return
		}
		if nexus := tree.Nexus(r.Doc.Root); nexus.Source && nexus.Anchor == r.Doc.Path {
			missing(r, tree, nexus)
			if nexus.Released() {
				missingSchemas(r, tree, nexus)
			}
		}
	})
	return nil, nil
}

// judge judges one file.
type judge struct {
	*document.Reporter
	set   *document.Set
	nexus *project.Nexus
	root  *document.Node
}

// missing reports vocabulary files that are not there. The reference then checks less without a word.
func missing(r *document.Reporter, tree *project.Tree, n *project.Nexus) {
	for _, file := range project.VocabularyFiles(n.Edition) {
		name := "vocabulary/" + file.Name
		switch {
		case tree.HasArtefact(r.Doc.Root, name):
		case file.Name == "tags.yml":
			r.Reportf("nx-tags-readable", r.Doc.FirstLine(), "content", "%s is missing, so no tag starts anything and no trigger of a skill can be checked; restore it", name)
		default:
			r.Reportf("nx-vocab-missing", r.Doc.FirstLine(), "content", "%s is missing, so nothing that refers to it can be checked, and the reference passes over all of that without a word; restore it", name)
		}
	}
}

var kebab = rules.Lazy(`^[a-z][a-z0-9-]*$`)

// id judges the id of an agent or skill against the name of its directory.
func (j *judge) id(dir string) {
	p := j.root.Pair("id")
	switch {
	case p == nil || p.Value.Type == document.Null || p.Value.Type == document.String && p.Value.Text == "":
		j.idMissing(p, dir)
	case p.Value.Type != document.String:
		j.Reportf("nx-id-missing", p.Value.Span, "$.id", "`id` is no text but %s, so nothing can refer to it; write the name of the directory, %s", typeWord(p.Value), dir)
	case p.Value.Text != dir:
		f := document.Finding{Rule: "nx-id-dir", Span: p.Value.Span, At: "$.id",
			Message: fmt.Sprintf("`id` is %q, but its directory is named %q, and harnesses find one by the other; make them equal", p.Value.Text, dir)}
		if kebab().MatchString(dir) {
			f.Fixes = document.Replace("write "+dir, p.Value.Span, dir)
		}
		j.Report(f)
		if !kebab().MatchString(p.Value.Text) && !kebab().MatchString(dir) {
			j.notKebab("id", p.Value.Text, p.Value.Span, "$.id")
		}
	}
	if !kebab().MatchString(dir) {
		span := j.Doc.FirstLine()
		if p != nil && project.Text(p.Value) == dir {
			span = p.Value.Span
		}
		j.notKebab("name of the directory", dir, span, "content")
	}
}

func (j *judge) idMissing(p *document.Pair, dir string) {
	f := document.Finding{Rule: "nx-id-missing", Span: j.Doc.FirstLine(), At: "$.id", Message: fmt.Sprintf("the key `id` is missing, so nothing can refer to it; add `id: %s`, the name of the directory", dir)}
	if kebab().MatchString(dir) {
		if p == nil {
			text := "id: " + dir + j.Doc.Newline()
			if !j.Doc.EndsLine() {
				text = j.Doc.Newline() + text
			}
			f.Fixes = document.Replace("add the id", document.Span{Start: len(j.Doc.Src), End: len(j.Doc.Src)}, text)
		} else {
			f.Span = p.KeySpan
			f.Message = fmt.Sprintf("`id` is empty, so nothing can refer to it; write %s, the name of the directory", dir)
			f.Fixes = document.Replace("write "+dir, document.Span{Start: p.KeySpan.End, End: p.Value.Span.End}, ": "+dir)
		}
	}
	j.Report(f)
}

func (j *judge) notKebab(what, name string, span document.Span, at string) {
	hint := ""
	if better := strings.ToLower(strings.NewReplacer("_", "-", " ", "-").Replace(name)); kebab().MatchString(better) {
		hint = ", such as " + better
	}
	j.Reportf("nx-id-kebab", span, at, "the %s is %q; ids of agents and skills hold lower-case letters, digits and hyphens alone, or consumers refuse them; rename it%s", what, name, hint)
}

// typeWord says what a value is that should have been another one.
func typeWord(n *document.Node) string {
	switch n.Type {
	case document.List:
		return "a list"
	case document.Map:
		return "a map"
	case document.Null:
		return "empty"
	}
	return n.Text
}

// uiHints reports keys about looks.
func (j *judge) uiHints() {
	hints := asSet(j.set.Vocabulary("nexus", "ui_hints"))
	for _, p := range j.root.Pairs {
		if hints[p.Key] {
			j.Report(document.Finding{Rule: "nx-rule-no-ui-hint", Span: p.KeySpan, At: "$." + p.Key,
				Message: fmt.Sprintf("`%s` says how something looks, and the rule no-ui-hint leaves that to each consumer; remove the key", p.Key),
				Fixes:   document.Replace("remove `"+p.Key+"`", p.Line, "")})
		}
	}
}

func asSet(words []string) map[string]bool {
	set := map[string]bool{}
	for _, word := range words {
		set[word] = true
	}
	return set
}

// didYouMean returns the end of a message about a word that is none of the known ones: the one that was probably meant, or else all that there are.
func didYouMean(word string, known []string) string {
	if hint := project.DidYouMean(word, known); hint != "" || len(known) == 0 {
		return hint
	}
	return "; it must be one of " + strings.Join(known, ", ")
}
