package derived

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/project"
)

const metaStale = "meta-stale"

// meta holds a META.json against the roadmap and the disk.
func (j *judge) meta() {
	e := project.ReadMeta(j.Doc)
	if j.milestone == nil || e == nil {
		return
	}
	j.metaCounts(e)
	if j.entry == nil {
		return
	}
	all := copies(j.tree, j.outline)
	for _, p := range parts {
		got, want := p.of(e), p.of(j.entry)
		if got.Text == "" && (p.key != "goal" || got.Span.End == 0) || want.Text == "" || project.Same(got.Text, want.Text) {
			continue
		}
		if _, outvoted := project.Outvoted(want.Text, voices(all, p)...); outvoted {
			continue // it is the roadmap that stands alone
		}
		if p.key == "status" && !(project.IsStatus(want.Text) && project.IsStatus(got.Text)) {
			continue // reported by what it is
		}
		text := strings.TrimSpace(p.of(j.entry).Text)
		if p.key == "status" {
			text = j.entry.Status.Text
		}
		j.report(metaStale, got.Span, "$."+p.key, document.Replace("write what the roadmap says", got.Span, document.JSONString(text)), "`%s` is %s, but roadmap.yaml says %s, and displays show what stands here; write that", p.key, document.Quote(got.Text), document.Quote(text))
	}
	j.metaList(e, "requirements", texts(e.Requirements), texts(j.entry.Requirements), e.Requirements != nil && j.entry.Requirements != nil, func(c *project.Entry) []string { return texts(c.Requirements) })
	j.metaList(e, "success_criteria", criteria(e.Criteria), criteria(j.entry.Criteria), e.Criteria != nil && j.entry.Criteria != nil, func(c *project.Entry) []string { return criteria(c.Criteria) })
}

// metaList compares a list with the roadmap's.
func (j *judge) metaList(e *project.Entry, key string, got, want []string, said bool, of func(*project.Entry) []string) {
	if !said || slices.Equal(got, want) {
		return
	}
	if view := j.tree.View(j.Doc.Root).Entry(j.milestone.ID); view != nil && of(view) != nil && slices.Equal(of(view), got) {
		return // it is the roadmap that stands alone
	}
	what := difference(got, want)
	if what == "" && len(got) > len(want) && key == "requirements" {
		return // one is listed twice, and that is reported
	}
	if what == "" {
		what = "has another order"
	}
	n := j.Doc.Data.Root.Get(key)
	j.report(metaStale, j.listSpan(n, e.Keys[key], want), "$."+key, document.Replace("write the roadmap's list", n.Span, quotedList(want, j.Doc.Newline())),
		"`%s` %s, compared with roadmap.yaml, and displays show what stands here; write the list of the roadmap", key, what)
}

// listSpan returns the first item of a list that is not as wanted, or the key.
func (j *judge) listSpan(n *document.Node, key document.Span, want []string) document.Span {
	for i, item := range n.Items {
		if i >= len(want) || !project.Same(item.Text, want[i]) {
			return item.Span
		}
	}
	return key
}

// metaCounts compares slice_count and task_count with the disk. What the roadmap and the plans say is as good: where those differ from the disk, it is
// reported there.
func (j *judge) metaCounts(e *project.Entry) {
	tasks, planned := 0, 0
	for _, s := range j.outline.Slices {
		tasks += len(s.Tasks)
		planned += s.Planned
	}
	slices := len(j.outline.Slices)
	listed := slices
	if j.entry != nil && j.entry.Slices != nil {
		listed = len(j.entry.Slices)
	}
	j.metaCount(e.SliceCount, "slice_count", "slice", slices, listed)
	j.metaCount(e.TaskCount, "task_count", "task", planned, tasks)
}

// metaCount reports a count in META.json that is neither want, which the message says, nor other, which is as good.
func (j *judge) metaCount(got project.Item, key, noun string, want, other int) {
	if got.Text == "" || got.Text[0] == '-' || got.Text == strconv.Itoa(want) || got.Text == strconv.Itoa(other) {
		return
	}
	j.report(metaStale, got.Span, "$."+key, document.Replace(fmt.Sprintf("write %d", want), got.Span, strconv.Itoa(want)), "`%s` is %s, but the milestone has %s; write %d", key, got.Text, document.Count(want, noun), want)
}

// quotedList writes texts as a list in JSON, one a line, as the value of a key of the topmost object.
func quotedList(items []string, newline string) string {
	if len(items) == 0 {
		return "[]"
	}
	lines := make([]string, len(items))
	for i, s := range items {
		lines[i] = "    " + document.JSONString(s)
	}
	return "[" + newline + strings.Join(lines, ","+newline) + newline + "  ]"
}
