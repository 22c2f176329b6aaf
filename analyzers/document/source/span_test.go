package source

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestPosition asks for places forth and back, in short lines and in long ones.
func TestPosition(t *testing.T) {
	src := "a\r\nbé\rc\n" + strings.Repeat("xé€😀", 5000) + "\n" + strings.Repeat("y", 10000) + "\n\n" + strings.Repeat("€", 9000)
	var starts []int
	for at := range src {
		starts = append(starts, at)
	}
	starts = append(starts, len(src))
	lines := NewLines([]byte(src))
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		at := starts[random.IntN(len(starts))]
		before := strings.ReplaceAll(strings.ReplaceAll(src[:at], "\r\n", "\n"), "\r", "\n")
		if at > 0 && at < len(src) && src[at-1] == '\r' && src[at] == '\n' {
			continue // within a line end
		}
		wantLine, wantColumn := strings.Count(before, "\n")+1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])+1
		if line, column := lines.Position(at); line != wantLine || column != wantColumn {
			t.Fatalf("offset %d: got %d:%d, want %d:%d", at, line, column, wantLine, wantColumn)
		}
	}
}

// TestTrim holds that white space is what JavaScript trims: what Unicode calls so but U+0085, and the byte order mark.
func TestTrim(t *testing.T) {
	for r := rune(1); r <= 0xFFFF; r++ {
		if r >= 0xD800 && r < 0xE000 {
			continue // surrogates
		}
		text := string(r) + "x" + string(r)
		start, end := Trim(text, 0, len(text))
		if got, want := text[start:end] == "x", unicode.IsSpace(r) && r != 0x85 || r == 0xFEFF; got != want {
			t.Errorf("%U is trimmed: %t", r, got)
		}
	}
}
