package vocab

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
)

var snake = memo.Regexp(`^[a-z][a-z0-9_]*$`)

// wordFile judges a file of the vocabulary.
type wordFile struct{ *sourceFile }

// entries calls each for the entries of a vocabulary file and reports ids that are there twice.
func (s *wordFile) entries(key string, each ...func(entry *document.Node, at string)) {
	list := s.root.Get(key)
	if list == nil || list.Type != document.List {
		return
	}
	s.unique(list, "$."+key)
	for i, entry := range list.Items {
		if entry.Type == document.Map {
			for _, f := range each {
				f(entry, fmt.Sprintf("$.%s[%d]", key, i))
			}
		}
	}
	s.cited(s.root, "$")
}

func (s *wordFile) unique(list *document.Node, at string) {
	first := map[string]*document.Node{}
	for i, entry := range list.Items {
		id := entry.Get("id")
		if document.Text(id) == "" {
			continue
		}
		if other := first[id.Text]; other != nil {
			s.Report(document.Finding{Rule: "nx-vocab-duplicate-id", Span: id.Span, At: fmt.Sprintf("%s[%d].id", at, i),
				Message: fmt.Sprintf("the id %s stands here again, so whoever refers to it gets one of the two by "+
					"chance; rename or remove one", id.Text),
				Related: []document.Related{{Span: other.Span, Message: "it is here first"}}})
			continue
		}
		first[id.Text] = id
	}
}

// capabilities judges vocabulary/capabilities.yml as gate G5 does.
func (s *wordFile) capabilities() {
	s.gone("capabilities", "nx-capability-unknown", "capabilities", &s.project.Agents)
	used := map[string]bool{}
	for _, agent := range s.project.Agents.All {
		for _, id := range document.Texts(agent.Meta.Get("capabilities")) {
			used[id] = true
		}
	}
	s.entries("capabilities", func(entry *document.Node, at string) {
		s.snake("nx-capability-entry", entry.Get("intent"), at+".intent", "`intent`")
		if classes := entry.Get("blocks_semantic_classes"); classes != nil && classes.Type == document.List {
			if len(classes.Items) == 0 {
				s.Reportf("nx-capability-entry", classes.Span, at+".blocks_semantic_classes",
					"`blocks_semantic_classes` is empty, so the capability denies nothing; name what it blocks")
			}
			for i, class := range classes.Items {
				s.snake("nx-capability-entry", class, fmt.Sprintf("%s.blocks_semantic_classes[%d]", at, i), "the class")
			}
		}
		s.long("nx-capability-entry", entry.Get("prose_guidance"), at+".prose_guidance", "prose_guidance", 40)
		if id := entry.Get("id"); document.Text(id) != "" && !used[id.Text] && len(s.project.Agents.All) > 0 {
			s.Reportf("nx-capability-unused", id.Span, at+".id",
				"no agent is denied %s; keep it if consumers use it, or remove it", id.Text)
		}
	})
}

// invocations judges vocabulary/invocations.yml as gate G6 does.
func (s *wordFile) invocations() {
	s.entries("invocations", func(entry *document.Node, at string) {
		s.snake("nx-invocation-entry", entry.Get("intent"), at+".intent", "`intent`")
		s.long("nx-invocation-entry", entry.Get("prose_guidance"), at+".prose_guidance", "prose_guidance", 40)
		s.long("nx-invocation-entry", entry.Get("fallback_behavior"), at+".fallback_behavior", "fallback_behavior", 20)
		params := entry.Get("semantic_params")
		if params == nil {
			return
		}
		seen := map[string]bool{}
		for i, p := range params.Items {
			name := p.Get("name")
			place := fmt.Sprintf("%s.semantic_params[%d].name", at, i)
			s.snake("nx-invocation-entry", name, place, "the name of the parameter")
			if document.Text(name) != "" && seen[name.Text] {
				s.Reportf("nx-invocation-entry", name.Span, place,
					"the parameter %s stands here again; remove one of the two", name.Text)
			}
			seen[document.Text(name)] = true
		}
	})
}

func (s *wordFile) snake(rule string, n *document.Node, at, what string) {
	if n == nil || n.Type != document.String || snake().MatchString(n.Text) {
		return
	}
	f := document.Finding{Rule: rule, Span: n.Span, At: at,
		Message: fmt.Sprintf("%s is %q; harnesses map it by name, so it must hold lower-case letters, digits and "+
			"underscores alone and start with a letter", what, n.Text)}
	if better := strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(n.Text)); snake().MatchString(better) {
		f.Message += ", such as " + better
		if n.Quote == 0 {
			f.Fixes = document.Replace("write "+better, n.Span, better)
		}
	}
	s.Report(f)
}

// long judges how much a text says without the blanks around it.
func (s *wordFile) long(rule string, n *document.Node, at, key string, least int) {
	if n == nil || n.Type != document.String {
		return
	}
	if got := utf8.RuneCountInString(strings.TrimSpace(n.Text)); got < least {
		s.Reportf(rule, n.Span, at,
			"`%s` has %s without the spaces around it; consumers build prompts from it, so it must have at least %d",
			key, document.Count(got, "character"), least)
	}
}

// tagFile judges the tags that users write.
type tagFile struct {
	*wordFile
	inline []inlineAction
}

// inlineAction is a tag with a handler, of which a prompt should speak.
type inlineAction struct {
	id, trigger, at string
	span            document.Span
}

// tags judges vocabulary/tags.yml.
func (s *tagFile) tags() {
	s.gone("tags", "nx-trigger-unknown", "triggers", &s.project.Skills)
	skills := s.project.Skills.IDs()
	s.entries("tags", func(tag *document.Node, at string) {
		if !s.wasOther("tags", "triggers", document.Text(tag.Get("id")), &s.project.Skills) {
			s.tagTrigger(tag, at)
		}
		kind, skill, handler := document.Text(tag.Get("type")), tag.Pair("skill"), tag.Pair("handler")
		switch {
		case kind == "inline_action" && skill != nil:
			s.Reportf("nx-tag-extra-target", skill.KeySpan, at+".skill",
				"an inline action has a handler and starts no skill, so `skill` is passed over; "+
					"remove it, or write `type: skill`")
		case kind == "skill" && handler != nil:
			s.Reportf("nx-tag-extra-target", handler.KeySpan, at+".handler",
				"a tag of the type skill starts its skill, so `handler` is passed over; "+
					"remove it, or write `type: inline_action`")
		}
		if kind == "skill" && skill != nil && document.Text(skill.Value) != "" {
			s.tagSkill(tag, skill.Value, skills, at+".skill")
		}
		if kind == "inline_action" {
			id, trigger := tag.Get("id"), document.Text(tag.Get("trigger"))
			if document.Text(id) != "" && trigger != "" {
				s.inline = append(s.inline, inlineAction{document.Text(id), trigger, at + ".id", id.Span})
			}
		}
	})
	s.tagsUnused()
}

func (s *tagFile) tagTrigger(tag *document.Node, at string) {
	id, trigger := document.Text(tag.Get("id")), tag.Get("trigger")
	if id == "" || document.Text(trigger) == "" {
		return // the contract says it
	}
	if want := "[" + strings.ReplaceAll(id, "-", ":") + "]"; trigger.Text != want {
		s.Report(document.Finding{Rule: "nx-tag-trigger", Span: trigger.Span, At: at + ".trigger",
			Fixes: document.Replace("write "+want, trigger.Span, `"`+want+`"`),
			Message: fmt.Sprintf("`trigger` of the tag %s is %q; harnesses derive it from the id, so it must be %q",
				id, trigger.Text, want)})
	}
}

// tagSkill judges the skill that a tag starts: it is there, may be started, and lists the tag unless nobody does.
func (s *tagFile) tagSkill(tag, skill *document.Node, skills []string, at string) {
	id := document.Text(tag.Get("id"))
	target := s.project.Skills.Find(skill.Text)
	manual := target != nil && target.Meta.Get("manual_only") != nil && target.Meta.Get("manual_only").True
	switch {
	case len(s.project.Skills.All) == 0 || !vocabularyID().MatchString(skill.Text):
	case target == nil:
		s.Fixf("nx-tag-skill-unknown", skill.Span, at, s.Meant(skill.Span, skill.Text, skills),
			"the tag %s starts the skill %q, and there is no skill with that id, so it starts nothing%s",
			id, skill.Text, model.Suggest(skill.Text, skills, mustBe))
	case manual && s.wasManual(skill.Text) && !lists(target, id):
		s.Reportf("nx-manual-only-trigger", skill.Span, at,
			"the tag %s starts the skill %s, which is manual_only, so only a user may start it; "+
				"remove the tag, or let the skill be started", id, skill.Text)
	case !lists(target, id):
		for _, other := range s.project.Skills.With("triggers", id) {
			if other.Path != target.Path {
				s.Reportf("nx-tag-skill-mirror", skill.Span, at,
					"the tag %s starts the skill %s, and the skill that has it among its triggers is %s; "+
						"make both agree", id, skill.Text, other.Dir)
				return
			}
		}
	}
}

// tagsUnused notes inline actions that no prompt speaks of. Each prompt is opened once.
func (s *tagFile) tagsUnused() {
	bodies := s.project.Paths("nexus/body")
	if len(s.inline) == 0 || len(bodies) == 0 {
		return
	}
	unused := map[string]bool{}
	for _, tag := range s.inline {
		unused[strings.TrimSuffix(tag.trigger, "]")] = true
	}
	for _, path := range bodies {
		if len(unused) == 0 {
			return
		}
		src := string(s.project.At(path).Src)
		for open := range unused {
			if mentions(src, open) {
				delete(unused, open)
			}
		}
	}
	for _, tag := range s.inline {
		if unused[strings.TrimSuffix(tag.trigger, "]")] {
			s.Reportf("nx-tag-unused", tag.span, tag.at,
				"no prompt speaks of %s; keep it if a handler of a harness waits for it, or remove it", tag.trigger)
		}
	}
}

// mentions reports whether a text has the tag, with or without a variant.
func mentions(src, open string) bool {
	return strings.Contains(src, open+"]") || strings.Contains(src, open+":")
}

// there reports whether a path relative to the project root leads to a file.
func (s *sourceFile) there(name string) bool {
	return s.project.Standalone || s.project.Files.Look(s.Doc.Root, name) == document.File
}

var citation = memo.Regexp(`\b(?:docs|vocabulary|conformance|schema)/[A-Za-z0-9_./-]*\.(?:md|json|yml)\b`)

// cited reports paths in texts that lead nowhere.
func (s *wordFile) cited(n *document.Node, at string) {
	switch n.Type {
	case document.String:
		if strings.HasSuffix(at, ".storage_contract_reference") {
			return // nx-memory-policy-values says it
		}
		rest := n.Span // where the next one stands
		for _, name := range citation().FindAllString(n.Text, -1) {
			if path.Clean(name) == name && !s.there(name) {
				span, found := document.Find(s.Doc, rest, name)
				if found {
					rest.Start = span.End
				} else {
					rest = document.Span{Start: n.Span.Start, End: n.Span.Start} // it is written with escapes
					span = n.Span
				}
				s.Reportf("nx-doc-path", span, at,
					"the text sends its readers to %s, and there is no such file; correct the path", name)
			}
		}
	case document.List:
		for i, item := range n.Items {
			s.cited(item, fmt.Sprintf("%s[%d]", at, i))
		}
	case document.Map:
		for _, p := range n.Pairs {
			s.cited(p.Value, at+"."+p.Key)
		}
	}
}
