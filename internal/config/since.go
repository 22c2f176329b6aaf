package config

import (
	"errors"
	"slices"

	"github.com/nplint/nplint/internal/memo"
	"github.com/nplint/nplint/internal/version"
	"github.com/nplint/nplint/rules"
)

// sinceText is a version of nplint.
var sinceText = memo.Regexp(`^\d{1,6}\.\d{1,6}\.\d{1,6}$`)

func validSince(_ *configReader, text string) error {
	if !sinceText().MatchString(text) {
		return errors.New("write a version of nplint, such as 0.1.0; `nplint version` prints that of today")
	}
	return nil
}

// IsNew reports whether a built-in pack may fail no run yet: the configuration is pinned to a version of nplint that
// did not have it; or neither it nor the caller says a word of the pack, and the version before did not have it.
func IsNew(c *Config, pack string) bool {
	i := slices.IndexFunc(c.known.Packs, func(p *rules.Pack) bool { return p.Name == pack })
	if i < 0 || c.known.Packs[i].Since == "" {
		return false // a user's own pack, or one of the first version
	}
	since := c.known.Packs[i].Since
	if c.Since != "" {
		return version.Later(since, c.Since)
	}
	isNamed := slices.Contains(c.Packs, pack) || slices.Contains(c.asked, pack) || c.Editions[pack] != ""
	return !isNamed && c.known.Version != "" && !version.Later(c.known.Version, since)
}
