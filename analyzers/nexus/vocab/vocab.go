// Package vocab holds agents, skills and the vocabulary of nexus-core against each other: ids, references, triggers
// and the values that make them work. The contract pass judges the shape of each file, this one judges whether they
// fit together.
package vocab

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

// Analyzer judges metas and vocabulary files by what the others say.
var Analyzer = &analysis.Analyzer{
	Name:     "nexusvocab",
	Doc:      "hold agents, skills and vocabulary of nexus-core against each other",
	Requires: []*analysis.Analyzer{document.Analyzer, model.Analyzer},
	Run:      run,
}

var judges = map[string]func(*sourceFile){
	"nexus/agent-meta":      func(s *sourceFile) { (&meta{s}).agent() },
	"nexus/skill-meta":      func(s *sourceFile) { (&skill{&meta{s}}).skill() },
	"nexus/capabilities":    func(s *sourceFile) { (&wordFile{s}).capabilities() },
	"nexus/categories":      func(s *sourceFile) { (&wordFile{s}).categories() },
	"nexus/resume-tiers":    func(s *sourceFile) { (&wordFile{s}).resumeTiers() },
	"nexus/tags":            func(s *sourceFile) { (&tagFile{wordFile: &wordFile{s}}).tags() },
	"nexus/invocations":     func(s *sourceFile) { (&wordFile{s}).invocations() },
	"nexus/task-exceptions": func(s *sourceFile) { (&wordFile{s}).entries("task_exceptions") },
	"nexus/memory-policy":   func(s *sourceFile) { (&policy{&wordFile{s}}).memoryPolicy() },
	"nexus/schema":          func(s *sourceFile) { (&schemaFile{s}).schema() },
	"nexus/state-schema":    func(s *sourceFile) { (&schemaFile{s}).schema() },
}

func run(pass *analysis.Pass) (any, error) {
	projects := model.Of(pass)
	for kind, judge := range judges {
		projects.Each([]string{kind}, func(r *document.Reporter, p *model.Project) {
			if root := r.Doc.Map(); root != nil && r.Doc.Readable() {
				judge(&sourceFile{Reporter: r, project: p, root: root})
			}
		})
	}
	projects.Each(nil, func(r *document.Reporter, p *model.Project) {
		if p.Source && p.Anchor == r.Doc.Path {
			missing(r, p)
			if p.Released() {
				missingSchemas(r, p)
			}
		}
	})
	return nil, nil
}

// sourceFile judges one file of a tree of nexus-core.
type sourceFile struct {
	*document.Reporter
	project *model.Project
	root    *document.Node
}

// missing reports vocabulary files that are not there. The reference then checks less without a word.
func missing(r *document.Reporter, p *model.Project) {
	for _, file := range p.VocabularyFiles() {
		switch {
		case p.HasFile(file.Path):
		case file.Kind == "nexus/tags":
			r.Reportf("nx-tags-readable", r.Doc.FirstLine(), "content",
				"%s is missing, so no tag starts anything and no trigger of a skill can be checked; restore it",
				file.Path)
		default:
			const message = "%s is missing, so nothing that refers to it can be checked, and the reference passes " +
				"over all of that silently; restore it"
			r.Reportf("nx-vocab-missing", r.Doc.FirstLine(), "content", message, file.Path)
		}
	}
}

// mustBe introduces all words that are known, where none is near.
const mustBe = "; it must be one of "

var kebab = memo.Regexp(`^[a-z][a-z0-9-]*$`)

// id judges the id of an agent or skill against the name of its directory.
func (s *meta) id(dir string) {
	p := s.root.Pair("id")
	switch {
	case p == nil || p.Value.Type == document.Null || p.Value.Type == document.String && p.Value.Text == "":
		s.idMissing(p, dir)
	case p.Value.Type != document.String:
		s.Reportf("nx-id-missing", p.Value.Span, "$.id",
			"`id` is no text but %s, so nothing can refer to it; write the name of the directory, %s",
			document.Show(p.Value), dir)
	case p.Value.Text != dir:
		f := document.Finding{Rule: "nx-id-dir", Span: p.Value.Span, At: "$.id",
			Message: fmt.Sprintf("`id` is %q, but its directory is named %q, and harnesses find one by the other; "+
				"make them equal", p.Value.Text, dir)}
		if kebab().MatchString(dir) {
			f.Fixes = document.Replace("write "+dir, p.Value.Span, dir)
		}
		s.Report(f)
		if !kebab().MatchString(p.Value.Text) && !kebab().MatchString(dir) {
			s.notKebab("id", p.Value.Text, p.Value.Span, "$.id")
		}
	}
	if !kebab().MatchString(dir) {
		span := s.Doc.FirstLine()
		if p != nil && document.Text(p.Value) == dir {
			span = p.Value.Span
		}
		s.notKebab("name of the directory", dir, span, "content")
	}
}

func (s *meta) idMissing(p *document.Pair, dir string) {
	f := document.Finding{Rule: "nx-id-missing", Span: s.Doc.FirstLine(), At: "$.id",
		Message: fmt.Sprintf("the key `id` is missing, so nothing can refer to it; "+
			"add `id: %s`, the name of the directory", dir)}
	if kebab().MatchString(dir) {
		if p == nil {
			text := "id: " + dir + "\n"
			if !s.Doc.EndsLine() {
				text = "\n" + text
			}
			f.Fixes = document.Replace("add the id", document.Span{Start: len(s.Doc.Src), End: len(s.Doc.Src)}, text)
		} else {
			f.Span = p.KeySpan
			f.Message = fmt.Sprintf("`id` is empty, so nothing can refer to it; write %s, the name of the directory",
				dir)
			f.Fixes = document.Replace("write "+dir, document.Span{Start: p.KeySpan.End, End: p.Value.Span.End},
				": "+dir)
		}
	}
	s.Report(f)
}

func (s *meta) notKebab(what, name string, span document.Span, at string) {
	hint := ""
	if better := strings.ToLower(strings.NewReplacer("_", "-", " ", "-").Replace(name)); kebab().MatchString(better) {
		hint = ", such as " + better
	}
	s.Reportf("nx-id-kebab", span, at,
		"the %s is %q; ids of agents and skills hold lower-case letters, digits and hyphens alone, or consumers "+
			"refuse them; rename it%s", what, name, hint)
}

// uiHints reports keys about looks.
func (s *meta) uiHints() {
	hints := s.project.WordList("ui_hints")
	for _, p := range s.root.Pairs {
		if slices.Contains(hints, p.Key) {
			s.Report(document.Finding{Rule: "nx-rule-no-ui-hint", Span: p.KeySpan, At: "$." + p.Key,
				Message: fmt.Sprintf("`%s` says how something looks, and the rule no-ui-hint leaves that to each "+
					"consumer; remove the key", p.Key),
				Fixes: document.Replace("remove `"+p.Key+"`", p.Line, "")})
		}
	}
}
