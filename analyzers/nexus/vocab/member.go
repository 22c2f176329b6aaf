package vocab

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nexus/model"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// ids of the vocabulary; a value of another form is the contract's business.
var vocabularyID = memo.Regexp(`^[a-z][a-z0-9_-]*$`)

// meta judges the meta.yml of an agent or skill.
type meta struct{ *sourceFile }

// agent judges an agent's meta.yml.
func (s *meta) agent() {
	s.id(s.Doc.Var("agent"))
	s.uiHints()
	s.member(&s.project.Agents, "agent")
	s.sharedID(&s.project.Skills, "skill", !s.newSkill())
	s.alias()
	s.vocabularyValue("category", "categories", "nx-category-unknown")
	s.vocabularyValue("resume_tier", "resume_tiers", "nx-resume-tier-unknown")
	s.agentCapabilities()
	s.tierOfCategory()
}

// sharedID reports an id that an agent and a skill have both, at the one of them that is to blame.
func (s *meta) sharedID(others *model.Members, what string, blame bool) {
	if id := document.Text(s.root.Get("id")); id != "" && blame && others.Find(id) != nil {
		s.Reportf("nx-agent-skill-same-id", s.root.Get("id").Span, "$.id",
			"there is %s %s with the id %s as well, and whoever names it may mean either; rename one of them",
			map[string]string{"agent": "an", "skill": "a"}[what], what, id)
	}
}

// newSkill reports whether manifest.json knows the id for that of an agent alone, so that a skill with it has been
// added since.
func (s *meta) newSkill() bool {
	id := document.Text(s.root.Get("id"))
	return s.project.Listed("agents", id) != nil && s.project.Listed("skills", id) == nil
}

// alias judges the alias of an agent: two agents cannot share one. Which of the two is wrong tells the manifest, if
// it was made before.
func (s *meta) alias() {
	alias := s.root.Get("alias_ko")
	if document.Text(alias) == "" {
		return
	}
	for _, other := range s.project.Agents.With("alias_ko", alias.Text) {
		if other.Path == s.Doc.Path || document.Text(other.Meta.Get("alias_ko")) == "" {
			continue
		}
		mine := document.Text(s.project.Listed("agents", s.Doc.Var("agent")).Get("alias_ko")) == alias.Text
		theirs := document.Text(s.project.Listed("agents", other.Dir).Get("alias_ko")) == alias.Text
		if mine == theirs && other.Path < s.Doc.Path || theirs && !mine {
			s.Reportf("nx-alias-duplicate", alias.Span, "$.alias_ko",
				"the alias %s is that of the agent %s as well, so a user who writes it may get either; "+
					"choose another one", alias.Text, other.Dir)
			return
		}
	}
}

// member judges the name of an agent or skill: it is its id, and nobody else's. An id that alone differs from name
// and directory is wrong itself, which nx-id-dir says.
func (s *meta) member(all *model.Members, what string) {
	name, id, dir := s.root.Get("name"), document.Text(s.root.Get("id")), path.Base(path.Dir(s.Doc.Path))
	if document.Text(name) == "" || name.Text == dir {
		return
	}
	for _, other := range all.With("name", name.Text) {
		theirs := document.Text(other.Meta.Get("name"))
		if theirs == name.Text && other.Path != s.Doc.Path && (other.Dir == theirs || other.Path < s.Doc.Path) {
			s.Reportf("nx-agent-duplicate-name", name.Span, "$.name",
				"the %s %s has the name %q as well, so whoever names it may mean either; choose another one",
				what, other.Dir, name.Text)
			return
		}
	}
	if id != "" && name.Text != id {
		s.Reportf("nx-agent-duplicate-name", name.Span, "$.name",
			"`name` is %q, but the id is %q; all agents and skills bear their id as name, and whoever looks for "+
				"one by the other finds nothing; write %s", name.Text, id, id)
	}
}

// vocabularyValue judges a value that must be an id of a vocabulary file and stand in the schema's list.
func (s *meta) vocabularyValue(key, list, rule string) {
	v := s.root.Get(key)
	if v == nil || v.Type != document.String {
		return
	}
	allowed := s.schemaEnum(key)
	ids, known := s.project.IDs(list)
	switch {
	case known && s.project.IsGone(list, v.Text):
		return // the vocabulary is what has changed, and is reported there
	case known && s.project.Entry(list, v.Text) == nil:
		s.Report(document.Finding{Rule: rule, Span: v.Span, At: "$." + key, Fixes: nearestID(v, ids),
			Message: fmt.Sprintf("`%s` is %q, which is no id in the vocabulary, so harnesses do not know what it "+
				"means%s", key, v.Text, model.Suggest(v.Text, ids, mustBe))})
	case !slices.Contains(allowed, v.Text):
		s.Reportf(rule, v.Span, "$."+key,
			"`%s` is %q, which the schema does not allow, whatever the vocabulary says%s",
			key, v.Text, model.Suggest(v.Text, allowed, mustBe))
	}
}

// nearestID is the fix that writes the id that a value is probably a misspelling of. A value in quotes gets none.
func nearestID(v *document.Node, ids []string) []document.Fix {
	near := spell.Nearest(v.Text, ids)
	if near == "" || v.Quote != 0 {
		return nil
	}
	return document.Replace("write "+near, v.Span, near)
}

// schemaEnum returns the values that the contract of agents allows for category or resume_tier.
func (s *sourceFile) schemaEnum(key string) []string {
	return s.project.WordList(strings.ReplaceAll(key, "_", "-"))
}

func (s *meta) agentCapabilities() {
	list := s.root.Get("capabilities")
	if list == nil || list.Type != document.List {
		return
	}
	ids, known := s.project.IDs("capabilities")
	seen := map[string]bool{}
	for i, item := range list.Items {
		at := fmt.Sprintf("$.capabilities[%d]", i)
		switch {
		case item.Type != document.String || !vocabularyID().MatchString(item.Text):
		case seen[item.Text]:
			s.Report(document.Finding{Rule: "nx-capability-duplicate", Span: item.Span, At: at,
				Message: fmt.Sprintf("the capability %s stands here again, which denies nothing more; remove it",
					item.Text),
				Fixes: removeItem(s.Doc, list, i)})
		case known && s.project.Entry("capabilities", item.Text) == nil &&
			!s.project.IsGone("capabilities", item.Text): // it is reported there
			s.Fixf("nx-capability-unknown", item.Span, at, s.Meant(item.Span, item.Text, ids),
				"the capability %s is not in vocabulary/capabilities.yml, so no harness denies it and the agent "+
					"may do what it must not%s", item.Text, model.Suggest(item.Text, ids, mustBe))
		}
		seen[item.Text] = true
	}
}

// removeItem is the fix that takes the i-th item, which is not the first, out of a list.
func removeItem(d *document.Document, list *document.Node, i int) []document.Fix {
	// From the end of the item before it, with the comma, the line end and the dash between them.
	span := document.Span{Start: list.Items[i-1].Span.End, End: list.Items[i].Span.End}
	if between := d.Text(document.Span{Start: span.Start, End: list.Items[i].Span.Start}); slices.Contains([]byte(between), '#') {
		return nil // a comment would go with it
	}
	return document.Replace("remove "+list.Items[i].Text, span, "")
}

// tierOfCategory notes what is unusual in how long an agent keeps its session.
func (s *meta) tierOfCategory() {
	category, tier := document.Text(s.root.Get("category")), s.root.Get("resume_tier")
	want := map[string]string{"how": "persistent", "check": "ephemeral"}[category]
	if want != "" && document.Text(tier) != "" && tier.Text != want {
		s.Reportf("nx-tier-category", tier.Span, "$.resume_tier",
			"an agent of the category %s is %s, and all others of it are %s; make sure that this is meant",
			category, tier.Text, want)
	}
}

// skill judges what is a skill's alone in its meta.yml.
type skill struct{ *meta }

// skill judges a skill's meta.yml.
func (s *skill) skill() {
	s.id(s.Doc.Var("skill"))
	s.uiHints()
	s.member(&s.project.Skills, "skill")
	s.sharedID(&s.project.Agents, "agent", s.newSkill())
	id := document.Text(s.root.Get("id"))
	tags, known := s.project.Entries["tags"]
	triggers := s.root.Get("triggers")
	if triggers != nil && triggers.Type == document.List && known {
		for i, item := range triggers.Items {
			if item.Type == document.String && vocabularyID().MatchString(item.Text) {
				s.trigger(item, fmt.Sprintf("$.triggers[%d]", i), id)
			}
		}
	}
	s.unlistedTags(tags, triggers, id)
	if manual := s.root.Get("manual_only"); manual != nil && manual.True {
		s.manualOnly(tags, triggers, id)
	}
}

func (s *skill) trigger(item *document.Node, at, id string) {
	tag := s.project.Entry("tags", item.Text)
	var skillTags []string
	for _, t := range s.project.Entries["tags"] {
		if document.Text(t.Get("type")) == "skill" {
			skillTags = append(skillTags, document.Text(t.Get("id")))
		}
	}
	skill := s.project.Skills.Find(document.Text(tag.Get("skill")))
	switch {
	case tag == nil && s.project.IsGone("tags", item.Text):
		return // the vocabulary is what has changed, and is reported there
	case tag == nil:
		s.Reportf("nx-trigger-unknown", item.Span, at,
			"the trigger %s is no tag in vocabulary/tags.yml, so nothing that a user writes starts the skill%s",
			item.Text, model.Suggest(item.Text, skillTags, mustBe))
	case document.Text(tag.Get("type")) == "inline_action":
		s.Reportf("nx-trigger-unknown", item.Span, at,
			"the tag %s is an inline action in vocabulary/tags.yml and starts no skill%s",
			item.Text, model.Suggest(item.Text, skillTags, mustBe))
	case skill != nil && skill.Path != s.Doc.Path && lists(skill, item.Text):
		s.Reportf("nx-tag-skill-mirror", item.Span, at,
			"the tag %s starts the skill %s, not %s, so this trigger never fires; "+
				"make vocabulary/tags.yml and this list agree", item.Text, skill.Dir, id)
	}
}

// lists reports whether a skill has a tag among its triggers.
func lists(skill *model.Member, tag string) bool {
	return slices.Contains(document.Texts(skill.Meta.Get("triggers")), tag)
}

// unlistedTags reports tags that start the skill but are no triggers of it.
func (s *skill) unlistedTags(tags []*document.Node, triggers *document.Node, id string) {
	if triggers == nil || triggers.Type != document.List || len(triggers.Items) == 0 || id == "" {
		return // the contract or nx-manual-only-trigger says it
	}
	for _, item := range triggers.Items {
		if tag := s.project.Entry("tags", document.Text(item)); document.Text(tag.Get("type")) != "skill" ||
			document.Text(tag.Get("skill")) != id {
			return // it is meant to be the one that is not listed
		}
	}
	for _, tag := range tags {
		name := document.Text(tag.Get("id"))
		if document.Text(tag.Get("type")) != "skill" || document.Text(tag.Get("skill")) != id || name == "" ||
			len(s.project.Skills.With("triggers", name)) > 0 {
			continue
		}
		f := document.Finding{Rule: "nx-tag-skill-mirror", Span: s.root.Pair("triggers").KeySpan, At: "$.triggers",
			Message: fmt.Sprintf("the tag %s in vocabulary/tags.yml starts this skill, and `triggers` does not "+
				"list it, so a harness that goes by the list leaves it out; add it", name)}
		end := triggers.Items[len(triggers.Items)-1].Span.End
		text := ", " + name
		if !triggers.Flow {
			text = "\n" + s.Doc.Indent(triggers.Span.Start) + "- " + name
		}
		f.Fixes = document.Replace("add "+name, document.Span{Start: end, End: end}, text)
		s.Report(f)
	}
}

// manualOnly judges a skill that nothing but its user may start. Of two keys that contradict each other the later one
// is reported, and of the skill and a tag the one that manifest.json does not know yet.
func (s *skill) manualOnly(tags []*document.Node, triggers *document.Node, id string) {
	manual := s.root.Pair("manual_only")
	if triggers != nil && len(triggers.Items) > 0 {
		p, other := s.root.Pair("triggers"), "`manual_only`"
		if manual.KeySpan.Start > p.KeySpan.Start {
			p, other = manual, "`triggers`"
		}
		s.Reportf("nx-manual-only-trigger", p.KeySpan, "$."+p.Key,
			"the skill is manual_only and has triggers all the same, and harnesses differ in which of the two they "+
				"believe; remove this or %s", other)
		return
	}
	if s.wasManual(id) {
		return // the tag is what is new, and is reported there
	}
	for _, tag := range tags {
		if id != "" && document.Text(tag.Get("skill")) == id {
			s.Reportf("nx-manual-only-trigger", manual.KeySpan, "$.manual_only",
				"the skill is manual_only, but the tag %s in vocabulary/tags.yml starts it; remove one of them",
				document.Text(tag.Get("id")))
		}
	}
}

// wasManual reports whether manifest.json has a skill as one that nothing but its user may start.
func (s *sourceFile) wasManual(id string) bool {
	manual := s.project.Listed("skills", id).Get("manual_only")
	return manual != nil && manual.True
}
