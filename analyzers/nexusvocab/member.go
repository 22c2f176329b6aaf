package nexusvocab

import (
	"fmt"
	"slices"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
	"github.com/nplint/nplint/rules"
)

// ids of the vocabulary; a value of another form is the contract's business.
var vocabularyID = rules.Lazy(`^[a-z][a-z0-9_-]*$`)

// agent judges an agent's meta.yml.
func (j *judge) agent() {
	j.id(j.Doc.Var("agent"))
	j.uiHints()
	j.member(j.nexus.Agents, "agent")
	if project.Find(j.nexus.Skills, project.Text(j.root.Get("id"))) != nil {
		j.Reportf("nx-agent-skill-same-id", j.root.Get("id").Span, "$.id", "there is a skill with the id %s as well, and whoever names it may mean either; rename one of them", project.Text(j.root.Get("id")))
	}
	if p := j.root.Pair("alias_ko"); p != nil && project.Text(p.Value) != "" {
		for _, other := range j.nexus.Agents {
			if other.Path < j.Doc.Path && project.Text(other.Meta.Get("alias_ko")) == p.Value.Text {
				j.Reportf("nx-alias-duplicate", p.Value.Span, "$.alias_ko", "the alias %s is that of the agent %s as well, so a user who writes it may get either; choose another one", p.Value.Text, other.Dir)
				break
			}
		}
	}
	j.member1("category", "categories", "nx-category-unknown")
	j.member1("resume_tier", "resume_tiers", "nx-resume-tier-unknown")
	j.agentCapabilities()
	j.tierOfCategory()
}

// member judges the name of an agent or skill: it is its id, and nobody else's.
func (j *judge) member(all []project.Member, what string) {
	name, id := j.root.Get("name"), project.Text(j.root.Get("id"))
	if project.Text(name) == "" {
		return
	}
	for _, other := range all {
		if other.Path != j.Doc.Path && project.Text(other.Meta.Get("name")) == name.Text {
			j.Reportf("nx-agent-duplicate-name", name.Span, "$.name", "the %s %s has the name %q as well, so whoever names it may mean either; choose another one", what, other.Dir, name.Text)
			return
		}
	}
	if id != "" && name.Text != id {
		j.Reportf("nx-agent-duplicate-name", name.Span, "$.name", "`name` is %q, but the id is %q; all agents and skills bear their id as name, and whoever looks for one by the other finds nothing; write %s", name.Text, id, id)
	}
}

// member1 judges a value that must be an id of a vocabulary file and stand in the schema's list.
func (j *judge) member1(key, list, rule string) {
	v := j.root.Get(key)
	if v == nil || v.Type != document.String {
		return
	}
	allowed := j.schemaEnum(key)
	ids, known := j.nexus.IDs(list)
	switch {
	case known && !slices.Contains(ids, v.Text):
		j.Report(document.Finding{Rule: rule, Span: v.Span, At: "$." + key, Fixes: sameWord(v, ids),
			Message: fmt.Sprintf("`%s` is %q, which is no id in the vocabulary, so harnesses do not know what it means%s", key, v.Text, didYouMean(v.Text, ids))})
	case !slices.Contains(allowed, v.Text):
		j.Reportf(rule, v.Span, "$."+key, "`%s` is %q, which the schema does not allow, whatever the vocabulary says%s", key, v.Text, didYouMean(v.Text, allowed))
	}
}

// sameWord is the fix of a value that differs from an id only in its case.
func sameWord(v *document.Node, ids []string) []document.Fix {
	near := rules.Nearest(v.Text, ids)
	if near == "" || v.Quote != 0 {
		return nil
	}
	return document.Replace("write "+near, v.Span, near)
}

// schemaEnum returns the values that the contract of the file allows for a key.
func (j *judge) schemaEnum(key string) []string {
	c, ok := j.set.Contract(j.Doc.Kind).(*rules.Contract)
	if !ok {
		return nil
	}
	body, err := c.Body()
	if err != nil {
		panic(err) // the contract is checked when it is loaded
	}
	properties, _ := body.Data.JSON["properties"].(map[string]any)
	property, _ := properties[key].(map[string]any)
	values, _ := property["enum"].([]any)
	var words []string
	for _, v := range values {
		words = append(words, fmt.Sprint(v))
	}
	return words
}

func (j *judge) agentCapabilities() {
	list := j.root.Get("capabilities")
	if list == nil || list.Type != document.List {
		return
	}
	ids, known := j.nexus.IDs("capabilities")
	seen := map[string]bool{}
	for i, item := range list.Items {
		at := fmt.Sprintf("$.capabilities[%d]", i)
		switch {
		case item.Type != document.String || !vocabularyID().MatchString(item.Text):
		case seen[item.Text]:
			j.Report(document.Finding{Rule: "nx-capability-duplicate", Span: item.Span, At: at,
				Message: fmt.Sprintf("the capability %s stands here again, which denies nothing more; remove it", item.Text), Fixes: removeItem(j.Doc, list, i)})
		case known && !slices.Contains(ids, item.Text):
			j.Reportf("nx-capability-unknown", item.Span, at, "the capability %s is not in vocabulary/capabilities.yml, so no harness denies it and the agent may do what it must not%s", item.Text, didYouMean(item.Text, ids))
		}
		seen[item.Text] = true
	}
}

// removeItem is the fix that takes the i-th item out of a list that holds another one before it.
func removeItem(d *document.Document, list *document.Node, i int) []document.Fix {
	if i == 0 {
		return nil
	}
	// From the end of the item before it, with the comma, the line end and the dash between them.
	span := document.Span{Start: list.Items[i-1].Span.End, End: list.Items[i].Span.End}
	if between := d.Text(document.Span{Start: span.Start, End: list.Items[i].Span.Start}); slices.Contains([]byte(between), '#') {
		return nil // a comment would go with it
	}
	return document.Replace("remove "+list.Items[i].Text, span, "")
}

// tierOfCategory notes what is unusual in how long an agent keeps its session.
func (j *judge) tierOfCategory() {
	category, tier := project.Text(j.root.Get("category")), j.root.Get("resume_tier")
	want := map[string]string{"how": "persistent", "check": "ephemeral"}[category]
	if want != "" && project.Text(tier) != "" && tier.Text != want {
		j.Reportf("nx-tier-category", tier.Span, "$.resume_tier", "an agent of the category %s is %s, and all others of it are %s; make sure that this is meant", category, tier.Text, want)
	}
}

// skill judges a skill's meta.yml.
func (j *judge) skill() {
	j.id(j.Doc.Var("skill"))
	j.uiHints()
	j.member(j.nexus.Skills, "skill")
	id := project.Text(j.root.Get("id"))
	tags, known := j.nexus.Vocabulary["tags"]
	triggers := j.root.Get("triggers")
	if triggers != nil && triggers.Type == document.List && known {
		for i, item := range triggers.Items {
			if item.Type == document.String && vocabularyID().MatchString(item.Text) {
				j.trigger(item, fmt.Sprintf("$.triggers[%d]", i), id)
			}
		}
	}
	j.unlistedTags(tags, triggers, id)
	if manual := j.root.Get("manual_only"); manual != nil && manual.True {
		j.manualOnly(tags, triggers, id)
	}
}

func (j *judge) trigger(item *document.Node, at, id string) {
	tag := j.nexus.Entry("tags", item.Text)
	var skillTags []string
	for _, t := range j.nexus.Vocabulary["tags"] {
		if project.Text(t.Get("type")) == "skill" {
			skillTags = append(skillTags, project.Text(t.Get("id")))
		}
	}
	switch {
	case tag == nil:
		j.Reportf("nx-trigger-unknown", item.Span, at, "the trigger %s is no tag in vocabulary/tags.yml, so nothing that a user writes starts the skill%s", item.Text, didYouMean(item.Text, skillTags))
	case project.Text(tag.Get("type")) == "inline_action":
		j.Reportf("nx-trigger-unknown", item.Span, at, "the tag %s is an inline action in vocabulary/tags.yml and starts no skill%s", item.Text, didYouMean(item.Text, skillTags))
	case id != "" && project.Find(j.nexus.Skills, project.Text(tag.Get("skill"))) != nil && project.Text(tag.Get("skill")) != id:
		j.Reportf("nx-tag-skill-mirror", item.Span, at, "the tag %s starts the skill %s, not %s, so this trigger never fires; make vocabulary/tags.yml and this list agree", item.Text, project.Text(tag.Get("skill")), id)
	}
}

// unlistedTags reports tags that start the skill but are no triggers of it.
func (j *judge) unlistedTags(tags []*document.Node, triggers *document.Node, id string) {
	if triggers == nil || triggers.Type != document.List || id == "" {
		return // the contract or nx-manual-only-trigger says it
	}
	for _, tag := range tags {
		name := project.Text(tag.Get("id"))
		if project.Text(tag.Get("type")) != "skill" || project.Text(tag.Get("skill")) != id || name == "" || slices.Contains(project.Texts(triggers), name) {
			continue
		}
		f := document.Finding{Rule: "nx-tag-skill-mirror", Span: j.root.Pair("triggers").KeySpan, At: "$.triggers",
			Message: fmt.Sprintf("the tag %s in vocabulary/tags.yml starts this skill, and `triggers` does not list it, so a harness that goes by the list leaves it out; add it", name)}
		if n := len(triggers.Items); n > 0 {
			end := triggers.Items[n-1].Span.End
			text := ", " + name
			if !triggers.Flow {
				text = j.Doc.Newline() + indentOf(j.Doc, triggers.Span.Start) + "- " + name
			}
			f.Fixes = document.Replace("add "+name, document.Span{Start: end, End: end}, text)
		}
		j.Report(f)
	}
}

// indentOf returns the blanks in front of an offset on its line.
func indentOf(d *document.Document, at int) string {
	start := at
	for start > 0 && d.Src[start-1] == ' ' {
		start--
	}
	return string(d.Src[start:at])
}

func (j *judge) manualOnly(tags []*document.Node, triggers *document.Node, id string) {
	if triggers != nil && len(triggers.Items) > 0 {
		j.Reportf("nx-manual-only-trigger", j.root.Pair("triggers").KeySpan, "$.triggers", "the skill is manual_only and has triggers all the same, and harnesses differ in which of the two they believe; remove one of them")
	}
	for _, tag := range tags {
		if id != "" && project.Text(tag.Get("skill")) == id && (triggers == nil || !slices.Contains(project.Texts(triggers), project.Text(tag.Get("id")))) {
			j.Reportf("nx-manual-only-trigger", j.root.Pair("manual_only").KeySpan, "$.manual_only", "the skill is manual_only, but the tag %s in vocabulary/tags.yml starts it; remove one of them", project.Text(tag.Get("id")))
		}
	}
}
