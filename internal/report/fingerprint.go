package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/nplint/nplint/internal/memo"
)

// Fingerprints returns names of sorted findings that survive when lines move: each is made of rule, file, place, the
// text of the line, and a number that tells equal ones apart. name returns what a file is called in them; findings in
// one that it calls "" get the name "". line returns the text of a line of a file.
func Fingerprints(findings []Finding, name func(path string) string, line func(path string, line int) []byte) []string {
	names := make([]string, len(findings))
	type place struct {
		rule, file, at string
		text           [sha256.Size]byte
	}
	seen := map[place]int{}
	var key []byte
	var path, file string
	var number int
	var text [sha256.Size]byte // of the line, taken once for all findings in it
	for i := range findings {
		f := &findings[i]
		if f.Path != path {
			path, file, number = f.Path, name(f.Path), 0
		}
		if file == "" {
			continue
		}
		if start := f.Range.Start.Line; start != number {
			number = start
			text = sha256.Sum256(bytes.Join(bytes.Fields(line(path, number)), []byte(" ")))
		}
		p := place{f.Rule, file, index().ReplaceAllLiteralString(f.At, "[]"), text}
		seen[p]++
		key = append(key[:0], p.rule...)
		for _, part := range []string{p.file, p.at, string(text[:]), strconv.Itoa(seen[p])} {
			key = append(append(key, 0), part...)
		}
		sum := sha256.Sum256(key)
		names[i] = hex.EncodeToString(sum[:16])
	}
	return names
}

// index is the number of an element in the place of a finding. It moves as lines do.
var index = memo.Regexp(`\[[0-9]+\]`)
