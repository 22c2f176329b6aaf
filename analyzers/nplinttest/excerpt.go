package nplinttest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/edit"
	"github.com/nplint/nplint/internal/report"
	"github.com/nplint/nplint/reporters"
	"github.com/nplint/nplint/rules"
	"golang.org/x/tools/txtar"
)

// excerptLines is how many lines an excerpt has at most.
const excerptLines = 12

// comparePage holds the page of a rule against the excerpt of its proof.
func (s *suite) comparePage(t *testing.T, p *Proof, excerpt string) {
	if p.Rule.Excerpt == excerpt {
		return
	}
	if !s.update {
		t.Errorf("the page shows\n%s\nand go test -update makes of the proof\n%s", p.Rule.Excerpt, excerpt)
		return
	}
	file := strings.TrimSuffix(p.file, ".txtar") + ".md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, _, ok := strings.Cut(string(page), p.Rule.Why)
	if !ok {
		t.Fatalf("%s: the text of the page is not found in it", file)
	}
	fence := rules.Fence(excerpt)
	replace(t, file, head+p.Rule.Why+"\n\n"+fence+"diff\n"+excerpt+fence+"\n")
}

// excerpt shows the fault of a case and its mend as a small diff: what the fix does, or the place of the finding and
// what a good case has there.
func (o *outcome) excerpt(p *Proof) string {
	if len(o.changes) > 0 {
		c := o.changes[0]
		return show(c.Path, blocks(c.Path, c.Before, c.After))
	}
	i := slices.IndexFunc(o.report.Findings, func(f report.Finding) bool { return f.Rule == p.Rule.ID })
	if i < 0 {
		return "" // that is reported
	}
	f := &o.report.Findings[i]
	if _, err := os.Lstat(filepath.Join(o.dir, filepath.FromSlash(f.Path))); err != nil {
		return "+" + f.Path + "\n" // it should be there
	}
	before := o.report.Source(f.Path)
	for _, c := range p.Cases {
		if c.Bad() {
			continue
		}
		after, ok := c.content(f.Path)
		if !ok && f.Range == (report.Range{Start: f.Range.Start, End: f.Range.Start}) {
			if moved := c.instead(o.c, f.Path); moved != "" {
				return "-" + f.Path + "\n+" + moved + "\n"
			}
		}
		if !ok {
			continue
		}
		for _, b := range blocks(f.Path, before, after) {
			if b.mends(f.Range) && len(b.lines) <= excerptLines-2 {
				return show(f.Path, []block{b})
			}
		}
	}
	b := offending(o.report.Source(f.Path), f.Range)
	if len(b.lines) == 0 {
		return "!" + f.Path + "\n"
	}
	return show(f.Path, []block{b})
}

// content returns what a file of a case holds.
func (c *Case) content(path string) (data []byte, ok bool) {
	for _, f := range c.Files {
		if name, note := cutNote(f.Name); name == path {
			data, ok = f.Data, note == "" || note == "committed"
		}
	}
	return data, ok
}

// instead returns the file of a good case that a bad one does not have at all, or "" if there are none or several.
func (c *Case) instead(bad *Case, path string) string {
	found := ""
	for _, f := range c.Files {
		name, _ := cutNote(f.Name)
		same := func(f txtar.File) bool { other, _ := cutNote(f.Name); return other == name }
		if slices.ContainsFunc(bad.Files, same) || name == "kind" {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	if filepath.Ext(found) != filepath.Ext(path) && filepath.Dir(found) != filepath.Dir(path) {
		return ""
	}
	return found
}

// A block is what stands together in a diff: lines that go, lines that come, and a line of context on each side.
type block struct {
	lines       []string // each with its mark and without its end
	first, last int      // the lines, counted from 1, that go; last is before first if none does
}

// mends reports whether a block changes the first line of a place, or puts something in there.
func (b block) mends(r report.Range) bool {
	comes := slices.ContainsFunc(b.lines, func(line string) bool { return line[0] == '+' })
	return comes && b.first <= r.Start.Line && r.Start.Line <= max(b.last, b.first)
}

// blocks returns what differs between two texts.
func blocks(path string, before, after []byte) []block {
	var found []block
	var b *block
	context, line := "", 0
	diff := strings.SplitAfter(edit.Diff(path, before, after), "\n")
	for _, text := range diff[min(2, len(diff)):] {
		text = strings.TrimSuffix(text, "\n")
		switch {
		case text == "" || text[0] == '\\': // no line end at the end of the file
		case text[0] == '@':
			if _, err := fmt.Sscanf(text, "@@ -%d", &line); err != nil {
				panic(err) // the format is ours
			}
			b, context = nil, ""
		case text[0] == ' ':
			if b != nil {
				b.lines = append(b.lines, text)
			}
			b, context = nil, text
			line++
		default:
			if b == nil {
				found = append(found, block{first: line, last: line - 1})
				if b = &found[len(found)-1]; context != "" {
					b.lines = []string{context}
				}
			}
			b.lines = append(b.lines, text)
			if text[0] == '-' {
				b.last = line
				line++
			}
		}
	}
	return found
}

// offending returns the lines of a place, marked as those that no good case mends.
func offending(src []byte, r report.Range) block {
	all := strings.Split(string(src), "\n")
	b := block{first: r.Start.Line, last: r.End.Line}
	if r.End.Column == 1 && r.End.Line > r.Start.Line {
		b.last--
	}
	for n := b.first - 1; n <= b.last+1; n++ {
		mark := " "
		if b.first <= n && n <= b.last {
			mark = "!"
		}
		if n >= 1 && n <= len(all) && (n < len(all) || all[n-1] != "") {
			b.lines = append(b.lines, mark+all[n-1])
		}
	}
	return b
}

// show writes blocks of a file, as many as there is room for.
func show(path string, found []block) string {
	lines := []string{"@@ " + path + " @@"}
	for i, b := range found {
		room := excerptLines - len(lines)
		if len(b.lines) <= room {
			lines = append(lines, b.lines...)
			continue
		}
		if i == 0 {
			lines = append(append(lines, b.lines[:room-1]...), " …")
		}
		break
	}
	var out strings.Builder
	for _, line := range lines {
		if line = line[:1] + reporters.Visible(line[1:], "\t"); line != " " { // an empty line of context tells nothing
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}
