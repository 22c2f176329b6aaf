package reporters

import (
	"fmt"
	"unicode/utf16"
)

// lineHash tells a line by its content. GitHub follows an alert by it when lines move.
type lineHash struct {
	sum uint64
	nth int // how many lines of the file up to this one have the sum
}

// String returns the hash as SARIF's primaryLocationLineHash.
func (h lineHash) String() string { return fmt.Sprintf("%x:%d", h.sum, h.nth) }

const (
	hashWindow = 100 // characters
	hashFactor = 37
)

// lineHashes returns the hash of every line of src, the way GitHub's upload action (github/codeql-action,
// src/fingerprints.ts) computes it, which compares its own with the one in the file: a polynomial over the hundred
// UTF-16 units that follow the start of the line, without blanks and tabs and with every line end as LF. The end of
// the file is the unit 0xFFFF and zeros behind it. Lines end with LF, CRLF or a lone CR; behind the last line end is
// one more line.
func lineHashes(src []byte) []lineHash {
	units := hashUnits(src)
	power := uint64(1) // the weight of the unit that leaves the window
	for range hashWindow {
		power *= hashFactor
	}
	var hashes []lineHash
	seen := map[uint64]int{}
	starts := []int{0} // of the lines whose window is not full yet
	sum := uint64(0)
	for i := 0; len(starts) > 0; i++ {
		if i == starts[0]+hashWindow {
			seen[sum]++
			hashes = append(hashes, lineHash{sum, seen[sum]})
			starts = starts[1:]
		}
		unit, left := uint64(0), uint64(0)
		if i < len(units) {
			unit = uint64(units[i])
			if unit == '\n' {
				starts = append(starts, i+1)
			}
		}
		if i >= hashWindow {
			left = uint64(units[i-hashWindow])
		}
		sum = sum*hashFactor + unit - power*left
	}
	return hashes
}

// hashUnits returns the UTF-16 units of src that are hashed, the end mark included.
func hashUnits(src []byte) []uint16 {
	const endOfFile = 0xFFFF
	units := make([]uint16, 0, len(src)+1)
	afterCR := false
	for _, r := range string(src) {
		switch {
		case r == ' ' || r == '\t' || r == '\n' && afterCR:
			afterCR = false // so that a blank between CR and LF makes two line ends, as it does for GitHub
			continue
		case r == '\r':
			units = append(units, '\n')
		default:
			units = utf16.AppendRune(units, r)
		}
		afterCR = r == '\r'
	}
	return append(units, endOfFile)
}
