package roadmap

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/nubos/place"
	"github.com/nplint/nplint/internal/memo"
)

// seen finds values that are used twice.
type seen struct {
	*roadmap
	rule, what string
	first      map[string]*document.Node
}

// once finds values of a kind that are used twice, and reports them by a rule.
func (j *roadmap) once(rule, what string) seen {
	return seen{roadmap: j, rule: rule, what: what, first: map[string]*document.Node{}}
}

// add reports whether a value was there before, and reports it if so.
func (s *seen) add(n *document.Node, at string) bool {
	if n == nil || n.Type != document.String && n.Type != document.Number || s.Doc.Data.IsAlias(n.Span) {
		return false
	}
	key := n.Text
	if n.Type == document.Number {
		key = strconv.FormatFloat(n.Num, 'g', -1, 64)
	}
	other := s.first[key]
	if other == nil {
		s.first[key] = n
		return false
	}
	s.Report(document.Finding{Rule: s.rule, Span: n.Span, At: at,
		Message: fmt.Sprintf("the %s %s is taken: whoever looks it up finds only the first entry, and this one is out "+
			"of reach; give it one of its own", s.what, document.Show(n)),
		Related: []document.Related{{Span: other.Span, Message: "it is here first"}}})
	return true
}

var (
	milestoneID = memo.Regexp(`^M(\d{3,})$`)
	padded      = memo.Regexp(`^0\d{3,}$`)
)

// id judges the form of a milestone's id.
func (j *roadmap) id(m *document.Node, at string) {
	id := m.Get("id")
	if id == nil || id.Type != document.String || id.Text == "" || j.Doc.Data.IsAlias(id.Span) {
		return // reported by its type, or nothing to judge
	}
	number := milestoneID().FindStringSubmatch(id.Text)
	switch {
	case number != nil && padded().MatchString(number[1]):
		n := cmp.Or(strings.TrimLeft(number[1], "0"), "0")
		want := "M" + strings.Repeat("0", max(0, 3-len(n))) + n
		j.Fixf("roadmap-invalid-milestone-id", id.Span, at+".id",
			document.Replace("write "+want, id.Span, id.Requote(want)),
			"the milestone id %s is listed as milestone %s, but its directory is looked up as %s and never found; write "+
				"%s", id.Text, n, want, want)
	case number == nil && (!place.Usable(id.Text, 'M') || m.Has("slices")) && id.Text != "backlog":
		j.Fixf("roadmap-invalid-milestone-id", id.Span, at+".id", j.meantID(m, id),
			"the milestone id is %s, and programs find a milestone only by M and at least three digits, such as M001%s",
			document.Show(id), versions(m))
	}
}

// meantID is the fix that writes the id which a milestone's was written for, if no other has it. It is safe if the
// number of the milestone says the same.
func (j *roadmap) meantID(m, id *document.Node) []document.Fix {
	meant := place.Meant(id.Text)
	if !place.IsID(meant, 'M') {
		return nil
	}
	if j.meant == nil {
		j.meant = map[string]int{}
		for _, other := range document.Items(j.Doc.Data.Root.Get("milestones")) {
			if named := other.Get("id"); named != nil {
				j.meant[cmp.Or(place.Meant(named.Text), named.Text)]++
			}
		}
	}
	if j.meant[meant] > 1 {
		return nil
	}
	if n := m.Get("number"); n != nil && n.Type == document.Number && n.Num == float64(place.IDNumber(meant, 'M')) {
		return document.Replace("write "+meant, id.Span, id.Requote(meant))
	}
	return document.Guess("write "+meant, id.Span, id.Requote(meant))
}

// versions says that a milestone with phases may also be named by a version.
func versions(m *document.Node) string {
	if m.Has("phases") {
		return ", or with `phases` by a version such as v1.0"
	}
	return ""
}

// number holds the number of a milestone against its id.
func (j *roadmap) number(m *document.Node, at string) {
	id, n := m.Get("id"), m.Get("number")
	if id == nil || n == nil || n.Type != document.Number || n.Num < 0 {
		return // which the contract reports
	}
	of := milestoneID().FindStringSubmatch(id.Text)
	if of == nil {
		return
	}
	if want, err := strconv.Atoi(of[1]); err == nil && n.Num != float64(want) {
		j.Fixf("roadmap-number", n.Span, at+".number",
			document.Replace(fmt.Sprintf("write %d", want), n.Span, strconv.Itoa(want)),
			"milestone %s has the number %s: programs that go by the id and programs that go by the number work on two "+
				"milestones; write %d, or change the id", id.Text, n.Text, want)
	}
}

var criterionID = memo.Regexp(`^SC-\d+$`)

const invalidCriteria = "roadmap-invalid-success-criteria"

// criteria judges the success criteria of an entry: texts, or maps with a text.
func (j *roadmap) criteria(n *document.Node, at string) {
	for i, c := range document.Items(n.Get("success_criteria")) {
		at := document.Index(at+".success_criteria", i)
		switch {
		case c.Type == document.Map:
			j.criterion(c, i+1, at)
		case j.Doc.Data.IsAlias(c.Span):
		case c.Type != document.String || strings.TrimSpace(c.Text) == "":
			j.Reportf(invalidCriteria, c.Span, at,
				"success criterion %d is %s, so nobody can verify it; write a sentence that can be checked",
				i+1, document.Show(c))
		default:
			j.oneLine(c, i+1, at)
		}
	}
}

// criterion judges a success criterion that is a map.
func (j *roadmap) criterion(c *document.Node, nth int, at string) {
	text := false
	for _, key := range []string{"text", "criterion", "description", "title"} {
		if v := c.Get(key); !text && v != nil && v.Type == document.String && strings.TrimSpace(v.Text) != "" {
			text = true
			j.oneLine(v, nth, at+"."+key)
		}
	}
	if !text {
		j.Reportf(invalidCriteria, c.Span, at,
			"success criterion %d is a map without `text`, so it is shown as `[object Object]` or by its id alone; "+
				"write the sentence under `text`, or instead of the map", nth)
	}
	id := c.Get("id")
	switch {
	case id == nil:
	case id.Type != document.String || !criterionID().MatchString(id.Text):
		j.Fixf(invalidCriteria, written(id, c), at+".id", meantCriterion(id, nth),
			"the id of success criterion %d is %s; ids have the form SC-%d, or leave it out",
			nth, document.Show(id), nth)
	case id.Text != fmt.Sprintf("SC-%d", nth):
		j.Fixf(invalidCriteria, id.Span, at+".id", meantCriterion(id, nth),
			"this criterion calls itself %s, but its place in the list makes it SC-%d for every program, so evidence "+
				"for the one is taken for the other; move it, or write SC-%d", id.Text, nth, nth)
	}
}

// meantCriterion is the fix that writes the id of the criterion at a place of the list, if that is what is meant there.
func meantCriterion(id *document.Node, nth int) []document.Fix {
	want := fmt.Sprintf("SC-%d", nth)
	if id.Type != document.String || place.MeantCriterion(id.Text) != nth {
		return nil
	}
	return document.Replace("write "+want, id.Span, id.Requote(want))
}

// oneLine reports a criterion that has more than one line.
func (j *roadmap) oneLine(text *document.Node, nth int, at string) {
	if strings.Contains(strings.TrimSpace(text.Text), "\n") {
		j.Reportf(invalidCriteria, text.Span, at,
			"success criterion %d has several lines, and the verification writes it into a heading as it stands, "+
				"which ends with the first; write one sentence on one line", nth)
	}
}

// written returns the span of a value, or of the map around it if nothing is written.
func written(n, around *document.Node) document.Span {
	if n.Span.Len() > 0 {
		return n.Span
	}
	return around.Span
}
