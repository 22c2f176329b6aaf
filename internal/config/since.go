package config

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/nplint/nplint/internal/memo"
)

// sinceText is a version of nplint.
var sinceText = memo.Regexp(`^\d{1,6}\.\d{1,6}\.\d{1,6}$`)

func validSince(_ *configReader, text string) error {
	if !sinceText().MatchString(text) {
		return errors.New("write a version of nplint, such as 0.1.0; `nplint version` prints that of today")
	}
	return nil
}

// later reports whether one version is later than another. One without a version is as old as can be.
func later(version, than string) bool {
	return slices.Compare(numbers(version), numbers(than)) > 0
}

func numbers(version string) []int {
	var all []int
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.Atoi(part)
		all = append(all, n)
	}
	return all
}

// packSince returns the first version of nplint with the pack of a kind; "" is the first of all, or a user's own pack.
func (k Known) packSince(kind string) string {
	name, _, _ := strings.Cut(kind, "/")
	for _, pack := range k.Packs {
		if pack.Name == name {
			return pack.Since
		}
	}
	return ""
}
