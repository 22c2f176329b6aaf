package contract

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/rules"
)

// marks are the characters that people set an id in a heading off with, as in `### **SC-1**: title`.
const marks = "*_[`"

// unmarked returns a heading's text without the marks around what it starts with.
func unmarked(text string) string {
	if text == "" || strings.IndexByte(marks, text[0]) < 0 {
		return text
	}
	bare := strings.TrimLeft(text, marks)
	closing := []byte(text[:len(text)-len(bare)])
	slices.Reverse(closing)
	return strings.Replace(bare, strings.ReplaceAll(string(closing), "[", "]"), "", 1)
}

// meant tells a block with a misshapen heading from a title that only starts alike, such as "S3 as storage": the id is
// written with its hyphen, or it is longer than one letter and a mark stands between number and title.
func meant(rule *rules.Block, separator, tail string) bool {
	tail = strings.TrimLeft(tail, " \t")
	for _, mark := range []string{":", "：", "—", "–", "-", "."} {
		if strings.HasPrefix(tail, mark) {
			return separator == "-" || len(rule.Prefix) > 1
		}
	}
	return separator == "-"
}

// findLost adds what was meant as a block of a rule but is no heading or shows no id: `###SC-2: title`, `**SC-2:
// title**`, and a heading that has the fields of a block below it. Where the frontmatter declares the number of blocks,
// it looks only if some are missing.
func findLost(a *artefact, k int) {
	rule := &a.body.Blocks[k]
	if missesNone(a.doc, rule, len(a.blocks[k])) {
		return
	}
	lost := lostLines(a, rule)
	headings, homes := a.doc.Body.Headings, home(a.doc, rule)
	for i := range headings {
		h := &headings[i]
		if h.Level != rule.Level || h.Setext || h.Text == "" || !a.effort.Take(8*len(a.blocks)) || isBlock(a, h) {
			continue
		}
		below := h.Below
		if i+1 < len(headings) {
			below.End = min(below.End, headings[i+1].Span.Start)
		}
		if carries(a, rule, below) && isHome(homes, rule, h) {
			lost = append(lost, block{heading: h, number: -1, title: h.Text})
		}
	}
	if len(lost) > 0 {
		a.blocks[k] = append(a.blocks[k], lost...)
		slices.SortStableFunc(a.blocks[k], func(a, b block) int { return a.heading.Span.Start - b.heading.Span.Start })
	}
}

// lostLines returns the lines that show the id of a block and are no headings.
func lostLines(a *artefact, rule *rules.Block) (lost []block) {
	d := a.doc
	body := d.Content()[:d.Body.Span.End]
	for at := d.Body.Span.Start; rule.Prefix != ""; at += len(rule.Prefix) {
		i := strings.Index(body[at:], rule.Prefix)
		if i < 0 {
			break
		}
		at += i
		if before := body[:at]; !strings.HasSuffix(before, "#") && !strings.HasSuffix(before, "**") {
			continue
		}
		if a.effort.Exceeded() {
			break
		}
		if b, ok := lostLine(a, rule, at); ok {
			lost = append(lost, b)
			if i = strings.IndexByte(body[at:], '\n'); i < 0 {
				break
			}
			at += i - len(rule.Prefix) + 1 // the line is read
		}
	}
	return lost
}

// missesNone reports whether the frontmatter declares no more blocks than are here, or a number that means nothing.
func missesNone(d *document.Document, rule *rules.Block, here int) bool {
	if rule.Count == "" {
		return false
	}
	front := d.Front
	if front == nil || front.Fault != nil {
		return true
	}
	p := front.Root.Pair(rule.Count)
	return p == nil || p.Value.Type != document.Number || p.Value.Num <= float64(here)
}

// lostLine reads the line around an offset as a block whose heading lacks its space or is bold text.
func lostLine(a *artefact, rule *rules.Block, at int) (block, bool) {
	d := a.doc
	src, body := d.Src, d.Body
	start := body.Span.Start + bytes.LastIndexByte(src[body.Span.Start:at], '\n') + 1
	end := body.Span.End
	if i := bytes.IndexAny(src[at:end], "\r\n"); i >= 0 {
		end = at + i
	}
	if !a.effort.Take(end - start) { // it may be there again and again
		return block{}, false
	}
	line := strings.TrimRight(string(src[start:end]), " \t")
	text := strings.TrimLeft(line, "#")
	if text == line { // bold text is meant as a heading if it is alone on its line
		inner, opens := strings.CutPrefix(line, "**")
		bold, closes := strings.CutSuffix(inner, "**")
		if text = bold; !opens || !closes || strings.Contains(bold, "**") {
			return block{}, false
		}
	}
	if body.HiddenAt(at) != nil || !strings.HasPrefix(text, rule.Prefix) {
		return block{}, false
	}
	h := &document.Heading{Level: rule.Level, Span: document.Span{Start: start, End: start + len(line)}, Text: text, Below: document.Span{Start: end, End: body.Span.End}}
	if i := sort.Search(len(body.Headings), func(i int) bool { return body.Headings[i].Span.Start >= end }); i < len(body.Headings) {
		h.Below.End = body.Headings[i].Span.Start
	}
	b, ok := readBlock(a, rule, h, unmarked(h.Text))
	b.good, b.swallowed = false, document.Span{}
	return b, ok && (strings.HasPrefix(line, "#") || carries(a, rule, h.Below))
}

// carries reports whether a stretch holds labelled fields that make what stands above it a block: two of those that the
// rule names, or one where it names fewer.
func carries(a *artefact, rule *rules.Block, below document.Span) bool {
	need := min(2, max(1, len(rule.Order)))
	fields := a.doc.Body.FieldsIn(below)
	for i := range fields {
		if len(rule.Order) == 0 || a.has(rule.Order, fields[i].Label) {
			need--
		}
	}
	return need <= 0
}

// isHome reports whether a heading stands where the blocks of a rule belong. A rule without a section and without
// fields says too little.
func isHome(home []document.Span, rule *rules.Block, h *document.Heading) bool {
	if rule.Section == "" {
		return len(rule.Order) > 0
	}
	i := sort.Search(len(home), func(i int) bool { return home[i].End > h.Span.Start })
	return i < len(home) && home[i].Contains(h.Span.Start)
}

// isBlock reports whether a heading is a block of any rule, misshapen or not.
func isBlock(a *artefact, h *document.Heading) bool {
	for _, blocks := range a.blocks {
		i := sort.Search(len(blocks), func(i int) bool { return blocks[i].heading.Span.Start >= h.Span.Start })
		if i < len(blocks) && blocks[i].heading.Span.Start == h.Span.Start {
			return true
		}
	}
	return false
}

// truly returns the misshapen blocks that are blocks: not a title that only starts like one that is there.
func truly(good, bad []block) []block {
	numbers := map[int]bool{}
	for _, b := range good {
		numbers[b.number] = true
	}
	return slices.DeleteFunc(bad, func(b block) bool { return numbers[b.number] })
}

// cutAtLost cuts what belongs to blocks where a misshapen one begins, so that the fields of the one are not held
// against the other.
func cutAtLost(good, bad []block) {
	for i := range good {
		below := &good[i].below
		next := sort.Search(len(bad), func(k int) bool { return bad[k].heading.Span.Start >= below.Start })
		if next < len(bad) {
			below.End = min(below.End, bad[next].heading.Span.Start)
		}
	}
}

// canonical is the heading as it should be, or "" if the title is unknown.
func canonical(rule *rules.Block, b block) string {
	if b.title == "" || b.id == "" {
		return ""
	}
	return strings.Repeat("#", rule.Level) + " " + b.id + ": " + b.title
}

// misshapen reports a heading that was meant as a block beside others that are.
func misshapen(a *artefact, rule *rules.Block, b block) {
	f := document.Finding{Rule: "block-heading", Span: b.heading.Span, At: b.at("heading"),
		Message: unseen(rule, b)}
	if b.id == "" {
		f.At = "body.blocks"
	}
	if want := canonical(rule, b); want != "" {
		f.Fixes = document.Replace("write "+want, b.heading.Span, want)
		f.Fixes[0].Unsafe = b.letters
	}
	a.add(f)
}

// wanted quotes a heading as it should be, with a stand-in for a title that is unknown.
func wanted(rule *rules.Block, b block) string {
	if text := canonical(rule, b); text != "" {
		return "`" + text + "`"
	}
	return fmt.Sprintf("`%s %s: <title>`", strings.Repeat("#", rule.Level), b.id)
}

// unseen says that consumers do not see a block, and how its heading must read.
func unseen(rule *rules.Block, b block) string {
	if b.id == "" {
		return fmt.Sprintf(
			"the consumer does not see the block %q: its heading must read `%s %s-<number>: %s`",
			b.title, strings.Repeat("#", rule.Level), rule.Prefix, b.title)
	}
	return fmt.Sprintf("the consumer does not see the block %s: its heading must read %s", b.id, wanted(rule, b))
}
