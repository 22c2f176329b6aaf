package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
)

// maxWords is how many bytes of what a finding is about count for its marks.
const maxWords = 1000

// Marks returns by what some sorted findings of a report are known again when their files have been written, each as
// three hashes with a dot between them. The first is the fingerprint. The second has no name of what the finding lies
// in: the line of a task is what it was when the task goes by another name. The third has nothing else of the line, but
// the message: what one fault of a line says is the same when another is mended.
func Marks(r *Report, findings []Finding) []string {
	marks := make([]string, len(findings))
	var path, file string
	var number int
	var line string // taken once for all findings in it
	for i := range findings {
		f := &findings[i]
		text := r.Source(f.Path)
		start := min(max(f.Range.Start.Offset, 0), len(text))
		end := min(max(f.Range.End.Offset, start), len(text))
		if f.Path != path {
			path, file, number = f.Path, filepath.Join(r.Base, filepath.FromSlash(f.Path)), 0
		}
		if f.Range.Start.Line != number {
			number, line = f.Range.Start.Line, lineAt(text, start)
		}
		about := thing(f.At)
		alike := ""
		if line != "" {
			alike = mark(f.Rule, file, about, line)
		}
		words := text[start:min(end, start+maxWords)]
		marks[i] = strings.Join([]string{f.Fingerprint, alike, mark(f.Rule, file, about, string(words), f.Message)}, ".")
	}
	return marks
}

// lineAt returns a hash of the words of the line that an offset lies in, or "" if it has none.
func lineAt(text []byte, offset int) string {
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	end := len(text)
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	words := bytes.Fields(text[start:end])
	if len(words) == 0 {
		return ""
	}
	sum := sha256.Sum256(bytes.Join(words, []byte(" ")))
	return string(sum[:])
}

// thing returns the last part of a place, without the number of an element: "Status" of "body.blocks[SC-1].Status".
func thing(at string) string {
	at = index().ReplaceAllLiteralString(at, "[]")
	depth := 0
	for i := len(at) - 1; i >= 0; i-- {
		switch at[i] {
		case ']':
			depth++
		case '[':
			depth--
		case '.':
			if depth <= 0 {
				return at[i+1:]
			}
		}
	}
	return at
}

func mark(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// News reports which of the findings with some marks were not among those with others before. One that was there is
// known again once, by the first of its hashes rather than by a later one. A mark may be a fingerprint alone.
func News(before, now []string) []bool {
	news, left := make([]bool, len(now)), make([]bool, len(before))
	for i := range news {
		news[i] = true
	}
	for i := range left {
		left[i] = true
	}
	for part := range 3 {
		places := map[string][]int{}
		for i, m := range before {
			if h := hash(m, part); left[i] && h != "" {
				places[h] = append(places[h], i)
			}
		}
		for i, m := range now {
			h := hash(m, part)
			if same := places[h]; news[i] && h != "" && len(same) > 0 {
				news[i], left[same[0]], places[h] = false, false, same[1:]
			}
		}
	}
	return news
}

// hash returns one of the hashes of a mark.
func hash(mark string, part int) string {
	for range part {
		_, mark, _ = strings.Cut(mark, ".")
	}
	h, _, _ := strings.Cut(mark, ".")
	return h
}
