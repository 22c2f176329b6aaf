package requirement

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
	"github.com/nplint/nplint/analyzers/gsd/notation"
	"github.com/nplint/nplint/internal/memo"
)

const lineRule = "gsd-requirement-line"

// ranges reports ranges of requirements, in a text that starts at an offset: what ticks requirements expands none.
func (j *judge) ranges(text string, offset int, at string) {
	for _, r := range j.ranged.In(text, offset) {
		known := 0
		for _, id := range r.IDs {
			if j.req.Known(id) {
				known++
			}
		}
		if known == 0 {
			continue
		}
		list := strings.Join(r.IDs, ", ")
		f := document.Finding{Rule: lineRule, Span: r.Span, At: at,
			Message: "GSD expands no range when it ticks requirements, so what this one stands for is not ticked when the " +
				"work is done; write " + list}
		if known == len(r.IDs) && at == "body" {
			f.Fixes = document.Replace("name each", r.Span, list)
		}
		j.gather.Add(lineRule, f)
	}
}

var (
	oneID    = memo.Regexp(`[A-Z][A-Z0-9]*-\d+`)
	citation = memo.Regexp(`\([^()]*\)|<!--.*?-->`)
)

// glued reports requirements of a phase that are no words of their own, since something else than a blank or comma
// stands beside them.
func (j *judge) glued(field *model.Field) {
	blank := func(s string) string { return strings.Repeat(" ", len(s)) }
	text := citation().ReplaceAllStringFunc(field.Text, blank)
	text = notation.Without(text, 0, notation.Unlisted().In(text, 0))
	const ends = " \t,[]"
	for at := 0; at < len(text); {
		end := len(text)
		if i := strings.IndexAny(text[at:], ends); i >= 0 {
			end = at + i
		}
		word := text[at:end]
		ids := oneID().FindAllString(word, -1)
		if rest := oneID().ReplaceAllString(word, ""); len(ids) > 0 && rest != "" &&
			strings.Trim(rest, "*_`\"';:/|+&.") == "" &&
			!slices.ContainsFunc(ids, func(id string) bool { return !j.req.Known(id) }) {
			fixed := strings.Join(ids, ", ")
			if strings.TrimLeft(text[end:], " \t") != "" && !strings.HasPrefix(text[end:], ",") {
				fixed += ","
			}
			span := document.Span{Start: field.Span.Start + at, End: field.Span.Start + end}
			j.gather.Add(lineRule, document.Finding{Rule: lineRule, Span: span, At: "body",
				Fixes: document.Replace("write "+fixed, span, fixed),
				Message: fmt.Sprintf("GSD takes this line apart at spaces and commas alone, and %s is no id to it, so it ticks "+
					"nothing for it when the phase is complete; write ids with commas between them", document.Quote(word))})
		}
		at = end + 1
	}
}

var betweenIDs = memo.Regexp(`^(?:[ \t,;/&+|]|\band\b)*$`)

// joined reports items of a list that hold several requirements, as where a comma was left out: GSD compares items as a
// whole.
func joined(j *judge, list *document.Node, key string, past bool) {
	if list == nil || list.Type != document.List || past {
		return
	}
	follows := "`requirements ready-ids` sees none of them in the plan, and they are ticked while it is open"
	if key != "requirements" {
		follows = "`summary-extract` gives audit-milestone a requirement that there is not"
	}
	for _, n := range list.Items {
		text := dialect.Text(n)
		ids := oneID().FindAllString(text, -1)
		if len(ids) < 2 || !betweenIDs().MatchString(oneID().ReplaceAllString(text, "")) ||
			slices.ContainsFunc(ids, func(id string) bool { return !j.req.Known(id) }) {
			continue
		}
		f := document.Finding{Rule: lineRule, Span: n.Span, At: "frontmatter." + key,
			Message: fmt.Sprintf("this is one item to GSD, which compares items as a whole, so %s; make each an item of its own",
				follows)}
		if list.Flow {
			f.Fixes = document.Replace("put commas between them", n.Span, strings.Join(ids, ", "))
		}
		j.gather.Add("joined", f)
	}
}
