package report

import (
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

var overridden = memo.Regexp(`(?i)\|\s*\W*PASSED \(override\)`)

// overrides judges what a report lets pass though it failed.
func overrides(j *judge, root *document.Node) {
	const rule, where = "gsd-verification-override", "frontmatter.overrides"
	list := root.Pair("overrides")
	all := 0
	if list != nil {
		if list.Value.Type == document.Map || list.Value.Type == document.String && dialect.Text(list.Value) != "" {
			j.Reportf(rule, list.KeySpan, where, "`overrides` is no list, so the verifier finds no override in it and the phase has "+
				"gaps again; write each on a line that starts with a dash")
			return
		}
		all = len(list.Value.Items)
		for i, item := range list.Value.Items {
			var missing []string
			for _, key := range []string{"must_have", "reason", "accepted_by", "accepted_at"} {
				if item.Type != document.Map || strings.TrimSpace(dialect.Text(item.Get(key))) == "" {
					missing = append(missing, "`"+key+"`")
				}
			}
			if len(missing) > 0 && !j.p.Old() { // read by lines, an item is its first key
				j.Reportf(rule, j.Doc.Start(item), document.Index(where, i),
					"this override has no %s, so nobody answers for what it lets pass; all of must_have, reason, accepted_by and "+
						"accepted_at are required", document.AllOf(missing))
			}
		}
	}
	if n := root.Get("overrides_applied"); n != nil {
		if applied, ok := notation.ParseInt(dialect.Text(n)); ok && applied > all {
			j.Reportf(rule, n.Span, "frontmatter.overrides_applied", "%d are applied, and `overrides` has %d, so something passed that "+
				"nobody answers for; add it there, or correct the number", applied, all)
			return
		}
	}
	if all > 0 {
		return
	}
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "|") {
		if !l.Hidden && overridden().MatchString(l.Text) {
			j.Reportf(rule, l.Span, "body", "this passed by an override, and `overrides` has none, so nobody answers for it and the next "+
				"verification finds the gap again; add it there")
			return
		}
	}
}

// unverified reports a report that passed with truths that no test has shown: these are for people to confirm.
func unverified(j *judge, root *document.Node, status string) {
	n := root.Get("behavior_unverified")
	if count, ok := notation.ParseInt(dialect.Text(n)); ok && count > 0 && status == "passed" && !j.asked(root) {
		j.Lesserf("gsd-verification-score", n.Span, "frontmatter.behavior_unverified",
			"the report passed, and nobody has seen %s hold, so the phase is over and no person is asked; write "+
				"`status: human_needed`, or what confirmed it", document.Count(count, "truth"))
	}
}

// covered reports requirements of a phase that the table of its verification leaves out, where it has others.
func covered(j *judge) {
	ph, rm := j.p.PhaseOf(j.Doc), j.p.Roadmap()
	if j.alone || rm == nil || model.Past(j.p, j.Doc) {
		return
	}
	sec := rm.Section(ph.Number)
	if sec == nil || sec.Head.Archived {
		return
	}
	listed := map[string]bool{}
	var header document.Span
	inside := false
	for l := range notation.LinesWith(j.Doc, j.p.Front(j.Doc).End, "|") {
		cells := notation.Cells(l)
		if l.Hidden || len(cells) == 0 {
			continue
		}
		switch first := strings.Trim(cells[0].Text, "*` "); {
		case strings.EqualFold(first, "Requirement") || strings.EqualFold(first, "Requirement ID"):
			if header.Len() > 0 {
				return // two tables: nobody knows which is the one
			}
			header, inside = l.Span, true
		case inside:
			id, rest, _ := strings.Cut(first, " ")
			switch id = strings.TrimRight(id, ":"); {
			case notation.IsID(id) && !strings.Contains(rest, "-"):
				listed[id] = true
			case strings.Trim(first, "-: ") != "":
				return // several in one row
			}
		}
	}
	var missing []string
	others := false
	for _, word := range sec.IDs {
		if listed[word.Text] {
			others = true
		} else if sec.Listed(word) {
			missing = append(missing, word.Text)
		}
	}
	if !others || len(missing) == 0 {
		return
	}
	j.Lesserf("gsd-verification-score", header, "body", "phase %s is to cover %s as well, and the table leaves it "+
		"out, so nobody has looked whether it holds; add the row", ph.Number, document.AllOf(missing))
}
