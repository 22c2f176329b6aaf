package phase

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/analyzers/gsd/dialect"
	"github.com/nplint/nplint/analyzers/gsd/model"
)

var (
	coverKinds    = []string{"unit", "integration", "e2e", "automated_ui", "manual_procedural", "other"}
	coverOutcomes = []string{"pass", "fail", "unknown"}
)

// coverage reports entries of `coverage` that `uat classify-coverage` refuses. It reads the block line by line, without
// comments and without brackets.
func (j *judge) coverage(f *dialect.Front) {
	pair := f.Root.Pair("coverage")
	if pair == nil || empty(pair.Value) {
		return
	}
	c := cover{judge: j, ids: map[string]bool{}, least: j.ph != nil && j.ph.Verified.Status == "passed"}
	if pair.Value.Type != document.List || pair.Value.Flow && len(pair.Value.Items) > 0 {
		c.add("block", pair.KeySpan, "frontmatter.coverage", "`coverage` is no list of entries below each other, so "+
			"verify-work takes what was done from the prose, and a person tests all of it; write each entry behind a dash")
	} else {
		for i, item := range pair.Value.Items {
			c.entry(item, document.Index("frontmatter.coverage", i))
		}
	}
	c.gather.Report(j.Reporter)
}

// cover is a block `coverage` that is judged.
type cover struct {
	*judge
	ids    map[string]bool
	least  bool
	gather model.Gather
}

func (c *cover) add(cause string, span document.Span, at, message string, fixes ...document.Fix) {
	c.gather.Add(cause, document.Finding{Rule: "gsd-summary-coverage", Span: span, At: at, Message: message, Least: c.least,
		Fixes: fixes})
}

// scalar returns what stands behind a key as the program reads it, and whether it stands between quotes.
func (c *cover) scalar(pair *document.Pair) (text string, quoted bool) {
	line, _, _ := strings.Cut(c.Doc.Content()[min(pair.KeySpan.End, len(c.Doc.Content())):], "\n")
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), ":"))
	for _, quote := range []string{`"`, "'"} {
		if len(text) > 1 && strings.HasPrefix(text, quote) && strings.HasSuffix(text, quote) {
			return text[1 : len(text)-1], true
		}
	}
	return text, false
}

// entry judges one deliverable.
func (c *cover) entry(item *document.Node, at string) {
	const asks = ", so `uat classify-coverage` refuses the entry, and verify-work asks a person whatever the tests say; "
	start := c.Doc.Start(item)
	if item.Type != document.Map || item.Flow {
		c.add("map", start, at, "this is no entry with keys below each other"+asks+"write `id`, `description`, "+
			"`verification` and `human_judgment`")
		return
	}
	var missing []string
	for _, key := range []string{"id", "description", "human_judgment"} {
		if pair := item.Pair(key); pair == nil || strings.TrimSpace(dialect.Text(pair.Value)) == "" {
			missing = append(missing, "`"+key+"`")
		}
	}
	if len(missing) > 0 {
		c.add(strings.Join(missing, ""), start, at, "the entry has no "+document.AllOf(missing)+asks+"add it")
		return
	}
	id, _ := c.scalar(item.Pair("id"))
	if c.ids[id] {
		c.add("id", item.Pair("id").Value.Span, at+".id", fmt.Sprintf("%s stands for two entries%snumber this one anew",
			document.Quote(id), asks))
	}
	c.ids[id] = true
	human := item.Pair("human_judgment")
	text, quoted := c.scalar(human)
	if quoted || text != "true" && text != "false" {
		var fixes []document.Fix
		meant, _, _ := strings.Cut(strings.ToLower(dialect.Text(human.Value)), " ")
		if meant == "true" || meant == "false" {
			fixes = document.Replace("write "+meant, human.Value.Span, meant)
		}
		c.add("human", human.Value.Span, at+".human_judgment", fmt.Sprintf("`human_judgment` is %s, and only true and false "+
			"alone on the line are read%swrite true or false", document.Quote(text), asks), fixes...)
	} else if pair := item.Pair("rationale"); text == "true" && (pair == nil || dialect.Text(pair.Value) == "") {
		c.add("rationale", human.Value.Span, at+".human_judgment", "a person is to judge this, and no `rationale` tells "+
			"why, so `uat classify-coverage` refuses the entry, and who is asked does not know what tests leave open; add it")
	}
	c.verification(item.Pair("verification"), at+".verification", asks)
}

// verification judges what shows that a deliverable works.
func (c *cover) verification(pair *document.Pair, at, asks string) {
	if pair == nil || pair.Value.Type == document.List && len(pair.Value.Items) == 0 {
		return
	}
	if pair.Value.Type != document.List || pair.Value.Flow {
		c.add("verification", pair.KeySpan, at, "`verification` is no list below its key"+asks+"write each behind a dash")
		return
	}
	for i, item := range pair.Value.Items {
		where := document.Index(at, i)
		if item.Type != document.Map || item.Flow {
			c.add("item", c.Doc.Start(item), where, "this has no keys below each other"+asks+"write `kind`, `ref` and `status`")
			continue
		}
		for _, key := range []string{"kind", "status", "ref"} {
			known := map[string][]string{"kind": coverKinds, "status": coverOutcomes}[key]
			value := item.Pair(key)
			if value == nil {
				c.add(key, c.Doc.Start(item), where, fmt.Sprintf("the verification has no `%s`%sadd it", key, asks))
				continue
			}
			text, _ := c.scalar(value)
			word := dialect.Text(value.Value)
			switch {
			case known == nil && text != "" || slices.Contains(known, text):
			case known == nil:
				c.add(key, value.KeySpan, where+"."+key, "`ref` is empty"+asks+"name the test or the command")
			case slices.Contains(known, word):
				c.add("comment", value.Value.Span, where+"."+key, fmt.Sprintf("what stands behind `%s` belongs to its value "+
					"here%swrite %s alone on the line", key, asks, word))
			default:
				fixes := c.Meant(value.Value.Span, text, known)
				if strings.EqualFold(text, "automated") {
					fixes = nil // which the first four are
				}
				c.add(key, value.Value.Span, where+"."+key, fmt.Sprintf("`%s` is %s%swrite one of %s", key, document.Quote(text),
					asks, document.AllOf(known)), fixes...)
			}
		}
	}
}
