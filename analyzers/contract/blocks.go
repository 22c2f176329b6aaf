package contract

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// block is a heading with an id, or one that was meant to be such.
type block struct {
	heading document.Heading
	id      string // "SC-1"
	number  int
	title   string
	// good is set if consumers see the heading: the right level, id, colon and title.
	good bool
	// swallowed is the line below a heading that ends with its colon: consumers take it for the title.
	swallowed document.Span
}

// findBlocks returns the blocks of a rule in source order, misshapen ones included.
func findBlocks(d *document.Document, rule *rules.Block) []block {
	var blocks []block
	for _, h := range d.Body.Headings {
		if b, ok := readBlock(d, rule, h); ok {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

func readBlock(d *document.Document, rule *rules.Block, h document.Heading) (block, bool) {
	b := block{heading: h}
	text := h.Text
	if text == "" && h.Level == rule.Level {
		// `###` alone on its line, with the id on the next.
		start, end := nextLine(d, h.Below)
		text = strings.TrimSpace(string(d.Src[start:end]))
		if !strings.HasPrefix(text, rule.Prefix+"-") {
			return b, false
		}
		b.heading.Span.End = end
	}
	if len(text) < len(rule.Prefix) || !strings.EqualFold(text[:len(rule.Prefix)], rule.Prefix) {
		return b, false
	}
	rest := text[len(rule.Prefix):]
	digits := strings.TrimLeft(rest, "-_ ")
	n := 0
	for n < len(digits) && '0' <= digits[n] && digits[n] <= '9' {
		n++
	}
	number, err := strconv.Atoi(digits[:n])
	if err != nil || len(rest) == len(digits) && rule.Level != h.Level {
		return b, false
	}
	b.number, b.id = number, rule.Prefix+"-"+digits[:n]
	tail := digits[n:]
	title, colon := strings.CutPrefix(tail, ":")
	b.title = strings.TrimSpace(title)
	exact := strings.HasPrefix(text, rule.Prefix+"-"+digits[:n]) && h.Level == rule.Level && !h.Setext && h.Text != ""
	switch {
	case exact && colon && b.title == "":
		b.swallowed.Start, b.swallowed.End = nextLine(d, h.Below)
		b.good = b.swallowed.Len() > 0
	case exact && colon && strings.TrimLeft(title, " \t") != title:
		b.good = true
	case !colon:
		b.title = strings.TrimLeft(tail, " \t—–-:")
	}
	return b, true
}

// nextLine returns the first line with text in a stretch, trimmed.
func nextLine(d *document.Document, below document.Span) (start, end int) {
	s := string(d.Src[below.Start:below.End])
	trimmed := strings.TrimLeft(s, " \t\r\n")
	start = below.Start + len(s) - len(trimmed)
	if i := strings.IndexAny(trimmed, "\r\n"); i >= 0 {
		trimmed = trimmed[:i]
	}
	return start, start + len(strings.TrimRight(trimmed, " \t"))
}

// judgeBlocks holds the blocks of one rule against it.
func (j *judge) judgeBlocks(rule *rules.Block, blocks []block) {
	var good, bad []block
	for _, b := range blocks {
		if b.good {
			good = append(good, b)
		} else {
			bad = append(bad, b)
		}
	}
	switch {
	case len(good) < rule.Min:
		j.tooFew(rule, len(good), bad)
	default:
		for _, b := range bad {
			j.misshapen(rule, b)
		}
	}
	for i := range good {
		j.judgeBlock(rule, &good[i])
	}
	j.judgeIDs(rule, good, len(bad) > 0)
	if len(bad) == 0 {
		j.judgeCount(rule, good)
	}
}

// canonical is the heading as it should be, or "" if the title is unknown.
func (rule blockRule) canonical(b block) string {
	if b.title == "" {
		return ""
	}
	return strings.Repeat("#", rule.Level) + " " + b.id + ": " + b.title
}

type blockRule struct{ *rules.Block }

// tooFew reports that there are fewer blocks than the contract wants, at the first that was meant to be one.
func (j *judge) tooFew(rule *rules.Block, count int, bad []block) {
	example := strings.NewReplacer("{"+rule.Prefix+"-n}", rule.Prefix+"-1", "{title}", "<title>").Replace(rule.Heading)
	f := document.Finding{Rule: "block-min", Span: j.Doc.FirstLine(), At: "body.blocks",
		Message: fmt.Sprintf("there are %d blocks `%s`, and at least %d must be here", count, example, rule.Min)}
	if count == 0 {
		f.Message = fmt.Sprintf("there is no block `%s`, and at least %d must be here", example, rule.Min)
	}
	if len(bad) > 0 {
		f.Span = bad[0].heading.Span
		f.Message = fmt.Sprintf("this heading is no block for its consumer, which looks for `%s`, so the report counts as empty", example)
		fix := document.Fix{Title: "write the headings as `" + example + "`"}
		for i, b := range bad {
			if text := (blockRule{rule}).canonical(b); text != "" {
				fix.Edits = append(fix.Edits, document.Edit{Span: b.heading.Span, Text: text})
			}
			if i > 0 {
				f.Related = append(f.Related, document.Related{Span: b.heading.Span, Message: "so does not this one"})
			}
		}
		if len(fix.Edits) > 0 {
			f.Fixes = []document.Fix{fix}
		}
	}
	j.Report(f)
}

// misshapen reports a heading that was meant as a block beside others that are.
func (j *judge) misshapen(rule *rules.Block, b block) {
	want := (blockRule{rule}).canonical(b)
	f := document.Finding{Rule: "block-heading", Span: b.heading.Span, At: fmt.Sprintf("body.blocks[%s].heading", b.id)}
	if want == "" {
		f.Message = fmt.Sprintf("the heading of %s has no title, so its consumer does not see the block; write `%s %s: <title>`", b.id, strings.Repeat("#", rule.Level), b.id)
	} else {
		f.Message = fmt.Sprintf("its consumer does not see this block; write the heading as `%s`", want)
		f.Fixes = document.Replace("write "+want, b.heading.Span, want)
	}
	j.Report(f)
}

func (j *judge) judgeBlock(rule *rules.Block, b *block) {
	at := fmt.Sprintf("body.blocks[%s]", b.id)
	for _, forbidden := range rule.Forbidden {
		if strings.Contains(b.title, forbidden) {
			j.report("block-heading-forbidden", b.heading.Span, at+".heading",
				fmt.Sprintf("the title of %s holds %q: a value was turned into text the wrong way; write the title that was meant", b.id, forbidden))
		}
	}
	if rule.Section != "" {
		j.judgePlace(rule, b, at)
	}
	fields := j.Doc.Body.FieldsIn(b.heading.Below)
	swallowed := false
	for _, name := range rule.Order {
		swallowed = j.judgeField(rule, b, name, fields) || swallowed
	}
	if b.swallowed.Len() > 0 && !swallowed {
		j.report("block-heading", b.heading.Span, at+".heading",
			fmt.Sprintf("the heading of %s has no title, so its consumer takes the next line of text, %q, for the title; write the title behind the colon", b.id, j.Doc.Text(b.swallowed)))
	}
}

// judgePlace reports a block that stands outside of its section.
func (j *judge) judgePlace(rule *rules.Block, b *block, at string) {
	var section *document.Heading
	for i := range j.Doc.Body.Headings {
		if h := &j.Doc.Body.Headings[i]; h.Level == rule.Level-1 && h.Span.Start < b.heading.Span.Start {
			section = h
		}
	}
	for i := range j.body.Sections {
		if _, title := heading(&j.body.Sections[i]); title != rule.Section {
			continue
		}
		missing := true
		for _, h := range j.Doc.Body.Headings {
			if isSection(&h, &j.body.Sections[i]) {
				missing = false
				if section != nil && section.Span == h.Span {
					return
				}
			}
		}
		if missing {
			return // the missing section is reported
		}
	}
	where := "before any section"
	if section != nil {
		where = fmt.Sprintf("in the section %q", section.Text)
	}
	j.report("block-section", b.heading.Span, at+".heading", fmt.Sprintf("%s stands %s, but its consumer reads %s blocks only in %q; move it there", b.id, where, rule.Prefix, rule.Section))
}

// judgeIDs reports ids that are used twice, and numbers that do not count 1, 2, 3 ….
func (j *judge) judgeIDs(rule *rules.Block, blocks []block, incomplete bool) {
	first := map[int]*block{}
	duplicate := false
	for i := range blocks {
		b := &blocks[i]
		at := fmt.Sprintf("body.blocks[%s].heading", b.id)
		if other := first[b.number]; other != nil {
			duplicate = true
			j.Report(document.Finding{Rule: "block-duplicate", Span: b.heading.Span, At: at,
				Message: fmt.Sprintf("%s is here twice: consumers keep one of the two and lose the other; give this one a number of its own", b.id),
				Related: []document.Related{{Span: other.heading.Span, Message: b.id + " is here first"}}})
			continue
		}
		first[b.number] = b
		if digits := b.id[len(rule.Prefix)+1:]; rule.Sequence && digits != strconv.Itoa(b.number) {
			j.report("block-sequence", b.heading.Span, at, fmt.Sprintf("%s has a leading zero, and consumers compare ids as text; write %s-%d", b.id, rule.Prefix, b.number))
		}
	}
	if !rule.Sequence || duplicate || incomplete {
		return
	}
	for i := range blocks {
		if b := &blocks[i]; b.number != i+1 {
			j.report("block-sequence", b.heading.Span, fmt.Sprintf("body.blocks[%s].heading", b.id),
				fmt.Sprintf("%s stands where %s-%d is expected: blocks count from 1 without gaps, because their position is their id elsewhere", b.id, rule.Prefix, i+1))
			return // what follows is off because of this one
		}
	}
}

// judgeCount compares the declared number of blocks with those that are here.
func (j *judge) judgeCount(rule *rules.Block, blocks []block) {
	front := j.Doc.Front
	if rule.Count == "" || front == nil || front.Fault != nil || j.wrong[rule.Count] {
		return
	}
	p := front.Root.Pair(rule.Count)
	if p == nil || p.Value.Type != document.Number || p.Value.Num == float64(len(blocks)) || j.Unlisted && j.listsNothing() {
		return
	}
	text := strconv.Itoa(len(blocks))
	j.Report(document.Finding{Rule: "block-count", Span: p.Value.Span, At: "frontmatter." + rule.Count,
		Message: fmt.Sprintf("`%s` is %s, but the body holds %s %s blocks; consumers trust the number and never count", rule.Count, show(p.Value), text, rule.Prefix),
		Fixes:   document.Replace(fmt.Sprintf("set %s to %s", rule.Count, text), p.Value.Span, text)})
}

// listsNothing reports whether the body holds no block of any rule.
func (j *judge) listsNothing() bool {
	for _, blocks := range j.found {
		if len(blocks) > 0 {
			return false
		}
	}
	return true
}
