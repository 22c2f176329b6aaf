package review

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
)

// verdict is what the plan-checker said in one iteration, as far as it can be read.
type verdict struct {
	status   *document.Node   // passed or issues_found, or nil
	findings []*document.Node // those that are maps
	empty    bool             // the findings are a list without any
	open     bool             // its fence is not closed where it should be
}

var (
	statuses    = []string{"passed", "issues_found"}
	severities  = []string{"critical", "major", "minor"}
	verdictKeys = []string{"status", "findings"}
	findingKeys = []string{"category", "severity", "target", "message"}
)

// hiddenIn returns the fences and comments that start in the span.
func hiddenIn(b *document.Body, s document.Span) []document.Hidden {
	from := sort.Search(len(b.Hidden), func(i int) bool { return b.Hidden[i].Span.Start >= s.Start })
	to := sort.Search(len(b.Hidden), func(i int) bool { return b.Hidden[i].Span.Start >= s.End })
	return b.Hidden[from:max(from, to)]
}

// isYAML reports whether a fence says that it holds YAML.
func isYAML(h *document.Hidden) bool {
	language, _, _ := strings.Cut(h.Info, " ")
	return strings.EqualFold(language, "yaml") || strings.EqualFold(language, "yml")
}

// verdicts judges the shape of the verdicts of one log.
type verdicts struct {
	*document.Reporter
	set  *document.Set
	text []byte // the source as valid UTF-8 of the same length, made when the first verdict is read
}

// of finds the verdict of an iteration and judges its shape.
func (v *verdicts) of(it *iteration) verdict {
	var fences []*document.Hidden
	var other *document.Hidden // a fence that looks like a verdict and does not say that it is YAML
	hidden := hiddenIn(v.Doc.Body, it.extent)
	for i := range hidden {
		h := &hidden[i]
		switch {
		case h.Kind != document.Fence:
		case isYAML(h):
			fences = append(fences, h)
		case other == nil && strings.Contains(v.Doc.Text(h.Inner), "status:"):
			other = h
		}
	}
	at := it.at + ".verdict"
	switch {
	case len(fences) > 0:
	case other != nil:
		mark := "not marked"
		if other.Info != "" {
			mark = "marked " + quote(other.Info)
		}
		v.Reportf("review-verdict", other.Open, at,
			"the fence of the verdict is %s, so readers that look for one marked yaml find no verdict in iteration "+
				"%d; open it with ```yaml", mark, it.number)
		return verdict{}
	default:
		v.Reportf("review-verdict", it.heading, at,
			"iteration %d has no verdict: what the plan-checker said stands in a fence that is opened with ```yaml "+
				"and holds `status` and `findings`", it.number)
		return verdict{}
	}
	if len(fences) > 1 {
		v.Report(document.Finding{Rule: "review-verdict", Span: fences[1].Open, At: at,
			Message: fmt.Sprintf("iteration %d has %d verdicts, and readers take one of them; one round of the loop "+
				"has one verdict, so append an iteration for each", it.number, len(fences)),
			Related: []document.Related{{Span: fences[0].Open, Message: "the first one"}}})
	}
	return v.read(it, fences[0], at)
}

// valid returns the text that verdicts are read from. Without it, each verdict of a log with broken bytes would mend a
// copy of the whole log.
func (v *verdicts) valid() []byte {
	if v.text == nil {
		v.text = v.Doc.Src
		if !utf8.Valid(v.text) {
			v.text = bytes.Clone(v.text)
			for i := 0; i < len(v.text); {
				char, width := utf8.DecodeRune(v.text[i:])
				if char == utf8.RuneError && width == 1 {
					v.text[i] = '?'
				}
				i += width
			}
		}
	}
	return v.text
}

// read reads the fence of a verdict.
func (v *verdicts) read(it *iteration, fence *document.Hidden, at string) verdict {
	if swallowed := hiddenHeading().FindString(v.Doc.Text(fence.Inner)); swallowed != "" {
		v.Reportf("review-verdict", fence.Open, at,
			"the fence of the verdict of iteration %d is not closed before %s, so that iteration is hidden in it; "+
				"write ``` below the verdict", it.number, quote(strings.TrimRight(swallowed, " \t\r")))
		return verdict{open: true}
	}
	if !fence.Closed {
		v.Reportf("review-verdict", fence.Open, at,
			"the fence of the verdict of iteration %d is never closed, so all below it is taken for part of the "+
				"verdict; write ``` below the verdict", it.number)
		return verdict{open: true}
	}
	data := document.ParseYAML(v.valid(), fence.Inner)
	if data.Fault != nil {
		v.Reportf("review-verdict", data.Fault.Span, at,
			"the verdict of iteration %d is no YAML, so nobody can tell whether the plans passed: %s",
			it.number, data.Fault.Message)
		return verdict{}
	}
	root := data.Root
	if root.Type != document.Map {
		span := root.Span
		if span.Len() == 0 {
			span = fence.Open
		}
		v.Reportf("review-verdict", span, at,
			"the verdict of iteration %d is %s; it must be a map with `status` and `findings`", it.number, shown(root))
		return verdict{}
	}
	v.keys(root, fence.Open, at, "verdict", verdictKeys)
	read := verdict{status: v.status(root, at), findings: v.findings(root, at)}
	if list := root.Get("findings"); list != nil && list.Type == document.List {
		read.empty = len(list.Items) == 0
	}
	return read
}

// keys reports keys that are missing, unknown or there twice. An unknown key that is near to a missing one is that
// one, misspelt.
func (v *verdicts) keys(m *document.Node, place document.Span, at, what string, known []string) {
	missing := slices.DeleteFunc(slices.Clone(known), m.Has)
	seen := map[string]bool{}
	for i := range m.Pairs {
		p := &m.Pairs[i]
		switch {
		case seen[p.Key]:
			v.Reportf("review-verdict", p.KeySpan, at+"."+p.Key,
				"the key %q of the %s stands here again; YAML refuses the verdict then, or the last one counts: "+
					"remove one of them", p.Key, what)
		case !slices.Contains(known, p.Key):
			hint := "; it has only " + strings.Join(known, ", ")
			if near := spell.Nearest(p.Key, missing); near != "" {
				hint = "; did you mean " + near + "?"
				missing = slices.DeleteFunc(missing, func(key string) bool { return key == near })
			}
			v.Reportf("review-verdict", p.KeySpan, at+"."+p.Key, "%s is no key of a %s, and nobody reads it%s",
				quote(p.Key), what, hint)
		}
		seen[p.Key] = true
	}
	if len(missing) > 0 {
		v.Reportf("review-verdict", place, at, "the %s lacks `%s`; its keys are %s", what,
			strings.Join(missing, "` and `"), strings.Join(known, ", "))
	}
}

// status returns the status of a verdict if it is known.
func (v *verdicts) status(root *document.Node, at string) *document.Node {
	p := root.Pair("status")
	if p == nil {
		return nil
	}
	if p.Value.Type == document.String && slices.Contains(statuses, p.Value.Text) {
		return p.Value
	}
	v.Reportf("review-verdict", p.Place(), at+".status",
		"`status` of the verdict is %s, and readers know only passed and issues_found%s",
		shown(p.Value), spell.Suggest(p.Value.Text, statuses))
	return nil
}

// findings judges the findings of a verdict and returns those that are maps.
func (v *verdicts) findings(root *document.Node, at string) []*document.Node {
	p := root.Pair("findings")
	if p == nil {
		return nil
	}
	if p.Value.Type != document.List {
		v.Reportf("review-verdict", p.Place(), at+".findings",
			"`findings` of the verdict is %s; it must be a list of findings, `[]` if there are none", shown(p.Value))
		return nil
	}
	var found []*document.Node
	for i, item := range p.Value.Items {
		at := fmt.Sprintf("%s.findings[%d]", at, i)
		if item.Type != document.Map {
			span := item.Span
			if span.Len() == 0 {
				span = p.KeySpan
			}
			v.Reportf("review-verdict", span, at, "finding %d of the verdict is %s; it must be a map with %s", i+1,
				shown(item), strings.Join(findingKeys, ", "))
			continue
		}
		place := item.Span
		if len(item.Pairs) > 0 {
			place = item.Pairs[0].KeySpan
		}
		v.keys(item, place, at, "finding", findingKeys)
		for _, key := range findingKeys {
			v.findingValue(item.Pair(key), at+"."+key)
		}
		found = append(found, item)
	}
	return found
}

// findingValue judges one value of a finding.
func (v *verdicts) findingValue(p *document.Pair, at string) {
	switch {
	case p == nil:
	case p.Value.Type != document.String || strings.TrimSpace(p.Value.Text) == "":
		v.Reportf("review-verdict", p.Place(), at,
			"`%s` of the finding is %s; it must be a text that is not empty", p.Key, shown(p.Value))
	case p.Key == "category":
		v.category(p.Value, at)
	case p.Key == "severity" && !slices.Contains(severities, p.Value.Text):
		v.Reportf("review-severity", p.Value.Span, at,
			"the severity %s is unknown, so it is open whether the finding forces a revision; write critical, major "+
				"or minor%s", quote(p.Value.Text), spell.Suggest(p.Value.Text, severities))
	}
}

// category reports a category that the taxonomy of the plan-checker does not have.
func (v *verdicts) category(value *document.Node, at string) {
	extra := v.set.Options.Words("review-category", "extra")
	known := slices.Concat(v.set.Vocabulary("nubos", "review_categories"), extra)
	if slices.Contains(known, value.Text) {
		return
	}
	if with, lacks := v.set.Came("nubos", "review_categories", v.Doc.Root, value.Text); with != "" {
		if lacks {
			v.Report(document.Finding{Rule: "review-category", Span: value.Span, At: at, Lesser: true, Message: fmt.Sprintf(
				"the category %s came with %s, a later version than %s", quote(value.Text), with, v.set.Version("nubos", v.Doc.Root).Than())})
		}
		return
	}
	if near := spell.Nearest(value.Text, known); near != "" {
		v.Reportf("review-category", value.Span, at,
			"the category %s is not in the plan-checker's taxonomy, so the finding is counted under no category; did "+
				"you mean %s?", quote(value.Text), near)
		return
	}
	v.Reportf("review-category", value.Span, at,
		"the category %s is not in the plan-checker's taxonomy; what fits none of its categories is filed under "+
			"unknown-category", quote(value.Text))
}
