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

// fields holds the sources of a field against one another.
func (j *judge) fields() {
	const rule = "gsd-state-field"
	j.colons()
	body := bodyPhase(j.s)
	if j.odd != "" {
		key := j.s.Key("current_phase")
		j.report(rule, key.Span, "frontmatter.current_phase", false, nil,
			"current_phase is %s, and %s are at phase %s (S003), and commands go by the key; write %s", dialect.Text(key),
			document.AllOf(j.by), j.odd, j.odd)
	} else if key := dialect.Text(j.s.Key("current_phase")); key != "" && body != nil {
		a, b := notation.PhaseIn(key), notation.PhaseIn(body.Text)
		switch {
		case a == "" || b == "" || a == b:
		case j.p.Roadmap() != nil && model.StandingOf(j.p, b).Nowhere && !model.StandingOf(j.p, a).Nowhere:
			j.report(rule, body.Span, "body", false, nil, "the body is at phase %s, which is in no section of the roadmap, no "+
				"directory and no archive, and current_phase at %s (S003), and commands go by the key; write %s", b, a, a)
		default:
			j.report(rule, body.Span, "body", false, nil, "the body is at phase %s and current_phase at %s (S003), and "+
				"commands go by the key; correct the one that is wrong", b, a)
		}
	}
	if n := j.s.Key("current_phase_name"); dialect.Text(n) != "" && j.odd == "" {
		at, _ := j.s.CurrentPhase()
		name := strings.ToLower(strings.TrimSpace(dialect.Text(n)))
		if rm := j.p.Roadmap(); rm != nil && rm.Section(at) != nil &&
			notation.Slug(rm.Section(at).Name) != notation.Slug(name) {
			own := rm.Section(at).Name
			other := slices.IndexFunc(rm.Sections, func(sec *model.Section) bool { return strings.EqualFold(sec.Name, name) })
			if other >= 0 {
				j.report(rule, n.Span, "frontmatter.current_phase_name", false, nil,
					"the state is at phase %s, and %s is the name of phase %s; correct the one that is wrong", at,
					document.Quote(dialect.Text(n)), rm.Sections[other].Number)
			} else if spell.Close(name, []string{strings.ToLower(own)}) != "" {
				j.report(rule, n.Span, "frontmatter.current_phase_name", false, nil,
					"the roadmap calls phase %s %s, and commands show this name; correct the one that is wrong", at, document.Quote(own))
			}
		}
	}
	if body := j.s.Field("Phase"); body != nil {
		total, ok := notation.ParseInt(dialect.Text(j.s.Key("progress.total_phases")))
		if m := phaseOf().FindStringSubmatchIndex(body.Text); m != nil && ok && j.numbers(body.Text[m[2]:m[3]], total) {
			span := document.Span{Start: body.Span.Start + m[2], End: body.Span.Start + m[3]}
			j.report(rule, span, "body", false, nil,
				"the text has %s phases, and total_phases is %d, so the status line and the commands show two numbers; "+
					"correct the one that is wrong", body.Text[m[2]:m[3]], total)
		}
	}
	if key, body := dialect.Text(j.s.Key("status")), j.s.Field("Status"); key != "" && body != nil {
		a, b := meaning(key), meaning(body.Text)
		if a != "" && b != "" && a != b && a != "unknown" && b != "unknown" {
			j.report(rule, body.Span, "body", false, nil, "the status is %s here and %s in the frontmatter, which commands "+
				"go by; correct the one that is wrong", document.Quote(body.Text), document.Quote(key))
		}
	}
	if body := j.s.Field("Milestone", "Current Milestone"); body != nil && j.s.Milestone() != "" {
		if v := version().FindString(body.Text); v != "" && !strings.EqualFold(notation.Whole(v), notation.Whole(j.s.Milestone())) {
			j.report(rule, body.Span, "body", false, nil, "the milestone is %s here and %s in the frontmatter, which scopes "+
				"the roadmap; correct the one that is wrong", v, j.s.Milestone())
		}
	}
	if n := j.s.Key("last_activity"); n != nil && n.Span.Len() > 0 && !dated(dialect.Text(n)) {
		j.report(rule, n.Span, "frontmatter.last_activity", false, nil,
			"last_activity is %s and does not begin with a date (S008), so nobody sees how old the state is; write it as in "+
				"2026-10-16", document.Quote(dialect.Text(n)))
	} else if body := j.s.Field("Last activity"); body != nil && !dated(body.Text) && !empty(body.Text) {
		j.report(rule, body.Span, "body", false, nil, "the last activity is %s and does not begin with a date (S008), so "+
			"nobody sees how old the state is; write it as in 2026-10-16 — what was done", document.Quote(body.Text))
	}
}

var outside = memo.Regexp(`(?i)^[ \t]*(\*\*(status|current phase|phase|last activity)\*\*:)[ \t]*\S`)

// colons reports fields of the body that GSD does not find, since the colon stands behind the bold, where nothing else
// says the same.
func (j *judge) colons() {
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
		j.report("gsd-state-field", span, "body", false, nil,
			"GSD finds `**%s:**` and `%s:` and not this, so to it the state has no such field; put the colon before the "+
				"asterisks", name, name)
	}
}

// numbers reports whether a number of phases is neither the one that the roadmap has, which is given, nor that of its
// last.
func (j *judge) numbers(text string, total int) bool {
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
