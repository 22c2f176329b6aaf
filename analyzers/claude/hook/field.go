package hook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/spell"
)

// judgeValues reports optional fields of an entry with values that they do not take: then Claude Code ignores the entry.
func judgeValues(h *hooks, entry *document.Node, known []string, at string) {
	for _, p := range entry.Pairs {
		want := h.Table("hook_values")[p.Key]
		if len(want) == 0 || !slices.Contains(known, p.Key) {
			continue
		}
		is, wrong := "is", amiss(want, p.Value)
		if wrong == nil {
			continue
		}
		if wrong != p.Value {
			is = "holds"
		}
		shown := map[string]string{
			"text": "a text", "flag": "true or false", "texts": "a list of texts", "map": "a map", "map of texts": "a map of texts",
			"address": "an address that begins with https:// or the like",
		}[want[0]]
		if shown == "" {
			shown = document.OneOf(want)
		}
		h.shape(wrong.Span, at+"."+p.Key, fmt.Sprintf("`%s` must be %s, and %s %s", p.Key, shown, is, document.Show(wrong)))
	}
}

// schemed is how an address begins that Claude Code parses.
var schemed = memo.Regexp(`^[A-Za-z][A-Za-z0-9+.-]*:.`)

// amiss returns the part of a value that is not what a field wants, or nil.
func amiss(want []string, n *document.Node) *document.Node {
	kind := map[string]document.Type{
		"flag": document.Bool, "texts": document.List, "map": document.Map, "map of texts": document.Map,
	}[want[0]]
	if kind == 0 {
		kind = document.String
	}
	switch {
	case want[0] == "address":
		if n.Type == kind && n.Text != "" && !schemed().MatchString(n.Text) {
			return n // that it is no text is told
		}
	case n.Type != kind, kind == document.String && want[0] != "text" && !slices.Contains(want, n.Text):
		return n
	case want[0] == "texts":
		for _, item := range n.Items {
			if item.Type != document.String {
				return item
			}
		}
	case want[0] == "map of texts":
		for _, p := range n.Pairs {
			if p.Value.Type != document.String {
				return p.Value
			}
		}
	}
	return nil
}

// fieldsOf returns the fields of entries of any type.
func fieldsOf(h *hooks) (all []string) {
	all = slices.Clone(h.List("hook_fields"))
	for _, fields := range h.Table("hook_types") {
		for _, field := range fields {
			all = append(all, strings.TrimPrefix(field, "!"))
		}
	}
	return all
}

// judgeInner reports fields of entries that stand beside them.
func judgeInner(h *hooks, group *document.Node, at string) {
	fields := fieldsOf(h)
	for _, p := range group.Pairs {
		if slices.Contains(fields, p.Key) {
			h.Report(document.Finding{Rule: "cc-hook-shape", Span: p.KeySpan, At: at + "." + p.Key, Lesser: true,
				Message: fmt.Sprintf("`%s` is a field of the entries in `hooks`, and Claude Code ignores it beside them; move it into the "+
					"entry that it is meant for", p.Key)})
		}
	}
}

// judgeOuter reports a matcher that stands in an entry, for an event that has one.
func judgeOuter(h *hooks, event string, group, entry *document.Node, at string) {
	p := entry.Pair("matcher")
	if p == nil || slices.Contains(h.List("events_bare"), event) || slices.Contains([]string{"", "*"}, document.Text(p.Value)) {
		return
	}
	what := "so the hook runs for all of the event"
	if m := group.Get("matcher"); m != nil {
		if m.Type == p.Value.Type && m.Text == p.Value.Text {
			return
		}
		what = "and goes by the one beside `hooks`"
	}
	h.Report(document.Finding{Rule: "cc-hook-shape", Span: p.KeySpan, At: at + ".matcher", Lesser: true,
		Message: fmt.Sprintf("`matcher` stands beside `hooks`, and Claude Code ignores one in an entry, %s; move it there", what)})
}

// otherField returns the one field of an entry that no entry has and that holds a text, or nil.
func otherField(h *hooks, entry *document.Node, fields []string) (found *document.Pair) {
	known := append(fieldsOf(h), "matcher", "name", "description")
	for i, p := range entry.Pairs {
		if p.Value.Type != document.String || slices.Contains(known, p.Key) || spell.Close(p.Key, fields) != "" {
			continue
		}
		if found != nil {
			return nil
		}
		found = &entry.Pairs[i]
	}
	return found
}

// judgeOnce reports `once` where Claude Code does not look at it.
func judgeOnce(h *hooks, entry *document.Node, at string) {
	p := entry.Pair("once")
	if p == nil || !p.Value.True || slices.Contains([]string{"claude/skill", "claude/plugin-skill", "claude/command",
		"claude/plugin-command"}, h.Doc.Kind) {
		return
	}
	h.Lesserf("cc-hook-shape", p.KeySpan, at+".once", "`once` counts in the frontmatter of skills and commands alone, so this hook "+
		"runs each time; remove it, or let the command see to it")
}
