package reference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/model"
	"github.com/nplint/nplint/internal/memo"
)

// defined returns the requirements of the project, or nil if it defines none.
func defined(s *source) *model.Requirements {
	if r := s.tree.Requirements(s.Doc.Root); r != nil && len(r.Defined) > 0 {
		return r
	}
	return nil
}

// maxNear is how many ids a misspelling is looked for among.
const maxNear = 500

// known reports an id that REQUIREMENTS.md does not define.
func known(s *source, r *model.Requirements, id string, span document.Span, at string) {
	if r.Defines(id) {
		return
	}
	ids := make([]string, min(len(r.Defined), maxNear))
	for i := range ids {
		ids[i] = r.Defined[i].Text
	}
	hint := ""
	var fixes []document.Fix
	if several := apart(s, r, id, span); several != nil {
		s.Fixf("requirement-unknown", span, at, several,
			"%s is read as one id, so nobody knows what is to be fulfilled; separate the ids by commas", document.Quote(id))
		return
	}
	near := s.guesses.nearest(id, ids)
	same := func(other string) bool { return sameNumber(other, id) }
	if i := slices.IndexFunc(ids, same); i >= 0 && !s.guesses.spent() {
		near = ids[i] // whatever else is as near
	}
	if near != "" && number(near) != number(id) && strings.Contains(s.Doc.Content(), near) {
		// The text has that one already: rather one that it does not have.
		ids = slices.DeleteFunc(ids, func(other string) bool { return strings.Contains(s.Doc.Content(), other) })
		near = cmp.Or(s.guesses.nearest(id, ids), near)
	}
	if near != "" {
		hint = "; did you mean " + near + "?"
		if number(near) == number(id) {
			fixes = write(s, span, id, near)
		}
	}
	s.Fixf("requirement-unknown", span, at, fixes,
		"REQUIREMENTS.md defines no requirement %s, so nobody knows what is to be fulfilled; define it there, or "+
			"correct the id%s", document.Quote(id), hint)
}

// apart returns the fix for ids of a list in brackets with blanks where commas should be, if all of them are defined.
func apart(s *source, r *model.Requirements, text string, span document.Span) []document.Fix {
	ids := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ;\"'", c) })
	before := strings.TrimRight(s.Doc.Content()[:span.Start], " \t")
	if len(ids) < 2 || !strings.HasSuffix(before, "[") && !strings.HasSuffix(before, ",") ||
		slices.ContainsFunc(ids, func(id string) bool { return !r.Defines(id) }) {
		return nil
	}
	quote := ""
	if c := s.Doc.Text(span)[:1]; c == `"` || c == "'" {
		quote = c
	}
	return document.Replace("separate the ids by commas", span, quote+strings.Join(ids, quote+", "+quote)+quote)
}

// sameNumber reports whether two ids differ only in zeros in front of the number.
func sameNumber(a, b string) bool {
	return strings.TrimRight(a, "0123456789") == strings.TrimRight(b, "0123456789") && number(a) == number(b)
}

// number is the digits of an id, without zeros in front.
func number(id string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, id)
	return strings.TrimLeft(digits, "0")
}

// write returns the fix that puts what is meant in the place of a text that a span holds.
func write(s *source, span document.Span, text, meant string) []document.Fix {
	at, found := document.Find(s.Doc, span, text)
	if !found {
		return nil
	}
	return document.Replace("write "+meant, at, meant)
}

// roadmapRequirements holds the requirements of each milestone against their definitions.
func roadmapRequirements(s *source) {
	r, roadmap := defined(s), s.tree.Roadmap(s.Doc.Root)
	if r == nil || roadmap == nil {
		return
	}
	for _, e := range roadmap.Milestones {
		for _, item := range e.Requirements {
			known(s, r, item.Text, item.Span, "milestones["+e.ID.Text+"].requirements")
		}
	}
}

// planRequirements holds the requirements of a slice plan against their definitions.
func planRequirements(s *source) {
	r, slice := defined(s), s.slice()
	if r == nil || slice == nil || slice.Plan == nil || slice.Plan.Path != s.Doc.Path {
		return
	}
	for _, item := range slice.Plan.Required {
		known(s, r, item.Text, item.Span, "frontmatter.requirements")
	}
}

var (
	requirementHeading = memo.Regexp(`^([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+)(?:\s*[:—–].*)?$`)
	// requirementItem is a list item that starts with a requirement's id and says something of it.
	requirementItem = memo.Regexp("^(?:\\*\\*|`)?([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\\d+)(?::?\\*\\*|`)?" +
		"(?:\\s*[:—–(-].*)?$")
)

// family is a requirement's id without its number.
func family(id string) string { return id[:strings.LastIndexByte(id, '-')+1] }

// validated holds the requirements that a validation lists against their definitions and those of the milestone, and
// follows the tests that observe them.
func validated(s *source) {
	r := defined(s)
	if r == nil {
		return
	}
	body, listed := s.Doc.Body, map[string]bool{}
	judge := func(id string, start int) {
		listed[id] = true
		known(s, r, id, document.Span{Start: start, End: start + len(id)}, "body.requirements["+id+"]")
	}
	for i := range body.Headings {
		h := &body.Headings[i]
		if m := requirementHeading().FindStringSubmatch(h.Text); m != nil && h.Level == 3 {
			judge(m[1], h.Title.Start)
		}
	}
	families := map[string]bool{}
	for _, id := range r.Defined {
		families[family(id.Text)] = true
	}
	for _, item := range body.Items {
		text := s.Doc.Text(item.Text)
		m := requirementItem().FindStringSubmatchIndex(text)
		if m != nil && families[family(text[m[2]:m[3]])] { // else it is a decision, a standard, an algorithm
			judge(text[m[2]:m[3]], item.Text.Start+m[2])
		}
	}
	for _, table := range body.Tables {
		if !strings.EqualFold(s.Doc.Text(table.Rows[0][0]), "Requirement") {
			continue
		}
		test := slices.IndexFunc(table.Rows[0],
			func(cell document.Span) bool { return strings.EqualFold(s.Doc.Text(cell), "Test file") })
		for _, row := range table.Rows[1:] {
			if id := s.Doc.Text(row[0]); requirementHeading().MatchString(id) && !strings.ContainsAny(id, ": ") {
				judge(id, row[0].Start)
				if test > 0 && test < len(row) {
					looked(s, row[test])
				}
			}
		}
	}
	unlisted(s, r, listed)
}

// unlisted reports requirements of the milestone of which a validation that lists all that it counts says nothing.
func unlisted(s *source, r *model.Requirements, listed map[string]bool) {
	total := s.Doc.Front.Root.Pair("requirements_total")
	if total == nil || len(listed) == 0 || s.entry() == nil {
		return
	}
	if n, ok := document.Whole(total.Value); !ok || n != len(listed) {
		return
	}
	var lost []string
	for _, item := range s.entry().Requirements {
		if !listed[item.Text] && !r.Lacks(item.Text) { // else it is the roadmap that is wrong
			lost = append(lost, item.Text)
		}
	}
	if len(lost) > 0 && len(lost) < len(s.entry().Requirements) {
		s.Reportf("validation-listing", total.Place(), "frontmatter.requirements_total",
			"the sections say nothing of %s, which roadmap.yaml gives to milestone %s, so that may be closed without a test "+
				"for it; score it as well", document.AllOf(lost), s.place.Milestone)
	}
}

// requirements judges REQUIREMENTS.md itself: each id is there once and stands in the roadmap. Boxes and the
// traceability table are kept by nobody, so they are not held against anything.
func requirements(s *source) {
	planned := map[string]bool{}
	if roadmap := s.tree.Roadmap(s.Doc.Root); roadmap != nil {
		for _, e := range roadmap.Milestones {
			for _, item := range e.Requirements {
				planned[item.Text] = true
			}
		}
	}
	r := defined(s)
	if r == nil {
		return
	}
	seen := map[string]bool{}
	for _, d := range r.Defined {
		id := d.Text
		switch at := "body.requirements[" + id + "]"; {
		case seen[id]:
			s.Reportf("requirement-duplicate", d.Span, at,
				"the requirement %s is defined twice, so plans that name it may mean either; give this one an id of "+
					"its own", id)
		case len(planned) > 0 && !planned[id]:
			s.Reportf("requirement-untraced", d.Span, at,
				"no milestone of roadmap.yaml lists the requirement %s yet, so nobody plans it; add it to one, or move "+
					"it out of scope", id)
		}
		seen[id] = true
	}
}
