package plan

import (
	"path"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/rules"
)

// agents judges the agents that a task changes: one that no runtime loads cannot be carried on from.
func (j *artefact) agents(t *model.Task) {
	if j.set.Standalone {
		return
	}
	for _, f := range t.Files {
		name := path.Clean(f.Text)
		if path.Dir(name) != "agents" || path.Ext(name) != ".md" {
			continue
		}
		if j.Doc.Root != "" {
			name = j.Doc.Root + "/" + name
		}
		agent := j.tree.Lookup(name)
		if agent == nil || agent.Kind != "nubos/agent" || !agent.Readable() {
			continue
		}
		for _, key := range []string{"hooks", "model", "model_profile"} {
			if agent.Front.Root.Has(key) && !j.removes(t, key) {
				j.Reportf(agentRule(key), f.Span, t.At("files_modified"),
					"task %s changes %s, whose frontmatter has the forbidden key `%s`, so it never loads and nothing "+
						"that the task does to it can be seen to work; let the task remove the key",
					t.Label(), f.Text, key)
			}
		}
	}
}

// removes reports whether a task says that it takes the key out.
func (j *artefact) removes(t *model.Task, key string) bool {
	for _, name := range []string{"name", "action"} {
		p := t.Part(name)
		if p == nil {
			continue
		}
		text := j.Doc.Text(p.Inner)
		for at := 0; ; at += len(key) {
			i := strings.Index(text[at:], key)
			if i < 0 {
				break
			}
			at += i
			end := at + len(key)
			whole := (at == 0 || !document.IsWordByte(text[at-1])) &&
				(end == len(text) || !document.IsWordByte(text[end]))
			if whole && j.before(document.Span{Start: p.Inner.Start + at, End: p.Inner.Start + end}, negation()) {
				return true
			}
		}
	}
	return false
}

func agentRule(key string) string {
	if key == "hooks" {
		return "hook-field-present"
	}
	return "forbidden-agent-field"
}

var (
	agentKey     = rules.Lazy(`(?m)^(?:name|description|tier|tools)[ \t]*:`)
	forbiddenKey = rules.Lazy(`(?m)^(hooks|model|model_profile)[ \t]*:`)
)

// sketches judges frontmatter of agents that the plan sketches in a fence: the executor copies it.
func (j *artefact) sketches() {
	if j.Doc.Body == nil {
		return
	}
	for i := range j.Doc.Body.Hidden {
		h := &j.Doc.Body.Hidden[i]
		text := j.Doc.Content()[h.Inner.Start:h.Inner.End]
		if h.Kind != document.Fence || len(agentKey().FindAllStringIndex(text, 3)) < 2 {
			continue
		}
		for _, m := range forbiddenKey().FindAllStringSubmatchIndex(text, -1) {
			key := text[m[2]:m[3]]
			span := document.Span{Start: h.Inner.Start + m[2], End: h.Inner.Start + m[3]}
			j.Reportf(agentRule(key), span, "body",
				"the plan sketches an agent with the key `%s`, which is forbidden: an agent made after it never "+
					"loads; leave it out",
				key)
		}
	}
}
