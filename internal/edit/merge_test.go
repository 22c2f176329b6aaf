package edit

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/nplint/nplint/internal/report"
)

func TestMergeFixes(t *testing.T) {
	files := map[string]string{"a": "0123456789", "b": "abc", "empty": ""}
	a := func(start, end int, text string) report.Edit { return editAt("a", start, end, text) }
	b := func(start, end int, text string) report.Edit { return editAt("b", start, end, text) }
	for _, test := range []struct {
		name  string
		fixes []report.Fix
		want  string // the changed files
		taken string // y or n for each fix
	}{
		{"nothing", nil, "map[]", ""},
		{"all kinds", []report.Fix{fixWith(a(8, 9, "")), fixWith(a(1, 3, "xyz")), fixWith(a(5, 5, "+"))}, "map[a:0xyz34+5679]", "yyy"},
		{"start and end", []report.Fix{fixWith(a(0, 0, "<")), fixWith(a(10, 10, ">"))}, "map[a:<0123456789>]", "yy"},
		{"empty file", []report.Fix{fixWith(editAt("empty", 0, 0, "new"))}, "map[empty:new]", "y"},
		{"whole file", []report.Fix{fixWith(b(0, 3, ""))}, "map[b:]", "y"},
		{"the first of overlapping wins", []report.Fix{fixWith(a(4, 6, "x")), fixWith(a(2, 5, "y"))}, "map[a:0123x6789]", "yn"},
		{"inside", []report.Fix{fixWith(a(2, 8, "x")), fixWith(a(4, 5, "y"))}, "map[a:01x89]", "yn"},
		{"around", []report.Fix{fixWith(a(4, 5, "y")), fixWith(a(2, 8, "x"))}, "map[a:0123y56789]", "yn"},
		{"adjacent", []report.Fix{fixWith(a(4, 6, "x")), fixWith(a(2, 4, "y")), fixWith(a(6, 7, "z"))}, "map[a:01yxz789]", "yyy"},
		{"insertion at start", []report.Fix{fixWith(a(4, 6, "x")), fixWith(a(4, 4, "+"))}, "map[a:0123+x6789]", "yy"},
		{"insertion at end", []report.Fix{fixWith(a(6, 6, "+")), fixWith(a(4, 6, "x"))}, "map[a:0123x+6789]", "yy"},
		{"insertion inside", []report.Fix{fixWith(a(4, 6, "x")), fixWith(a(5, 5, "+"))}, "map[a:0123x6789]", "yn"},
		{"around an insertion", []report.Fix{fixWith(a(5, 5, "+")), fixWith(a(4, 6, "x"))}, "map[a:01234+56789]", "yn"},
		{"two insertions", []report.Fix{fixWith(a(5, 5, "+")), fixWith(a(5, 5, "-"))}, "map[a:01234+56789]", "yn"},
		{"same insertion", []report.Fix{fixWith(a(5, 5, "+")), fixWith(a(5, 5, "+"))}, "map[a:01234+56789]", "yy"},
		{"same replacement", []report.Fix{fixWith(a(5, 6, "+")), fixWith(a(5, 6, "+"))}, "map[a:01234+6789]", "yy"},
		{"other text for the same bytes", []report.Fix{fixWith(a(5, 6, "+")), fixWith(a(5, 6, "-"))}, "map[a:01234+6789]", "yn"},
		{"same edit twice in a fix", []report.Fix{fixWith(a(5, 6, "+"), a(5, 6, "+"))}, "map[a:01234+6789]", "y"},
		{"fix at odds with itself", []report.Fix{fixWith(a(1, 3, "+"), a(2, 4, "-"))}, "map[]", "n"},
		{
			"all files or none",
			[]report.Fix{fixWith(a(1, 2, "x")), fixWith(b(0, 1, "y"), a(1, 2, "y")), fixWith(a(9, 9, "+"), b(1, 2, "+"))},
			"map[a:0x2345678+9 b:a+c]", "yny",
		},
		{
			"a fix not taken leaves room",
			[]report.Fix{fixWith(a(5, 8, "y"), a(6, 7, "z")), fixWith(a(7, 9, "w"))},
			"map[a:0123456w9]", "ny",
		},
		{
			"a fix not taken leaves an edit that it shares",
			[]report.Fix{fixWith(a(1, 2, "x")), fixWith(a(1, 2, "x"), a(0, 2, "z")), fixWith(a(1, 2, "v"))},
			"map[a:0x23456789]", "ynn",
		},
		{"behind the end", []report.Fix{fixWith(b(3, 4, "x")), fixWith(b(4, 4, "x"))}, "map[]", "nn"},
		{"before the start", []report.Fix{fixWith(b(-1, 1, "x"))}, "map[]", "n"},
		{"end before start", []report.Fix{fixWith(b(2, 1, "x"))}, "map[]", "n"},
		{"one edit outside", []report.Fix{fixWith(b(0, 1, "x"), b(0, 9, "x")), fixWith(b(0, 1, "y"))}, "map[b:ybc]", "ny"},
		{"unknown file", []report.Fix{fixWith(b(0, 1, "x"), editAt("c", 0, 0, "x"))}, "map[]", "n"},
		{"no edits", []report.Fix{fixWith()}, "map[]", "n"},
		{"no change", []report.Fix{fixWith(b(1, 2, "b"))}, "map[]", "y"},
	} {
		t.Run(test.name, func(t *testing.T) {
			merged, taken := merge(sourceOf(files), test.fixes)
			if got := fmt.Sprint(textsOf(merged)); got != test.want {
				t.Errorf("merged: got %s, want %s", got, test.want)
			}
			if got := yesNo(taken); got != test.taken {
				t.Errorf("taken: got %s, want %s", got, test.taken)
			}
		})
	}
}

// A caller that asks the map for a file must be able to tell an emptied one from one without changes.
func TestMergeFixesEmptiedFileIsNotNil(t *testing.T) {
	merged, _ := merge(sourceOf(map[string]string{"b": "abc"}), []report.Fix{fixWith(editAt("b", 0, 3, ""))})
	if merged["b"] == nil {
		t.Error("the content of an emptied file is nil")
	}
}

// FuzzMerge reads fixes out of its input and holds the result against a merge that compares all with all.
func FuzzMerge(f *testing.F) {
	f.Add("0123456789", []byte{0, 1, 2, 'x', 4, 0, 3, 'y', 0, 3, 0, 'z'})
	f.Add("0123456789", []byte{1, 5, 0, '+', 1, 5, 0, '+', 3, 5, 0, '-', 2, 4, 2, 0})
	f.Add("", []byte{0, 0, 0, 'a', 0, 0, 0, 'b', 0, 9, 9, 'c'})
	f.Add("abc", []byte{5, 0, 3, 'a', 0, 255, 1, 'b', 2, 2, 255, 'c', 0, 1, 2, 'd'})
	f.Fuzz(func(t *testing.T, src string, program []byte) {
		files := map[string]string{"a": src, "b": strings.ToUpper(src)}
		fixes := readFixes(program)
		merged, taken := merge(sourceOf(files), fixes)
		accepted, wantTaken := naiveTake(files, fixes)
		if yesNo(taken) != yesNo(wantTaken) {
			t.Fatalf("%v: taken %s, want %s", fixes, yesNo(taken), yesNo(wantTaken))
		}
		want := naiveApply(files, accepted)
		if got := textsOf(merged); !maps.Equal(got, want) {
			t.Fatalf("%v: merged %q, want %q", fixes, got, want)
		}
		var compatible []report.Fix
		for i, fix := range fixes {
			if taken[i] {
				compatible = append(compatible, fix)
			}
		}
		slices.Reverse(compatible)
		again, all := merge(sourceOf(files), compatible)
		if slices.Contains(all, false) || !maps.Equal(textsOf(again), want) {
			t.Fatalf("%v in reverse: merged %q, taken %s, want %q", compatible, textsOf(again), yesNo(all), want)
		}
	})
}

// readFixes makes an edit of every four bytes: flags, start, length and text. The flags choose the file, and whether the
// edit belongs to the fix before.
func readFixes(program []byte) []report.Fix {
	var fixes []report.Fix
	for ; len(program) >= 4; program = program[4:] {
		start := int(int8(program[1]))
		e := editAt("a", start, start+int(int8(program[2])), strings.TrimRight(string(program[3:4]), "\x00"))
		if program[0]&2 != 0 {
			e.Path = "b"
		}
		if program[0]&1 == 0 || len(fixes) == 0 {
			fixes = append(fixes, report.Fix{})
		}
		last := &fixes[len(fixes)-1]
		last.Edits = append(last.Edits, e)
	}
	return fixes
}

func naiveTake(files map[string]string, fixes []report.Fix) (accepted []report.Edit, taken []bool) {
	for _, fix := range fixes {
		trial := slices.Clone(accepted)
		ok := true
		for _, e := range fix.Edits {
			start, end := e.Range.Start.Offset, e.Range.End.Offset
			ok = ok && 0 <= start && start <= end && end <= len(files[e.Path])
			same := false
			for _, other := range trial {
				same = same || e == other
				ok = ok && (e == other || !naiveConflict(e, other))
			}
			if !same {
				trial = append(trial, e)
			}
		}
		if ok {
			accepted = trial
		}
		taken = append(taken, ok)
	}
	return accepted, taken
}

func naiveConflict(a, b report.Edit) bool {
	startA, endA := a.Range.Start.Offset, a.Range.End.Offset
	startB, endB := b.Range.Start.Offset, b.Range.End.Offset
	return a.Path == b.Path && (startA < endB && startB < endA || startA == endA && startA == startB && startB == endB)
}

// naiveApply makes one edit after the other, from the back, so that offsets stay right.
func naiveApply(files map[string]string, edits []report.Edit) map[string]string {
	slices.SortFunc(edits, func(a, b report.Edit) int {
		return -cmp.Or(cmp.Compare(a.Range.Start.Offset, b.Range.Start.Offset), cmp.Compare(a.Range.End.Offset, b.Range.End.Offset))
	})
	after := maps.Clone(files)
	for _, e := range edits {
		text := after[e.Path]
		after[e.Path] = text[:e.Range.Start.Offset] + e.NewText + text[e.Range.End.Offset:]
	}
	maps.DeleteFunc(after, func(path, text string) bool { return text == files[path] })
	return after
}

func BenchmarkMergeFixes(b *testing.B) {
	const edits = 100_000
	src := bytes.Repeat([]byte("ab"), edits)
	// In the order of a report, each followed by one that overlaps it.
	var fixes []report.Fix
	for i := range edits {
		fixes = append(fixes, fixWith(editAt("a.md", 2*i, 2*i+1, "x")), fixWith(editAt("a.md", 2*i, 2*i+2, "y")))
	}
	for b.Loop() {
		merged, _ := merge(func(string) ([]byte, bool) { return src, true }, fixes)
		if want := bytes.Repeat([]byte("xb"), edits); !bytes.Equal(merged["a.md"], want) {
			b.Fatal("wrong result")
		}
	}
}

func fixWith(edits ...report.Edit) report.Fix { return report.Fix{Title: "repair", Edits: edits} }

func editAt(path string, start, end int, text string) report.Edit {
	return report.Edit{Path: path, Range: report.Range{Start: report.Position{Offset: start}, End: report.Position{Offset: end}}, NewText: text}
}

func sourceOf(files map[string]string) func(string) ([]byte, bool) {
	return func(path string) ([]byte, bool) {
		text, ok := files[path]
		return []byte(text), ok
	}
}

func textsOf(files map[string][]byte) map[string]string {
	texts := map[string]string{}
	for path, text := range files {
		texts[path] = string(text)
	}
	return texts
}

func yesNo(taken []bool) string {
	var s strings.Builder
	for _, yes := range taken {
		if yes {
			s.WriteByte('y')
		} else {
			s.WriteByte('n')
		}
	}
	return s.String()
}
