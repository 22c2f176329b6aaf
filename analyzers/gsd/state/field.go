package state

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

const fieldRule = "gsd-state-field"

// fieldJudge judges single fields.
type fieldJudge struct{ *judge }

// fields holds the sources of a field against one another.
func (j fieldJudge) fields() {
	j.colons()
	j.phase()
	j.phaseName()
	j.phaseTotal()
	j.bodyStatus()
	j.bodyVersion()
	j.activity()
}

// differs reports that a place of the body says something else than the frontmatter.
func (j fieldJudge) differs(span document.Span, format string, args ...any) {
	j.report(fieldRule, span, "body", false, nil, format, args...)
}

// phase holds the phase of the body against that of the frontmatter.
func (j fieldJudge) phase() {
	key, body := j.s.Key("current_phase"), bodyPhase(j.s)
	if j.odd != "" {
		j.report(fieldRule, key.Span, "frontmatter.current_phase", false, nil,
			"current_phase is %s, and %s are at phase %s (S003), and commands go by the key; write %s", dialect.Text(key),
			document.AllOf(j.by), j.odd, j.odd)
		return
	}
	if body == nil {
		return
	}
	a, b := notation.PhaseIn(dialect.Text(key)), notation.PhaseIn(body.Text)
	switch {
	case a == "" || b == "" || a == b:
	case j.p.Roadmap() != nil && model.StandingOf(j.p, b).Nowhere && !model.StandingOf(j.p, a).Nowhere:
		j.differs(body.Span, "the body is at phase %s, which is in no section of the roadmap, no directory and no archive, and "+
			"current_phase at %s (S003), and commands go by the key; write %s", b, a, a)
	default:
		j.differs(body.Span, "the body is at phase %s and current_phase at %s (S003), and commands go by the key; correct the one "+
			"that is wrong", b, a)
	}
}

// phaseName holds the name of the phase in the frontmatter against the roadmap: it is that of another phase, or near to its own.
func (j fieldJudge) phaseName() {
	key, rm := j.s.Key("current_phase_name"), j.p.Roadmap()
	if dialect.Text(key) == "" || j.odd != "" || rm == nil {
		return
	}
	at, _ := j.s.CurrentPhase()
	section, name := rm.Section(at), strings.ToLower(strings.TrimSpace(dialect.Text(key)))
	if section == nil || notation.Slug(section.Name) == notation.Slug(name) {
		return
	}
	tell := func(format string, args ...any) {
		j.report(fieldRule, key.Span, "frontmatter.current_phase_name", false, nil, format, args...)
	}
	isNamed := func(sec *model.Section) bool { return strings.EqualFold(sec.Name, name) }
	if other := slices.IndexFunc(rm.Sections, isNamed); other >= 0 {
		tell("the state is at phase %s, and %s is the name of phase %s; correct the one that is wrong", at,
			document.Quote(dialect.Text(key)), rm.Sections[other].Number)
	} else if spell.Close(name, []string{strings.ToLower(section.Name)}) != "" {
		tell("the roadmap calls phase %s %s, and commands show this name; correct the one that is wrong", at,
			document.Quote(section.Name))
	}
}

// phaseTotal holds the number of phases in the body against that in the frontmatter.
func (j fieldJudge) phaseTotal() {
	body := j.s.Field("Phase")
	if body == nil {
		return
	}
	total, ok := notation.ParseInt(dialect.Text(j.s.Key("progress.total_phases")))
	m := phaseOf().FindStringSubmatchIndex(body.Text)
	if !ok || m == nil || !j.numbers(body.Text[m[2]:m[3]], total) {
		return
	}
	j.differs(document.Span{Start: body.Span.Start + m[2], End: body.Span.Start + m[3]},
		"the text has %s phases, and total_phases is %d, so the status line and the commands show two numbers; correct the one "+
			"that is wrong", body.Text[m[2]:m[3]], total)
}

// bodyStatus holds the status of the body against that of the frontmatter, by what they mean.
func (j fieldJudge) bodyStatus() {
	key, body := dialect.Text(j.s.Key("status")), j.s.Field("Status")
	if key == "" || body == nil {
		return
	}
	isKnown := func(meaning string) bool { return meaning != "" && meaning != "unknown" }
	if a, b := meaning(key), meaning(body.Text); a != b && isKnown(a) && isKnown(b) {
		j.differs(body.Span, "the status is %s here and %s in the frontmatter, which commands go by; correct the one that is wrong",
			document.Quote(body.Text), document.Quote(key))
	}
}

// bodyVersion holds the version of the milestone in the body against that in the frontmatter.
func (j fieldJudge) bodyVersion() {
	body, own := j.s.Field("Milestone", "Current Milestone"), j.s.Milestone()
	if body == nil || own == "" {
		return
	}
	if v := version().FindString(body.Text); v != "" && !strings.EqualFold(notation.Whole(v), notation.Whole(own)) {
		j.differs(body.Span, "the milestone is %s here and %s in the frontmatter, which scopes the roadmap; correct the one that is "+
			"wrong", v, own)
	}
}

// activity reports that the last activity, in the frontmatter or else in the body, begins with no date.
func (j fieldJudge) activity() {
	const undated = " does not begin with a date (S008), so nobody sees how old the state is; write it as in 2026-10-16"
	if n := j.s.Key("last_activity"); n != nil && n.Span.Len() > 0 && !dated(dialect.Text(n)) {
		j.report(fieldRule, n.Span, "frontmatter.last_activity", false, nil, "last_activity is %s and"+undated,
			document.Quote(dialect.Text(n)))
	} else if body := j.s.Field("Last activity"); body != nil && !dated(body.Text) && !empty(body.Text) {
		j.differs(body.Span, "the last activity is %s and"+undated+" — what was done", document.Quote(body.Text))
	}
}

var outside = memo.Regexp(`(?i)^[ \t]*(\*\*(status|current phase|phase|last activity)\*\*:)[ \t]*\S`)

// colons reports fields of the body that GSD does not find, since the colon stands behind the bold, where nothing else
// says the same.
func (j fieldJudge) colons() {
	section := ""
	elsewhere := map[string]bool{} // whether the same is said elsewhere, by the key
	for _, l := range j.s.Lines {
		if heading, ok := strings.CutPrefix(l.Text, "## "); ok && !l.Hidden {
			section = heading
		}
		m := outside().FindStringSubmatchIndex(l.Text)
		if l.Hidden || m == nil || section != "" && !strings.HasPrefix(section, "Current ") {
			continue
		}
		name := l.Text[m[4]:m[5]]
		key := strings.ReplaceAll(strings.ToLower(name), " ", "_")
		form := name
		if strings.HasSuffix(key, "phase") {
			key, form = "current_phase", "(?:current )?phase"
		}
		isSaid, looked := elsewhere[key]
		if !looked {
			said := regexp.MustCompile(`(?i)^(?:[ \t]*\*\*` + form + `:\*\*|` + form + `:|\|\s*\**` + form + `\**\s*\|)`)
			isSaid = dialect.Text(j.s.Key(key)) != "" || slices.ContainsFunc(j.s.Lines, func(l notation.Line) bool {
				return said.MatchString(l.Text)
			})
			elsewhere[key] = isSaid
		}
		if isSaid {
			continue
		}
		span := l.Part(m[2], m[3])
		j.report(fieldRule, span, "body", false, nil,
			"GSD finds `**%s:**` and `%s:` and not this, so to it the state has no such field; put the colon before the "+
				"asterisks", name, name)
	}
}

// numbers reports whether a number of phases is neither the one that the roadmap has, which is given, nor that of its
// last.
func (j fieldJudge) numbers(text string, total int) bool {
	rm := j.p.Roadmap()
	if rm == nil || text == strconv.Itoa(total) {
		return false
	}
	current, last := 0, ""
	for i := range rm.Entries {
		if e := &rm.Entries[i]; !e.Archived && !e.Hidden {
			current, last = current+1, e.Number
		}
	}
	return current == total && last != text // what goes on with the numbers of a former milestone
}

var phaseOf = memo.Regexp(`^\d+ of (\d+)\b`)

var version = memo.Regexp(`(?i)\bv\d+(?:\.\d+)*\b`)

// dated reports whether a text begins with a real date.
func dated(text string) bool {
	return notation.Day(strings.TrimLeft(text, "\"'*`")) != ""
}

// empty reports whether a value says that there is none.
func empty(text string) bool {
	text = strings.ToLower(strings.Trim(text, "*`.\"' "))
	word, _, _ := strings.Cut(strings.ReplaceAll(text, "—", " "), " ")
	return word == "" || word == "none" || word == "n/a" || text == "na" || text == "-" || text == "null" ||
		strings.HasPrefix(text, "[")
}
