package nexusvocab

import (
	"fmt"
	"path"
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
	j.sharedID(j.nexus.Skills, "skill", !j.newSkill())
	j.alias()
	j.vocabularyValue("category", "categories", "nx-category-unknown")
	j.vocabularyValue("resume_tier", "resume_tiers", "nx-resume-tier-unknown")
	j.agentCapabilities()
	j.tierOfCategory()
}

// sharedID reports an id that an agent and a skill have both, at the one of them that is to blame.
func (j *judge) sharedID(others []project.Member, what string, blame bool) {
	if id := project.Text(j.root.Get("id")); id != "" && blame && project.Find(others, id) != nil {
		j.Reportf("nx-agent-skill-same-id", j.root.Get("id").Span, "$.id", "there is %s %s with the id %s as well, and whoever names it may mean either; rename one of them", map[string]string{"agent": "an", "skill": "a"}[what], what, id)
	}
}

// newSkill reports whether manifest.json knows the id for that of an agent alone, so that a skill with it has been added since.
func (j *judge) newSkill() bool {
	id := project.Text(j.root.Get("id"))
	return j.nexus.Listed("agents", id) != nil && j.nexus.Listed("skills", id) == nil
}

// alias judges the alias of an agent: two agents cannot share one. Which of the two is wrong tells the manifest, if it was made before.
func (j *judge) alias() {
	alias := j.root.Get("alias_ko")
	if project.Text(alias) == "" {
		return
	}
	for i := range j.nexus.Agents {
		other := &j.nexus.Agents[i]
		if other.Path == j.Doc.Path || project.Text(other.Meta.Get("alias_ko")) != alias.Text {
			continue
		}
		mine := project.Text(j.nexus.Listed("agents", j.Doc.Var("agent")).Get("alias_ko")) == alias.Text
		theirs := project.Text(j.nexus.Listed("agents", other.Dir).Get("alias_ko")) == alias.Text
		if mine == theirs && other.Path < j.Doc.Path || theirs && !mine {
			j.Reportf("nx-alias-duplicate", alias.Span, "$.alias_ko", "the alias %s is that of the agent %s as well, so a user who writes it may get either; choose another one", alias.Text, other.Dir)
			return
		}
	}
}

// member judges the name of an agent or skill: it is its id, and nobody else's. An id that alone differs from name and directory is
// wrong itself, which nx-id-dir says.
func (j *judge) member(all []project.Member, what string) {
	name, id, dir := j.root.Get("name"), project.Text(j.root.Get("id")), path.Base(path.Dir(j.Doc.Path))
	if project.Text(name) == "" || name.Text == dir {
		return
	}
	for _, other := range all {
		theirs := project.Text(other.Meta.Get("name"))
		if theirs == name.Text && other.Path != j.Doc.Path && (other.Dir == theirs || other.Path < j.Doc.Path) {
			j.Reportf("nx-agent-duplicate-name", name.Span, "$.name", "the %s %s has the name %q as well, so whoever names it may mean either; choose another one", what, other.Dir, name.Text)
			return
		}
	}
	if id != "" && name.Text != id {
		j.Reportf("nx-agent-duplicate-name", name.Span, "$.name", "`name` is %q, but the id is %q; all agents and skills bear their id as name, and whoever looks for one by the other finds nothing; write %s", name.Text, id, id)
	}
}

// vocabularyValue judges a value that must be an id of a vocabulary file and stand in the schema's list.
func (j *judge) vocabularyValue(key, list, rule string) {
	v := j.root.Get(key)
	if v == nil || v.Type != document.String {
		return
	}
	allowed := j.schemaEnum(key)
	ids, known := j.nexus.IDs(list)
	switch {
	case known && j.nexus.IsGone(list, v.Text):
		return // the vocabulary is what has changed, and is reported there
	case known && !slices.Contains(ids, v.Text):
		j.Report(document.Finding{Rule: rule, Span: v.Span, At: "$." + key, Fixes: nearestID(v, ids),
			Message: fmt.Sprintf("`%s` is %q, which is no id in the vocabulary, so harnesses do not know what it means%s", key, v.Text, didYouMean(v.Text, ids))})
	case !slices.Contains(allowed, v.Text):
		j.Reportf(rule, v.Span, "$."+key, "`%s` is %q, which the schema does not allow, whatever the vocabulary says%s", key, v.Text, didYouMean(v.Text, allowed))
	}
}

// nearestID is the fix that writes the id that a value is probably a misspelling of. A value in quotes gets none.
func nearestID(v *document.Node, ids []string) []document.Fix {
	near := rules.Nearest(v.Text, ids)
	if near == "" || v.Quote != 0 {
		return nil
	}
	return document.Replace("write "+near, v.Span, near)
}

// schemaEnum returns the values that the contract of agents allows for a key.
func (j *judge) schemaEnum(key string) []string {
	c, ok := j.set.Contract("nexus/agent-meta").(*rules.Contract)
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
		case known && !slices.Contains(ids, item.Text) && !j.nexus.IsGone("capabilities", item.Text): // it is reported there
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
	j.sharedID(j.nexus.Agents, "agent", j.newSkill())
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
	skill := project.Find(j.nexus.Skills, project.Text(tag.Get("skill")))
	switch {
	case tag == nil && j.nexus.IsGone("tags", item.Text):
		return // the vocabulary is what has changed, and is reported there
	case tag == nil:
		j.Reportf("nx-trigger-unknown", item.Span, at, "the trigger %s is no tag in vocabulary/tags.yml, so nothing that a user writes starts the skill%s", item.Text, didYouMean(item.Text, skillTags))
	case project.Text(tag.Get("type")) == "inline_action":
		j.Reportf("nx-trigger-unknown", item.Span, at, "the tag %s is an inline action in vocabulary/tags.yml and starts no skill%s", item.Text, didYouMean(item.Text, skillTags))
	case skill != nil && skill.Path != j.Doc.Path && lists(skill, item.Text):
		j.Reportf("nx-tag-skill-mirror", item.Span, at, "the tag %s starts the skill %s, not %s, so this trigger never fires; make vocabulary/tags.yml and this list agree", item.Text, skill.Dir, id)
	}
}

// lists reports whether a skill has a tag among its triggers.
func lists(skill *project.Member, tag string) bool {
	return slices.Contains(project.Texts(skill.Meta.Get("triggers")), tag)
}

// unlistedTags reports tags that start the skill but are no triggers of it.
func (j *judge) unlistedTags(tags []*document.Node, triggers *document.Node, id string) {
	if triggers == nil || triggers.Type != document.List || len(triggers.Items) == 0 || id == "" {
		return // the contract or nx-manual-only-trigger says it
	}
	for _, item := range triggers.Items {
		if tag := j.nexus.Entry("tags", project.Text(item)); project.Text(tag.Get("type")) != "skill" || project.Text(tag.Get("skill")) != id {
			return // it is meant to be the one that is not listed
		}
	}
	for _, tag := range tags {
		name := project.Text(tag.Get("id"))
		if project.Text(tag.Get("type")) != "skill" || project.Text(tag.Get("skill")) != id || name == "" || slices.ContainsFunc(j.nexus.Skills, func(m project.Member) bool { return lists(&m, name) }) {
			continue
		}
		f := document.Finding{Rule: "nx-tag-skill-mirror", Span: j.root.Pair("triggers").KeySpan, At: "$.triggers",
			Message: fmt.Sprintf("the tag %s in vocabulary/tags.yml starts this skill, and `triggers` does not list it, so a harness that goes by the list leaves it out; add it", name)}
		end := triggers.Items[len(triggers.Items)-1].Span.End
		text := ", " + name
		if !triggers.Flow {
			text = j.Doc.Newline() + indentOf(j.Doc, triggers.Span.Start) + "- " + name
		}
		f.Fixes = document.Replace("add "+name, document.Span{Start: end, End: end}, text)
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

// manualOnly judges a skill that nothing but its user may start. Of two keys that contradict each other the later one is reported, and of
// the skill and a tag the one that manifest.json does not know yet.
func (j *judge) manualOnly(tags []*document.Node, triggers *document.Node, id string) {
	manual := j.root.Pair("manual_only")
	if triggers != nil && len(triggers.Items) > 0 {
		p, other := j.root.Pair("triggers"), "`manual_only`"
		if manual.KeySpan.Start > p.KeySpan.Start {
			p, other = manual, "`triggers`"
		}
		j.Reportf("nx-manual-only-trigger", p.KeySpan, "$."+p.Key, "the skill is manual_only and has triggers all the same, and harnesses differ in which of the two they believe; remove this or %s", other)
		return
	}
	if j.wasManual(id) {
		return // the tag is what is new, and is reported there
	}
	for _, tag := range tags {
		if id != "" && project.Text(tag.Get("skill")) == id {
			j.Reportf("nx-manual-only-trigger", manual.KeySpan, "$.manual_only", "the skill is manual_only, but the tag %s in vocabulary/tags.yml starts it; remove one of them", project.Text(tag.Get("id")))
		}
	}
}

// wasManual reports whether manifest.json has a skill as one that nothing but its user may start.
func (j *judge) wasManual(id string) bool {
	manual := j.nexus.Listed("skills", id).Get("manual_only")
	return manual != nil && manual.True
}
