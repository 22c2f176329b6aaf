package plan

import (
	"path"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// forbiddenKeys are the keys of an agent's frontmatter that keep it from loading, with the rules that report them.
var forbiddenKeys = []struct{ key, rule string }{
	{"hooks", "hook-field-present"},
	{"model", "forbidden-agent-field"},
	{"model_profile", "forbidden-agent-field"},
}

// agents judges the agents that a task changes: one that no runtime loads cannot be carried on from.
func agents(a *artefact, text *prose, t *model.Task) {
	if a.set.Standalone {
		return
	}
	for _, f := range t.Files {
		name := path.Clean(f.Text)
		if path.Dir(name) != "agents" {
			continue
		}
		agent := a.tree.Lookup(document.Join(a.Doc.Root, name))
		if agent == nil || agent.Kind != "nubos/agent" || !agent.Readable() {
			continue
		}
		for _, forbidden := range forbiddenKeys {
			if agent.Front.Root.Has(forbidden.key) && !removes(text, t, forbidden.key) {
				a.Reportf(forbidden.rule, f.Span, t.At("files_modified"),
					"task %s changes %s, whose frontmatter has the forbidden key `%s`, so it never loads and nothing "+
						"that the task does to it can be seen to work; let the task remove the key",
					t.Label(), f.Text, forbidden.key)
			}
		}
	}
}

var forbiddenKey = memo.Regexp(`\b(?:hooks|model|model_profile)\b`)

// removes reports whether a task says that it takes the key out.
func removes(text *prose, t *model.Task, key string) bool {
	for _, name := range []string{"name", "action"} {
		p := t.Part(name)
		if p == nil {
			continue
		}
		for _, m := range forbiddenKey().FindAllStringIndex(text.of(p.Inner), -1) {
			span := document.Span{Start: p.Inner.Start + m[0], End: p.Inner.Start + m[1]}
			if text.of(span) == key && negation().MatchString(text.before(span)) {
				return true
			}
		}
	}
	return false
}

var (
	agentKey      = memo.Regexp(`(?m)^(?:name|description|tier|tools)[ \t]*:`)
	forbiddenLine = memo.Regexp(`(?m)^(hooks|model|model_profile)[ \t]*:`)
)

// sketches judges frontmatter of agents that the plan sketches in a fence: the executor copies it.
func sketches(r *document.Reporter) {
	for i := range r.Doc.Body.Hidden {
		h := &r.Doc.Body.Hidden[i]
		fence := r.Doc.Content()[h.Inner.Start:h.Inner.End]
		if h.Kind != document.Fence || len(agentKey().FindAllStringIndex(fence, 3)) < 2 {
			continue
		}
		for _, m := range forbiddenLine().FindAllStringSubmatchIndex(fence, -1) {
			for _, forbidden := range forbiddenKeys {
				if forbidden.key == fence[m[2]:m[3]] {
					r.Reportf(forbidden.rule, document.Span{Start: h.Inner.Start + m[2], End: h.Inner.Start + m[3]}, "body",
						"the plan sketches an agent with the key `%s`, which is forbidden: an agent made after it never "+
							"loads; leave it out", forbidden.key)
				}
			}
		}
	}
}
