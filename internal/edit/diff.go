package edit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Diff returns the change from before to after as a unified diff with three lines of context that `git apply` takes,
// or "" if they are equal. path has slashes and is relative to the directory in which the diff is applied. A line ends
// with LF; every other byte, CR and NUL included, is kept as it is.
func Diff(path string, before, after []byte) string {
	if bytes.Equal(before, after) {
		return ""
	}
	a, b := slices.Collect(strings.Lines(string(before))), slices.Collect(strings.Lines(string(after)))
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", diffLabel("a/"+path), diffLabel("b/"+path))
	changes := changedLines(a, b)
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].a0-changes[n-1].a1 <= 2*diffContext {
			n++
		}
		writeHunk(&out, a, b, changes[:n])
		changes = changes[n:]
	}
	return out.String()
}

// diffContext is the number of equal lines shown on each side of a change.
const diffContext = 3

// lineChange says that the lines a0 to a1 (from 0, a1 exclusive) of one text became the lines b0 to b1 of the other.
type lineChange struct{ a0, a1, b0, b1 int }

// changedLines returns what turns a into b, in ascending order and with at least one equal line between two changes.
func changedLines(a, b []string) []lineChange {
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	endA, endB := len(a), len(b)
	for min(endA, endB) > head && a[endA-1] == b[endB-1] {
		endA--
		endB--
	}
	var changes []lineChange
	nextA, nextB := head, head
	for _, p := range append(pairLines(a[head:endA], b[head:endB]), linePair{endA - head, endB - head}) {
		pairA, pairB := head+p.a, head+p.b
		if nextA < pairA || nextB < pairB {
			changes = append(changes, lineChange{nextA, pairA, nextB, pairB})
		}
		nextA, nextB = pairA+1, pairB+1
	}
	return changes
}

// linePair says that line a of one text is kept as line b of the other, both from 0.
type linePair struct{ a, b int }

// pairLines chooses the lines of a that are kept in b. The pairs ascend on both sides.
func pairLines(a, b []string) []linePair {
	codedA, codedB := codeLines(a, b)
	library := diffmatchpatch.New()
	library.DiffTimeout = 0 // a deadline would make the result depend on the machine
	var pairs []linePair
	i, j := 0, 0
	for _, d := range library.DiffMainRunes(codedA.runes, codedB.runes, false) {
		n := utf8.RuneCountInString(d.Text)
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			i += n
		case diffmatchpatch.DiffInsert:
			j += n
		case diffmatchpatch.DiffEqual:
			for range n {
				pairs = append(pairs, linePair{codedA.lines[i], codedB.lines[j]})
				i++
				j++
			}
		}
	}
	return pairs
}

// codedLines are lines of a text that the other text has as well: equal lines are equal runes.
type codedLines struct {
	runes []rune
	lines []int // the number (from 0) of the line behind each rune
}

// codeLines turns lines into runes, for that is what the library compares. A line of only one text cannot be kept and
// gets none: where many lines differ, such as when all line ends change, little is left to compare. The library
// passes the runes through strings, so they must not be surrogates. If there are more distinct lines than runes, the
// rest get none; the diff is then longer than need be, but right.
func codeLines(a, b []string) (codedA, codedB codedLines) {
	const none, surrogates, surrogatesEnd = -1, 0xD800, 0xE000
	code := make(map[string]rune, len(b))
	for _, line := range b {
		code[line] = none
	}
	next := rune(0)
	for i, line := range a {
		r, common := code[line]
		if !common {
			continue
		}
		if r == none {
			if next == surrogates {
				next = surrogatesEnd
			}
			if next > utf8.MaxRune {
				continue
			}
			r = next
			code[line] = r
			next++
		}
		codedA.runes, codedA.lines = append(codedA.runes, r), append(codedA.lines, i)
	}
	for j, line := range b {
		if r := code[line]; r != none {
			codedB.runes, codedB.lines = append(codedB.runes, r), append(codedB.lines, j)
		}
	}
	return codedA, codedB
}

// writeHunk prints changes that are close to each other as one hunk.
func writeHunk(out *strings.Builder, a, b []string, changes []lineChange) {
	first, last := changes[0], changes[len(changes)-1]
	lead, trail := min(diffContext, first.a0), min(diffContext, len(a)-last.a1)
	start, end := first.a0-lead, last.a1+trail
	fmt.Fprintf(out, "@@ -%s +%s @@\n", hunkRange(start, end), hunkRange(first.b0-lead, last.b1+trail))
	for _, c := range changes {
		writeLines(out, ' ', a[start:c.a0])
		writeLines(out, '-', a[c.a0:c.a1])
		writeLines(out, '+', b[c.b0:c.b1])
		start = c.a1
	}
	writeLines(out, ' ', a[start:end])
}

// hunkRange prints the lines start to end (from 0, end exclusive) as a hunk header counts them: the first line from
// 1, or the line before if there is none, and their number unless it is 1.
func hunkRange(start, end int) string {
	switch end - start {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return fmt.Sprint(end)
	}
	return fmt.Sprintf("%d,%d", start+1, end-start)
}

func writeLines(out *strings.Builder, mark byte, lines []string) {
	for _, line := range lines {
		out.WriteByte(mark)
		out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// diffLabel returns the path as git writes it behind `---`: in C quotes if a byte of it is a quote, a backslash, a
// control character or not ASCII, and with a tab behind it if it has a space, where readers would otherwise end the
// path.
func diffLabel(path string) string {
	var quoted strings.Builder
	for i := range len(path) {
		switch c := path[i]; {
		case c == '"' || c == '\\':
			quoted.WriteByte('\\')
			quoted.WriteByte(c)
		case '\a' <= c && c <= '\r':
			quoted.WriteByte('\\')
			quoted.WriteByte("abtnvfr"[c-'\a'])
		case c < ' ' || c > '~':
			fmt.Fprintf(&quoted, "\\%03o", c)
		default:
			quoted.WriteByte(c)
		}
	}
	label := path
	if quoted.Len() > len(path) {
		label = `"` + quoted.String() + `"`
	}
	if strings.Contains(path, " ") {
		label += "\t"
	}
	return label
}
