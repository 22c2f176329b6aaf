package reporters

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/inert"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/internal/spell"
	"github.com/nplint/nplint/rules"
)

type filtersView struct {
	None   bool
	Rules  []ruleView
	Packs  []string
	Levels []string
}

type ruleView struct {
	Index     int
	ID, Title string
	Count     int
	Found     string
	Why       [][]wordView
	Excerpt   []lineView
	Facts     string
}

// wordView is a stretch of text or code.
type wordView struct {
	Text string
	Code bool
}

// lineView is a line of a diff.
type lineView struct{ Class, Text string }

func (b *book) filters() filtersView {
	v := filtersView{None: len(b.report.Findings) == 0}
	packs := map[string]bool{}
	for i, id := range b.ids {
		v.Rules = append(v.Rules, ruleView{Index: i, ID: Visible(id, ""), Count: b.counts[i]})
		if name := b.packOf(id); !packs[name] {
			packs[name] = true
			v.Packs = append(v.Packs, name)
		}
	}
	slices.Sort(v.Packs)
	for severity := report.Error; severity > report.Off; severity-- {
		v.Levels = append(v.Levels, severity.String())
	}
	return v
}

// packOf returns the pack of a rule.
func (b *book) packOf(id string) string {
	if rule := b.report.Rule(id); rule != nil {
		return Visible(cmp.Or(rule.Pack, "other"), "")
	}
	return "other"
}

type fileView struct {
	Path, Counts string
	Findings     []findingView
}

type findingView struct {
	Level, Mark, Anchor, Rule, Pack, Place string
	Message                                []wordView
	RuleIndex                              int
	Framed                                 bool
	Gutter, Line, Below, Carets            string
	Related                                []string
	Fixes                                  []fixView
}

type fixView struct {
	Title []wordView
	Lines []lineView
	Notes []string
}

// marks are the signs of severities.
var marks = [...]string{report.Info: "ℹ", report.Warning: "▲", report.Error: "✖"}

// file returns the findings of one file, which are those from first to last.
func (b *book) file(first, last int) fileView {
	found := b.report.Findings[first:last]
	v := fileView{Path: Visible(found[0].Path, "")}
	counts := map[report.Severity]int{}
	for i := range found {
		counts[found[i].Severity]++
		v.Findings = append(v.Findings, b.finding(&found[i], first+i))
	}
	v.Counts = levels(counts[report.Error], counts[report.Warning], counts[report.Info])
	return v
}

func (b *book) finding(f *report.Finding, index int) findingView {
	v := findingView{Level: f.Severity.String(), Mark: marks[f.Severity], Anchor: b.anchor(f.Fingerprint, index),
		Rule: Visible(f.Rule, ""), RuleIndex: b.rules[f.Rule], Pack: b.packOf(f.Rule), Message: words(f.Message),
		Place: fmt.Sprintf("line %d, column %d", f.Range.Start.Line, f.Range.Start.Column)}
	if line, carets, ok := b.frames.excerpt(b.source(f.Path), f.Range, frameWidth); ok {
		v.Framed, v.Line, v.Carets = true, line, carets
		v.Gutter = strconv.Itoa(f.Range.Start.Line)
		v.Below = strings.Repeat(" ", len(v.Gutter))
	}
	const most = 20
	for _, r := range f.Related[:min(len(f.Related), most)] {
		v.Related = append(v.Related, placeOf(r.Path, r.Range)+": "+Visible(r.Message, ""))
	}
	if more := len(f.Related) - most; more > 0 {
		v.Related = append(v.Related, spell.Count(more, "more place"))
	}
	for i := range f.Fixes {
		v.Fixes = append(v.Fixes, b.fix(&f.Fixes[i]))
	}
	return v
}

func placeOf(path string, r report.Range) string {
	return fmt.Sprintf("%s:%d:%d", Visible(path, ""), r.Start.Line, r.Start.Column)
}

// anchor returns a name under which a link finds a finding again, also in a later report as long as it is the same.
func (b *book) anchor(fingerprint string, index int) string {
	name := fingerprintAnchor(fingerprint)
	if name == "" || b.anchors[name] {
		name = fmt.Sprintf("n-%d", index+1)
	}
	b.anchors[name] = true
	return name
}

// fingerprintAnchor returns the anchor of the first finding with a fingerprint, "" if that is none of ours.
func fingerprintAnchor(fingerprint string) string {
	if fingerprint == "" || strings.Trim(fingerprint, "0123456789abcdef") != "" {
		return ""
	}
	return "f-" + fingerprint
}

func (b *book) fix(fix *report.Fix) fixView {
	safety := "unsafe"
	if fix.Safe {
		safety = "safe"
	}
	v := fixView{Title: words(fmt.Sprintf("Fix: %s (%s)", fix.Title, safety))}
	byPath := map[string][]report.Edit{}
	var paths []string
	for _, e := range fix.Edits {
		if byPath[e.Path] == nil {
			paths = append(paths, e.Path)
		}
		byPath[e.Path] = append(byPath[e.Path], e)
	}
	for _, path := range paths {
		lines := editDiff(b.source(path), byPath[path])
		if lines == nil || len(v.Lines) > 0 {
			v.Notes = append(v.Notes, fmt.Sprintf("changes %s", placeOf(path, byPath[path][0].Range)))
			continue
		}
		v.Lines = lines
	}
	return v
}

const (
	// maxDiffBytes is how much of a file the diff of a fix looks at, and maxDiffLines how many of its lines it shows.
	maxDiffBytes = 16 << 10
	maxDiffLines = 24
)

// editDiff returns what edits do to the lines of a source around them, or nil if that is not known or is too much.
func editDiff(src []byte, edits []report.Edit) []lineView {
	if src == nil {
		return nil
	}
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b report.Edit) int {
		return cmp.Or(cmp.Compare(a.Range.Start.Offset, b.Range.Start.Offset),
			cmp.Compare(a.Range.End.Offset, b.Range.End.Offset))
	})
	first, last := edits[0].Range.Start.Offset, 0
	for _, e := range edits {
		last = max(last, e.Range.End.Offset)
	}
	if first < 0 || last < first || len(src) < last || last-first > maxDiffBytes {
		return nil
	}
	from := bytes.LastIndexByte(src[:first], '\n') + 1
	to := len(src)
	if i := bytes.IndexByte(src[last:], '\n'); i >= 0 {
		to = last + i + 1
	}
	if to-from > maxDiffBytes {
		return nil
	}
	var after []byte
	at := from
	for _, e := range edits {
		if e.Range.Start.Offset < at || len(after)+len(e.NewText) > maxDiffBytes {
			return nil
		}
		after = append(append(after, src[at:e.Range.Start.Offset]...), e.NewText...)
		at = e.Range.End.Offset
	}
	after = append(after, src[at:to]...)
	diff := edit.Diff("x", src[from:to], after)
	_, diff, _ = strings.Cut(diff, "@@\n")
	return diffLines(diff)
}

// diffLines returns the lines of a diff without its head.
func diffLines(diff string) (lines []lineView) {
	for line := range strings.Lines(diff) {
		if len(lines) == maxDiffLines {
			return append(lines, lineView{"same", "…"})
		}
		class := "same"
		switch line[0] {
		case '+':
			class = "add"
		case '-':
			class = "del"
		case '@', '\\':
			continue
		}
		lines = append(lines, lineView{class, inert.Cut(Visible(strings.TrimRight(line, "\r\n"), "\t"), 240)})
	}
	return lines
}

// rulePages returns the pages of the rules that are broken.
func (b *book) rulePages() (views []ruleView) {
	for i, id := range b.ids {
		v := ruleView{Index: i, ID: Visible(id, ""), Found: spell.Count(b.counts[i], "finding")}
		if rule := b.report.Rule(id); rule != nil {
			v.Title = Visible(rule.Title, "")
			v.Why = paragraphs(rule.Why)
			v.Excerpt = diffLines(rule.Excerpt)
			v.Facts = Visible(ruleFacts(rule), "")
		}
		views = append(views, v)
	}
	return views
}

func ruleFacts(r *rules.Rule) string {
	const facts = "pack %s · severity %s · fix %s%s · source: %s"
	return fmt.Sprintf(facts, r.Pack, r.Severity, r.Fix, sinceOf(r), r.Source)
}

// paragraphs returns the paragraphs of a text in Markdown, with its code told apart.
func paragraphs(text string) (all [][]wordView) {
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, words(strings.ReplaceAll(part, "\n", " ")))
		}
	}
	return all
}

// words returns a text with what stands between backticks as code.
func words(text string) (all []wordView) {
	parts := strings.Split(Visible(text, ""), "`")
	if len(parts)%2 == 0 {
		return []wordView{{Visible(text, ""), false}} // one of them has no partner
	}
	for i, part := range parts {
		if part != "" {
			all = append(all, wordView{part, i%2 == 1})
		}
	}
	return all
}
