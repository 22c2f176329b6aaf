package state

import (
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var progressBlock = memo.Regexp(`(?m)^progress:\s*\r?\n((?:[ \t]+\w+:.+\r?\n?)+)`)

// statusLine reports figures of progress that the status line of GSD does not see. It has no YAML: it wants `progress:`
// alone on its line, and the keys on the lines directly below it.
func (j *judge) statusLine() {
	progress := j.s.Front.Root.Pair("progress")
	if progress == nil || progress.Value.Type != document.Map || j.s.Front.Lost() {
		return
	}
	beside(j, progress)
	seen := ""
	if m := progressBlock().FindStringSubmatch(j.Doc.Text(j.s.Front.Text)); m != nil {
		seen = m[1]
	}
	var unseen []string
	for _, key := range []string{"completed_phases", "total_phases", "percent"} {
		if progress.Value.Has(key) && !figure(seen, key) {
			unseen = append(unseen, "`"+key+"`")
		}
	}
	if len(unseen) == 0 {
		return
	}
	span, why := progress.KeySpan, "it wants each key on a line of its own, a plain number behind it"
	if found := false; !progress.Value.Flow {
		for l := range strings.Lines(j.Doc.Text(document.Span{Start: progress.KeySpan.Start, End: progress.Value.Span.End})) {
			text := strings.TrimSpace(l)
			if at := strings.Index(text, "#"); text == "" || at >= 0 && (at == 0 || strings.HasPrefix(text, "progress:")) {
				start := span.Start + strings.IndexFunc(l, func(c rune) bool { return c != ' ' && c != '\t' })
				found, why = true, "its list of keys ends at this line"
				span = document.Span{Start: start, End: start + max(len(text), 1)}
				break
			}
			span.Start += len(l)
		}
		if !found {
			span = progress.KeySpan
		}
	}
	j.report("gsd-state-line", span, "frontmatter.progress", false, nil,
		"the status line of GSD reads line by line, and %s: it does not see %s; write `progress:` and its keys below each "+
			"other, and nothing between them", why, document.AllOf(unseen))
}

// beside reports figures that lost their indentation, and stand beside `progress` in place of below it.
func beside(j *judge, progress *document.Pair) {
	for _, key := range []string{"total_phases", "completed_phases", "total_plans", "completed_plans", "percent"} {
		if p := j.s.Front.Root.Pair(key); p != nil && !progress.Value.Has(key) {
			j.report("gsd-state-line", p.KeySpan, "frontmatter."+key, false, nil, "GSD looks for `%s` below `progress` alone, and "+
				"this one stands beside it, so neither the status line nor a command sees it; indent it as the others", key)
		}
	}
}

// figure reports whether a text has a key with a number, as the status line looks for it.
func figure(text, key string) bool {
	for l := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(strings.TrimLeft(l, " \t"), key+":"); ok {
			rest = strings.TrimLeft(rest, " \t")
			return rest != "" && '0' <= rest[0] && rest[0] <= '9'
		}
	}
	return false
}

// coming judges what the status line shows as under way and as next: it wants next_action and a list next_phases
// together, and whoever follows it goes by their numbers.
func (j *judge) coming() {
	const rule = "gsd-state-line"
	action, next := j.s.Key("next_action"), j.s.Key("next_phases")
	said := func(n *document.Node) bool {
		return n != nil && n.Type != document.Null && dialect.Text(n) != "null" && (dialect.Text(n) != "" || len(n.Items) > 0)
	}
	switch {
	case j.s.Front.Lost() || said(j.s.Key("active_phase")):
	case said(next) && next.Type != document.List:
		j.report(rule, next.Span, "frontmatter.next_phases", false,
			document.Replace("write a list", next.Span, `["`+dialect.Text(next)+`"]`),
			"the status line looks for a list, so it shows nothing of what is next; write next_phases: [\"%s\"]", dialect.Text(next))
	case said(action) && !said(next):
		j.report(rule, action.Span, "frontmatter.next_action", false, nil,
			"the status line shows what is next only with `next_phases`, and there is none; write next_phases: [\"3\"], say")
	case said(next) && !said(action):
		j.report(rule, next.Span, "frontmatter.next_phases", false, nil,
			"the status line shows what is next only with `next_action`, and there is none; write next_action: execute-phase, say")
	}
	rm := j.p.Roadmap()
	if rm == nil || j.p.Standalone {
		return
	}
	for _, key := range []string{"active_phase", "next_phases"} {
		for _, n := range model.Keys(j.s.Key(key)) {
			number := notation.PhaseIn(dialect.Text(n))
			if key == "next_phases" && said(action) && !said(j.s.Key("active_phase")) && number != "" && rm.Current(number) && rm.Ticked(number) &&
				slices.Contains([]string{"discuss-phase", "plan-phase", "execute-phase"}, strings.TrimPrefix(dialect.Text(action), "/gsd-")) {
				j.report(rule, n.Span, "frontmatter.next_phases", false, nil, "the status line shows %s %s as next, and the roadmap calls "+
					"the phase done, so whoever follows it does it again; name the phase that is next", dialect.Text(action), number)
			}
			if number != "" && model.StandingOf(j.p, number).Nowhere {
				j.report("gsd-state-phase", n.Span, "frontmatter."+key, true, nil,
					"`%s` names phase %s, and it is in no directory, section or archive, so whoever goes by the status line works on "+
						"none; name the phase that is meant", key, number)
			}
		}
	}
}
