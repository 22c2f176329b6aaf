package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// Fingerprints returns names of sorted findings that survive when lines move: each is made of rule, file, place, the
// text of the line, and a number that tells equal ones apart. name returns what a file is called in them; findings in
// one that it calls "" get the name "". line returns the text of a line of a file.
func Fingerprints(findings []Finding, name func(path string) string, line func(path string, line int) []byte) []string {
	names := make([]string, len(findings))
	seen := map[string]int{}
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
		key := strings.Join([]string{f.Rule, file, index().ReplaceAllLiteralString(f.At, "[]"), string(text[:])}, "\x00")
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
		names[i] = hex.EncodeToString(sum[:16])
	}
	return names
}

// index is the number of an element in the place of a finding. It moves as lines do.
var index = memo.Regexp(`\[[0-9]+\]`)
