package nexusvocab

import (
	"fmt"
	"path"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

var snake = rules.Lazy(`^[a-z][a-z0-9_]*$`)

// entries calls each for the entries of a vocabulary file and reports ids that are there twice.
func (j *judge) entries(key string, each ...func(entry *document.Node, at string)) {
	list := j.root.Get(key)
	if list == nil || list.Type != document.List {
		return
	}
	j.unique(list, "$."+key)
	for i, entry := range list.Items {
		if entry.Type == document.Map {
			for _, f := range each {
				f(entry, fmt.Sprintf("$.%s[%d]", key, i))
			}
		}
	}
	j.cited(j.root, "$")
}

func (j *judge) unique(list *document.Node, at string) {
	first := map[string]*document.Node{}
	for i, entry := range list.Items {
		id := entry.Get("id")
		if project.Text(id) == "" {
			continue
		}
		if other := first[id.Text]; other != nil {
			j.Report(document.Finding{Rule: "nx-vocab-duplicate-id", Span: id.Span, At: fmt.Sprintf("%s[%d].id", at, i),
				Message: fmt.Sprintf("the id %s stands here again, so whoever refers to it gets one of the two by chance; rename or remove one", id.Text),
				Related: []document.Related{{Span: other.Span, Message: "it is here first"}}})
			continue
		}
		first[id.Text] = id
	}
}

// capabilities judges vocabulary/capabilities.yml as gate G5 does.
func (j *judge) capabilities() {
	j.gone("capabilities", "nx-capability-unknown", "capabilities", j.nexus.Agents)
	used := map[string]bool{}
	for _, agent := range j.nexus.Agents {
		for _, id := range project.Texts(agent.Meta.Get("capabilities")) {
			used[id] = true
		}
	}
	j.entries("capabilities", func(entry *document.Node, at string) {
		j.snake("nx-capability-entry", entry.Get("intent"), at+".intent", "`intent`")
		if classes := entry.Get("blocks_semantic_classes"); classes != nil && classes.Type == document.List {
			if len(classes.Items) == 0 {
				j.Reportf("nx-capability-entry", classes.Span, at+".blocks_semantic_classes", "`blocks_semantic_classes` is empty, so the capability denies nothing; name what it blocks")
			}
			for i, class := range classes.Items {
				j.snake("nx-capability-entry", class, fmt.Sprintf("%s.blocks_semantic_classes[%d]", at, i), "the class")
			}
		}
		j.long("nx-capability-entry", entry.Get("prose_guidance"), at+".prose_guidance", "prose_guidance", 40)
		if id := entry.Get("id"); project.Text(id) != "" && !used[id.Text] && len(j.nexus.Agents) > 0 {
			j.Reportf("nx-capability-unused", id.Span, at+".id", "no agent is denied %s; keep it if consumers use it, or remove it", id.Text)
		}
	})
}

// invocations judges vocabulary/invocations.yml as gate G6 does.
func (j *judge) invocations() {
	j.entries("invocations", func(entry *document.Node, at string) {
		j.snake("nx-invocation-entry", entry.Get("intent"), at+".intent", "`intent`")
		j.long("nx-invocation-entry", entry.Get("prose_guidance"), at+".prose_guidance", "prose_guidance", 40)
		j.long("nx-invocation-entry", entry.Get("fallback_behavior"), at+".fallback_behavior", "fallback_behavior", 20)
		params := entry.Get("semantic_params")
		if params == nil {
			return
		}
		seen := map[string]bool{}
		for i, p := range params.Items {
			name := p.Get("name")
			place := fmt.Sprintf("%s.semantic_params[%d].name", at, i)
			j.snake("nx-invocation-entry", name, place, "the name of the parameter")
			if project.Text(name) != "" && seen[name.Text] {
				j.Reportf("nx-invocation-entry", name.Span, place, "the parameter %s stands here again; remove one of the two", name.Text)
			}
			seen[project.Text(name)] = true
		}
	})
}

func (j *judge) snake(rule string, n *document.Node, at, what string) {
	if n == nil || n.Type != document.String || snake().MatchString(n.Text) {
		return
	}
	f := document.Finding{Rule: rule, Span: n.Span, At: at,
		Message: fmt.Sprintf("%s is %q; harnesses map it by name, so it must hold lower-case letters, digits and underscores alone and start with a letter", what, n.Text)}
	if better := strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(n.Text)); snake().MatchString(better) {
		f.Message += ", such as " + better
		if n.Quote == 0 {
			f.Fixes = document.Replace("write "+better, n.Span, better)
		}
	}
	j.Report(f)
}

// long judges how much a text says without the blanks around it.
func (j *judge) long(rule string, n *document.Node, at, key string, least int) {
	if n == nil || n.Type != document.String {
		return
	}
	if got := utf8.RuneCountInString(strings.TrimSpace(n.Text)); got < least {
		j.Reportf(rule, n.Span, at, "`%s` has %s without the blanks around it; consumers build prompts from it, so it must have at least %d", key, document.Count(got, "character"), least)
	}
}

// tags judges vocabulary/tags.yml.
func (j *judge) tags() {
	j.gone("tags", "nx-trigger-unknown", "triggers", j.nexus.Skills)
	skills := project.MemberIDs(j.nexus.Skills)
	j.entries("tags", func(tag *document.Node, at string) {
		if !j.wasOther("tags", "triggers", project.Text(tag.Get("id")), j.nexus.Skills) {
			j.tagTrigger(tag, at)
		}
		kind, skill, handler := project.Text(tag.Get("type")), tag.Pair("skill"), tag.Pair("handler")
		switch {
		case kind == "inline_action" && skill != nil:
			j.Reportf("nx-tag-extra-target", skill.KeySpan, at+".skill", "an inline action has a handler and starts no skill, so `skill` is passed over; remove it, or write `type: skill`")
		case kind == "skill" && handler != nil:
			j.Reportf("nx-tag-extra-target", handler.KeySpan, at+".handler", "a tag of the type skill starts its skill, so `handler` is passed over; remove it, or write `type: inline_action`")
		}
		if kind == "skill" && skill != nil && project.Text(skill.Value) != "" {
			j.tagSkill(tag, skill.Value, skills, at+".skill")
		}
		if kind == "inline_action" {
			j.tagUnused(tag, at)
		}
	})
}

func (j *judge) tagTrigger(tag *document.Node, at string) {
	id, trigger := project.Text(tag.Get("id")), tag.Get("trigger")
	if id == "" || project.Text(trigger) == "" {
		return // the contract says it
	}
	if want := "[" + strings.ReplaceAll(id, "-", ":") + "]"; trigger.Text != want {
		j.Report(document.Finding{Rule: "nx-tag-trigger", Span: trigger.Span, At: at + ".trigger", Fixes: document.Replace("write "+want, trigger.Span, `"`+want+`"`),
			Message: fmt.Sprintf("`trigger` of the tag %s is %q; harnesses derive it from the id, so it must be %q", id, trigger.Text, want)})
	}
}

// tagSkill judges the skill that a tag starts: it is there, may be started, and lists the tag unless nobody does.
func (j *judge) tagSkill(tag, skill *document.Node, skills []string, at string) {
	id := project.Text(tag.Get("id"))
	target := project.Find(j.nexus.Skills, skill.Text)
	manual := target != nil && target.Meta.Get("manual_only") != nil && target.Meta.Get("manual_only").True
	switch {
	case len(j.nexus.Skills) == 0 || !vocabularyID().MatchString(skill.Text):
	case target == nil:
		j.Reportf("nx-tag-skill-unknown", skill.Span, at, "the tag %s starts the skill %q, and there is no skill with that id, so it starts nothing%s", id, skill.Text, didYouMean(skill.Text, skills))
	case manual && j.wasManual(skill.Text) && !lists(target, id):
		j.Reportf("nx-manual-only-trigger", skill.Span, at, "the tag %s starts the skill %s, which is manual_only, so only a user may start it; remove the tag, or let the skill be started", id, skill.Text)
	case !lists(target, id):
		for i := range j.nexus.Skills {
			if other := &j.nexus.Skills[i]; other != target && lists(other, id) {
				j.Reportf("nx-tag-skill-mirror", skill.Span, at, "the tag %s starts the skill %s, and the skill that has it among its triggers is %s; make both agree", id, skill.Text, other.Dir)
				return
			}
		}
	}
}

// tagUnused notes an inline action that no prompt speaks of.
func (j *judge) tagUnused(tag *document.Node, at string) {
	id, trigger := tag.Get("id"), project.Text(tag.Get("trigger"))
	bodies := j.nexus.Paths("nexus/body")
	if project.Text(id) == "" || trigger == "" || len(bodies) == 0 {
		return
	}
	open := strings.TrimSuffix(trigger, "]")
	if !slices.ContainsFunc(bodies, func(path string) bool { return mentions(string(j.set.Lookup(path).Src), open) }) {
		j.Reportf("nx-tag-unused", id.Span, at+".id", "no prompt speaks of %s; keep it if a handler of a harness waits for it, or remove it", trigger)
	}
}

// mentions reports whether a text has the tag, with or without a variant.
func mentions(src, open string) bool {
	return strings.Contains(src, open+"]") || strings.Contains(src, open+":")
}

// memoryPolicy judges the values of vocabulary/memory_policy.yml.
func (j *judge) memoryPolicy() {
	if list := j.root.Get("categories"); list != nil && list.Type == document.List {
		j.unique(list, "$.categories")
		for i, entry := range list.Items {
			id, prefix := project.Text(entry.Get("id")), entry.Get("prefix")
			if id != "" && project.Text(prefix) != "" && prefix.Text != id+"-" {
				j.Report(document.Finding{Rule: "nx-memory-policy-values", Span: prefix.Span, At: fmt.Sprintf("$.categories[%d].prefix", i), Fixes: document.Replace("write "+id+"-", prefix.Span, id+"-"),
					Message: fmt.Sprintf("the prefix of the category %s is %q; it is the id with a hyphen, or files of the category are not found: %s-", id, prefix.Text, id)})
			}
		}
	}
	naming := j.root.Get("naming")
	if p := naming.Get("pattern"); project.Text(p) != "" {
		if _, err := syntax.Parse(lookaround.Replace(p.Text), syntax.Perl); err != nil {
			j.Reportf("nx-memory-policy-values", p.Span, "$.naming.pattern", "`pattern` is no regular expression (%v), so no name of a memory file can be checked; correct it", err)
		}
	}
	tracking := j.root.Get("access_tracking")
	if scope := tracking.Get("scope"); project.Text(scope) != "" && scope.Text != ".nexus/memory/" {
		j.Reportf("nx-memory-policy-values", scope.Span, "$.access_tracking.scope", "`scope` is %q, but memory lies in .nexus/memory/, so nothing would be tracked; write that", scope.Text)
	}
	if ref := tracking.Get("storage_contract_reference"); project.Text(ref) != "" && !j.there(ref.Text) {
		j.Reportf("nx-memory-policy-values", ref.Span, "$.access_tracking.storage_contract_reference", "`storage_contract_reference` is %q, and there is no such file, so nobody knows how reads are stored; correct the path", ref.Text)
	}
	if gate := j.root.Get("forgetting").Get("manual_gate_default"); gate != nil && gate.Type == document.Bool && !gate.True {
		j.Reportf("nx-memory-policy-values", gate.Span, "$.forgetting.manual_gate_default", "`manual_gate_default` is false, so memory would be deleted without anybody asking for it; write true, and leave it to consumers to turn it off")
	}
	j.automaticDeletion()
	j.cited(j.root, "$")
}

// lookaround takes out of an expression what consumers, whose expressions are those of JavaScript, know and Go does not.
var lookaround = strings.NewReplacer("(?=", "(?:", "(?!", "(?:", "(?<=", "(?:", "(?<!", "(?:", "(?<", "(?P<")

// automaticDeletion judges what the policy says of deleting without being asked.
func (j *judge) automaticDeletion() {
	forgetting := j.root.Get("forgetting")
	if p := forgetting.Get("automatic_deletion_structure").Get("principle"); project.Text(p) != "" && p.Text != "minimum_three_signal_intersection" {
		j.Reportf("nx-memory-auto-delete", p.Span, "$.forgetting.automatic_deletion_structure.principle", "the principle of automatic deletion is %q; a file may go only when at least three independent signals agree: minimum_three_signal_intersection", p.Text)
	}
	if r := forgetting.Get("recoverable_deletion_requirement"); project.Text(r) != "" && r.Text != "git_commit" {
		j.Reportf("nx-memory-auto-delete", r.Span, "$.forgetting.recoverable_deletion_requirement", "`recoverable_deletion_requirement` is %q; what is deleted must be found again in the history of git: git_commit", r.Text)
	}
}

// there reports whether a path relative to the project root leads to a file.
func (j *judge) there(name string) bool {
	return j.set.Standalone || j.set.Look(j.Doc.Root, name) == document.File
}

var citation = rules.Lazy(`\b(?:docs|vocabulary|conformance|schema)/[A-Za-z0-9_./-]*\.(?:md|json|yml)\b`)

// cited reports paths in texts that lead nowhere.
func (j *judge) cited(n *document.Node, at string) {
	switch n.Type {
	case document.String:
		if strings.HasSuffix(at, ".storage_contract_reference") {
			return // nx-memory-policy-values says it
		}
		for _, name := range citation().FindAllString(n.Text, -1) {
			if path.Clean(name) == name && !j.there(name) {
				span := n.Span
				if i := strings.Index(j.Doc.Text(span), name); i >= 0 {
					span = document.Span{Start: span.Start + i, End: span.Start + i + len(name)}
				}
				j.Reportf("nx-doc-path", span, at, "the text sends its readers to %s, and there is no such file; correct the path", name)
			}
		}
	case document.List:
		for i, item := range n.Items {
			j.cited(item, fmt.Sprintf("%s[%d]", at, i))
		}
	case document.Map:
		for _, p := range n.Pairs {
			j.cited(p.Value, at+"."+p.Key)
		}
	}
}
