package contract

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nplint/nplint/analyzers/document"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

// block is a heading with an id, or one that was meant to be such.
type block struct {
	heading *document.Heading
	id      string // "SC-1"
	number  int
	title   string
	letters bool // the number is written with letters that look like digits
	// forbidden is set if a forbidden text may stand somewhere in the block: titles and fields are looked through only
	// then.
	forbidden bool
	// good is set if consumers see the heading: the right level, id, colon and title.
	good bool
	// swallowed is the line below a heading that ends with its colon: consumers take it for the title.
	swallowed document.Span
	// below is what belongs to the block: up to the next heading that is none of its own, or that was meant as a block.
	below document.Span
}

// at addresses a part of the block: "body.blocks[SC-1].Status".
func (b *block) at(part string) string { return "body.blocks[" + b.id + "]." + part }

// findBlocks finds the blocks of each rule in source order, misshapen ones included.
func findBlocks(a *artefact) {
	headings := a.doc.Body.Headings
	bare := make([]string, len(headings))
	for i := range headings {
		bare[i] = unmarked(headings[i].Text)
	}
	for k := range a.body.Blocks {
		rule := &a.body.Blocks[k]
		var blocks []block
		for i := range headings {
			text := bare[i]
			if text == "" && headings[i].Level != rule.Level ||
				text != "" && text[0]|0x20 != rule.Prefix[0]|0x20 && text[0] < utf8.RuneSelf {
				continue // most headings are not even looked at
			}
			if !a.effort.Take(stepsOfLook) {
				break
			}
			if b, ok := readBlock(a, rule, &headings[i], bare[i]); ok {
				if !a.effort.Take(stepsOfBlock) {
					break
				}
				blocks = append(blocks, b)
			}
		}
		a.blocks = append(a.blocks, blocks)
	}
	for k := range a.body.Blocks {
		findLost(a, k)
	}
}

// readBlock reads a heading, of which bare is the text without marks, as a block of a rule.
func readBlock(a *artefact, rule *rules.Block, h *document.Heading, bare string) (block, bool) {
	d := a.doc
	b := block{heading: h, below: h.Below}
	text, foreign := latin(bare, rule.Prefix)
	if text == "" && h.Level == rule.Level {
		// `###` alone on its line, with the id on the next.
		start, end := nextLine(d, h.Below)
		text = strings.TrimSpace(string(d.Src[start:end]))
		if !strings.HasPrefix(text, rule.Prefix+"-") {
			return b, false
		}
		both := *h
		both.Span.End = end
		b.heading = &both
	}
	if len(text) < len(rule.Prefix) || !strings.EqualFold(text[:len(rule.Prefix)], rule.Prefix) {
		return b, false
	}
	rest := text[len(rule.Prefix):]
	digits := strings.TrimLeft(rest, "-_ –—‐‑−")
	separator := rest[:len(rest)-len(digits)]
	n, shown := readNumber(digits)
	number, err := strconv.Atoi(shown)
	if err != nil || !meant(rule, separator, digits[n:]) {
		return b, false
	}
	b.number, b.id, b.letters = number, rule.Prefix+"-"+shown, foreign || shown != digits[:n]
	whole := d.Src[h.Span.Start:max(h.Span.End, h.Below.End)]
	b.forbidden = len(d.Body.Hidden) > 0 || a.effort.Take(len(rule.Forbidden)*(2+len(whole)/32)) && slices.ContainsFunc(rule.Forbidden, func(text string) bool { return bytes.Contains(whole, []byte(text)) })
	tail := digits[n:]
	title, colon := strings.CutPrefix(tail, ":")
	b.title = strings.TrimSpace(title)
	exact := !b.letters && strings.HasPrefix(text, b.id) && h.Level == rule.Level && !h.Setext && h.Indent == 0 &&
		h.Text != "" && text == h.Text
	switch {
	case exact && colon && b.title == "":
		b.swallowed.Start, b.swallowed.End = nextLine(d, h.Below)
		b.good = b.swallowed.Len() > 0
	case exact && colon && strings.TrimLeft(title, " \t") != title:
		b.good = true
	case !colon && tail != "" && !strings.ContainsAny(tail[:1], " \t") && !strings.HasPrefix(tail, "—") &&
		!strings.HasPrefix(tail, "–") && !strings.ContainsAny(tail[:1], "-."):
		b.title = "" // something else than a title is stuck to the number
	case !colon:
		b.title = strings.TrimLeft(tail, " \t—–-.")
	}
	return b, true
}

// latin returns a text with the prefix in the place of letters of other alphabets that look like it, and whether there
// are any.
func latin(text, prefix string) (string, bool) {
	end := 0
	for range prefix {
		_, n := utf8.DecodeRuneInString(text[end:])
		end += n
	}
	if end == len(prefix) || !strings.EqualFold(spell.Plain(text[:end]), prefix) {
		return text, false
	}
	return prefix + text[end:], true
}

// readNumber returns the length of the number that a text starts with, and the number with digits for letters that look
// like them if a colon follows them.
func readNumber(text string) (length int, digits string) {
	n := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if k := len(text) - len(strings.TrimLeft(text, "0123456789OoIl")); k > n && strings.HasPrefix(text[k:], ":") {
		return k, strings.NewReplacer("O", "0", "o", "0", "I", "1", "l", "1").Replace(text[:k])
	}
	return n, text[:n]
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
func judgeBlocks(a *artefact, rule *rules.Block, blocks []block) {
	good, bad := blocks, []block(nil) // mostly all are good, and copies of very many take hundreds of MB
	if slices.ContainsFunc(blocks, func(b block) bool { return !b.good }) {
		good = nil
		for _, b := range blocks {
			if b.good {
				good = append(good, b)
			} else {
				bad = append(bad, b)
			}
		}
	}
	bad = truly(good, bad)
	cutAtLost(good, bad)
	if len(good) < rule.Min {
		tooFew(a, rule, len(good), bad)
	} else {
		for _, b := range bad {
			misshapen(a, rule, b)
		}
	}
	for i := range good {
		if a.effort.Exceeded() {
			return
		}
		judgeBlock(a, rule, &good[i])
	}
	if rule.Section != "" && len(good) > 0 && len(bad) == 0 {
		judgePlaces(a, rule, good)
	}
	judgeIDs(a, rule, good, len(bad) > 0)
	if len(bad) == 0 {
		judgeCount(a, rule, good)
	}
}

// tooFew reports that there are fewer blocks than the contract wants, at the first that was meant to be one.
func tooFew(a *artefact, rule *rules.Block, count int, bad []block) {
	example := strings.NewReplacer("{"+rule.Prefix+"-n}", rule.Prefix+"-1", "{title}", "<title>").Replace(rule.Heading)
	f := document.Finding{Rule: "block-min", Span: a.doc.FirstLine(), At: "body.blocks",
		Message: fmt.Sprintf(
			"the body holds %s such as `%s`; at least %d must be here", document.Count(count, "block"), example, rule.Min)}
	if count == 0 {
		f.Message = fmt.Sprintf("the body holds no block such as `%s`; at least %d must be here", example, rule.Min)
	}
	if len(bad) > 0 {
		f.Span = bad[0].heading.Span
		f.Message = fmt.Sprintf("%s, and at least %s must be here", unseen(rule, bad[0]), document.Count(rule.Min, "block"))
		fix := document.Fix{Title: "write the headings as `" + example + "`"}
		for i, b := range bad {
			if text := canonical(rule, b); text != "" {
				fix.Unsafe = fix.Unsafe || b.letters
				fix.Edits = append(fix.Edits, document.Edit{Span: b.heading.Span, Text: text})
			}
			if i > 0 {
				f.Related = append(f.Related, document.Related{Span: b.heading.Span, Message: "neither does it see this block"})
			}
		}
		if len(fix.Edits) > 0 {
			f.Fixes = []document.Fix{fix}
		}
	}
	a.add(f)
}

func judgeBlock(a *artefact, rule *rules.Block, b *block) {
	if text := b.forbiddenIn(a, rule, b.title); text != "" {
		a.say("block-heading-forbidden", b.heading.Span, b.at("heading"),
			"the title of %s holds %q: a value was turned into text the wrong way; write the title that was meant", b.id, text)
	}
	fields := a.doc.Body.FieldsIn(b.below)
	for i := range fields {
		if text := b.forbiddenIn(a, rule, fields[i].Text); text != "" {
			a.say("block-field-forbidden-substring", fields[i].Value, b.at(fields[i].Label),
				"`%s` of %s holds %q: a value was turned into text the wrong way; write the value that was meant",
				fields[i].Label, b.id, text)
		}
	}
	swallowed := false
	for _, name := range rule.Order {
		if a.effort.Exceeded() {
			return
		}
		swallowed = judgeField(a, rule, b, name, fields) || swallowed
	}
	if b.swallowed.Len() > 0 && !swallowed {
		a.say("block-heading", b.heading.Span, b.at("heading"),
			"the heading of %s has no title, so its consumer takes the next line of text, %q, for the title; write the "+
				"title behind the colon", b.id, a.doc.Text(b.swallowed))
	}
}

// forbiddenIn returns the first forbidden text that a value in the block holds, or "".
func (b *block) forbiddenIn(a *artefact, rule *rules.Block, value string) string {
	if !b.forbidden || !a.effort.Take(len(rule.Forbidden)*(2+len(value)/32)) {
		return ""
	}
	for _, text := range rule.Forbidden {
		if strings.Contains(value, text) {
			return text
		}
	}
	return ""
}

// home returns the stretches of the sections that hold the blocks of a rule.
func home(d *document.Document, rule *rules.Block) (home []document.Span) {
	for i := range d.Body.Headings {
		if h := &d.Body.Headings[i]; h.Level == rule.Level-1 && isTitled(h, rule.Section) {
			home = append(home, h.Below)
		}
	}
	return home
}

// judgePlaces reports blocks that stand outside of their section. A section that is missing altogether is reported by
// itself.
func judgePlaces(a *artefact, rule *rules.Block, blocks []block) {
	home := home(a.doc, rule)
	if len(home) == 0 {
		return
	}
	headings, ahead := a.doc.Body.Headings, 0
	above := -1 // the section that a block stands in
	for i := range blocks {
		b := &blocks[i]
		start := b.heading.Span.Start
		for ; ahead < len(headings) && headings[ahead].Span.Start < start; ahead++ {
			if headings[ahead].Level == rule.Level-1 {
				above = ahead
			}
		}
		for len(home) > 0 && home[0].End <= start {
			home = home[1:]
		}
		if len(home) > 0 && home[0].Contains(start) {
			continue
		}
		where := "before any section"
		if above >= 0 {
			where = fmt.Sprintf("in the section %q", headings[above].Text)
		}
		a.say("block-section", b.heading.Span, b.at("heading"),
			"%s stands %s, but its consumer reads %s blocks only in %q; move it there", b.id, where, rule.Prefix, rule.Section)
	}
}

// judgeIDs reports ids that are used twice, and numbers that do not count 1, 2, 3 ….
func judgeIDs(a *artefact, rule *rules.Block, blocks []block, incomplete bool) {
	if rule.Sequence && inOrder(rule, blocks) && !incomplete {
		return // without a map of very many
	}
	first := map[int]*block{}
	duplicate := false
	for i := range blocks {
		b := &blocks[i]
		at := b.at("heading")
		if other := first[b.number]; other != nil {
			duplicate = true
			a.add(document.Finding{Rule: "block-duplicate", Span: b.heading.Span, At: at,
				Message: fmt.Sprintf(
					"%s stands here again: whoever looks the id up finds only one of the blocks; give this one a number of its own",
					b.id),
				Related: []document.Related{{Span: other.heading.Span, Message: other.id + " is here first"}}})
			continue
		}
		first[b.number] = b
		if digits := b.id[len(rule.Prefix)+1:]; rule.Sequence && digits != strconv.Itoa(b.number) {
			f := document.Finding{Rule: "block-sequence", Span: b.heading.Span, At: at, Message: fmt.Sprintf(
				"%s has a leading zero, and consumers compare ids as text; write %s-%d", b.id, rule.Prefix, b.number)}
			if i := strings.Index(a.doc.Text(b.heading.Span), b.id); i >= 0 {
				start, meant := b.heading.Span.Start+i, fmt.Sprintf("%s-%d", rule.Prefix, b.number)
				f.Fixes = document.Replace("write "+meant, document.Span{Start: start, End: start + len(b.id)}, meant)
			}
			a.add(f)
		}
	}
	if !rule.Sequence || duplicate || incomplete {
		return
	}
	for i := range blocks {
		if b := &blocks[i]; b.number != i+1 {
			a.say("block-sequence", b.heading.Span, b.at("heading"),
				"%s stands where %s-%d is expected: blocks count from 1 without gaps, because programs address a block by its "+
					"position", b.id, rule.Prefix, i+1)
			return // what follows is off because of this one
		}
	}
}

// inOrder reports whether the ids count 1, 2, 3 …, written as they should be.
func inOrder(rule *rules.Block, blocks []block) bool {
	for i := range blocks {
		if blocks[i].number != i+1 || blocks[i].id[len(rule.Prefix)+1] == '0' {
			return false
		}
	}
	return true
}

// judgeCount compares the declared number of blocks with those that are here.
func judgeCount(a *artefact, rule *rules.Block, blocks []block) {
	front := a.doc.Front
	if rule.Count == "" || front == nil || front.Fault != nil || a.wrong[rule.Count] {
		return
	}
	p := front.Root.Pair(rule.Count)
	if p == nil || p.Value.Type != document.Number || p.Value.Num == float64(len(blocks)) || a.source.Unlisted &&
		listsNothing(a) {
		return
	}
	f := document.Finding{Rule: "block-count", Span: p.Value.Span, At: "frontmatter." + rule.Count,
		Message: fmt.Sprintf(
			"`%s` is %s, but the body holds %s, so whoever reads the frontmatter alone sees another report",
			rule.Count, document.Show(p.Value), document.Count(len(blocks), rule.Prefix+" block"))}
	if text := strconv.Itoa(len(blocks)); float64(len(blocks)) > p.Value.Num {
		// With fewer blocks than declared, some may be there that nobody sees, and the number is right.
		f.Fixes = document.Replace(fmt.Sprintf("set %s to %s", rule.Count, text), p.Value.Span, text)
	}
	a.add(f)
}

// listsNothing reports whether the body holds no block of any rule.
func listsNothing(a *artefact) bool {
	for _, blocks := range a.blocks {
		if len(blocks) > 0 {
			return false
		}
	}
	return true
}
