package lsp

import (
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPositions goes from offsets to places and back in each encoding.
func TestPositions(t *testing.T) {
	const src = "a\r\nä€😀x\rb\n\xff\ufeffz\n"
	for _, c := range []struct {
		offset       int
		line         int
		u8, u16, u32 int
	}{
		{0, 0, 0, 0, 0}, {1, 0, 1, 1, 1}, {3, 1, 0, 0, 0}, {5, 1, 2, 1, 1}, {8, 1, 5, 2, 2}, {12, 1, 9, 4, 3}, {13, 1, 10, 5, 4},
		{14, 2, 0, 0, 0}, {15, 2, 1, 1, 1}, {16, 3, 0, 0, 0}, {17, 3, 1, 1, 1}, {20, 3, 4, 2, 2}, {22, 4, 0, 0, 0},
	} {
		text := newText(src)
		for e, character := range map[encoding]int{utf8Units: c.u8, utf16Units: c.u16, utf32Units: c.u32} {
			want := position{c.line, character}
			if got := text.position(c.offset, e); got != want {
				t.Errorf("%s: offset %d is at %v, want %v", e, c.offset, got, want)
			}
			if got := text.offset(want, e); got != c.offset {
				t.Errorf("%s: %v is offset %d, want %d", e, want, got, c.offset)
			}
		}
	}
	for _, c := range []struct {
		at   position
		want int
	}{
		{position{-1, 0}, 0}, {position{9, 9}, len(src)}, {position{0, 99}, 1}, {position{1, 3}, 8}, {position{1, -5}, 3},
	} {
		if got := newText(src).offset(c.at, utf16Units); got != c.want {
			t.Errorf("%v is offset %d, want %d", c.at, got, c.want)
		}
	}
}

// TestLongLine goes from offsets to places and back in a line with marks.
func TestLongLine(t *testing.T) {
	src := "a\n" + strings.Repeat("ä€😀\xffx", markEvery)
	text := newText(src)
	for _, e := range []encoding{utf8Units, utf16Units, utf32Units} {
		want := position{Line: 1}
		for at := 2; at < len(src); {
			if got := text.position(at, e); got != want || text.offset(want, e) != at {
				t.Fatalf("%s: offset %d is at %v, want %v, which is offset %d", e, at, got, want, text.offset(want, e))
			}
			r, size := utf8.DecodeRuneInString(src[at:])
			want.Character += e.width(r, size)
			at += size
		}
	}
}

// TestChanged holds what becomes of a text by changes, each of which is about the text after the one before.
func TestChanged(t *testing.T) {
	at := func(line, from, to int) *rangeOf { return &rangeOf{position{line, from}, position{line, to}} }
	for _, c := range []struct {
		before  string
		changes []contentChange
		want    string
	}{
		{"a\nb\n", []contentChange{{at(1, 0, 1), "c"}}, "a\nc\n"},
		{"a\nb\n", []contentChange{{at(0, 1, 1), "\nx"}, {at(1, 0, 1), "y"}}, "a\ny\nb\n"},
		{"😀b", []contentChange{{at(0, 2, 3), ""}}, "😀"},
		{"a\r\nb", []contentChange{{&rangeOf{position{0, 1}, position{1, 0}}, ""}}, "ab"},
		{"a", []contentChange{{nil, "new"}, {at(0, 3, 3), "!"}}, "new!"},
		{"ab", []contentChange{{at(0, 2, 0), "x"}}, "x"},
	} {
		if got := newText(c.before).changed(c.changes, utf16Units).src; got != c.want {
			t.Errorf("%q becomes %q, want %q", c.before, got, c.want)
		}
	}
}

// TestDifference holds that the one edit of whole lines makes the text that is wanted.
func TestDifference(t *testing.T) {
	for _, c := range []struct {
		before, after string
		want          textEdit
	}{
		{"a\nb\nc\n", "a\nx\nc\n", textEdit{rangeOf{position{1, 0}, position{2, 0}}, "x\n"}},
		{"a\nb", "a\nx", textEdit{rangeOf{position{1, 0}, position{1, 1}}, "x"}},
		{"a\na\n", "a\n", textEdit{rangeOf{position{1, 0}, position{2, 0}}, ""}},
		{"", "x", textEdit{rangeOf{}, "x"}},
		{"äb\n", "äc\n", textEdit{rangeOf{position{0, 0}, position{1, 0}}, "äc\n"}},
	} {
		if got := difference(c.before, c.after, utf16Units); got != c.want {
			t.Errorf("%q to %q is %+v, want %+v", c.before, c.after, got, c.want)
		}
	}
}

// FuzzDifference holds that the edit between two texts is what is between them, and that positions lead back.
func FuzzDifference(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n")
	f.Add("a\r\nb", "a\r\n\r\nb")
	f.Add("ä\rb", "ä\r\nb")
	f.Fuzz(func(t *testing.T, before, after string) {
		if !utf8.ValidString(before) || !utf8.ValidString(after) {
			return
		}
		for _, e := range []encoding{utf8Units, utf16Units, utf32Units} {
			d := difference(before, after, e)
			if got := newText(before).changed([]contentChange{{&d.Range, d.NewText}}, e).src; got != after {
				t.Errorf("%s: %q becomes %q, want %q: %+v", e, before, got, after, d)
			}
		}
	})
}

// TestChangedMany holds many changes of one message against the same ones in messages of their own.
func TestChangedMany(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	part := func() string { return []string{"a", "ä", "😀", "\n", "\r", "\r\n", "bcd", ""}[rng.Intn(8)] }
	for range 1000 {
		var src strings.Builder
		for range rng.Intn(30) {
			src.WriteString(part())
		}
		if rng.Intn(4) == 0 {
			src.WriteString(strings.Repeat([]string{"x\n", "x", "\r", "\r\n", "😀", "ä", "b\r"}[rng.Intn(7)], rng.Intn(4*pieceSize)))
			for range rng.Intn(30) {
				src.WriteString(part())
			}
		}
		place := func() position { return position{Line: rng.Intn(14) - 2, Character: rng.Intn(8) - 2} }
		var changes []contentChange
		for range manyChanges + 1 + rng.Intn(20) {
			c := contentChange{Range: &rangeOf{place(), place()}, Text: part() + part()}
			switch rng.Intn(20) {
			case 0:
				c.Range.End.Line = rng.Intn(2 * pieceSize)
			case 1:
				c.Range.Start.Character = rng.Intn(2 * pieceSize)
				c.Range.End.Character = c.Range.Start.Character + rng.Intn(3)
			case 2:
				c.Range.End.Character = rng.Intn(4 * pieceSize)
			}
			changes = append(changes, c)
		}
		e := []encoding{utf8Units, utf16Units, utf32Units}[rng.Intn(3)]
		many, want := newText(src.String()).changed(changes, e), newText(src.String())
		for _, c := range changes {
			want = want.changed([]contentChange{c}, e)
		}
		if many.src != want.src {
			t.Fatalf("%q becomes %q, want %q", src.String(), many.src, want.src)
		}
	}
}
